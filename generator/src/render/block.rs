//! Blocks as HTML: each kind has a template, and a few kinds look something up first.

use loggia_template::{Arena, Node, RenderOptions};

use super::scope::{Members, object_members};
use crate::catalog::Store;
use crate::diagnostic::Diagnostic;
use crate::plan::slug;
use crate::site::block::{Block, Column, read};
use crate::site::document::{Document, keep_text, kept_arena};
use crate::site::{Site, markdown};
use crate::theme::{Theme, builtin};

/// What blocks are made with.
struct Maker<'b> {
    site: &'b Site,
    theme: &'b Theme,
    store: &'b Store,
    /// What every template sees of the site.
    members: Members<'static>,
    now: i64,
}

/// Puts the blocks of every page and item into its content: `mainContent` of a collection, `body` of an item. Faults are
/// added; a page without blocks stays as it is.
pub fn fill(
    site: &mut Site,
    theme: &Theme,
    store: &Store,
    environment: &str,
    now: i64,
    faults: &mut Vec<Diagnostic>,
) {
    let mut pages = Vec::new();
    let mut items = Vec::new();
    let maker = Maker { site, theme, store, members: super::scope::site_members(site, environment), now };
    for (place, collection) in site.collections.iter().enumerate() {
        if let Some(html) = maker.content(collection.document, faults) {
            pages.push((place, html));
        }
        for (index, item) in collection.items.iter().enumerate() {
            if let Some(html) = maker.content(item.document, faults) {
                items.push((place, index, html));
            }
        }
    }
    for (place, html) in pages {
        let collection = &mut site.collections[place];
        collection.hash = collection.hash.and(html.as_bytes());
        collection.node = with(collection.node, "mainContent", html);
    }
    for (place, index, html) in items {
        let item = &mut site.collections[place].items[index];
        item.hash = item.hash.and(html.as_bytes());
        item.node = with(item.node, "body", html);
    }
}

/// An object with one member more; content of its own stands before the blocks.
fn with(node: Node<'static>, key: &'static str, html: String) -> Node<'static> {
    let mut members = object_members(node);
    match members.iter_mut().find(|(name, _)| *name == key) {
        Some((_, there)) => {
            let own = there.as_str().unwrap_or_default();
            *there = Node::Text(keep_text(format!("{own}{html}")));
        }
        None => members.push((key, Node::Text(keep_text(html)))),
    }
    kept_arena().object(members)
}

