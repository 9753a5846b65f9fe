//! Where submissions go beside the shop's own books: services the owner has an account with. Each is asked with addresses and
//! secrets of the owner's alone, each may be asked again for the same submission without doing anything twice.

mod audience;
mod connectors;
mod handover;
mod sheet;
mod token;

pub use audience::Audience;
pub use connectors::Connectors;
pub use handover::{Handover, Membership, Service};
pub use sheet::Sheet;
pub use token::{ServiceAccount, ServiceAccountProblem};
