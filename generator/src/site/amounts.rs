//! How amounts are written: the same in pages, widgets, letters and plain pages, from one set of tables.

use std::collections::BTreeMap;

use loggia_commerce::{AmountForm, CurrencyCode, PageCurrency};
use loggia_locale::{Locale, MoneyFormat, MoneyOptions};

/// A currency in a locale. With `in_locale` (`useCLDRMoneyFormat`) it has the form that `{@|product-price}` and
/// `{@|money}` write in; else the one of the shop's own table.
pub fn currency(code: CurrencyCode, locale: &str, in_locale: bool) -> PageCurrency {
    let plain = PageCurrency::new(code, locale);
    if !in_locale {
        return plain;
    }
    let form = MoneyFormat::new(&Locale::resolve(locale), code.as_str(), &MoneyOptions::default());
    let Some(pieces) = form.pieces() else { return plain };
    let ((prefix, suffix), (negative_prefix, negative_suffix)) = (pieces.positive, pieces.negative);
    plain.with_form(AmountForm {
        prefix,
        suffix,
        negative_prefix,
        negative_suffix,
        decimal: pieces.decimal,
        group: pieces.group,
        group_size: pieces.group_size,
        further_group_size: pieces.further_group_size,
        minimum_grouping: pieces.minimum_grouping,
        // Never fewer than what is charged: the tables show pesos of Colombia whole, and their hundredths are paid.
        fraction_digits: pieces.fraction_digits.max(code.fraction_digits()),
        number_system: pieces.digits.as_ref().map(|_| pieces.number_system.to_owned()),
        digits: pieces.digits,
    })
}

/// The site's own currency and that of each of its languages, by locale; nothing where the table's own form holds.
pub fn by_locale<'l>(
    own: &PageCurrency,
    languages: impl Iterator<Item = &'l str>,
    in_locale: bool,
) -> BTreeMap<String, PageCurrency> {
    let others = languages.map(|locale| currency(own.code, locale, in_locale));
    std::iter::once(own.clone())
        .chain(others)
        .filter(|currency| currency.form.is_some())
        .map(|currency| (currency.locale.clone(), currency))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_commerce::Cents;
    use serde_json::Value;

    fn cases() -> Vec<Value> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/commerce/vectors/amount.json");
        let file: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        file["cases"].as_array().unwrap().clone()
    }

    /// S-731: what `{money}` writes into a page and what a widget writes of the page's data are one text.
    #[test]
    fn s_731_pages_and_widgets_write_the_same() {
        let cases = cases();
        assert!(cases.len() > 200);
        for case in cases {
            let told: PageCurrency = serde_json::from_value(case["given"]["currency"].clone()).unwrap();
            assert_eq!(currency(told.code, &told.locale, true), told, "{}", case["name"]);
            let page = MoneyFormat::new(
                &Locale::resolve(&told.locale),
                told.code.as_str(),
                &MoneyOptions::default(),
            );
            let cents: Vec<Cents> = serde_json::from_value(case["given"]["cents"].clone()).unwrap();
            let texts: Vec<String> =
                cents.iter().map(|cents| page.format(&cents.to_decimal_text().parse().unwrap())).collect();
            assert_eq!(Value::from(texts), case["expect"]["texts"], "{}", case["name"]);
        }
    }

    #[test]
    fn s_730_a_site_that_does_not_ask_for_its_locale_keeps_the_table() {
        let euro = CurrencyCode::parse("EUR").unwrap();
        assert_eq!(currency(euro, "de-DE", false), PageCurrency::new(euro, "de-DE"));
        assert_eq!(by_locale(&currency(euro, "de-DE", false), ["fr-FR"].into_iter(), false), BTreeMap::new());
        let all = by_locale(&currency(euro, "de-DE", true), ["fr-FR", "en-US"].into_iter(), true);
        assert_eq!(all.keys().collect::<Vec<_>>(), ["de-DE", "fr-FR"]);
    }
}
