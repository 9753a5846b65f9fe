//! One block of the hosted builder → one of ours. Each kind is tried by what is known of it; where that would lose a word,
//! a link or a picture, the block stays as the markup it was.

mod commerce;
mod form;
mod form_data;
mod gallery;
mod list;
mod made;
mod media;
mod text;

use serde_json::{Value, json};

use super::dom::{El, attr, first_class, shows};
use super::reader::{Reader, id_of, start_of};
use super::words::{Contents, shown};

pub(crate) use gallery::{gallery_section, loose_gallery};
pub(crate) use list::list_section;
pub(crate) use made::is_block;
use made::{Made, Source};

/// One block → those of ours that show the same. Nothing comes of a block in which nothing is.
pub(crate) fn convert(el: El<'_>, reader: &mut Reader<'_>) -> Vec<Value> {
    let content = first_class(el, "sqs-block-content").unwrap_or(el);
    let json = attr(el, "data-block-json").and_then(|json| serde_json::from_str(json).ok());
    let source = Source { el, content, json: json.unwrap_or(Value::Null) };
    let kind = kind_of(el);
    let id = id_of(el);
    let before = (reader.faults.len(), reader.forms.len());
    let made = made(&kind, &source, reader);
    let mut blocks: Vec<Value> = Vec::new();
    for (place, made) in made.into_iter().flatten().enumerate() {
        let id = id.as_ref().map(|id| if place == 0 { id.clone() } else { format!("{id}-{place}") });
        blocks.push(made.block(id.as_deref()));
    }
    let lost = lost(&kind, content, &blocks, reader);
    if blocks.is_empty() || !lost.is_empty() {
        reader.faults.truncate(before.0);
        reader.forms.truncate(before.1);
        return keep(el, content, &kind, id.as_deref(), reader);
    }
    blocks
}

/// The words, links and pictures of a block that would be lost. What only a script of the platform draws is of no account.
fn lost(kind: &str, content: El<'_>, blocks: &[Value], reader: &Reader<'_>) -> Vec<String> {
    // The labels of a form's fields are drawn by the field, each kind with its own.
    if matches!(kind, "form" | "newsletter" | "spacer" | "horizontalrule" | "search") {
        return Vec::new();
    }
    let html: String = blocks.iter().map(shown).collect();
    let after = Contents::of_html(&html);
    let mut before = Contents::of(content, reader.base);
    if kind == "menu" {
        before = list::menu_contents(content, reader.base);
    }
    before.missing_in(&after)
}

/// A block as the markup it was, and a word of it to the owner.
fn keep(el: El<'_>, content: El<'_>, kind: &str, id: Option<&str>, reader: &mut Reader<'_>) -> Vec<Value> {
    let html = reader.cleaner().inside(content);
    let which = id.map_or_else(String::new, |id| format!(" '{id}'"));
    if !shows(content) {
        // Embeds and widgets that a script fills have nothing to be seen: what they were is said, and no more.
        if !matches!(kind, "html" | "image" | "spacer" | "markdown") {
            reader.fault(
                format!("The {kind} block{which} is drawn by a script of the old platform; nothing of it could be read."),
                "look at the old page, and add a block of ours that shows the same",
            );
        }
        return Vec::new();
    }
    if !matches!(kind, "html" | "markdown") {
        reader.fault(
            format!("The {kind} block{which} (“{}”) was kept as the HTML it was.", start_of(el)),
            "it shows what it showed; make a block of it if you want to edit it as one",
        );
    }
    vec![reader.kept(html, kind, id)]
}

/// The kind of a block by its class, else by the name of its definition, else by its number.
fn kind_of(el: El<'_>) -> String {
    let of_class = el.value().classes().filter_map(|class| class.strip_prefix("sqs-block-"));
    let known = of_class.filter(|kind| !matches!(*kind, "website-component" | "content" | "unstyled")).last();
    let defined = attr(el, "data-definition-name").and_then(|name| name.rsplit('.').next());
    let number = attr(el, "data-block-type").map(|number| format!("type-{number}"));
    known.or(defined).map(str::to_owned).or(number).unwrap_or_else(|| "unknown".to_owned())
}

fn made(kind: &str, source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Vec<Made>> {
    let one = |made: Option<Made>| made.map(|made| vec![made]);
    match kind {
        "html" | "text" | "markdown" => one(text::html(source, reader)),
        "quote" => one(text::quote(source, reader)),
        "code" => one(text::code(source, reader)),
        "embed" | "soundcloud" => one(text::embed(source, reader)),
        "accordion" => one(list::accordion(source, reader)),
        "button" => one(text::button(source, reader)),
        "image" => one(media::image(source, reader)),
        "gallery" => one(gallery::gallery(source, reader)),
        "video" => one(media::video(source, reader)),
        "audio" => one(media::audio(source, reader)),
        "form" => one(form::form(source, reader)),
        "newsletter" => one(form::newsletter(source, reader)),
        "spacer" => one(Some(text::spacer(source))),
        "horizontalrule" => Some(vec![Made::new(47, json!({}))]),
        "socialaccountlinks-v2" | "socialaccountlinks" | "sociallinks" => one(list::accounts(source, reader)),
        "map" => one(media::map(source)),
        "menu" => list::menu(source, reader),
        "search" => Some(vec![text::search(source)]),
        "summary-v2" | "summary" => one(commerce::summary(source, reader)),
        "product" => one(commerce::product(source, reader)),
        "calendar" => one(commerce::of_collection(source, reader, 26)),
        "tagcloud" => one(commerce::of_collection(source, reader, 14)),
        "archive" => one(commerce::of_collection(source, reader, 61)),
        _ => None,
    }
}
