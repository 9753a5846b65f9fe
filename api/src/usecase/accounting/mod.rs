//! What leaves the books for accounting: the double entry, DATEV's booking batch, and a day as it is compared with the provider's
//! payout. Orders in the mode for tests are in none of it.

mod batch;
mod charts;
mod closing;
mod journal;
mod kept;
mod postings;
mod query;
mod settings;

pub use batch::batch;
pub use closing::{Closing, ClosingKind, closing};
pub use journal::{HEAD, JournalRow, Rows, rows};
pub use kept::{Accounting, keep, read};
pub use query::{AccountingQuery, ClosingQuery};
pub use settings::AccountingSettings;
