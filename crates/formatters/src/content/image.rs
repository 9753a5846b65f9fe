//! Pictures: `image`, `image-meta`, `child-image-meta`, `cover-image-meta`, `image-srcset`, `image-color`.

use std::borrow::Cow;
use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer, escape_attribute, parse_int, write_number};

use super::codes::IMAGE_BLOCK;
use crate::fragment::{Fill, Fragment, fragment};
use crate::image_size::next_variant;
use crate::markup;
use crate::outcome::{Optional, Outcome, TextOrNothing};

/// The most characters of a body that become alternative text.
const LONGEST_ALT: usize = 1000;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    let meta = Arc::new(ImageMeta::new());
    let image = Arc::new(fragment!("content/image.html", "url", "alt", "class", "meta", "id"));
    {
        let meta = Arc::clone(&meta);
        vocabulary.writer("image", move |arguments| Image {
            fragment: Arc::clone(&image),
            meta: Arc::clone(&meta),
            // Only a single argument is a class.
            class: if arguments.len() == 1 { arguments.get(0).unwrap_or_default() } else { "thumb-image" }
                .into(),
        });
    }
    {
        let meta = Arc::clone(&meta);
        vocabulary.writer("image-meta", move |_| Meta { meta: Arc::clone(&meta), which: Which::Own });
    }
    {
        let meta = Arc::clone(&meta);
        vocabulary.writer("cover-image-meta", move |_| Meta { meta: Arc::clone(&meta), which: Which::Cover });
    }
    vocabulary.writer("child-image-meta", move |arguments| Meta {
        meta: Arc::clone(&meta),
        which: Which::Child(arguments.get(0).map_or(0.0, parse_int)),
    });
    vocabulary.formatter("image-srcset", |_| {
        Optional(SourceSet(fragment!("content/image-srcset.html", "sources")))
    });
    vocabulary.formatter("image-color", |arguments| {
        Optional(ImageColor {
            fragment: fragment!(
                "content/image-color.html",
                "top-left",
                "top-right",
                "bottom-left",
                "bottom-right",
                "center"
            ),
            corner: arguments.get(0).map(Into::into),
            property: arguments.get(1).map(Into::into),
        })
    });
}

/// The text that stands for a picture (T-202). In an image block it is the block's own, even if empty.
fn alt_text<'r>(context: &Context<'r>, image: Node<'r>) -> Cow<'r, str> {
    if context.lookup("blockType").to_number() == IMAGE_BLOCK {
        return match image.get("altText").to_text() {
            Cow::Borrowed(text) => text.trim_matches(markup::is_space).into(),
            Cow::Owned(text) => text.trim().to_owned().into(),
        };
    }
    let title = image.get("title");
    if title.is_true() {
        return title.to_text();
    }
    let body = image.get("body");
    if body.is_true() {
        let body = body.to_text();
        let text = markup::remove_tags(&body);
        if !text.is_empty() {
            return markup::first_units(&text, LONGEST_ALT).into_owned().into();
        }
    }
    let filename = image.get("filename");
    if filename.is_true() { filename.to_text() } else { "".into() }
}

/// The point that stays visible when a picture is cropped, `x,y` (T-201).
pub(super) fn write_focal_point(image: Node<'_>, out: &mut String) {
    let point = image.get("mediaFocalPoint");
    if point.is_missing() {
        return out.push_str("0.5,0.5");
    }
    write_coordinate(point.get("x"), out);
    out.push(',');
    write_coordinate(point.get("y"), out);
}

/// Writes a number; one that is a number in the data has its text already.
fn write_coordinate(coordinate: Node<'_>, out: &mut String) {
    match coordinate {
        Node::Number(_) => coordinate.write_text(out),
        other => write_number(other.to_number(), out),
    }
}

/// The attributes that the picture loader reads (T-198, T-200).
struct ImageMeta {
    meta: Fragment<6>,
    licensed: Fragment<0>,
    component: Fragment<1>,
}

impl ImageMeta {
    fn new() -> Self {
        Self {
            meta: fragment!(
                "content/image-meta.html",
                "licensed",
                "component",
                "url",
                "size",
                "focal-point",
                "alt"
            ),
            licensed: fragment!("content/image-meta.licensed.html"),
            component: fragment!("content/image-meta.component.html", "key"),
        }
    }

