//! Prices as a shopper reads them: `product-price` and `subscription-price`.

use std::borrow::Cow;
use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::amount::PriceText;
use super::facts::{Facts, Kind, is_on_sale};
use super::plan::Plan;
use super::price::current_money;
use super::price_notes::PriceNotes;
use crate::fragment::{Fill, Fragment, fragment};
use crate::i18n::message::{Argument, Messages};
use crate::i18n::options;
use crate::scope::localized;

pub(crate) fn install(vocabulary: &mut Vocabulary, messages: Messages) {
    let blocks = Arc::new(Blocks::new(messages));
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

/// The texts and the markup around prices.
struct Blocks {
    messages: Messages,
    product: Fragment<1>,
    subscription: Fragment<1>,
    from: Fragment<1>,
    sale: Fragment<2>,
    notes: PriceNotes,
}

/// What a price block shows: messages filled with prices.
enum Prices {
    Nothing,
    From(String),
    Sale { sale: String, original: String },
    Normal(String),
}

impl Blocks {
    fn new(messages: Messages) -> Self {
        Self {
            messages,
            product: fragment!("commerce/product-price.html", "price"),
            subscription: fragment!("commerce/subscription-price.html", "price"),
            from: fragment!("commerce/price.from.html", "price"),
            sale: fragment!("commerce/price.sale.html", "sale-price", "original-price"),
            notes: PriceNotes::new(),
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

    /// The message `text` of a product, which names its price, or the lowest where prices vary, and its plan.
    fn message(
        &self,
        context: &Context<'_>,
        text: &str,
        price: &str,
        is_from: bool,
        plan: Option<&Plan<'_>>,
    ) -> String {
        let price_node = Node::Text(price);
        let (period, duration) = plan.map_or((Node::Missing, Node::Missing), |plan| {
            (Node::number(plan.period), Node::number(plan.duration))
        });
        let arguments = [
            Argument::named("fromPrice", price_node),
            Argument::named("price", price_node),
            Argument::named("billingPeriodValue", period),
            Argument::named("duration", duration),
        ];
        let arguments = if is_from { &arguments[..] } else { &arguments[1..] };
        self.filled(context, text, arguments)
    }

    fn filled(&self, context: &Context<'_>, text: &str, arguments: &[Argument<'_>]) -> String {
        let mut out = String::with_capacity(text.len() + 48);
        self.messages.write(context, text, arguments, &mut out);
        out
    }
}

/// `from {fromPrice}`, or the site's own words.
fn from_text<'r>(context: &Context<'r>) -> Cow<'r, str> {
    match localized(context, "productPriceFromText") {
        Node::Missing => "from {fromPrice}".into(),
        own => own.to_text(),
    }
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
            self.prices(facts, context, None)
        };
        self.blocks.write(&self.blocks.product, &prices, context.out());
        self.blocks.notes.write(values[0], context);
        Ok(())
    }
}

impl ProductPrice {
    /// T-177 to T-179.
    fn subscription<'r>(&self, facts: Facts<'r>, context: &Context<'r>) -> Prices {
        let Some(plan) = Plan::of(facts) else {
            let text = match localized(context, "productPriceUnavailable") {
                Node::Missing => "Unavailable".into(),
                own => own.to_text(),
            };
            return Prices::From(self.blocks.message(context, &text, "true", true, None));
        };
        let varied = facts.has_varied_prices();
        let text = match localized(context, &plan.key(varied)) {
            Node::Missing => plan.default_text(varied).into(),
            own => own.to_text(),
        };
        self.prices(facts, context, Some((&plan, &text)))
    }

    /// T-175. With a plan, its text stands around every price.
    fn prices<'r>(&self, facts: Facts<'r>, context: &Context<'r>, plan: Option<(&Plan<'r>, &str)>) -> Prices {
        let message = |text: &str, price: &str, is_from: bool| {
            self.blocks.message(context, text, price, is_from, plan.map(|(plan, _)| plan))
        };
        // A price is empty only where the locale's form is asked for and there is no locale: then nothing is shown.
        if facts.has_varied_prices() {
            let price = self.text.price(facts.lowest_price(), context);
            if !price.is_empty() {
                let text = plan.map_or_else(|| from_text(context), |(_, text)| text.into());
                return Prices::From(message(&text, &price, true));
            }
        }
        let original = self.text.price(facts.highest_price(), context);
        if original.is_empty() {
            return Prices::Nothing;
        }
        let text = plan.map_or("{price}", |(_, text)| text);
        let original = message(text, &original, false);
        if !facts.is_on_sale() {
            return Prices::Normal(original);
        }
        let sale = message(text, &self.text.price(facts.lowest_sale_price(), context), false);
        Prices::Sale { sale, original }
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
        let filled = |text: &str, name: &str, price: &str| {
            self.blocks.filled(context, text, &[Argument::named(name, Node::Text(price))])
        };
        let original = self.text.price(option.get("priceMoney"), context);
        // Prices are empty only where the locale's form is asked for and there is no locale: then nothing is shown.
        let prices = if options.size() == 0 || original.is_empty() {
            Prices::Nothing
        } else if facts.has_varied_prices() {
            let price = self.text.price(current_money(option), context);
            Prices::From(filled(&from_text(context), "fromPrice", &price))
        } else {
            let original = filled("{price}", "price", &original);
            if is_on_sale(option) {
                let sale = self.text.price(option.get("salePriceMoney"), context);
                Prices::Sale { sale: filled("{price}", "price", &sale), original }
            } else {
                Prices::Normal(original)
            }
        };
        self.blocks.write(&self.blocks.subscription, &prices, context.out());
        Ok(())
    }
}
