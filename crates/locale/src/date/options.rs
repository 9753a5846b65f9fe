//! What may be asked of a date's form.

use super::calendar::Calendar;

/// The four standard widths of a date or a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// `Tuesday, February 25, 2020`
    Full,
    /// `February 25, 2020`
    Long,
    /// `Feb 25, 2020`
    Medium,
    /// `2/25/20`
    Short,
}

impl Width {
    /// The width of a word (`full`, `long`, `medium`, `short`).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "full" => Self::Full,
            "long" => Self::Long,
            "medium" => Self::Medium,
            "short" => Self::Short,
            _ => return None,
        })
    }
}

/// Where the text will stand, which decides its first letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// At the beginning of a sentence: capitalised.
    BeginSentence,
    /// Alone, as in a calendar's heading: capitalised where the language does so.
    Standalone,
    /// In a list or a menu: capitalised where the language does so.
    ListOrMenu,
}

impl Context {
    /// The context of CLDR's word; `None` for the middle of a sentence, where nothing changes, and for other words.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "begin-sentence" => Self::BeginSentence,
            "standalone" => Self::Standalone,
            "ui-list-or-menu" => Self::ListOrMenu,
            _ => return None,
        })
    }
}

/// The form of a date (T-120). With nothing set it is the long date.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct DateOptions {
    /// A standard date.
    pub date: Option<Width>,
    /// A standard time.
    pub time: Option<Width>,
    /// The fields to show (`yMMMEd`); beside a standard date only its time fields count, beside a time its date fields.
    pub skeleton: Option<String>,
    /// Which of the locale's ways to join a date and a time is used.
    pub wrap: Option<Width>,
    /// Where the text will stand.
    pub context: Option<Context>,
    /// The calendar; that of the locale when none is given.
    pub calendar: Option<Calendar>,
}

impl DateOptions {
    /// The fields of a skeleton.
    pub fn skeleton(skeleton: &str) -> Self {
        Self { skeleton: Some(skeleton.to_string()), ..Self::default() }
    }
}

/// The form of an interval (T-121). With nothing set it is `yMMMd` when the days differ, else the time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct IntervalOptions {
    /// The fields to show, whatever differs.
    pub skeleton: Option<String>,
    /// The fields to show when the days differ.
    pub date: Option<String>,
    /// The fields to show when only the times differ, or no date fields are given.
    pub time: Option<String>,
    /// Which of the locale's ways to join a date and times is used; the medium one when none is given.
    pub wrap: Option<Width>,
    /// Where the text will stand.
    pub context: Option<Context>,
    /// The calendar; that of the locale when none is given.
    pub calendar: Option<Calendar>,
}
