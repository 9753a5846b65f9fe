//! What can be edited on a page of the preview says where it comes from: `data-loggia-edit="<file>#<pointer>"`.
//!
//! Templates do not tell where they take a text from, so the page is looked through afterwards: an element whose whole
//! text is a text of the site, and a picture of the site, are marked with the place where it stands. What is published
//! never comes here.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use loggia_template::Node;

use crate::pipeline::trial::Source;

/// The attribute.
const MARK: &str = "data-loggia-edit";
/// Members that are never shown as they are, or mean nothing to a reader.
const SKIPPED: [&str; 12] = [
    "id",
    "urlId",
    "fullUrl",
    "collectionId",
    "recordTypeLabel",
    "status",
    "password",
    "typeName",
    "layout",
    "ordering",
    "sku",
    "originalSize",
];
/// Elements whose text is no text of the page.
const RAW: [&str; 8] = ["script", "style", "title", "textarea", "option", "template", "noscript", "head"];
/// Texts that are longer are not looked for.
const LONGEST: usize = 200_000;

/// The texts of the site by what they say.
#[derive(Default)]
struct Texts {
    plain: HashMap<String, String>,
    /// HTML, in order.
    html: Vec<(String, String)>,
    /// Pictures by the name of their file without ending.
    pictures: HashMap<String, String>,
}

