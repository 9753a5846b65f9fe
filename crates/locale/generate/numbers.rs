//! Number systems, patterns, currencies.

use crate::{
    Keys,
    source::{Source, entries, put},
};
use serde_json::Value;
use std::{collections::BTreeSet, io};

pub fn collect(source: &Source, locale: &str, keys: &mut Keys) -> io::Result<()> {
    if let Some(file) = source.of_locale("cldr-numbers-full", locale, "numbers")? {
        numbers(keys, &file["numbers"]);
    }
    if let Some(file) = source.of_locale("cldr-numbers-full", locale, "currencies")? {
        currencies(keys, &file["numbers"]["currencies"]);
    }
    Ok(())
}

fn numbers(keys: &mut Keys, numbers: &Value) {
    let default = numbers["defaultNumberingSystem"].as_str().unwrap_or("latn");
    keys.insert("numberSystem".into(), default.into());
    put(keys, "nativeSystem".into(), &numbers["otherNumberingSystems"]["native"]);
    put(keys, "minimumGrouping".into(), &numbers["minimumGroupingDigits"]);
    let native = numbers["otherNumberingSystems"]["native"].as_str().unwrap_or("latn");
    for system in BTreeSet::from([default, "latn", native]) {
        if numbers[format!("symbols-numberSystem-{system}")].is_object() {
            number_system(keys, numbers, system);
        }
    }
}

fn number_system(keys: &mut Keys, numbers: &Value, system: &str) {
    let part = |name: &str| &numbers[format!("{name}-numberSystem-{system}")];
    for (name, text) in entries(part("symbols")) {
        if !name.contains("-alt-") {
            put(keys, format!("{system}.symbol.{name}"), text);
        }
    }
    let decimal = part("decimalFormats");
    let money = part("currencyFormats");
    put(keys, format!("{system}.decimal"), &decimal["standard"]);
    put(keys, format!("{system}.percent"), &part("percentFormats")["standard"]);
    put(keys, format!("{system}.scientific"), &part("scientificFormats")["standard"]);
    put(keys, format!("{system}.money"), &money["standard"]);
    put(keys, format!("{system}.accounting"), &money["accounting"]);
    compact(keys, &format!("{system}.short"), &decimal["short"]["decimalFormat"]);
    compact(keys, &format!("{system}.long"), &decimal["long"]["decimalFormat"]);
    compact(keys, &format!("{system}.moneyShort"), &money["short"]["standard"]);
    for (name, text) in entries(money) {
        if let Some(category) = name.strip_prefix("unitPattern-count-") {
            put(keys, format!("{system}.unit.{category}"), text);
        }
    }
    for (position, side) in [("beforeCurrency", "before"), ("afterCurrency", "after")] {
        put(keys, format!("{system}.space.{side}"), &money["currencySpacing"][position]["insertBetween"]);
    }
}

/// `1000-count-one` becomes `.4.one`: the number of integer digits and the plural category.
fn compact(keys: &mut Keys, prefix: &str, patterns: &Value) {
    for (name, text) in entries(patterns) {
        if let Some((magnitude, category)) = name.split_once("-count-")
            && !category.contains("-alt-")
        {
            put(keys, format!("{prefix}.{}.{category}", magnitude.len()), text);
        }
    }
}

fn currencies(keys: &mut Keys, currencies: &Value) {
    for (code, currency) in entries(currencies) {
        put(keys, format!("currency.{code}.symbol"), &currency["symbol"]);
        put(keys, format!("currency.{code}.narrow"), &currency["symbol-alt-narrow"]);
        put(keys, format!("currency.{code}.name"), &currency["displayName"]);
        put(keys, format!("currency.{code}.decimal"), &currency["decimal"]);
        for (name, text) in entries(currency) {
            if let Some(category) = name.strip_prefix("displayName-count-") {
                put(keys, format!("currency.{code}.name.{category}"), text);
            }
        }
    }
}
