//! How a pending order ends: paid, with everything that follows from it, or cancelled, with everything given back.
//!
//! The shopper's call, its repeats, the provider's own messages, and the sweep after a crash all come here; the one that
//! changes the order's row does the rest in the same transaction, so nothing happens twice.

pub mod cards;
pub mod change_body;
pub mod dispute;
mod given_sum;
mod invoice;
mod issue;
pub mod kept;
pub mod manual;
pub mod marks;
pub mod member;
pub mod order_address;
pub mod order_change;
pub mod order_exchange;
pub mod refund;
pub mod refund_by_line;
pub mod refund_elsewhere;
pub mod renew_due;
pub mod renewal;
mod settle;
mod staff_notice;
pub mod taxes;
mod went_back;

pub use invoice::{credit_given_back, invoice_sent};
pub use settle::{
    HOLD, HOLD_ON_PAGE, HOLD_WINDOW, LONGEST_HOLD, by_variant, cancel, conclude, keep_waiting,
    may_wait_until, pay, processing_until, settle, settle_in,
};
