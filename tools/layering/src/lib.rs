//! Reads the workspace's own Rust sources and holds them to three rules:
//!
//! * no circle of files that import each other ([`circles`]);
//! * the parts of a crate import only what a table allows them ([`Floors`]);
//! * what is exported is named by code that is no test ([`unused`]).
//!
//! It is a tool of development: no program depends on it, only tests do, and a small binary that prints what it
//! finds (`cargo run -p loggia-layering -- circles` or `-- unused`).

mod allowed;
mod circles;
mod condition;
mod error;
mod floors;
mod graph;
mod names;
mod parse;
mod position;
mod tokens;
mod tree;
mod unused;
mod uses;
mod workspace;

pub use allowed::Allowed;
pub use circles::{Circle, circles};
pub use condition::Build;
pub use error::Error;
pub use floors::Floors;
pub use graph::{Graph, Import};
pub use tree::Tree;
pub use unused::{Unused, unused};
pub use workspace::{Member, Workspace};
