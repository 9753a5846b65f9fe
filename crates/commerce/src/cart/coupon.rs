//! Which codes count, and gift cards that pay (C-060, A-037, A-048). What codes take off, beside discounts without a code,
//! is in `reductions`.
//!
//! A gift card in the cart is money that leaves the shop again, so its line stands outside of everything here: no coupon
//! counts it, no minimum is reached by it, no gift card pays for it.

use crate::cart::reductions::{Candidate, reduce};
use crate::cart::settle::{CouponUses, GiftCardBalance, Terms};
use crate::cart::share::split;
use crate::cart::wire::{Cart, CartCoupon, CartEntry, Coupon};
use crate::customer_group::is_for;
use crate::discount::{AppliedDiscount, AutomaticDiscount};
use crate::money::Cents;
use crate::problem::Problem;
use crate::product::ProductType;

/// The most gift cards that pay for one cart.
pub const GIFT_CARDS_MAXIMUM: usize = 5;

impl CartEntry {
    /// A gift card is bought by this line.
    #[must_use]
    pub fn is_gift_card(&self) -> bool {
        self.product_type == ProductType::GiftCard
    }

    fn left(&self) -> Cents {
        let gone = self.discount_cents.saturating_add(self.relief_cents);
        self.sub_total.checked_sub(gone).unwrap_or(Cents::ZERO)
    }
}

impl Coupon {
    /// True when the shopper typed this code; capital letters and white space around it do not matter.
    #[must_use]
    pub fn has_code(&self, typed: &str) -> bool {
        is_same_code(&self.code, typed)
    }

    pub(super) fn applies_to(&self, entry: &CartEntry) -> bool {
        let limits = &self.limits;
        let to_all = limits.products.is_empty() && limits.collections.is_empty();
        !entry.is_gift_card()
            && (to_all
                || limits.products.contains(&entry.item_id)
                || limits.collections.contains(&entry.collection_id))
    }

    /// The price of what it applies to.
    fn base(&self, entries: &[CartEntry]) -> Cents {
        // At most the subtotal, which could be counted.
        let sum = |sum: Cents, entry: &CartEntry| sum.checked_add(entry.sub_total).unwrap_or(sum);
        entries.iter().filter(|entry| self.applies_to(entry)).fold(Cents::ZERO, sum)
    }

    fn problem(&self, cart: &Cart, terms: &Terms<'_>) -> Option<Problem> {
        let limits = &self.limits;
        let uses = terms.uses.iter().find(|uses| self.has_code(&uses.code));
        let reached = |most: Option<u32>, used: fn(&CouponUses) -> u64| {
            most.is_some_and(|most| uses.map_or(0, used) >= u64::from(most))
        };
        if limits.starts_on.is_some_and(|moment| terms.now < moment) {
            return Some(Problem::CouponNotStarted);
        }
        if limits.expires_on.is_some_and(|moment| terms.now >= moment) {
            return Some(Problem::CouponExpired);
        }
        if !is_for(&limits.groups, terms.groups) {
            return Some(Problem::CouponForGroup);
        }
        if reached(limits.uses_in_all, |uses| uses.in_all) {
            return Some(Problem::CouponUsedUp);
        }
        if reached(limits.uses_per_customer, |uses| uses.by_customer) {
            return Some(Problem::CouponUsedByCustomer);
        }
        if limits.first_order_only && terms.has_ordered {
            return Some(Problem::CouponFirstOrder);
        }
        if !cart.entries.is_empty() && !cart.entries.iter().any(|entry| self.applies_to(entry)) {
            return Some(Problem::CouponNotApplicable);
        }
        if self.base(&cart.entries) < limits.minimum_cents {
            let subtotal = terms.amount(limits.minimum_cents, cart.currency);
            return Some(Problem::CouponBelowMinimum { subtotal });
        }
        None
    }
}

