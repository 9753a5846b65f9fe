//! What a product costs: from, normal and sale price, and the price that is charged (C-037, C-054).

use crate::money::Cents;
use crate::product::{Product, Variant};

impl Product {
    /// What one of the variant costs now, as the cart charges it (C-054). What is priced as a whole has one price.
    #[must_use]
    pub fn current_price(&self, variant: &Variant) -> Cents {
        if self.product_type.is_priced_as_a_whole() {
            return if self.on_sale { self.sale_price } else { self.price };
        }
        // A gift card is worth what it says; it is never on sale (C-031).
        if variant.on_sale && self.product_type.has_stock() { variant.sale_price } else { variant.price }
    }

    /// The lowest price of any variant now; 0 without variants (C-007).
    #[must_use]
    pub fn from_price(&self) -> Cents {
        if self.product_type.is_priced_as_a_whole() {
            return self.price;
        }
        self.variants.iter().map(|variant| self.current_price(variant)).min().unwrap_or_default()
    }

    /// The highest regular price of any variant.
    #[must_use]
    pub fn normal_price(&self) -> Cents {
        if self.product_type.is_priced_as_a_whole() {
            return self.price;
        }
        self.variants.iter().map(|variant| variant.price).max().unwrap_or_default()
    }

    /// The lowest sale price of the variants on sale; 0 when none is.
    #[must_use]
    pub fn lowest_sale_price(&self) -> Cents {
        if self.product_type.is_priced_as_a_whole() {
            return self.sale_price;
        }
        self.variants
            .iter()
            .filter(|variant| variant.on_sale)
            .map(|variant| variant.sale_price)
            .min()
            .unwrap_or_default()
    }
}
