//! What an amount is put together of, for programs that have no tables.

/// What stands around and between the digits of an amount in one currency and locale: enough to write any amount without
/// the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyPieces {
    /// The ten digits from 0 on; `None` for those of ASCII.
    pub digits: Option<String>,
    /// CLDR's name of the number system: `latn`, `arab`.
    pub number_system: &'static str,
    /// Between whole and fraction.
    pub decimal: String,
    /// Between groups of digits; empty where they are not grouped.
    pub group: String,
    /// Digits of the group next to the point.
    pub group_size: u8,
    /// Digits of every further group: 2 in India, after a first of 3.
    pub further_group_size: u8,
    /// Digits that stand before the first separator at least: with 2, as in Polish, `1000` has none and `10 000` one.
    pub minimum_grouping: u8,
    /// Digits behind the point.
    pub fraction_digits: u8,
    /// Before and behind an amount that is not negative.
    pub positive: (String, String),
    /// Before and behind the size of a negative amount, with its sign.
    pub negative: (String, String),
}