    fn write(&self, image: Node<'_>, alt: &str, out: &mut String) {
        let component = image.get("componentKey");
        let is_licensed = image.get("licensedAssetPreview").as_object().is_some();
        let licensed = |out: &mut String| {
            if is_licensed {
                self.licensed.write(out, []);
            }
        };
        let key = |out: &mut String| {
            if !component.is_missing() {
                self.component.write(out, [Fill::Text(component)]);
            }
        };
        let focal_point = |out: &mut String| write_focal_point(image, out);
        self.meta.write(
            out,
            [
                Fill::With(&licensed),
                Fill::With(&key),
                Fill::Text(image.get("assetUrl")),
                Fill::Text(image.get("originalSize")),
                Fill::With(&focal_point),
                Fill::Escaped(alt),
            ],
        );
    }
}

/// T-197.
struct Image {
    fragment: Arc<Fragment<5>>,
    meta: Arc<ImageMeta>,
    class: Box<str>,
}

impl Writer for Image {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let image = values[0];
        let mut alt = String::new();
        escape_attribute(&alt_text(context, image), &mut alt);
        // The second picture's text is escaped once more: so the language has it, and scripts undo it.
        let meta = |out: &mut String| {
            if !image.is_missing() {
                self.meta.write(image, &alt, out);
            }
        };
        self.fragment.write(
            context.out(),
            [
                Fill::Text(image.get("assetUrl")),
                Fill::Raw(&alt),
                Fill::Raw(&self.class),
                Fill::With(&meta),
                Fill::Text(image.get("id")),
            ],
        );
        Ok(())
    }
}

/// Whose picture: the value's own, its cover, or that of one of its items (T-199).
enum Which {
    Own,
    Cover,
    Child(f64),
}

struct Meta {
    meta: Arc<ImageMeta>,
    which: Which,
}

impl Writer for Meta {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let image = match self.which {
            Which::Own => values[0],
            Which::Cover => values[0].get("coverImage"),
            Which::Child(at) if at >= 0.0 => values[0].get("items").at(at as usize),
            Which::Child(_) => Node::Missing,
        };
        if !image.is_missing() {
            let alt = alt_text(context, image);
            self.meta.write(image, &alt, context.out());
        }
        Ok(())
    }
}

/// T-203.
struct SourceSet(Fragment<1>);

impl TextOrNothing for SourceSet {
    fn write<'r>(&self, image: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        let url = image.get("assetUrl").to_text();
        let variants = image.get("systemDataVariants").to_text();
        let widths = || variants.split(',').filter(|variant| variant.ends_with('w'));
        let Some(largest) = widths().next_back() else { return Ok(Outcome::Unchanged) };
        let sources = |out: &mut String| {
            for (at, width) in widths().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_source(&url, width, width, out);
            }
            if let Some(next) = next_variant(largest) {
                out.push(',');
                write_source(&url, "original", next, out);
            }
        };
        self.0.write(context.out(), [Fill::With(&sources)]);
        Ok(Outcome::Written)
    }
}

fn write_source(url: &str, format: &str, width: &str, out: &mut String) {
    for part in [url, "?format=", format, " ", width] {
        out.push_str(part);
    }
}

/// T-208.
struct ImageColor {
    fragment: Fragment<5>,
    corner: Option<Box<str>>,
    property: Option<Box<str>>,
}

impl TextOrNothing for ImageColor {
    fn write<'r>(&self, image: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        let colors = image.get("colorData");
        if colors.is_missing() {
            return Ok(Outcome::Missing);
        }
        let out = context.out();
        let Some(corner) = &self.corner else {
            let names = ["topLeft", "topRight", "bottomLeft", "bottomRight", "center"];
            self.fragment.write(out, names.map(|name| Fill::Text(average(colors, name))));
            return Ok(Outcome::Written);
        };
        let color = average(colors, corner).to_text();
        if color.is_empty() {
            for part in ["\"", corner, "\" not found."] {
                out.push_str(part);
            }
            return Ok(Outcome::Written);
        }
        if let Some(property) = &self.property {
            out.push_str(property);
            out.push_str(": ");
        }
        out.push('#');
        out.push_str(&color);
        Ok(Outcome::Written)
    }
}

/// The average color of a corner or of the center.
pub(super) fn average<'a>(colors: Node<'a>, place: &str) -> Node<'a> {
    let mut key = String::with_capacity(place.len() + 7);
    key.push_str(place);
    key.push_str("Average");
    colors.get(&key)
}
