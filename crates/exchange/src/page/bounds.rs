//! Markup that is not taken apart: too long, or nested too deep.

use scraper::Html;
use serde_json::{Map, Value, json};

use super::dom::is_too_deep;
use crate::Fault;

/// The longest markup that is taken apart, in bytes. A page of the hosted builder has some hundred kilobytes.
pub(crate) const LONGEST: usize = 32 * 1024 * 1024;

/// A longer page is not counted: its elements would take many times its size in memory.
pub const LONGEST_TALLY: usize = 8 * 1024 * 1024;

/// A page to be counted, taken apart whole.
///
/// # Errors
/// With the reason, for a person, when it is too long or nested too deep.
pub(crate) fn whole_page(html: &str) -> Result<Html, String> {
    if html.len() > LONGEST_TALLY {
        return Err(format!("it has more than {} MB", LONGEST_TALLY >> 20));
    }
    if is_too_deep(html) {
        return Err("its elements are nested too deep".to_owned());
    }
    Ok(Html::parse_document(html))
}

/// Why markup is not taken apart.
pub(crate) fn too_much(html: &str) -> Option<Fault> {
    let message = if html.len() > LONGEST {
        format!("This page has {} MB; it was kept as it is.", html.len() / (1024 * 1024))
    } else if is_too_deep(html) {
        "The elements of this page are nested too deep to be taken apart; it was kept as it is.".to_owned()
    } else {
        return None;
    };
    Some(Fault::new(0, message, "save the page again from its address"))
}

/// A list of one block as content, for markup that cannot be taken apart.
pub(crate) fn as_one_block(html: &str) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("blocks".to_owned(), json!([{"type": 2, "value": {"html": html, "kept": "page"}}]));
    members
}
