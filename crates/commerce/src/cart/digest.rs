//! What a shopper was shown of a cart, in one short text: what is charged must be that.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cart::wire::{Cart, CartCoupon};
use crate::money::Cents;

/// A part of a cart that may change between the look at it and the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CartPart {
    /// What is in it, and how many.
    Items,
    /// The price of something in it.
    Prices,
    /// What codes take off.
    Discounts,
    /// What gift cards pay.
    GiftCards,
    /// How it goes, or what that costs.
    Delivery,
    /// The taxes.
    Tax,
}

/// The parts, in the order of the digest.
const PARTS: [CartPart; 6] = [
    CartPart::Items,
    CartPart::Prices,
    CartPart::Discounts,
    CartPart::GiftCards,
    CartPart::Delivery,
    CartPart::Tax,
];
/// How many bytes of each part's hash are kept: two carts that differ have the same ones once in 2^64.
const KEPT: usize = 8;
/// What a digest begins with; another way to make them begins otherwise.
const FORM: &str = "1";

impl Cart {
    /// A digest of everything that makes the total: lines with their answers and quantities, unit prices, discounts, gift cards,
    /// delivery, tax. The same for two carts that a shopper could not tell apart by them.
    #[must_use]
    pub fn digest_of_total(&self) -> String {
        let codes = |are_cards: bool| {
            let codes = self.valid_coupons.iter().filter(move |code| code.is_gift_card == are_cards);
            codes.map(|code: &CartCoupon| {
                vec![code.code.trim().to_lowercase(), code.discount_cents.get().to_string()]
            })
        };
        let items = self.entries.iter().map(|entry| {
            vec![
                entry.item_id.to_string(),
                entry.chosen_variant.sku.to_string(),
                entry.quantity.to_string(),
                entry.additional_fields.clone().unwrap_or_default(),
            ]
        });
        let prices = self.entries.iter().map(|entry| {
            vec![
                entry.item_id.to_string(),
                entry.chosen_variant.sku.to_string(),
                entry.purchase_price_cents.get().to_string(),
            ]
        });
        let discounts = self.discounts.iter().map(|discount| {
            vec![
                discount.id.clone(),
                discount.amount_cents.get().to_string(),
                discount.of_delivery.to_string(),
            ]
        });
        let option = self.selected_shipping_option.as_ref().filter(|_| self.requires_shipping);
        let delivery = vec![
            option.map(|option| option.id.clone()).unwrap_or_default(),
            self.shipping_cost_cents.get().to_string(),
        ];
        let mut tax = vec![self.tax_cents.get().to_string(), self.included_tax_cents.get().to_string()];
        if self.relief_cents != Cents::ZERO {
            tax.push(self.relief_cents.get().to_string());
        }
        let parts = [
            hash(items.chain([vec![self.currency.to_string()]])),
            hash(prices),
            hash(codes(false).chain(discounts)),
            hash(codes(true)),
            hash([delivery]),
            hash([tax]),
        ];
        format!("{FORM}-{}", parts.join("-"))
    }

    /// What of the cart is otherwise than when `shown` was its digest. Prices are told only where the items are the same, since
    /// other items have other prices; nothing is told of a digest of another form.
    #[must_use]
    pub fn changed_since(&self, shown: &str) -> Vec<CartPart> {
        let now = self.digest_of_total();
        let (now, shown): (Vec<&str>, Vec<&str>) = (now.split('-').collect(), shown.split('-').collect());
        if now.len() != shown.len() || now.first() != shown.first() {
            return Vec::new();
        }
        let differs = |at: usize| now[at + 1] != shown[at + 1];
        let changed = PARTS.iter().enumerate().filter(|(at, _)| differs(*at)).map(|(_, part)| *part);
        changed.filter(|part| *part != CartPart::Prices || !differs(0)).collect()
    }
}

/// The hash of rows of texts; each text is preceded by its length, so that no two lists are written alike.
fn hash(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut hasher = Sha256::new();
    for row in rows {
        hasher.update(row.len().to_be_bytes());
        for text in row {
            hasher.update(text.len().to_be_bytes());
            hasher.update(text);
        }
    }
    hex::encode(&hasher.finalize()[..KEPT])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cart::wire::{CartEntry, OfferedShippingOption};

    fn cart() -> Cart {
        let cents = |cents: i64| Cents::new(cents).unwrap();
        let mut entry = CartEntry {
            item_id: "mug".into(),
            quantity: 2,
            purchase_price_cents: cents(900),
            ..CartEntry::default()
        };
        entry.chosen_variant.sku = "mug-s".into();
        let coupon = |code: &str, is_gift_card| CartCoupon {
            code: code.into(),
            discount_cents: cents(100),
            is_gift_card,
            ..CartCoupon::default()
        };
        Cart {
            id: "c".into(),
            entries: vec![entry],
            valid_coupons: vec![coupon("Ten", false), coupon("AB-CD", true)],
            requires_shipping: true,
            selected_shipping_option: Some(OfferedShippingOption {
                id: "post".into(),
                cost_cents: cents(500),
                ..OfferedShippingOption::default()
            }),
            shipping_cost_cents: cents(500),
            tax_cents: cents(70),
            ..Cart::default()
        }
    }

    /// S-608: every part that makes the total is in the digest, and is named when it changes.
    #[test]
    fn s_608_each_part_of_a_total_is_in_the_digest() {
        let shown = cart().digest_of_total();
        assert_eq!((shown.len(), cart().changed_since(&shown)), (1 + 6 * 17, vec![]));
        type Change = fn(&mut Cart);
        let cases: [(CartPart, Change); 10] = [
            (CartPart::Items, |cart| cart.entries[0].quantity = 3),
            (CartPart::Items, |cart| cart.entries[0].additional_fields = Some("{}".into())),
            (CartPart::Items, |cart| cart.entries[0].chosen_variant.sku = "mug-l".into()),
            (CartPart::Prices, |cart| cart.entries[0].purchase_price_cents = Cents::new(901).unwrap()),
            (CartPart::Discounts, |cart| drop(cart.valid_coupons.remove(0))),
            (CartPart::GiftCards, |cart| cart.valid_coupons[1].discount_cents = Cents::new(99).unwrap()),
            (CartPart::Delivery, |cart| cart.shipping_cost_cents = Cents::new(501).unwrap()),
            (CartPart::Delivery, |cart| cart.selected_shipping_option = None),
            (CartPart::Tax, |cart| cart.tax_cents = Cents::new(71).unwrap()),
            (CartPart::Tax, |cart| cart.relief_cents = Cents::new(1).unwrap()),
        ];
        for (part, change) in cases {
            let mut now = cart();
            change(&mut now);
            assert_eq!(now.changed_since(&shown), [part], "{part:?}");
        }
    }

    /// S-608: what a shopper does not see of the total is no change of it.
    #[test]
    fn s_608_the_same_total_of_the_same_things_has_one_digest() {
        let mut same = cart();
        same.id = "after a log-in".into();
        same.valid_coupons[0].code = " TEN".into();
        same.created = 7;
        assert_eq!(same.digest_of_total(), cart().digest_of_total());
        for other in ["", "1", "2-a-b-c-d-e-f", "x"] {
            assert_eq!(cart().changed_since(other), [], "{other}");
        }
        let mut moved = cart();
        moved.entries[0].item_id = "mugm".into();
        moved.entries[0].chosen_variant.sku = "ug-s".into();
        assert_ne!(moved.digest_of_total(), cart().digest_of_total());
    }
}
