//! How often and for how long a subscription is paid, in the words of a price.

use super::facts::Facts;

/// A product's subscription plan.
///
/// The language reads it from the page's data as it stands, so numbers may be fractions and units any word; the store's
/// own plan, which holds none of these, is `loggia_commerce::SubscriptionPlan`.
pub(super) struct Plan<'a> {
    /// Units from one payment to the next.
    pub(super) period: f64,
    /// `WEEK`, `MONTH`, `YEAR`.
    unit: std::borrow::Cow<'a, str>,
    /// Payments; 0 means until it is cancelled.
    cycles: f64,
    /// The whole length, in years when it is a whole number of years (T-178).
    pub(super) duration: f64,
    duration_in_years: bool,
}

impl<'a> Plan<'a> {
    /// The plan of a product; none without a billing period.
    pub(super) fn of(facts: Facts<'a>) -> Option<Self> {
        let plan = facts.content().get("subscriptionPlan");
        let billing = plan.get("billingPeriod");
        if billing.is_missing() {
            return None;
        }
        let unit = billing.get("unit").to_text();
        let period = billing.get("value").to_number();
        let cycles = plan.get("numBillingCycles").to_number();
        let length = period * cycles;
        let in_a_year = match &*unit {
            "WEEK" => Some(52.0),
            "MONTH" => Some(12.0),
            _ => None,
        };
        let years = in_a_year.filter(|in_a_year| length > 0.0 && length % in_a_year == 0.0);
        let duration = years.map_or(length, |in_a_year| length / in_a_year);
        Some(Self { period, unit, cycles, duration, duration_in_years: years.is_some() })
    }

    fn duration_unit(&self) -> &str {
        if self.duration_in_years { "YEAR" } else { &self.unit }
    }

    /// The `localizedStrings` key of the site's own words: `productPrice__singlePrice__1Monthly__limited__nYears`.
    pub(super) fn key(&self, varied: bool) -> String {
        let one_or_n = |number: f64| if number == 1.0 { "1" } else { "n" };
        let mut key = format!(
            "productPrice__{}__{}{}ly__",
            if varied { "multiplePrices" } else { "singlePrice" },
            one_or_n(self.period),
            capitalised(&self.unit),
        );
        if self.duration == 0.0 {
            key.push_str("indefinite");
        } else {
            key.push_str("limited__");
            key.push_str(one_or_n(self.duration));
            key.push_str(&capitalised(self.duration_unit()));
            key.push('s');
        }
        key
    }

    /// `{price} every {billingPeriodValue} months for {duration} years`, as far as it applies (T-177).
    pub(super) fn default_text(&self, varied: bool) -> String {
        let several = self.period > 1.0;
        let mut text = String::from(if varied { "from {price} every " } else { "{price} every " });
        if several {
            text.push_str("{billingPeriodValue} ");
        }
        text.push_str(&self.unit.to_lowercase());
        if several {
            text.push('s');
        }
        if self.cycles > 0.0 {
            text.push_str(" for {duration} ");
            text.push_str(&self.duration_unit().to_lowercase());
            if self.duration != 1.0 {
                text.push('s');
            }
        }
        text
    }
}

/// `MONTH` → `Month`.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + &letters.as_str().to_lowercase()
}
