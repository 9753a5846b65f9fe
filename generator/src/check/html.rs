//! What a page's HTML says: where it leads, what it shows, and what a reader who cannot see it would miss.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

/// A fault that stands in the HTML itself: its code, what is wrong, what to do, and a text by which its source is found.
pub(super) type Flaw = (&'static str, String, &'static str, String);

/// What of a page is looked at.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Addresses of links.
    pub links: Vec<String>,
    /// Addresses of pictures, scripts, films and other files.
    pub files: Vec<String>,
    /// Every `id`.
    pub ids: BTreeSet<String>,
    /// What is wrong for readers.
    pub flaws: Vec<Flaw>,
}

/// An element that is open and that may not stay without a name.
struct Nameless {
    tag: String,
    shown: String,
    has_name: bool,
}

#[derive(Default)]
struct Reader {
    facts: Facts,
    open: Vec<Nameless>,
    headings: Vec<u8>,
    labels: BTreeSet<String>,
    fields: Vec<(Option<String>, String)>,
    inside_label: usize,
    has_title: bool,
    inside_title: bool,
    language: bool,
    doubled: BTreeMap<String, usize>,
}

/// Reads a page.
pub(super) fn read(html: &[u8]) -> Facts {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reader = Reader::default();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let token: Result<Token, Infallible> = token;
        match token {
            Ok(Token::StartTag(tag)) => reader.start(&tag),
            Ok(Token::EndTag(tag)) => reader.end(&text(&tag.name)),
            Ok(Token::String(shown)) => reader.text(&text(&shown.value)),
            Ok(_) => {}
            Err(never) => match never {},
        }
    }
    reader.done()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Reader {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = text(&tag.name);
        let get = |key: &str| tag.attributes.get(key.as_bytes()).map(|value| text(&value.value));
        let named = ["aria-label", "aria-labelledby", "title", "placeholder"]
            .iter()
            .any(|key| get(key).is_some_and(|text| !text.trim().is_empty()));
        let silent = get("aria-hidden").is_some_and(|hidden| hidden == "true");
        if let Some(id) = get("id").filter(|id| !id.is_empty())
            && !self.facts.ids.insert(id.clone())
        {
            *self.doubled.entry(id).or_default() += 1;
        }
        match name.as_str() {
            "html" => self.language = get("lang").is_some_and(|language| !language.trim().is_empty()),
            "title" => self.inside_title = true,
            "a" | "area" => {
                if let Some(href) = get("href") {
                    self.facts.links.push(href.clone());
                    self.expect_name("a", href, named || silent);
                }
            }
            "button" => {
                self.expect_name("button", get("class").or(get("id")).unwrap_or_default(), named || silent)
            }
            "img" => self.image(get("src").unwrap_or_default(), get("alt"), silent || named),
            "iframe" if !named && !silent => {
                let shown = get("src").unwrap_or_default();
                self.flaw(
                    "frame-title",
                    format!("The frame '{shown}' has no title."),
                    "add title=\"what it shows\"",
                    shown,
                );
            }
            "label" => {
                self.labels.extend(get("for"));
                self.inside_label += 1;
            }
            "input" | "select" | "textarea" => {
                let kind = get("type").unwrap_or_default();
                let needs = !matches!(kind.as_str(), "hidden" | "submit" | "button" | "reset" | "image");
                if needs && !named && !silent && self.inside_label == 0 {
                    self.fields.push((get("id"), get("name").unwrap_or_default()));
                }
            }
            heading if is_heading(heading) => self.headings.push(heading.as_bytes()[1] - b'0'),
            _ => {}
        }
        for key in ["src", "poster", "data-src"] {
            self.facts.files.extend(get(key).filter(|address| !address.is_empty()));
        }
        if name == "link" {
            self.facts.files.extend(get("href"));
        }
        for key in ["srcset", "imagesrcset"] {
            let set = get(key).unwrap_or_default();
            let each = set.split(',').filter_map(|part| part.split_whitespace().next());
            self.facts.files.extend(each.map(str::to_owned));
        }
    }

    fn image(&mut self, source: String, alt: Option<String>, named: bool) {
        match &alt {
            Some(alt) => self.text(alt),
            None if named => {}
            None => {
                let message = format!("The picture '{source}' has no alternative text.");
                let help = "write altText: what the picture shows; alt=\"\" when it only decorates";
                self.flaw("alt-text", message, help, source);
            }
        }
    }

    fn expect_name(&mut self, tag: &str, shown: String, has_name: bool) {
        self.open.push(Nameless { tag: tag.to_owned(), shown, has_name });
    }

    fn text(&mut self, shown: &str) {
        if shown.trim().is_empty() {
            return;
        }
        for open in &mut self.open {
            open.has_name = true;
        }
        self.has_title |= self.inside_title;
    }

    fn end(&mut self, name: &str) {
        self.inside_title &= name != "title";
        if name == "label" {
            self.inside_label = self.inside_label.saturating_sub(1);
        }
        let Some(place) = self.open.iter().rposition(|open| open.tag == name) else { return };
        let open = self.open.remove(place);
        if open.has_name {
            return;
        }
        let (message, help) = match name {
            "a" => (format!("The link to '{}' has no text.", open.shown), "write a text, or aria-label"),
            _ => ("A button has no text.".to_owned(), "write a text, or aria-label"),
        };
        self.flaw("no-text", message, help, open.shown);
    }

    fn flaw(&mut self, code: &'static str, message: String, help: &'static str, found_by: String) {
        self.facts.flaws.push((code, message, help, found_by));
    }

    fn done(mut self) -> Facts {
        for (id, name) in std::mem::take(&mut self.fields) {
            if id.as_ref().is_none_or(|id| !self.labels.contains(id)) {
                let shown = if name.is_empty() { id.unwrap_or_default() } else { name };
                self.flaw(
                    "label",
                    format!("The field '{shown}' has no label."),
                    "put it inside a <label>, or name it with for=",
                    shown,
                );
            }
        }
        for (id, _) in std::mem::take(&mut self.doubled) {
            self.flaw(
                "id-on-page",
                format!("The id '{id}' stands on the page more than once."),
                "give each element its own id",
                id,
            );
        }
        if !self.language {
            self.flaw(
                "language",
                "The page does not say its language.".to_owned(),
                "write <html lang=\"{website.language}\">",
                "<html".to_owned(),
            );
        }
        if !self.has_title {
            self.flaw(
                "page-title",
                "The page has no title.".to_owned(),
                "put {squarespace-headers} into the head",
                "<head".to_owned(),
            );
        }
        let first = self.headings.iter().filter(|level| **level == 1).count();
        if first != 1 {
            let message = format!("The page has {first} headings of the first level.");
            self.flaw(
                "headings",
                message,
                "write one <h1>, that says what the page is about",
                "<h1".to_owned(),
            );
        }
        let skips =
            self.headings.windows(2).find(|pair| pair[1] > pair[0] + 1).map(|pair| (pair[0], pair[1]));
        if let Some((from, to)) = skips {
            let message = format!("A heading of level {from} is followed by one of level {to}.");
            self.flaw("headings", message, "leave no level out", format!("<h{to}"));
        }
        self.facts
    }
}

