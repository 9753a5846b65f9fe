//! What the templates of a site are shown with, cut short: for those who write templates.

use std::collections::BTreeMap;

use loggia_template::{Arena, Node};
use serde_json::{Map, Value};

use super::loaded::Loaded;
use super::options::Options;
use super::versions::{addresses, render_context, shared_of};
use crate::plan::{Page, Subject};
use crate::render::page::{content_template_name, layout};

/// How many members of an object, elements of a list and characters of a text are kept, and how deep.
const MEMBERS: usize = 120;
const ELEMENTS: usize = 2;
const CHARACTERS: usize = 160;
const DEPTH: usize = 7;

/// How many pages are asked for each template.
const PAGES: usize = 3;

/// What each template of the site sees, by its path below `template/`: the values of the first pages that show it, laid over
/// each other.
#[must_use]
pub fn samples(loaded: &Loaded, options: &Options) -> BTreeMap<String, Value> {
    let sheets = addresses(loaded);
    let arena = Arena::new();
    let shared = shared_of(&loaded.site, &loaded.blocks, &loaded.search, (&loaded.theme, options), &arena);
    let context = render_context(loaded, options, &sheets, &[], &shared);
    let mut samples: BTreeMap<String, (usize, Value)> = BTreeMap::new();
    for page in &loaded.pages {
        let own = content_template_name(&context, page);
        let regions = loaded.theme.region_names(layout(&context, page));
        let wanted =
            own.into_iter().chain(regions.into_iter().map(|region| format!("{region} {}", kind(page))));
        let wanted: Vec<String> =
            wanted.filter(|name| samples.get(name).is_none_or(|(pages, _)| *pages < PAGES)).collect();
        if wanted.is_empty() {
            continue;
        }
        let arena = Arena::new();
        let members = shared.page(context.site, page, &arena);
        let seen = value(arena.object(members), DEPTH);
        for name in wanted {
            let (pages, sample) = samples.entry(name).or_default();
            *pages += 1;
            lay(sample, seen.clone());
        }
    }
    let mut named = BTreeMap::new();
    for (name, (_, sample)) in samples {
        let name = name.split(' ').next().unwrap_or_default().to_owned();
        lay(named.entry(name).or_default(), sample);
    }
    named
}

fn kind(page: &Page) -> &'static str {
    match page.subject {
        Subject::Item { .. } => "item",
        Subject::List { .. } => "list",
        Subject::Page { .. } => "page",
        _ => "other",
    }
}

/// Puts what is new in `over` beside what is there.
fn lay(under: &mut Value, over: Value) {
    match (under, over) {
        (Value::Object(under), Value::Object(over)) => {
            for (key, value) in over {
                lay(under.entry(key).or_insert(Value::Null), value);
            }
        }
        (Value::Array(under), Value::Array(over)) => {
            for (at, value) in over.into_iter().enumerate() {
                match under.get_mut(at) {
                    Some(under) => lay(under, value),
                    None => under.push(value),
                }
            }
        }
        (under @ Value::Null, over) => *under = over,
        _ => {}
    }
}

fn value(node: Node<'_>, depth: usize) -> Value {
    match node {
        Node::Object(object) if depth > 0 => {
            let members = object.members().take(MEMBERS);
            Value::Object(members.map(|(key, node)| (key.to_owned(), value(node, depth - 1))).collect())
        }
        Node::Object(_) => Value::Object(Map::new()),
        Node::List(_) => {
            let kept = if depth > 0 { ELEMENTS } else { 0 };
            Value::Array(node.elements().iter().take(kept).map(|node| value(*node, depth - 1)).collect())
        }
        Node::Text(text) => Value::String(text.chars().take(CHARACTERS).collect()),
        Node::Boolean(is) => Value::Bool(is),
        Node::Number(_) => serde_json::from_str(&node.to_text()).unwrap_or_default(),
        _ => Value::Null,
    }
}
