//! What stands beside the prices of a product: the price of a unit, the lowest one before a reduction, taxes, delivery.
//! `{@|product-price}` writes them (`structuredContent.priceNotes`), so every template has them where it has prices.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_commerce::{
    Cents, CurrencyCode, Measure, MeasureUnit, PageCurrency, PriceHistory, PriceWord, Product, ProductType,
    Trim, Variant, format_cents, is_in_market, is_vat_country, price_word,
};
use loggia_template::Node;
use serde_json::{Value, json};

use super::amounts;

/// What is known of a shop that its prices are to be accompanied by.
#[derive(Debug, Clone)]
pub struct PriceNotes {
    locale: String,
    currency: PageCurrency,
    words: BTreeMap<String, String>,
    /// The prices of before, where the seller's market asks for them.
    history: Option<PriceHistory>,
    today: Date,
    /// What is said of the tax.
    tax: Option<PriceWord>,
    /// What is delivered is paid for on top.
    delivery_costs: bool,
    /// Where it is said what delivery costs.
    delivery_page: String,
    /// The business days from the order to the door: at least, at most.
    days: Option<(u64, u64)>,
}

/// A piece of a note: what stands before and behind the amount, or alone.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    /// Whose it is, where variants differ.
    name: String,
    text: String,
    amount: String,
    skus: Vec<String>,
    ratio: String,
}

impl PriceNotes {
    /// Reads what a site says of its seller and its delivery (`root` is `site.json`), in a locale, a currency and a time zone;
    /// `history` are the prices of before.
    #[must_use]
    pub fn read(
        root: Node<'_>,
        (locale, currency, time_zone): (&str, &str, &str),
        history: PriceHistory,
        now: i64,
    ) -> PriceNotes {
        let says = |part: &str| root.get(part).get("useCLDRMoneyFormat").is_true();
        let code = CurrencyCode::parse(currency).unwrap_or_default();
        let own = root.get("localizedStrings").as_object();
        let words = own.into_iter().flat_map(|object| object.members());
        let seller = root.get("seller");
        let text = |key: &str| seller.get(key).as_str().unwrap_or_default().trim();
        let country = text("country");
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        let today = jiff::Timestamp::from_millisecond(now).unwrap_or_default().to_zoned(zone).date();
        let mut notes = PriceNotes {
            locale: locale.to_owned(),
            currency: amounts::currency(code, locale, says("websiteSettings") || says("featureFlags")),
            words: words
                .filter_map(|(key, word)| Some((key.to_owned(), word.as_str()?.to_owned())))
                .collect(),
            history: is_in_market(country).then_some(history),
            today,
            tax: None,
            delivery_costs: false,
            delivery_page: text("deliveryPage").to_owned(),
            days: None,
        };
        if is_vat_country(country) {
            notes.tax = tax(root, country, text("exemption"));
            let options = root.get("shippingOptions").elements().iter();
            let to_door: Vec<Node<'_>> = options
                .copied()
                .filter(|option| !is_collected(*option) && reaches(root, *option, country))
                .collect();
            notes.delivery_costs = to_door.iter().any(|option| costs(*option));
            notes.days = to_door.iter().find_map(|option| days(*option));
        }
        notes
    }

    /// Whether pages say the lowest price before a reduction, so that builds write prices down.
    #[must_use]
    pub fn history(&self) -> Option<(&PriceHistory, Date)> {
        self.history.as_ref().map(|history| (history, self.today))
    }

