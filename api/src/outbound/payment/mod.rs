//! Who takes the money. Every provider answers a repeated call about one payment with the first one's outcome.

mod charged;
mod provider;
mod stripe;
mod stripe_event;
mod stripe_wire;
mod test;

pub use charged::charged;
pub use provider::{
    Answer, Charge, Dispute, DisputeState, Event, EventFault, KeptMeans, Means, News, NoAnswer, Outcome,
    PaymentProvider, Refund, RefundOutcome,
};
pub use stripe::{Stripe, StripeKeys};
pub use test::{TEST_PASS, TestProvider};
