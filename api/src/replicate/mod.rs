//! A SQLite file that survives its machine: each change is shipped to another place within a second, in the layout of
//! Litestream 0.3, and the file of any moment of the last days is made again from there.
//!
//! [`replicator`] copies what is committed in the log ([`wal`]) while `repository::log_hold` keeps it there; [`layout`] names the
//! pieces and says what a restore needs; [`remote`] is the place, [`lease`] who writes to it; [`restore`] is the way back.

mod bound;
mod error;
pub mod layout;
mod lease;
mod moment;
mod remote;
mod replicator;
mod restore;
mod shipping;
mod status;
mod supervised;
pub mod wal;

pub use error::ReplicateError;
pub use lease::Writer;
pub use moment::time;
pub use remote::Remote;
pub use replicator::{Options, replicate};
pub use restore::{Restored, Span, restore, spans};
pub use status::Status;
pub use supervised::Replica;
