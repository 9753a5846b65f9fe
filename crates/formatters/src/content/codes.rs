//! The codes of the things that templates ask about.

/// Record types that have a predicate of their own: name and code.
pub(crate) const RECORD_TYPES: [(&str, f64); 17] = [
    ("undefined", -1.0),
    ("text", 1.0),
    ("audio", 7.0),
    ("store-item", STORE_ITEM),
    ("event", 12.0),
    ("binary", 15.0),
    ("css-asset", 16.0),
    ("tweak-asset", 17.0),
    ("digital-good", 18.0),
    ("attachment", 19.0),
    ("wordpress-export", 20.0),
    ("json-export", 21.0),
    ("site-search", 30.0),
    ("active-time", 31.0),
    ("tweet", 50.0),
    ("checkin", 52.0),
    ("kbarticle", 54.0),
];

/// Record types that an item also has by promoting a block: predicate, code, block type.
pub(crate) const PROMOTED_RECORD_TYPES: [(&str, f64, &str); 6] = [
    ("image", 2.0, "image"),
    ("quote", 4.0, "quote"),
    ("link", 5.0, "link"),
    ("video", 8.0, "video"),
    ("external-video", 8.0, "video"),
    ("gallery", 14.0, "gallery"),
];

/// The record type of products.
pub(crate) const STORE_ITEM: f64 = 11.0;

/// Block types that an item may promote.
pub(crate) const PROMOTED_BLOCKS: [&str; 11] =
    ["map", "embed", "image", "code", "quote", "twitter", "link", "video", "foursquare", "instagram", "form"];

/// The block type of a picture.
pub(crate) const IMAGE_BLOCK: f64 = 5.0;

/// Collection types.
pub(crate) const TEMPLATE_PAGE: f64 = 7.0;
pub(crate) const PAGE: f64 = 10.0;

/// Folder behaviours.
pub(crate) const FOLDER_INDEX: f64 = 1.0;
pub(crate) const FOLDER_REDIRECT: f64 = 2.0;

/// Background sources: name and code.
pub(crate) const BACKGROUND_SOURCES: [(&str, f64); 5] =
    [("undefined", -1.0), ("upload", 1.0), ("instagram", 2.0), ("video", 3.0), ("none", 4.0)];

/// Slice types: name and code.
pub(crate) const SLICE_TYPES: [(&str, i32); 19] = [
    ("undefined", -1),
    ("heading", 1),
    ("body", 3),
    ("image", 4),
    ("gallery", 5),
    ("video", 6),
    ("social-icons", 7),
    ("buttons", 8),
    ("navigation", 9),
    ("custom-form", 10),
    ("newsletter", 11),
    ("album", 12),
    ("map", 13),
    ("logo", 14),
    ("action", 15),
    ("form", 16),
    ("lock", 17),
    ("password", 18),
    ("twitter", 19),
];
