//! Entries come, change and go (C-050…055, C-061, A-032…036). Amounts are settled afterwards, by [`Cart::settle`].

use crate::cart::wire::{Cart, CartEntry, ChosenVariant};
use crate::currency::CurrencyCode;
use crate::id::{EntryId, ItemId};
use crate::limit::{ENTRIES_MAXIMUM, QUANTITY_MAXIMUM};
use crate::money::Cents;
use crate::problem::Problem;
use crate::product::Product;
use crate::quantity::check_quantity;

/// An entry that may be made. Nothing in it comes from the browser but the choice and the answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The variant.
    pub chosen_variant: ChosenVariant,
    /// How many.
    pub quantity: u32,
    /// The price of one (C-054).
    pub price: Cents,
    /// The answers that are kept, as JSON text in a fixed order; equal answers are equal texts.
    pub additional_fields: Option<String>,
    /// Weight of one, in grams.
    pub shipping_weight: u32,
}

/// What became of a cart's entries when they were read against the catalogue again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repricing {
    /// Entries whose price is another now.
    pub changed: Vec<EntryId>,
    /// Entries whose product or variant is gone.
    pub dropped: Vec<CartEntry>,
}

impl Cart {
    /// An empty cart (C-050).
    #[must_use]
    pub fn new(
        id: impl Into<String>,
        website_id: impl Into<String>,
        currency: CurrencyCode,
        created: i64,
    ) -> Self {
        Self { id: id.into(), website_id: website_id.into(), currency, created, ..Self::default() }
    }

    /// The entry with this id.
    #[must_use]
    pub fn entry(&self, id: &str) -> Option<&CartEntry> {
        self.entries.iter().find(|entry| entry.id == *id)
    }

    /// How many of a variant the cart holds, over all entries of it.
    #[must_use]
    pub fn quantity_of(&self, item_id: &ItemId, sku: &str) -> u64 {
        let same = |entry: &&CartEntry| entry.item_id == *item_id && entry.chosen_variant.sku == *sku;
        self.entries.iter().filter(same).map(|entry| u64::from(entry.quantity)).sum()
    }

    /// Adds what was accepted: to the entry with the same item, variant and answers, else as a new one (C-061). Returns the
    /// id of the entry.
    ///
    /// # Errors
    /// [`Problem::QuantityOutOfRange`] when the entry would exceed 9999, [`Problem::CartFull`] when there are too many
    /// entries. The cart is then unchanged.
    pub fn add(
        &mut self,
        product: &Product,
        accepted: Accepted,
        new_id: EntryId,
    ) -> Result<EntryId, Problem> {
        let same = |entry: &&mut CartEntry| {
            entry.item_id == product.id
                && entry.chosen_variant.sku == accepted.chosen_variant.sku
                && entry.additional_fields == accepted.additional_fields
        };
        if let Some(entry) = self.entries.iter_mut().find(same) {
            entry.quantity = check_quantity(entry.quantity.saturating_add(accepted.quantity))?;
            entry.purchase_price_cents = accepted.price;
            entry.shipping_weight = accepted.shipping_weight;
            return Ok(entry.id.clone());
        }
        if self.entries.len() >= ENTRIES_MAXIMUM {
            return Err(Problem::CartFull);
        }
        self.entries.push(CartEntry {
            id: new_id.clone(),
            item_id: product.id.clone(),
            chosen_variant: accepted.chosen_variant,
            quantity: accepted.quantity,
            title: product.title.clone(),
            sub_total: Cents::ZERO,
            discount_cents: Cents::ZERO,
            gift_card_cents: Cents::ZERO,
            relief_cents: Cents::ZERO,
            shipping_relief_cents: Cents::ZERO,
            purchase_price_cents: accepted.price,
            additional_fields: accepted.additional_fields,
            product_type: product.product_type,
            shipping_weight: accepted.shipping_weight,
            collection_id: product.collection_id.clone(),
            tax_class: product.tax_class.clone(),
            shipping_class: product.shipping_class.clone(),
        });
        Ok(new_id)
    }