    /// The variants of a product on sale of which no price of before is known.
    #[must_use]
    pub fn unknown_before<'p>(&self, product: &'p Product) -> Vec<&'p Variant> {
        let Some(history) = &self.history else { return Vec::new() };
        let is_unknown = |variant: &&Variant| {
            product.current_price(variant) < variant.price
                && history.lowest_before_reduction(product, variant, self.today).is_none()
        };
        product.variants.iter().filter(is_unknown).collect()
    }

    /// The notes of a product, as `{@|product-price}` reads them; nothing where none is needed.
    #[must_use]
    pub fn of(&self, product: &Product) -> Option<Value> {
        let mut notes = Vec::new();
        let units: Vec<(&Variant, Cents, Measure)> = product
            .variants
            .iter()
            .filter_map(|variant| {
                let measure = variant.measure?;
                let price = measure.unit_price(product.current_price(variant), self.currency.code)?;
                Some((variant, price, measure))
            })
            .collect();
        if units.iter().any(|(_, _, measure)| !measure.is_the_price()) {
            notes.extend(self.units(product, &units));
        }
        notes.extend(self.lowest(product));
        if matches!(product.product_type, ProductType::GiftCard) {
            // A voucher is no supply of goods: its tax is due when it pays.
            return (!notes.is_empty()).then(|| Value::from(notes));
        }
        let is_sent = product.product_type == ProductType::Physical;
        notes.extend(self.terms(is_sent && self.delivery_costs));
        if let Some((from, to)) = self.days.filter(|_| is_sent) {
            let days = if from == to { to.to_string() } else { format!("{from}–{to}") };
            let word = if to == 1 { PriceWord::DaysOne } else { PriceWord::Days };
            let text = self.word(word).replace("{days}", &days);
            notes.push(json!({"kind": "delivery-time", "own": true, "text": text}));
        }
        (!notes.is_empty()).then(|| Value::from(notes))
    }

    fn word(&self, word: PriceWord) -> String {
        let (words, key) = price_word(word, &self.locale);
        self.words.get(key).cloned().unwrap_or_else(|| words.to_owned())
    }

    fn amount(&self, cents: Cents) -> String {
        format_cents(cents, &self.currency, Trim::Never)
    }

    /// What a kilogram costs, for each variant that differs, and where only one is shown the least.
    fn units(&self, product: &Product, units: &[(&Variant, Cents, Measure)]) -> Vec<Value> {
        let unit = |measure: &Measure| {
            let sign = match measure.per.unit {
                MeasureUnit::Piece => self.word(PriceWord::Piece),
                unit => unit.sign().to_owned(),
            };
            match measure.per.amount.to_string().as_str() {
                "1" => sign,
                amount => format!("{} {sign}", amount.replace('.', &self.decimal())),
            }
        };
        let mut groups: Vec<(Cents, Measure, Vec<&Variant>)> = Vec::new();
        for (variant, price, measure) in units {
            let same =
                |group: &&mut (Cents, Measure, Vec<&Variant>)| group.0 == *price && group.1 == *measure;
            match groups.iter_mut().find(same) {
                Some(group) => group.2.push(variant),
                None => groups.push((*price, *measure, vec![variant])),
            }
        }
        let is_one = groups.len() == 1 && units.len() == product.variants.len();
        let mut notes: Vec<Value> = Vec::new();
        for (price, measure, variants) in &groups {
            let ratio = measure.ratio().map(|(over, under)| format!("{over}/{under}")).unwrap_or_default();
            let piece = Piece {
                name: if is_one { String::new() } else { name(product, variants) },
                text: self.word(PriceWord::UnitPrice).replace("{unit}", &unit(measure)),
                amount: self.amount(*price),
                skus: variants.iter().map(|variant| variant.sku.to_string()).collect(),
                ratio,
            };
            notes.push(note("unit-price", (!is_one).then_some(true), piece));
        }
        let least = groups.iter().min_by_key(|(price, ..)| *price).filter(|_| !is_one);
        if let Some((price, measure, _)) = least {
            let from =
                groups.iter().any(|(other, ..)| other != price) || units.len() < product.variants.len();
            let word = if from { PriceWord::UnitPriceFrom } else { PriceWord::UnitPrice };
            let text = self.word(word).replace("{unit}", &unit(measure));
            notes.push(note("unit-price", Some(false), Piece { text, ..Piece::of(self.amount(*price)) }));
        }
        notes
    }

    /// The decimal sign of the locale.
    fn decimal(&self) -> String {
        self.currency.form.clone().unwrap_or_else(|| self.currency.plain_form()).decimal
    }

    /// The lowest price before a reduction, for each variant that differs, and where only one is shown that of the cheapest.
    fn lowest(&self, product: &Product) -> Vec<Value> {
        let Some(history) = &self.history else { return Vec::new() };
        let text = self.word(PriceWord::Lowest);
        let mut groups: Vec<(Cents, Vec<&Variant>)> = Vec::new();
        let reduced =
            product.variants.iter().filter(|variant| product.current_price(variant) < variant.price);
        for variant in reduced {
            let Some(lowest) = history.lowest_before_reduction(product, variant, self.today) else {
                continue;
            };
            match groups.iter_mut().find(|group| group.0 == lowest) {
                Some(group) => group.1.push(variant),
                None => groups.push((lowest, vec![variant])),
            }
        }
        let is_one = groups.len() == 1 && groups.iter().all(|group| group.1.len() == product.variants.len());
        let piece = |name: String, lowest: Cents| Piece {
            name,
            text: text.clone(),
            ..Piece::of(self.amount(lowest))
        };
        let mut notes: Vec<Value> = groups
            .iter()
            .map(|(lowest, variants)| {
                let name = if is_one { String::new() } else { name(product, variants) };
                note("lowest-price", (!is_one).then_some(true), piece(name, *lowest))
            })
            .collect();
        let cheapest = groups.iter().flat_map(|(lowest, variants)| {
            variants.iter().map(|variant| (product.current_price(variant), *lowest))
        });
        if let Some((_, lowest)) = cheapest.min().filter(|_| !is_one) {
            notes.push(note("lowest-price", Some(false), piece(String::new(), lowest)));
        }
        notes
    }

    /// What the price holds of tax, and what is asked on top.
    fn terms(&self, delivery: bool) -> Option<Value> {
        let tax = self.tax.map(|word| self.word(word)).unwrap_or_default();
        if !delivery {
            return self.tax.map(|_| json!({"kind": "price-terms", "text": tax}));
        }
        let words = self.word(PriceWord::Delivery);
        let (before, rest) = words.split_once('[').unwrap_or((&words, ""));
        let (link, after) = rest.split_once(']').unwrap_or((rest, ""));
        let comma = if tax.is_empty() { "" } else { ", " };
        Some(json!({
            "kind": "price-terms", "text": format!("{tax}{comma}{before}"), "link": link, "after": after,
            "url": self.delivery_page,
        }))
    }
}

