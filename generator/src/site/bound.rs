//! The limits of the specification's section 9.

/// Blocks of one layout (G-119).
pub const BLOCKS: usize = 60;
/// Tracks of an album (G-120).
pub const TRACKS: usize = 60;
/// Items of a collection that its owner puts in order (G-121).
pub const ORDERED_ITEMS: usize = 250;
/// Products of a collection (G-122).
pub const PRODUCTS_OF_COLLECTION: usize = 200;
/// Categories, one inside the other counted as well (G-123).
pub const CATEGORIES: usize = 10_000;
/// Characters of a tag (G-124).
pub const TAG_LENGTH: usize = 50;
/// Characters of a category (G-125).
pub const CATEGORY_LENGTH: usize = 25;
