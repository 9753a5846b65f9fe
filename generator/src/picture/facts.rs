//! What is known of the pictures of a site.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::settings::Format;
use crate::cache::Cache;
use crate::manifest::Entry;

/// A variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Pixels.
    pub width: u32,
    /// Format.
    pub format: Format,
    /// Its hash and size.
    pub entry: Entry,
}

/// What is known of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Pixels, as it stands upright.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Six hex digits each: top left, top right, bottom left, bottom right, center.
    pub colors: Option<[String; 5]>,
    /// An address that is the picture itself, tiny.
    pub placeholder: Option<String>,
    /// Narrowest first, each width in every format.
    pub variants: Vec<Variant>,
}

/// The pictures of a site.
#[derive(Debug, Default)]
pub struct Pictures {
    /// By the address that owners write, such as `/files/bread.jpg`.
    pub facts: BTreeMap<String, Facts>,
    /// How many had to be unpacked; the others were known.
    pub unpacked: usize,
    /// How many variants had to be made.
    pub made: usize,
    /// Where the variants lie: it may be a folder that goes with it.
    pub cache: Cache,
}

/// The height of a picture that is scaled to a width.
#[cfg(feature = "pictures")]
pub(super) fn height_at(width: u32, height: u32, wanted: u32) -> u32 {
    let exact =
        (u64::from(height) * u64::from(wanted) * 2 + u64::from(width)) / (u64::from(width.max(1)) * 2);
    u32::try_from(exact).unwrap_or(u32::MAX).max(1)
}
