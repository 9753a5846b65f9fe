//! From entries to totals (C-053…060). Everything is worked out again from the catalogue's terms; nothing is carried over.

use crate::cart::tax_question::TaxesBy;
use crate::cart::wire::{Cart, Coupon, ShippingOption, TaxRule};
use crate::currency::{CurrencyCode, PageCurrency};
use crate::delivery::BusinessDays;
use crate::discount::AutomaticDiscount;
use crate::format::{Trim, format_cents};
use crate::money::{Cents, Money};
use crate::problem::Problem;
use crate::product::ProductType;
use crate::seller::SellerSettings;
use crate::vat::VatIdState;

/// The owner's terms, as of now.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms<'a> {
    /// Every tax rule.
    pub tax_rules: &'a [TaxRule],
    /// Who works out the taxes.
    pub taxes_by: TaxesBy<'a>,
    /// Every way of shipping, in the order shown.
    pub shipping_options: &'a [ShippingOption],
    /// On which days the shop sends; Monday to Friday when it says nothing.
    pub business_days: Option<&'a BusinessDays>,
    /// Now, in the shop's own time; without it no day of delivery is told.
    pub local_time: Option<jiff::civil::DateTime>,
    /// Every discount that needs no code, in the owner's order.
    pub discounts: &'a [AutomaticDiscount],
    /// How often those were used already, by their ids.
    pub discount_uses: &'a [CouponUses],
    /// Every coupon the cart's codes might name.
    pub coupons: &'a [Coupon],
    /// Every gift card they might name.
    pub gift_cards: &'a [GiftCardBalance],
    /// How often the coupons were used already; one that is not named was not used.
    pub uses: &'a [CouponUses],
    /// The customer, as far as known, has an order already.
    pub has_ordered: bool,
    /// The keys of the groups that the customer is in, as far as they proved who they are.
    pub groups: &'a [String],
    /// No money moves: only gift cards bought in the same way count.
    pub test_mode: bool,
    /// Who sells, where the shop says it.
    pub seller: Option<&'a SellerSettings>,
    /// A register of VAT numbers is asked: only a number that it confirms counts.
    pub asks_register: bool,
    /// How amounts are written in refusals; without it by the currency's table.
    pub currency: Option<&'a PageCurrency>,
    /// Now, in milliseconds since 1970.
    pub now: i64,
}

impl Terms<'_> {
    /// The taxes are not the same everywhere.
    pub(super) fn depend_on_place(&self) -> bool {
        !self.tax_rules.is_empty() || matches!(self.taxes_by, TaxesBy::Service(_))
    }

    /// An amount of a cart as a refusal names it.
    pub(super) fn amount(&self, cents: Cents, currency: CurrencyCode) -> String {
        match self.currency.filter(|known| known.code == currency) {
            Some(known) => format_cents(cents, known, Trim::Never),
            None => Money::new(cents, currency).format(),
        }
    }
}

/// What is left on a gift card that a cart's code names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GiftCardBalance {
    /// The code as the shopper typed it.
    pub code: String,
    /// Names the card: two codes written differently may name the same one.
    pub id: String,
    /// Minor units of `currency`.
    pub balance: Cents,
    /// The currency it was bought in.
    pub currency: CurrencyCode,
    /// It was bought without money.
    pub test_mode: bool,
    /// What paid for it is disputed.
    pub is_blocked: bool,
}

/// How often a coupon or a discount was used, but for the cart that is settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CouponUses {
    /// The coupon's code, or the discount's id.
    pub code: String,
    /// By everybody's orders.
    pub in_all: u64,
    /// By the customer's.
    pub by_customer: u64,
}

impl Cart {
    /// Works out every amount, flag and list from the entries, codes, location and chosen option.
    ///
    /// # Errors
    /// [`Problem::AmountTooLarge`] when an amount cannot be counted exactly; the cart is then not to be kept.
    pub fn settle(&mut self, terms: &Terms<'_>) -> Result<(), Problem> {
        self.settle_entries()?;
        self.settle_flags();
        // Gift cards are taxed when they pay.
        let taxable = self.entries.iter().any(|entry| !entry.is_gift_card());
        self.asks_country = !self.requires_shipping && taxable && terms.depend_on_place();
        self.settle_coupons(terms);
        self.settle_shipping(terms)?;
        self.settle_taxes_by(terms)?;
        self.settle_reverse_charge(terms);
        // Gift cards pay what all this comes to.
        self.settle_gift_cards(terms)?;
        self.grand_total_cents = self
            .subtotal_cents
            .checked_add(self.shipping_cost_cents)
            .and_then(|sum| sum.checked_add(self.tax_cents))
            .and_then(|sum| sum.checked_sub(self.discount_cents))
            .and_then(|sum| sum.checked_sub(self.relief_cents))
            .ok_or(Problem::AmountTooLarge)?
            .at_least_zero();
        self.digest = if self.entries.is_empty() { String::new() } else { self.digest_of_total() };
        Ok(())
    }

    /// By the answer of a service where one is asked, else by the shop's own rules.
    fn settle_taxes_by(&mut self, terms: &Terms<'_>) -> Result<(), Problem> {
        (self.tax_question, self.tax_calculation) = (None, None);
        (self.tax_pending, self.asks_postal_code) = (false, false);
        if let TaxesBy::Service(service) = terms.taxes_by {
            let owes_tax = self.state_of_vat_id(terms) == Some(VatIdState::ReverseCharge);
            if self.settle_taxes_by_service((terms.tax_rules, service), owes_tax)? {
                return Ok(());
            }
        }
        self.settle_taxes(terms.tax_rules)
    }

    fn settle_entries(&mut self) -> Result<(), Problem> {
        let mut subtotal = Cents::ZERO;
        for entry in &mut self.entries {
            entry.sub_total = entry
                .purchase_price_cents
                .checked_times(i64::from(entry.quantity))
                .ok_or(Problem::AmountTooLarge)?;
            subtotal = subtotal.checked_add(entry.sub_total).ok_or(Problem::AmountTooLarge)?;
        }
        self.subtotal_cents = subtotal;
        self.total_quantity = self.entries.iter().map(|entry| u64::from(entry.quantity)).sum();
        Ok(())
    }

    /// C-056; a paywall counts as digital (C-028).
    fn settle_flags(&mut self) {
        let any =
            |wanted: &[ProductType]| self.entries.iter().any(|entry| wanted.contains(&entry.product_type));
        let requires_shipping = any(&[ProductType::Physical]);
        let has_digital = any(&[ProductType::Digital, ProductType::Paywall]);
        let has_service = any(&[ProductType::Service]);
        self.requires_shipping = requires_shipping;
        self.has_digital = has_digital;
        self.purely_digital = !self.entries.is_empty() && !requires_shipping && !has_service;
    }
}
