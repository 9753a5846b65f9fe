//! What belongs to no locale: week rules, hour cycles, day periods, currency digits, likely subtags, zones.

use crate::{
    Keys,
    source::{Source, entries},
};
use serde_json::Value;
use std::{collections::BTreeSet, io};

pub fn collect(source: &Source, names: &[String]) -> io::Result<Keys> {
    let mut keys = Keys::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    for (place, hours) in entries(&source.supplement("timeData")?["timeData"]) {
        let value = format!("{}|{}", text(&hours["_allowed"]), text(&hours["_preferred"]));
        keys.insert(format!("hours.{}", place.replace('_', "-")), value);
    }
    day_periods(source, &mut keys)?;
    let week = source.supplement("weekData")?;
    for (kind, key) in [("firstDay", "firstDay"), ("minDays", "minimumDays")] {
        for (region, value) in entries(&week["weekData"][kind]) {
            if !region.contains("-alt-") {
                keys.insert(format!("{key}.{region}"), text(value));
            }
        }
    }
    for (region, calendars) in
        entries(&source.supplement("calendarPreferenceData")?["calendarPreferenceData"])
    {
        let calendars: Vec<_> = calendars.as_array().into_iter().flatten().map(text).collect();
        keys.insert(format!("calendar.{region}"), calendars.join(" "));
    }
    for (code, fraction) in entries(&source.supplement("currencyData")?["currencyData"]["fractions"]) {
        keys.insert(format!("digits.{code}"), text(&fraction["_digits"]));
    }
    for (name, system) in entries(&source.supplement("numberingSystems")?["numberingSystems"]) {
        if let Some(digits) = system["_digits"].as_str() {
            keys.insert(format!("numerals.{name}"), digits.into());
        }
    }
    japanese_eras(source, &mut keys)?;
    tags(source, names, &mut keys)?;
    zones(source, &mut keys)?;
    Ok(keys)
}

fn day_periods(source: &Source, keys: &mut Keys) -> io::Result<()> {
    for (language, periods) in entries(&source.supplement("dayPeriods")?["dayPeriodRuleSet"]) {
        for (name, rule) in entries(periods) {
            let value = match rule["_at"].as_str() {
                Some(at) => at.to_string(),
                None => format!(
                    "{}-{}",
                    rule["_from"].as_str().unwrap_or_default(),
                    rule["_before"].as_str().unwrap_or_default()
                ),
            };
            keys.insert(format!("dayPeriod.{language}.{name}"), value);
        }
    }
    Ok(())
}

/// `japaneseEra.<number>`: the era's first day and its name in the root locale, joined by `|`.
fn japanese_eras(source: &Source, keys: &mut Keys) -> io::Result<()> {
    let starts = source.supplement("calendarData")?["calendarData"]["japanese"]["eras"].take();
    let names = source.of_locale("cldr-cal-japanese-modern", "und", "ca-japanese")?.unwrap_or_default();
    let names = &names["dates"]["calendars"]["japanese"]["eras"]["eraAbbr"];
    for (number, era) in entries(&starts) {
        if let (Some(start), Some(name)) = (era["_start"].as_str(), names[number].as_str()) {
            keys.insert(format!("japaneseEra.{number}"), format!("{start}|{name}"));
        }
    }
    Ok(())
}

/// Likely subtags and old names, of the packed languages only.
fn tags(source: &Source, names: &[String], keys: &mut Keys) -> io::Result<()> {
    let languages: BTreeSet<&str> = names.iter().filter_map(|name| name.split('-').next()).collect();
    let packed = |tag: &str| tag.split('-').next().is_some_and(|language| languages.contains(language));
    for (tag, likely) in entries(&source.supplement("likelySubtags")?["likelySubtags"]) {
        if packed(tag)
            && let Some(likely) = likely.as_str()
        {
            keys.insert(format!("likely.{tag}"), likely.into());
        }
    }
    let aliases = source.supplement("aliases")?;
    for (old, alias) in entries(&aliases["metadata"]["alias"]["languageAlias"]) {
        if let Some(new) = alias["_replacement"].as_str()
            && packed(new)
            && !old.contains('-')
        {
            keys.insert(format!("alias.{old}"), new.into());
        }
    }
    Ok(())
}

/// `metazone.<zone>`: `from>metazone` in order of time, joined by `|`; `zone.<new id>`: CLDR's own id of a zone;
/// `iana.<zone>`: the id that the time zone database prefers, where it is another one.
fn zones(source: &Source, keys: &mut Keys) -> io::Result<()> {
    let metazones = source.supplement("metaZones")?;
    history(keys, "", &metazones["metaZones"]["metazoneInfo"]["timezone"]);
    for (_, zone) in entries(&source.read("cldr-bcp47/bcp47/timezone.json")?["keyword"]["u"]["tz"]) {
        let mut names = zone["_alias"].as_str().unwrap_or_default().split(' ');
        let Some(own) = names.next() else { continue };
        keys.extend(names.map(|name| (format!("zone.{name}"), own.to_string())));
        if let Some(preferred) = zone["_iana"].as_str() {
            keys.insert(format!("iana.{own}"), preferred.to_string());
        }
    }
    Ok(())
}

fn history(keys: &mut Keys, path: &str, value: &Value) {
    if let Some(uses) = value.as_array() {
        let uses: Vec<String> = uses
            .iter()
            .map(|entry| &entry["usesMetazone"])
            .map(|entry| {
                format!(
                    "{}>{}",
                    entry["_from"].as_str().unwrap_or_default(),
                    entry["_mzone"].as_str().unwrap_or_default()
                )
            })
            .collect();
        keys.insert(format!("metazone.{path}"), uses.join("|"));
    }
    for (part, value) in entries(value) {
        history(keys, &if path.is_empty() { part.clone() } else { format!("{path}/{part}") }, value);
    }
}
