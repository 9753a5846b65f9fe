//! What a shop agreed on with a buyer before the checkout: the lines with their prices, a discount, and the rules of delivery and tax
//! as they were. No later publish changes any of it.

use serde::{Deserialize, Serialize};

use crate::cart::wire::{AgreedWith, Cart, CartEntry, ChosenVariant, ShippingOption, TaxRule};
use crate::discount::AutomaticDiscount;
use crate::id::ItemId;
use crate::money::Cents;
use crate::product::ProductType;

/// What was agreed on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Agreed {
    /// Whom it is for.
    pub with: AgreedWith,
    /// What is bought.
    pub lines: Vec<AgreedLine>,
    /// What the shop takes off, as a list of at most one.
    pub discounts: Vec<AutomaticDiscount>,
    /// The rules that it was worked out by; without them those of today hold.
    pub terms: Option<AgreedTerms>,
}

/// The rules that an order was worked out by.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgreedTerms {
    /// The taxes of its place.
    pub tax_rules: Vec<TaxRule>,
    /// The way it goes, at the price that was agreed on.
    pub delivery: Vec<ShippingOption>,
}

/// One line. One of the shop's own, which no product is behind, has no `item_id`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgreedLine {
    /// The product.
    pub item_id: ItemId,
    /// The variant.
    pub chosen_variant: ChosenVariant,
    /// What it is called.
    pub title: String,
    /// How many.
    pub quantity: u32,
    /// The price of one.
    pub price_cents: Cents,
    /// The product's type.
    pub product_type: ProductType,
    /// The answers to the product's form, as JSON text.
    pub additional_fields: Option<String>,
    /// Weight of one in grams.
    pub shipping_weight: u32,
    /// The product's collection.
    pub collection_id: String,
    /// The tax class.
    pub tax_class: String,
    /// The shipping class.
    pub shipping_class: String,
}

impl AgreedLine {
    /// A line as it was put into a cart.
    #[must_use]
    pub fn of(entry: &CartEntry) -> Self {
        Self {
            item_id: entry.item_id.clone(),
            chosen_variant: entry.chosen_variant.clone(),
            title: entry.title.clone(),
            quantity: entry.quantity,
            price_cents: entry.purchase_price_cents,
            product_type: entry.product_type,
            additional_fields: entry.additional_fields.clone(),
            shipping_weight: entry.shipping_weight,
            collection_id: entry.collection_id.clone(),
            tax_class: entry.tax_class.clone(),
            shipping_class: entry.shipping_class.clone(),
        }
    }

    fn entry(&self, place: usize) -> CartEntry {
        CartEntry {
            id: format!("{place}").as_str().into(),
            item_id: self.item_id.clone(),
            chosen_variant: self.chosen_variant.clone(),
            quantity: self.quantity,
            title: self.title.clone(),
            purchase_price_cents: self.price_cents,
            product_type: self.product_type,
            additional_fields: self.additional_fields.clone(),
            shipping_weight: self.shipping_weight,
            collection_id: self.collection_id.clone(),
            tax_class: self.tax_class.clone(),
            shipping_class: self.shipping_class.clone(),
            ..CartEntry::default()
        }
    }
}

impl Agreed {
    /// Fills a cart with what was agreed on, in place of what it holds; it is settled afterwards.
    pub fn fill(&self, cart: &mut Cart) {
        cart.entries = self.lines.iter().enumerate().map(|(place, line)| line.entry(place)).collect();
        cart.agreed = Some(self.with.clone());
        cart.price_changed = false;
    }

    /// Keeps the rules that a settled cart was worked out by: the taxes of its place, and the way it goes at its price.
    pub fn keep_terms(&mut self, cart: &Cart, options: &[ShippingOption]) {
        let chosen = cart.selected_shipping_option.as_ref().filter(|_| cart.requires_shipping);
        let delivery = chosen.and_then(|chosen| {
            let option = options.iter().find(|option| option.id == chosen.id)?;
            Some(ShippingOption {
                cost_cents: chosen.cost_cents,
                cost_per_item_cents: Cents::ZERO,
                cost_per_kilogram_cents: Cents::ZERO,
                countries: Vec::new(),
                places: Vec::new(),
                rates: Vec::new(),
                free_from_cents: None,
                ..option.clone()
            })
        });
        self.terms = Some(AgreedTerms {
            tax_rules: cart.applicable_tax_rules.clone(),
            delivery: delivery.into_iter().collect(),
        });
    }
}
