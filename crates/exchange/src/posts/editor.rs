//! The text of a post as WordPress keeps it: comments of its block editor, short codes and lines of the older one → HTML.
//!
//! What has no HTML of its own (a gallery by its pictures' ids, an embedded address) becomes a block of ours already here: it
//! stands in [`Prepared::blocks`], and an empty element with its number keeps its place.

use serde_json::{Value, json};

pub use super::prepared::{PLACE, Prepared, References};
use super::text::escaped;
use super::{hosted, paragraphs, provider, short_code};

/// How often a reusable block may hold another.
const DEPTH: usize = 8;
/// The most that the text of one post becomes, in bytes: reusable blocks may stand in it very often.
const LONGEST: usize = 16 * 1024 * 1024;

/// Makes HTML of the text of the entry with this id.
#[must_use]
pub fn prepare(text: &str, entry: &str, references: &References) -> Prepared {
    let mut prepared = Prepared::default();
    let has_blocks = text.contains("<!-- wp:") || hosted::is_written_by_editor(text);
    let mut html = String::with_capacity(text.len());
    comments(text, 0, references, &mut prepared, &mut html);
    let html = without_noscript(&html);
    let html = short_code::replaced(&html, entry, references, &mut prepared);
    prepared.html = if has_blocks { html } else { paragraphs::marked(&embedded_lines(&html, &mut prepared)) };
    prepared
}

/// Takes comments out; blocks that are nothing but a comment are replaced.
fn comments(text: &str, depth: usize, references: &References, prepared: &mut Prepared, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find("<!--") {
        out.push_str(&rest[..at]);
        let Some(end) = rest[at..].find("-->") else {
            rest = "";
            break;
        };
        let comment = rest[at + 4..at + end].trim();
        rest = &rest[at + end + 3..];
        if let Some(block) = comment.strip_prefix("wp:").and_then(|block| block.strip_suffix('/')) {
            let (name, attributes) = match block.find(char::is_whitespace) {
                Some(at) => (&block[..at], serde_json::from_str(block[at..].trim()).unwrap_or(Value::Null)),
                None => (block, Value::Null),
            };
            lone(name.trim_start_matches("core/"), &attributes, depth, references, prepared, out);
        }
        if out.len() > LONGEST {
            prepared.fault(format!(
                "is longer than {} MiB with its reusable blocks; the rest was left out.",
                LONGEST >> 20
            ));
            return;
        }
    }
    out.push_str(rest);
}

/// A block that has no HTML.
fn lone(
    name: &str,
    attributes: &Value,
    depth: usize,
    references: &References,
    prepared: &mut Prepared,
    out: &mut String,
) {
    let text = |key: &str| attributes[key].as_str().unwrap_or_default();
    match name {
        "block" => {
            let id = attributes["ref"].as_i64().map(|id| id.to_string()).unwrap_or_default();
            match references.reusable.get(&id) {
                Some(content) if depth < DEPTH => comments(content, depth + 1, references, prepared, out),
                _ => prepared.fault(format!("shows the reusable block {id}, which is not in the export; it was left out.")),
            }
        }
        "social-link" if !text("url").is_empty() => {
            let (url, service) = (escaped(text("url")), escaped(text("service")));
            out.push_str(&format!("<a href=\"{url}\" data-service=\"{service}\">{service}</a>"));
        }
        "social-link" | "more" | "nextpage" | "freeform" | "paragraph" | "spacer" | "separator" => {}
        "embed" => out.push_str(&place_of(provider::embed(text("url"), ""), prepared)),
        _ if name.starts_with("core-embed/") => {
            out.push_str(&place_of(provider::embed(text("url"), ""), prepared));
        }
        "search" => {
            let block = json!({"type": "search", "value": {"placeholder": text("placeholder")}});
            out.push_str(&prepared.place(block));
        }
        _ => prepared.fault(format!(
            "had the block '{name}', which was drawn by a program of the old site and of which the export has no content; it was left out."
        )),
    }
}

fn place_of(block: Option<Value>, prepared: &mut Prepared) -> String {
    block.map(|block| prepared.place(block)).unwrap_or_default()
}

/// What stands in `noscript` shows a picture a second time, or is all there is of it.
fn without_noscript(html: &str) -> String {
    const BEGIN: &str = "<noscript>";
    if !html.contains(BEGIN) {
        return html.to_owned();
    }
    let twice = html.contains("data-src=") || html.contains("data-image=");
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(BEGIN) {
        out.push_str(&rest[..at]);
        let inside = &rest[at + BEGIN.len()..];
        let end = inside.find("</noscript>").unwrap_or(inside.len());
        if !twice {
            out.push_str(&inside[..end]);
        }
        rest = inside[end..].strip_prefix("</noscript>").unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Lines that are nothing but the address of a film or the like.
fn embedded_lines(html: &str, prepared: &mut Prepared) -> String {
    let lines = html.split('\n').map(|line| {
        let address = line.trim().trim_start_matches("<p>").trim_end_matches("</p>");
        let alone = address.starts_with("http") && !address.contains([' ', '<', '"']);
        match alone.then(|| provider::player(address)).flatten() {
            Some(block) => format!("\n{}\n", prepared.place(block)),
            None => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references() -> References {
        let mut references = References::default();
        references.reusable.insert(
            "7".into(),
            "<!-- wp:paragraph --><p>Twice told</p><!-- /wp:paragraph --><!-- wp:block {\"ref\":7} /-->"
                .into(),
        );
        references
    }

    /// S-551: a reusable block that holds itself ends.
    #[test]
    fn s_551_comments_of_the_editor_go_and_reusable_blocks_come_in() {
        let text = "<!-- wp:heading {\"level\":3} -->\n<h3>One</h3>\n<!-- /wp:heading --><!-- wp:block {\"ref\":7} /--><!-- wp:block {\"ref\":8} /--><!--more-->";
        let prepared = prepare(text, "1", &references());
        assert!(
            prepared.html.contains("<h3>One</h3>") && !prepared.html.contains("<!--"),
            "{}",
            prepared.html
        );
        assert_eq!(prepared.html.matches("Twice told").count(), DEPTH, "one that holds itself ends");
        assert_eq!(prepared.faults.len(), 2, "{:?}", prepared.faults);
    }

    #[test]
    fn a_block_without_html_is_named_once() {
        let text = "<!-- wp:acf/hero {\"data\":{\"a\":1}} /--><!-- wp:acf/hero /--><!-- wp:search {\"placeholder\":\"Find\"} /-->";
        let prepared = prepare(text, "1", &references());
        assert_eq!(prepared.faults.len(), 1);
        assert!(prepared.faults[0].contains("acf/hero"));
        assert_eq!(prepared.blocks[0]["value"]["placeholder"], "Find");
    }

    #[test]
    fn an_address_alone_on_a_line_is_a_film() {
        let prepared = prepare("Look:\n\nhttps://youtu.be/abcDEF12345\n\nDone", "1", &References::default());
        assert_eq!(prepared.blocks[0]["type"], "video");
        assert_eq!(prepared.html, "<p>Look:</p>\n<div data-loggia-block=\"0\"></div>\n<p>Done</p>");
    }
}
