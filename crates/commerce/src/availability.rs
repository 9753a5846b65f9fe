//! What can be bought just now: sold out, on sale, stock, the quantity control.

use crate::cart::StockRecord;
use crate::limit::UNLIMITED_STOCK;
use crate::product::{Product, ProductType, Variant};
use crate::settings::StoreSettings;

/// The mark on a product; sold out goes before sale (C-032).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Nothing is left.
    SoldOut,
    /// It costs less than usual.
    Sale,
}

impl Product {
    /// True when no variant is unlimited and every variant has no stock; a product without variants has nothing to sell.
    /// Digital, gift-card and paywall products never are (C-025…028).
    #[must_use]
    pub fn is_sold_out(&self) -> bool {
        self.product_type.has_stock()
            && self.variants.iter().all(|variant| !variant.unlimited && variant.qty_in_stock == 0)
    }

    /// True when any variant is on sale (physical, service) or the product itself (digital, paywall). A gift card never is
    /// (C-029…031).
    #[must_use]
    pub fn is_on_sale(&self) -> bool {
        match self.product_type {
            ProductType::Physical | ProductType::Service => {
                self.variants.iter().any(|variant| variant.on_sale)
            }
            ProductType::Digital | ProductType::Paywall => self.on_sale,
            ProductType::GiftCard => false,
        }
    }

    /// The one mark the product shows.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        if self.is_sold_out() { Some(Mark::SoldOut) } else { self.is_on_sale().then_some(Mark::Sale) }
    }

    /// How many there are in all: [`UNLIMITED_STOCK`] without stock or with an unlimited variant, else the sum (C-033, C-034).
    #[must_use]
    pub fn stock_total(&self) -> u64 {
        if !self.product_type.has_stock() || self.variants.iter().any(|variant| variant.unlimited) {
            return UNLIMITED_STOCK;
        }
        // At most 2^32 variants of 2^32 each would be needed to overflow.
        self.variants.iter().map(|variant| u64::from(variant.qty_in_stock)).sum()
    }

    /// True when variants differ in being on sale, in price or, on sale, in sale price. Never for what is priced as a whole
    /// (C-035, C-036).
    #[must_use]
    pub fn has_varied_prices(&self) -> bool {
        if self.product_type.is_priced_as_a_whole() {
            return false;
        }
        self.variants.windows(2).any(|pair| {
            let (first, second) = (&pair[0], &pair[1]);
            first.on_sale != second.on_sale
                || first.price != second.price
                || (first.on_sale && first.sale_price != second.sale_price)
        })
    }

    /// True when a quantity may be typed: physical, or service where the store allows several; never for subscriptions; only
    /// with more than one in stock (C-042…045).
    #[must_use]
    pub fn shows_quantity_input(&self, settings: &StoreSettings) -> bool {
        let several = match self.product_type {
            ProductType::Physical => true,
            ProductType::Service => settings.multiple_quantity_allowed_for_services,
            ProductType::Digital | ProductType::GiftCard | ProductType::Paywall => false,
        };
        several && !self.is_subscribable && self.stock_total() > 1
    }

    /// The stock of a variant as the api answers it: without stock of its own, a type's variants are unlimited.
    #[must_use]
    pub fn stock_record(&self, variant: &Variant) -> StockRecord {
        StockRecord {
            sku: variant.sku.clone(),
            unlimited: variant.unlimited || !self.product_type.has_stock(),
            qty_in_stock: variant.qty_in_stock,
        }
    }

    /// True when the variant can be bought at all.
    #[must_use]
    pub fn is_variant_in_stock(&self, variant: &Variant) -> bool {
        let stock = self.stock_record(variant);
        stock.unlimited || stock.qty_in_stock > 0
    }
}

impl StockRecord {
    /// How many more fit into a cart that holds `in_cart` of it; `None` when there are always enough.
    #[must_use]
    pub fn available(&self, in_cart: u64) -> Option<u32> {
        if self.unlimited {
            return None;
        }
        let left = u64::from(self.qty_in_stock).saturating_sub(in_cart);
        // No more than qty_in_stock, which has 32 bits.
        Some(u32::try_from(left).unwrap_or(u32::MAX))
    }
}
