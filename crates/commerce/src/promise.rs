//! Which prices a page promised.
//!
//! A page is remade only when what it shows changes, so pages of one published site come from many builds. What a page
//! names is therefore the build of each product's prices: it changes when a price of that product does, and never else.

use sha2::{Digest, Sha256};

use crate::currency::CurrencyCode;
use crate::product::Product;

/// Bytes of the digest that a name keeps: two price lists of one product never share it by chance.
const BYTES_KEPT: usize = 8;

impl Product {
    /// Names the build of this product's prices: 16 hex digits of a digest of its id, the store's currency and what one
    /// of each variant costs. The page sends it with what is put into the cart, and the api knows what was promised.
    #[must_use]
    pub fn build_id(&self, currency: CurrencyCode) -> String {
        let mut digest = Sha256::new();
        let mut add = |part: &[u8]| {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        add(self.id.as_str().as_bytes());
        add(currency.as_str().as_bytes());
        let mut prices: Vec<(&str, i64)> = self
            .variants
            .iter()
            .map(|variant| (variant.sku.as_str(), self.current_price(variant).get()))
            .collect();
        prices.sort_unstable();
        for (sku, cents) in prices {
            add(sku.as_bytes());
            add(&cents.to_le_bytes());
        }
        hex::encode(&digest.finalize()[..BYTES_KEPT])
    }
}
