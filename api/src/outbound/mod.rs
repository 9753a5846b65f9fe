//! The outside world: who takes payments, who knows people from programs, who carries emails and notices.

pub mod captcha;
pub mod connector;
pub mod email;
pub mod hook;
pub mod mail;
pub mod payment;
pub mod places;
pub mod push;
pub mod smtp;
pub mod stream;
pub mod tax;
pub mod tls;
pub mod vat;
