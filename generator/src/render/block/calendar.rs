//! A month of a collection's events or posts, and the dates of a tour.

use jiff::tz::TimeZone;
use loggia_template::Node;

use super::call::Call;
use crate::calendar::Month;
use crate::render::month::grid;
use crate::render::website::Members;
use crate::site::Item;

/// The month of the next event, or of the last one when all are over: its days, each with what happens on it.
pub fn calendar<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(collection) = call.collection_or_own() else { return Vec::new() };
    let zone = TimeZone::get(call.renderer.site.website.time_zone).unwrap_or(TimeZone::UTC);
    let public = collection.items.iter().filter(|item| item.is_public);
    let times: Vec<i64> = public.filter_map(time_of).collect();
    let next = times.iter().filter(|time| **time >= call.renderer.now).min();
    let Some(shown) = next.or(times.iter().max()) else {
        let message = format!("Nothing in '{}' has a date.", collection.title);
        call.warn("collection", message, "name a collection of events or posts");
        return Vec::new();
    };
    let month = Month::of_time(*shown, &zone);
    let listed = |item: &'a Item<'a>| item.listed(call.arena);
    vec![("calendar", grid(call.renderer.site, collection, month, false, listed, call.arena))]
}

/// When an item is: when it begins, else when it was published.
fn time_of(item: &Item) -> Option<i64> {
    item.lasts.map(|(start, _)| start).or((item.publish_on != 0).then_some(item.publish_on))
}

/// The dates of a tour: the block's own, or the events of a collection that are still to come.
pub fn tour_dates<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let mut dates = call.value("dates").elements().to_vec();
    let now = call.renderer.now;
    let named = call.collection();
    if let Some(collection) = named {
        let ahead = |item: &&Item| item.is_public && time_of(item).is_some_and(|time| time >= now);
        let mut ahead: Vec<&Item> = collection.items.iter().filter(ahead).collect();
        ahead.sort_by_key(|item| time_of(item));
        dates.extend(ahead.into_iter().map(|item| item.node));
    }
    // A tour that is over is no mistake.
    if dates.is_empty() && named.is_none() {
        call.warn("dates", "This tour has no dates.", "add \"dates\", or name a \"collection\" of events");
    }
    let shown = dates.iter().map(|date| {
        let location = date.get("location");
        let or = |first: Node<'a>, second: Node<'a>| if first.is_nothing() { second } else { first };
        call.arena.object([
            ("title", date.get("title")),
            ("time", when(or(date.get("date"), date.get("startDate")))),
            ("venue", or(date.get("venue"), location.get("addressTitle"))),
            ("city", or(date.get("city"), location.get("addressLine2"))),
            ("url", or(date.get("ticketsUrl"), date.get("fullUrl"))),
        ])
    });
    vec![("dates", call.arena.list(&shown.collect::<Vec<_>>()))]
}

/// A time as templates format it.
fn when(time: Node<'_>) -> Node<'_> {
    match time.as_str().and_then(crate::site::time::parse_time) {
        Some(time) => Node::number(time as f64),
        None => time,
    }
}
