//! Which prices a shop has asked, and the lowest of the 30 days before a reduction: Directive 98/6/EC, article 6a.

use std::collections::{BTreeMap, BTreeSet};

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::money::Cents;
use crate::product::{Product, Variant};

/// The file of a site that keeps it.
pub const PRICE_HISTORY_FILE: &str = "price-history.json";

/// The days before a reduction that count (article 6a(2)).
const DAYS: i32 = 30;
/// A price that ended so many days ago decides nothing: neither now nor when a reduction begins today.
const KEPT_DAYS: i32 = DAYS + 1;
/// The form that this code writes and reads.
const VERSION: u32 = 1;

/// A price from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceChange {
    /// The day from which it is asked, in the shop's time zone.
    pub from: Date,
    /// What is asked; none: it is not sold.
    pub price: Option<Cents>,
    /// It is said to be reduced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_sale: bool,
}

/// The prices of a shop as its builds saw them, by product and sku.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PriceHistory {
    prices: BTreeMap<String, BTreeMap<String, Vec<PriceChange>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Form {
    version: u32,
    prices: BTreeMap<String, BTreeMap<String, Vec<PriceChange>>>,
}

impl PriceHistory {
    /// Reads a history as [`PriceHistory::to_text`] writes it.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn read(text: &str) -> Result<Self, String> {
        let form: Form = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if form.version != VERSION {
            return Err(format!("its version is {}, this program knows {VERSION}", form.version));
        }
        let is_ordered =
            |changes: &Vec<PriceChange>| changes.windows(2).all(|two| two[0].from <= two[1].from);
        match form.prices.values().flat_map(BTreeMap::values).all(is_ordered) {
            true => Ok(Self { prices: form.prices }),
            false => Err("its days are not in order".to_owned()),
        }
    }

    /// As a file: one line for each sku, so that what changed is seen where files are compared.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = format!("{{\n  \"version\": {VERSION},\n  \"prices\": {{");
        for (index, (product, skus)) in self.prices.iter().enumerate() {
            out.push_str(if index == 0 { "\n    " } else { ",\n    " });
            out.push_str(&json(product));
            out.push_str(": {");
            for (index, (sku, changes)) in skus.iter().enumerate() {
                out.push_str(if index == 0 { "\n      " } else { ",\n      " });
                out.push_str(&json(sku));
                out.push_str(": ");
                out.push_str(&json(changes));
            }
            out.push_str("\n    }");
        }
        out.push_str("\n  }\n}\n");
        out
    }

    /// The history with what is asked on a day. What no longer decides anything is left out; days before the last one change
    /// nothing that was written.
    #[must_use]
    pub fn with<'p>(&self, products: impl Iterator<Item = &'p Product>, today: Date) -> Self {
        let mut next = self.clone();
        let mut sold: BTreeSet<(&str, &str)> = BTreeSet::new();
        for product in products {
            for variant in &product.variants {
                let key = (product.id.as_str(), variant.sku.as_str());
                sold.insert(key);
                let now = Some((product.current_price(variant), is_reduced(product, variant)));
                let skus = next.prices.entry(key.0.to_owned()).or_default();
                note(skus.entry(key.1.to_owned()).or_default(), now, today);
            }
        }
        for (product, skus) in &mut next.prices {
            for (sku, changes) in skus.iter_mut() {
                if !sold.contains(&(product.as_str(), sku.as_str())) {
                    note(changes, None, today);
                }
                prune(changes, today);
            }
            skus.retain(|_, changes| changes.iter().any(|change| change.price.is_some()));
        }
        next.prices.retain(|_, skus| !skus.is_empty());
        next
    }

    /// The lowest price that was asked within the 30 days before the reduction in force on a day began; `None` where nothing
    /// is known of the time before it. While a reduction goes on, in however many steps, the days before its first step count
    /// (article 6a(5)).
    #[must_use]
    pub fn lowest_before_reduction(
        &self,
        product: &Product,
        variant: &Variant,
        today: Date,
    ) -> Option<Cents> {
        let changes = self.prices.get(product.id.as_str())?.get(variant.sku.as_str())?;
        let (before, began) = before_reduction(changes, today);
        let first = began.checked_sub(DAYS.days()).ok()?;
        // A price was asked until the next one was; the last of them until the reduction began.
        let ends = before.iter().skip(1).map(|next| next.from).chain([began]);
        let counted = before.iter().zip(ends).filter(|(_, end)| *end > first);
        counted.filter_map(|(change, _)| change.price).min()
    }
}

