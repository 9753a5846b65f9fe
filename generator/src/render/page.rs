//! The document around the content: regions, head, widgets.
//!
//! The content and the regions are rendered first; what stands in the head and at the end of the body depends on them
//! and is put into the places that the regions keep for it.

use loggia_commerce::Access;
use loggia_template::{Arena, Error, Node, Template};

use super::context::{RenderContext, run};
use super::island;
use super::language;
use super::places::{CONTENT, FOOTERS, HEADERS, says_charset, with_content, with_footers, with_headers};
use super::website::Members;
use crate::plan::{Page, Subject, list_url};
use crate::site::Collection;
use crate::site::code::collection::{self as collection_kind, PRODUCTS};
use crate::theme::builtin;

/// A page as it will be written.
pub struct Rendered {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What went wrong in its templates.
    pub errors: Vec<Error>,
    /// Whether it has a widget and there was no program for it.
    pub lacks_widgets: bool,
    /// The products whose data it carries.
    pub products: Vec<String>,
}

/// Kinds of collection that the program has lists for.
const SYSTEM_KINDS: [&str; 6] = ["blog", "products", "events", "gallery", "album", "page"];

/// Renders one page.
#[must_use]
pub fn render(context: &RenderContext<'_>, page: &Page, arena: &Arena) -> Rendered {
    let mut errors = Vec::new();
    let mut members = context.shared.page(context.site, page, arena);
    if let Some(item) = first_item(context, page, arena) {
        members.push(("item", item));
    }
    language::add(context.versions, context.site, page, arena, &mut members);
    let content = render_content(context, page, &members, arena, &mut errors);
    let content = with_reviews(context, page, super::safety::with_safety(context, page, content));
    let content = super::field::fill(context, content);
    let content = super::form::fill(context, content, &mut errors);
    let document = render_regions(context, page, members, arena, &mut errors);
    let document = match super::field::is_in(&document) {
        true => super::form::fill(context, super::field::fill(context, document), &mut errors),
        false => document,
    };
    let document = super::announcement::with_announcements(context, page, document, &mut errors);
    let content = super::plain::fill(context, content);
    let document = super::plain::fill(context, document);
    let has_widget = island::has_widget(&content) || island::has_widget(&document);
    let whole = with_content(document, &content);
    let whole =
        if context.shared.asks() { super::links::rewrite_questions(context.site, whole) } else { whole };
    let whole = super::source::with_sources(whole);
    let headers =
        render_part(context, builtin::HEADERS, head(context, page, has_widget, &whole, arena), arena);
    let tracking = super::consent::tracking(context, page);
    let (whole, consent) = super::consent::held(context, page, whole, tracking.as_ref());
    let has_script = has_widget || tracking.is_some();
    let (footers, mut products): (String, Vec<String>) = match has_script {
        true => {
            let data = island::page_data(context.site, context.store, page, &whole, &context.settings);
            let tracked = tracking.is_some();
            let share = island::share_options(context.site, &whole);
            let script = island::script(&data, has_widget, share, tracking);
            let footers = footers(context, script, has_widget, tracked, arena);
            let footers = render_part(context, builtin::FOOTERS, footers, arena);
            let products = data.products.iter().map(|product| product.product.id.to_string());
            (footers, products.collect())
        }
        false => Default::default(),
    };
    let whole = with_headers(whole, headers.trim_end());
    let whole = super::direction::with_direction(context.site.website.locale, whole);
    let whole = super::plain::rewrite_api_address(whole, context.settings.api_base_url);
    let whole = language::rewrite_links(context.versions, &context.site.website, whole);
    let footers = super::withdrawal::link(context, &whole, arena) + &consent + footers.trim_end();
    let whole = with_footers(whole, &footers);
    let bytes = context.assets.rewrite(whole.into_bytes());
    let bytes = match (context.minify, context.minify_whole) {
        (false, _) => bytes,
        (true, false) => crate::minify::html(&bytes),
        (true, true) => crate::minify::whole(&bytes),
    };
    let locked = match &page.subject {
        Subject::Lock { locked, .. } => Some(render(context, locked, &Arena::new())),
        _ => None,
    };
    let bytes = super::policy::with_policy(context, bytes, locked.as_ref().map(|locked| &*locked.bytes));
    products.extend(locked.into_iter().flat_map(|locked| locked.products));
    Rendered {
        bytes,
        errors,
        lacks_widgets: (has_script || !consent.is_empty()) && context.widgets.is_none(),
        products,
    }
}

