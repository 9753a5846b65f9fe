//! Who takes the money. Every provider answers a repeated call about one payment with the first one's outcome.

mod charged;
mod provider;
mod stripe;
mod stripe_event;
mod stripe_wire;
mod test;

pub use charged::charged;
pub use provider::{
    Answer, Charge, Dispute, DisputeState, Event, EventFault, News, NoAnswer, Outcome, PaymentMethod,
    PaymentProvider, Refund, RefundOutcome, SavedPaymentMethod,
};
pub use stripe::{Stripe, StripeKeys};
pub use test::{TEST_PASS, TestProvider};
