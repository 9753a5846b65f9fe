//! Where a way of shipping reaches, what it asks for a parcel, and when the parcel comes.

use jiff::civil::{Date, DateTime, Time, Weekday};
use serde::{Deserialize, Serialize};

use crate::address::ShippingLocation;
use crate::money::Cents;

/// The class of goods that say none.
pub const STANDARD_SHIPPING_CLASS: &str = "standard";
/// The most days that a shop may say it needs, and that a parcel may travel.
pub const DELIVERY_DAYS_MAXIMUM: u16 = 365;
const GRAMS_IN_A_KILOGRAM: u64 = 1000;

/// A part of the world: a country, or some of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// ISO 3166 code of two letters; `US` includes its territories.
    pub country: String,
    /// States or provinces, by code or name; none means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// Postal codes: one (`90210`), a beginning (`902*`) or a range of numbers (`90000-90299`); none means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub postal_codes: Vec<String>,
}

/// What a parcel costs, as far as a limit. Of a list the first counts that the parcel fits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    /// The class of goods it is for; missing: every class that no rate of the list names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The largest weight, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_grams: Option<u64>,
    /// The largest price of the goods before discounts, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_cents: Option<Cents>,
    /// The largest count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_items: Option<u64>,
    /// What it costs.
    #[serde(default)]
    pub cost_cents: Cents,
    /// More for each item.
    #[serde(default)]
    pub cost_per_item_cents: Cents,
    /// More for each kilogram begun.
    #[serde(default)]
    pub cost_per_kilogram_cents: Cents,
}

impl Rate {
    fn is_of(&self, class: &str) -> bool {
        self.class.as_deref().is_some_and(|named| named.trim().eq_ignore_ascii_case(class))
    }

    fn fits(&self, load: &Load) -> bool {
        self.up_to_grams.is_none_or(|most| load.grams <= most)
            && self.up_to_cents.is_none_or(|most| load.cents <= most)
            && self.up_to_items.is_none_or(|most| load.items <= most)
    }

    /// What it asks; `None` when that cannot be counted.
    fn cost(&self, load: &Load) -> Option<Cents> {
        cost(self.cost_cents, self.cost_per_item_cents, self.cost_per_kilogram_cents, load)
    }
}

/// A flat price, and more by item and by kilogram begun.
fn cost(flat: Cents, per_item: Cents, per_kilogram: Cents, load: &Load) -> Option<Cents> {
    let by_item = per_item.checked_times(i64::try_from(load.items).ok()?)?;
    let kilograms = i64::try_from(load.grams.div_ceil(GRAMS_IN_A_KILOGRAM)).ok()?;
    flat.checked_add(by_item)?.checked_add(per_kilogram.checked_times(kilograms)?)
}

/// Goods of one class that are to be shipped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Load {
    /// Their class; empty is the standard one.
    pub class: String,
    /// How many.
    pub items: u64,
    /// What they weigh together.
    pub grams: u64,
    /// What they cost before discounts.
    pub cents: Cents,
}

/// What a way of shipping asks for a parcel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fare {
    /// So much.
    Costs(Cents),
    /// It is not carried: a class has no rate, or the goods are beyond every one.
    NotCarried,
    /// More than can be counted.
    TooLarge,
}

/// A price list: a flat price on top, and rates that a parcel must fit.
#[derive(Debug, Clone, Copy)]
pub struct PriceList<'a> {
    /// The flat price.
    pub cost_cents: Cents,
    /// More for each item.
    pub cost_per_item_cents: Cents,
    /// More for each kilogram begun.
    pub cost_per_kilogram_cents: Cents,
    /// The rates; none: everything is carried.
    pub rates: &'a [Rate],
    /// From this price of the goods on it costs nothing.
    pub free_from_cents: Option<Cents>,
}

