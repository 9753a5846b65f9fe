//! Galleries of both generations, as blocks and as sections of their own.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::made::{Made, Source, said};
use crate::page::dom::{
    El, all, attr, class_after, first, first_class, first_name, has, line, name, outermost,
};
use crate::page::reader::Reader;
use crate::page::words::{Contents, shown};

/// Designs of the hosted builder and ours.
const DESIGNS: [(&str, &str); 12] = [
    ("grid", "grid"),
    ("masonry", "grid"),
    ("strips", "grid"),
    ("slideshow", "slideshow"),
    ("fullscreen-slideshow", "slideshow"),
    ("full", "slideshow"),
    ("simple", "slideshow"),
    ("reel", "slider"),
    ("slider", "slider"),
    ("carousel", "slider"),
    ("stacked", "stacked"),
    ("stack", "stacked"),
];
/// Options that are taken over where they say yes or no.
const FLAGS: [&str; 13] = [
    "autoplay",
    "controls",
    "auto-crop",
    "square-thumbs",
    "thumbnails",
    "show-meta-basic",
    "show-meta",
    "show-meta-only-title",
    "show-meta-on-hover",
    "lightbox",
    "newWindow",
    "transparentBackground",
    "indicators",
];
/// Options that are numbers, with their least and greatest.
const NUMBERS: [(&str, i64, i64); 5] = [
    ("autoplay-duration", 1, 10),
    ("thumbnail-strip-height", 0, 200),
    ("thumbnail-strip-margin", 0, 60),
    ("thumbnails-per-row", 1, 10),
    ("padding", 0, 50),
];
/// Options that are words.
const WORDS: [(&str, &[&str]); 4] = [
    ("meta-position", &["bottom", "top", "top-left", "top-right", "center", "bottom-left", "bottom-right"]),
    ("active-alignment", &["center", "left", "right"]),
    ("lightboxTheme", &["dark", "light"]),
    (
        "aspect-ratio",
        &[
            "square",
            "standard",
            "standard-vertical",
            "four-three",
            "four-three-vertical",
            "sixteen-nine",
            "anamorphic-widescreen",
            "original",
        ],
    ),
];

/// A gallery block.
pub(super) fn gallery(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let slides = outermost(source.content, |el| has(el, "slide") || name(el) == "figure");
    let images = pictures(source.content, &slides, reader);
    if images.is_empty() {
        return None;
    }
    let mut options = options(&source.json);
    let of_class = first(source.content, |el| class_after(el, "sqs-gallery-block-").is_some());
    let design = said(&source.json, "design");
    let design = design.or_else(|| of_class.and_then(|el| class_after(el, "sqs-gallery-block-")));
    if let Some(design) = design.and_then(ours) {
        options.insert("design".to_owned(), design.into());
    }
    Some(Made::new(8, json!({"images": images, "options": options})))
}

/// The pictures of a section that is a gallery; nothing when it is none.
pub(crate) fn gallery_section(section: El<'_>, reader: &Reader<'_>) -> Option<Value> {
    let kind = |el: El<'_>| {
        let kinds = ["grid", "masonry", "strips", "reel", "slideshow", "fullscreen-slideshow"];
        kinds.into_iter().find(|kind| has(el, &format!("gallery-{kind}")))
    };
    let root = first(section, |el| kind(el).is_some())?;
    let kind = kind(root)?;
    let item = format!("gallery-{kind}-item");
    let mut items = outermost(root, |el| has(el, &item));
    if items.is_empty() {
        items = outermost(root, |el| name(el) == "figure");
    }
    let images = pictures(root, &items, reader);
    if images.is_empty() {
        return None;
    }
    let mut options = Map::new();
    options.insert("design".to_owned(), ours(kind).unwrap_or("grid").into());
    if matches!(kind, "masonry" | "strips") {
        options.insert("auto-crop".to_owned(), false.into());
        options.insert("aspect-ratio".to_owned(), "original".into());
    }
    let number = |key: &str| attr(root, key).and_then(|text| text.parse::<i64>().ok());
    if let Some(columns) = number("data-columns").or_else(|| number("data-num-columns")) {
        options.insert("thumbnails-per-row".to_owned(), columns.clamp(1, 10).into());
    }
    if let Some(gutter) = number("data-gutter") {
        options.insert("padding".to_owned(), gutter.clamp(0, 50).into());
    }
    if attr(root, "data-lightbox").is_some() || section.value().attr("data-lightbox-enabled") == Some("true")
    {
        options.insert("lightbox".to_owned(), true.into());
    }
    if matches!(kind, "slideshow" | "fullscreen-slideshow" | "reel") {
        options.insert("controls".to_owned(), true.into());
    }
    if attr(root, "data-autoplay") == Some("true") {
        options.insert("autoplay".to_owned(), true.into());
    }
    let made = Made::new(8, json!({"images": images, "options": options}));
    let id = attr(section, "data-section-id").map(|id| format!("gallery-{id}"));
    Some(made.block(id.as_deref()))
}

