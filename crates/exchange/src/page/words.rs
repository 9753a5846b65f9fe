//! What a page or a block says, shows and leads to: by it a conversion is held to lose nothing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::clean::{escaped, picture_address};
use super::dom::{El, attr, below, name, parse, seen};
use super::links::Base;

/// Words by how often they are seen, addresses of links and of pictures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Each word, and how often.
    pub words: BTreeMap<String, usize>,
    /// Where links lead, in order, each once.
    pub links: Vec<String>,
    /// Pictures, without what only asks for a size, in order, each once.
    pub pictures: Vec<String>,
}

impl Contents {
    pub(crate) fn of(el: El<'_>, base: &Base) -> Contents {
        let mut contents = Contents::default();
        for word in seen(el).split_whitespace() {
            let word = word.trim_matches(|c| c == '\u{200b}' || c == '\u{feff}');
            // A dash before a name is drawn by the style sheet as often as it is written.
            if !word.is_empty() && !matches!(word, "—" | "–" | "-") {
                *contents.words.entry(word.to_owned()).or_default() += 1;
            }
        }
        for own in below(el) {
            match name(own) {
                "a" => contents.links.extend(attr(own, "href").filter(leads).map(|href| base.link(href))),
                "img" => contents.pictures.extend(picture_address(own).map(|src| plain(&base.asset(src)))),
                _ => {}
            }
        }
        contents.links.sort();
        contents.links.dedup();
        contents.pictures.sort();
        contents.pictures.dedup();
        contents
    }

    /// What a fragment of markup holds.
    #[must_use]
    pub fn of_html(html: &str) -> Contents {
        Contents::of(parse(html).root_element(), &Base::new("", None, &[]))
    }

    /// What is here and not there, in words for a person; nothing when all of it is there.
    #[must_use]
    pub fn missing_in(&self, other: &Contents) -> Vec<String> {
        let times = |word: &str| other.words.get(word).copied().unwrap_or(0);
        let words = self.words.iter().filter(|(word, count)| times(word) < **count);
        let words = words.map(|(word, _)| word.clone());
        let links = self.links.iter().filter(|link| other.links.binary_search(link).is_err()).cloned();
        let pictures =
            self.pictures.iter().filter(|picture| other.pictures.binary_search(picture).is_err()).cloned();
        words.chain(links).chain(pictures).collect()
    }
}

/// Whether a link leads anywhere: not to a script or to its own place.
fn leads(href: &&str) -> bool {
    !href.starts_with("javascript:") && *href != "#"
}

/// An address without its query and mark, decoded: one picture has several spellings.
fn plain(address: &str) -> String {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let decoded = percent_encoding::percent_decode_str(&address[..end]).decode_utf8_lossy().into_owned();
    decoded.replace('+', " ")
}

/// What a page of ours shows of its blocks: `blocks`, `rows`, `sections`.
#[must_use]
pub fn of_content(content: &Value) -> Contents {
    let mut html = String::new();
    add_layout(content, &mut html);
    for section in content["sections"].as_array().into_iter().flatten() {
        add_picture(&section["background"]["image"], &mut html);
        add_layout(section, &mut html);
    }
    Contents::of_html(&html)
}

fn add_layout(layout: &Value, html: &mut String) {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    list(layout, "blocks").iter().for_each(|block| html.push_str(&shown(block)));
    for column in list(layout, "rows").iter().flat_map(|row| list(row, "columns")) {
        // Columns may have rows of their own; whoever made them has bounded how deep.
        add_layout(&column, html);
    }
}

/// What one block of ours shows, as markup.
pub(crate) fn shown(block: &Value) -> String {
    let value = &block["value"];
    let mut html = String::new();
    // What stands elsewhere is shown from there; until it is found, the block shows what it showed.
    if let Some(was) = value["was"].as_str() {
        return was.to_owned();
    }
    for key in ["html", "caption", "subtitle", "description"] {
        add(value[key].as_str(), &mut html);
    }
    let source = value["source"].as_str();
    if value["displaySource"] == true {
        add_text(source, &mut html)
    } else {
        add(source, &mut html)
    }
    for key in ["title", "quote", "text", "author", "moreText"] {
        add_text(value[key].as_str(), &mut html);
    }
    for (text, url) in [("buttonText", "buttonUrl"), ("", "linkUrl"), ("", "url"), ("", "sourceUrl")] {
        add_link(value[text].as_str().unwrap_or_default(), value[url].as_str(), &mut html);
    }
    add_picture(&value["image"], &mut html);
    for key in ["images", "items", "sections", "accounts", "tracks"] {
        for entry in value[key].as_array().into_iter().flatten() {
            add_entry(entry, &mut html);
        }
    }
    let location = &value["location"];
    for key in ["addressTitle", "addressLine1", "addressLine2", "addressCountry"] {
        add_text(location[key].as_str(), &mut html);
    }
    html
}

fn add_entry(entry: &Value, html: &mut String) {
    for key in ["title", "price", "serviceName", "artist"] {
        add_text(entry[key].as_str(), html);
    }
    for key in ["html", "body", "description"] {
        add(entry[key].as_str(), html);
    }
    add_link("", entry["profileUrl"].as_str(), html);
    add_link("", entry["clickthroughUrl"]["url"].as_str(), html);
    add_picture(entry, html);
    let inner = ["items", "options"].into_iter().filter_map(|key| entry[key].as_array()).flatten();
    // Sections of a menu have items, and items options: no deeper.
    for inner in inner {
        for key in ["title", "price"] {
            add_text(inner[key].as_str(), html);
        }
        add(inner["description"].as_str(), html);
        for option in inner["options"].as_array().into_iter().flatten() {
            for key in ["title", "price"] {
                add_text(option[key].as_str(), html);
            }
        }
    }
}

fn add(markup: Option<&str>, html: &mut String) {
    if let Some(markup) = markup {
        html.push_str(&format!("<div>{markup}</div>"));
    }
}

fn add_text(text: Option<&str>, html: &mut String) {
    add(text.map(escaped).as_deref(), html);
}

fn add_link(text: &str, url: Option<&str>, html: &mut String) {
    if url.is_some() || !text.is_empty() {
        let url = escaped(url.unwrap_or_default()).replace('"', "&quot;");
        html.push_str(&format!("<div><a href=\"{url}\">{}</a></div>", escaped(text)));
    }
}

fn add_picture(image: &Value, html: &mut String) {
    if let Some(url) = image["assetUrl"].as_str() {
        html.push_str(&format!("<img src=\"{}\">", escaped(url).replace('"', "&quot;")));
    }
}
