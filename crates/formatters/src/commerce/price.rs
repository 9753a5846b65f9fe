//! Prices of products: `product-price`, `subscription-price`, and the bare `from-price`, `normal-price`, `sale-price`.

use std::sync::Arc;

use loggia_locale::Decimal;
use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::amount::{PriceText, amount};
use super::facts::{Facts, Kind, is_on_sale};
use super::plan;
use crate::fragment::{Fill, Fragment, fragment};
use crate::i18n::message::{self, Argument};
use crate::i18n::options;
use crate::scope::localized;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("from-price", |_| Hundredths(|facts| facts.lowest_price()));
    vocabulary.writer("normal-price", |_| Hundredths(|facts| facts.highest_price()));
    vocabulary.writer("sale-price", |_| Hundredths(|facts| facts.lowest_sale_price()));
    let blocks = Arc::new(Blocks::new());
    let shared = Arc::clone(&blocks);
    vocabulary.writer("product-price", move |arguments| ProductPrice {
        blocks: Arc::clone(&shared),
        text: PriceText::new(options::money(arguments.iter())),
    });
    vocabulary.writer("subscription-price", move |arguments| SubscriptionPrice {
        blocks: Arc::clone(&blocks),
        text: PriceText::new(options::money(arguments.iter())),
    });
}

impl<'a> Facts<'a> {
    /// The money of the lowest price that a shopper may pay now (T-181).
    fn lowest_price(self) -> Node<'a> {
        let current = |variant: Node<'a>| {
            variant.get(if is_on_sale(variant) { "salePriceMoney" } else { "priceMoney" })
        };
        self.price_of("priceMoney", |variants| {
            pick(variants.iter().map(|v| current(*v)), |new, best| new < best)
        })
    }

    /// The money of the highest regular price.
    fn highest_price(self) -> Node<'a> {
        self.price_of("priceMoney", |variants| {
            pick(variants.iter().map(|variant| variant.get("priceMoney")), |new, best| new > best)
        })
    }

    /// The money of the lowest sale price.
    fn lowest_sale_price(self) -> Node<'a> {
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
    fn pricing_options(self) -> Node<'a> {
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
fn current_money(priced: Node<'_>) -> Node<'_> {
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

/// The markup around prices.
struct Blocks {
    product: Fragment<1>,
    subscription: Fragment<1>,
    from: Fragment<1>,
    sale: Fragment<2>,
}

impl Blocks {
    fn new() -> Self {
        Self {
            product: fragment!("commerce/product-price.html", "price"),
            subscription: fragment!("commerce/subscription-price.html", "price"),
            from: fragment!("commerce/price.from.html", "price"),
            sale: fragment!("commerce/price.sale.html", "sale-price", "original-price"),
        }
    }

    fn write(&self, around: &Fragment<1>, prices: &Prices, out: &mut String) {
        let inner = |out: &mut String| match prices {
            Prices::Nothing => {}
            Prices::From(price) => self.from.write(out, [Fill::Raw(price)]),
            Prices::Sale { sale, original } => self.sale.write(out, [Fill::Raw(sale), Fill::Raw(original)]),
            Prices::Normal(price) => out.push_str(price),
        };
        around.write(out, [Fill::With(&inner)]);
    }
}

/// What a price block shows.
enum Prices {
    Nothing,
    From(String),
    Sale { sale: String, original: String },
    Normal(String),
}

struct ProductPrice {
    blocks: Arc<Blocks>,
    text: PriceText,
}

impl Writer for ProductPrice {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let facts = Facts::of(values[0]);
        let prices = if facts.is_subscribable() {
            self.subscription(facts, context)
        } else if facts.kind == Kind::Undefined {
            Prices::Nothing
        } else {
            self.prices(facts, context, &[], || from_text(context), || "{price}".into())
        };
        self.blocks.write(&self.blocks.product, &prices, context.out());
        Ok(())
    }
}

impl ProductPrice {
    /// T-175. `from` and `each` give the texts around a price; `more` is what they may name beside it.
    fn prices<'r>(
        &self,
        facts: Facts<'r>,
        context: &Context<'r>,
        more: &[Argument<'_>],
        from: impl FnOnce() -> String,
        each: impl FnOnce() -> String,
    ) -> Prices {
        // A price is empty only where the locale's form is asked for and there is no locale: then nothing is shown.
        if facts.has_varied_prices() {
            let price = self.price(facts.lowest_price(), context);
            if !price.is_empty() {
                return Prices::From(fill(context, &from(), &["fromPrice", "price"], &price, more));
            }
        }
        let original = self.price(facts.highest_price(), context);
        if original.is_empty() {
            return Prices::Nothing;
        }
        let text = each();
        let original = fill(context, &text, &["price"], &original, more);
        if facts.is_on_sale() {
            let sale =
                fill(context, &text, &["price"], &self.price(facts.lowest_sale_price(), context), more);
            return Prices::Sale { sale, original };
        }
        Prices::Normal(original)
    }

    fn price(&self, money: Node<'_>, context: &Context<'_>) -> String {
        let mut price = String::with_capacity(48);
        self.text.write(money, context, &mut price);
        price
    }

    /// T-177 to T-179.
    fn subscription<'r>(&self, facts: Facts<'r>, context: &Context<'r>) -> Prices {
        let Some(plan) = plan::Plan::of(facts) else {
            let text = text_or(localized(context, "productPriceUnavailable"), "Unavailable");
            return Prices::From(fill(context, &text, &["fromPrice", "price"], "true", &[]));
        };
        let varied = facts.has_varied_prices();
        let text = match localized(context, &plan.key(varied)) {
            Node::Missing => plan.default_text(varied),
            own => own.to_text().into_owned(),
        };
        let more = [
            Argument::named("billingPeriodValue", Node::number(plan.period)),
            Argument::named("duration", Node::number(plan.duration)),
        ];
        self.prices(facts, context, &more, || text.clone(), || text.clone())
    }
}

