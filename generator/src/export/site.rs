//! The site that is exported, as its pages see it.

use loggia_template::Node;

use crate::diagnostic::Diagnostic;
use crate::pipeline::Loaded;
use crate::site::page_access::of_page;
use crate::site::{Collection, Item};
use loggia_commerce::Access;

/// What the writers of all formats look at.
pub(super) struct Source<'l> {
    pub(super) loaded: &'l Loaded,
    /// Where the site is, without a slash at the end; empty when nobody knows.
    pub(super) address: String,
}

impl Source<'_> {
    /// A text that is HTML, however it is written.
    pub(super) fn html(node: Node<'_>) -> &str {
        node.as_str().or_else(|| node.get("html").as_str()).unwrap_or_default()
    }

    /// An address with its host, where the site has one.
    pub(super) fn absolute(&self, url: &str) -> String {
        if url.starts_with('/') && !url.starts_with("//") {
            format!("{}{}", self.address, url)
        } else {
            url.to_owned()
        }
    }

    /// Whether visitors see it without more ado.
    pub(super) fn is_open(collection: &Collection<'_>, item: Option<&Item<'_>>) -> bool {
        of_page(collection, item) == Access::Public
    }
}

/// What a format cannot hold, as a fault of the site's own file.
pub(super) fn lost(file: &std::path::Path, message: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::warning("export", file, message).help(help.to_owned())
}
