//! Blocks and slices as HTML: each kind has a template, and many kinds look something up first. A file a family.

mod archive;
mod calendar;
mod call;
mod chart;
mod gallery;
mod list;
mod map;
pub(super) mod media;
mod own;
mod plot;
mod renderer;
mod section;
mod shop;

use loggia_template::{Arena, Node, RenderOptions, Template};
use rayon::prelude::*;

use super::mark::{MARK, noted};
use super::website::{Members, set, site_members};
use crate::block_html::BlockHtml;
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::site::block::{Block, Column, is_built, read, read_slices, unknown_kind};
use crate::site::code::block;
use crate::site::section::read as sections;
use crate::site::{Collection, Field, Site, markdown};
use crate::theme::Theme;
use crate::theme::block as templates;
use crate::theme::builtin::Builtin;
use crate::theme::overrides::DATA;
use call::{Call, Place};
use renderer::BlockRenderer;

/// Classes and attributes of what the style sheet of blocks is for.
const MARKS: [&str; 10] = [
    "sqs-block ",
    "page-section",
    "sqs-slice ",
    "sqs-gallery-container",
    "loggia-list",
    "loggia-cover",
    "ProductList ",
    "ProductItem ",
    "eventlist",
    "data-image-dimensions",
];

/// Whether a page has anything that the style sheet of blocks is for.
#[must_use]
pub fn stands_in(html: &str) -> bool {
    MARKS.iter().any(|mark| memchr::memmem::find(html.as_bytes(), mark.as_bytes()).is_some())
}

/// How blocks are made, besides what the site says.
#[derive(Debug, Clone, Copy)]
pub struct How<'h> {
    /// dev, qa, staging or prod.
    pub environment: &'h str,
    /// The clock, milliseconds since 1970 (UTC).
    pub now: i64,
    /// Whether each block says where it stands.
    pub marks: bool,
}

/// The blocks of every page and item, in parallel: `mainContent` of a collection, `body` of an item. Faults are added; a
/// page without blocks is not in the table.
pub fn all(
    site: &Site<'_>,
    theme: &Theme,
    store: &Store,
    how: How<'_>,
    faults: &mut Vec<Diagnostic>,
) -> BlockHtml<'static> {
    let arena = Arena::new();
    let members = site_members(site, how.environment, &arena);
    let renderer = BlockRenderer { site, theme, store, members, now: how.now, marks: how.marks };
    let mut made = BlockHtml::default();
    renderer.lists(|_| true, &mut made, faults);
    renderer.places(places(site), &mut made, faults);
    renderer.fields(&mut made, faults);
    made
}

/// The same for some pages and items only: places in `Site::collections` and in the items of the collection, or its own
/// page. All others are as the table `below` has them; with marks the open fields are made again, which any page may show.
pub fn some<'b>(
    (site, below): (&Site<'_>, &'b BlockHtml<'b>),
    theme: &Theme,
    store: &Store,
    how: How<'_>,
    some: &[(usize, Option<usize>)],
    faults: &mut Vec<Diagnostic>,
) -> BlockHtml<'b> {
    let arena = Arena::new();
    let members = site_members(site, how.environment, &arena);
    let renderer = BlockRenderer { site, theme, store, members, now: how.now, marks: how.marks };
    let mut made = BlockHtml::before(below);
    for (collection, item) in some {
        let collection = &site.collections[*collection];
        made.clear(item.map_or(collection.document.file, |item| collection.items[item].document.file));
    }
    renderer.lists(|collection| some.contains(&(collection, None)), &mut made, faults);
    let wanted = places(site).into_iter().filter(|place| some.contains(&(place.collection, place.item)));
    renderer.places(wanted.collect(), &mut made, faults);
    if how.marks {
        renderer.fields(&mut made, faults);
    }
    made
}

