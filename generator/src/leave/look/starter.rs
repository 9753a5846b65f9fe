//! The files of the template "as it was".

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../../starters/as-it-was/", $path)))),*]
    };
}

/// Each file by its path in the site. `template.conf` and `look.css` are written with the values.
pub(super) const FILES: &[(&str, &[u8])] = files!(
    "template/header.region",
    "template/site.region",
    "template/footer.region",
    "template/blocks/navigation.block",
    "template/blocks/pager.block",
    "template/blocks/picture.block",
    "template/blocks/post-card.block",
    "template/blocks/product-card.block",
    "template/collections/page.list",
    "template/collections/blog.list",
    "template/collections/blog.item",
    "template/collections/products.list",
    "template/collections/products.item",
    "template/collections/portfolio.list",
    "template/collections/portfolio.item",
    "template/styles/site.css",
);

/// The settings of the template, without its values.
pub(super) const SETTINGS: &str = include_str!("../../../starters/as-it-was/template/template.conf");
