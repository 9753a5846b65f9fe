//! Dates, times and intervals in every locale.

mod calendar;
mod data;
mod eras;
mod format;
mod interval;
mod moment;
mod options;
mod pattern;
mod skeleton;
mod week;
mod write;
mod zone;
mod zone_name;

pub use calendar::Calendar;
pub use format::DateFormat;
pub use interval::IntervalFormat;
pub use moment::{DateRangeError, Moment};
pub use options::{Context, DateOptions, IntervalOptions, Width};
pub(crate) use pattern::join;
pub use week::first_day_of_week;
pub(crate) use write::{capitalise, capitalises};
pub use zone::{Zone, time_zone_data};

#[cfg(test)]
mod tests;
