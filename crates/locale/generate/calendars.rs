//! Calendars, relative fields, zone names, contexts.

use crate::{
    Keys,
    source::{Source, entries, put},
};
use serde_json::Value;
use std::{collections::BTreeMap, io};

const WIDTHS: [&str; 4] = ["full", "long", "medium", "short"];

/// A regional calendar: its name, its package, and the package of the same release that has the generic calendar.
const REGIONAL: [(&str, &str, &str); 3] = [
    ("buddhist", "cldr-cal-buddhist-modern", "cldr-dates-43"),
    ("japanese", "cldr-cal-japanese-modern", "cldr-dates-43"),
    ("persian", "cldr-cal-persian-full", "cldr-dates-46"),
];

pub fn collect(source: &Source, locale: &str, keys: &mut Keys) -> io::Result<()> {
    for name in ["gregorian", "generic"] {
        if let Some(file) = source.of_locale("cldr-dates-full", locale, &format!("ca-{name}"))? {
            let calendar = &file["dates"]["calendars"][name];
            if name == "gregorian" {
                names(keys, name, calendar, &["months", "days", "quarters", "dayPeriods"]);
                eras(keys, name, &calendar["eras"]);
            }
            patterns(keys, name, calendar);
        }
    }
    for regional in REGIONAL {
        regional_calendar(source, locale, regional, keys)?;
    }
    if let Some(file) = source.of_locale("cldr-dates-full", locale, "dateFields")? {
        fields(keys, &file["dates"]["fields"]);
    }
    if let Some(file) = source.of_locale("cldr-dates-full", locale, "timeZoneNames")? {
        zones(keys, &file["dates"]["timeZoneNames"]);
    }
    if let Some(file) = source.of_locale("cldr-misc-full", locale, "contextTransforms")? {
        contexts(keys, &file["contextTransforms"]);
    }
    Ok(())
}

/// A locale that a regional calendar's older package does not know yet inherits what its parent says.
pub fn fill_from_parents(source: &Source, locales: &mut BTreeMap<String, Keys>) {
    for calendar in ["buddhist.", "japanese.", "persian."] {
        let own = |keys: &Keys| -> Keys {
            let range = keys.range(calendar.to_string()..).take_while(|(key, _)| key.starts_with(calendar));
            range.map(|(key, text)| (key.clone(), text.clone())).collect()
        };
        let known: BTreeMap<String, Keys> =
            locales.iter().map(|(name, keys)| (name.clone(), own(keys))).collect();
        for (name, keys) in locales.iter_mut().filter(|(name, _)| known[*name].is_empty()) {
            let mut parent = source.parent(name);
            while let Some(candidate) = parent {
                if let Some(inherited) = known.get(&candidate).filter(|inherited| !inherited.is_empty()) {
                    keys.extend(inherited.clone());
                    break;
                }
                parent = source.parent(&candidate);
            }
        }
    }
}

/// A regional calendar's eras, Persia's months, and the patterns of its own.
fn regional_calendar(
    source: &Source,
    locale: &str,
    regional: (&str, &str, &str),
    keys: &mut Keys,
) -> io::Result<()> {
    let (name, package, _) = regional;
    if let Some(file) = source.of_locale(package, locale, &format!("ca-{name}"))? {
        let calendar = &file["dates"]["calendars"][name];
        if name == "persian" {
            names(keys, name, calendar, &["months"]);
        }
        eras(keys, name, &calendar["eras"]);
    }
    keys.extend(own_patterns(source, locale, regional)?);
    Ok(())
}

/// The patterns that are not the generic calendar's of the same release, and not just the parent's: those of `en` reach
/// `en-GB` although the generic calendar of `en-GB` has better ones.
fn own_patterns(
    source: &Source,
    locale: &str,
    regional: (&str, &str, &str),
) -> io::Result<BTreeMap<String, String>> {
    let (name, package, dates) = regional;
    let all = |package: &str, locale: &str, calendar: &str| -> io::Result<Keys> {
        let mut keys = Keys::new();
        if let Some(file) = source.of_locale(package, locale, &format!("ca-{calendar}"))? {
            patterns(&mut keys, name, &file["dates"]["calendars"][calendar]);
        }
        Ok(keys)
    };
    let mut own = all(package, locale, name)?;
    let usual = all(dates, locale, "generic")?;
    let (inherited, inherited_own) = match source.parent(locale) {
        Some(parent) if parent != "und" => {
            (all(package, &parent, name)?, own_patterns(source, &parent, regional)?)
        }
        _ => (Keys::new(), Keys::new()),
    };
    own.retain(|key, text| {
        let kept = [".date.", ".available."].iter().any(|kind| key.contains(kind));
        let is_own = inherited.get(key) != Some(text) || inherited_own.contains_key(key);
        kept && is_own && usual.get(key).is_some_and(|usual| usual != text)
    });
    Ok(own)
}

