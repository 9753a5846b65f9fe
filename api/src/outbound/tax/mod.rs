//! Who works out taxes beside the shop's own rules: nobody, or a service that the operator chose.

mod desk;
mod service;
mod stripe_tax;
mod stripe_tax_wire;

pub use desk::TaxDesk;
pub use service::{Reversal, TaxAnswer};
pub use stripe_tax::StripeTax;
