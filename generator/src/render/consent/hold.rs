//! A page in which nothing is fetched from others before the visitor agreed to it.
//!
//! What would be fetched stays where it is, inert: the attributes that fetch or run something are kept as `data-held-…`, and
//! `data-held` says for what it has to be agreed to. The browser's part of it (`widgets/src/consent`) brings it to life. A
//! frame shows what it is and a link there, so that it is of use without a script as well.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{State, Token, Tokenizer};

use super::super::policy::runs;
use super::host::{Hosts, host_of};
use crate::asset::percent_decoded;
use crate::site::consent::Category;

/// Whose hosts are asked for what.
pub(super) type Asked = BTreeMap<Category, BTreeSet<String>>;

/// The attribute by which an owner says what something is for.
const SAID: &str = "data-consent";

/// What stands in a frame that waits: HTML by the host and, where it has one, the address.
pub(super) type Placeholder<'p> = &'p dyn Fn(&str, Option<&str>) -> String;

/// The page, and what it asks for.
pub(super) fn hold(page: &str, hosts: &Hosts<'_>, placeholder: Placeholder<'_>) -> (String, Asked) {
    let mut holder = Holder {
        hosts,
        placeholder,
        out: String::with_capacity(page.len()),
        asked: Asked::new(),
        in_noscript: false,
    };
    holder.read(page);
    (holder.out, holder.asked)
}

struct Holder<'h> {
    hosts: &'h Hosts<'h>,
    placeholder: Placeholder<'h>,
    out: String,
    asked: Asked,
    in_noscript: bool,
}

/// Attributes by name.
type Attributes = BTreeMap<String, String>;

/// What an element is for, and whom it asks.
struct Found {
    category: Category,
    hosts: BTreeSet<String>,
}

/// An element whose text decides: it waits for its end.
struct Open {
    tag: StartTag<usize>,
    is_foreign: bool,
}

