//! The generator from outside: a site folder in, files and messages out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod absences;
mod announcement;
mod atlas;
mod beside_prices;
mod blocks;
mod broken;
mod brought;
mod build;
mod check;
mod configuration;
mod consent;
mod content;
#[cfg(feature = "serve")]
mod editing;
mod events;
mod export;
#[cfg(unix)]
mod hosted;
mod hostile;
mod incremental;
mod islands;
mod languages;
mod law;
mod layering;
mod lists;
mod lsp;
mod made;
mod markup;
mod mistakes;
mod moved;
mod numbers;
mod owners;
mod poll;
mod publish;
mod published;
mod renamed;
mod repository;
mod scripts;
mod search;
mod seo;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod starters;
mod store;
mod stranger;
mod strangers_styles;
mod tags;
mod terms;
