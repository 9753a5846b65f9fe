//! Subscriptions: how often a shopper pays and for how long (C-065, C-066).

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a subscribable product asks: a payment every period, for a number of periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionPlan {
    /// The time from one payment to the next.
    #[cfg_attr(feature = "schema", schema(required))]
    pub billing_period: BillingPeriod,
    /// How many payments; 0 means until it is cancelled.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub num_billing_cycles: u32,
}

/// A number of weeks, months or years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BillingPeriod {
    /// How many; at least 1.
    pub value: u32,
    /// Of what.
    pub unit: BillingUnit,
}

/// The units of a billing period (N-023).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum BillingUnit {
    /// Seven days.
    Week,
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
}

impl BillingUnit {
    /// How many of these make a year: 52, 12 or 1 (N-053).
    #[must_use]
    pub fn periods_per_year(self) -> u32 {
        match self {
            Self::Week => 52,
            Self::Month => 12,
            Self::Year => 1,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

/// A length of time as it is shown: `26 weeks`, `1 year`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    /// How many.
    pub value: u64,
    /// Of what.
    pub unit: BillingUnit,
}

impl Duration {
    /// The length, in years when it is a whole number of years (C-066).
    #[must_use]
    pub fn new(value: u64, unit: BillingUnit) -> Self {
        let in_a_year = u64::from(unit.periods_per_year());
        if value > 0 && value.is_multiple_of(in_a_year) {
            Self { value: value / in_a_year, unit: BillingUnit::Year }
        } else {
            Self { value, unit }
        }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.value == 1 { "" } else { "s" };
        write!(f, "{} {}{plural}", self.value, self.unit.noun())
    }
}

impl SubscriptionPlan {
    /// How long the subscription lasts: period times cycles; `None` when it goes on until it is cancelled.
    #[must_use]
    pub fn duration(&self) -> Option<Duration> {
        if self.num_billing_cycles == 0 {
            return None;
        }
        // Two 32-bit numbers multiply within 64 bits.
        let value = u64::from(self.billing_period.value) * u64::from(self.num_billing_cycles);
        Some(Duration::new(value, self.billing_period.unit))
    }

    /// How often, to follow a price: `every week`, `every 2 months`, `every year` for 12 months.
    #[must_use]
    pub fn every_text(&self) -> String {
        let period = Duration::new(u64::from(self.billing_period.value), self.billing_period.unit);
        if period.value == 1 { format!("every {}", period.unit.noun()) } else { format!("every {period}") }
    }

    /// How often and for how long: `every 2 weeks for 1 year`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.duration() {
            Some(duration) => format!("{} for {duration}", self.every_text()),
            None => self.every_text(),
        }
    }
}
