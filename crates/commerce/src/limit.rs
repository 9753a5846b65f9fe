//! Numbers the shop holds to. Times are milliseconds.

/// Fewest of one item a shopper can ask for (N-054).
pub const QUANTITY_MINIMUM: u32 = 1;
/// Most of one item in a cart (N-054).
pub const QUANTITY_MAXIMUM: u32 = 9999;
/// Most different entries in a cart; our own limit, so that a cart stays one small answer.
pub const ENTRIES_MAXIMUM: usize = 200;
/// In how many payments a price is split (N-104).
pub const INSTALLMENT_COUNT: u32 = 4;
/// Stock that never ends, as JSON can carry it (C-033).
pub const UNLIMITED_STOCK: u64 = 9_007_199_254_740_991;
/// How long a cart is kept after its last change: 30 days.
pub const CART_LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1000;
