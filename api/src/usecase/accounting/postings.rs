//! What a move of the books is in double entry. Pure: every posting takes an amount from one account to another, and a document as a
//! whole leaves what customers owe at nothing.

use super::settings::{AccountingSettings, Place, TaxAccounts};
use crate::repository::books::journal::{Booked, BookedTax};

/// What a posting is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Goods,
    Delivery,
    Tax,
    CardSold,
    Money,
    CardSpent,
}

impl About {
    /// The word in the table.
    pub(super) const fn code(self) -> &'static str {
        match self {
            About::Goods => "goods",
            About::Delivery => "delivery",
            About::Tax => "tax",
            About::CardSold => "gift card sold",
            About::Money => "payment",
            About::CardSpent => "gift card spent",
        }
    }
}

/// An amount above zero from the account that is credited to the one that is debited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) about: About,
    /// Debited.
    pub(super) account: String,
    /// Credited.
    pub(super) counter: String,
    pub(super) cents: i64,
    pub(super) country: String,
    pub(super) place: Place,
    /// What the tax is called.
    pub(super) tax: String,
    /// Percent; "" without one.
    pub(super) rate: String,
    /// DATEV's key.
    pub(super) key: String,
}

/// How taxes stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taxes {
    /// Each by itself.
    Apart,
    /// Within the revenue, where the account or its key says how it is taxed.
    Within,
}

/// The postings of a move.
pub(super) fn of(
    settings: &AccountingSettings,
    booked: &Booked,
    taxes: &[BookedTax],
    how: Taxes,
) -> Vec<Posting> {
    let mut made = Vec::new();
    let owed = settings.receivable.as_str();
    for part in parts(booked, taxes) {
        let place = settings.place(&part.country);
        let accounts = settings.accounts(place, &part.rate);
        let is_within = how == Taxes::Within && (accounts.automatic || !accounts.key.is_empty());
        let cents = if is_within { part.net_cents + part.tax_cents } else { part.net_cents };
        let delivery_cents = delivery_of(booked, &part, cents);
        let mut add = |about, counter: &str, cents| {
            let key = if is_within { accounts.key.as_str() } else { "" };
            made.extend(posting(about, (owed, counter), cents, (place, &part, key)));
        };
        add(About::Goods, &accounts.revenue, cents - delivery_cents);
        add(About::Delivery, account_of_delivery(&accounts), delivery_cents);
        if !is_within {
            add(About::Tax, &accounts.tax, part.tax_cents);
        }
    }
    let plain = Part::default();
    let plain = (Place::Home, &plain, "");
    made.extend(posting(About::CardSold, (owed, &settings.gift_cards), booked.cards_sold_cents, plain));
    let clearing = settings.clearing(&booked.provider);
    made.extend(posting(About::Money, (clearing, owed), booked.money_cents, plain));
    made.extend(posting(About::CardSpent, (&settings.gift_cards, owed), booked.by_cards_cents, plain));
    made
}

fn account_of_delivery(accounts: &TaxAccounts) -> &str {
    if accounts.delivery.is_empty() { &accounts.revenue } else { &accounts.delivery }
}

/// An amount below zero goes the other way.
fn posting(
    about: About,
    (debit, credit): (&str, &str),
    cents: i64,
    (place, part, key): (Place, &Part, &str),
) -> Option<Posting> {
    let (account, counter) = if cents < 0 { (credit, debit) } else { (debit, credit) };
    (cents != 0).then(|| Posting {
        about,
        account: account.to_owned(),
        counter: counter.to_owned(),
        cents: cents.abs(),
        country: part.country.clone(),
        place,
        tax: part.name.clone(),
        rate: part.rate.clone(),
        key: key.to_owned(),
    })
}

/// What of a move was sold at a rate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Part {
    country: String,
    name: String,
    rate: String,
    net_cents: i64,
    tax_cents: i64,
    /// What was sold without a tax beside what was taxed.
    is_rest: bool,
}

