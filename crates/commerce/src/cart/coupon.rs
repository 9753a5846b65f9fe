//! Codes that take something off (C-060, A-037, A-048).

use crate::cart::{Cart, CartCoupon, Coupon, Discount, Terms};
use crate::currency::CurrencyCode;
use crate::money::{Cents, Money};
use crate::problem::Problem;

impl Coupon {
    /// True when the shopper typed this code; capital letters and white space around it do not matter.
    #[must_use]
    pub fn has_code(&self, typed: &str) -> bool {
        is_same_code(&self.code, typed)
    }

    fn problem(&self, cart: &Cart, now: i64) -> Option<Problem> {
        if self.expires_on.is_some_and(|moment| now >= moment) {
            return Some(Problem::CouponExpired);
        }
        if cart.subtotal_cents < self.minimum_cents {
            let subtotal = Money::new(self.minimum_cents, cart.currency).format();
            return Some(Problem::CouponBelowMinimum { subtotal });
        }
        match self.discount {
            Discount::GiftCard { value } if value <= Cents::ZERO => Some(Problem::GiftCardEmpty),
            _ => None,
        }
    }

    /// What it takes off a subtotal, before the cap.
    fn amount(&self, subtotal: Cents, currency: CurrencyCode) -> Cents {
        match self.discount {
            Discount::Percent { value } => value.of(subtotal, currency),
            Discount::Amount { value } | Discount::GiftCard { value } => value.at_least_zero(),
        }
    }

    fn is_gift_card(&self) -> bool {
        matches!(self.discount, Discount::GiftCard { .. })
    }
}

impl Cart {
    /// Notes a code; whether it counts is seen when the cart is settled. A code is noted once.
    pub fn apply_coupon(&mut self, code: &str) {
        let code = code.trim();
        if !code.is_empty() && !self.coupons.iter().any(|coupon| is_same_code(&coupon.code, code)) {
            self.coupons.push(CartCoupon { code: code.to_owned(), ..CartCoupon::default() });
        }
    }

    /// Forgets a code.
    pub fn remove_coupon(&mut self, code: &str) {
        self.coupons.retain(|coupon| !is_same_code(&coupon.code, code));
    }

    /// Splits the codes into those that count and those that do not, and caps what they take off at the subtotal. Gift
    /// cards come last, so that their balance is not spent on what another code gives.
    pub(super) fn settle_coupons(&mut self, terms: &Terms<'_>) {
        let mut left = self.subtotal_cents;
        let mut settled = std::mem::take(&mut self.coupons);
        let found: Vec<Option<&Coupon>> = settled
            .iter()
            .map(|typed| terms.coupons.iter().find(|coupon| coupon.has_code(&typed.code)))
            .collect();
        let is_gift_card = |index: &usize| found[*index].is_some_and(Coupon::is_gift_card);
        let mut order: Vec<usize> = (0..settled.len()).collect();
        order.sort_by_key(is_gift_card);
        for index in order {
            let entry = &mut settled[index];
            entry.discount_cents = Cents::ZERO;
            entry.problem = match found[index] {
                None => Some(Problem::CouponUnknown),
                Some(coupon) => coupon.problem(self, terms.now),
            };
            if let (None, Some(coupon)) = (&entry.problem, found[index]) {
                entry.discount_cents = coupon.amount(self.subtotal_cents, self.currency).min(left);
                // Never more than is left.
                left = left.checked_sub(entry.discount_cents).unwrap_or(Cents::ZERO);
            }
        }
        self.discount_cents = self.subtotal_cents.checked_sub(left).unwrap_or(Cents::ZERO);
        (self.valid_coupons, self.invalid_coupons) =
            settled.iter().cloned().partition(|coupon| coupon.problem.is_none());
        self.coupons = settled;
    }
}

fn is_same_code(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
