//! The owner's ways of shipping, with their zones written out as places; the days on which the shop sends.

use std::collections::BTreeMap;

use loggia_commerce::{
    BusinessDays, Cents, DELIVERY_DAYS_MAXIMUM, Place, ShippingOption, WINDOW_DAYS_MAXIMUM, Windows,
    address_lines, is_country,
};
use loggia_template::Node;
use serde_json::Value;

use super::notes::{Notes, step};
use super::read::read;
use crate::diagnostic::{Diagnostic, nearest};
use crate::site::Site;
use crate::site::position::Step;
use crate::site::value::value;

/// The members of a rate and of a place.
const RATE: [&str; 7] =
    ["class", "upToGrams", "upToCents", "upToItems", "costCents", "costPerItemCents", "costPerKilogramCents"];
const PLACE: [&str; 3] = ["country", "regions", "postalCodes"];
/// The longest address and the longest hours of a point where goods are collected.
const POINT_TEXT_MAXIMUM: usize = 500;
/// The longest window, in minutes: a day has no more but for one.
const WINDOW_MINUTES_MAXIMUM: u16 = 1439;

/// The ways of shipping, with their zones written out.
pub(super) fn shipping_options(site: &Site, faults: &mut Vec<Diagnostic>) -> Vec<ShippingOption> {
    let document = site.website.document;
    let node = document.root.get("shippingOptions");
    if node.is_nothing() {
        return Vec::new();
    }
    if !matches!(node, Node::List(_)) {
        return read(document, &["shippingOptions".into()], faults);
    }
    let mut notes = Notes { site, faults, code: "delivery", any: false };
    let zones = zones(site, &mut notes);
    let mut options = Vec::new();
    for (index, one) in node.elements().iter().enumerate() {
        let path: Vec<Step> = vec!["shippingOptions".into(), index.into()];
        let mut one = value(*one);
        notes.any = false;
        places(&step(&path, "places"), &one["places"], &mut notes);
        for (place, rate) in one["rates"].as_array().into_iter().flatten().enumerate() {
            notes.unknown(&step(&step(&path, "rates"), place), rate, &RATE, "a rate");
        }
        if let Some(members) = one.as_object_mut() {
            let named = members.remove("zones");
            for (place, id) in named.iter().filter_map(Value::as_array).flatten().enumerate() {
                let id = id.as_str().unwrap_or_default();
                match zones.get(id) {
                    Some(places) => {
                        let all = members.entry("places").or_insert_with(|| Value::Array(Vec::new()));
                        all.as_array_mut().into_iter().for_each(|all| all.extend(places.iter().cloned()));
                    }
                    None => {
                        let near = nearest(id, zones.keys().map(String::as_str));
                        let help = near.map(|near| format!("did you mean `{near}`?"));
                        let help = help.unwrap_or_else(|| "name it in shippingZones".to_owned());
                        let path = step(&step(&path, "zones"), place);
                        notes.wrong(&path, format!("No zone has the id '{id}'."), &help);
                    }
                }
            }
        }
        if notes.any {
            continue;
        }
        match serde_json::from_value::<ShippingOption>(one) {
            Ok(option) => {
                check_option(&path, &option, &mut notes);
                options.push(option);
            }
            Err(error) => {
                notes.wrong(&path, format!("This way of shipping cannot be read: {error}."), "");
            }
        }
    }
    options
}

