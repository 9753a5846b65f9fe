//! The options of a gallery with their defaults and ranges (specification section 3 "Gallery settings" and section 9).

use loggia_template::Node;

use super::members::Fields;
use crate::diagnostic::nearest;

/// What an option may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag(bool),
    /// One of some words.
    Word(&'static str, &'static [&'static str]),
    /// A whole number within a range; what lies outside takes the nearer end.
    Whole(i64, i64, i64),
    /// A name of [`RATIOS`], or the height in percent of the width.
    Ratio,
}

/// Every option by the name that owners write, in the order of the specification, with its default.
pub const OPTIONS: [(&str, Kind); 24] = [
    ("design", Kind::Word("grid", &DESIGNS)),
    ("autoplay", Kind::Flag(false)),
    ("autoplay-duration", Kind::Whole(5, 1, 10)),
    ("controls", Kind::Flag(false)),
    ("auto-crop", Kind::Flag(true)),
    ("aspect-ratio", Kind::Ratio),
    ("square-thumbs", Kind::Flag(true)),
    ("thumbnails", Kind::Flag(false)),
    ("thumbnail-strip-height", Kind::Whole(80, 0, 200)),
    ("thumbnail-strip-margin", Kind::Whole(20, 0, 60)),
    ("show-meta-basic", Kind::Flag(true)),
    ("show-meta", Kind::Flag(true)),
    ("show-meta-only-title", Kind::Flag(false)),
    (
        "meta-position",
        Kind::Word(
            "bottom",
            &["bottom", "top", "top-left", "top-right", "center", "bottom-left", "bottom-right"],
        ),
    ),
    ("show-meta-on-hover", Kind::Flag(false)),
    ("active-alignment", Kind::Word("center", &["center", "left", "right"])),
    ("thumbnails-per-row", Kind::Whole(4, 1, 10)),
    ("padding", Kind::Whole(20, 0, 50)),
    ("lightbox", Kind::Flag(false)),
    ("lightboxTheme", Kind::Word("dark", &["dark", "light"])),
    ("max-width", Kind::Whole(300, 100, 300)),
    ("newWindow", Kind::Flag(false)),
    ("transparentBackground", Kind::Flag(false)),
    ("indicators", Kind::Flag(false)),
];

/// The four designs.
pub const DESIGNS: [&str; 4] = ["grid", "slideshow", "slider", "stacked"];

/// Shapes by name, as style sheets write them.
pub const RATIOS: [(&str, &str); 8] = [
    ("square", "1 / 1"),
    ("standard", "3 / 2"),
    ("standard-vertical", "2 / 3"),
    ("four-three", "4 / 3"),
    ("four-three-vertical", "3 / 4"),
    ("sixteen-nine", "16 / 9"),
    ("anamorphic-widescreen", "47 / 20"),
    ("original", "auto"),
];

/// The ratio of a slider that says none (G-117).
const SLIDER_RATIO: f64 = 50.0;

/// The kinds of media in a gallery (N-022).
pub const MEDIA: [&str; 6] =
    ["imageEmpty", "imageFile", "imageLicensed", "imageReused", "assetReused", "video"];

/// The options of a gallery, each with its default where it is not given, and after them those that nobody knows.
///
/// `design` is that of the block's variant, which stands above the option. Values outside their range are clamped with a
/// warning (G-118); a value of the wrong kind is a fault (G-116).
#[must_use]
pub fn read<'s>(fields: &mut Fields<'_, 's>, design: Option<&'static str>) -> Vec<(&'s str, Node<'s>)> {
    let mut options: Vec<(&'s str, Node<'s>)> = Vec::with_capacity(OPTIONS.len());
    for (name, kind) in OPTIONS {
        let value = match kind {
            Kind::Flag(default) => Node::Boolean(flag(fields, name, default)),
            Kind::Word(default, words) => Node::Text(word(fields, name, default, words)),
            Kind::Whole(default, low, high) => Node::number(whole(fields, name, default, low, high) as f64),
            Kind::Ratio => ratio(fields, name, options[0].1.as_str() == Some("slider")),
        };
        options.push((name, value));
        if let (0, Some(design)) = (options.len() - 1, design) {
            if !fields.node.get(name).is_nothing() && value.as_str() != Some(design) {
                let message = format!("The block's variant makes this gallery a {design}.");
                fields.warn(&[name.into()], "gallery", message, "leave out one of the two");
            }
            options[0].1 = Node::Text(design);
        }
    }
    let own = fields.node.as_object().into_iter().flat_map(|object| object.members());
    for (name, value) in own.filter(|(name, _)| OPTIONS.iter().all(|(known, _)| known != name)) {
        if let Some(near) = nearest(name, OPTIONS.iter().map(|(known, _)| *known)) {
            let message = format!("A gallery has no option '{name}'.");
            fields.warn(&[name.into()], "gallery", message, format!("did you mean `{near}`?"));
        }
        options.push((name, value));
    }
    options
}

/// A boolean; the hosted builder's exports write some as texts.
fn flag(fields: &mut Fields<'_, '_>, name: &str, default: bool) -> bool {
    // These three are tested for a boolean alone (G-116).
    let strict = matches!(name, "show-meta-on-hover" | "lightbox" | "thumbnails");
    match fields.node.get(name) {
        Node::Text("true") if !strict => true,
        Node::Text("false") if !strict => false,
        _ => fields.flag(name, default),
    }
}

fn word(
    fields: &mut Fields<'_, '_>,
    name: &str,
    default: &'static str,
    words: &[&'static str],
) -> &'static str {
    let Some(wanted) = fields.text(name) else { return default };
    let found = words.iter().find(|word| **word == wanted);
    if found.is_none() {
        let near = nearest(wanted, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("write one of {}", words.join(", ")));
        fields.fault(&[name.into()], "gallery", format!("'{wanted}' is not a value of '{name}'."), help);
    }
    found.copied().unwrap_or(default)
}

fn whole(fields: &mut Fields<'_, '_>, name: &str, default: i64, low: i64, high: i64) -> i64 {
    let wanted = fields.whole(name).unwrap_or(default);
    let number = wanted.clamp(low, high);
    if number != wanted {
        let message = format!("{wanted} is out of range for '{name}'; it counts as {number}.");
        fields.warn(&[name.into()], "gallery", message, format!("write {low} to {high}"));
    }
    number
}

fn ratio<'s>(fields: &mut Fields<'_, 's>, name: &str, is_slider: bool) -> Node<'s> {
    let default = if is_slider { Node::number(SLIDER_RATIO) } else { Node::Text("square") };
    let found = fields.node.get(name);
    let known = match found {
        Node::Missing | Node::Null => return default,
        Node::Text(text) => RATIOS.iter().any(|(known, _)| *known == text),
        other => other.as_f64().is_some_and(|percent| (1.0..=400.0).contains(&percent)),
    };
    if known {
        return found;
    }
    let names = RATIOS.map(|(known, _)| known);
    let near = found.as_str().and_then(|text| nearest(text, names));
    let help = near.map_or_else(
        || format!("write the height in percent of the width, from 1 to 400, or one of {}", names.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    fields.fault(&[name.into()], "gallery", "This is not a shape of a picture.", help);
    default
}

/// A shape as style sheets write it.
#[must_use]
pub fn css_ratio(ratio: Node<'_>) -> String {
    if let Some(percent) = ratio.as_f64() {
        return format!("100 / {percent}");
    }
    let named = RATIOS.iter().find(|(name, _)| Some(*name) == ratio.as_str());
    named.map_or("1 / 1", |(_, css)| css).to_owned()
}
