//! Which price a product has: the lowest, the regular, the reduced one. `from-price`, `normal-price`, `sale-price` print
//! them bare.

use loggia_locale::Decimal;
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::amount::amount;
use super::facts::{Facts, Kind, is_on_sale};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("from-price", |_| Hundredths(|facts| facts.lowest_price()));
    vocabulary.writer("normal-price", |_| Hundredths(|facts| facts.highest_price()));
    vocabulary.writer("sale-price", |_| Hundredths(|facts| facts.lowest_sale_price()));
}

impl<'a> Facts<'a> {
    /// The money of the lowest price that a shopper may pay now (T-181).
    pub(super) fn lowest_price(self) -> Node<'a> {
        let current = |variant: Node<'a>| {
            variant.get(if is_on_sale(variant) { "salePriceMoney" } else { "priceMoney" })
        };
        self.price_of("priceMoney", |variants| {
            pick(variants.iter().map(|v| current(*v)), |new, best| new < best)
        })
    }

    /// The money of the highest regular price.
    pub(super) fn highest_price(self) -> Node<'a> {
        self.price_of("priceMoney", |variants| {
            pick(variants.iter().map(|variant| variant.get("priceMoney")), |new, best| new > best)
        })
    }

    /// The money of the lowest sale price.
    pub(super) fn lowest_sale_price(self) -> Node<'a> {
        if self.kind == Kind::GiftCard {
            return Node::Missing;
        }
        self.price_of("salePriceMoney", |variants| {
            let on_sale = variants.iter().filter(|variant| is_on_sale(**variant));
            pick(on_sale.map(|variant| variant.get("salePriceMoney")), |new, best| new < best)
        })
    }

    fn price_of(self, own: &str, of_variants: impl FnOnce(&'a [Node<'a>]) -> Node<'a>) -> Node<'a> {
        match self.kind {
            Kind::Physical | Kind::Service | Kind::GiftCard => of_variants(self.variants()),
            Kind::Digital => self.content().get(own),
            Kind::Undefined | Kind::Unknown => Node::Missing,
        }
    }

    /// The pricing options of the variant with the lowest current price; nothing for kinds that are not subscribed to.
    pub(super) fn pricing_options(self) -> Node<'a> {
        if !matches!(self.kind, Kind::Physical | Kind::Service) {
            return Node::Missing;
        }
        let mut best: Option<(Decimal, Node<'a>)> = None;
        for variant in self.variants() {
            let price = amount(current_money(*variant));
            if best.as_ref().is_none_or(|(lowest, _)| price < *lowest) {
                best = Some((price, variant.get("pricingOptions")));
            }
        }
        best.map_or(Node::Missing, |(_, options)| options)
    }
}

/// What a variant or pricing option costs now.
pub(super) fn current_money(priced: Node<'_>) -> Node<'_> {
    priced.get(if is_on_sale(priced) { "salePriceMoney" } else { "priceMoney" })
}

/// The money that is better than all before it; nothing without any.
fn pick<'a>(money: impl Iterator<Item = Node<'a>>, better: fn(&Decimal, &Decimal) -> bool) -> Node<'a> {
    let mut best: Option<(Decimal, Node<'a>)> = None;
    for money in money {
        let amount = amount(money);
        if best.as_ref().is_none_or(|(known, _)| better(&amount, known)) {
            best = Some((amount, money));
        }
    }
    best.map_or(Node::Missing, |(_, money)| money)
}

/// A price as a bare number of hundredths.
struct Hundredths(for<'a> fn(Facts<'a>) -> Node<'a>);

impl Writer for Hundredths {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let amount = amount(self.0(Facts::of(values[0])));
        if amount.is_zero() {
            context.push("0");
        } else {
            context.push(&amount.shifted(2).to_string());
        }
        Ok(())
    }
}