struct SubscriptionPrice {
    blocks: Arc<Blocks>,
    text: PriceText,
}

impl Writer for SubscriptionPrice {
    /// T-180.
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let facts = Facts::of(values[0]);
        let options = facts.pricing_options();
        let option = options.at(0);
        let price = |money: Node<'r>| {
            let mut price = String::with_capacity(48);
            self.text.write(money, context, &mut price);
            price
        };
        let each = |money| fill(context, "{price}", &["price"], &price(money), &[]);
        let prices = if options.size() == 0 {
            Prices::Nothing
        } else if facts.has_varied_prices() {
            Prices::From(fill(
                context,
                &from_text(context),
                &["fromPrice"],
                &price(current_money(option)),
                &[],
            ))
        } else if is_on_sale(option) {
            Prices::Sale {
                sale: each(option.get("salePriceMoney")),
                original: each(option.get("priceMoney")),
            }
        } else {
            Prices::Normal(each(option.get("priceMoney")))
        };
        self.blocks.write(&self.blocks.subscription, &prices, context.out());
        Ok(())
    }
}

fn from_text(context: &Context<'_>) -> String {
    text_or(localized(context, "productPriceFromText"), "from {fromPrice}")
}

fn text_or(own: Node<'_>, default: &str) -> String {
    if own.is_missing() { default.into() } else { own.to_text().into_owned() }
}

/// The message `text` with the price under each of `names`, then `more`.
fn fill(context: &Context<'_>, text: &str, names: &[&str], price: &str, more: &[Argument<'_>]) -> String {
    let prices = names.iter().map(|name| Argument::named(name, Node::Text(price)));
    let arguments: Vec<Argument<'_>> = prices.chain(more.iter().copied()).collect();
    let mut out = String::with_capacity(text.len() + price.len());
    message::write(context, text, &arguments, &mut out);
    out
}