    /// Sets an entry's quantity; the caller has checked the stock. 0 is out of range: an entry is removed by
    /// [`Cart::remove_entry`].
    ///
    /// # Errors
    /// [`Problem::EntryMissing`], [`Problem::QuantityOutOfRange`].
    pub fn change_quantity(&mut self, id: &str, quantity: u32) -> Result<&CartEntry, Problem> {
        let entry = self.entries.iter_mut().find(|entry| entry.id == *id).ok_or(Problem::EntryMissing)?;
        entry.quantity = check_quantity(quantity)?;
        Ok(entry)
    }

    /// Replaces an entry's answers by accepted ones.
    ///
    /// # Errors
    /// [`Problem::EntryMissing`].
    pub fn change_additional_fields(
        &mut self,
        id: &str,
        answers: Option<String>,
    ) -> Result<&CartEntry, Problem> {
        let entry = self.entries.iter_mut().find(|entry| entry.id == *id).ok_or(Problem::EntryMissing)?;
        entry.additional_fields = answers;
        Ok(entry)
    }

    /// Takes an entry out.
    ///
    /// # Errors
    /// [`Problem::EntryMissing`].
    pub fn remove_entry(&mut self, id: &str) -> Result<CartEntry, Problem> {
        let index = self.entries.iter().position(|entry| entry.id == *id).ok_or(Problem::EntryMissing)?;
        Ok(self.entries.remove(index))
    }

    /// Reads every entry against the catalogue again: prices, titles and weights follow it, entries whose product or
    /// variant is gone are dropped. A changed price must be accepted before checking out.
    pub fn reprice<'a>(&mut self, find: impl Fn(&ItemId) -> Option<&'a Product>) -> Repricing {
        let mut repricing = Repricing::default();
        let mut kept = Vec::with_capacity(self.entries.len());
        for mut entry in std::mem::take(&mut self.entries) {
            let found = find(&entry.item_id)
                .and_then(|product| Some((product, product.variant(entry.chosen_variant.sku.as_str())?)));
            let Some((product, variant)) = found else {
                repricing.dropped.push(entry);
                continue;
            };
            let price = product.current_price(variant);
            if price != entry.purchase_price_cents {
                repricing.changed.push(entry.id.clone());
            }
            entry.purchase_price_cents = price;
            entry.title.clone_from(&product.title);
            entry.product_type = product.product_type;
            entry.shipping_weight = variant.shipping_weight;
            entry.collection_id.clone_from(&product.collection_id);
            entry.tax_class.clone_from(&product.tax_class);
            entry.shipping_class.clone_from(&product.shipping_class);
            entry.chosen_variant =
                ChosenVariant { sku: variant.sku.clone(), attributes: variant.attributes.clone() };
            kept.push(entry);
        }
        self.entries = kept;
        self.price_changed |= !repricing.changed.is_empty();
        repricing
    }

    /// The shopper has seen the new prices.
    pub fn accept_prices(&mut self) {
        self.price_changed = false;
    }

    /// Takes over another cart's entries and codes, as when an anonymous shopper logs in. Equal entries are joined, held at
    /// 9999; entries beyond the maximum are left behind. Nothing is taken from the other cart's address.
    pub fn absorb(&mut self, other: Self) {
        for entry in other.entries {
            let same = |mine: &CartEntry| {
                mine.item_id == entry.item_id
                    && mine.chosen_variant.sku == entry.chosen_variant.sku
                    && mine.additional_fields == entry.additional_fields
            };
            if let Some(index) = self.entries.iter().position(same) {
                let mine = &mut self.entries[index];
                mine.quantity = mine.quantity.saturating_add(entry.quantity).min(QUANTITY_MAXIMUM);
            } else if self.entries.len() < ENTRIES_MAXIMUM {
                self.entries.push(entry);
            }
        }
        for coupon in other.coupons {
            self.apply_coupon(&coupon.code);
        }
        self.price_changed |= other.price_changed;
    }
}
