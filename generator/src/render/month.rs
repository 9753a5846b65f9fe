//! Months as templates see them: titles in the site's language, and the grid of a calendar (G-068).

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use loggia_locale::{DateFormat, DateOptions, Locale, Moment, Zone, first_day_of_week};
use loggia_template::{Arena, Node};

use crate::calendar::{Month, date_of};
use crate::plan::{Term, list_url};
use crate::site::{Collection, Item, Site, Website};

/// A time in the site's language, as a skeleton of CLDR asks: `yMMMM` is `May 2026`.
fn formatted(website: &Website, skeleton: &str, times: impl Iterator<Item = i64>) -> Vec<String> {
    let format = DateFormat::new(&Locale::resolve(website.locale), &DateOptions::skeleton(skeleton));
    let zone = Zone::find(website.time_zone).unwrap_or_else(Zone::utc);
    times.map(|time| format.format(&Moment::clamped(time, &zone))).collect()
}

fn zone_of(website: &Website) -> TimeZone {
    TimeZone::get(website.time_zone).unwrap_or(TimeZone::UTC)
}

fn month_title(website: &Website, month: Month) -> String {
    formatted(website, "yMMMM", std::iter::once(month.time(&zone_of(website)))).concat()
}

/// What an archive is called: the tag, category or author, or `May 2026`.
pub(super) fn title_of(website: &Website<'_>, term: &Term) -> String {
    match term {
        Term::Month(month) => month_title(website, *month),
        other => other.text().into_owned(),
    }
}

/// What a template sees of the archive it shows.
pub(super) fn archive<'p>(website: &Website<'_>, term: &Term, arena: &'p Arena) -> Node<'p> {
    arena.object([("kind", Node::Text(term.folder())), ("title", arena.text_node(&title_of(website, term)))])
}

/// The grid of a month: `title`, the address of the months before and after that have events, the names of the days of
/// the week, and `weeks` of `days`, each with its `day`, its time `date`, whether it lies `inside` the month, and its `items`.
pub(super) fn grid<'p>(
    site: &Site<'_>,
    collection: &'p Collection<'p>,
    month: Month,
    drafts: bool,
    listed: impl Fn(&'p Item<'p>) -> Node<'p>,
    arena: &'p Arena,
) -> Node<'p> {
    let website = &site.website;
    let zone = zone_of(website);
    let events: Vec<_> = collection
        .items
        .iter()
        .filter(|item| item.is_public || drafts)
        .filter_map(|item| {
            let published = (item.publish_on != 0).then_some((item.publish_on, item.publish_on));
            let (start, end) = item.lasts.or(published)?;
            Some((date_of(start, &zone), date_of(end, &zone), start, listed(item)))
        })
        .collect();
    let begins = match first_day_of_week(&Locale::resolve(website.locale)) {
        1 => Weekday::Sunday,
        7 => Weekday::Saturday,
        6 => Weekday::Friday,
        _ => Weekday::Monday,
    };
    let weeks = month.weeks(begins);
    let noon = |date: jiff::civil::Date| {
        date.at(12, 0, 0, 0).to_zoned(zone.clone()).map_or(0, |noon| noon.timestamp().as_millisecond())
    };
    let weekdays = weeks.first().into_iter().flatten().map(|day| noon(day.date));
    let weekdays: Vec<Node<'p>> =
        formatted(website, "ccc", weekdays).iter().map(|name| arena.text_node(name)).collect();
    let rows: Vec<Node<'p>> = weeks
        .iter()
        .map(|week| {
            let days = week.iter().map(|day| {
                let mut here: Vec<_> = events
                    .iter()
                    .filter(|(first, last, ..)| day.is_inside && *first <= day.date && day.date <= *last)
                    .map(|(_, _, start, node)| (*start, *node))
                    .collect();
                here.sort_by_key(|(start, _)| *start);
                let items: Vec<Node<'p>> = here.into_iter().map(|(_, node)| node).collect();
                arena.object([
                    ("day", Node::number(f64::from(day.date.day()))),
                    ("date", Node::number(noon(day.date) as f64)),
                    ("inside", Node::Boolean(day.is_inside)),
                    ("items", arena.list(&items)),
                ])
            });
            arena.object([("days", arena.list(&days.collect::<Vec<_>>()))])
        })
        .collect();
    let months: Vec<Month> =
        events.iter().flat_map(|(first, last, ..)| [Month::of(*first), Month::of(*last)]).collect();
    let neighbour = |found: Option<&Month>| match found {
        Some(month) => arena.text_node(&list_url(collection, Some(&Term::Month(*month)), 1)),
        None => Node::Missing,
    };
    let members = [
        ("title", arena.text_node(&month_title(website, month))),
        ("previousUrl", neighbour(months.iter().filter(|other| **other < month).max())),
        ("nextUrl", neighbour(months.iter().filter(|other| **other > month).min())),
        ("weekdays", arena.list(&weekdays)),
        ("weeks", arena.list(&rows)),
    ];
    arena.object(members.into_iter().filter(|(_, value)| !value.is_missing()))
}
