//! What the page editor of Squarespace writes into its exports: frames of sections, grids and columns, and in them blocks whose
//! classes say what they are.

use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

use super::element::{
    all, buttons, embedded, first, gallery, has_class, picture_block, social_links, spacer, words,
};
use super::prepared::References;
use super::provider;

/// What an element of an export becomes.
#[derive(Debug)]
pub enum Found<'e> {
    /// Blocks of ours.
    Blocks(Vec<Value>),
    /// HTML as it stands.
    Html(String),
    /// Only a frame: what stands in this element counts.
    Inside(ElementRef<'e>),
    /// Columns beside each other, each with its width in twelfths.
    Columns(Vec<(i64, ElementRef<'e>)>),
}

/// Elements that hold the pictures of a gallery.
const GALLERIES: [&str; 8] = [
    "sqs-gallery",
    "image-gallery-wrapper",
    "gallery-grid",
    "gallery-strips",
    "gallery-masonry",
    "gallery-slideshow",
    "gallery-reel",
    "gallery-fullscreen-slideshow",
];

/// Frames by their classes.
const FRAMES: [&str; 7] = [
    "page-section",
    "sqs-layout",
    "fluid-engine",
    "fe-block",
    "sqs-html-content",
    "sqsrte-scaled-text-container",
    "sqsrte-scaled-text",
];

/// A selector of what has a meaning of its own in such an export, so that what stands around it is a frame.
pub const MARKS: &str = ".sqs-block, .section-background, .sqs-gallery, .image-gallery-wrapper, .form-wrapper, \
    .newsletter-form-wrapper, .sqs-svg-icon--outer";

/// Whether a text was written by that editor, which puts its lines where they belong by itself.
#[must_use]
pub fn is_written_by_editor(html: &str) -> bool {
    html.contains("data-page-sections=") || html.contains("class=\"sqs-block ") || html.contains("sqs-layout")
}

/// What an element becomes; `None` when that editor has nothing to do with it.
#[must_use]
pub fn found<'e>(references: &References, element: ElementRef<'e>) -> Option<Vec<Found<'e>>> {
    let class = |names: &[&str]| names.iter().any(|name| has_class(element, name));
    let name = element.value().name();
    if matches!(name, "style" | "script") {
        return stands_in(element, &["page-section", "fluid-engine", "sqs-layout", "sqs-block"])
            .then(Vec::new);
    }
    if class(&["section-background"]) {
        let picture = picture_block(references, element);
        return Some(picture.map(|block| Found::Blocks(vec![block])).into_iter().collect());
    }
    // A list of posts is laid out like a gallery, and says much beside its pictures.
    let is_gallery = class(&GALLERIES) && first(element, ".summary-item, .list-item").is_none();
    if is_gallery || is_row_of_pictures(element) {
        return gallery(references, element).map(|block| vec![Found::Blocks(vec![block])]);
    }
    // An answer to such a form went to the old site; what it asked for is told by `forms`.
    if class(&["form-wrapper", "newsletter-form-wrapper"]) {
        return first(element, "form").map(|_| Vec::new());
    }
    if class(&["sqs-svg-icon--outer"]) {
        return social_links(element).map(|block| vec![Found::Blocks(vec![block])]);
    }
    if class(&["sqs-row"]) {
        let columns: Vec<(i64, ElementRef<'e>)> =
            element.child_elements().filter_map(|column| Some((span(column)?, column))).collect();
        return Some(match columns.len() {
            0 | 1 => vec![Found::Inside(element)],
            _ => vec![Found::Columns(columns)],
        });
    }
    if class(&["sqs-block"]) {
        return Some(block(references, element));
    }
    let is_frame = element.attr("data-page-sections").is_some()
        || element.attr("data-fluid-engine").is_some()
        || class(&FRAMES)
        || span(element).is_some()
        || (name == "div" && stands_in(element, &["page-section"]) && !stands_in(element, &["sqs-block"]));
    is_frame.then(|| vec![Found::Inside(element)])
}

/// The width of a column in twelfths.
fn span(element: ElementRef<'_>) -> Option<i64> {
    let width = element.value().classes().find_map(|class| class.strip_prefix("sqs-col-"))?;
    width.parse().ok().filter(|span| (1..=12).contains(span))
}

fn stands_in(element: ElementRef<'_>, names: &[&str]) -> bool {
    let above = element.ancestors().filter_map(ElementRef::wrap);
    above.into_iter().any(|above| names.iter().any(|name| has_class(above, name)))
}

/// A page that is a gallery has its pictures one after the other, and says nothing else.
fn is_row_of_pictures(element: ElementRef<'_>) -> bool {
    element.value().name() == "div"
        && element.child_elements().count() > 1
        && element.child_elements().all(|child| child.value().name() == "img")
        && words(element).is_empty()
}

/// What a block becomes, by its class.
fn block<'e>(references: &References, element: ElementRef<'e>) -> Vec<Found<'e>> {
    let inner = first(element, ".sqs-block-content").unwrap_or(element);
    let is = |names: &[&str]| names.iter().any(|name| has_class(element, name));
    let blocks = |found: Option<Vec<Value>>| match found {
        Some(blocks) => vec![Found::Blocks(blocks)],
        None => vec![Found::Inside(inner)],
    };
    let one = |block: Option<Value>| blocks(block.map(|block| vec![block]));
    if is(&["image-block"]) {
        let Some(picture) = picture_block(references, inner) else { return vec![Found::Inside(inner)] };
        let mut found = vec![Found::Blocks(vec![picture])];
        // Cards and posters have a title, words and a button beside the picture.
        found
            .extend(first(inner, ".image-card").map(|card| Found::Html(card.inner_html().trim().to_owned())));
        return found;
    }
    if is(&["gallery-block"]) {
        return one(gallery(references, inner));
    }
    if is(&["button-block"]) {
        return blocks(buttons(inner));
    }
    if is(&["spacer-block"]) {
        return one(Some(spacer(inner)));
    }
    if is(&["horizontalrule-block"]) {
        return vec![Found::Html("<hr>".to_owned())];
    }
    if is(&["code-block"]) {
        return vec![Found::Html(inner.inner_html().trim().to_owned())];
    }
    if is(&["video-block", "embed-block"]) {
        return one(film(element));
    }
    if is(&["audio-block"]) {
        return one(sound(inner));
    }
    if is(&["accordion-block"]) {
        return one(accordion(inner));
    }
    if is(&["form-block", "newsletter-block"]) && first(inner, "form").is_some() {
        return Vec::new();
    }
    vec![Found::Inside(inner)]
}

