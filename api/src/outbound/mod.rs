//! The outside world: who takes payments, who knows people from programs, who carries emails.

pub mod captcha;
pub mod connector;
pub mod email;
pub mod hook;
pub mod mail;
pub mod payment;
pub mod places;
pub mod smtp;
pub mod stream;
pub mod tax;
pub mod vat;