fn render_part(
    context: &RenderContext<'_>,
    part: builtin::Builtin,
    data: Node<'_>,
    _arena: &Arena,
) -> String {
    // Built-in parts have no errors: a test compiles and renders each.
    run(context, context.theme.builtin(part), data, &mut Vec::new())
}

fn render_content(
    context: &RenderContext<'_>,
    page: &Page,
    members: &Members<'_>,
    arena: &Arena,
    errors: &mut Vec<Error>,
) -> String {
    let root = arena.object(members.iter().copied());
    run(context, content_template(context, page), root, errors)
}

/// The content of a product's page with the place of its reviews, where the shop has them and the template keeps no
/// place of its own (G-072). What shoppers wrote is fetched when the place comes into view.
fn with_reviews(context: &RenderContext<'_>, page: &Page, mut content: String) -> String {
    let Subject::Item { collection, item, .. } = &page.subject else { return content };
    let (store, item) = (context.store, &context.site.collections[*collection].items[*item]);
    let has_reviews = store.flags.product_reviews && store.settings.product_reviews_enabled;
    if has_reviews && store.products.contains_key(item.id) && !content.contains("data-widget=\"reviews\"") {
        let arena = Arena::new();
        let data = arena.object([("id", Node::Text(item.id))]);
        content.push_str(render_part(context, builtin::REVIEWS, data, &arena).trim_end());
    }
    content
}

/// The name of the site's own template for a page's content, when it has one.
#[must_use]
pub fn content_template_name(context: &RenderContext<'_>, page: &Page) -> Option<String> {
    let (theme, site) = (context.theme, context.site);
    let own = |name: String| theme.template(&name).is_some().then_some(name);
    match &page.subject {
        Subject::List { collection, .. } | Subject::Page { collection } => {
            let collection = &site.collections[*collection];
            let named = |view: &str| own(format!("collections/{}.{view}.list", collection.type_name));
            collection
                .view
                .and_then(named)
                .or_else(|| own(format!("collections/{}.list", collection.type_name)))
                .or_else(|| {
                    starts_on_item(context, page)?;
                    own(format!("collections/{}.item", collection.type_name))
                })
                .or_else(|| {
                    own(format!("pages/{}.page", collection.type_name)).filter(|_| !collection.is_list())
                })
        }
        Subject::Item { collection, item, .. } => {
            let collection = &site.collections[*collection];
            let chosen = collection.items[*item].node.get("template").as_str();
            chosen
                .and_then(|name| own(format!("collections/{name}.item")))
                .or_else(|| own(format!("collections/{}.item", collection.type_name)))
        }
        Subject::Redirect { .. } => None,
        Subject::Lock { access, .. } => own(format!("pages/{}.page", lock_name(*access))),
        Subject::System(system) => own(format!("pages/{}.page", system.name())),
    }
}

/// The first item of a list whose template shows items only: such a list begins with it.
fn first_item<'p>(context: &'p RenderContext<'_>, page: &Page, arena: &'p Arena) -> Option<Node<'p>> {
    let (collection, item) = starts_on_item(context, page)?;
    let item = &context.site.collections[collection].items[item];
    Some(context.shared.blocks().item(item, arena))
}

/// The places of that item and its collection.
fn starts_on_item(context: &RenderContext<'_>, page: &Page) -> Option<(usize, usize)> {
    let Subject::List { collection: place, page: 1, term: None, items, .. } = &page.subject else {
        return None;
    };
    let collection = &context.site.collections[*place];
    let has = |view: &str| {
        context.theme.template(&format!("collections/{}.{view}", collection.type_name)).is_some()
    };
    // The kinds of collection that every site has are listed by templates of the program's own.
    let starts_on_item = has("item") && !has("list") && !SYSTEM_KINDS.contains(&collection.type_name);
    items.first().filter(|_| starts_on_item).map(|item| (*place, *item))
}

