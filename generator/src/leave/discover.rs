//! What a page, its JSON or a sitemap names: other addresses of the site, and pictures.

use std::collections::BTreeSet;
use std::convert::Infallible;

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};
use serde_json::Value;

use crate::import::{listed, pictures};

/// What a hosted page carries for its scripts.
const CONTEXT: &str = "Static.SQUARESPACE_CONTEXT";
/// Members that are HTML.
const HTML: [&str; 5] = ["body", "excerpt", "mainContent", "html", "promotedBlock"];
/// JSON that lies deeper names nothing.
const DEEPEST: usize = 64;

/// What was found, as it was written.
#[derive(Debug, Default)]
pub struct Found {
    /// Addresses of pages.
    pub pages: BTreeSet<String>,
    /// Addresses of pictures and films.
    pub files: BTreeSet<String>,
    /// Addresses of the next page of a list, whose JSON goes on there.
    pub lists: BTreeSet<String>,
    /// What the page carries for scripts, when a hosted builder made it.
    pub context: Option<Value>,
    /// The one address that the page gives itself.
    pub canonical: Option<String>,
    /// The title of the page.
    pub title: String,
}

/// Reads a page.
#[must_use]
pub fn html(text: &str) -> Found {
    let mut found = Found { context: context(text), ..Found::default() };
    read(text, &mut found);
    if let Some(context) = found.context.take() {
        json(&context, 0, &mut found);
        found.context = Some(context);
    }
    found
}

fn read(text: &str, found: &mut Found) {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut in_title = false;
    for token in Tokenizer::new_with_emitter(text, emitter) {
        let token: Result<Token, Infallible> = token;
        match token {
            Ok(Token::StartTag(tag)) => {
                in_title = &tag.name[..] == b"title" && found.title.is_empty();
                start(&tag, found);
            }
            Ok(Token::String(text)) if in_title => {
                found.title.push_str(&String::from_utf8_lossy(&text.value));
            }
            Ok(Token::EndTag(_)) => in_title = false,
            Ok(_) => {}
            Err(never) => match never {},
        }
    }
}

fn start(tag: &StartTag<()>, found: &mut Found) {
    let get = |key: &str| {
        let value = tag.attributes.get(key.as_bytes())?;
        Some(String::from_utf8_lossy(&value.value).into_owned()).filter(|text| !text.trim().is_empty())
    };
    match &tag.name[..] {
        b"a" | b"area" => found.pages.extend(get("href")),
        b"link" => {
            let rel = get("rel").unwrap_or_default();
            if rel.eq_ignore_ascii_case("canonical") {
                found.canonical = get("href");
            }
            if ["canonical", "next", "prev"].iter().any(|known| rel.eq_ignore_ascii_case(known)) {
                found.pages.extend(get("href"));
            }
        }
        b"img" => {
            let best = ["data-src", "data-image", "src"].into_iter().find_map(get);
            found.files.extend(best.filter(|source| !source.starts_with("data:")));
        }
        b"video" | b"audio" | b"source" => {
            found.files.extend(get("src"));
            found.files.extend(get("poster"));
        }
        _ => {}
    }
    if let Some(style) = get("style") {
        for part in style.split("url(").skip(1) {
            let address = part.split(')').next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
            if !address.starts_with("data:") {
                found.files.insert(address.to_owned());
            }
        }
    }
}

/// The context of a hosted page.
#[must_use]
pub fn context(text: &str) -> Option<Value> {
    let at = text.find(CONTEXT)?;
    let rest = text[at + CONTEXT.len()..].trim_start().strip_prefix('=')?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    values.next()?.ok().filter(Value::is_object)
}

/// Reads the JSON of a page.
pub fn json(value: &Value, depth: usize, found: &mut Found) {
    if depth > DEEPEST {
        return;
    }
    if depth == 0 {
        pictures::addresses(value, &mut found.files);
        terms(value, found);
    }
    match value {
        Value::Array(list) => list.iter().for_each(|value| json(value, depth + 1, found)),
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value.as_str()) {
                    ("fullUrl", Some(address)) => {
                        found.pages.insert(address.to_owned());
                    }
                    ("nextPageUrl", Some(address)) => {
                        found.lists.insert(address.to_owned());
                    }
                    (key, Some(text)) if HTML.contains(&key) => read(text, found),
                    _ => json(value, depth + 1, found),
                }
            }
        }
        _ => {}
    }
}

