//! Site: the whole model. Files in, one value out; nothing here knows templates or pages.

pub mod access;
pub mod block;
pub mod code;
pub mod collection;
pub mod document;
pub mod field;
pub mod form;
pub mod front_matter;
pub mod gallery;
pub mod item;
pub mod kind;
pub mod language;
pub mod limit;
pub mod links;
pub mod load;
pub mod markdown;
pub mod members;
pub mod position;
mod product;
pub mod text;
pub mod value;
pub mod website;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use collection::Collection;
pub use field::Field;
pub use form::Form;
pub use item::Item;
pub use language::Language;
pub use load::{LoadOptions, load};
pub use website::Website;

/// A site, read and understood.
#[derive(Debug, Clone)]
pub struct Site {
    /// The folder.
    pub root: PathBuf,
    /// `site.json`.
    pub website: Website,
    /// `content/`, in order of folder name.
    pub collections: Vec<Collection>,
    /// `forms/`, by id.
    pub forms: BTreeMap<&'static str, Form>,
    /// `fields/`, in order of name.
    pub fields: Vec<Field>,
}

/// Addresses of pages that every site has (specification section 2, G-053).
pub const SYSTEM_PAGES: [&str; 7] = [
    "/cart",
    "/checkout",
    "/checkout/confirmed",
    "/checkout/subscription",
    "/gift-card",
    "/account",
    "/search",
];

impl Site {
    /// Whether any page or item is put together from blocks.
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        let built = |document: &document::Document| block::is_built(document.root);
        let fields = !self.fields.is_empty();
        fields
            || self.collections.iter().any(|collection| {
                built(&collection.document) || collection.items.iter().any(|item| built(&item.document))
            })
    }

    /// The collection at an address.
    #[must_use]
    pub fn collection_at(&self, url: &str) -> Option<&Collection> {
        let url = if url == "/" { url } else { url.trim_end_matches('/') };
        self.collections.iter().find(|collection| {
            collection.full_url == url
                || (url.trim_start_matches('/') == collection.url_id && !collection.url_id.is_empty())
        })
    }

    /// Whether the site has a page at an address (without a slash at the end), as far as its content says.
    #[must_use]
    pub fn has_page(&self, path: &str) -> bool {
        if SYSTEM_PAGES.contains(&path) || path.starts_with("/files/") || path.starts_with("/assets/") {
            return true;
        }
        self.collections.iter().any(|collection| {
            let inside = path.strip_prefix(collection.full_url).is_some_and(|rest| rest.starts_with('/'));
            collection.full_url == path
                || collection.items.iter().any(|item| item.full_url == path)
                || inside
                    && ["/category/", "/tag/", "/page/", "/feed.xml", "/feed.json"]
                        .iter()
                        .any(|part| path.contains(part))
        }) || ["/feed.xml", "/feed.json", "/sitemap.xml", "/robots.txt"].contains(&path)
    }
}
