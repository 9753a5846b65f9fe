//! The forms of a word.

use std::fmt;

/// The form of a word that a number asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluralCategory {
    /// Arabic 0, Latvian 0, 10, 20 …
    Zero,
    /// English 1.
    One,
    /// Arabic 2, Welsh 2.
    Two,
    /// Polish 2, 3, 4.
    Few,
    /// Polish 5, 6, 7 …
    Many,
    /// Everything else; every language has it.
    Other,
}

impl PluralCategory {
    /// All of them, `Other` last.
    pub const ALL: [Self; 6] = [Self::Zero, Self::One, Self::Two, Self::Few, Self::Many, Self::Other];

    /// CLDR's word for it (`one`).
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }

    /// The category of a word, if it is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }
}

impl fmt::Display for PluralCategory {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}
