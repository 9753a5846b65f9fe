//! How much of everything one visitor may have.

/// Calls a minute from one address, and the limits of one call.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitSettings {
    /// Entries added to a cart in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_ADD_ENTRY", default_value_t = Self::default().add_entry)]
    pub add_entry: u32,
    /// Submissions of one form in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_FORM", default_value_t = Self::default().form)]
    pub form: u32,
    /// A submission sooner after the first touch of its form is kept and marked. Milliseconds; 0 marks none for that.
    #[arg(long, env = "LOGGIA_LIMIT_FORM_FASTEST_MS", default_value_t = Self::default().form_fastest_ms)]
    pub form_fastest_ms: i64,
    /// Restock sign-ups in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_RESTOCK", default_value_t = Self::default().restock)]
    pub restock: u32,
    /// Log-ins in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_LOG_IN", default_value_t = Self::default().log_in)]
    pub log_in: u32,
    /// Checkouts in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_CHECKOUT", default_value_t = Self::default().checkout)]
    pub checkout: u32,
    /// Reviews and comments in a minute.
    #[arg(long, env = "LOGGIA_LIMIT_SAY", default_value_t = Self::default().say)]
    pub say: u32,
    /// Addresses asked for in a minute, while one is typed.
    #[arg(id = "limit-places", long = "limit-places", env = "LOGGIA_LIMIT_PLACES", default_value_t = Self::default().places)]
    pub places: u32,
    /// Events of a visit in a minute: hits, clicks, errors, measurements.
    #[arg(long = "limit-beacon", env = "LOGGIA_LIMIT_BEACON", default_value_t = Self::default().beacon)]
    pub beacon: u32,
    /// Bytes of such events in one call.
    #[arg(long = "limit-beacon-bytes", env = "LOGGIA_LIMIT_BEACON_BYTES", default_value_t = Self::default().beacon_bytes)]
    pub beacon_bytes: usize,
    /// Keys of forms in a minute.
    #[arg(long = "limit-form-key", env = "LOGGIA_LIMIT_FORM_KEY", default_value_t = Self::default().form_key)]
    pub form_key: u32,
    /// Codes of coupons and gift cards in a minute.
    #[arg(long = "limit-code", env = "LOGGIA_LIMIT_CODE", default_value_t = Self::default().code)]
    pub code: u32,
    /// Likes in a minute.
    #[arg(long = "limit-like", env = "LOGGIA_LIMIT_LIKE", default_value_t = Self::default().like)]
    pub like: u32,
    /// Catalogues and source maps handed over in a minute.
    #[arg(long = "limit-hand-over", env = "LOGGIA_LIMIT_HAND_OVER", default_value_t = Self::default().hand_over)]
    pub hand_over: u32,
    /// Files that were bought, fetched in a minute; each part of one counts.
    #[arg(long = "limit-download", env = "LOGGIA_LIMIT_DOWNLOAD", default_value_t = Self::default().download)]
    pub download: u32,
    /// Looks at the pages of orders and subscriptions by link in a minute, and what is done there.
    #[arg(long = "limit-order-page", env = "LOGGIA_LIMIT_ORDER_PAGE", default_value_t = Self::default().order_page)]
    pub order_page: u32,
    /// Calls of a program in a minute, by its key.
    #[arg(long = "limit-key", env = "LOGGIA_LIMIT_KEY", default_value_t = Self::default().key)]
    pub key: u32,
    /// Messages about payments from one address in a minute, where their provider has to be asked whether they are its own (PayPal).
    #[arg(long = "limit-webhook", env = "LOGGIA_LIMIT_WEBHOOK", default_value_t = Self::default().webhook)]
    pub webhook: u32,
    /// Bytes of one body.
    #[arg(long, env = "LOGGIA_LIMIT_BODY_BYTES", default_value_t = Self::default().body_bytes)]
    pub body_bytes: usize,
    /// Milliseconds a body may take to arrive.
    #[arg(long, env = "LOGGIA_LIMIT_BODY_MS", default_value_t = Self::default().body_ms)]
    pub body_ms: u64,
}

impl Default for LimitSettings {
    fn default() -> Self {
        LimitSettings {
            add_entry: 60,
            form: 10,
            form_fastest_ms: 1000,
            restock: 10,
            log_in: 10,
            checkout: 20,
            say: 10,
            places: 120,
            beacon: 600,
            beacon_bytes: 4096,
            form_key: 60,
            code: 20,
            like: 60,
            hand_over: 60,
            download: 120,
            order_page: 60,
            key: 600,
            webhook: 240,
            body_bytes: 64 * 1024,
            body_ms: 10_000,
        }
    }
}