/// The archives of a list, by its tags and categories.
fn terms(page: &Value, found: &mut Found) {
    let Some(list) = page.pointer("/collection/fullUrl").and_then(Value::as_str) else { return };
    if listed(page).next().is_none() {
        return;
    }
    for (members, folder) in [("tags", "tag"), ("categories", "category")] {
        let own = page["collection"][members].as_array().into_iter().flatten();
        for text in own.filter_map(Value::as_str).filter(|text| !text.is_empty()) {
            let text = crate::asset::percent_encoded(text).replace('/', "%2F").replace("%20", "+");
            found.pages.insert(format!("{}/{folder}/{text}", list.trim_end_matches('/')));
        }
    }
}

/// The addresses of a sitemap: of pages and further sitemaps, and of pictures.
#[must_use]
pub fn sitemap(text: &str) -> Found {
    let mut found = Found::default();
    for (name, is_page) in [("<loc>", true), ("<image:loc>", false)] {
        for part in text.split(name).skip(1) {
            let address = part.split('<').next().unwrap_or_default();
            // An address may stand in a section that is not escaped.
            let address = match address.is_empty() {
                true => {
                    part.strip_prefix("<![CDATA[").and_then(|rest| rest.split("]]>").next()).unwrap_or("")
                }
                false => address,
            };
            let address = address.trim().replace("&amp;", "&").replace("&apos;", "'").replace("&quot;", "\"");
            if !address.is_empty() {
                let list = if is_page { &mut found.pages } else { &mut found.files };
                list.insert(address);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_536_pages_name_pages_and_pictures() {
        let found = html(
            "<title>Kiln &amp; clay</title><link rel=canonical href='/kiln'><a href=/a>x</a><img src=data:x data-src='/p.jpg?format=1w'>\
             <div style=\"background-image: url('//cdn.example/q.jpg')\"></div>\
             <script>Static.SQUARESPACE_CONTEXT = {\"collection\": {\"fullUrl\": \"/kiln\"}, \"x\": \"<a href='/no'>\"};</script>",
        );
        let list = |list: &BTreeSet<String>| list.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(list(&found.pages), "/a /kiln");
        assert_eq!(list(&found.files), "//cdn.example/q.jpg /p.jpg?format=1w");
        assert_eq!((found.title.as_str(), found.canonical.as_deref()), ("Kiln & clay", Some("/kiln")));
        assert_eq!(found.context.unwrap()["collection"]["fullUrl"], "/kiln");
        assert!(context("Static.SQUARESPACE_CONTEXT = {broken").is_none());
    }

    #[test]
    fn s_536_json_and_sitemaps_name_pages_and_pictures() {
        let mut found = Found::default();
        let page = serde_json::json!({
            "collection": {"fullUrl": "/log", "tags": ["Old Times", "a/b"], "categories": ["Ash"]},
            "items": [{"fullUrl": "/log/one", "assetUrl": "https://cdn.example/1.jpg", "body": "<a href=\"/two\">x</a>"}],
            "pagination": {"nextPageUrl": "/log?offset=5"},
        });
        json(&page, 0, &mut found);
        let pages: Vec<&str> = found.pages.iter().map(String::as_str).collect();
        assert_eq!(
            pages,
            ["/log", "/log/category/Ash", "/log/one", "/log/tag/Old+Times", "/log/tag/a%2Fb", "/two"]
        );
        assert_eq!(found.lists.iter().collect::<Vec<_>>(), ["/log?offset=5"]);
        assert_eq!(found.files.iter().collect::<Vec<_>>(), ["https://cdn.example/1.jpg"]);
        let map = sitemap(
            "<urlset><url><loc>https://a.example/x?a=1&amp;b=2</loc><image:image><image:loc><![CDATA[https://c.example/p.jpg]]></image:loc></image:image></url>",
        );
        assert!(
            map.pages.contains("https://a.example/x?a=1&b=2")
                && map.files.contains("https://c.example/p.jpg")
        );
    }
}