/// The kind of block that shows all items of a collection at once.
fn shown_as(collection: &Collection<'_>) -> Option<&'static str> {
    use crate::site::code::collection as kind;
    match (collection.type_code, collection.type_name) {
        (kind::GALLERY_BLOCK | kind::SLIDE_GALLERY | kind::SLIDE_VIDEO, _) | (_, "gallery") => {
            Some("gallery")
        }
        (kind::ALBUM_BLOCK | kind::SLIDE_ALBUM, _) | (_, "album") => Some("album"),
        (3, _) => Some("twitter"),
        (4, _) => Some("foursquare"),
        (5, _) => Some("instagram"),
        (11, _) => Some("fivehundredpix"),
        (12, _) => Some("flickr"),
        _ => None,
    }
}

/// A collection's own page.
fn place_of<'b>(index: usize, collection: &Collection<'b>) -> Place<'b> {
    Place {
        document: collection.document.with_root(collection.node),
        collection: index,
        item: None,
        id: collection.id,
        url: collection.full_url,
    }
}

/// Every page and item that has blocks. Their values are those of the completed content, in which pictures know their
/// sizes; they stand at the same places as in the file.
fn places<'b>(site: &Site<'b>) -> Vec<Place<'b>> {
    let mut places = Vec::new();
    for (index, collection) in site.collections.iter().enumerate() {
        if is_built(collection.node) {
            places.push(place_of(index, collection));
        }
        for (at, item) in collection.items.iter().enumerate().filter(|(_, item)| is_built(item.node)) {
            places.push(Place {
                document: item.document.with_root(item.node),
                collection: index,
                item: Some(at),
                id: item.id,
                url: item.full_url,
            });
        }
    }
    places
}