/// The template of a page's content: the site's own, else the built-in one.
fn content_template<'b>(context: &RenderContext<'b>, page: &Page) -> &'b Template {
    let theme = context.theme;
    let own = content_template_name(context, page).and_then(|name| theme.template(&name));
    own.unwrap_or_else(|| {
        let collection = |place: &usize| &context.site.collections[*place];
        theme.builtin(match &page.subject {
            Subject::List { collection: place, .. } | Subject::Page { collection: place } => {
                builtin::list(kind(collection(place)), collection(place).view)
            }
            Subject::Item { collection: place, .. } => builtin::item(kind(collection(place))),
            Subject::Redirect { .. } => builtin::page("redirect"),
            Subject::Lock { access, .. } => builtin::page(lock_name(*access)),
            Subject::System(system) => builtin::page(system.name()),
        })
    })
}

fn kind(collection: &Collection) -> builtin::Kind {
    use builtin::Kind;
    match (collection.type_code, collection.type_name) {
        (PRODUCTS, _) => Kind::Products,
        _ if !collection.is_list() => Kind::Page,
        _ if collection.is_events() => Kind::Events,
        (_, "album") => Kind::Album,
        (_, "gallery") => Kind::Gallery,
        (code, _) => match collection_kind::name(code) {
            Some("slide-album" | "album-block") => Kind::Album,
            Some("slide-gallery" | "slide-video" | "gallery-block") => Kind::Gallery,
            _ => Kind::List,
        },
    }
}

fn render_regions<'p>(
    context: &'p RenderContext<'_>,
    page: &'p Page,
    mut members: Members<'p>,
    arena: &'p Arena,
    errors: &mut Vec<Error>,
) -> String {
    let classes = arena.text_node(&classes(context, page));
    let id = arena.text_node(&page_id(context, page));
    let places = arena.object([
        ("main-content", Node::Text(CONTENT)),
        ("page-classes", classes),
        ("page-id", id),
        ("cart-classes", Node::Text("")),
        ("headers", Node::Text(HEADERS)),
        ("footers", Node::Text(FOOTERS)),
    ]);
    members.push(("squarespace", places));
    members.push(("squarespace-headers", Node::Text(HEADERS)));
    members.push(("squarespace-footers", Node::Text(FOOTERS)));
    members.push(("loggia-headers", Node::Text(HEADERS)));
    members.push(("loggia-footers", Node::Text(FOOTERS)));
    if let Some((_, neutral)) = members.iter_mut().find(|(key, _)| *key == "loggia") {
        let own = neutral.as_object().into_iter().flat_map(|object| object.members());
        let places = places.as_object().into_iter().flat_map(|object| object.members());
        *neutral = arena.object(own.chain(places).collect::<Vec<_>>());
    }
    let root = arena.object(members);
    let regions = context.theme.regions(layout(context, page));
    if regions.is_empty() {
        return run(context, context.theme.builtin(builtin::LAYOUT), root, errors);
    }
    regions.into_iter().map(|region| run(context, region, root, errors)).collect()
}

/// The name of the page that stands in place of one that not everybody may see (G-054).
pub(super) fn lock_name(access: Access) -> &'static str {
    if access == Access::Members { "member-area-denied" } else { "lock-screen" }
}

/// The layout a page asks for: its collection's, or that of its `.page.conf`; that of the whole preview goes before both.
#[must_use]
pub fn layout<'b>(context: &RenderContext<'b>, page: &Page) -> Option<&'b str> {
    if context.layout.is_some() {
        return context.layout;
    }
    match &page.subject {
        Subject::System(system) => context.theme.page_layout(system.name()),
        Subject::Item { collection, .. }
        | Subject::List { collection, .. }
        | Subject::Page { collection }
        | Subject::Lock { collection, .. }
        | Subject::Redirect { collection, .. } => context.site.collections[*collection].layout,
    }
}

