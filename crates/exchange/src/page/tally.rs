//! What a page shows, counted: words, links, pictures, fields of forms and prices, each as often as it stands there.
//!
//! A page is held against another one by it, whoever made the two. The part that is the page's own is counted apart from
//! what stands around it on every page: menus, the head and the foot.

use std::collections::{BTreeMap, HashMap, HashSet};

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::ElementRef;
use scraper::node::Node;
use unicode_normalization::UnicodeNormalization;

use super::bounds::whole_page;
use super::dom::{El, attr, below, first, has, is_unseen, name, one_line, part};
use super::prices::{MARK, prices};

/// So much of a label is read.
const LABEL: usize = 120;
/// So many elements above a field may be its label.
const ABOVE: usize = 6;

/// Things by how often they stand on a page.
pub type Count = BTreeMap<String, u32>;

/// What a part of a page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    /// Words in small letters, without the signs around them.
    pub words: Count,
    /// Where links lead, as they are written, without their marks (`#`).
    pub links: Count,
    /// Addresses of pictures as they are written.
    pub pictures: Count,
    /// Fields of forms by what they ask, in small letters.
    pub fields: Count,
    /// Prices in the form `1234.50`, without their currency.
    pub prices: Count,
}

impl Shown {
    /// Adds what another part shows.
    pub fn add(&mut self, other: &Shown) {
        let pairs = [
            (&mut self.words, &other.words),
            (&mut self.links, &other.links),
            (&mut self.pictures, &other.pictures),
            (&mut self.fields, &other.fields),
            (&mut self.prices, &other.prices),
        ];
        for (own, theirs) in pairs {
            for (key, count) in theirs {
                let own = own.entry(key.clone()).or_default();
                *own = own.saturating_add(*count);
            }
        }
    }
}

/// A page, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Its title, in one line.
    pub title: String,
    /// What the page itself shows.
    pub own: Shown,
    /// What stands around it.
    pub around: Shown,
}

/// Counts a page, or a fragment of one.
///
/// # Errors
/// With the reason, for a person, when a page is too long or nested too deep to be taken apart.
pub fn tally(html: &str) -> Result<Tally, String> {
    let document = whole_page(html)?;
    let root = document.root_element();
    let title = first(root, |el| name(el) == "title");
    let title = title.map(|el| one_line(&el.text().collect::<String>())).unwrap_or_default();
    let mut reader = Reader { own: parts(root), labels: labels(root), tally: Tally::default() };
    let texts = reader.read(root);
    let mut tally = reader.tally;
    tally.title = title;
    for (shown, text) in [(&mut tally.own, &texts[0]), (&mut tally.around, &texts[1])] {
        for word in text.split(|c: char| c.is_whitespace() || c == MARK).filter_map(word) {
            *shown.words.entry(word).or_default() += 1;
        }
        for price in prices(text) {
            *shown.prices.entry(price).or_default() += 1;
        }
    }
    Ok(tally)
}

/// The parts of a page that are its own: its main part; without one, all but the head and the foot. Menus are never among
/// them, wherever they stand: those in the main part lead from part to part of a list.
struct Parts {
    own: HashSet<NodeId>,
    /// Whether `own` names what is the page's own, and not what stands around it.
    is_inside: bool,
}

fn parts(root: El<'_>) -> Parts {
    let named = |wanted: &'static str| move |el: &El<'_>| attr(*el, "id") == Some(wanted);
    let found = below(root).find(|el| name(*el) == "main" || attr(*el, "role") == Some("main"));
    let found = found.or_else(|| {
        ["page", "content", "main"].into_iter().find_map(|wanted| below(root).find(named(wanted)))
    });
    match found {
        Some(el) => Parts { own: HashSet::from([el.id()]), is_inside: true },
        None => {
            let around = ["header", "footer"];
            let own = below(root).filter(|el| around.contains(&name(*el))).map(|el| el.id()).collect();
            Parts { own, is_inside: false }
        }
    }
}

/// The words of labels, by the ids of their fields.
fn labels(root: El<'_>) -> HashMap<String, String> {
    let labels = below(root).filter(|el| name(*el) == "label");
    labels.filter_map(|el| Some((attr(el, "for")?.to_owned(), label(el)))).collect()
}

