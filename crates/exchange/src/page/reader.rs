//! What every part of the conversion shares: where the page stood, and what has been found besides its content.

use serde_json::{Map, Value, json};

use super::clean::Cleaner;
use super::dom::{El, attr, class_after, line, one_line};
use super::links::Base;
use crate::Fault;

/// One page while it is read.
pub(crate) struct Reader<'b> {
    /// Where it stood.
    pub base: &'b Base,
    /// What could not be taken over as it was.
    pub faults: Vec<Fault>,
    /// Forms that its blocks show.
    pub forms: Vec<Value>,
}

impl<'b> Reader<'b> {
    /// A page at an address.
    pub(crate) fn new(base: &'b Base) -> Reader<'b> {
        Reader { base, faults: Vec::new(), forms: Vec::new() }
    }

    /// What makes markup fit for a block.
    pub(crate) fn cleaner(&self) -> Cleaner<'b> {
        Cleaner { base: self.base }
    }

    /// Notes what became of something.
    pub(crate) fn fault(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(0, message, help));
    }

    /// A part of a page that nothing is known of, as the markup it was; `kept` says what it was.
    pub(crate) fn kept(&mut self, html: String, what: &str, id: Option<&str>) -> Value {
        let mut block = json!({"type": 2, "value": {"html": html, "kept": what}});
        if let Some(id) = id {
            block["id"] = id.into();
        }
        block
    }

    /// A picture element as our pictures are: address, words, size, and the point that stays in sight.
    pub(crate) fn picture(&self, img: El<'_>) -> Option<Value> {
        let address = super::clean::picture_address(img)?;
        let mut picture = Map::new();
        picture.insert("assetUrl".to_owned(), self.base.asset(address).into());
        if let Some(alt) = img.value().attr("alt") {
            picture.insert("altText".to_owned(), one_line(alt).into());
        }
        if let Some(size) = attr(img, "data-image-dimensions").filter(|size| is_size(size)) {
            picture.insert("originalSize".to_owned(), size.into());
        }
        if let Some(point) = attr(img, "data-image-focal-point").and_then(focal_point) {
            picture.insert("mediaFocalPoint".to_owned(), point);
        }
        Some(Value::Object(picture))
    }

    /// A link as the new site writes it.
    pub(crate) fn link_of(&self, el: El<'_>) -> Option<String> {
        attr(el, "href").map(|href| self.base.link(href))
    }
}

/// The identity of a block or a section, without what the platform puts before it.
pub(crate) fn id_of(el: El<'_>) -> Option<String> {
    let id = attr(el, "id").map(|id| id.strip_prefix("block-").unwrap_or(id));
    let id = id.filter(|id| !id.is_empty() && *id != "null").or_else(|| class_after(el, "fe-block-"))?;
    Some(id.to_owned())
}

/// `694x768`.
fn is_size(size: &str) -> bool {
    size.split_once('x').is_some_and(|(width, height)| {
        [width, height].iter().all(|side| side.parse::<u32>().is_ok_and(|side| side > 0))
    })
}

/// `0.5,0.5` as a point of a picture.
pub(crate) fn focal_point(text: &str) -> Option<Value> {
    let (x, y) = text.split_once(',')?;
    let part = |text: &str| text.trim().parse::<f64>().ok().filter(|part| (0.0..=1.0).contains(part));
    Some(json!({"x": part(x)?, "y": part(y)?}))
}

/// The first words of an element, to say which it is.
pub(crate) fn start_of(el: El<'_>) -> String {
    let text = line(el);
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}
