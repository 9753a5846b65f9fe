//! A section of a page of the newer generation: what stands behind it, how high it is, its grid or its rows.

use serde_json::{Map, Value, json};

use super::blocks::{convert, gallery_section, is_block, list_section};
use super::dom::{El, all, attr, below, children, class_after, first, first_class, has, name, shows};
use super::fluid::FluidStyle;
use super::reader::{Reader, focal_point};
use super::walk::split;
use super::words::{Contents, of_content};

/// Whether an element is a section.
pub(crate) fn is_section(el: El<'_>) -> bool {
    name(el) == "section" && (has(el, "page-section") || attr(el, "data-section-id").is_some())
}

/// One section.
pub(crate) fn section(el: El<'_>, reader: &mut Reader<'_>) -> Value {
    let mut section = Map::new();
    if let Some(id) = attr(el, "data-section-id").or_else(|| attr(el, "id")) {
        section.insert("id".to_owned(), id.into());
    }
    let theme = attr(el, "data-section-theme").filter(|theme| theme.len() <= 60);
    if let Some(theme) = theme {
        section.insert("theme".to_owned(), theme.into());
    }
    let styles = data(el, "data-current-styles");
    frame(el, &styles, &mut section);
    let behind = background(el, &styles, reader);
    if !behind.is_empty() {
        section.insert("background".to_owned(), Value::Object(behind));
    }
    fill(el, &mut section, reader);
    Value::Object(section)
}

/// An attribute of JSON.
fn data(el: El<'_>, key: &str) -> Value {
    attr(el, key).and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null)
}

/// Height, width and where the content stands.
fn frame(el: El<'_>, styles: &Value, section: &mut Map<String, Value>) {
    for (class, key, words) in [
        ("section-height--", "height", &["small", "medium", "large"]),
        ("content-width--", "contentWidth", &["narrow", "medium", "wide"]),
        ("vertical-alignment--", "verticalAlignment", &["top", "middle", "bottom"]),
        ("horizontal-alignment--", "horizontalAlignment", &["left", "center", "right"]),
    ] {
        if let Some(word) = class_after(el, class).filter(|word| words.contains(word)) {
            section.insert(key.to_owned(), word.into());
        }
    }
    let own = attr(el, "style").and_then(|style| style.split("min-height:").nth(1));
    let own =
        own.and_then(|rest| rest.split("vh").next()).and_then(|number| number.trim().parse::<f64>().ok());
    let custom = |key: &str| styles[key].as_f64();
    if has(el, "section-height--custom") {
        // Ten of the builder's steps are a tenth of the window.
        if let Some(height) =
            own.or_else(|| custom("customSectionHeight")).filter(|height| (0.0..=500.0).contains(height))
        {
            section.insert("height".to_owned(), json!(height));
        }
    }
    let width = custom("customContentWidth").filter(|width| (0.0..=100.0).contains(width));
    if let Some(width) = width.filter(|_| has(el, "content-width--custom")) {
        section.insert("contentWidth".to_owned(), json!(width));
    }
}

/// A picture, a film, a veil over it.
fn background(el: El<'_>, styles: &Value, reader: &mut Reader<'_>) -> Map<String, Value> {
    let mut behind = Map::new();
    if let Some(width) = class_after(el, "background-width--").filter(|width| *width == "inset") {
        behind.insert("width".to_owned(), width.into());
    }
    let Some(box_of) = first_class(el, "section-background") else { return behind };
    let img = first(box_of, |el| name(el) == "img" && reader.picture(el).is_some());
    if let Some(mut picture) = img.and_then(|img| reader.picture(img)) {
        let point = &styles["backgroundImage"]["mediaFocalPoint"];
        if picture.get("mediaFocalPoint").is_none() {
            let spelled = format!("{},{}", point["x"], point["y"]);
            if let Some(point) = focal_point(&spelled) {
                picture["mediaFocalPoint"] = point;
            }
        }
        behind.insert("image".to_owned(), picture);
        let overlay = styles["imageOverlayOpacity"].as_f64().filter(|share| (0.0..=1.0).contains(share));
        if let Some(overlay) = overlay.filter(|share| *share > 0.0) {
            behind.insert("overlayOpacity".to_owned(), ((overlay * 100.0).round() as i64).into());
        }
    }
    if let Some(video) = film(el, box_of, reader) {
        behind.insert("video".to_owned(), video);
    }
    let color = attr(box_of, "style").and_then(|style| style.split("background-color:").nth(1));
    let color =
        color.and_then(|rest| rest.split(';').next()).map(str::trim).filter(|color| !color.contains("var("));
    if let Some(color) = color.filter(|color| !color.is_empty()) {
        behind.insert("color".to_owned(), color.into());
    }
    behind
}

