//! What an order of another shop says, and whether it agrees with itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::sales::amount::decimal;

/// An order. Amounts are hundredths of the currency's unit, times milliseconds since 1970, UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Order {
    /// Which program it was placed with: `squarespace`, `shopify`, `woocommerce`, `wix`, `bigcommerce`, `magento`, `etsy`, `square`,
    /// `prestashop`, `loggia`, or `other`.
    pub source: String,
    /// Its number there.
    pub number: String,
    /// Who bought: an address in small letters; may be empty.
    pub email: String,
    /// When it was placed.
    pub created_on: i64,
    /// When it was paid.
    pub paid_on: Option<i64>,
    /// When all of it was sent.
    pub fulfilled_on: Option<i64>,
    /// When it was cancelled.
    pub cancelled_on: Option<i64>,
    /// What the source says of its payment, such as `PAID`.
    pub payment_state: String,
    /// What the source says of its delivery.
    pub fulfillment_state: String,
    /// ISO 4217 code; empty when the source names none.
    pub currency: String,
    /// As the source states it.
    pub subtotal_cents: i64,
    /// What was taken off.
    pub discount_cents: i64,
    /// For shipping.
    pub shipping_cents: i64,
    /// Taxes.
    pub tax_cents: i64,
    /// The taxes one by one, where the source names them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub taxes: BTreeMap<String, i64>,
    /// Fees, tips and duties.
    #[serde(skip_serializing_if = "is_zero")]
    pub fee_cents: i64,
    /// What gift cards paid of it.
    #[serde(skip_serializing_if = "is_zero")]
    pub gift_card_cents: i64,
    /// What was to be paid.
    pub total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// The codes that took something off.
    pub discount_code: String,
    /// How it went out.
    pub shipping_method: String,
    /// The parcel's number.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tracking: String,
    /// How it was paid.
    pub payment_method: String,
    /// What the payment's provider calls it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub payment_reference: String,
    /// Notes.
    pub note: String,
    /// Who paid, where from: name, street, place and so on.
    pub billing: BTreeMap<String, String>,
    /// Where it went; likewise.
    pub shipping: BTreeMap<String, String>,
    /// What was bought.
    pub lines: Vec<OrderLine>,
    /// Amounts finer than a hundredth as the source states them, by their names here.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stated: BTreeMap<String, String>,
    /// Whether the totals agree with the lines.
    pub agrees: bool,
    /// The line of the list at which it begins.
    #[serde(skip)]
    pub line: usize,
}

/// A line of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderLine {
    /// What it was called.
    pub title: String,
    /// Which variant.
    pub variant: String,
    /// Its SKU.
    pub sku: String,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub unit_price_cents: i64,
    /// What all of them came to, where that is not the price of one times their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_cents: Option<i64>,
    /// What was taken off this line.
    #[serde(skip_serializing_if = "is_zero")]
    pub discount_cents: i64,
    /// How many went back.
    #[serde(skip_serializing_if = "is_zero")]
    pub refunded: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl OrderLine {
    /// What the line came to, before anything was taken off; `None` beyond what can be counted.
    #[must_use]
    pub fn sum(&self) -> Option<i64> {
        self.total_cents.or_else(|| self.unit_price_cents.checked_mul(self.quantity))
    }
}

impl Order {
    /// When the source said this: the latest of its times. Of two exports of one order the later one counts.
    #[must_use]
    pub fn stated_at(&self) -> i64 {
        let times = [self.paid_on, self.fulfilled_on, self.cancelled_on];
        times.into_iter().flatten().fold(self.created_on, i64::max)
    }

    /// Whether money was taken for it, by the words of its source. An order that was paid and cancelled counts until its money
    /// went back; one whose source says nothing counts.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        let state = self.payment_state.trim().to_lowercase();
        let state = state.strip_prefix("wc-").unwrap_or(&state).replace(['-', '_'], " ");
        let unpaid = [
            "pending",
            "pending payment",
            "unpaid",
            "not paid",
            "voided",
            "authorized",
            "expired",
            "on hold",
            "failed",
            "cancelled",
            "canceled",
            "trash",
            "draft",
            "checkout draft",
            "declined",
            "awaiting payment",
            "incomplete",
            "payment review",
            "payment error",
            "suspected fraud",
            "fraud",
            "holded",
            "pending paypal",
        ];
        // Such as `Awaiting bank wire payment`.
        let waits = state.starts_with("awaiting") && state.ends_with("payment");
        self.paid_on.is_some() || !(waits || unpaid.contains(&state.as_str()))
    }

    /// Whether all of it went back, by the words of its source.
    pub(super) fn is_refunded(&self) -> bool {
        let state = self.payment_state.trim().to_lowercase();
        // One program closes an order when all of it was given back, and has another word for one that is done.
        let is_closed = self.source == "magento" && state == "closed";
        is_closed || ["refunded", "wc-refunded", "fully refunded"].contains(&state.as_str())
    }

    /// What its totals contradict, in words; `None` when they agree with each other and with the lines. Sources count taxes
    /// into prices or not, subtract discounts before the subtotal or behind it, and name what gift cards paid as a part of the
    /// total or beside it: each of these is an agreement.
    #[must_use]
    pub fn contradiction(&self) -> Option<String> {
        let of_lines = self.lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.sum()?));
        let Some(sum) = of_lines.filter(|sum| sum.unsigned_abs() < 1 << 60) else {
            return Some("its lines are too large to be added".to_owned());
        };
        let off = self.lines.iter().map(|line| line.discount_cents).fold(0, i64::saturating_add);
        if !self.lines.is_empty() && ![sum, sum.saturating_sub(off)].iter().any(|sum| self.has_subtotal(*sum))
        {
            return Some(format!(
                "its lines come to {}, and its subtotal is {}",
                decimal(sum),
                decimal(self.subtotal_cents)
            ));
        }
        (!self.has_total()).then(|| {
            let Order { subtotal_cents, discount_cents, shipping_cents, tax_cents, fee_cents, total_cents, .. } = *self;
            let parts = [subtotal_cents, discount_cents, shipping_cents, tax_cents, fee_cents, total_cents].map(decimal);
            let [subtotal, discount, shipping, tax, fee, total] = parts;
            let fees = if fee_cents == 0 { String::new() } else { format!(", fees of {fee}") };
            format!("a subtotal of {subtotal}, a discount of {discount}, shipping of {shipping}{fees} and taxes of {tax} do not make {total}")
        })
    }

    /// What rounding may have moved: half a hundredth for each amount that was finer than one.
    fn slack(&self) -> u64 {
        self.stated.len() as u64
    }

    fn has_subtotal(&self, sum: i64) -> bool {
        let (subtotal, discount, tax) = (self.subtotal_cents, self.discount_cents, self.tax_cents);
        let mut shapes = [-discount, 0, discount].into_iter().flat_map(|off| [off - tax, off, off + tax]);
        shapes.any(|off| sum.abs_diff(subtotal.saturating_add(off)) <= self.slack())
    }

    fn has_total(&self) -> bool {
        let base = self.subtotal_cents.saturating_add(self.shipping_cents);
        let optional = [-self.discount_cents, self.tax_cents, self.fee_cents, -self.gift_card_cents];
        (0..1_u32 << optional.len()).any(|chosen| {
            let parts = optional.iter().enumerate().filter(|(at, _)| chosen & (1 << at) != 0);
            let total = parts.map(|(_, cents)| *cents).fold(base, i64::saturating_add);
            total.abs_diff(self.total_cents) <= self.slack()
        })
    }
}
