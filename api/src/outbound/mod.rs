//! The outside world: who takes payments, who knows people from programs, who carries letters.

pub mod captcha;
pub mod mail;
pub mod payment;
pub mod places;
