//! The words of pages and letters about orders: a table for each language, with the site's own words before it.

use crate::published::Published;
use loggia_commerce::{Cents, CurrencyCode, PageCurrency, ReturnReason, Trim, format_cents};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

type Table = BTreeMap<String, String>;

/// A language, by the first part of its tag, and its words.
static TABLES: LazyLock<[(&str, Table); 4]> = LazyLock::new(|| {
    [
        ("en", include_str!("words/en.json")),
        ("de", include_str!("words/de.json")),
        ("fr", include_str!("words/fr.json")),
        ("ar", include_str!("words/ar.json")),
    ]
    .map(|(language, text)| (language, serde_json::from_str(text).unwrap_or_default()))
});

/// Languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 4] = ["ar", "fa", "he", "ur"];

/// The words of one language, as one site says them.
#[derive(Clone, Debug)]
pub struct OrderWords<'a> {
    site: Option<&'a Published>,
    own: Option<&'a BTreeMap<String, String>>,
    table: &'static Table,
    /// The whole tag, which numbers follow.
    tag: String,
}

impl<'a> OrderWords<'a> {
    /// Those of a language, as a BCP 47 tag; "" is the site's own. What there is no table of is in English.
    pub fn of(published: &'a Published, language: &str) -> Self {
        let website = &published.catalog.website;
        let tag = if language.is_empty() { website.locale.as_str() } else { language };
        let plain = first_part(tag);
        let table = TABLES.iter().find(|(known, _)| *known == plain).map_or(&TABLES[0].1, |(_, table)| table);
        // The site's own words are in its own language.
        let own = (plain == first_part(&website.locale)).then_some(&published.catalog.localized_strings);
        OrderWords { site: Some(published), own, table, tag: tag.to_owned() }
    }

    /// Those of the owner's pages.
    pub fn english() -> OrderWords<'static> {
        OrderWords { site: None, own: None, table: &TABLES[0].1, tag: "en".to_owned() }
    }

    /// One text.
    pub fn get(&self, key: &str) -> &str {
        let own = self.own.and_then(|own| own.get(key)).filter(|text| !text.is_empty());
        own.or_else(|| self.table.get(key)).map_or("", String::as_str)
    }

    /// Why goods come back, in words.
    pub fn return_reason(&self, reason: ReturnReason) -> &str {
        self.get(match reason {
            ReturnReason::Unsaid => "orderReturnWhyUnsaid",
            ReturnReason::TooSmall => "orderReturnWhyTooSmall",
            ReturnReason::TooLarge => "orderReturnWhyTooLarge",
            ReturnReason::NotAsDescribed => "orderReturnWhyNotAsDescribed",
            ReturnReason::Damaged => "orderReturnWhyDamaged",
            ReturnReason::Defective => "orderReturnWhyDefective",
            ReturnReason::WrongItem => "orderReturnWhyWrongItem",
            ReturnReason::TooLate => "orderReturnWhyTooLate",
            ReturnReason::ChangedMind => "orderReturnWhyChangedMind",
            ReturnReason::Other => "orderReturnWhyOther",
        })
    }

    /// One text with what stands for its names in braces.
    pub fn with(&self, key: &str, values: &[(&str, &str)]) -> String {
        let mut text = String::new();
        let mut rest = self.get(key);
        // From left to right, so that a brace in a value is a brace.
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            match after.split_once('}') {
                Some((name, behind)) => {
                    let value = values.iter().find(|(known, _)| *known == name);
                    text.push_str(&self.apart(value.map_or("", |(_, value)| value)));
                    rest = behind;
                }
                None => {
                    text.push('{');
                    rest = after;
                }
            }
        }
        text.push_str(rest);
        text
    }

    /// A text that is to be read by itself: in a line from right to left an address or a number keeps its own order.
    pub fn apart<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.direction() == "ltr" || text.is_empty() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(format!("\u{2068}{text}\u{2069}"))
    }

    /// Every text, for a template.
    pub fn all(&self) -> Value {
        let all = self.table.keys().map(|key| (key.clone(), Value::from(self.get(key))));
        Value::Object(all.collect::<Map<String, Value>>())
    }

    /// The language's tag.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// `rtl` or `ltr`.
    pub fn direction(&self) -> &'static str {
        if RIGHT_TO_LEFT.contains(&first_part(&self.tag).as_str()) { "rtl" } else { "ltr" }
    }

    /// An amount in minor units, as it is read.
    pub fn money(&self, currency: &str, cents: i64) -> String {
        format_cents(Cents::new(cents).unwrap_or_default(), &self.currency(currency), Trim::Never)
    }

    /// How amounts of a currency (ISO 4217) are written.
    pub fn currency(&self, currency: &str) -> PageCurrency {
        let currency = CurrencyCode::parse(currency).unwrap_or_default();
        let of_site = self.site.map(|site| site.catalog.currency_in(&self.tag));
        let of_site = of_site.filter(|known| known.code == currency);
        of_site.unwrap_or_else(|| PageCurrency::new(currency, &self.tag))
    }
}

fn first_part(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in braces of a text.
    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> =
            text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn s_656_every_language_says_everything() {
        let english = &TABLES[0].1;
        assert!(english.len() > 80);
        for (language, table) in TABLES.iter() {
            assert!(table.keys().eq(english.keys()), "{language}");
            for (key, text) in table {
                assert!(!text.trim().is_empty(), "{language} {key}");
                assert_eq!(names(text), names(&english[key]), "{language} {key}");
            }
        }
    }

    #[test]
    fn s_493_every_reason_of_a_return_has_its_own_words() {
        let words = OrderWords::english();
        let said: std::collections::BTreeSet<&str> =
            ReturnReason::ALL.into_iter().map(|reason| words.return_reason(reason)).collect();
        assert_eq!(said.len(), ReturnReason::ALL.len());
        assert!(!said.contains(""));
    }

    #[test]
    fn s_656_the_words_are_those_of_the_order_and_the_site_s_own_come_first() {
        let mut published = Published::default();
        published.catalog.website.locale = "de-DE".into();
        published.catalog.localized_strings.insert("sumTotal".into(), "Summe".into());
        assert_eq!(OrderWords::of(&published, "").get("sumTotal"), "Summe");
        assert_eq!(OrderWords::of(&published, "de-AT").get("sumTotal"), "Summe");
        assert_eq!(OrderWords::of(&published, "fr-FR").get("sumSubtotal"), "Sous-total");
        assert_eq!(OrderWords::of(&published, "nl").get("sumTotal"), "Total");
        assert_eq!(
            (OrderWords::of(&published, "ar").direction(), OrderWords::of(&published, "de").direction()),
            ("rtl", "ltr")
        );
    }

    #[test]
    fn s_656_a_brace_in_a_value_is_a_brace() {
        let published = Published::default();
        let words = OrderWords::of(&published, "en");
        assert_eq!(
            words.with("letterConfirmationSubject", &[("shop", "{name}"), ("name", "#1")]),
            "{name}: your order #1"
        );
    }
}