/// The move by rates, so that nets and taxes together are what was sold less what went back.
fn parts(booked: &Booked, taxes: &[BookedTax]) -> Vec<Part> {
    let net = booked.gross_cents - booked.back_cents - booked.tax_cents;
    let mut parts: Vec<Part> = taxes
        .iter()
        .map(|tax| Part {
            country: tax.country.clone(),
            name: tax.name.clone(),
            rate: tax.rate.clone(),
            net_cents: tax.net_cents,
            tax_cents: tax.tax_cents,
            is_rest: false,
        })
        .collect();
    let listed: i64 = parts.iter().map(|part| part.net_cents).sum();
    let rest = net - listed;
    if rest == 0 {
        return parts;
    }
    let rounded = i64::try_from(parts.len()).unwrap_or(i64::MAX);
    let largest = parts.iter_mut().max_by_key(|part| (part.net_cents.abs(), part.tax_cents.abs()));
    match largest {
        // Each share of a refund is rounded by itself.
        Some(largest) if rest.abs() <= rounded => largest.net_cents += rest,
        // Several taxes of the same goods each say what they were taken of: it is revenue once.
        Some(_) if listed.abs() > net.abs() => {
            let mut left = Some(net);
            for part in &mut parts {
                part.net_cents = left.take().unwrap_or(0);
            }
        }
        // What was sold without a tax beside what was taxed.
        _ => {
            let country = parts.first().map(|part| part.country.clone()).unwrap_or_default();
            parts.push(Part { country, net_cents: rest, is_rest: true, ..Part::default() });
        }
    }
    parts
}