fn check_option(path: &[Step], option: &ShippingOption, notes: &mut Notes<'_>) {
    let below_zero = |cents: Cents| cents < Cents::ZERO;
    let amounts = [
        ("costCents", option.cost_cents),
        ("costPerItemCents", option.cost_per_item_cents),
        ("costPerKilogramCents", option.cost_per_kilogram_cents),
        ("freeFromCents", option.free_from_cents.unwrap_or_default()),
    ];
    for (key, _) in amounts.iter().filter(|(_, cents)| below_zero(*cents)) {
        notes.wrong(&step(path, *key), "An amount is not below 0.", "");
    }
    for (place, rate) in option.rates.iter().enumerate() {
        let path = step(&step(path, "rates"), place);
        let amounts = [rate.cost_cents, rate.cost_per_item_cents, rate.cost_per_kilogram_cents];
        if amounts.into_iter().chain(rate.up_to_cents).any(below_zero) {
            notes.wrong(&path, "An amount of a rate is not below 0.", "");
        }
    }
    let transit = option.transit_days.unwrap_or_default();
    if transit.from > transit.to {
        notes.wrong(&step(path, "transitDays"), "`from` is not more than `to`.", "");
    }
    let days = [("handlingDays", option.handling_days), ("transitDays", Some(transit.to))];
    for (key, _) in days.iter().filter(|(_, days)| days.is_some_and(|days| days > DELIVERY_DAYS_MAXIMUM)) {
        notes.wrong(&step(path, *key), format!("At most {DELIVERY_DAYS_MAXIMUM} days are expected."), "");
    }
    if let Some(windows) = &option.windows {
        check_windows(&step(path, "windows"), windows, notes);
    }
    if let Some(point) = option.pickup.as_ref().and_then(loggia_commerce::Pickup::point) {
        let is_long = |text: &str| text.chars().count() > POINT_TEXT_MAXIMUM;
        let place = &point.address;
        if place.country.trim().is_empty() || place.line1.trim().is_empty() {
            let help = "an address has a country, a line1, a city; or write \"pickup\": true";
            notes.wrong(&step(path, "pickup"), "A point has an address.", help);
        } else if is_long(&address_lines("", "", place).concat()) || is_long(&point.hours) {
            let message = format!("An address and its hours have at most {POINT_TEXT_MAXIMUM} characters.");
            notes.wrong(&step(path, "pickup"), message, "");
        }
    }
}

