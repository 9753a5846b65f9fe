//! What every handler may hold.

use crate::clock::Clock;
use crate::config::Settings;
use crate::guard::rate::Rates;
use crate::published::Publications;
use crate::repository::Db;
use crate::token::Secret;

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
    /// Calls a minute.
    pub rates: Rates,
}
