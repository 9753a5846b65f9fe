//! What blocks are made with.

use crate::catalog::Store;
use crate::render::website::Members;
use crate::site::Site;
use crate::theme::Theme;

/// All that the HTML of a block depends on, besides the block.
pub struct BlockRenderer<'b> {
    pub(super) site: &'b Site<'b>,
    pub(super) theme: &'b Theme,
    pub(super) store: &'b Store,
    /// What every template sees of the site.
    pub(super) members: Members<'b>,
    pub(super) now: i64,
    /// Whether each block says where it stands.
    pub(super) marks: bool,
}
