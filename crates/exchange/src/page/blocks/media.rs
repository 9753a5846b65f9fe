//! Pictures, films, sounds and maps.

use serde_json::{Map, Value, json};

use super::made::{Made, Source, opens_window, said, text_of};
use crate::page::dom::{El, all, attr, below, first, first_class, first_name, has, line, name};
use crate::page::reader::Reader;

/// Designs of an image block by the class that says them, and our variants.
const DESIGNS: [(&str, i64); 6] = [
    ("inline", 1011),
    ("poster", 1012),
    ("card", 1013),
    ("overlap", 1014),
    ("collage", 1015),
    ("stack", 1016),
];

/// A picture with the words beside it.
pub(super) fn image(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let content = source.content;
    let img = first(content, |el| name(el) == "img" && reader.picture(el).is_some())?;
    let mut value = json!({"image": reader.picture(img)?});
    if let Some(title) = text_of(content, "image-title") {
        value["title"] = title.into();
    }
    for (class, key) in [("image-subtitle", "subtitle"), ("image-caption", "caption")] {
        if let Some(words) = first_class(content, class) {
            let html = reader.cleaner().inside(words);
            if !html.is_empty() {
                value[key] = html.into();
            }
        }
    }
    // The outer box of a caption has a name of its own in old pages.
    let is_button = |el: El<'_>| name(el) == "a" && has(el, "sqs-button-element--primary");
    let button = first_class(content, "image-button")
        .and_then(|button| if name(button) == "a" { Some(button) } else { first_name(button, "a") });
    let button = button.or_else(|| first(content, is_button)).filter(|button| !line(*button).is_empty());
    if let Some(button) = button {
        value["buttonText"] = line(button).into();
        value["buttonUrl"] = reader.link_of(button)?.into();
    }
    let around = img.ancestors().take_while(|node| *node != *content).filter_map(El::wrap);
    let link = around.into_iter().find(|el| name(*el) == "a" && attr(*el, "href").is_some());
    if let Some(link) = link {
        value["linkUrl"] = reader.link_of(link)?.into();
        if opens_window(link) {
            value["newWindow"] = true.into();
        }
    }
    let design = below(content).chain([content]).find_map(|el| {
        DESIGNS.iter().find(|(design, _)| {
            el.value().classes().any(|own| own.strip_prefix("design-layout-") == Some(*design))
        })
    });
    Some(
        Made::new(5, value)
            .with_variant(design.map(|(_, variant)| *variant).filter(|variant| *variant != 1011)),
    )
}

/// A film: one of another service waits for a press; one of the platform's own is named, for its file has to be brought.
pub(super) fn video(source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Made> {
    let (content, json) = (source.content, &source.json);
    let mut value = Map::new();
    let wrapper = first(content, |el| attr(el, "data-html").is_some());
    let html = wrapper.and_then(|el| attr(el, "data-html")).or(said(json, "html")).map(frame_of);
    if let Some(html) = html.filter(|html| html.contains('<')) {
        let provider = wrapper.and_then(|el| attr(el, "data-provider-name")).or(said(json, "providerName"));
        value
            .insert("oembed".to_owned(), json!({"html": html, "providerName": provider.unwrap_or_default()}));
        if let Some(url) = said(json, "url") {
            value.insert("url".to_owned(), url.into());
        }
    } else {
        native(content, &mut value, reader)?;
    }
    if let Some(title) = said(json, "title") {
        value.insert("title".to_owned(), title.into());
    }
    let caption = ["video-caption", "sqs-video-caption"].iter().find_map(|class| first_class(content, class));
    let caption = caption.map(|caption| reader.cleaner().inside(caption)).filter(|html| !html.is_empty());
    if let Some(caption) = caption.or_else(|| said(&json["description"], "html").map(str::to_owned)) {
        value.insert("description".to_owned(), caption.into());
    }
    let own = first_name(content, "img").and_then(|img| reader.picture(img));
    let poster = said(json, "thumbnailUrl").or(said(json, "customThumb"));
    if let Some(poster) =
        own.or_else(|| poster.map(|url| json!({"assetUrl": reader.base.asset(url), "altText": ""})))
    {
        value.insert("image".to_owned(), poster);
    }
    Some(Made::new(32, Value::Object(value)))
}

/// The frame of another service, without the lines that stand before it.
fn frame_of(html: &str) -> String {
    html.replace("<br/>", "").replace("<br>", "").trim().replace("src=\"//", "src=\"https://")
}

/// A film that lies with the platform, or a file.
fn native(content: El<'_>, value: &mut Map<String, Value>, reader: &mut Reader<'_>) -> Option<()> {
    let file =
        all(content, |el| matches!(name(el), "video" | "source")).into_iter().find_map(|el| attr(el, "src"));
    if let Some(file) = file.filter(|file| !file.starts_with("blob:")) {
        value.insert("url".to_owned(), reader.base.asset(file).into());
        return Some(());
    }
    let config = below(content).find_map(|el| attr(el, "data-config-video"))?;
    let config: Value = serde_json::from_str(config).ok()?;
    let address = said(&config, "alexandriaUrl")?;
    let url = address.replace("{variant}", "playlist.m3u8");
    reader.fault(
        format!("A film lies with the old platform ({url}); it was not brought along."),
        "put the file of the film into files/ and name it as the block's \"url\"",
    );
    value.insert(
        "image".to_owned(),
        json!({"assetUrl": address.replace("{variant}", "thumbnail"), "altText": ""}),
    );
    value.insert("url".to_owned(), url.into());
    Some(())
}

/// A sound with its title.
pub(super) fn audio(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let embed = first(source.content, |el| attr(el, "data-url").is_some());
    let plain =
        first(source.content, |el| matches!(name(el), "audio" | "source") && attr(el, "src").is_some());
    let url = embed.and_then(|el| attr(el, "data-url")).or(plain.and_then(|el| attr(el, "src")))?;
    let mut value = json!({"url": reader.base.asset(url)});
    for (key, ours) in [("data-title", "title"), ("data-author", "author")] {
        if let Some(text) = embed.and_then(|el| attr(el, key)) {
            value[ours] = text.into();
        }
    }
    Some(Made::new(41, value))
}

/// A map: the place, as its owner wrote it.
pub(super) fn map(source: &Source<'_>) -> Option<Made> {
    let said_of = &source.json["location"];
    let mut location = Map::new();
    for key in ["addressTitle", "addressLine1", "addressLine2", "addressCountry"] {
        if let Some(text) = said(said_of, key) {
            location.insert(key.to_owned(), text.into());
        }
    }
    for (key, other) in [("mapLat", "markerLat"), ("mapLng", "markerLng")] {
        if let Some(number) = said_of[other].as_f64().or_else(|| said_of[key].as_f64()) {
            location.insert(key.to_owned(), json!(number));
        }
    }
    if location.is_empty() {
        return None;
    }
    let mut value = json!({"location": location});
    if let Some(zoom) = said_of["mapZoom"].as_i64() {
        value["zoom"] = zoom.clamp(1, 19).into();
    }
    Some(Made::new(4, value))
}