impl BlockRenderer<'_> {
    /// The blocks of many places, in parallel.
    fn places(&self, places: Vec<Place<'_>>, made: &mut BlockHtml<'_>, faults: &mut Vec<Diagnostic>) {
        let all: Vec<(String, Vec<Diagnostic>)> = places
            .par_iter()
            .map(|place| {
                let mut faults = Vec::new();
                (self.grid(place, &mut faults), faults)
            })
            .collect();
        for (place, (html, found)) in places.iter().zip(all) {
            faults.extend(found);
            let key = if place.item.is_some() { "body" } else { "mainContent" };
            made.add(place.document.file, place.document.root, key, &html);
        }
    }

    /// The items of collections that are shown as a whole, as the block of that kind shows them: galleries, albums, what is
    /// kept of a service. A site with a template of its own for such a list does without.
    fn lists(&self, wanted: impl Fn(usize) -> bool, made: &mut BlockHtml<'_>, faults: &mut Vec<Diagnostic>) {
        for (index, collection) in self.site.collections.iter().enumerate() {
            let Some(kind) = shown_as(collection) else { continue };
            let own = self.theme.template(&format!("collections/{}.list", collection.type_name)).is_some();
            if own || !collection.is_public || collection.items.iter().all(|item| !item.is_public) {
                continue;
            }
            let arena = Arena::new();
            let value = arena.object([("collection", Node::Text(collection.id))]);
            let code = block::ALL.iter().find(|(_, name)| *name == kind).map_or(0, |(code, _)| *code);
            let block = Block { code, name: kind, own: None, variant: None, id: None, value, at: Vec::new() };
            let html = self.block(&block, &place_of(index, collection), faults);
            if wanted(index) {
                made.add(collection.document.file, collection.node, "itemsContent", &html);
            }
        }
    }

    fn fields(&self, made: &mut BlockHtml<'_>, faults: &mut Vec<Diagnostic>) {
        for field in &self.site.fields {
            made.add_field(field.id, self.field(field, faults));
        }
    }

    /// The blocks of an open field: they stand on no page of their own, and count as those of the front page.
    fn field(&self, field: &Field<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let front = self.site.collections.iter().position(|collection| collection.full_url == "/");
        let place = Place {
            document: field.document,
            collection: front.unwrap_or(0),
            item: None,
            id: field.id,
            url: "/",
        };
        self.content(&place, faults)
    }

    /// The blocks and slices of a page or item in the grid that templates style.
    fn grid(&self, place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let html = self.content(place, faults);
        if html.is_empty() {
            return html;
        }
        let arena = Arena::new();
        let kind = if place.item.is_some() { "item" } else { "page" };
        let grid = arena.object([("kind", Node::Text(kind)), ("html", Node::Text(&html))]);
        self.run(templates::GRID, grid)
    }

    /// The blocks of a page or item as HTML, after them its sections, and after those its slices.
    fn content(&self, place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let mut html = self.columns(&read(place.document, faults), place, faults);
        for section in sections(place.document, faults) {
            html.push_str(&self.section(&section, place, faults));
        }
        for slice in read_slices(place.document, faults) {
            html.push_str(&self.slice(&slice, place, faults));
        }
        html
    }

    /// Rows of columns of blocks.
    fn columns(&self, rows: &[Vec<Column<'_>>], place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let mut html = String::new();
        for columns in rows {
            let mut blocks: Vec<(i64, String)> = Vec::new();
            for column in columns {
                let inside = column.blocks.iter().map(|block| self.block(block, place, faults));
                let mut inside: String = inside.collect();
                inside.push_str(&self.columns(&column.rows, place, faults));
                blocks.push((column.span, inside));
            }
            html.push_str(&self.row(&blocks));
        }
        html
    }

    fn row(&self, columns: &[(i64, String)]) -> String {
        let arena = Arena::new();
        let columns = columns.iter().map(|(span, html)| {
            arena.object([("span", Node::number(*span as f64)), ("html", Node::Text(html.as_str()))])
        });
        let row = arena.object([("columns", arena.list(&columns.collect::<Vec<_>>()))]);
        self.run(templates::ROW, row)
    }

    fn run(&self, template: Builtin, data: Node<'_>) -> String {
        self.run_template(self.theme.builtin(template), data)
    }

    fn run_template(&self, template: &Template, data: Node<'_>) -> String {
        let options = RenderOptions {
            now: Some(self.now as f64),
            locale: Some(self.site.website.locale),
            notes: self.marks,
            // Pages look as on the platform that a template was written for: one word that is not known costs its tag.
            broken_partials: true,
            ..RenderOptions::default()
        };
        // Built-in templates have no faults of their own; a part that the site brings in their place may, and they are
        // reported when it is compiled.
        let output = self.theme.engine.render(template, data, &options);
        match self.marks {
            true => noted(output.text, &output.notes),
            false => output.text,
        }
    }

    fn block(&self, block: &Block<'_>, place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        if block.own.is_some() {
            return self.own(block, place, faults);
        }
        // Every code has a template; a test compares the tables.
        let Some(template) = templates::block(block.name) else { return String::new() };
        self.framed(templates::BLOCK_FRAME, template, block.name, block, place, faults)
    }

    /// A block of a kind that the template brings.
    fn own(&self, block: &Block<'_>, place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let kind = block.own.unwrap_or_default();
        let Some(template) = self.theme.own_block(kind) else {
            faults.push(unknown_kind(place.document, block, self.theme.own_kinds()));
            return String::new();
        };
        let arena = Arena::new();
        let mut members: Members<'_> = self.members.clone();
        members.push((DATA, own::data(block, &Vec::new(), &arena)));
        let content = self.run_template(template, arena.object(members));
        self.in_frame(templates::BLOCK_FRAME, (kind, block), &content, place)
    }

    fn slice(&self, slice: &Block<'_>, place: &Place<'_>, faults: &mut Vec<Diagnostic>) -> String {
        let Some((template, looked_up)) = templates::slice(slice.name) else { return String::new() };
        self.framed(templates::SLICE_FRAME, template, looked_up, slice, place, faults)
    }

    /// A block or slice in its frame. `kind` is the kind of block that looks up what it shows.
    fn framed(
        &self,
        frame: Builtin,
        template: Builtin,
        kind: &str,
        block: &Block<'_>,
        place: &Place<'_>,
        faults: &mut Vec<Diagnostic>,
    ) -> String {
        let arena = Arena::new();
        let mut members: Members<'_> = self.members.clone();
        let own = block.value.as_object().into_iter().flat_map(|object| object.members());
        let mut found = Vec::new();
        let mut call = Call { renderer: self, kind, block, place, arena: &arena, faults: &mut found };
        let looked_up = look_up(&mut call);
        let is_unfinished = found.iter().any(|fault| fault.is_error() && fault.code == "block");
        faults.extend(found.into_iter().map(of_one_block));
        if is_unfinished {
            return String::new();
        }
        // A template has its own way for blocks; slices are another thing.
        let named = self.theme.own_block(block.name).filter(|_| frame.0 == templates::BLOCK_FRAME.0);
        let content = match named {
            Some(template) => {
                members.push((DATA, own::data(block, &looked_up, &arena)));
                self.run_template(template, arena.object(members))
            }
            None => self.run(template, arena.object(with(members, own.chain(looked_up), block))),
        };
        self.in_frame(frame, (block.name, block), &content, place)
    }

    fn in_frame(
        &self,
        frame: Builtin,
        (name, block): (&str, &Block<'_>),
        content: &str,
        place: &Place<'_>,
    ) -> String {
        let arena = Arena::new();
        let mut members = vec![
            ("name", Node::Text(name)),
            ("code", Node::number(block.code as f64)),
            ("content", Node::Text(content.trim_end())),
        ];
        members.extend(block.variant.map(|variant| ("variantName", Node::Text(variant))));
        members.extend(block.id.map(|id| ("id", Node::Text(id))));
        let html = self.run(frame, arena.object(members)).trim_end().to_owned();
        match self.marks && !block.at.is_empty() {
            true => marked(&html, place, block),
            false => html,
        }
    }
}