fn page_id(context: &RenderContext<'_>, page: &Page) -> String {
    match &page.subject {
        Subject::System(system) => format!("page-{}", system.name()),
        Subject::Lock { access, .. } => format!("page-{}", lock_name(*access)),
        Subject::Item { collection, item, .. } => {
            format!("item-{}", context.site.collections[*collection].items[*item].id)
        }
        Subject::List { collection, .. }
        | Subject::Page { collection }
        | Subject::Redirect { collection, .. } => {
            format!("collection-{}", context.site.collections[*collection].id)
        }
    }
}

/// Classes by which style sheets know a page: the type of its collection, whether it is a list or an item, what the owner
/// has chosen of the template's tweaks, and in a shop its currency.
fn classes(context: &RenderContext<'_>, page: &Page) -> String {
    let of = |collection: usize, view: &str| {
        let collection = &context.site.collections[collection];
        let home = if collection.full_url == "/" { " homepage" } else { "" };
        format!("collection-{} collection-type-{} view-{view}{home}", collection.id, collection.type_name)
    };
    let own = match &page.subject {
        Subject::System(system) => format!("system-page page-{}", system.name()),
        Subject::Lock { access, .. } => format!("system-page page-{}", lock_name(*access)),
        Subject::Item { collection, .. } => of(*collection, "item"),
        Subject::List { collection, .. } | Subject::Page { collection } => of(*collection, "list"),
        Subject::Redirect { collection, .. } => of(*collection, "redirect"),
    };
    let sells = context.site.collections.iter().any(|collection| collection.type_code == PRODUCTS);
    let money = match sells {
        true => format!(" native-currency-code-{}", context.site.website.currency.to_ascii_lowercase()),
        false => String::new(),
    };
    own + &context.theme.tweak_classes(context.site.website.document.root.get("tweaks")) + &money
}

/// What the built-in head template sees.
fn head<'p>(
    context: &'p RenderContext<'_>,
    page: &'p Page,
    has_widget: bool,
    html: &str,
    arena: &'p Arena,
) -> Node<'p> {
    let website = &context.site.website;
    let about = super::meta::about(context, page);
    let title = match about.title.as_str() {
        own if own.is_empty() || own == website.title => website.title.to_owned(),
        own if website.title.is_empty() => own.to_owned(),
        own => format!("{own} — {}", website.title),
    };
    let canonical = about.canonical(website, page);
    let image =
        about.image.map(|image| website.absolute_file(&context.assets.resolve(&image).unwrap_or(image)));
    let blocks = context.block_sheet.filter(|_| super::block::stands_in(html));
    let mut sheets: Vec<Node<'p>> =
        blocks.map(|path| arena.text_node(&format!("/{path}"))).into_iter().collect();
    sheets.extend(context.stylesheets.iter().map(|sheet| Node::Text(sheet.as_str())));
    if let (true, Some(widgets)) = (has_widget, context.widgets) {
        sheets.extend(widgets.stylesheets.iter().map(|sheet| Node::Text(sheet.as_str())));
    }
    let gallery = context.widgets.and_then(|widgets| widgets.gallery.as_deref());
    sheets.extend(gallery.filter(|_| island::has_gallery(html)).map(Node::Text));
    let feed = about.feed.map_or(Node::Missing, |[title, url, json]| {
        arena.object([
            ("title", arena.text_node(&title)),
            ("url", arena.text_node(&website.absolute(&url))),
            ("json", arena.text_node(&website.absolute(&json))),
        ])
    });
    let data = super::meta::structured(context, page, html).unwrap_or_default();
    // Amounts stand there alone; the symbol comes from the sheet, as templates expect it to.
    let bare = memchr::memmem::find(html.as_bytes(), b"sqs-money-native").is_some();
    let currency = context.store.settings.currency.find().filter(|_| bare);
    let currency = currency.map_or(Node::Missing, |currency| {
        let code = arena.text_node(&currency.code.to_ascii_lowercase());
        arena.object([("code", code), ("symbol", Node::Text(currency.symbol))])
    });
    let mut members = vec![
        ("currency", currency),
        ("title", arena.text_node(&title)),
        ("pageTitle", arena.text_node(if about.title.is_empty() { website.title } else { &about.title })),
        ("siteTitle", Node::Text(website.title)),
        ("description", arena.text_node(&about.description)),
        ("canonical", arena.text_node(&canonical)),
        ("kind", Node::Text(about.kind)),
        ("hidden", Node::Boolean(about.hidden)),
        ("image", image.map_or(Node::Missing, |image| arena.text_node(&image))),
        ("publishedOn", about.published_on.map_or(Node::Missing, |time| arena.text_node(&time))),
        ("stylesheets", arena.list(&sheets)),
        ("feed", feed),
        ("data", arena.text_node(&data)),
        ("alternates", alternates(context, page, arena)),
        ("charset", Node::Boolean(!says_charset(html))),
        ("staticContext", static_context(context, page, arena)),
        ("shim", shim(context, arena)),
    ];
    if let Subject::List { collection, page: number, term, pages, .. } = &page.subject {
        let collection = &context.site.collections[*collection];
        if *number > 1 {
            members.push(("prevPageUrl", arena.text_node(&list_url(collection, term.as_ref(), number - 1))));
        }
        if number < pages {
            members.push(("nextPageUrl", arena.text_node(&list_url(collection, term.as_ref(), number + 1))));
        }
    }
    if let Subject::Redirect { to, .. } = &page.subject {
        members.push(("refresh", arena.text_node(&website.localized(to))));
    }
    members.retain(|(_, value)| !value.is_missing());
    arena.object(members)
}

