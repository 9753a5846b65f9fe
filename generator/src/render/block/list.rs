//! Lists of what stands elsewhere: items of a collection, menus, accounts; and comments and code.

use loggia_template::Node;

use super::call::{Call, find};
use super::media::{card, picture};
use crate::diagnostic::nearest;
use crate::render::website::Members;
use crate::site::access::{access, link_label};
use crate::site::markdown;

/// The layouts of a summary (N-009).
const LAYOUTS: [&str; 4] = ["wall", "carousel", "list", "grid"];

/// The items of a collection that a summary shows: its newest, or those with a tag, of a category, starred.
pub fn summary<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(collection) = call.collection() else {
        if call.text("collection").or(call.text("collectionId")).is_none() {
            call.warn("collection", "This block shows no collection.", "add \"collection\": \"blog\"");
        }
        return Vec::new();
    };
    let (tag, category) = (call.text("tag"), call.text("category"));
    let featured = call.fields().flag("featured", false);
    let limit = call.limit("limit").unwrap_or(if call.kind == "journal" { 5 } else { 30 });
    let shown = collection.items.iter().filter(|item| {
        item.is_public
            && tag.is_none_or(|tag| item.tags.contains(&tag))
            && category.is_none_or(|category| item.categories.contains(&category))
            && (!featured || item.node.get("starred").is_true() || item.node.get("featured").is_true())
    });
    let items: Vec<_> = shown.take(limit).collect();
    let cards: Vec<Node<'a>> =
        items.iter().map(|item| card(item, "(max-width: 640px) 100vw, 33vw", call.arena)).collect();
    let listed = items.iter().map(|item| item.listed(call.arena)).collect::<Vec<_>>();
    if cards.is_empty() {
        call.warn("collection", "Nothing in this collection can be shown here.", "look at its filters");
    }
    vec![
        ("cards", call.arena.list(&cards)),
        ("items", call.arena.list(&listed)),
        ("layout", Node::Text(layout(call))),
        ("collectionTitle", Node::Text(collection.title)),
        ("collectionUrl", Node::Text(collection.full_url)),
        ("hasPictures", Node::Boolean(call.fields().flag("showThumbnail", true))),
        ("hasExcerpts", Node::Boolean(call.fields().flag("showExcerpt", true))),
        ("hasDates", Node::Boolean(call.fields().flag("showDate", true))),
    ]
}

/// The layout that the variant says, else the value, else a list for a journal and a grid for others.
fn layout(call: &mut Call<'_, '_>) -> &'static str {
    let variant = call.block.variant.and_then(|variant| variant.strip_prefix("summary-"));
    let wanted = variant.or_else(|| call.text("layout"));
    let Some(wanted) = wanted else { return if call.kind == "journal" { "list" } else { "grid" } };
    let found = LAYOUTS.into_iter().find(|known| *known == wanted);
    if found.is_none() {
        let near = nearest(wanted, LAYOUTS).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("write one of {}", LAYOUTS.join(", ")));
        call.warn("layout", format!("'{wanted}' is not a layout of a summary."), help);
    }
    found.unwrap_or("grid")
}

/// The collections inside an index, as cards.
pub fn index<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(folder) = call.collection_or_own() else { return Vec::new() };
    let named = folder.node.get("collections").elements().iter().filter_map(|child| child.as_str());
    let inside = named.filter_map(|name| find(&call.renderer.site.collections, name));
    let cards: Vec<Node<'a>> = inside
        .map(|collection| {
            let mut members = vec![
                ("title", Node::Text(collection.title)),
                ("url", Node::Text(collection.full_url)),
                ("excerpt", collection.node.get("description")),
            ];
            members.extend(
                picture(collection.node, "(max-width: 640px) 100vw, 33vw", call.arena)
                    .map(|picture| ("picture", picture)),
            );
            members.retain(|(_, value)| !value.is_nothing());
            call.arena.object(members)
        })
        .collect();
    if cards.is_empty() {
        let message = format!("'{}' has no collections inside.", folder.title);
        call.warn("collection", message, "list them in its \"collections\"");
    }
    let shown = Node::Boolean(true);
    vec![
        ("cards", call.arena.list(&cards)),
        ("layout", Node::Text("grid")),
        ("hasPictures", shown),
        ("hasExcerpts", shown),
    ]
}

/// A menu of the site; the entry of this page is marked.
pub fn navigation<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let menus = call.renderer.site.website.node("navigation");
    let name = call.text("navigationId").unwrap_or("mainNav");
    let entries = menus.get(name);
    if entries.is_nothing() {
        let known = menus.as_object().into_iter().flat_map(|menus| menus.members());
        call.missing("navigationId", "menu", name, known.map(|(name, _)| name));
    }
    vec![("entries", marked(call, entries.elements()))]
}

/// The entries of a menu for the template: a folder's own entries stand below it.
fn marked<'a>(call: &Call<'_, 'a>, entries: &[Node<'a>]) -> Node<'a> {
    let entries = entries.iter().map(|entry| {
        let url = entry.get("url").as_str().unwrap_or_default();
        let inside = entry.get("items").elements();
        let target = call.renderer.site.collection_at(url);
        let label = target.map_or("", |collection| link_label(access(collection.document.root)));
        call.arena.object([
            ("title", entry.get("title")),
            ("url", Node::Text(url)),
            ("active", Node::Boolean(url == call.place.url)),
            ("newWindow", entry.get("newWindow")),
            ("accessLabel", Node::Text(label)),
            ("items", if inside.is_empty() { Node::List(&[]) } else { marked(call, inside) }),
        ])
    });
    call.arena.list(&entries.collect::<Vec<_>>())
}

