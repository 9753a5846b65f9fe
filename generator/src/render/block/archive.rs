//! Where the posts of a collection are listed by tag, category, author and month; and its feed.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use loggia_template::Node;

use super::call::Call;
use crate::calendar::Month;
use crate::diagnostic::nearest;
use crate::plan::{Term, list_url, slug};
use crate::render::feed_address::{feed_url, has_feed};
use crate::render::month::title_of;
use crate::render::website::Members;
use crate::site::collection::Archive;
use crate::site::{Collection, Item};

/// What posts are told apart by: as a block names it, what it is, and how a list of it is called.
const GROUPS: [(&str, Archive, &str); 4] = [
    ("tag", Archive::Tag, "Tags"),
    ("category", Archive::Category, "Categories"),
    ("author", Archive::Author, "Authors"),
    ("month", Archive::Month, "Months"),
];

/// The archives of a collection with how many posts each has.
pub fn archive<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(collection) = call.collection_or_own() else { return Vec::new() };
    let (name, by, heading) = group(call);
    if !collection.archives.contains(&by) {
        let message = format!("'{}' has no archives by {name}.", collection.title);
        let help = format!("add \"archives\": [\"{name}\"] to that collection");
        call.warn("collection", message, help);
        return Vec::new();
    }
    let mut found = terms(collection, by, call.renderer.site.website.time_zone);
    if found.is_empty() {
        let message = format!("No post of '{}' has a {name}.", collection.title);
        call.warn("collection", message, "name the collection whose archives are meant");
    }
    let most = found.iter().map(|(_, count)| *count).max().unwrap_or(1);
    if let Some(limit) = call.limit("limit") {
        // The most used stay, in the order they had.
        let mut counts: Vec<usize> = found.iter().map(|(_, count)| *count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let least = counts.get(limit - 1).copied().unwrap_or(0);
        found.retain(|(_, count)| *count >= least);
        found.truncate(limit);
    }
    let terms = found.into_iter().map(|(term, count)| {
        call.arena.object([
            ("title", call.arena.text_node(&title_of(&call.renderer.site.website, &term))),
            ("url", call.arena.text_node(&list_url(collection, Some(&term), 1))),
            ("count", Node::number(count as f64)),
            // From 1 to 5: how large a word of a cloud is.
            ("weight", Node::number((1 + 4 * count / most.max(1)) as f64)),
        ])
    });
    let terms = call.arena.list(&terms.collect::<Vec<_>>());
    vec![("terms", terms), ("heading", Node::Text(call.text("title").unwrap_or(heading)))]
}

/// By what a block groups: its kind says it, or its value.
fn group(call: &mut Call<'_, '_>) -> (&'static str, Archive, &'static str) {
    let wanted = match call.kind {
        "tagcloud" | "postsbytag" => "tag",
        "postsbycategory" => "category",
        "postsbyauthor" => "author",
        "postsbymonth" => "month",
        _ => call.text("groupBy").unwrap_or("month"),
    };
    let found = GROUPS.into_iter().find(|(known, ..)| *known == wanted);
    if found.is_none() {
        let known = GROUPS.map(|(known, ..)| known);
        let near = nearest(wanted, known).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("write one of {}", known.join(", ")));
        call.warn("groupBy", format!("Posts have no '{wanted}'."), help);
    }
    found.unwrap_or(GROUPS[3])
}

/// The archives of a collection's public items: by name, months from the newest on.
fn terms(collection: &Collection, by: Archive, zone: &str) -> Vec<(Term, usize)> {
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    let mut found: BTreeMap<String, (Term, usize)> = BTreeMap::new();
    for item in collection.items.iter().filter(|item| item.is_public) {
        let mut seen = Vec::new();
        for term in terms_of(item, by, &zone) {
            let address = slug(&term.text());
            if !seen.contains(&address) {
                found.entry(address.clone()).or_insert((term, 0)).1 += 1;
                seen.push(address);
            }
        }
    }
    match by {
        Archive::Month => found.into_values().rev().collect(),
        _ => found.into_values().collect(),
    }
}

fn terms_of(item: &Item, by: Archive, zone: &TimeZone) -> Vec<Term> {
    match by {
        Archive::Tag => item.tags.iter().map(|tag| Term::Tag((*tag).into())).collect(),
        Archive::Category => {
            item.categories.iter().map(|category| Term::Category((*category).into())).collect()
        }
        Archive::Author => {
            let name = item.node.get("author").get("displayName").as_str();
            name.filter(|name| !name.is_empty()).map(|name| Term::Author(name.into())).into_iter().collect()
        }
        Archive::Month => {
            let time =
                item.lasts.map(|(start, _)| start).or((item.publish_on != 0).then_some(item.publish_on));
            time.map(|time| Term::Month(Month::of_time(time, zone))).into_iter().collect()
        }
    }
}

/// The feed of a collection.
pub fn rss<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(collection) = call.collection_or_own() else { return Vec::new() };
    if !has_feed(collection) {
        let message = format!("'{}' has no feed: no item of it has a date.", collection.title);
        call.warn("collection", message, "name a collection of dated posts");
    }
    let title = call.text("title").unwrap_or(collection.title);
    vec![("feedUrl", call.arena.text_node(&feed_url(collection))), ("feedTitle", Node::Text(title))]
}