impl PriceList<'_> {
    /// What it asks for these goods, together. Goods whose class has rates of its own go by those, all others together by the
    /// rates without a class.
    #[must_use]
    pub fn fare(&self, loads: &[Load]) -> Fare {
        let mut groups: Vec<Load> = Vec::new();
        for load in loads {
            let class = Some(load.class.trim()).filter(|class| !class.is_empty());
            let class = class.unwrap_or(STANDARD_SHIPPING_CLASS).to_ascii_lowercase();
            let class = if self.rates.iter().any(|rate| rate.is_of(&class)) { class } else { String::new() };
            let place = groups.iter().position(|group| group.class == class);
            let place = place.unwrap_or_else(|| {
                groups.push(Load { class, ..Load::default() });
                groups.len() - 1
            });
            let group = &mut groups[place];
            group.items = group.items.saturating_add(load.items);
            group.grams = group.grams.saturating_add(load.grams);
            group.cents = group.cents.saturating_add(load.cents);
        }
        let mut sum = Some(Cents::ZERO);
        for group in &groups {
            let asked = if self.rates.is_empty() {
                Some(Cents::ZERO)
            } else {
                let is_for = |rate: &&Rate| match group.class.as_str() {
                    "" => rate.class.is_none(),
                    class => rate.is_of(class),
                };
                match self.rates.iter().filter(is_for).find(|rate| rate.fits(group)) {
                    Some(rate) => rate.cost(group),
                    None => return Fare::NotCarried,
                }
            };
            sum = sum.zip(asked).and_then(|(sum, asked)| sum.checked_add(asked));
        }
        let all = loads.iter().fold(Load::default(), |all, load| Load {
            class: String::new(),
            items: all.items.saturating_add(load.items),
            grams: all.grams.saturating_add(load.grams),
            cents: all.cents.saturating_add(load.cents),
        });
        if self.free_from_cents.is_some_and(|least| all.cents >= least) {
            return Fare::Costs(Cents::ZERO);
        }
        let on_top = cost(self.cost_cents, self.cost_per_item_cents, self.cost_per_kilogram_cents, &all);
        let sum = sum.zip(on_top).and_then(|(sum, on_top)| sum.checked_add(on_top));
        sum.map_or(Fare::TooLarge, Fare::Costs)
    }
}

/// The goods are collected. `true`, or where and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Pickup {
    /// `true`: they are; `false`: they are not.
    Is(bool),
    /// At a point.
    Point(PickupPoint),
}

impl Pickup {
    /// The goods are collected.
    #[must_use]
    pub const fn is_collected(&self) -> bool {
        !matches!(self, Self::Is(false))
    }

    /// Where and when, if that is said.
    #[must_use]
    pub const fn point(&self) -> Option<&PickupPoint> {
        match self {
            Self::Point(point) => Some(point),
            Self::Is(_) => None,
        }
    }
}

/// Where goods are collected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PickupPoint {
    /// Where it is.
    pub address: ShippingLocation,
    /// When it is open, in the shop's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hours: String,
}

/// How many business days a parcel travels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransitDays {
    /// At least.
    pub from: u16,
    /// At most.
    pub to: u16,
}

/// On which days the shop sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BusinessDays {
    /// The weekdays on which nothing is sent and nothing comes, 1 Monday to 7 Sunday.
    pub closed_weekdays: Vec<u8>,
    /// Other such days: `2026-12-24`, or `12-25` for every year.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed_days: Vec<String>,
    /// What is ordered from then on is sent as if ordered on the next day: `14:00`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<String>,
}

impl Default for BusinessDays {
    fn default() -> Self {
        Self { closed_weekdays: vec![6, 7], closed_days: Vec::new(), cut_off: None }
    }
}

/// The first and the last day on which a parcel may come, as `2026-11-27`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeliveryDates {
    /// The first day.
    pub from: String,
    /// The last day; the same for what is collected.
    pub to: String,
}

impl BusinessDays {
    /// When a cut-off is; `None` for a text that is no time of day.
    #[must_use]
    pub fn read_cut_off(text: &str) -> Option<Time> {
        let (hour, minute) = text.split_once(':')?;
        let is_two = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_two(hour) || !is_two(minute) {
            return None;
        }
        Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
    }

    /// True for `2026-12-24` and for `12-25`.
    #[must_use]
    pub fn is_closed_day(text: &str) -> bool {
        // A leap year has every day.
        text.parse::<Date>().is_ok_and(|date| date.to_string() == text)
            || format!("2024-{text}").parse::<Date>().is_ok_and(|date| date.to_string()[5..] == *text)
    }