fn film(el: El<'_>, box_of: El<'_>, reader: &mut Reader<'_>) -> Option<Value> {
    let file =
        all(box_of, |el| matches!(name(el), "video" | "source")).into_iter().find_map(|el| attr(el, "src"));
    if let Some(file) = file.filter(|file| !file.starts_with("blob:")) {
        return Some(json!({"url": reader.base.asset(file)}));
    }
    let context = data(el, "data-current-context");
    let of_config = below(box_of)
        .find_map(|el| attr(el, "data-config-url").or_else(|| attr(el, "data-config-native-video")));
    let url = context["video"]["url"].as_str().filter(|url| !url.is_empty()).or(of_config)?;
    reader.fault(
        format!("Behind a section runs a film of another service ({url}); it was not brought along."),
        "put a file of the film into files/, and name it as the section's background.video.url",
    );
    None
}

/// What stands in a section.
fn fill(el: El<'_>, section: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let content = children(el)
        .find(|child| has(*child, "content-wrapper"))
        .or_else(|| first_class(el, "content-wrapper"));
    let inside = content.unwrap_or(el);
    if let Some(engine) = first_class(el, "fluid-engine") {
        fluid(el, engine, section, reader);
        let rest = split(inside, &|el| has(el, "fluid-engine"), reader);
        rows(section, rest);
        return;
    }
    let before = reader.faults.len();
    let made = list_section(el, reader).or_else(|| {
        let gallery = gallery_section(el, reader)?;
        Some(vec![json!({"columns": [{"span": 12, "blocks": [gallery]}]})])
    });
    // A list is taken as one only where nothing of it would be lost.
    if let Some(made) = made {
        let after = of_content(&json!({"rows": made}));
        if Contents::of(inside, reader.base).missing_in(&after).is_empty() {
            return rows(section, made);
        }
        reader.faults.truncate(before);
    }
    let rest = split(inside, &|_| false, reader);
    rows(section, rest);
}

fn rows(section: &mut Map<String, Value>, made: Vec<Value>) {
    if !made.is_empty() {
        section.insert("rows".to_owned(), made.into());
    }
}

/// The blocks of a grid, each with its place at both widths.
fn fluid(el: El<'_>, engine: El<'_>, section: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let css: String = all(el, |el| name(el) == "style").into_iter().flat_map(|style| style.text()).collect();
    let style = FluidStyle::read(&css);
    let grid = style.grid();
    let last = |width: &str| {
        grid.as_ref().and_then(|grid| grid[width]["columns"].as_i64()).map(|columns| columns + 3)
    };
    let lasts = [("desktop", last("desktop")), ("mobile", last("mobile"))];
    let mut blocks = Vec::new();
    for cell in children(engine) {
        let id = class_after(cell, "fe-block-").unwrap_or_default();
        let inner = if is_block(cell) { Some(cell) } else { first(cell, is_block) };
        let made = match inner {
            Some(block) => convert(block, reader),
            None if shows(cell) => {
                let html = reader.cleaner().inside(cell);
                vec![reader.kept(html, "grid", Some(id))]
            }
            None => Vec::new(),
        };
        let mut places = style.places(id);
        for (width, last) in lasts {
            // A place beyond the last line is one that a browser would have added columns for.
            let end = places.get(width).and_then(|place| place["columnEnd"].as_i64());
            if end.zip(last).is_some_and(|(end, last)| end > last) {
                places.remove(width);
            }
        }
        for mut block in made {
            for (width, place) in &places {
                block[width] = place.clone();
            }
            blocks.push(block);
        }
    }
    if !blocks.is_empty() {
        section.insert("blocks".to_owned(), blocks.into());
        section.extend(grid.map(|grid| ("grid".to_owned(), grid)));
    }
}
