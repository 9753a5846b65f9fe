//! Text, quotes, buttons, code and embeds.

use scraper::node::Node;
use serde_json::{Value, json};

use super::made::{Made, Source, opens_window, said, text_of};
use crate::page::dom::{El, all, attr, class_after, first, first_name, has, line, name, outermost};
use crate::page::reader::{Reader, id_of};

/// Height of one unit of an old spacer, in pixels.
const SPACER_UNIT: i64 = 34;

/// A text block: the markup its owner wrote.
pub(super) fn html(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let cleaner = reader.cleaner();
    let parts = outermost(source.content, |el| has(el, "sqs-html-content"));
    let html = match parts.as_slice() {
        [] => cleaner.inside(source.content),
        parts => parts.iter().map(|part| cleaner.inside(*part)).collect::<Vec<_>>().join("\n"),
    };
    (!html.is_empty()).then(|| Made::new(2, json!({"html": html})))
}

/// A quotation and who said it.
pub(super) fn quote(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let quote = first_name(source.content, "blockquote")?;
    let mut value = json!({"html": reader.cleaner().inside(quote)});
    if let Some(said_by) = first_name(source.content, "figcaption") {
        let by = line(said_by);
        value["source"] = by.trim_start_matches(['—', '–', '-', ' ']).into();
        if let Some(link) = first_name(said_by, "a").and_then(|link| reader.link_of(link)) {
            value["sourceUrl"] = link.into();
        }
    }
    Some(Made::new(31, value))
}

/// A button.
pub(super) fn button(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let link = first(source.content, |el| name(el) == "a" && attr(el, "href").is_some())?;
    let mut value = json!({"text": line(link), "url": reader.link_of(link)?});
    if opens_window(link) {
        value["newWindow"] = true.into();
    }
    let container = first(source.content, |el| {
        has(el, "sqs-block-button-container") || class_after(el, "sqs-block-button-container--").is_some()
    });
    let alignment = container.and_then(|el| {
        attr(el, "data-alignment").or_else(|| class_after(el, "sqs-block-button-container--"))
    });
    if let Some(alignment) = alignment.filter(|own| matches!(*own, "left" | "center" | "right")) {
        value["alignment"] = alignment.into();
    }
    let size = class_after(link, "sqs-block-button-element--")
        .or_else(|| container.and_then(|el| attr(el, "data-button-size")));
    if let Some(size) = size.filter(|own| matches!(*own, "small" | "medium" | "large")) {
        value["size"] = size.into();
    }
    Some(Made::new(53, value))
}

/// A code block: what its owner put there, scripts as well. Those are named.
pub(super) fn code(source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Made> {
    if let Some(shown) = first(source.content, |el| name(el) == "pre" && has(el, "source-code")) {
        let text = lines_of(shown);
        return Some(Made::new(23, json!({"source": text, "language": "text", "displaySource": true})));
    }
    let html = reader.cleaner().owners(source.content);
    if html.is_empty() {
        return None;
    }
    name_scripts(source, reader);
    Some(Made::new(23, json!({"source": html, "language": "html"})))
}

/// The text of code, whose lines are parted by elements as well.
fn lines_of(code: El<'_>) -> String {
    let mut text = String::new();
    for node in code.descendants() {
        match node.value() {
            Node::Text(own) => text.push_str(own),
            Node::Element(own) if own.name() == "br" => text.push('\n'),
            _ => {}
        }
    }
    text.trim_end().to_owned()
}

/// Says which scripts of the owner's a block holds.
fn name_scripts(source: &Source<'_>, reader: &mut Reader<'_>) {
    let scripts = all(source.content, |el| name(el) == "script");
    let mut named: Vec<String> = scripts
        .iter()
        .map(|script| attr(*script, "src").map_or_else(|| "one of its own".to_owned(), str::to_owned))
        .collect();
    named.dedup();
    if !named.is_empty() {
        let id = id_of(source.el).map_or_else(String::new, |id| format!(" '{id}'"));
        reader.fault(
            format!("The code block{id} holds a script ({}); it was kept as it was.", named.join(", ")),
            "look whether it is still of use: a script that leans on the old platform does nothing here",
        );
    }
}

/// Markup of another service, or a link to it.
pub(super) fn embed(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let own = reader.cleaner().owners(source.content);
    let html = said(&source.json, "html").map(str::to_owned).filter(|_| !own.contains("<iframe"));
    let html = html.unwrap_or(own);
    if !html.is_empty() && (html.contains('<')) {
        return Some(Made::new(22, json!({"html": html})));
    }
    let url = said(&source.json, "url")?;
    let mut value = json!({"url": url});
    for key in ["title", "description"] {
        if let Some(text) = said(&source.json, key) {
            value[key] = text.into();
        }
    }
    Some(Made::new(22, value))
}

/// Room between blocks.
pub(super) fn spacer(source: &Source<'_>) -> Made {
    let units = class_after(source.el, "vsize-").and_then(|size| size.parse::<i64>().ok());
    Made::new(21, json!({"height": units.unwrap_or(1).clamp(1, 100) * SPACER_UNIT}))
}

/// A field to search with.
pub(super) fn search(source: &Source<'_>) -> Made {
    let input = first_name(source.content, "input");
    let placeholder =
        input.and_then(|input| attr(input, "placeholder")).or(said(&source.json, "placeholder"));
    let mut value = json!({});
    if let Some(text) = placeholder.map(str::to_owned).or_else(|| text_of(source.content, "search-input")) {
        value["placeholder"] = Value::from(text);
    }
    Made::new(33, value)
}
