//! Who takes the money. Every provider answers a repeated call about one payment with the first one's outcome.

mod answer;
mod charged;
mod manual;
mod paypal;
mod paypal_calls;
mod paypal_event;
mod paypal_risk;
mod paypal_wire;
mod provider;
mod registry;
mod risk;
mod stripe;
mod stripe_event;
mod stripe_page;
mod stripe_risk;
mod stripe_wallet;
mod stripe_wire;
mod test;
mod wallet;

pub use charged::charged;
pub use manual::{MANUAL, ManualOnly, returned_by_hand};
pub use paypal::{PAYPAL, PayPal, PayPalKeys};
pub use provider::{
    Answer, Charge, Dispute, DisputeState, Event, EventFault, Message, News, NoAnswer, OnPage, Outcome,
    PageLine, PaymentMethod, PaymentProvider, Refund, RefundOutcome, SavedPaymentMethod,
};
pub use registry::Payments;
pub use risk::{Risk, RiskLevel};
pub use stripe::{Reply, STRIPE, Stripe, StripeKeys, unexpected};
pub use stripe_page::{STRIPE_PAGE, StripePage};
pub use stripe_wire::{from_wire, to_wire};
pub use test::{TEST_PASS, TestProvider};
pub use wallet::{AskForCard, KeptCard, Wallet};