/// What the template of a block sees: what every template does, and in place of what is called the same its own.
fn with<'a>(
    mut members: Members<'a>,
    own: impl Iterator<Item = (&'a str, Node<'a>)>,
    block: &Block<'a>,
) -> Members<'a> {
    for (key, value) in own {
        set(&mut members, key, value);
    }
    members.extend(block.variant.map(|variant| ("variantName", Node::Text(variant))));
    members
}

/// What is wrong with one block stops nothing else: a block that does not say what it shows, or asks for what is not there,
/// is left out of its page, and a chart does without a number. What is of no use in any block stays an error.
fn of_one_block(fault: Diagnostic) -> Diagnostic {
    if matches!(fault.code, "block" | "chart") { fault.into_warning() } else { fault }
}

/// A block's HTML whose first element says where the block stands.
fn marked(html: &str, place: &Place<'_>, block: &Block) -> String {
    let open = html.find('<').map(|start| start + 1);
    let Some(start) = open.filter(|start| html[*start..].starts_with(|c: char| c.is_ascii_alphabetic()))
    else {
        return html.to_owned();
    };
    let name = html[start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(0);
    let (head, rest) = html.split_at(start + name);
    let mut at = String::new();
    loggia_template::escape_attribute(&place.document.at(&block.at), &mut at);
    format!("{head} {MARK}=\"{at}\"{rest}")
}

/// What a block shows that its value does not hold as the template wants it: what stands elsewhere in the site, what has
/// to be worked out.
fn look_up<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    match call.kind {
        "markdown" => {
            let text = call.text("text").or_else(|| call.text("markdown")).unwrap_or_default();
            vec![("html", call.arena.text_node(&markdown::html(text)))]
        }
        "code" => list::code(call),
        "image" => media::image(call),
        "logo" => media::logo(call),
        "video" => media::film(call),
        "album" => media::album(call),
        "gallery" => gallery::gallery(call),
        "product" => shop::product(call),
        "donation" => shop::donation(call),
        "amazon" => media::picture_of_value(call),
        "form" => shop::form(call, false),
        "newsletter" => shop::form(call, true),
        "navigation" => list::navigation(call),
        "folder" => list::folder(call),
        "index" => list::index(call),
        "summary" | "summary-v2" | "journal" => list::summary(call),
        "link" | "collectionlink" => list::link(call),
        "sociallinks" | "socialaccountlinks" | "socialaccountlinks-v2" => list::accounts(call),
        "twitter" | "foursquare" | "instagram" | "fivehundredpix" | "flickr" => list::service(call),
        "comments" => list::comments(call),
        "in-browser-message-link" => vec![("pageUrl", Node::Text(call.place.url))],
        "tagcloud" | "archive" | "postsbyauthor" | "postsbytag" | "postsbycategory" | "postsbymonth" => {
            archive::archive(call)
        }
        "rss" => archive::rss(call),
        "calendar" => calendar::calendar(call),
        "tourdates" => calendar::tour_dates(call),
        "map" | "geo" => map::map(call),
        "chart" => chart::chart(call),
        _ => Vec::new(),
    }
}
