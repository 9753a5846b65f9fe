//! Pictures, films and tracks, wherever they come from, in one shape for the templates.

use loggia_template::{Arena, Node};

use super::call::Call;
use crate::render::website::Members;
use crate::site::code::record;
use crate::site::item::Item;
use crate::site::limit::{CODE, Hold, TRACKS};

/// The member of a value, or the first of several, that is a text and not empty.
fn text<'a>(node: Node<'a>, keys: &[&str]) -> &'a str {
    keys.iter().find_map(|key| node.get(*key).as_str().filter(|text| !text.is_empty())).unwrap_or_default()
}

/// Whatever has a picture, as the part `loggia-picture` shows it: a picture itself, or an item with a `mainImage`. Without
/// a picture there is nothing.
pub fn picture<'a>(node: Node<'a>, sizes: &str, arena: &'a Arena) -> Option<Node<'a>> {
    let inner = node.get("mainImage");
    let own = !text(node, &["assetUrl"]).is_empty() && !is_played(node);
    let image = if own { node } else { inner };
    let url = text(image, &["assetUrl"]);
    if url.is_empty() {
        return None;
    }
    // Only a text that is there, however empty, says that a picture needs no words.
    let alt = match image.get("altText") {
        Node::Text(alt) => alt,
        _ => text(node, &["title", "filename"]),
    };
    let mut members: Members<'a> =
        vec![("assetUrl", arena.text_node(&listed(url))), ("altText", Node::Text(alt))];
    for key in ["originalSize", "systemDataVariants"] {
        members.push((key, Node::Text(text(image, &[key]))));
    }
    members.push(("sizes", arena.text_node(sizes)));
    members.push(("focal", focal(image.get("mediaFocalPoint"), arena)));
    let color = text(image.get("colorData"), &["centerAverage"]);
    members.push(("color", Node::Text(color)));
    Some(arena.object(members))
}

/// Whether `assetUrl` is what is played, not a picture.
fn is_played(node: Node<'_>) -> bool {
    let code = node.get("recordType").as_f64();
    [record::AUDIO, record::VIDEO].iter().any(|played| code == Some(*played as f64))
}

/// An address as it may stand in a list of addresses, where a space ends it.
fn listed(url: &str) -> String {
    url.replace(' ', "%20")
}

/// The point that stays visible when a picture is cropped, as style sheets write it; nothing when it is the middle.
fn focal<'a>(point: Node<'_>, arena: &'a Arena) -> Node<'a> {
    let part = |key: &str| point.get(key).as_f64().map(|part| (part.clamp(0.0, 1.0) * 100.0).round());
    match (part("x"), part("y")) {
        (Some(x), Some(y)) if (x, y) != (50.0, 50.0) => arena.text_node(&format!("{x}% {y}%")),
        _ => Node::Text(""),
    }
}

/// The address that a click on something leads to; nothing when it leads nowhere.
pub fn link(node: Node<'_>) -> &str {
    let own = text(node, &["linkUrl", "clickthroughUrl"]);
    if own.is_empty() { text(node.get("clickthroughUrl"), &["url"]) } else { own }
}

/// An item of a collection as a card: what is known of it, each thing under one name whatever its kind.
pub fn card<'a>(item: &Item<'a>, sizes: &str, arena: &'a Arena) -> Node<'a> {
    let node = item.node;
    let outside = text(node, &["externalLink"]);
    let url = if outside.is_empty() { item.full_url } else { outside };
    let excerpt = node.get("excerpt");
    let starts = node.get("startDate");
    let date = if starts.is_nothing() { node.get("publishOn") } else { starts };
    let mut members: Members<'a> = vec![
        ("id", Node::Text(item.id)),
        ("title", Node::Text(item.title)),
        ("url", Node::Text(url)),
        ("isOutside", Node::Boolean(!outside.is_empty())),
        ("excerpt", if excerpt.as_str().is_some() { excerpt } else { excerpt.get("html") }),
        ("author", node.get("author").get("displayName")),
        ("tags", node.get("tags")),
        ("categories", node.get("categories")),
    ];
    members.push(if item.record_type == record::STORE_ITEM { ("product", node) } else { ("date", date) });
    if item.record_type == record::EVENT {
        members.push(("event", node));
    }
    members.extend(picture(node, sizes, arena).map(|picture| ("picture", picture)));
    members.retain(|(_, value)| !value.is_nothing());
    arena.object(members)
}

/// The block's own picture, under `picture`.
pub fn picture_of_value<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let image = call.value("image");
    picture(image, "100vw", call.arena).map(|picture| ("picture", picture)).into_iter().collect()
}

