//! The whole model of a site.

use std::collections::BTreeMap;
use std::path::Path;

use loggia_commerce::LetterTemplate;
use loggia_exchange::addresses::Table;
use yoke::Yokeable;

use super::accessibility;
use super::block;
use super::collection::Collection;
use super::document::Document;
use super::field::Field;
use super::form::Form;
use super::language::Language;
use super::memory::Memory;
use super::website::Website;

/// A site, read and understood.
#[derive(Debug, Clone, Yokeable)]
pub struct Site<'s> {
    /// Where its values are.
    pub memory: &'s Memory,
    /// The folder.
    pub root: &'s Path,
    /// `site.json`.
    pub website: Website<'s>,
    /// `content/`, in order of folder name.
    pub collections: Vec<Collection<'s>>,
    /// `forms/`, by id.
    pub forms: BTreeMap<&'s str, Form<'s>>,
    /// `fields/`, in order of name.
    pub fields: Vec<Field<'s>>,
    /// `redirects/`: addresses that lead elsewhere. A site in another language has none of its own.
    pub redirects: Table,
    /// `emails/`: its own templates of letters. A site in another language has none of its own.
    pub letters: BTreeMap<String, LetterTemplate>,
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

impl<'s> Site<'s> {
    /// Whether any page or item is put together from blocks.
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        let built = |document: &Document<'_>| block::is_built(document.root);
        let fields = !self.fields.is_empty();
        fields
            || self.collections.iter().any(|collection| {
                built(&collection.document) || collection.items.iter().any(|item| built(&item.document))
            })
    }

    /// The language of its pages, and where they begin.
    #[must_use]
    pub fn language(&self) -> Language<'s> {
        Language { tag: self.website.locale, prefix: self.website.prefix }
    }

    /// The same of a translation; nothing of the site in its own language.
    pub(super) fn translated_language(&self) -> Option<Language<'s>> {
        Some(self.language()).filter(|language| !language.prefix.is_empty())
    }

    /// The collection at an address.
    #[must_use]
    pub fn collection_at(&self, url: &str) -> Option<&Collection<'s>> {
        let url = if url == "/" { url } else { url.trim_end_matches('/') };
        self.collections.iter().find(|collection| {
            collection.full_url == url
                || (url.trim_start_matches('/') == collection.url_id && !collection.url_id.is_empty())
        })
    }

    /// Whether it makes a statement on accessibility, so that it has a page of it.
    #[must_use]
    pub fn states_accessibility(&self) -> bool {
        self.website.node(accessibility::STATEMENT).as_object().is_some()
    }

    /// Whether the site has a page at an address (without a slash at the end), as far as its content says.
    #[must_use]
    pub fn has_page(&self, path: &str) -> bool {
        if SYSTEM_PAGES.contains(&path) || path.starts_with("/files/") || path.starts_with("/assets/") {
            return true;
        }
        if path == accessibility::ADDRESS && self.states_accessibility() {
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
