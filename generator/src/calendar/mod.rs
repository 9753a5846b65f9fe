//! Times of events: months as grids, and the files that calendar programs read (G-066 to G-068).

pub mod ics;
mod month;

pub use month::{Day, Month, Week, date_of};
