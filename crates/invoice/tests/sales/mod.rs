//! Orders as a shop settles them, written here a second time from the law's words: each rate is worked out once for all that
//! has it, half a cent upwards, out of the price where the price holds it, else on top.

use jiff::civil::date;
use loggia_invoice::{
    Address, Buyer, Category, Contact, Rate, Sale, SaleLine, SaleTax, Seller, ShippingShare, Untaxed,
};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use std::collections::BTreeMap;

/// A shop in Berlin.
pub fn seller() -> Seller {
    Seller {
        name: "Bäckerei Morgenrot GmbH".to_owned(),
        address: Address {
            line1: "Lindenallee 7".to_owned(),
            city: "Berlin".to_owned(),
            postal_code: "10115".to_owned(),
            country: "DE".to_owned(),
            ..Address::default()
        },
        vat_id: "DE123456788".to_owned(),
        tax_number: "37/123/45678".to_owned(),
        register: "HRB 12345 B".to_owned(),
        legal: "Amtsgericht Charlottenburg".to_owned(),
        contact: Contact {
            name: "Bestellungen".to_owned(),
            phone: "+49 30 1234567".to_owned(),
            email: "laden@example.org".to_owned(),
        },
    }
}

/// Somebody in France.
pub fn buyer() -> Buyer {
    Buyer {
        name: "Société <Léa & Fils>".to_owned(),
        person: "Léa Martin".to_owned(),
        address: Address {
            line1: "3 rue des Fleurs".to_owned(),
            line2: "2e étage".to_owned(),
            city: "Lyon".to_owned(),
            postal_code: "69001".to_owned(),
            country: "FR".to_owned(),
            ..Address::default()
        },
        vat_id: String::new(),
        email: "lea@example.org".to_owned(),
    }
}

/// A line: the price of one, how many, what is taken off, and its rate in hundredths of a percent with whether it is included.
pub type Piece = (i64, i64, i64, Option<(i64, bool)>);

/// The sale of some pieces and delivery, which is taxed as the first of them.
pub fn sale(pieces: &[Piece], shipping: i64, cards: i64, language: &str) -> Sale {
    let rate = |(percent, included): (i64, bool)| Rate { percent: Decimal::new(percent, 2), included };
    let mut bases: BTreeMap<(i64, bool), i64> = BTreeMap::new();
    let mut total = 0;
    for (unit, quantity, off, tax) in pieces {
        let paid = unit * quantity - off;
        total += paid;
        if let Some(tax) = tax {
            *bases.entry(*tax).or_default() += paid;
        }
    }
    let shipping_tax = pieces.first().and_then(|piece| piece.3);
    total += shipping;
    if let Some(tax) = shipping_tax {
        *bases.entry(tax).or_default() += shipping;
    }
    let taxes: Vec<SaleTax> = bases
        .into_iter()
        .map(|((percent, included), paid)| {
            let percent_of = Decimal::new(percent, 2);
            let of = if included { Decimal::ONE_HUNDRED + percent_of } else { Decimal::ONE_HUNDRED };
            let tax = (Decimal::from(paid) * percent_of / of)
                .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
                .to_i64()
                .unwrap();
            if !included {
                total += tax;
            }
            let net = if included { paid - tax } else { paid };
            SaleTax {
                rate: rate((percent, included)),
                name: "MwSt.".to_owned(),
                net_cents: net,
                tax_cents: tax,
            }
        })
        .collect();
    let line = |(index, (unit, quantity, off, tax)): (usize, &Piece)| SaleLine {
        name: format!("Roggenbrot {index} „groß“ <1 kg>"),
        sku: format!("BR-{index}"),
        quantity: *quantity,
        unit_cents: *unit,
        discount_cents: *off,
        rates: tax.iter().map(|tax| rate(*tax)).collect(),
        is_voucher: tax.is_none(),
        ..SaleLine::default()
    };
    Sale {
        order: "01981f3a-order".to_owned(),
        issued_on: date(2026, 11, 25),
        delivered_on: date(2026, 11, 25),
        currency: "EUR".to_owned(),
        language: language.to_owned(),
        seller: seller(),
        buyer: buyer(),
        deliver_to: Some(buyer().address),
        lines: pieces.iter().enumerate().map(line).collect(),
        shipping: vec![ShippingShare {
            cents: shipping,
            rates: shipping_tax.map(rate).into_iter().collect(),
        }],
        taxes,
        total_cents: total,
        cards_cents: cards.min(total),
    }
}

/// What a shop that owes value added tax says of what it does not tax.
pub fn untaxed() -> Untaxed {
    Untaxed { category: Category::Zero, reason: String::new() }
}
