//! What every handler may hold.

use crate::clock::Clock;
use crate::config::Settings;
use crate::metrics::Metrics;
use crate::outbound::captcha::Verifier;
use crate::outbound::mail::Carrier;
use crate::outbound::payment::PaymentProvider;
use crate::outbound::places::Places;
use crate::published::Publications;
use crate::rates::Rates;
use crate::repository::Db;
use crate::token::Secret;
use std::sync::Arc;

/// The store, the clock, the settings and the outside world, shared by all workers of this process.
pub struct Context {
    /// What is stored.
    pub db: Db,
    /// The catalogue.
    pub publications: Publications,
    /// What time it is.
    pub clock: Clock,
    /// What was set.
    pub settings: Settings,
    /// Signs crumbs; never leaves the process.
    pub secret: Secret,
    /// Who checks captchas.
    pub captcha: Verifier,
    /// Who takes the money.
    pub payments: Arc<dyn PaymentProvider>,
    /// Who knows addresses.
    pub places: Places,
    /// Who carries letters.
    pub mail: Carrier,
    /// Calls a minute.
    pub rates: Rates,
    /// What monitoring reads.
    pub metrics: Metrics,
}