/// What the scripts of the template are told of the page, where they ask for it.
fn static_context<'p>(context: &RenderContext<'_>, page: &Page, arena: &'p Arena) -> Node<'p> {
    match context.theme.calls.context {
        true => arena.text_node(&super::static_context::json(context, page)),
        false => Node::Missing,
    }
}

/// What the scripts of the template call: each part stands on some before it.
fn shim<'p>(context: &RenderContext<'p>, arena: &'p Arena) -> Node<'p> {
    let parts = &context.theme.calls.parts;
    let addresses = parts.iter().filter_map(|part| context.widgets?.shim.get(part.file()));
    let addresses: Vec<Node<'p>> = addresses.map(|address| Node::Text(address.as_str())).collect();
    if addresses.is_empty() { Node::Missing } else { arena.list(&addresses) }
}

/// The same page in every language, and the one for all others (`hreflang`); only where the site knows its address.
fn alternates<'p>(context: &RenderContext<'_>, page: &Page, arena: &'p Arena) -> Node<'p> {
    if context.site.website.base_url.is_empty() {
        return Node::Missing;
    }
    let all = language::alternatives(context.versions, context.site, page);
    let row = |tag: &str, url: &str| {
        arena.object([("locale", arena.text_node(tag)), ("url", arena.text_node(url))])
    };
    let mut rows: Vec<Node<'p>> = all.iter().map(|one| row(one.tag, &one.absolute())).collect();
    rows.extend(all.first().map(|own| row("x-default", &own.absolute())));
    if rows.is_empty() { Node::Missing } else { arena.list(&rows) }
}

/// What the built-in template at the end of the body sees, on a page with a widget or a tracker.
fn footers<'p>(
    context: &'p RenderContext<'_>,
    script: String,
    has_widget: bool,
    tracked: bool,
    arena: &'p Arena,
) -> Node<'p> {
    let data = String::from_utf8(context.assets.rewrite(script.into_bytes())).unwrap_or_default();
    let mut members = vec![("pageData", arena.text_node(&data))];
    if let Some(widgets) = context.widgets {
        let scripts = [has_widget.then_some(&widgets.loader), widgets.tracker.as_ref().filter(|_| tracked)];
        let scripts: Vec<Node<'_>> =
            scripts.into_iter().flatten().map(|script| Node::Text(script.as_str())).collect();
        members.push(("scripts", arena.list(&scripts)));
    }
    arena.object(members)
}