impl Maker<'_> {
    /// The blocks of a file as HTML; `None` when it has none.
    fn content(&self, document: Document, faults: &mut Vec<Diagnostic>) -> Option<String> {
        if document.root.get("blocks").is_nothing() && document.root.get("rows").is_nothing() {
            return None;
        }
        let rows = read(document, faults);
        let alone = |columns: &[Column]| columns.len() == 1 && columns[0].span == 12;
        let mut html = String::new();
        for columns in rows {
            let blocks: Vec<(i64, String)> = columns
                .iter()
                .map(|column| {
                    (
                        column.span,
                        column.blocks.iter().map(|block| self.block(block, document, faults)).collect(),
                    )
                })
                .collect();
            if alone(&columns) {
                html.extend(blocks.into_iter().map(|(_, html)| html));
            } else {
                html.push_str(&self.row(&blocks));
            }
        }
        Some(html)
    }

    fn row(&self, columns: &[(i64, String)]) -> String {
        let arena = Arena::new();
        let columns = columns.iter().map(|(span, html)| {
            arena.object([("span", Node::number(*span as f64)), ("html", Node::Text(html.as_str()))])
        });
        let row = arena.object([("columns", arena.list(&columns.collect::<Vec<_>>()))]);
        self.run(builtin::ROW, row)
    }

    fn run(&self, template: builtin::Builtin, data: Node<'_>) -> String {
        let options = RenderOptions {
            now: Some(self.now as f64),
            locale: Some(self.site.website.locale),
            ..RenderOptions::default()
        };
        self.theme.engine.render(self.theme.builtin(template), data, &options).text
    }

    fn block(&self, block: &Block, document: Document, faults: &mut Vec<Diagnostic>) -> String {
        let Some(template) = builtin::block(block.name) else {
            let message = format!("Blocks of the kind '{}' are not shown yet.", block.name);
            faults.push(document.fault(&["blocks".into()], "block", message).into_warning());
            return String::new();
        };
        let arena = Arena::new();
        let mut members: Members<'_> = self.members.clone();
        let own = block.value.as_object().into_iter().flat_map(|object| object.members());
        let looked_up = self.look_up(block, document, faults, &arena);
        for (key, value) in own.chain(looked_up) {
            match members.iter_mut().find(|(name, _)| *name == key) {
                Some((_, there)) => *there = value,
                None => members.push((key, value)),
            }
        }
        let content = self.run(template, arena.object(members));
        let mut frame = vec![
            ("name", Node::Text(block.name)),
            ("code", Node::number(block.code as f64)),
            ("content", Node::Text(content.trim_end())),
        ];
        frame.extend(block.variant.map(|variant| ("variantName", Node::Text(variant))));
        frame.extend(block.id.map(|id| ("id", Node::Text(id))));
        self.run(builtin::BLOCK_FRAME, arena.object(frame)).trim_end().to_owned()
    }

    /// What a block shows that stands elsewhere in the site.
    fn look_up<'a>(
        &self,
        block: &Block,
        document: Document,
        faults: &mut Vec<Diagnostic>,
        arena: &'a Arena,
    ) -> Members<'a> {
        let text = |key: &str| block.value.get(key).as_str();
        let mut missing = |what: &str, id: &str| {
            let message = format!("A block asks for the {what} '{id}', which is not there.");
            faults.push(document.fault(&["blocks".into()], "block", message).help("name one that exists"));
        };
        match block.name {
            "markdown" => vec![(
                "html",
                arena.text_node(&markdown::html(text("text").or(text("markdown")).unwrap_or_default())),
            )],
            "product" | "donation" => {
                let id = text("productId").or(text("itemId")).unwrap_or_default();
                let items = self.site.collections.iter().flat_map(|collection| &collection.items);
                match items.into_iter().find(|item| item.id == id) {
                    Some(item) => vec![("item", item.node)],
                    None => {
                        missing("product", id);
                        Vec::new()
                    }
                }
            }
            "form" | "newsletter" => {
                if let Some(id) = text("formId").filter(|id| !self.store.forms.contains_key(id)) {
                    missing("form", id);
                }
                Vec::new()
            }
            "navigation" => {
                let name = text("navigationId").unwrap_or("mainNav");
                let items = self.site.website.node("navigation").get(name);
                vec![("menu", arena.object([("items", items), ("title", block.value.get("title"))]))]
            }
            "summary" | "summary-v2" => {
                let limit = block.value.get("limit").as_f64().map_or(usize::MAX, |limit| limit as usize);
                let Some(collection) = self.collection(text("collection").or(text("collectionId"))) else {
                    missing("collection", text("collection").unwrap_or_default());
                    return Vec::new();
                };
                let shown = collection.items.iter().filter(|item| item.is_public).take(limit);
                vec![("items", arena.list(&shown.map(|item| item.node).collect::<Vec<_>>()))]
            }
            "tagcloud" => match self.collection(text("collection")) {
                Some(collection) => vec![("terms", terms(collection, arena))],
                None => Vec::new(),
            },
            "sociallinks" | "socialaccountlinks" | "socialaccountlinks-v2" => {
                vec![("accounts", self.site.website.node("website").get("accounts"))]
            }
            _ => Vec::new(),
        }
    }

    fn collection(&self, name: Option<&str>) -> Option<&crate::site::Collection> {
        let name = name?.trim_matches('/');
        self.site.collections.iter().find(|collection| collection.url_id == name || collection.id == name)
    }
}

/// The tags of a collection with their archives and how often each is used.
fn terms<'a>(collection: &crate::site::Collection, arena: &'a Arena) -> Node<'a> {
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for tag in collection.items.iter().filter(|item| item.is_public).flat_map(|item| &item.tags) {
        *counts.entry(tag).or_default() += 1;
    }
    let terms = counts.into_iter().map(|(tag, count)| {
        arena.object([
            ("title", arena.text_node(tag)),
            ("url", arena.text_node(&format!("{}/tag/{}", collection.full_url, slug(tag)))),
            ("count", Node::number(count as f64)),
        ])
    });
    arena.list(&terms.collect::<Vec<_>>())
}
