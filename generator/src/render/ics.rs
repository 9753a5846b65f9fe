//! Events as files for calendar programs: one for each event, one for each list of events (G-066).

use loggia_commerce::Access;
use loggia_template::{Arena, Node};

use super::context::{RenderContext, run};
use super::meta::summary;
use crate::calendar::ics::{escaped, folded, time};
use crate::catalog::access;
use crate::plan::{Page, Subject};
use crate::site::code::record;
use crate::site::{Collection, Item};
use crate::theme::builtin;

/// The address of the calendar of a whole list.
fn list_address(collection: &Collection) -> String {
    format!("{}/calendar.ics", if collection.full_url == "/" { "" } else { collection.full_url })
}

/// The calendars of a site: path below the output folder, and text.
pub(super) fn files(context: &RenderContext<'_>, pages: &[Page]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for page in pages {
        match &page.subject {
            Subject::Item { collection, item, .. } => {
                let collection = &context.site.collections[*collection];
                let item = &collection.items[*item];
                if is_event(collection, item) {
                    let name = format!("{}.ics", &item.full_url[1..]);
                    files.push((name, calendar(context, "", &[item])));
                }
            }
            Subject::List { collection, page: 1, term: None, .. } => {
                let collection = &context.site.collections[*collection];
                let shown = |item: &&Item| (item.is_public || context.drafts) && is_event(collection, item);
                let mut events: Vec<&Item> = collection.items.iter().filter(shown).collect();
                events.sort_by_key(|item| (item.lasts, item.id));
                if !events.is_empty() {
                    let name = list_address(collection)[1..].to_owned();
                    files.push((name, calendar(context, collection.title, &events)));
                }
            }
            _ => {}
        }
    }
    files
}

fn is_event(collection: &Collection, item: &Item) -> bool {
    let open = |node| access(node) == Access::Public;
    item.record_type == record::EVENT && item.lasts.is_some() && open(collection.node) && open(item.node)
}

fn calendar(context: &RenderContext<'_>, name: &str, events: &[&Item]) -> String {
    let arena = Arena::new();
    let events: Vec<Node<'_>> = events.iter().map(|event| one(context, event, &arena)).collect();
    let data = [("name", arena.text_node(&escaped(name))), ("events", arena.list(&events))];
    let template = context.theme.builtin(builtin::CALENDAR);
    folded(&run(context, template, arena.object(data), &mut Vec::new()))
}

fn one<'a>(context: &RenderContext<'_>, event: &Item, arena: &'a Arena) -> Node<'a> {
    let website = &context.site.website;
    let location = event.node.get("location");
    let lines = ["addressTitle", "addressLine1", "addressLine2", "addressCountry"];
    let lines = lines.into_iter().filter_map(|line| location.get(line).as_str()).map(str::trim);
    let place = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ");
    let position = location.get("mapLat").as_f64().zip(location.get("mapLng").as_f64());
    let (start, end) = event.lasts.unwrap_or_default();
    // Not the clock: the same event gives the same file, until its owner changes it.
    let changed = event.node.get("updatedOn").as_f64().map_or(event.publish_on, |time| time as i64);
    let host = website.base_url.split("://").nth(1).unwrap_or(website.id);
    let url = if website.base_url.is_empty() { String::new() } else { website.absolute(event.full_url) };
    arena.object([
        ("uid", arena.text_node(&escaped(&format!("{}@{host}", event.id)))),
        ("stamp", arena.text_node(&time(if changed == 0 { start } else { changed }))),
        ("start", arena.text_node(&time(start))),
        ("end", arena.text_node(&time(end))),
        ("title", arena.text_node(&escaped(event.title))),
        ("place", arena.text_node(&escaped(&place))),
        (
            "position",
            arena.text_node(&position.map_or_else(String::new, |(lat, lng)| format!("{lat};{lng}"))),
        ),
        ("description", arena.text_node(&escaped(&summary(context, event)))),
        ("url", arena.text_node(&url)),
    ])
}
