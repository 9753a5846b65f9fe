//! How long what people sent is kept.

use crate::clock::DAY;

/// Whether an address that is typed for a mailing list is a member at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ListConfirmation {
    /// Its owner confirms it by an email first.
    #[default]
    Double,
    /// At once.
    Single,
}

/// Days for which things are kept; 0 keeps them for ever.
#[derive(Clone, Debug, clap::Args)]
pub struct KeepSettings {
    /// Days for which submissions of forms are kept; 0 for ever.
    #[arg(long, env = "LOGGIA_SUBMISSIONS_KEPT_DAYS", default_value_t = Self::default().submissions_kept_days)]
    pub submissions_kept_days: u32,
    /// Days for which submissions are kept that a program may have sent; 0 for ever.
    #[arg(long, env = "LOGGIA_SUSPECTS_KEPT_DAYS", default_value_t = Self::default().suspects_kept_days)]
    pub suspects_kept_days: u32,
    /// Days for which a restock sign-up is kept after its notice was sent, or after it was made; 0 for ever.
    #[arg(long, env = "LOGGIA_NOTICES_KEPT_DAYS", default_value_t = Self::default().notices_kept_days)]
    pub notices_kept_days: u32,
    /// Days for which it is kept what was in emails and messages that were given up; 0 for ever.
    #[arg(long, env = "LOGGIA_GIVEN_UP_KEPT_DAYS", default_value_t = Self::default().given_up_kept_days)]
    pub given_up_kept_days: u32,
    /// Days for which it is kept where an order went, as law asks for invoices; 0 for ever.
    #[arg(long, env = "LOGGIA_ORDER_PLACES_KEPT_DAYS", default_value_t = Self::default().order_places_kept_days)]
    pub order_places_kept_days: u32,
    /// Days for which the record keeps who did something and from where; what was done stays. 0 for ever.
    #[arg(long, env = "LOGGIA_RECORD_PEOPLE_KEPT_DAYS", default_value_t = Self::default().record_people_kept_days)]
    pub record_people_kept_days: u32,
}

impl Default for KeepSettings {
    fn default() -> Self {
        KeepSettings {
            submissions_kept_days: 730,
            suspects_kept_days: 90,
            notices_kept_days: 365,
            given_up_kept_days: 30,
            order_places_kept_days: 3653,
            record_people_kept_days: 730,
        }
    }
}

impl KeepSettings {
    /// The moment before which something is too old; `None` when it is kept for ever.
    pub fn before(days: u32, now: i64) -> Option<i64> {
        (days > 0).then(|| now - i64::from(days) * DAY)
    }
}
