//! Lexical: how Ghost 5 keeps the text of a post, as a tree of nodes → HTML.

use serde_json::Value;

use super::mobiledoc::card;
use super::text::escaped;

/// How deep nodes are read.
const DEPTH: usize = 64;

/// The HTML of a document; kinds that are not known are named in `unknown`.
#[must_use]
pub fn html(document: &Value, unknown: &mut Vec<String>) -> String {
    let mut out = String::new();
    children(&document["root"], 0, unknown, &mut out);
    out
}

fn children(node: &Value, depth: usize, unknown: &mut Vec<String>, out: &mut String) {
    for child in node["children"].as_array().into_iter().flatten() {
        one(child, depth + 1, unknown, out);
    }
}

fn one(node: &Value, depth: usize, unknown: &mut Vec<String>, out: &mut String) {
    if depth > DEPTH {
        return;
    }
    let kind = node["type"].as_str().unwrap_or_default();
    let mut wrap = |begin: &str, end: &str, unknown: &mut Vec<String>| {
        out.push_str(begin);
        children(node, depth, unknown, out);
        out.push_str(end);
    };
    match kind {
        "paragraph" => wrap("<p>", "</p>\n", unknown),
        "heading" | "extended-heading" => {
            let tag = node["tag"]
                .as_str()
                .filter(|tag| ["h1", "h2", "h3", "h4", "h5", "h6"].contains(tag))
                .unwrap_or("h2");
            wrap(&format!("<{tag}>"), &format!("</{tag}>\n"), unknown);
        }
        "quote" | "extended-quote" | "aside" => wrap("<blockquote>", "</blockquote>\n", unknown),
        "list" => {
            let tag = if node["listType"] == "number" { "ol" } else { "ul" };
            wrap(&format!("<{tag}>"), &format!("</{tag}>\n"), unknown);
        }
        "listitem" => wrap("<li>", "</li>", unknown),
        "link" | "autolink" => {
            let url = escaped(node["url"].as_str().unwrap_or_default());
            wrap(&format!("<a href=\"{url}\">"), "</a>", unknown);
        }
        "linebreak" => out.push_str("<br>"),
        "text" | "extended-text" | "code-highlight" | "tab" => text(node, out),
        "table" => wrap("<table>", "</table>\n", unknown),
        "tablerow" => wrap("<tr>", "</tr>", unknown),
        "tablecell" => wrap("<td>", "</td>", unknown),
        _ => match card(kind, node) {
            Some(html) => out.push_str(&html),
            None => {
                if !unknown.iter().any(|known| known == kind) {
                    unknown.push(kind.to_owned());
                }
                wrap("", "", unknown);
            }
        },
    }
}

/// The formats of a text by their bits, from the innermost.
const FORMATS: [(i64, &str); 7] =
    [(16, "code"), (32, "sub"), (64, "sup"), (4, "s"), (8, "u"), (2, "em"), (1, "strong")];

fn text(node: &Value, out: &mut String) {
    let format = node["format"].as_i64().unwrap_or(0);
    let mut html = escaped(node["text"].as_str().unwrap_or_default());
    for (bit, tag) in FORMATS {
        if format & bit != 0 {
            html = format!("<{tag}>{html}</{tag}>");
        }
    }
    out.push_str(&html);
}

#[cfg(test)]
mod tests {
    use super::html;
    use serde_json::json;

    /// S-552: the tree of Ghost 5.
    #[test]
    fn s_552_nodes_become_html() {
        let document = json!({"root": {"type": "root", "children": [
            {"type": "heading", "tag": "h3", "children": [{"type": "extended-text", "text": "A < b", "format": 3}]},
            {"type": "paragraph", "children": [{"type": "link", "url": "/x?a&b", "children": [{"type": "text", "text": "go"}]}, {"type": "linebreak"}]},
            {"type": "list", "listType": "number", "children": [{"type": "listitem", "children": [{"type": "text", "text": "one"}]}]},
            {"type": "image", "src": "/a.jpg", "alt": "An a", "caption": "<i>cap</i>"},
            {"type": "horizontalrule"},
            {"type": "mystery", "children": [{"type": "text", "text": "kept"}]},
        ]}});
        let mut unknown = Vec::new();
        let html = html(&document, &mut unknown);
        assert_eq!(
            html,
            "<h3><strong><em>A &lt; b</em></strong></h3>\n<p><a href=\"/x?a&amp;b\">go</a><br></p>\n<ol><li>one</li></ol>\n\
            <figure class=\"kg-card kg-image-card\"><img src=\"/a.jpg\" alt=\"An a\"><figcaption><i>cap</i></figcaption></figure>\n<hr>\nkept"
        );
        assert_eq!(unknown, ["mystery"]);
    }
}
