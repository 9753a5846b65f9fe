//! What a service that works out taxes is asked, and what it answers (S-330).
//!
//! The question is everything that decides on the taxes: what is paid for each line after coupons, its class, delivery, the
//! place. Its digest names it, so an answer holds for a cart for as long as the cart asks the same, and not a moment longer.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::address::ShippingLocation;
use crate::currency::CurrencyCode;
use crate::money::Cents;
use crate::percent::Percent;
use crate::product::ProductType;

/// Countries whose taxes differ by postal code.
const BY_POSTAL_CODE: [&str; 3] = ["CA", "PR", "US"];

/// Who works out the taxes.
#[derive(Debug, Clone, Copy, Default)]
pub enum TaxesBy<'a> {
    /// The shop's own rules.
    #[default]
    Rules,
    /// A service.
    Service(ServiceTerms<'a>),
}

/// How a service is used.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServiceTerms<'a> {
    /// What it answered for this cart.
    pub known: &'a [TaxCalculation],
    /// Prices hold their tax, where no rule of the shop says whether they do.
    pub included: bool,
    /// The shop's own rules hold while it does not answer; else nothing is sold meanwhile.
    pub or_rules: bool,
}

/// What a service is asked of a cart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxQuestion {
    /// The currency of every amount.
    pub currency: CurrencyCode,
    /// Where it goes, is collected, or the buyer is.
    pub place: ShippingLocation,
    /// Something goes there.
    pub is_shipped: bool,
    /// What is bought, but for gift cards and what costs nothing.
    pub lines: Vec<TaxedLine>,
    /// What delivery costs.
    pub shipping_cents: Cents,
    /// The price of delivery holds its tax.
    pub shipping_included: bool,
    /// The VAT number of a firm that owes the tax itself; else "".
    pub vat_id: String,
}

/// A line of the question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxedLine {
    /// Its place in the cart.
    pub entry: usize,
    /// What is paid for it in all, by whatever means.
    pub cents: Cents,
    /// How many.
    pub quantity: u32,
    /// The tax class of its product.
    pub class: String,
    /// What it is.
    pub product_type: ProductType,
    /// The price holds its tax.
    pub included: bool,
}

/// What a service answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxCalculation {
    /// What the service calls it.
    pub id: String,
    /// The digest of the question.
    pub asked: String,
    /// The taxes of each line of the question.
    pub lines: Vec<Vec<CalculatedTax>>,
    /// The taxes of delivery.
    pub shipping: Vec<CalculatedTax>,
    /// The buyer owes the tax.
    pub reverse_charge: bool,
    /// Everything that was asked about, with its taxes.
    pub total_cents: Cents,
}

/// One tax of one line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CalculatedTax {
    /// What it is called on a receipt, with the place that takes it where that is smaller than a country.
    pub name: String,
    /// Percent.
    pub rate: Percent,
    /// What it is taken of.
    pub net_cents: Cents,
    /// The tax.
    pub tax_cents: Cents,
}

impl TaxQuestion {
    /// Names the question: two that are answered alike have one digest.
    #[must_use]
    pub fn digest(&self) -> String {
        // Plain values: they become JSON.
        let text = serde_json::to_vec(self).unwrap_or_default();
        hex::encode(&Sha256::digest(text)[..16])
    }

    /// The place is said so far that its taxes can be known.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        !needs_postal_code(&self.place) || !self.place.postal_code.trim().is_empty()
    }
}

/// The taxes of the place's country depend on the postal code.
pub(super) fn needs_postal_code(place: &ShippingLocation) -> bool {
    BY_POSTAL_CODE.contains(&place.country_code().as_str())
}
