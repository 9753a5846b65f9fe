//! Who knows whether somebody has a VAT number: nobody, or the Commission's VIES at an address that the operator chose.

mod register;
mod vies;

pub use register::{Nobody, VatRegister};
pub use vies::Vies;