/// Slides that stand in no block, as those of a gallery in an index of the older generation do. Nothing where a word of
/// them would be lost.
pub(crate) fn loose_gallery(el: El<'_>, reader: &Reader<'_>) -> Option<Value> {
    let slides = outermost(el, |el| has(el, "slide"));
    if slides.len() < 2 {
        return None;
    }
    let images = pictures(el, &slides, reader);
    let block = Made::new(8, json!({"images": images, "options": {"design": "grid"}})).block(attr(el, "id"));
    let after = Contents::of_html(&shown(&block));
    Contents::of(el, reader.base).missing_in(&after).is_empty().then_some(block)
}

fn ours(design: &str) -> Option<&'static str> {
    DESIGNS.iter().find(|(theirs, _)| *theirs == design).map(|(_, ours)| *ours)
}

/// The pictures and films of a gallery, each once: its copies for going round are left out.
fn pictures(root: El<'_>, slides: &[El<'_>], reader: &Reader<'_>) -> Vec<Value> {
    let mut found: Vec<Value> = slides.iter().filter_map(|slide| picture(*slide, reader)).collect();
    if found.is_empty() {
        let images = all(root, |el| name(el) == "img");
        found = images.into_iter().filter_map(|img| reader.picture(img)).collect();
    }
    let mut seen = BTreeSet::new();
    found.retain(|picture| seen.insert(picture.to_string()));
    found
}

fn picture(slide: El<'_>, reader: &Reader<'_>) -> Option<Value> {
    let film = first(slide, |el| attr(el, "data-html").is_some());
    let img = first_name(slide, "img").and_then(|img| reader.picture(img));
    let mut value = match (img, film) {
        (Some(picture), None) => picture,
        (picture, Some(film)) => {
            let mut value = picture.unwrap_or_else(|| json!({}));
            let provider = attr(film, "data-provider-name").unwrap_or_default();
            value["oembed"] = json!({"html": attr(film, "data-html"), "providerName": provider});
            value["mediaType"] = "video".into();
            value
        }
        (None, None) => return None,
    };
    let title = ["meta-title", "slide-title", "title"].iter().find_map(|class| first_class(slide, class));
    if let Some(title) = title.map(line).filter(|title| !title.is_empty()) {
        value["title"] = title.into();
    }
    let described = ["meta-description", "slide-description", "gallery-caption-content", "gallery-caption"];
    let described = described.iter().find_map(|class| first_class(slide, class));
    if let Some(html) = described.map(|el| reader.cleaner().inside(el)).filter(|html| !html.is_empty()) {
        value["body"] = html.into();
    }
    let around =
        first(slide, |el| name(el) == "a" && attr(el, "href").is_some() && first_name(el, "img").is_some());
    let is_lightbox = |el: &El<'_>| el.value().classes().any(|class| class.contains("lightbox-link"));
    let link = attr(slide, "data-click-through-url").map(|url| reader.base.link(url));
    if let Some(url) = link.or_else(|| around.filter(|el| !is_lightbox(el)).and_then(|el| reader.link_of(el)))
    {
        value["clickthroughUrl"] = json!({"url": url});
    }
    Some(value)
}

/// The options that the block's JSON says and ours know.
fn options(json: &Value) -> Map<String, Value> {
    let mut options = Map::new();
    for key in FLAGS {
        let flag = json[key].as_bool().or_else(|| json[key].as_str().and_then(|text| text.parse().ok()));
        if let Some(flag) = flag {
            options.insert(key.to_owned(), flag.into());
        }
    }
    for (key, least, most) in NUMBERS {
        let number = json[key].as_f64().or_else(|| json[key].as_str().and_then(|text| text.parse().ok()));
        if let Some(number) = number {
            options.insert(key.to_owned(), (number.round() as i64).clamp(least, most).into());
        }
    }
    for (key, known) in WORDS {
        if let Some(word) = json[key].as_str().filter(|word| known.contains(word)) {
            options.insert(key.to_owned(), word.into());
        }
    }
    options
}