/// The prices before the reduction with which they end, and the day on which it began; that day is today where they end
/// without one.
fn before_reduction(changes: &[PriceChange], today: Date) -> (&[PriceChange], Date) {
    let count = changes.iter().rev().take_while(|change| change.on_sale).count();
    let (before, reduced) = changes.split_at(changes.len() - count);
    (before, reduced.first().map_or(today, |change| change.from))
}

/// Writes down what is asked from a day on, unless it is what was asked already.
fn note(changes: &mut Vec<PriceChange>, now: Option<(Cents, bool)>, today: Date) {
    let (price, on_sale) = now.map_or((None, false), |(price, on_sale)| (Some(price), on_sale));
    let last = changes.last();
    if last.is_some_and(|last| (last.price, last.on_sale) == (price, on_sale))
        || (last.is_none() && price.is_none())
    {
        return;
    }
    // A clock that goes back must not put days out of order.
    let from = last.map_or(today, |last| last.from.max(today));
    changes.push(PriceChange { from, price, on_sale });
}

/// Leaves out what ended before everything that may count.
fn prune(changes: &mut Vec<PriceChange>, today: Date) {
    let began = before_reduction(changes, today).1.min(today);
    let Ok(first) = began.checked_sub(KEPT_DAYS.days()) else { return };
    let ended = changes.windows(2).take_while(|two| two[1].from < first).count();
    changes.drain(..ended);
    if let [PriceChange { price: None, from, .. }] = changes[..]
        && from < first
    {
        changes.clear();
    }
}