fn is_heading(name: &str) -> bool {
    name.len() == 2 && name.starts_with('h') && matches!(name.as_bytes()[1], b'1'..=b'6')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(html: &str) -> Vec<&'static str> {
        read(html.as_bytes()).flaws.into_iter().map(|(code, ..)| code).collect()
    }

    const FINE: &str = "<html lang=en><head><title>T</title></head><body><h1>T</h1>";

    #[test]
    fn a_page_without_flaws_has_none() {
        let page = format!(
            "{FINE}<a href=/a>A</a><a href=/b><img src=/b.png alt=B></a><a href=/c aria-label=C></a><img src=/d.png alt=\"\"><h2>x</h2><h3>y</h3>\
             <label>L <input name=a></label><label for=b>B</label><input id=b><button>Go</button><iframe title=F src=/f></iframe>\
             <script>var x = '<img src=/no.png>';</script>"
        );
        let facts = read(page.as_bytes());
        assert!(facts.flaws.is_empty(), "{:?}", facts.flaws);
        assert_eq!(facts.links, ["/a", "/b", "/c"]);
        assert_eq!(facts.files, ["/b.png", "/d.png", "/f"]);
    }

    #[test]
    fn g_020_every_flaw_is_found() {
        assert_eq!(codes(&format!("{FINE}<img src=/a.png>")), ["alt-text"]);
        assert_eq!(codes(&format!("{FINE}<a href=/a><img src=/a.png alt=\"\"></a>")), ["no-text"]);
        assert_eq!(codes(&format!("{FINE}<button> </button>")), ["no-text"]);
        assert_eq!(codes(&format!("{FINE}<input name=q>")), ["label"]);
        assert_eq!(codes(&format!("{FINE}<b id=a></b><i id=a></i>")), ["id-on-page"]);
        assert_eq!(codes(&format!("{FINE}<h3>x</h3>")), ["headings"]);
        assert_eq!(
            codes("<html><title> </title><h1>a</h1><h1>b</h1>"),
            ["language", "page-title", "headings"]
        );
        assert_eq!(codes(&format!("{FINE}<iframe src=/f></iframe>")), ["frame-title"]);
    }
}