impl Piece {
    fn of(amount: String) -> Piece {
        Piece { name: String::new(), text: String::new(), amount, skus: Vec::new(), ratio: String::new() }
    }
}

/// A note with an amount. `own`: only where the product has its page, or only elsewhere; everywhere where nothing is said.
fn note(kind: &str, own: Option<bool>, piece: Piece) -> Value {
    let (before, after) = piece.text.split_once("{price}").unwrap_or((&piece.text, ""));
    let name = if piece.name.is_empty() { String::new() } else { format!("{}: ", piece.name) };
    let mut note =
        json!({"kind": kind, "text": format!("{name}{before}"), "amount": piece.amount, "after": after});
    if let Some(own) = own {
        note["own"] = own.into();
    }
    if !piece.ratio.is_empty() {
        note["skus"] = json!(piece.skus);
        note["ratio"] = piece.ratio.into();
    }
    note
}

/// What tells variants from the others: the values that they all have and not every other has; else all their values.
fn name(product: &Product, variants: &[&Variant]) -> String {
    let value = |variant: &Variant, option: usize| {
        variant.option_values.get(option).map(|value| value.value.clone()).unwrap_or_default()
    };
    let Some(first) = variants.first() else { return String::new() };
    let is_telling = |option: &usize| {
        variants.iter().all(|variant| value(variant, *option) == value(first, *option))
            && product.variants.iter().any(|other| value(other, *option) != value(first, *option))
    };
    let telling: Vec<String> =
        (0..first.option_values.len()).filter(is_telling).map(|option| value(first, option)).collect();
    if !telling.is_empty() {
        return telling.join(", ");
    }
    let whole = |variant: &&Variant| {
        let values: Vec<&str> = variant.option_values.iter().map(|value| value.value.as_str()).collect();
        values.join(", ")
    };
    variants.iter().map(whole).collect::<Vec<_>>().join(" / ")
}

/// What the rules of the seller's own country say of the tax of a price.
fn tax(root: Node<'_>, country: &str, exemption: &str) -> Option<PriceWord> {
    if !exemption.is_empty() {
        return Some(PriceWord::Untaxed);
    }
    let is_here = |rule: &&Node<'_>| {
        rule.get("country").as_str().is_some_and(|code| code.trim().eq_ignore_ascii_case(country))
    };
    let mut rules = root.get("taxRules").elements().iter().filter(is_here).peekable();
    rules.peek()?;
    let is_included = rules.any(|rule| rule.get("included").is_true());
    Some(if is_included { PriceWord::WithTax } else { PriceWord::WithoutTax })
}

fn is_collected(option: Node<'_>) -> bool {
    let pickup = option.get("pickup");
    pickup.is_true() || pickup.as_object().is_some()
}

/// Whether a way of delivery reaches a country, or some of it.
fn reaches(root: Node<'_>, option: Node<'_>, country: &str) -> bool {
    let is_it = |code: Node<'_>| code.as_str().is_some_and(|code| code.trim().eq_ignore_ascii_case(country));
    let named = |node: Node<'_>| {
        node.get("countries").elements().iter().any(|code| is_it(*code))
            || node.get("places").elements().iter().any(|place| is_it(place.get("country")))
    };
    let zones = option.get("zones").elements();
    let is_zone = |zone: &&Node<'_>| zones.iter().any(|id| id.as_str() == zone.get("id").as_str());
    let everywhere =
        ["countries", "places", "zones"].iter().all(|key| option.get(*key).elements().is_empty());
    everywhere
        || named(option)
        || root.get("shippingZones").elements().iter().filter(is_zone).any(|zone| named(*zone))
}

/// Whether a way of delivery asks anything.
fn costs(option: Node<'_>) -> bool {
    let asks = |node: Node<'_>| {
        ["costCents", "costPerItemCents", "costPerKilogramCents"]
            .iter()
            .any(|key| node.get(*key).as_f64().is_some_and(|cents| cents > 0.0))
    };
    asks(option) || option.get("rates").elements().iter().any(|rate| asks(*rate))
}

/// The business days that a way of delivery takes from the order on, where it says so.
fn days(option: Node<'_>) -> Option<(u64, u64)> {
    let count =
        |node: Node<'_>| node.as_f64().filter(|days| (0.0..=1000.0).contains(days)).map(|days| days as u64);
    let transit = option.get("transitDays");
    transit.as_object()?;
    let handling = count(option.get("handlingDays")).unwrap_or_default();
    let from = handling + count(transit.get("from")).unwrap_or_default();
    let to = handling + count(transit.get("to")).unwrap_or_default();
    (to > 0).then_some((from.min(to), to))
}
