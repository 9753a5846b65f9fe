//! The limits of the specification's section 9, and where they hold: they are those of hosted builders, and nothing here
//! needs them.

use crate::diagnostic::Diagnostic;

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

/// What a fault of a limit is called.
pub const CODE: &str = "limit";

/// What the owner says of limits in `websiteSettings.limits`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Limits {
    /// Nothing: they hold, and only warn in what was imported, for it grew elsewhere.
    #[default]
    Unsaid,
    /// `hosted`: they hold everywhere.
    Hosted,
    /// `none`: there are none.
    None,
}

impl Limits {
    /// The words for it.
    pub const WORDS: [(&'static str, Limits); 2] = [("hosted", Limits::Hosted), ("none", Limits::None)];

    /// How they hold in a collection.
    #[must_use]
    pub fn hold(self, is_imported: bool) -> Hold {
        match (self, is_imported) {
            (Limits::None, _) => Hold::Not,
            (Limits::Unsaid, true) => Hold::Warning,
            _ => Hold::Firmly,
        }
    }
}

/// How limits hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Hold {
    /// To exceed one is an error.
    #[default]
    Firmly,
    /// To exceed one is worth a warning.
    Warning,
    /// There are none.
    Not,
}

impl Hold {
    /// Faults as they count here.
    #[must_use]
    pub fn judge(self, faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        match self {
            Hold::Firmly => faults,
            Hold::Not => faults.into_iter().filter(|fault| fault.code != CODE).collect(),
            Hold::Warning => faults
                .into_iter()
                .map(|fault| match fault.code == CODE {
                    true => fault.into_warning().help(
                        "this was imported; write \"limits\": \"none\" into websiteSettings of site.json to have no limits",
                    ),
                    false => fault,
                })
                .collect(),
        }
    }
}
