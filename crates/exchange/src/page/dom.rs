//! What a reader of markup asks of an element. Nothing here calls itself: markup may be nested as deep as it likes.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Node;
use scraper::{ElementRef, Html};

/// An element of the parsed page.
pub(crate) type El<'a> = ElementRef<'a>;

/// Elements whose text nobody sees.
const UNSEEN: [&str; 8] = ["script", "style", "noscript", "template", "head", "title", "svg", "iframe"];
/// Classes of what is there for scripts, or for those who do not see the page.
const HIDDEN: [&str; 5] =
    ["hidden", "v6-visually-hidden", "visually-hidden", "sqs-visually-hidden", "sr-only"];
/// Elements that stand in a line of text; all others begin a new one.
const INLINE: [&str; 28] = [
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "u", "var",
];

/// Whether an element has a class.
pub(crate) fn has(el: El<'_>, class: &str) -> bool {
    el.value().classes().any(|own| own == class)
}

/// The end of the first class with a beginning: `12` of `sqs-col-12`.
pub(crate) fn class_after<'a>(el: El<'a>, start: &str) -> Option<&'a str> {
    el.value().classes().find_map(|own| own.strip_prefix(start))
}

/// An attribute that is not blank.
pub(crate) fn attr<'a>(el: El<'a>, name: &str) -> Option<&'a str> {
    el.value().attr(name).map(str::trim).filter(|text| !text.is_empty())
}

/// The name of an element.
pub(crate) fn name<'a>(el: El<'a>) -> &'a str {
    el.value().name()
}

/// Every element below one, in the order of the page.
pub(crate) fn below<'a>(el: El<'a>) -> impl Iterator<Item = El<'a>> {
    el.descendants().skip(1).filter_map(ElementRef::wrap)
}

/// Every element below one that is of a kind.
pub(crate) fn all<'a>(el: El<'a>, is: impl Fn(El<'a>) -> bool) -> Vec<El<'a>> {
    below(el).filter(|found| is(*found)).collect()
}

/// The elements below one that are of a kind and lie in no other of that kind.
pub(crate) fn outermost<'a>(el: El<'a>, is: impl Fn(El<'a>) -> bool) -> Vec<El<'a>> {
    let mut found: Vec<El<'a>> = Vec::new();
    let mut inside = 0_usize;
    for edge in el.traverse().skip(1) {
        match edge {
            Edge::Open(node) => {
                let Some(here) = ElementRef::wrap(node) else { continue };
                if is(here) {
                    if inside == 0 {
                        found.push(here);
                    }
                    inside += 1;
                }
            }
            Edge::Close(node) => {
                if ElementRef::wrap(node).is_some_and(|here| here != el && is(here)) {
                    inside -= 1;
                }
            }
        }
    }
    found
}

/// The first element below one that is of a kind.
pub(crate) fn first<'a>(el: El<'a>, is: impl Fn(El<'a>) -> bool) -> Option<El<'a>> {
    below(el).find(|found| is(*found))
}

/// The first element below one with a class.
pub(crate) fn first_class<'a>(el: El<'a>, class: &str) -> Option<El<'a>> {
    first(el, |found| has(found, class))
}

/// The first element below one with a name.
pub(crate) fn first_name<'a>(el: El<'a>, wanted: &str) -> Option<El<'a>> {
    first(el, |found| name(found) == wanted)
}

/// Whether nobody sees an element, whatever is in it.
pub(crate) fn is_unseen(el: El<'_>) -> bool {
    let value = el.value();
    UNSEEN.contains(&value.name())
        || value.attr("hidden").is_some()
        || value.classes().any(|class| HIDDEN.contains(&class))
        || value.attr("style").is_some_and(|style| {
            let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
            style.contains("display:none")
        })
}

/// The text that is seen in an element; lines are parted where the page parts them.
pub(crate) fn seen(el: El<'_>) -> String {
    let mut text = String::new();
    let mut hidden = 0_usize;
    for edge in el.traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Text(own) if hidden == 0 => text.push_str(own),
                Node::Element(_) => {
                    let own = ElementRef::wrap(node).expect("it is an element");
                    hidden += usize::from(is_unseen(own));
                    part(&mut text, own);
                }
                _ => {}
            },
            Edge::Close(node) => {
                if let Some(own) = ElementRef::wrap(node) {
                    hidden -= usize::from(is_unseen(own));
                    part(&mut text, own);
                }
            }
        }
    }
    text
}

/// Begins a new line of a text where an element does.
pub(crate) fn part(text: &mut String, el: El<'_>) {
    if !INLINE.contains(&name(el)) && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// The text that is seen in an element, in one line.
pub(crate) fn line(el: El<'_>) -> String {
    one_line(&seen(el))
}

/// A text in one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether there is anything to be seen in an element: words, pictures, films, fields.
pub(crate) fn shows(el: El<'_>) -> bool {
    let media = ["img", "video", "audio", "iframe", "form", "object", "embed", "canvas", "input"];
    seen(el).chars().any(|c| !c.is_whitespace() && c != '\u{200b}')
        || below(el).any(|own| media.contains(&name(own)))
}

/// A fragment of markup.
pub(crate) fn parse(html: &str) -> Html {
    Html::parse_fragment(html)
}

/// The children of an element that are elements.
pub(crate) fn children<'a>(el: El<'a>) -> impl Iterator<Item = El<'a>> {
    el.children().filter_map(ElementRef::wrap)
}

/// Whether a node is text of more than blanks.
pub(crate) fn is_words(node: NodeRef<'_, Node>) -> bool {
    matches!(node.value(), Node::Text(text) if !text.trim().is_empty())
}

/// How deep markup may be nested for it to be taken apart. A page of the hosted builder has about thirty levels.
const DEPTH: usize = 1000;

/// Whether markup is nested deeper than may be taken apart: counted on its text, before anything is built of it.
pub(crate) fn is_too_deep(html: &str) -> bool {
    let (mut depth, mut deepest) = (0_usize, 0);
    let bytes = html.as_bytes();
    for (at, _) in html.match_indices('<') {
        match bytes.get(at + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(next) if next.is_ascii_alphabetic() => {
                let rest = &html[at + 1..];
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                if !VOID.contains(&rest[..end].to_ascii_lowercase().as_str()) {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
            }
            _ => {}
        }
    }
    deepest > DEPTH
}

/// Elements that have no end.
pub(crate) const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];
