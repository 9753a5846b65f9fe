//! What style sheets are made of.

use std::path::Path;

use super::tweak::{Declared, Tweaks};
use crate::asset::Assets;
use crate::cache::Cache;

/// What style sheets are made of.
pub struct Wanted<'a> {
    /// The folder of the site.
    pub root: &'a Path,
    /// The sheets of `template.conf`; every one of the folder in order of name when it names none.
    pub named: Option<&'a [String]>,
    /// Variables that the owner has set.
    pub tweaks: &'a Tweaks<'a>,
    /// What the template declares.
    pub declared: &'a [Declared],
    /// Pictures and other files.
    pub assets: &'a Assets,
    /// What earlier builds kept.
    pub cache: &'a Cache,
}
