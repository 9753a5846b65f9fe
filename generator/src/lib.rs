//! The loggia command's library: the path of a site, in one page.
//!
//! `site` reads JSON into a [`site::Site`], or every [`diagnostic::Diagnostic`] at once → `theme` compiles the templates →
//! `render::block` makes the HTML of blocks, into a table beside the site (`block_html`) → `plan` lists each page → `search` indexes what visitors may find → `render` makes each page, in parallel, → `minify` → `output` writes only what changed →
//! `manifest` says what is there → `publish` sends only what a target lacks. `catalog` leaves beside the pages, for the
//! api. `watch` walks the same way with a shorter plan.

pub mod asset;
pub mod block_html;
#[cfg(feature = "remote")]
pub mod browser;
pub mod cache;
pub mod calendar;
pub mod catalog;
pub mod check;
pub mod cli;
pub mod clock;
pub mod cmd;
pub mod contents;
pub mod diagnostic;
#[cfg(feature = "serve")]
pub mod editing;
pub mod export;
pub mod folder;
pub mod import;
#[cfg(feature = "remote")]
pub mod leave;
pub mod lsp;
pub mod manifest;
pub mod minify;
pub mod output;
pub mod picture;
pub mod pipeline;
pub mod plan;
#[cfg(feature = "serve")]
pub mod preview;
pub mod publish;
pub mod render;
pub mod report;
pub mod search;
pub mod site;
pub mod starters;
pub mod style;
pub mod theme;
pub mod watch;
pub mod widgets;