impl Holder<'_> {
    fn read(&mut self, page: &str) {
        let emitter = DefaultEmitter::<usize>::new_with_span();
        let mut tokenizer = Tokenizer::new_with_emitter(page, emitter);
        // Whether each open element that changes it begins markup of another kind: pictures of lines, formulas.
        let mut foreign: Vec<(Vec<u8>, bool)> = Vec::new();
        let mut copied = 0;
        let mut open: Option<Open> = None;
        while let Some(token) = tokenizer.next() {
            let token: Result<Token<usize>, Infallible> = token;
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let name = tag.name.to_vec();
                    let is_foreign = foreign.last().is_some_and(|(_, is_foreign)| *is_foreign);
                    if !tag.self_closing {
                        match name.as_slice() {
                            b"svg" | b"math" => foreign.push((name.clone(), true)),
                            b"foreignobject" | b"desc" | b"title" | b"annotation-xml" if is_foreign => {
                                foreign.push((name.clone(), false));
                            }
                            _ => {}
                        }
                    }
                    let ends_at_once = is_foreign && tag.self_closing;
                    if let Some(state) = state_of(&name).filter(|_| !is_foreign) {
                        tokenizer.set_state(state);
                    }
                    match name.as_slice() {
                        b"script" | b"style" | b"noscript" if !ends_at_once => {
                            open.get_or_insert(Open { tag, is_foreign });
                        }
                        _ if open.is_some() => {}
                        _ => self.element(page, &tag, "", is_foreign, &mut copied),
                    }
                }
                Token::EndTag(end) => {
                    if let Some(at) = foreign.iter().rposition(|(name, _)| *name == **end.name) {
                        foreign.truncate(at);
                    }
                    let is_end = |open: &mut Open| *open.tag.name == *end.name;
                    if let Some(open) = open.take_if(is_end) {
                        self.ended(page, &open, end.span.start, &mut copied);
                    }
                }
                _ => {}
            }
        }
        if let Some(open) = open {
            self.ended(page, &open, page.len(), &mut copied);
        }
        self.out.push_str(&page[copied..]);
    }

    /// An element with its text, which ends at a place of the page.
    fn ended(&mut self, page: &str, open: &Open, end: usize, copied: &mut usize) {
        let inside = &page[open.tag.span.end..end];
        let is_noscript = *open.tag.name == *b"noscript";
        if is_noscript || (open.is_foreign && *open.tag.name == *b"style" && inside.contains('<')) {
            // What a browser without scripts reads, and what stands in a picture's style: markup.
            self.out.push_str(&page[*copied..open.tag.span.end]);
            let before = self.in_noscript;
            self.in_noscript |= is_noscript;
            self.read(inside);
            self.in_noscript = before;
            *copied = end;
            return;
        }
        self.element(page, &open.tag, inside, open.is_foreign, copied);
    }

    /// Copies the page up to an element and writes its tag, held where it has to be.
    fn element(
        &mut self,
        page: &str,
        tag: &StartTag<usize>,
        text: &str,
        is_foreign: bool,
        copied: &mut usize,
    ) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let attributes: Attributes =
            tag.attributes.iter().map(|(name, value)| (lossy(name), lossy(&value.value))).collect();
        let Some((held, hosts)) = self.held(&name, &attributes, text, is_foreign) else { return };
        let of_category = self.asked.entry(held).or_default();
        of_category.extend(hosts.iter().cloned());
        self.out.push_str(&page[*copied..tag.span.start]);
        self.write(&name, attributes, tag.self_closing, held, hosts.first().map(String::as_str));
        *copied = tag.span.end;
    }

    /// For what an element has to wait, and for whom; nothing where it may stay as it is.
    fn held(
        &self,
        name: &str,
        attributes: &Attributes,
        text: &str,
        is_foreign: bool,
    ) -> Option<(Category, BTreeSet<String>)> {
        let found = self.found(name, attributes, text, is_foreign);
        let said = attributes.get(SAID).map(|word| Category::of(word).unwrap_or(Category::Marketing));
        match (said, found) {
            (Some(Category::Necessary), _) | (None, None) => None,
            (Some(category), found) => {
                acts(name, attributes).then(|| (category, found.map(|found| found.hosts).unwrap_or_default()))
            }
            (None, Some(found)) => {
                (found.category != Category::Necessary).then_some((found.category, found.hosts))
            }
        }
    }

    /// What an element fetches from others.
    fn found(&self, name: &str, attributes: &Attributes, text: &str, is_foreign: bool) -> Option<Found> {
        let get = |key: &str| attributes.get(key).map(String::as_str);
        match name {
            "script" => {
                let kind = get("type").unwrap_or_default().trim().to_ascii_lowercase();
                if !runs(&kind) {
                    return None;
                }
                let address = get("src").or(get("href")).or(get("xlink:href"));
                match address {
                    Some(address) => self.address(address),
                    // The text of a script in a picture of lines may be written in entities, and between their marks.
                    None if is_foreign && text.contains(['&', '<']) => {
                        Some(Found { category: Category::Marketing, hosts: self.hosts.others_in(text) })
                    }
                    None => self.text(text),
                }
            }
            "style" => self.text(text),
            "iframe" | "frame" => {
                let address = get("src").unwrap_or_default();
                self.address(address).or_else(|| self.text(get("srcdoc").unwrap_or_default())).or_else(|| {
                    let own = ["data:", "javascript:"];
                    let start = address.trim_start().to_ascii_lowercase();
                    let is_document = own.iter().any(|scheme| start.starts_with(scheme));
                    let document = percent_decoded(address).filter(|_| is_document)?;
                    self.text(&document)
                })
            }
            "link" => {
                let fetches = get("rel").unwrap_or_default().to_ascii_lowercase();
                let fetches = fetches.split_whitespace().any(|word| {
                    matches!(
                        word,
                        "stylesheet"
                            | "preload"
                            | "modulepreload"
                            | "prefetch"
                            | "prerender"
                            | "preconnect"
                            | "dns-prefetch"
                            | "icon"
                            | "apple-touch-icon"
                            | "manifest"
                    )
                });
                self.address(get("href").filter(|_| fetches)?)
            }
            "object" => self.address(get("data")?),
            "embed" => self.address(get("src")?),
            "img" | "source" | "video" | "audio" | "track" | "input" => self.picture(name, attributes),
            _ => None,
        }
        .or_else(|| {
            // A program of the page itself that fetches as soon as something is there, without anybody's doing.
            let programs = LOADED.iter().filter_map(|key| get(key));
            programs.into_iter().find_map(|program| self.text(program))
        })
    }

    /// A picture or a film: content, unless it stands there to be counted.
    fn picture(&self, name: &str, attributes: &Attributes) -> Option<Found> {
        let get = |key: &str| attributes.get(key).map(String::as_str);
        let style = get("style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        let is_least =
            |key: &str| get(key).is_some_and(|size| matches!(size.trim(), "0" | "1" | "0px" | "1px"));
        let is_unseen = name == "img" && (is_least("width") || is_least("height"))
            || attributes.contains_key("hidden")
            || style.contains("display:none")
            || style.contains("visibility:hidden");
        let addresses = [get("src"), get("poster")].into_iter().flatten().map(str::to_owned);
        let several = get("srcset").unwrap_or_default().split(',');
        let several = several.filter_map(|part| part.split_whitespace().next()).map(str::to_owned);
        let found =
            addresses.chain(several).filter_map(|address| Some((self.hosts.other(&address)?, address)));
        let watched = found.filter(|(host, _)| is_unseen || self.in_noscript || self.hosts.is_watcher(host));
        self.all(watched)
    }

    fn address(&self, address: &str) -> Option<Found> {
        let host = self.hosts.other(address)?;
        self.all([(host, address.to_owned())].into_iter())
    }

    fn text(&self, text: &str) -> Option<Found> {
        self.all(self.hosts.others_in(text).into_iter().map(|host| (host, text.to_owned())))
    }

    /// What several hosts are for together: what the one that asks for the most is for.
    fn all(&self, found: impl Iterator<Item = (String, String)>) -> Option<Found> {
        let mut all: Option<Found> = None;
        for (host, address) in found {
            let category = self.hosts.category_of(&host, &address);
            let all = all.get_or_insert_with(|| Found { category, hosts: BTreeSet::new() });
            all.category = all.category.max(category);
            if category != Category::Necessary {
                all.hosts.insert(host);
            }
        }
        all
    }

    /// Writes the tag of an element that waits.
    fn write(
        &mut self,
        name: &str,
        mut attributes: Attributes,
        is_closed: bool,
        category: Category,
        host: Option<&str>,
    ) {
        let mut moved = Attributes::new();
        for key in FETCHING.iter().chain(&LOADED) {
            if let Some(value) = attributes.remove(*key) {
                moved.insert(format!("data-held-{key}"), value);
            }
        }
        match name {
            "script" | "style" => {
                moved.insert("data-held-type".to_owned(), attributes.remove("type").unwrap_or_default());
                attributes.insert("type".to_owned(), "text/plain".to_owned());
            }
            "iframe" => {
                // What stands there until then is ours, and is to open a window of its own.
                if let Some(sandbox) = attributes.remove("sandbox") {
                    moved.insert("data-held-sandbox".to_owned(), sandbox);
                }
                let address = moved.get("data-held-src").map(|address| address.trim());
                let leads = address.filter(|address| host_of(address).is_some());
                let named = host.unwrap_or_default();
                attributes.insert("srcdoc".to_owned(), (self.placeholder)(named, leads));
                attributes.entry("title".to_owned()).or_insert_with(|| named.to_owned());
            }
            _ => {}
        }
        moved.insert("data-held".to_owned(), category.word().to_owned());
        attributes.extend(moved);
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in &attributes {
            self.out.push(' ');
            self.out.push_str(key);
            self.out.push_str("=\"");
            loggia_template::escape_attribute(value, &mut self.out);
            self.out.push('"');
        }
        self.out.push_str(if is_closed { "/>" } else { ">" });
    }
}

/// Attributes that fetch something.
const FETCHING: [&str; 8] =
    ["data", "href", "imagesrcset", "poster", "src", "srcdoc", "srcset", "xlink:href"];

/// Attributes whose program runs without anybody's doing.
const LOADED: [&str; 5] = ["onerror", "onload", "onloadstart", "onpageshow", "onreadystatechange"];

/// Whether there is something in an element that can wait.
fn acts(name: &str, attributes: &Attributes) -> bool {
    match name {
        "script" => {
            runs(&attributes.get("type").map(|kind| kind.trim().to_ascii_lowercase()).unwrap_or_default())
        }
        "style" => true,
        "a" | "area" | "form" | "html" | "body" | "base" => false,
        _ => FETCHING.iter().any(|key| attributes.contains_key(*key)),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How the text of an element is read, where it is no markup.
fn state_of(name: &[u8]) -> Option<State> {
    match name {
        b"textarea" | b"title" => Some(State::RcData),
        b"plaintext" => Some(State::PlainText),
        b"script" => Some(State::ScriptData),
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" | b"noscript" => Some(State::RawText),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
