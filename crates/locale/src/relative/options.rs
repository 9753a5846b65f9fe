//! What may be asked of relative time.

use super::distance::RelativeField;
use crate::{date::Context, number::DigitOptions};

/// How wide relative time is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum RelativeWidth {
    /// `in 2 hours`
    #[default]
    Wide,
    /// `in 2 hr.`
    Short,
    /// `in 2h`
    Narrow,
}

impl RelativeWidth {
    /// The width of a word (`wide`, `short`, `narrow`).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "wide" => Self::Wide,
            "short" => Self::Short,
            "narrow" => Self::Narrow,
            _ => return None,
        })
    }
}

/// The form of relative time (T-122).
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct RelativeOptions {
    /// The field to tell the distance in; the largest that is not zero when none is given.
    pub field: Option<RelativeField>,
    /// How wide.
    pub width: RelativeWidth,
    /// Numbers, no words ("in 1 day", not "tomorrow").
    pub numeric_only: bool,
    /// "now" for zero even when numeric.
    pub always_now: bool,
    /// Weeks may be used; otherwise days go on up to a month.
    pub allow_weeks: bool,
    /// "last Monday" for whole weeks; needs `allow_weeks`.
    pub day_of_week: bool,
    /// Where the text will stand.
    pub context: Option<Context>,
    /// Whether thousands are grouped; they are unless it says `Some(false)`.
    pub group: Option<bool>,
    /// The digits; none after the point when none is given.
    pub digits: DigitOptions,
}
