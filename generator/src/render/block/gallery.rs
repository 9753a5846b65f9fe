//! Galleries: the options with their defaults, and pictures and films in one shape (G-093 to G-118).

use loggia_template::{Arena, Node};

use super::call::Call;
use super::media::{film_of, link, picture};
use crate::diagnostic::nearest;
use crate::render::website::Members;
use crate::site::gallery::{DESIGNS, MEDIA, css_ratio, read};

/// What a gallery block shows: its own pictures, or those of a collection.
pub fn gallery<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let variant = call.block.variant.and_then(|variant| variant.strip_prefix("gallery-"));
    let design = DESIGNS.into_iter().find(|design| Some(*design) == variant);
    let named = call.collection();
    let own = call.value("options");
    let mut options = match named {
        // A collection has its options read already; a block beside it may say others.
        Some(collection) if own.is_nothing() => collection.node.get("options"),
        _ => Node::Missing,
    };
    if options.is_nothing() || design.is_some() {
        let read = read(&mut call.fields().inner(&["options".into()]), design);
        options = call.arena.object(read);
    }
    let mut media = call.value("images").elements().to_vec();
    media.extend(call.value("items").elements());
    check_media(call, "images");
    check_media(call, "items");
    if let Some(collection) = named {
        let public = collection.items.iter().filter(|item| item.is_public);
        media.extend(public.map(|item| item.node));
    }
    if media.is_empty() {
        call.warn("images", "This gallery is empty.", "add \"images\", or name a \"collection\" of them");
    }
    let title = call.text("title").or(named.map(|collection| collection.title)).unwrap_or("Gallery");
    vec![
        ("gallery", node(title, options, &media, call.arena)),
        ("items", call.arena.list(&media)),
        ("options", options),
    ]
}

/// Media of a kind that nobody knows are reported (N-022).
fn check_media(call: &mut Call<'_, '_>, key: &'static str) {
    for (index, media) in call.value(key).elements().iter().enumerate() {
        let Some(kind) = media.get("mediaType").as_str().filter(|kind| !MEDIA.contains(kind)) else {
            continue;
        };
        let near = nearest(kind, MEDIA).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("write one of {}", MEDIA.join(", ")));
        let message = format!("'{kind}' is not a kind of media.");
        call.fields().inner(&[key.into(), index.into()]).fault(
            &["mediaType".into()],
            "gallery",
            message,
            help,
        );
    }
}

/// A gallery as the part `loggia-gallery` shows it.
pub fn node<'a>(title: &'a str, options: Node<'a>, media: &[Node<'a>], arena: &'a Arena) -> Node<'a> {
    let is = |name: &str| options.get(name).is_true();
    let design = options.get("design").as_str().unwrap_or("grid");
    let per_row = options.get("thumbnails-per-row").to_number();
    let sizes = match design {
        "grid" => format!("(max-width: 640px) 50vw, {}vw", (100.0 / per_row.max(1.0)).ceil()),
        _ => "100vw".to_owned(),
    };
    // A grid speaks of its captions by an option of its own.
    let has_captions = is(if design == "grid" { "show-meta-basic" } else { "show-meta" });
    let figures = media.iter().filter_map(|media| figure(*media, &sizes, &options, has_captions, arena));
    let figures: Vec<Node<'a>> = figures.collect();
    let position = options.get("meta-position").as_str().unwrap_or("bottom");
    let mut classes = format!("sqs-gallery-design-{design} meta-position-{position}");
    for (name, class) in [
        ("auto-crop", "is-cropped"),
        ("square-thumbs", "has-square-thumbs"),
        ("show-meta-on-hover", "meta-on-hover"),
        ("transparentBackground", "is-transparent"),
        ("indicators", "has-indicators"),
        ("controls", "has-controls"),
    ] {
        if is(name) {
            classes.push(' ');
            classes.push_str(class);
        }
    }
    let alignment = options.get("active-alignment").as_str().unwrap_or("center");
    classes.push_str(&format!(" align-{alignment}"));
    let number = |name: &str| options.get(name).to_number();
    let ratio = options.get("aspect-ratio");
    let mut style = format!(
        "--gallery-columns:{per_row};--gallery-padding:{};--gallery-ratio:{};--gallery-max-width:{};\
         --gallery-strip-height:{};--gallery-strip-margin:{}",
        number("padding"),
        css_ratio(ratio),
        number("max-width"),
        number("thumbnail-strip-height"),
        number("thumbnail-strip-margin"),
    );
    if let (Some(percent), "slider") = (ratio.as_f64(), design) {
        style.push_str(&format!(";--gallery-slider-ratio:{percent}"));
    }
    arena.object([
        ("title", Node::Text(title)),
        ("design", Node::Text(design)),
        ("options", options),
        ("figures", arena.list(&figures)),
        ("classes", arena.text_node(&classes)),
        ("style", arena.text_node(&style)),
        // What stands still needs no script: pictures one beside or below the other, without a lightbox.
        ("moves", Node::Boolean(matches!(design, "slideshow" | "slider") || is("lightbox"))),
        ("scrolls", Node::Boolean(matches!(design, "slideshow" | "slider"))),
        ("newWindow", Node::Boolean(is("newWindow"))),
    ])
}

fn figure<'a>(
    media: Node<'a>,
    sizes: &str,
    options: &Node<'a>,
    has_captions: bool,
    arena: &'a Arena,
) -> Option<Node<'a>> {
    let picture = picture(media, sizes, arena);
    let film = film_of(media, arena);
    if picture.is_none() && film.is_none() {
        return None;
    }
    let mut members: Members<'a> = Vec::new();
    members.extend(picture.map(|picture| ("picture", picture)));
    members.extend(film.map(|film| ("film", film)));
    members.push(("linkUrl", Node::Text(link(media))));
    if has_captions {
        let title = media.get("title");
        let body = ["body", "description"].iter().find_map(|key| media.get(*key).as_str()).unwrap_or("");
        let body = if options.get("show-meta-only-title").is_true() { "" } else { body };
        members.push(("captioned", Node::Boolean(title.is_true() || !body.is_empty())));
        members.push(("title", title));
        members.push(("body", Node::Text(body)));
    }
    Some(arena.object(members))
}
