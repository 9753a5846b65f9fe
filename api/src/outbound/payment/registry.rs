//! Everybody who takes money in this shop, by name.

use super::provider::PaymentProvider;
use std::sync::Arc;

/// Everybody who takes money in this shop: the provider that the settings name, and pages of providers beside it.
pub struct Payments {
    main: Arc<dyn PaymentProvider>,
    pages: Vec<Arc<dyn PaymentProvider>>,
}

impl Payments {
    /// The provider of the settings, and the pages beside it.
    #[must_use]
    pub fn new(main: Arc<dyn PaymentProvider>, pages: Vec<Arc<dyn PaymentProvider>>) -> Self {
        Payments { main, pages }
    }

    /// The provider that is asked unless another one is named.
    #[must_use]
    pub fn main(&self) -> &dyn PaymentProvider {
        &*self.main
    }

    /// Those whose page a shopper may be sent to, in the order in which they are offered.
    pub fn pages(&self) -> impl Iterator<Item = &dyn PaymentProvider> {
        self.pages.iter().map(|page| &**page)
    }

    /// The one that a payment is stored with; `None` when it is not set up any more.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&dyn PaymentProvider> {
        std::iter::once(self.main()).chain(self.pages()).find(|provider| provider.name() == name)
    }
}
