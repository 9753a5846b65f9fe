//! The little HTML that an import writes itself: what is imported becomes content, which is HTML in a file of its owner.

use loggia_exchange::posts::text::escaped;

/// A heading inside a text of a product.
pub(super) fn heading(text: &str) -> String {
    format!("<h3>{}</h3>", escaped(text))
}

/// A line that leads to a page of the site, by its address without the first stroke.
pub(super) fn link(url: &str, title: &str) -> String {
    format!("<p><a href=\"/{}\">{}</a></p>", escaped(url), escaped(title))
}