/// The beginning of what an element says, in one line.
fn label(el: El<'_>) -> String {
    let mut text = String::new();
    for part in el.text().take(LABEL) {
        text.push_str(part);
        text.push(' ');
        if text.len() > LABEL {
            break;
        }
    }
    let end = text.char_indices().nth(LABEL).map_or(text.len(), |(at, _)| at);
    let text = one_line(&text[..end]);
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// A word as it is compared: in small letters, without signs around it; `None` for signs alone.
fn word(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() {
        return None;
    }
    let text =
        text.nfc().filter(|c| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{200c}' | '\u{2060}' | '\u{feff}'));
    Some(text.map(|c| if c == '’' { '\'' } else { c }).collect::<String>().to_lowercase())
}

struct Reader {
    own: Parts,
    labels: HashMap<String, String>,
    tally: Tally,
}

impl Reader {
    /// Goes through a page once; the text of its own part and of what stands around.
    fn read(&mut self, root: El<'_>) -> [String; 2] {
        let mut texts = [String::new(), String::new()];
        let (mut hidden, mut inside, mut menus) = (0_usize, 0_usize, 0_usize);
        for edge in root.traverse() {
            let is_own = (inside > 0) == self.own.is_inside && menus == 0;
            let text = &mut texts[usize::from(!is_own)];
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Text(own) if hidden == 0 => text.push_str(own),
                    Node::Element(_) => {
                        let Some(el) = ElementRef::wrap(node) else { continue };
                        // What a field holds is not read; the field itself is seen all the same.
                        let is_shown = hidden == 0 && !is_unseen(el);
                        hidden += usize::from(is_silent(el));
                        inside += usize::from(self.own.own.contains(&el.id()));
                        menus += usize::from(name(el) == "nav");
                        part(text, el);
                        apart(text, el);
                        if is_price(el) {
                            text.push(MARK);
                        }
                        if is_shown {
                            let is_own = (inside > 0) == self.own.is_inside && menus == 0;
                            self.element(el, is_own);
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    let Some(el) = ElementRef::wrap(node) else { continue };
                    hidden -= usize::from(is_silent(el));
                    inside -= usize::from(self.own.own.contains(&el.id()));
                    menus -= usize::from(name(el) == "nav");
                    part(text, el);
                    apart(text, el);
                    if is_price(el) {
                        text.push(' ');
                    }
                }
            }
        }
        texts
    }

    fn element(&mut self, el: El<'_>, is_own: bool) {
        let field = field(el, &self.labels);
        let shown = if is_own { &mut self.tally.own } else { &mut self.tally.around };
        let mut count = |list: fn(&mut Shown) -> &mut Count, key: &str| {
            *list(shown).entry(key.to_owned()).or_default() += 1;
        };
        if let Some(field) = field {
            count(|shown| &mut shown.fields, &field);
        }
        match name(el) {
            "a" | "area" => {
                let href = attr(el, "href").map(|href| href.split('#').next().unwrap_or_default().trim());
                if let Some(href) = href.filter(|href| !href.is_empty() && !is_script(href)) {
                    count(|shown| &mut shown.links, href);
                }
            }
            "img" => {
                let sources = ["data-src", "data-image", "src"].into_iter().filter_map(|key| attr(el, key));
                if let Some(source) = sources.into_iter().find(|source| !source.starts_with("data:")) {
                    count(|shown| &mut shown.pictures, source);
                }
            }
            _ => {}
        }
        for part in attr(el, "style").unwrap_or_default().split("url(").skip(1) {
            let address = part.split(')').next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
            if !address.is_empty() && !address.starts_with("data:") {
                count(|shown| &mut shown.pictures, address);
            }
        }
    }
}

/// Whether the text in an element is not read: nobody sees it, or it is what a field offers.
fn is_silent(el: El<'_>) -> bool {
    is_unseen(el) || matches!(name(el), "select" | "textarea" | "datalist")
}

/// Whether a number in an element is a price although no sign of a currency stands beside it: the style sheet draws it.
fn is_price(el: El<'_>) -> bool {
    has(el, "sqs-money-native")
}

/// Two links beside each other are no one word.
fn apart(text: &mut String, el: El<'_>) {
    if name(el) == "a" {
        text.push(' ');
    }
}

fn is_script(href: &str) -> bool {
    href.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:"))
}

/// What a field of a form asks; `None` for what is no field that a visitor fills in.
fn field(el: El<'_>, labels: &HashMap<String, String>) -> Option<String> {
    let kind = attr(el, "type").unwrap_or("text").to_ascii_lowercase();
    let is_field = match name(el) {
        "input" => !["hidden", "submit", "button", "image", "reset"].contains(&kind.as_str()),
        "select" | "textarea" => true,
        _ => false,
    };
    // What is there to catch programs is no field.
    if !is_field || attr(el, "aria-hidden") == Some("true") {
        return None;
    }
    let of_id = attr(el, "id").and_then(|id| labels.get(id)).filter(|label| !label.is_empty()).cloned();
    let around = || {
        let above = el.ancestors().take(ABOVE).filter_map(ElementRef::wrap);
        above.into_iter().find(|el| name(*el) == "label").map(label).filter(|label| !label.is_empty())
    };
    let said = || ["aria-label", "placeholder", "title", "name"].into_iter().find_map(|key| attr(el, key));
    let said = || said().map(|said| one_line(said).chars().take(LABEL).collect::<String>().to_lowercase());
    Some(of_id.or_else(around).or_else(said).unwrap_or(kind))
}

#[cfg(test)]
mod tests {
    use super::super::bounds::LONGEST_TALLY;
    use super::*;

    fn list(count: &Count) -> String {
        let all: Vec<String> = count.iter().map(|(key, count)| format!("{key}*{count}")).collect();
        all.join(" ")
    }

    /// S-580: what is seen is counted as often as it stands there, and what stands around a page is counted apart.
    #[test]
    fn s_580_a_page_is_counted() {
        let html = "<title> Kiln\n house </title><header><a href=/>Kiln</a></header><main><h1>Fire &amp; Fire</h1>\
            <p style=\"background:url('/b.png')\">It’s “warm”, IT'S <b>wa</b>rm — $1,200.00<script>no()</script></p>\
            <span class=sqs-money-native>12.00</span><img src=data:x data-src='//cdn.example/a.jpg?format=1w'>\
            <noscript><img src=/a.jpg></noscript><a href='/visit#map'>Visit</a><a href=#top>Up</a>\
            <form><label for=m>Your mail *</label><input id=m type=email><label>Size <select name=s><option>Small</select></label>\
            <input type=hidden name=x><input name=decoy aria-hidden=true><textarea placeholder='Say it'>typed</textarea>\
            <button>Send</button></form><div hidden>never</div></main><footer>Foot</footer>";
        let page = tally(html).unwrap();
        assert_eq!(page.title, "Kiln house");
        assert_eq!(
            list(&page.own.words),
            "1,200.00*1 12.00*1 fire*2 it's*2 mail*1 send*1 size*1 up*1 visit*1 warm*2 your*1"
        );
        assert_eq!(list(&page.own.links), "/visit*1");
        assert_eq!(list(&page.own.pictures), "//cdn.example/a.jpg?format=1w*1 /b.png*1");
        assert_eq!(list(&page.own.fields), "say it*1 size small*1 your mail*1");
        assert_eq!(list(&page.own.prices), "12.00*1 1200.00*1");
        assert_eq!(list(&page.around.words), "foot*1 kiln*1");
        let bare = tally("<nav>Menu</nav><p>Words</p>").unwrap();
        assert_eq!((list(&bare.own.words), list(&bare.around.words)), ("words*1".into(), "menu*1".into()));
        let parted = tally("<main><a>One</a><a>two</a><nav>Older</nav></main>").unwrap();
        assert_eq!(
            (list(&parted.own.words), list(&parted.around.words)),
            ("one*1 two*1".into(), "older*1".into())
        );
    }

    #[test]
    fn s_580_what_is_too_much_is_said_and_not_taken_apart() {
        assert!(tally(&"<div>".repeat(5_000)).unwrap_err().contains("deep"));
        assert!(tally(&"x ".repeat(LONGEST_TALLY)).unwrap_err().contains("8 MB"));
        let odd = "</main><main><main></p></table><a href='javascript:x()'>a</a><img><input type=submit><b";
        assert_eq!(list(&tally(odd).unwrap().own.words), "a*1");
    }
}