fn check_windows(path: &[Step], windows: &Windows, notes: &mut Notes<'_>) {
    if windows.hours.is_empty() {
        let help = r#"write "hours": [{ "weekdays": [1, 2], "from": "08:00", "to": "13:00" }]"#;
        notes.wrong(path, "Windows are cut out of hours, and there are none.", help);
    }
    if !(1..=WINDOW_MINUTES_MAXIMUM).contains(&windows.minutes) {
        let message = format!("A window is 1 to {WINDOW_MINUTES_MAXIMUM} minutes long.");
        notes.wrong(&step(path, "minutes"), message, "");
        return;
    }
    for (index, hours) in windows.hours.iter().enumerate() {
        let path = step(&step(path, "hours"), index);
        for (place, day) in
            hours.weekdays.iter().enumerate().filter(|(_, day)| !BusinessDays::is_weekday(**day))
        {
            let path = step(&step(&path, "weekdays"), place);
            notes.wrong(&path, format!("'{day}' is no weekday."), "write 1 for Monday to 7 for Sunday");
        }
        match hours.span() {
            None => notes.wrong(&path, "These are no hours.", r#"write "from": "08:00", "to": "13:00""#),
            Some((from, to)) if to - from < windows.minutes => {
                let message = format!("No window of {} minutes is in these hours.", windows.minutes);
                notes.wrong(&path, message, "make the hours longer, or `minutes` fewer");
            }
            Some(_) => {}
        }
    }
    for (index, day) in
        windows.closed_days.iter().enumerate().filter(|(_, day)| !BusinessDays::is_closed_day(day))
    {
        let path = step(&step(path, "closedDays"), index);
        notes.wrong(&path, format!("'{day}' is no day."), "write 2026-12-24, or 12-24 for every year");
    }
    if windows.places == Some(0) {
        notes.wrong(
            &step(path, "places"),
            "A window takes one order at least.",
            "leave it out for any number",
        );
    }
    if windows.days_ahead > WINDOW_DAYS_MAXIMUM {
        let message = format!("At most {WINDOW_DAYS_MAXIMUM} days ahead can be chosen.");
        notes.wrong(&step(path, "daysAhead"), message, "");
    }
    let notice = windows.notice_days.max(windows.notice_hours.div_ceil(24));
    if notice > windows.days_ahead {
        let help = "make `daysAhead` more, or the notice less";
        notes.wrong(path, "Nothing can be chosen: the notice is longer than the days ahead.", help);
    }
}

/// The zones by their ids, each as a list of places.
fn zones(site: &Site, notes: &mut Notes<'_>) -> BTreeMap<String, Vec<Value>> {
    let node = site.website.document.root.get("shippingZones");
    let mut zones = BTreeMap::new();
    if !node.is_nothing() && !matches!(node, Node::List(_)) {
        notes.wrong(&["shippingZones".into()], "A list of zones is expected.", "write it in [ ]");
    }
    for (index, zone) in node.elements().iter().enumerate() {
        let path: Vec<Step> = vec!["shippingZones".into(), index.into()];
        let zone = value(*zone);
        notes.unknown(&path, &zone, &["id", "countries", "places"], "a zone");
        let id = zone["id"].as_str().unwrap_or_default().to_owned();
        let countries = zone["countries"].as_array().into_iter().flatten();
        let mut all: Vec<Value> = countries.map(|country| serde_json::json!({"country": country})).collect();
        places(&step(&path, "countries"), &Value::Array(all.clone()), notes);
        places(&step(&path, "places"), &zone["places"], notes);
        all.extend(zone["places"].as_array().into_iter().flatten().cloned());
        if id.is_empty() || all.is_empty() {
            notes.wrong(&path, "A zone has an id, and countries or places.", "");
        } else if zones.insert(id.clone(), all).is_some() {
            notes.wrong(&step(&path, "id"), format!("The zone '{id}' stands twice."), "");
        }
    }
    zones
}

fn places(path: &[Step], places: &Value, notes: &mut Notes<'_>) {
    for (index, place) in places.as_array().into_iter().flatten().enumerate() {
        let path = step(path, index);
        notes.unknown(&path, place, &PLACE, "a place");
        match serde_json::from_value::<Place>(place.clone()) {
            Ok(place) if is_country(&place.country.trim().to_ascii_uppercase()) => {}
            Ok(place) => {
                let message = format!("'{}' is no country: nothing is delivered there.", place.country);
                notes.doubtful(&path, message, "write its two letters, such as DE");
            }
            Err(error) => notes.wrong(&path, format!("This place cannot be read: {error}."), ""),
        }
    }
}

/// On which days the shop sends.
pub(super) fn business_days(site: &Site, faults: &mut Vec<Diagnostic>) -> Option<BusinessDays> {
    let document = site.website.document;
    let path: Vec<Step> = vec!["businessDays".into()];
    if document.root.get("businessDays").is_nothing() {
        return None;
    }
    let mut notes = Notes { site, faults, code: "delivery", any: false };
    let days: BusinessDays = match serde_json::from_value(value(document.root.get("businessDays"))) {
        Ok(days) => days,
        Err(error) => {
            notes.wrong(&path, format!("The business days cannot be read: {error}."), "");
            return None;
        }
    };
    for (index, day) in days.closed_weekdays.iter().enumerate() {
        if !BusinessDays::is_weekday(*day) {
            let path = step(&step(&path, "closedWeekdays"), index);
            notes.wrong(&path, format!("'{day}' is no weekday."), "write 1 for Monday to 7 for Sunday");
        }
    }
    if (1..=7).all(|day| days.closed_weekdays.contains(&day)) {
        notes.wrong(&step(&path, "closedWeekdays"), "One day of the week at least is open.", "");
    }
    for (index, day) in days.closed_days.iter().enumerate() {
        if !BusinessDays::is_closed_day(day) {
            let path = step(&step(&path, "closedDays"), index);
            notes.wrong(&path, format!("'{day}' is no day."), "write 2026-12-24, or 12-24 for every year");
        }
    }
    if let Some(text) = days.cut_off.as_deref().filter(|text| BusinessDays::read_cut_off(text).is_none()) {
        notes.wrong(&step(&path, "cutOff"), format!("'{text}' is no time of day."), "write 14:00");
    }
    Some(days).filter(|_| !notes.any)
}
