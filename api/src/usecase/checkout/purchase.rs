//! What is bought, by whom, and what the shopper sent for it.

use crate::outbound::payment::Payments;
use crate::published::Publications;
use crate::repository::cart::Key;
use crate::repository::idempotency::Call;
use loggia_commerce::{Buyer, DeliveryWindow, ShippingLocation, VatId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What stands before the name of a provider, where a way of paying is one that leads to the provider's page.
pub const PROVIDER_PREFIX: &str = "provider:";

/// What the shopper sends to buy a cart.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Checkout {
    /// The cart's token; without it the cart of the cookie. A subscription's cart is always named.
    #[serde(default)]
    pub cart_token: Option<String>,
    /// Where the confirmation goes.
    #[serde(default)]
    pub email: String,
    /// Who buys: the name on the parcel, a company, a phone number, a note, who pays.
    #[serde(default)]
    pub buyer: Buyer,
    /// Where the goods go; without it what the cart says.
    #[serde(default)]
    pub shipping_location: Option<ShippingLocation>,
    /// How they go: one of the cart's `shippingOptions`; without it what the cart says.
    #[serde(default)]
    pub shipping_option_id: Option<String>,
    /// When it comes or is collected, where that way of delivery asks for it (`asksWindow`): day and beginning of one of the
    /// `windows` of `GET /api/commerce/delivery-windows`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<DeliveryWindow>,
    /// What the payment provider's field made of the card: with Stripe a confirmation token or payment method. The test
    /// provider pays for `test-pass` and declines all else.
    #[serde(default)]
    pub payment_token: String,
    /// The id of one of the shop's ways of paying by hand (`manual` of the payment settings) or of one that leads to a page of
    /// somebody else's (`pages`, `provider:…`); without it the provider is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<String>,
    /// What the shopper was shown as the total, in minor units, and agreed to: the cart's `grandTotalCents`. A purchase that comes
    /// to something else, or says nothing here, is refused with 409, and nothing is charged.
    #[serde(default)]
    pub total_cents: Option<i64>,
    /// The `digest` of the cart that was shown; refused likewise when it is another one by now.
    #[serde(default)]
    pub cart_digest: Option<String>,
    /// The language of the page, as a BCP 47 tag: the letters about the order are written in it. One that the site is not
    /// published in is the site's own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// The shopper has seen today's prices and agrees (a cart with `priceChanged` is refused otherwise).
    #[serde(default)]
    pub accept_prices: bool,
}

/// A purchase as it is decided about.
pub struct Purchase {
    /// The catalogue.
    pub publications: Publications,
    /// What opens the cart.
    pub key: Key,
    /// Where the confirmation goes.
    pub email: String,
    /// The site user's id, when somebody is signed in.
    pub member: Option<String>,
    /// The `Idempotency-Key`, bound to everything the call says.
    pub call: Option<Call>,
    /// Everybody who takes money.
    pub payments: Arc<Payments>,
    /// Who takes the money of this purchase.
    pub provider: &'static str,
    /// No money moves.
    pub test_mode: bool,
    /// Epoch milliseconds.
    pub now: i64,
    /// The buyer's VAT number, when it looks like one.
    pub vat_id: Option<VatId>,
    /// What the register of VAT numbers says of the buyer's.
    pub vat_id_confirmed: Option<bool>,
    /// The staff has the money of it already: nobody is asked to agree to the total or to the terms.
    pub by_staff: bool,
    /// What the shopper sent.
    pub request: Checkout,
}