    fn is_open(&self, date: Date) -> bool {
        let weekday = date.weekday().to_monday_one_offset();
        let written = date.to_string();
        let is_closed = |day: &String| *day == written || written.get(5..) == Some(day.as_str());
        !self.closed_weekdays.iter().any(|closed| i64::from(*closed) == i64::from(weekday))
            && !self.closed_days.iter().any(is_closed)
    }

    /// The business day that many business days after a date, or the first one from it on; `None` where there is none within
    /// two years.
    fn after(&self, date: Date, days: u16) -> Option<Date> {
        const LOOKED_AHEAD: usize = 2 * 366;
        let mut left = days;
        let mut date = date;
        for _ in 0..LOOKED_AHEAD {
            if self.is_open(date) {
                if left == 0 {
                    return Some(date);
                }
                left -= 1;
            }
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// When what is ordered at a moment of the shop's own time comes: it is made ready in `handling` business days and
    /// travels `transit`.
    #[must_use]
    pub fn dates(&self, ordered: DateTime, handling: u16, transit: TransitDays) -> Option<DeliveryDates> {
        let cut_off = self.cut_off.as_deref().and_then(Self::read_cut_off);
        let first = ordered.date();
        let is_late = self.is_open(first) && cut_off.is_some_and(|cut_off| ordered.time() >= cut_off);
        let first = if is_late { first.tomorrow().ok()? } else { first };
        let ready = self.after(self.after(first, 0)?, handling)?;
        let day = |days: u16| self.after(ready, days).map(|date| date.to_string());
        Some(DeliveryDates { from: day(transit.from)?, to: day(transit.to.max(transit.from))? })
    }

    /// The weekday of a number from 1 Monday to 7 Sunday.
    #[must_use]
    pub fn is_weekday(number: u8) -> bool {
        i8::try_from(number).is_ok_and(|number| Weekday::from_monday_one_offset(number).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(days: &BusinessDays, ordered: &str, handling: u16, transit: (u16, u16)) -> String {
        let transit = TransitDays { from: transit.0, to: transit.1 };
        let dates = days.dates(ordered.parse().unwrap(), handling, transit).unwrap();
        format!("{} {}", dates.from, dates.to)
    }

    /// S-681: business days, closed days, the cut-off. 27 November 2026 is a Friday.
    #[test]
    fn s_681_a_parcel_comes_on_business_days() {
        let plain = BusinessDays::default();
        assert_eq!(dates(&plain, "2026-11-25T10:00:00", 1, (2, 3)), "2026-11-30 2026-12-01");
        assert_eq!(dates(&plain, "2026-11-27T10:00:00", 0, (0, 0)), "2026-11-27 2026-11-27");
        // Ordered on a Saturday is ordered on Monday.
        assert_eq!(dates(&plain, "2026-11-28T10:00:00", 1, (1, 1)), "2026-12-02 2026-12-02");
        let with = BusinessDays {
            closed_days: vec!["12-25".into(), "2026-12-24".into()],
            cut_off: Some("14:00".into()),
            ..BusinessDays::default()
        };
        assert_eq!(dates(&with, "2026-12-22T13:59:59", 1, (1, 2)), "2026-12-28 2026-12-29");
        assert_eq!(dates(&with, "2026-12-22T14:00:00", 1, (1, 2)), "2026-12-29 2026-12-30");
        assert_eq!(dates(&with, "2026-12-26T15:00:00", 0, (0, 0)), "2026-12-28 2026-12-28");
        let never = BusinessDays { closed_weekdays: (1..=7).collect(), ..BusinessDays::default() };
        assert_eq!(never.dates("2026-12-22T10:00:00".parse().unwrap(), 0, TransitDays::default()), None);
        for (text, is_one) in [
            ("2026-02-29", false),
            ("02-29", true),
            ("12-32", false),
            ("2026-12-24", true),
            ("", false),
            ("é", false),
        ] {
            assert_eq!(BusinessDays::is_closed_day(text), is_one, "{text}");
        }
        for (text, is_one) in
            [("14:00", true), ("24:00", false), ("9:00", false), ("14", false), ("+1:00", false)]
        {
            assert_eq!(BusinessDays::read_cut_off(text).is_some(), is_one, "{text}");
        }
        assert!(BusinessDays::is_weekday(7) && !BusinessDays::is_weekday(0) && !BusinessDays::is_weekday(8));
    }
}
