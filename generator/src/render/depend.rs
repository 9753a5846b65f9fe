//! What a page was made of, as one digest: pages whose digest is as it was are not made again.
//!
//! A template sees its scope and nothing else. The digest covers all of the scope, so a page that is left alone is
//! always right; it may cover more than the template read, and then a page is made again and turns out the same.

use std::collections::{BTreeMap, BTreeSet};

use super::context::RenderContext;
use super::page::content_template_name;
use crate::manifest::Digest;
use crate::plan::{Page, Subject, System};
use crate::site::code::folder;

/// Words whose output depends on the clock.
const CLOCK_WORDS: [&str; 2] = ["timesince", "relative-time"];

/// Collects what pages of a build have in common.
pub struct Dependencies<'b> {
    context: &'b RenderContext<'b>,
    base: Digest,
    products: BTreeMap<&'b str, Digest>,
}

impl<'b> Dependencies<'b> {
    /// What every page of a build depends on: the program, the settings, the templates, `site.json`, the forms, the
    /// collections (not their items), the files.
    #[must_use]
    pub fn new(context: &'b RenderContext<'b>) -> Dependencies<'b> {
        let mut digest = Digest::builder();
        digest.add(env!("CARGO_PKG_VERSION").as_bytes());
        digest.add(program().as_bytes());
        for source in context.headers.style_hosts.iter().chain(context.headers.more.values().flatten()) {
            digest.add(source.as_bytes());
        }
        digest.add(&[context.minify, context.minify_whole, context.drafts].map(u8::from));
        digest.add(context.settings.environment.as_bytes());
        digest.add(context.theme.digest.as_bytes());
        let site = context.site;
        digest.add(site.website.document.hash.as_bytes());
        // Pages of the shop carry the digest of the terms.
        let terms = context.store.settings.checkout.terms.as_ref();
        digest.add(terms.map(|terms| terms.digest.as_str()).unwrap_or_default().as_bytes());
        for form in site.forms.values() {
            digest.add(form.document.hash.as_bytes());
        }
        for field in &site.fields {
            digest.add(field.id.as_bytes());
            digest.add(context.shared.blocks().field(field.id).as_bytes());
        }
        for collection in &site.collections {
            digest.add(collection.hash.as_bytes());
        }
        for (address, asset) in context.assets.iter() {
            digest.add(address.as_bytes());
            digest.add(asset.path.as_bytes());
        }
        for alternative in context.assets.alternatives() {
            digest.add(alternative.asset.path.as_bytes());
        }
        digest.add(context.block_sheet.unwrap_or_default().as_bytes());
        for sheet in context.stylesheets {
            digest.add(sheet.as_bytes());
        }
        if let Some(widgets) = context.widgets {
            digest.add(widgets.loader.as_bytes());
            digest.add(widgets.stylesheets.join(" ").as_bytes());
            digest.add(widgets.gallery.as_deref().unwrap_or_default().as_bytes());
            digest.add(widgets.tracker.as_deref().unwrap_or_default().as_bytes());
            digest.add(widgets.consent.as_deref().unwrap_or_default().as_bytes());
            for address in widgets.shim.values() {
                digest.add(address.as_bytes());
            }
        }
        if CLOCK_WORDS.iter().any(|word| context.theme.mentions(word)) {
            digest.add(&context.now.to_le_bytes());
        }
        // Links are led to the pages of a language, and pages name their counterparts.
        for version in context.versions {
            for address in version.addresses() {
                digest.add(address.as_bytes());
            }
        }
        let items = site.collections.iter().flat_map(|collection| &collection.items);
        let products = items.filter(|item| context.store.products.contains_key(item.id));
        let products = products.map(|item| (item.id, context.shared.blocks().item_hash(item))).collect();
        Dependencies { context, base: digest.finish(), products }
    }

    /// The digest of what every page depends on.
    #[must_use]
    pub fn base(&self) -> Digest {
        self.base
    }

    /// The digest of one page. `products` are the products whose data the page carried when it was made.
    #[must_use]
    pub fn digest(&self, page: &Page, products: &[String]) -> Digest {
        let (site, blocks) = (self.context.site, self.context.shared.blocks());
        let mut digest = Digest::builder();
        digest.add(self.base.as_bytes());
        digest.add(page.url.as_bytes());
        match &page.subject {
            Subject::List { collection, page: number, term, items, pages, upcoming, month } => {
                let collection = &site.collections[*collection];
                digest.add(collection.id.as_bytes());
                digest.add(blocks.collection_hash(collection).as_bytes());
                digest.add(&[number.to_le_bytes(), pages.to_le_bytes(), upcoming.to_le_bytes()].concat());
                digest.add(term.as_ref().map(|term| term.text()).unwrap_or_default().as_bytes());
                if let Some(month) = month {
                    // Its grid shows events that may be on no other page of the list, and its neighbours.
                    digest.add(month.to_string().as_bytes());
                    for item in &collection.items {
                        digest.add(blocks.item_hash(item).as_bytes());
                    }
                }
                for item in items {
                    digest.add(blocks.item_hash(&collection.items[*item]).as_bytes());
                }
            }
            Subject::Item { collection, item, previous, next } => {
                let collection = &site.collections[*collection];
                digest.add(collection.id.as_bytes());
                for item in [Some(*item), *previous, *next] {
                    let hash = item.map(|item| blocks.item_hash(&collection.items[item]));
                    digest.add(hash.as_ref().map_or(b"none".as_slice(), Digest::as_bytes));
                }
            }
            Subject::Page { collection } => {
                let collection = &site.collections[*collection];
                digest.add(collection.id.as_bytes());
                digest.add(blocks.collection_hash(collection).as_bytes());
                // An index shows what is in the collections that it names.
                if collection.folder_behavior == folder::INDEX {
                    for inner in super::scope::inside(site, collection) {
                        digest.add(blocks.collection_hash(inner).as_bytes());
                        for item in &inner.items {
                            digest.add(blocks.item_hash(item).as_bytes());
                            digest.add(&[u8::from(item.is_public)]);
                        }
                    }
                }
            }
            Subject::Redirect { collection, to } => {
                digest.add(site.collections[*collection].id.as_bytes());
                digest.add(to.as_bytes());
            }
            Subject::Lock { collection, item, access, locked } => {
                // Its policy is that of the page that it gives way to.
                let of_locked = self.digest(locked, products);
                digest.add(of_locked.as_bytes());
                let collection = &site.collections[*collection];
                digest.add(collection.id.as_bytes());
                digest.add(item.map_or("", |item| collection.items[item].title).as_bytes());
                digest.add(super::page::lock_name(*access).as_bytes());
            }
            Subject::System(system) => {
                digest.add(system.name().as_bytes());
                if *system == System::Search {
                    digest.add(self.context.shared.search().unwrap_or_default().as_bytes());
                }
                for product in super::island::needed(self.context.store, *system) {
                    digest.add(product.as_bytes());
                    digest.add(self.products.get(product).map_or(b"gone".as_slice(), Digest::as_bytes));
                }
            }
        }
        for query in self.queries(page) {
            digest.add(self.context.shared.answer_digest(&query).as_bytes());
        }
        for product in products {
            digest.add(product.as_bytes());
            digest.add(self.products.get(product.as_str()).map_or(b"gone".as_slice(), Digest::as_bytes));
        }
        digest.finish()
    }

    /// The queries that the page's templates may ask: those of its content's template, its regions and every block.
    fn queries(&self, page: &Page) -> BTreeSet<String> {
        let theme = self.context.theme;
        let mut queries = theme.queries_of_blocks().clone();
        let regions = theme.region_names(super::page::layout(self.context, page));
        for name in regions.into_iter().chain(content_template_name(self.context, page)) {
            queries.extend(theme.queries_of(&name).into_iter().flatten().cloned());
        }
        queries
    }
}

/// Names the program itself: another program may make other pages of the same site.
fn program() -> &'static str {
    static PROGRAM: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    PROGRAM.get_or_init(|| {
        let file = std::env::current_exe().and_then(std::fs::metadata);
        file.ok()
            .and_then(|file| Some((file.len(), file.modified().ok()?)))
            .map_or_else(String::new, |(size, time)| format!("{size} {time:?}"))
    })
}