/// The pages of a folder: the collections inside it.
pub fn folder<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let Some(folder) = call.collection_or_own() else { return Vec::new() };
    let named = folder.node.get("collections").elements().iter().filter_map(|child| child.as_str());
    let inside = named.filter_map(|name| find(&call.renderer.site.collections, name));
    let entries: Vec<Node<'a>> = inside
        .map(|collection| {
            call.arena.object([
                ("title", Node::Text(collection.title)),
                ("url", Node::Text(collection.full_url)),
                ("active", Node::Boolean(collection.full_url == call.place.url)),
                ("accessLabel", Node::Text(link_label(access(collection.document.root)))),
                ("items", Node::List(&[])),
            ])
        })
        .collect();
    if entries.is_empty() {
        let message = format!("'{}' has no collections inside.", folder.title);
        call.warn("collection", message, "list them in its \"collections\"");
    }
    vec![("entries", call.arena.list(&entries)), ("folderTitle", Node::Text(folder.title))]
}

/// A link to a collection, or anywhere.
pub fn link<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let mut members = super::media::picture_of_value(call);
    match call.collection() {
        Some(collection) => {
            members.push(("url", Node::Text(collection.full_url)));
            members.push(("title", Node::Text(call.text("title").unwrap_or(collection.title))));
            let own = call.value("description");
            let description = if own.is_nothing() { collection.node.get("description") } else { own };
            members.push(("description", description));
        }
        None if call.text("url").is_none() => {
            call.warn("url", "This link leads nowhere.", "add \"url\": \"/…\"");
        }
        None => {}
    }
    members
}

/// The owner's accounts elsewhere: the block's own, else those of the website (G-092).
pub fn accounts<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let own = call.value("accounts");
    let accounts = match own.elements() {
        [] => call.renderer.site.website.node("website").get("accounts"),
        _ => own,
    };
    if accounts.elements().is_empty() {
        let help = "add \"accounts\" to website in site.json";
        call.warn("accounts", "There are no accounts to show.", help);
    }
    vec![("accounts", accounts)]
}

/// What an owner keeps of a service elsewhere: stored items, and a link to the profile. Nothing is asked of the service
/// (G-060).
pub fn service<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let limit = call.limit("limit").unwrap_or(20);
    let mut cards: Vec<Node<'a>> = Vec::new();
    if let Some(collection) = call.collection() {
        let public = collection.items.iter().filter(|item| item.is_public);
        cards.extend(public.take(limit).map(|item| entry(item.node, call)));
    }
    cards.extend(call.value("items").elements().iter().take(limit).map(|item| entry(*item, call)));
    let linked = call.text("url").or_else(|| call.text("profileUrl")).or_else(|| call.text("html"));
    if cards.is_empty() && linked.is_none() {
        let help = "add \"url\", \"items\", or \"collection\" with stored items";
        call.warn("url", "This block has nothing to show.", help);
    }
    vec![("entries", call.arena.list(&cards))]
}

/// An item of a service: a text or a picture, when it was, and where it stands.
fn entry<'a>(item: Node<'a>, call: &Call<'_, 'a>) -> Node<'a> {
    let body = ["body", "text"].iter().find_map(|key| item.get(*key).as_str());
    let url = ["sourceUrl", "externalLink", "url", "fullUrl"].iter().find_map(|key| item.get(*key).as_str());
    let mut members = vec![
        ("title", item.get("title")),
        ("body", body.map_or(Node::Missing, Node::Text)),
        ("url", Node::Text(url.unwrap_or_default())),
        ("date", item.get("publishOn")),
        ("place", item.get("location").get("addressTitle")),
    ];
    members.extend(
        picture(item, "(max-width: 640px) 50vw, 25vw", call.arena).map(|picture| ("picture", picture)),
    );
    members.retain(|(_, value)| !value.is_nothing());
    call.arena.object(members)
}

/// The comments of the page or item that the block stands in.
pub fn comments<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let place = call.place;
    let node = place.document.root;
    vec![
        ("subjectId", Node::Text(place.id)),
        ("subjectKind", Node::Text(if place.item.is_some() { "item" } else { "collection" })),
        ("publicCommentCount", Node::number(node.get("publicCommentCount").as_f64().unwrap_or(0.0))),
    ]
}

/// Code that is shown as it is, or taken into the page: HTML, Markdown, styles, scripts.
pub fn code<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    const MODES: [&str; 4] = ["html", "markdown", "css", "javascript"];
    let language = call.text("language").or_else(|| call.text("mode")).unwrap_or("html");
    let source = call.text("source").or_else(|| call.text("html")).unwrap_or_default();
    let shown = call.fields().flag("displaySource", false) || !MODES.contains(&language);
    if source.is_empty() {
        call.warn("source", "This block has no code.", "add \"source\"");
    }
    let mut members = vec![
        ("source", Node::Text(source)),
        ("language", Node::Text(language)),
        ("shown", Node::Boolean(shown)),
    ];
    if language == "markdown" && !shown {
        members.push(("source", call.arena.text_node(&markdown::html(source))));
        members.remove(0);
    }
    members
}