/// A film or something else of another service: its frame, the frame that a script would write, or its address.
fn film(element: ElementRef<'_>) -> Option<Value> {
    if first(element, "iframe").is_some() {
        return embedded(element);
    }
    let waiting = first(element, "[data-html]").and_then(|waiting| waiting.attr("data-html"));
    if let Some(html) = waiting.filter(|html| html.contains("<iframe")) {
        let document = Html::parse_fragment(html);
        if let Some(block) = first(document.root_element(), "iframe").and_then(embedded) {
            return Some(block);
        }
    }
    let settings: Value = serde_json::from_str(element.attr("data-block-json")?).ok()?;
    let title = settings["title"].as_str().unwrap_or_default();
    provider::embed(settings["url"].as_str()?, title)
}

fn sound(element: ElementRef<'_>) -> Option<Value> {
    let player = first(element, "[data-url]")?;
    let title = player.attr("data-title").unwrap_or_default();
    Some(json!({"type": "audio", "value": {"url": player.attr("data-url")?, "title": title}}))
}

fn accordion(element: ElementRef<'_>) -> Option<Value> {
    let items: Vec<Value> = all(element, ".accordion-item")
        .into_iter()
        .filter_map(|item| {
            let title = words(first(item, ".accordion-item__title")?);
            let html = first(item, ".accordion-item__description").map(|text| text.inner_html());
            Some(json!({"title": title, "html": html.unwrap_or_default().trim(), "open": false}))
        })
        .collect();
    (!items.is_empty()).then(|| json!({"type": "accordion", "value": {"items": items}}))
}

/// What each form asked for that is left out of a text: the names of its fields.
#[must_use]
pub fn forms(html: &str) -> Vec<String> {
    const FORMS: &str =
        ".form-wrapper form, .newsletter-form-wrapper form, .form-block form, .newsletter-block form";
    if !html.contains("<form") {
        return Vec::new();
    }
    let Ok(forms) = Selector::parse(FORMS) else { return Vec::new() };
    let document = Html::parse_fragment(html);
    let of = |form: ElementRef<'_>| {
        let fields = all(form, ".form-item > .title, .form-item > legend, .newsletter-form-field-label");
        let mut names: Vec<String> = Vec::new();
        for field in fields {
            let name = words(field).trim_end_matches(['*', ' ']).to_owned();
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    };
    document.select(&forms).map(of).collect()
}