/// The picture of an image block; what it leads to and the words beside it are the block's own.
pub fn image<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let beside = matches!(call.block.variant, Some("image-card" | "image-overlap" | "image-collage"));
    let sizes = if beside { "(max-width: 640px) 100vw, 60vw" } else { "100vw" };
    let Some(shown) = picture(call.value("image"), sizes, call.arena) else {
        call.warn("image", "This block has no picture.", "add \"image\": {\"assetUrl\": \"/files/…\"}");
        return Vec::new();
    };
    let own = link(call.block.value);
    let url = if own.is_empty() { link(call.value("image")) } else { own };
    vec![("picture", shown), ("linkUrl", Node::Text(url))]
}

/// The picture of a logo: the block's own, else the site's; without either its name is written.
pub fn logo<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let website = call.renderer.site.website.node("website");
    let own = picture(call.value("image"), "240px", call.arena);
    let shown = own.or_else(|| picture(website.get("logoImage"), "240px", call.arena));
    shown.map(|picture| ("picture", picture)).into_iter().collect()
}

/// A film: a file of the site, or the embedding of a service. The embedding waits for a click (G-069).
pub fn film<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let film = film_of(call.block.value, call.arena);
    if film.is_none() {
        let help = "add \"url\" of a file of this site, or \"oembed\": {\"html\": …}";
        call.warn("url", "This block has no film.", help);
    }
    film.map(|film| ("film", film)).into_iter().collect()
}

/// A film as the part `loggia-film` shows it.
pub fn film_of<'a>(node: Node<'a>, arena: &'a Arena) -> Option<Node<'a>> {
    let embed = node.get("oembed");
    let html = [text(embed, &["html"]), text(node, &["html"])].into_iter().find(|html| !html.is_empty());
    let played = if is_played(node) { text(node, &["assetUrl"]) } else { "" };
    let url = [text(node, &["url", "videoUrl"]), played].into_iter().find(|url| !url.is_empty());
    if html.is_none() && url.is_none() {
        return None;
    }
    let poster = node.get("image");
    let poster = if poster.is_nothing() { node } else { poster };
    let mut members: Members<'a> = vec![
        ("title", Node::Text(text(node, &["title"]))),
        ("html", Node::Text(html.unwrap_or_default())),
        ("url", Node::Text(url.unwrap_or_default())),
        ("provider", Node::Text(text(embed, &["providerName"]))),
        ("captions", node.get("captions")),
        ("description", Node::Text(text(node, &["description", "body"]))),
    ];
    members.extend(picture(poster, "100vw", arena).map(|picture| ("picture", picture)));
    Some(arena.object(members))
}

/// The tracks of an album, at most 60 (G-120): the block's own, or the items of a collection.
pub fn album<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let own = call.value("tracks").elements();
    let hold = call.renderer.site.collections.get(call.place.collection).map_or(Hold::Firmly, |own| own.hold);
    if own.len() > TRACKS && hold != Hold::Not {
        let message = format!("There are {} tracks here; at most {TRACKS} are allowed.", own.len());
        let help = "take some out, or divide them over two albums";
        match hold {
            Hold::Firmly => call.fields().fault(&["tracks".into()], CODE, message, help),
            _ => call.fields().warn(&["tracks".into()], CODE, message, help),
        }
    }
    let mut members = Vec::new();
    let mut tracks: Vec<Node<'a>> = own.iter().map(|own| track(*own, call.arena)).collect();
    if let Some(collection) = call.collection() {
        let public = collection.items.iter().filter(|item| item.is_public);
        tracks.extend(public.map(|item| track(item.node, call.arena)));
        members.push(("collectionTitle", Node::Text(collection.title)));
        members.push(("collectionUrl", Node::Text(collection.full_url)));
        if call.value("image").is_nothing() {
            members.extend(picture(collection.node, "320px", call.arena).map(|picture| ("picture", picture)));
        }
    }
    if tracks.is_empty() {
        call.warn("tracks", "This album has no tracks.", "add \"tracks\", or name a \"collection\" of them");
    }
    members.extend(picture(call.value("image"), "320px", call.arena).map(|picture| ("picture", picture)));
    members.push(("tracks", call.arena.list(&tracks)));
    members
}

/// A track as the part `loggia-tracks` shows it.
pub fn track<'a>(node: Node<'a>, arena: &'a Arena) -> Node<'a> {
    let content = node.get("structuredContent");
    let url = [text(node, &["url", "audioUrl", "audioAssetUrl"]), text(content, &["audioAssetUrl"])]
        .into_iter()
        .find(|url| !url.is_empty())
        .unwrap_or_else(|| text(node, &["assetUrl"]));
    let artist = node.get("author");
    let artist = if artist.as_str().is_some() { artist } else { artist.get("displayName") };
    arena.object([
        ("title", Node::Text(text(node, &["title"]))),
        ("url", Node::Text(url)),
        ("artist", Node::Text(artist.as_str().unwrap_or_else(|| text(node, &["artist"])))),
        ("duration", Node::Text(text(node, &["duration"]))),
    ])
}
