//! What may be asked of a number's form.

use crate::decimal::Rounding;

/// The styles of a plain number (T-136).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum NumberStyle {
    /// `1,234.568`
    #[default]
    Decimal,
    /// `1.2K`
    Short,
    /// `1.2 thousand`
    Long,
    /// `12%` for 0.12
    Percent,
    /// `12%` for 12
    PercentScaled,
    /// `120‰` for 0.12
    PerMille,
    /// `12‰` for 12
    PerMilleScaled,
    /// `1.234E+3`
    Scientific,
}

/// How many digits are shown, and which way the rest is rounded; what is not set is the locale's or currency's own.
///
/// Digit counts above 50 count as 50 (T-135).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DigitOptions {
    /// Which way digits are cut; half-even when not set.
    pub rounding: Rounding,
    /// At least so many digits before the point.
    pub minimum_integer: Option<u8>,
    /// At least so many digits after the point.
    pub minimum_fraction: Option<u8>,
    /// At most so many digits after the point.
    pub maximum_fraction: Option<u8>,
    /// At least so many digits in all; setting it or the maximum rounds by significant digits.
    pub minimum_significant: Option<u8>,
    /// At most so many digits in all.
    pub maximum_significant: Option<u8>,
}

impl DigitOptions {
    /// The most that any digit count may say.
    pub const LIMIT: u8 = 50;

    pub(crate) fn clamped(mut self) -> Self {
        for count in [
            &mut self.minimum_integer,
            &mut self.minimum_fraction,
            &mut self.maximum_fraction,
            &mut self.minimum_significant,
            &mut self.maximum_significant,
        ] {
            *count = count.map(|count| count.min(Self::LIMIT));
        }
        self
    }
}

/// The form of a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct NumberOptions {
    /// The style.
    pub style: NumberStyle,
    /// Whether thousands are grouped; they are unless it says `Some(false)`.
    pub group: Option<bool>,
    /// The digits.
    pub digits: DigitOptions,
}