/// A page with marks.
#[must_use]
pub fn marked(html: &str, sources: &[Source<'_>]) -> String {
    let mut texts = Texts::default();
    for source in sources {
        let file = crate::asset::slashes(&source.file);
        let (node, pointer) = match source.member {
            Some(member) => (source.root.get(member), format!("/{member}")),
            None => (source.root, String::new()),
        };
        texts.collect(node, &file, &pointer);
    }
    let mut marks = BTreeMap::new();
    texts.find_html(html, &mut marks);
    texts.find_elements(html, &mut marks);
    let mut out = String::with_capacity(html.len() + marks.len() * 64);
    let mut done = 0;
    for (at, place) in marks {
        out.push_str(&html[done..at]);
        out.push_str(&format!(" {MARK}=\""));
        loggia_template::escape_attribute(&place, &mut out);
        out.push('"');
        done = at;
    }
    out.push_str(&html[done..]);
    out
}

impl Texts {
    fn collect(&mut self, node: Node<'_>, file: &str, pointer: &str) {
        match node {
            Node::Text(text) => self.text(text, format!("{file}#{pointer}")),
            Node::List(list) => {
                for (index, element) in list.iter().enumerate() {
                    self.collect(*element, file, &format!("{pointer}/{index}"));
                }
            }
            Node::Object(object) => {
                for (key, value) in object.members() {
                    if let ("assetUrl", Some(address)) = (key, value.as_str()) {
                        self.picture(address, format!("{file}#{pointer}"));
                    } else if !SKIPPED.contains(&key) {
                        let step = key.replace('~', "~0").replace('/', "~1");
                        self.collect(value, file, &format!("{pointer}/{step}"));
                    }
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str, place: String) {
        let trimmed = text.trim();
        if trimmed.len() < 2
            || trimmed.len() > LONGEST
            || trimmed.starts_with('/')
            || trimmed.starts_with("http")
        {
            return;
        }
        if trimmed.contains('<') {
            self.html.push((trimmed.to_owned(), place));
        } else {
            self.plain.entry(collapsed(trimmed)).or_insert(place);
        }
    }

    fn picture(&mut self, address: &str, place: String) {
        let name = address.split(['?', '#']).next().unwrap_or_default();
        if let Some(name) = name.strip_prefix("/files/") {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            self.pictures.entry(stem.to_owned()).or_insert(place);
        }
    }

    /// HTML that stands in the page as it is: the element that holds it is marked, else its own first element.
    fn find_html(&self, html: &str, marks: &mut BTreeMap<usize, String>) {
        for (text, place) in &self.html {
            for at in memchr::memmem::find_iter(html.as_bytes(), text.as_bytes()) {
                let before = html[..at].trim_end();
                let holder = before.ends_with('>').then(|| before.rfind('<')).flatten();
                let holder =
                    holder.and_then(|start| open_tag(html, start)).filter(|tag| tag.end == before.len());
                let own = || open_tag(html, at);
                if let Some(tag) = holder.filter(|tag| !is_void(tag.name)).or_else(own) {
                    put(html, marks, &tag, place);
                }
            }
        }
    }

    fn find_elements(&self, html: &str, marks: &mut BTreeMap<usize, String>) {
        let mut at = 0;
        while let Some(found) = html[at..].find('<') {
            let start = at + found;
            if html[start..].starts_with("<!--") {
                at = html[start..].find("-->").map_or(html.len(), |end| start + end + 3);
                continue;
            }
            let Some(tag) = open_tag(html, start) else {
                at = start + 1;
                continue;
            };
            at = tag.end;
            if RAW.contains(&tag.name) && tag.name != "head" {
                let end = format!("</{}", tag.name);
                at = html[at..].find(&end).map_or(html.len(), |end| at + end);
                continue;
            }
            if tag.name == "img" {
                if let Some(place) = stem_of(&html[start..tag.end]).and_then(|stem| self.pictures.get(stem)) {
                    put(html, marks, &tag, place);
                }
                continue;
            }
            let Some(next) = html[at..].find('<').map(|next| at + next) else { break };
            let text = html[at..next].trim();
            let closes = html[next..].strip_prefix("</").is_some_and(|rest| rest.starts_with(tag.name));
            let known =
                (!text.is_empty() && closes).then(|| self.plain.get(&collapsed(&unescaped(text)))).flatten();
            if let Some(place) = known {
                put(html, marks, &tag, place);
            }
        }
    }
}

/// An opening tag of a page.
struct Tag<'h> {
    name: &'h str,
    /// Behind the name.
    head: usize,
    /// Behind the bracket.
    end: usize,
}

fn open_tag(html: &str, start: usize) -> Option<Tag<'_>> {
    let rest = html[start..].strip_prefix('<')?;
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    let name = &rest[..length];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().skip(length) {
        match (quote, byte) {
            (None, b'>') => return Some(Tag { name, head: start + 1 + length, end: start + at + 2 }),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

fn put(html: &str, marks: &mut BTreeMap<usize, String>, tag: &Tag<'_>, place: &str) {
    if !html[tag.head..tag.end].contains(MARK) {
        marks.entry(tag.head).or_insert_with(|| place.to_owned());
    }
}

fn is_void(name: &str) -> bool {
    matches!(name, "img" | "br" | "hr" | "input" | "meta" | "link" | "source" | "wbr")
}

/// The name of the file of a picture without its hash and its ending: `src="/assets/files/oven.16bb4d92d8.jpg"`.
fn stem_of(tag: &str) -> Option<&str> {
    let (_, rest) = tag.split_once("/assets/files/")?;
    let name = rest.split(['"', '\'', ' ', '>', '?', ',']).next()?;
    let (rest, _) = name.rsplit_once('.')?;
    rest.rsplit_once('.').map(|(stem, _)| stem)
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let names = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ];
    Cow::Owned(names.iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character)))
}

#[cfg(test)]
mod tests {
    use loggia_template::Arena;

    use super::*;

    #[test]
    fn texts_html_and_pictures_say_where_they_stand() {
        let arena = Arena::new();
        let root = arena
            .parse(r#"{"id": "Rye", "title": "Rye & salt", "body": "<p>One</p><p>Two</p>", "a/b": [{"text": "Deep  words"}], "mainImage": {"assetUrl": "/files/oven.jpg"}}"#)
            .unwrap();
        let sources = [Source { file: "content/blog/a.json".into(), member: None, root }];
        let page = "<title>Rye &amp; salt</title><h1 class=\"x\">\n Rye &amp; salt </h1><div><p>One</p><p>Two</p></div><b>Deep words</b><b>Rye</b>\
                    <img src=\"/assets/files/oven.16bb4d92d8.jpg\" alt=\"a > b\"><script>\"<b>Deep words</b>\"</script>";
        let wanted = "<title>Rye &amp; salt</title><h1 data-loggia-edit=\"content/blog/a.json#/title\" class=\"x\">\n Rye &amp; salt </h1>\
                      <div data-loggia-edit=\"content/blog/a.json#/body\"><p>One</p><p>Two</p></div><b data-loggia-edit=\"content/blog/a.json#/a~1b/0/text\">Deep words</b><b>Rye</b>\
                      <img data-loggia-edit=\"content/blog/a.json#/mainImage\" src=\"/assets/files/oven.16bb4d92d8.jpg\" alt=\"a > b\"><script>\"<b>Deep words</b>\"</script>";
        assert_eq!(marked(page, &sources), wanted);
    }
}
