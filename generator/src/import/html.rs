//! The little HTML that an import writes itself: what is imported becomes content, which is HTML in a file of its owner.

use loggia_exchange::posts::text::escaped;

/// A heading inside a text of a product.
pub(super) fn heading(text: &str) -> String {
    titled(3, text)
}

/// A heading of a page, of this level.
pub(super) fn titled(level: u8, text: &str) -> String {
    format!("<h{level}>{}</h{level}>", escaped(text))
}

/// The same that leads to a page of the site, by its address without the first stroke.
pub(super) fn leading(level: u8, url: &str, text: &str) -> String {
    format!("<h{level}><a href=\"/{}\">{}</a></h{level}>", escaped(url), escaped(text))
}
