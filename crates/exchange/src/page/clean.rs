//! Markup as it goes into a block: without the platform's scripts, its style sheets, and attributes that only its scripts
//! read; pictures with the address they come from.

use std::fmt::Write as _;

use ego_tree::iter::Edge;
use scraper::ElementRef;
use scraper::node::Node;

use super::dom::{El, VOID, attr, has, name, parse};
use super::links::Base;

/// What is done with markup on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cleaner<'b> {
    /// Where it stood.
    pub base: &'b Base,
}

/// Classes that say what a script of the platform has done to an element so far.
const CLASSES: [&str; 12] = [
    "preFade",
    "fadeIn",
    "preSlide",
    "slideIn",
    "preScale",
    "scaleIn",
    "preFlex",
    "flexIn",
    "preClip",
    "clipIn",
    "tmpl-loading",
    "loaded",
];
/// Declarations that its scripts write into a style attribute.
const DECLARATIONS: [&str; 7] = [
    "white-space",
    "transition-timing-function",
    "transition-duration",
    "transition-delay",
    "animation-timing-function",
    "animation-duration",
    "animation-delay",
];
/// Elements that hold text which is no markup.
const RAW: [&str; 4] = ["script", "style", "xmp", "noscript"];

impl Cleaner<'_> {
    /// The markup inside an element.
    pub(crate) fn inside(&self, el: El<'_>) -> String {
        self.write(el, true, false)
    }

    /// The markup of an element and all in it.
    pub(crate) fn whole(&self, el: El<'_>) -> String {
        self.write(el, false, false)
    }

    /// The markup inside an element as its owner wrote it: scripts and styles are theirs.
    pub(crate) fn owners(&self, el: El<'_>) -> String {
        self.write(el, true, true)
    }

    fn write(&self, el: El<'_>, only_inside: bool, is_owners: bool) -> String {
        let mut out = String::new();
        let mut dropped = 0_usize;
        for edge in el.traverse() {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Text(text) if dropped == 0 => {
                        let raw = node.parent().and_then(ElementRef::wrap);
                        if raw.is_some_and(|raw| RAW.contains(&name(raw))) {
                            out.push_str(text);
                        } else {
                            escape(text, &mut out);
                        }
                    }
                    Node::Comment(comment) if dropped == 0 && is_owners => {
                        let _ = write!(out, "<!--{}-->", &**comment);
                    }
                    Node::Element(_) => {
                        let own = ElementRef::wrap(node).expect("it is an element");
                        if is_other_size(own) || !is_owners && is_dropped(own) {
                            dropped += 1;
                        } else if dropped == 0 && !(only_inside && own == el) {
                            self.open(own, is_owners, &mut out);
                        }
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    let Some(own) = ElementRef::wrap(node) else { continue };
                    if is_other_size(own) || !is_owners && is_dropped(own) {
                        dropped -= 1;
                    } else if dropped == 0 && !(only_inside && own == el) && !VOID.contains(&name(own)) {
                        let _ = write!(out, "</{}>", name(own));
                    }
                }
            }
        }
        out.trim().to_owned()
    }

    fn open(&self, el: El<'_>, is_owners: bool, out: &mut String) {
        let _ = write!(out, "<{}", name(el));
        let is_picture = name(el) == "img";
        if let Some(source) = picture_address(el).filter(|_| is_picture) {
            attribute("src", &self.base.asset(source), out);
        }
        for (key, value) in el.value().attrs() {
            match key {
                "src" | "srcset" | "sizes" | "data-src" | "data-srcset" | "data-image" if is_picture => {}
                "href" => attribute(key, &self.base.link(value), out),
                "src" | "poster" => attribute(key, &self.base.asset(value), out),
                _ if is_owners => attribute(key, value, out),
                "class" => {
                    let kept: Vec<&str> =
                        value.split_whitespace().filter(|own| !CLASSES.contains(own)).collect();
                    if !kept.is_empty() {
                        attribute(key, &kept.join(" "), out);
                    }
                }
                "style" => {
                    let kept = declarations(value);
                    if !kept.is_empty() {
                        attribute(key, &kept, out);
                    }
                }
                "id" if value.starts_with("yui_") || value.starts_with("block-yui_") => {}
                _ if key.starts_with("data-") || key.starts_with("on") || key == "elementtiming" => {}
                _ => attribute(key, value, out),
            }
        }
        out.push('>');
    }
}

/// The markup of a page that is not made of blocks, as its owner wrote it, with links from the root of its site and each
/// picture by one whole address. `address` is that of the page.
#[must_use]
pub fn kept(html: &str, address: &str) -> String {
    let base = Base::new(address, None, &[]);
    Cleaner { base: &base }.owners(parse(html).root_element())
}

/// Another size of a picture, which the new site makes itself.
fn is_other_size(el: El<'_>) -> bool {
    name(el) == "source"
        && el.parent().and_then(ElementRef::wrap).is_some_and(|outer| name(outer) == "picture")
}

/// The address that a picture comes from, however it is loaded.
pub(crate) fn picture_address<'a>(el: El<'a>) -> Option<&'a str> {
    ["data-src", "data-image", "src"]
        .into_iter()
        .find_map(|key| attr(el, key))
        .filter(|src| !src.starts_with("data:"))
}

/// What nobody of the new site has a use for.
fn is_dropped(el: El<'_>) -> bool {
    match name(el) {
        "script" => !is_data(el),
        "style" | "noscript" | "link" | "meta" | "template" => true,
        // A button of the platform's player or slide show does nothing without its script.
        _ => has(el, "sqs-gallery-controls") || has(el, "background-pause-button"),
    }
}

/// Whether a script holds data that anybody may read.
fn is_data(el: El<'_>) -> bool {
    attr(el, "type") == Some("application/ld+json")
}

fn declarations(style: &str) -> String {
    let all = style.split(';').map(str::trim).filter(|own| !own.is_empty());
    let kept = all.filter(|own| {
        let key = own.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
        !DECLARATIONS.contains(&key.as_str())
    });
    kept.collect::<Vec<_>>().join(";")
}

fn attribute(key: &str, value: &str, out: &mut String) {
    let _ = write!(out, " {key}=\"");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A text as markup.
pub(crate) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            c => out.push(c),
        }
    }
}

/// A text as markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}
