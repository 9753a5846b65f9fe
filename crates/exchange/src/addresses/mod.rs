//! Addresses that lead elsewhere: lists of them as owners keep them, and what an address leads to in the end.
//!
//! Two forms are read: a list of two or three columns ([`csv`]), and the lines of Squarespace's URL mappings ([`mapping`]),
//! where `[name]` stands for one part of a path and `*` for all that is left of it. [`Table::new`] joins the rules of one
//! or more lists: of two rules for one address the first counts, chains are made one step, and rules that lead in a circle
//! are refused. [`Table::lead`] answers where an address leads.

mod chain;
mod csv;
mod mapping;
mod pattern;
mod rule;
mod table;

pub use csv::csv;
pub use mapping::mapping;
pub use pattern::{Part, Pattern};
pub use rule::Rule;
pub use table::Table;
