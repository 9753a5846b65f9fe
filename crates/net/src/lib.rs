//! Which addresses a program may call when somebody else wrote the address.
//!
//! A shop calls addresses that its owner, an editor or an imported file names. None of them may lead into the machine
//! itself or the network it stands in, where databases, control panels and a cloud's keys answer without asking who
//! calls. The rule is the same in every environment; the operator may allow hosts by name ([`SETTING`]).
//!
//! A caller takes four steps:
//! 1. [`Allowed::way`] judges the address as it is written, before anything is asked.
//! 2. [`Way::Public`]: connect through [`PublicOnly`] (feature `resolver`), which judges what the name leads to at the
//!    moment of connecting, so that a name cannot be pointed elsewhere in between. [`Way::Named`]: connect as usual.
//! 3. Follow no redirect; a caller that must, begins again with step 1 for each.
//! 4. Cap the answer while it streams, and its time.
//!
//! No proxy of the environment may be used on the public way: it would resolve the name by itself.

mod address;
mod allowed;
#[cfg(feature = "resolver")]
mod client;
#[cfg(feature = "resolver")]
mod resolver;

pub use address::is_public;
pub use allowed::{Allowed, ListError, Refused, SETTING, Way};
#[cfg(feature = "resolver")]
pub use client::client_fault;
#[cfg(feature = "resolver")]
pub use resolver::PublicOnly;