fn eras(keys: &mut Keys, name: &str, eras: &Value) {
    for (width, short) in [("eraNames", "wide"), ("eraAbbr", "abbreviated"), ("eraNarrow", "narrow")] {
        for (index, text) in entries(&eras[width]) {
            // The 232 eras before Meiji have one name in all locales: the supplement's.
            let old = name == "japanese" && index.parse::<u16>().is_ok_and(|index| index < 232);
            if !index.contains("-alt-") && !old {
                put(keys, format!("{name}.era.{short}.{index}"), text);
            }
        }
    }
}

fn patterns(keys: &mut Keys, name: &str, calendar: &Value) {
    for width in WIDTHS {
        put(keys, format!("{name}.date.{width}"), &calendar["dateFormats"][width]);
        put(keys, format!("{name}.time.{width}"), &calendar["timeFormats"][width]);
        put(keys, format!("{name}.join.{width}"), &calendar["dateTimeFormats"][width]);
        put(keys, format!("{name}.at.{width}"), &calendar["dateTimeFormats-atTime"]["standard"][width]);
    }
    for (skeleton, pattern) in entries(&calendar["dateTimeFormats"]["availableFormats"]) {
        if !skeleton.contains("-alt-") {
            put(keys, format!("{name}.available.{skeleton}"), pattern);
        }
    }
    for (skeleton, patterns) in entries(&calendar["dateTimeFormats"]["intervalFormats"]) {
        if skeleton == "intervalFormatFallback" {
            put(keys, format!("{name}.intervalFallback"), patterns);
        }
        for (field, pattern) in entries(patterns) {
            if !field.contains("-alt-") {
                put(keys, format!("{name}.interval.{skeleton}.{field}"), pattern);
            }
        }
    }
}

fn names(keys: &mut Keys, name: &str, calendar: &Value, kinds: &[&str]) {
    for kind in kinds {
        for form in ["format", "stand-alone"] {
            for (width, names) in entries(&calendar[kind][form]) {
                for (index, text) in entries(names) {
                    if !index.contains("-alt-") {
                        put(keys, format!("{name}.{kind}.{form}.{width}.{index}"), text);
                    }
                }
            }
        }
    }
}

fn fields(keys: &mut Keys, fields: &Value) {
    for (field, texts) in entries(fields) {
        if ["era", "dayperiod", "zone", "quarter"].iter().any(|unused| field.starts_with(unused)) {
            continue;
        }
        for (kind, value) in entries(texts) {
            if let Some(count) = kind.strip_prefix("relative-type-") {
                put(keys, format!("relative.{field}.{count}"), value);
            }
            let tense = match kind.as_str() {
                "relativeTime-type-future" => "future",
                "relativeTime-type-past" => "past",
                _ => continue,
            };
            for (name, text) in entries(value) {
                let category = name.rsplit('-').next().unwrap_or(name);
                put(keys, format!("relative.{field}.{tense}.{category}"), text);
            }
        }
    }
}

fn zones(keys: &mut Keys, names: &Value) {
    for part in ["hourFormat", "gmtFormat", "gmtZeroFormat", "regionFormat"] {
        put(keys, format!("zone.{part}"), &names[part]);
    }
    for (metazone, widths) in entries(&names["metazone"]) {
        for (width, kinds) in entries(widths) {
            for (kind, text) in entries(kinds) {
                put(keys, format!("zone.{width}.{metazone}.{kind}"), text);
            }
        }
    }
    cities(keys, "", &names["zone"]);
}

/// The example cities (`America/New_York` → "New York"), where they are not just the last part of the zone's id.
fn cities(keys: &mut Keys, path: &str, zone: &Value) {
    for (part, value) in entries(zone) {
        let id = if path.is_empty() { part.clone() } else { format!("{path}/{part}") };
        if value["exemplarCity"].is_string() {
            put(keys, format!("zone.city.{id}"), &value["exemplarCity"]);
        } else if value.is_object() {
            cities(keys, &id, value);
        }
    }
}

fn contexts(keys: &mut Keys, transforms: &Value) {
    for (usage, contexts) in entries(transforms) {
        let usages = match usage.split_once("format-and-standalone") {
            Some((head, tail)) => vec![format!("{head}format{tail}"), format!("{head}standalone{tail}")],
            None => vec![usage.clone()],
        };
        for usage in usages {
            for (name, context) in [("stand-alone", "standalone"), ("uiListOrMenu", "menu")] {
                if contexts[name] == "titlecase-firstword" {
                    keys.insert(format!("context.{usage}.{context}"), "title".into());
                }
            }
        }
    }
}