/// The share of delivery in an amount of a part: that which it has in the order. Where so much was sold without a tax as delivery cost,
/// delivery is a part of that; otherwise it is taxed as goods are. Each amount is rounded by itself, so after several refunds a
/// hundredth may stand with goods that belongs to delivery; what was sold is the same.
fn delivery_of(booked: &Booked, part: &Part, cents: i64) -> i64 {
    let untaxed = (booked.paid_cents - booked.paid_tax_cents - booked.paid_net_cents).max(0);
    let is_untaxed = untaxed > 0 && untaxed >= booked.delivery_cents;
    let whole = if is_untaxed { untaxed } else { booked.paid_cents - booked.added_tax_cents - untaxed };
    if whole <= 0 || part.is_rest != is_untaxed {
        return 0;
    }
    let delivery = i128::from(booked.delivery_cents.clamp(0, whole));
    let twice = i128::from(cents.abs()) * delivery * 2 + i128::from(whole);
    let share = i64::try_from(twice.div_euclid(i128::from(whole) * 2)).unwrap_or(0);
    if cents < 0 { -share } else { share }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usecase::accounting::charts::usual;
    use crate::usecase::accounting::settings::Chart;

    fn tax(country: &str, rate: &str, net_cents: i64, tax_cents: i64) -> BookedTax {
        BookedTax { country: country.into(), rate: rate.into(), net_cents, tax_cents, ..BookedTax::default() }
    }

    /// An order that was paid with money, of these taxes and so much that was sold without one.
    fn paid(taxes: &[BookedTax], untaxed_cents: i64, delivery_cents: i64) -> Booked {
        let tax_cents = taxes.iter().map(|tax| tax.tax_cents).sum();
        let gross_cents = taxes.iter().map(|tax| tax.net_cents + tax.tax_cents).sum::<i64>() + untaxed_cents;
        Booked {
            cause: "paid".into(),
            gross_cents,
            paid_cents: gross_cents,
            paid_tax_cents: tax_cents,
            paid_net_cents: taxes.iter().map(|tax| tax.net_cents).sum(),
            tax_cents,
            delivery_cents,
            money_cents: gross_cents,
            provider: "stripe".into(),
            ..Booked::default()
        }
    }

    fn said(booked: &Booked, taxes: &[BookedTax], how: Taxes) -> Vec<String> {
        let settings = usual(Chart::Skr03, "DE");
        let line = |one: Posting| format!("{} {} {}", one.account, one.counter, one.cents);
        of(&settings, booked, taxes, how).into_iter().map(line).collect()
    }

    /// S-310: rates at home, in another member state and elsewhere stand on accounts of their own; what was sold without a tax beside
    /// them on another; several taxes of the same goods are revenue once.
    #[test]
    fn s_310_each_rate_has_its_account() {
        let taxes = [tax("DE", "19", 1_000, 190), tax("DE", "7", 200, 14)];
        let order = paid(&taxes, 0, 0);
        assert_eq!(
            said(&order, &taxes, Taxes::Apart),
            ["10000 8400 1000", "10000 1776 190", "10000 8300 200", "10000 1771 14", "1361 10000 1404"]
        );
        assert_eq!(
            said(&order, &taxes, Taxes::Within),
            ["10000 8400 1190", "10000 8300 214", "1361 10000 1404"]
        );
        for (country, rate, tax_cents, account) in
            [("FR", "20", 200, "8320"), ("FR", "", 0, "8125"), ("CH", "", 0, "8120"), ("DE", "", 0, "8200")]
        {
            let taxes = [tax(country, rate, 1_000, tax_cents)];
            let rows = said(&paid(&taxes, 0, 0), &taxes, Taxes::Within);
            assert_eq!(rows[0], format!("10000 {account} {}", 1_000 + tax_cents), "{country} {rate}");
        }
        let taxes = [tax("DE", "19", 1_000, 190)];
        assert_eq!(
            said(&paid(&taxes, 300, 0), &taxes, Taxes::Apart),
            ["10000 8400 1000", "10000 1776 190", "10000 8200 300", "1361 10000 1490"]
        );
        // Delivery that nothing was taxed of stands by itself; otherwise it is taxed as goods are.
        assert_eq!(
            said(&paid(&taxes, 500, 500), &taxes, Taxes::Apart),
            ["10000 8400 1000", "10000 1776 190", "10000 8200 500", "1361 10000 1690"]
        );
        assert_eq!(
            said(&paid(&taxes, 0, 238), &taxes, Taxes::Within),
            ["10000 8400 952", "10000 8400 238", "1361 10000 1190"]
        );
        let both = [tax("US", "4", 1_000, 40), tax("US", "3", 1_000, 30)];
        let stacked = Booked { gross_cents: 1_070, money_cents: 1_070, ..paid(&both, 0, 0) };
        let revenue: i64 = of(&usual(Chart::Own, "US"), &stacked, &both, Taxes::Apart)
            .iter()
            .filter(|one| one.about == About::Goods)
            .map(|one| one.cents)
            .sum();
        assert_eq!(revenue, 1_000);
    }

    /// S-310: whatever was sold, at which rates, with which delivery and in whichever steps it goes back: each document leaves what
    /// customers owe at nothing, and revenue and taxes are what was sold, less what went back.
    #[test]
    fn s_310_every_document_is_even() {
        let mut seed = 0x51_0310_u64;
        let mut below = |end: i64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(seed >> 33).unwrap_or(0) % end.max(1)
        };
        let settings = usual(Chart::Skr04, "DE");
        for _ in 0..3_000 {
            let rates = [("DE", "19"), ("DE", "7"), ("FR", "20"), ("CH", ""), ("", "8.875")];
            let mut taxes = Vec::new();
            for _ in 0..below(4) {
                let (country, rate) = rates[usize::try_from(below(5)).unwrap()];
                let tax_cents = if rate.is_empty() { 0 } else { below(9_000) };
                taxes.push(tax(country, rate, below(50_000), tax_cents));
            }
            let untaxed = below(3) * below(700);
            let delivery = below(900);
            let order = paid(&taxes, untaxed, delivery);
            let (sold, spent) = (below(2) * below(5_000), below(order.gross_cents + 1));
            let order = Booked {
                cards_sold_cents: sold,
                by_cards_cents: spent,
                money_cents: order.gross_cents + sold - spent,
                ..order
            };
            let back = below(order.gross_cents + 1);
            let part = |cents: i64| -(cents * back) / order.gross_cents.max(1);
            let gone: Vec<BookedTax> = taxes
                .iter()
                .map(|one| tax(&one.country, &one.rate, part(one.net_cents), part(one.tax_cents)))
                .collect();
            let refund = Booked {
                cause: "r".into(),
                gross_cents: 0,
                back_cents: back,
                tax_cents: gone.iter().map(|one| one.tax_cents).sum(),
                money_cents: -back,
                by_cards_cents: 0,
                cards_sold_cents: 0,
                ..order.clone()
            };
            for (booked, taxes) in [(&order, &taxes), (&refund, &gone)] {
                for how in [Taxes::Apart, Taxes::Within] {
                    let made = of(&settings, booked, taxes, how);
                    let on = |is: &dyn Fn(&Posting) -> bool, account: &str| -> i64 {
                        let side = |one: &Posting| {
                            one.cents
                                * (i64::from(one.account == account) - i64::from(one.counter == account))
                        };
                        made.iter().filter(|one| is(one)).map(side).sum()
                    };
                    assert_eq!(on(&|_| true, "10000"), 0, "{booked:?} {made:?}");
                    let is_sale =
                        |one: &Posting| matches!(one.about, About::Goods | About::Delivery | About::Tax);
                    assert_eq!(on(&is_sale, "10000"), booked.gross_cents - booked.back_cents, "{made:?}");
                    assert_eq!(on(&|_| true, "3500"), booked.by_cards_cents - booked.cards_sold_cents);
                    assert_eq!(on(&|_| true, "1461"), booked.money_cents);
                    if how == Taxes::Apart {
                        assert_eq!(on(&|one| one.about == About::Tax, "10000"), booked.tax_cents);
                    }
                    assert!(made.iter().all(|one| one.cents > 0));
                }
            }
        }
    }
}