/// As JSON in one line; texts, numbers and days are written without a fault.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whether the price is said to be reduced, as the cart charges it.
fn is_reduced(product: &Product, variant: &Variant) -> bool {
    product.current_price(variant) < variant.price
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::product::ProductType;

    fn product(price: i64, sale: Option<i64>) -> Product {
        let cents = |cents| Cents::new(cents).unwrap();
        let variant = Variant {
            sku: "s".into(),
            price: cents(price),
            sale_price: cents(sale.unwrap_or_default()),
            on_sale: sale.is_some(),
            ..Variant::default()
        };
        Product {
            id: "cup".into(),
            product_type: ProductType::Physical,
            variants: vec![variant],
            ..Product::default()
        }
    }

    fn day(number: i32) -> Date {
        jiff::civil::date(2026, 1, 1).checked_add(number.days()).unwrap()
    }

    fn told(days: &[(i32, i64, Option<i64>)], today: i32) -> (PriceHistory, Option<i64>) {
        let mut history = PriceHistory::default();
        for (number, price, sale) in days {
            history = history.with([product(*price, *sale)].iter(), day(*number));
        }
        let last = product(0, None);
        let lowest = history.lowest_before_reduction(&last, &last.variants[0], day(today));
        (history, lowest.map(Cents::get))
    }

    /// S-784: the lowest of the 30 days before the reduction began, not before today, and not that of the reduction itself.
    #[test]
    fn s_784_the_lowest_price_of_the_days_before_a_reduction() {
        // Raised to 15 shortly before it is reduced "from 15 to 12": it was 10 before.
        assert_eq!(told(&[(0, 1000, None), (20, 1500, None), (40, 1500, Some(1200))], 40).1, Some(1000));
        // 31 days at 15 are enough.
        assert_eq!(told(&[(0, 1000, None), (20, 1500, None), (51, 1500, Some(1200))], 51).1, Some(1500));
        // A reduction in steps counts from its first step, however long it lasts.
        let steps =
            [(0, 2000, None), (60, 2000, Some(1800)), (70, 2000, Some(1500)), (130, 2000, Some(1200))];
        assert_eq!(told(&steps, 130).1, Some(2000));
        // A new reduction counts the one before it.
        let again = [(0, 2000, None), (60, 2000, Some(1500)), (70, 2000, None), (80, 2000, Some(1600))];
        assert_eq!(told(&again, 80).1, Some(1500));
        // One that begins today is in no build yet.
        assert_eq!(told(&[(0, 1000, None)], 10).1, Some(1000));
        // Nothing is made up where nothing is known.
        assert_eq!(told(&[(0, 1000, Some(800))], 10).1, None);
        assert_eq!(told(&[], 10).1, None);
    }

    /// S-785: a file that changes only when a price does, is read as it was written, and forgets what is no longer sold.
    #[test]
    fn s_785_the_file_is_small_and_the_same() {
        let (history, _) = told(&[(0, 1000, None), (40, 1500, Some(1200))], 40);
        let text = history.to_text();
        assert_eq!(
            text,
            r#"{
  "version": 1,
  "prices": {
    "cup": {
      "s": [{"from":"2026-01-01","price":1000},{"from":"2026-02-10","price":1200,"onSale":true}]
    }
  }
}
"#
        );
        assert_eq!(PriceHistory::read(&text), Ok(history.clone()));
        assert_eq!(history.with([product(1500, Some(1200))].iter(), day(45)), history);
        let gone = history.with([].iter(), day(50));
        assert_eq!(PriceHistory::read(&gone.to_text()), Ok(gone.clone()));
        assert!(!gone.with([].iter(), day(81)).prices.is_empty());
        assert!(gone.with([].iter(), day(82)).prices.is_empty());
        assert_eq!(PriceHistory::read(&PriceHistory::default().to_text()), Ok(PriceHistory::default()));
        for wrong in [
            "",
            "{}",
            r#"{"version": 2, "prices": {}}"#,
            r#"{"version": 1, "prices": {"a": {"b": [{"from": "2026-02-30", "price": 1}]}}}"#,
            r#"{"version": 1, "prices": {"a": {"b": [{"from": "2026-02-02", "price": 1}, {"from": "2026-02-01", "price": 2}]}}}"#,
        ] {
            assert!(PriceHistory::read(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        /// S-784: whatever is asked day by day, the answer is the least of the days that count, and what is forgotten on the
        /// way changes nothing.
        #[test]
        fn s_784_as_counted_day_by_day(
            days in prop::collection::vec((900_i64..905, prop::option::weighted(0.4, 800_i64..805), 1_usize..25), 1..30),
        ) {
            let mut history = PriceHistory::default();
            let mut asked: Vec<(i64, bool)> = Vec::new();
            for (price, sale, length) in days {
                for _ in 0..length {
                    let today = day(i32::try_from(asked.len()).unwrap());
                    let sold = product(price, sale);
                    // Asked before the build writes the day down, and after it.
                    let before = history.lowest_before_reduction(&sold, &sold.variants[0], today);
                    history = history.with([sold.clone()].iter(), today);
                    let after = history.lowest_before_reduction(&sold, &sold.variants[0], today);
                    asked.push((sale.unwrap_or(price), sale.is_some()));
                    let reduced = asked.iter().rev().take_while(|(_, on_sale)| *on_sale).count();
                    let began = asked.len() - reduced;
                    let counted = &asked[began.saturating_sub(30)..began];
                    let expected = counted.iter().map(|(price, _)| *price).min();
                    if sale.is_some() {
                        prop_assert_eq!(after.map(Cents::get), expected);
                        prop_assert_eq!(before.map(Cents::get), expected);
                    }
                }
            }
            let text = history.to_text();
            prop_assert_eq!(PriceHistory::read(&text).unwrap(), history);
        }
    }
}
