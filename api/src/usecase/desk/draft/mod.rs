//! Orders that the staff prepares: entered, worked out by the rules of a checkout, sent as a link to pay, marked as paid.

pub mod body;
pub mod keep;
pub mod opened;
pub mod paid;
pub mod send;
pub mod shown;
pub(super) mod work_out;