impl GiftCardBalance {
    fn problem(&self, cart: &Cart, terms: &Terms<'_>) -> Option<Problem> {
        if self.currency != cart.currency {
            return Some(Problem::GiftCardCurrency);
        }
        if self.test_mode != terms.test_mode {
            return Some(Problem::GiftCardOtherMode);
        }
        if self.is_blocked {
            return Some(Problem::GiftCardBlocked);
        }
        if self.balance <= Cents::ZERO {
            return Some(Problem::GiftCardEmpty);
        }
        let only_cards = !cart.entries.is_empty() && cart.entries.iter().all(CartEntry::is_gift_card);
        only_cards.then_some(Problem::GiftCardForGiftCard)
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

    /// What discounts and coupons take off, each among its lines. Gift cards come last, when the taxes are known: their balance is not
    /// spent on what a coupon gives, and no tax falls by them.
    pub(super) fn settle_coupons(&mut self, terms: &Terms<'_>) {
        let mut codes = std::mem::take(&mut self.coupons);
        for code in &mut codes {
            *code = CartCoupon {
                code: std::mem::take(&mut code.code),
                problem: Some(Problem::CouponUnknown),
                ..CartCoupon::default()
            };
        }
        for entry in &mut self.entries {
            (entry.discount_cents, entry.gift_card_cents) = (Cents::ZERO, Cents::ZERO);
        }
        self.discounts.clear();
        self.count_reductions(&mut codes, terms);
        self.coupons = codes;
    }

    /// What gift cards pay, of the goods first; then the codes are split into those that count and those that do not.
    pub(super) fn settle_gift_cards(&mut self, terms: &Terms<'_>) -> Result<(), Problem> {
        let mut codes = std::mem::take(&mut self.coupons);
        let shipping = self.shipping_cost_cents.checked_sub(self.shipping_relief()).unwrap_or(Cents::ZERO);
        let rest = shipping.checked_add(self.tax_cents).ok_or(Problem::AmountTooLarge)?;
        let left = self.count_gift_cards(&mut codes, terms, rest);
        self.gift_card_rest_cents = rest.checked_sub(left).unwrap_or(Cents::ZERO);
        let sum = |of: fn(&CartEntry) -> Cents| {
            // Each share is at most its line, so the sum is at most the subtotal.
            self.entries.iter().fold(Cents::ZERO, |sum, entry| sum.saturating_add(of(entry)))
        };
        let (off, by_cards) = (sum(|entry| entry.discount_cents), sum(|entry| entry.gift_card_cents));
        self.discount_cents = off.checked_add(self.gift_card_rest_cents).ok_or(Problem::AmountTooLarge)?;
        self.gift_card_cents =
            by_cards.checked_add(self.gift_card_rest_cents).ok_or(Problem::AmountTooLarge)?;
        (self.valid_coupons, self.invalid_coupons) =
            codes.iter().cloned().partition(|coupon| coupon.problem.is_none());
        self.coupons = codes;
        Ok(())
    }

    /// Which discounts and coupons count, and what each takes off. A coupon counts alone unless its owner says otherwise; of
    /// several that do not go together those count that take off the most, as Shopify does it ("the best discount is
    /// applied").
    fn count_reductions(&mut self, codes: &mut [CartCoupon], terms: &Terms<'_>) {
        let is_open = |discount: &&AutomaticDiscount| {
            !discount.effect.is_of_delivery() && discount.is_open(self, terms)
        };
        let mut candidates: Vec<Candidate<'_>> =
            terms.discounts.iter().filter(is_open).map(Candidate::Automatic).collect();
        for (index, typed) in codes.iter_mut().enumerate() {
            let Some(coupon) = terms.coupons.iter().find(|coupon| coupon.has_code(&typed.code)) else {
                continue;
            };
            typed.problem = coupon.problem(self, terms);
            if typed.problem.is_none() {
                typed.problem = Some(Problem::CouponNotCombinable);
                candidates.push(Candidate::Code(index, coupon));
            }
        }
        let reductions = reduce(&candidates, &self.entries, self.currency);
        for (place, amount) in reductions.taken {
            match candidates[place] {
                // What those before it took leaves nothing for it.
                Candidate::Automatic(_) if amount == Cents::ZERO => {}
                Candidate::Automatic(discount) => self.discounts.push(AppliedDiscount {
                    id: discount.id.clone(),
                    name: discount.name.clone(),
                    amount_cents: amount,
                    of_delivery: false,
                }),
                Candidate::Code(index, _) => {
                    codes[index].discount_cents = amount;
                    codes[index].problem = None;
                }
            }
        }
        for (entry, share) in self.entries.iter_mut().zip(reductions.shares) {
            entry.discount_cents = share;
        }
    }

    /// What is left of `rest`, the shipping and the added taxes, when every card has paid.
    fn count_gift_cards(&mut self, codes: &mut [CartCoupon], terms: &Terms<'_>, mut rest: Cents) -> Cents {
        let mut counted: Vec<&str> = Vec::new();
        for typed in codes {
            // A code that is a coupon's is that coupon, whatever became of it.
            if terms.coupons.iter().any(|coupon| coupon.has_code(&typed.code)) {
                continue;
            }
            let Some(card) = terms.gift_cards.iter().find(|card| is_same_code(&card.code, &typed.code))
            else {
                continue;
            };
            typed.is_gift_card = true;
            typed.problem = if counted.contains(&card.id.as_str()) {
                Some(Problem::GiftCardTwice)
            } else {
                card.problem(self, terms)
            };
            if typed.problem.is_none() && counted.len() >= GIFT_CARDS_MAXIMUM {
                typed.problem = Some(Problem::GiftCardsTooMany);
            }
            if typed.problem.is_none() {
                counted.push(&card.id);
                let before: Vec<Cents> = self.entries.iter().map(|entry| entry.discount_cents).collect();
                let of_goods = bear(card.balance, &mut self.entries, |entry| !entry.is_gift_card());
                for (entry, before) in self.entries.iter_mut().zip(before) {
                    let share = entry.discount_cents.checked_sub(before).unwrap_or(Cents::ZERO);
                    entry.gift_card_cents = entry.gift_card_cents.saturating_add(share);
                }
                let of_rest = card.balance.checked_sub(of_goods).unwrap_or(Cents::ZERO).min(rest);
                rest = rest.checked_sub(of_rest).unwrap_or(Cents::ZERO);
                typed.discount_cents = of_goods.saturating_add(of_rest);
            }
        }
        rest
    }
}

/// Lets the lines that are meant bear an amount, as far as something is left of them; what they bore.
fn bear(amount: Cents, entries: &mut [CartEntry], is_meant: impl Fn(&CartEntry) -> bool) -> Cents {
    let left: Vec<Cents> =
        entries.iter().map(|entry| if is_meant(entry) { entry.left() } else { Cents::ZERO }).collect();
    let mut borne = Cents::ZERO;
    for (entry, share) in entries.iter_mut().zip(split(amount, &left)) {
        // At most what was left of each line.
        entry.discount_cents = entry.discount_cents.checked_add(share).unwrap_or(entry.discount_cents);
        borne = borne.checked_add(share).unwrap_or(borne);
    }
    borne
}

fn is_same_code(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
