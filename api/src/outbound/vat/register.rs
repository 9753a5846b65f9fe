//! What a register of VAT numbers is asked.

use futures_util::future::BoxFuture;
use loggia_commerce::VatId;

/// Somebody who knows the VAT numbers that were given out.
pub trait VatRegister: Send + Sync {
    /// Whether somebody has the number; `None` when it was not asked, or did not answer in time. A purchase waits for it.
    fn ask<'a>(&'a self, id: &'a VatId) -> BoxFuture<'a, Option<bool>>;
}

/// Asks nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl VatRegister for Nobody {
    fn ask<'a>(&'a self, _: &'a VatId) -> BoxFuture<'a, Option<bool>> {
        Box::pin(async { None })
    }
}
