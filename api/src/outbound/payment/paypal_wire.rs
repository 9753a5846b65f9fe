//! What PayPal's calls look like (Orders v2, Payments v2), as far as we make and read them.

use super::provider::Outcome;
use super::stripe_wire::web_address;
use loggia_commerce::{Cents, CurrencyCode};
use serde::{Deserialize, Serialize};

/// The currencies that PayPal takes, and how many digits it takes after the point.
const CURRENCIES: [(&str, u32); 24] = [
    ("AUD", 2),
    ("BRL", 2),
    ("CAD", 2),
    ("CHF", 2),
    ("CNY", 2),
    ("CZK", 2),
    ("DKK", 2),
    ("EUR", 2),
    ("GBP", 2),
    ("HKD", 2),
    ("HUF", 0),
    ("ILS", 2),
    ("JPY", 0),
    ("MXN", 2),
    ("MYR", 2),
    ("NOK", 2),
    ("NZD", 2),
    ("PHP", 2),
    ("PLN", 2),
    ("SEK", 2),
    ("SGD", 2),
    ("THB", 2),
    ("TWD", 0),
    ("USD", 2),
];

/// An amount as PayPal writes it.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub(super) struct Amount {
    pub currency_code: String,
    pub value: String,
}

impl Amount {
    /// Exactly what is shown, or `None`: a currency that PayPal does not take, or hundredths of one that it takes whole.
    pub fn of(cents: i64, currency: &str) -> Option<Amount> {
        let code = currency.to_ascii_uppercase();
        let (_, digits) = CURRENCIES.iter().find(|(known, _)| *known == code)?;
        let is_shown_whole = CurrencyCode::parse(&code).unwrap_or_default().fraction_digits() == 0;
        let value = match (digits, is_shown_whole) {
            // Half a unit and more is rounded up, as it is shown.
            (0, true) => cents.checked_add(50)?.div_euclid(100).to_string(),
            (0, false) => (cents.rem_euclid(100) == 0).then(|| (cents / 100).to_string())?,
            _ => format!("{}.{:02}", cents.div_euclid(100), cents.rem_euclid(100)),
        };
        (cents >= 0).then_some(Amount { currency_code: code, value })
    }

    /// Minor units, hundredths for every currency; `None` for what is no amount.
    pub fn cents(&self) -> Option<i64> {
        Cents::parse(&self.value).ok().map(Cents::get)
    }
}

/// An order at PayPal: a payment that the shopper agrees to on PayPal's page.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WireOrder {
    pub id: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub update_time: Option<String>,
    #[serde(default)]
    pub purchase_units: Vec<Unit>,
    #[serde(default)]
    pub links: Vec<Link>,
}

/// What is bought; of ours there is one in each order.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Unit {
    #[serde(default)]
    pub custom_id: Option<String>,
    #[serde(default)]
    pub payments: Payments,
}

/// What was taken for it.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Payments {
    #[serde(default)]
    pub captures: Vec<Capture>,
}

/// Money that was taken.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Capture {
    pub id: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub amount: Amount,
    #[serde(default)]
    pub custom_id: Option<String>,
}

/// Where something can be done.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Link {
    #[serde(default)]
    pub href: String,
    #[serde(default)]
    pub rel: String,
}

impl Capture {
    /// How the payment stands.
    pub fn outcome(&self) -> Outcome {
        match self.status.as_str() {
            // What went back afterwards was paid.
            "COMPLETED" | "PARTIALLY_REFUNDED" | "REFUNDED" => {
                Outcome::Paid { reference: self.id.clone(), kept: None }
            }
            "DECLINED" | "FAILED" => Outcome::Declined,
            _ => Outcome::Processing,
        }
    }
}

impl WireOrder {
    /// The shopper agreed, and nothing was taken yet.
    pub fn is_agreed(&self) -> bool {
        self.status == "APPROVED" && self.captures().next().is_none()
    }

    /// How the payment stands.
    pub fn outcome(&self) -> Outcome {
        let mut ended: Vec<Outcome> = self.captures().map(Capture::outcome).collect();
        // One that was refused may be followed by another that was not.
        if let Some(place) = ended.iter().position(|outcome| matches!(outcome, Outcome::Paid { .. })) {
            return ended.swap_remove(place);
        }
        if ended.contains(&Outcome::Processing) {
            return Outcome::Processing;
        }
        match self.status.as_str() {
            "VOIDED" => Outcome::Declined,
            "APPROVED" if ended.is_empty() => Outcome::Open,
            "COMPLETED" if ended.is_empty() => Outcome::Processing,
            "COMPLETED" | "APPROVED" => Outcome::Declined,
            _ => self.ask_shopper(),
        }
    }

    /// On to PayPal's page.
    pub fn ask_shopper(&self) -> Outcome {
        let named = |rel: &str| self.links.iter().find(|link| link.rel == rel);
        let link = named("payer-action").or_else(|| named("approve"));
        match link.and_then(|link| web_address(&link.href)) {
            Some(url) => Outcome::NeedsShopper { client_secret: None, redirect: Some(url) },
            None => Outcome::Open,
        }
    }

    fn captures(&self) -> impl Iterator<Item = &Capture> {
        self.purchase_units.iter().flat_map(|unit| &unit.payments.captures)
    }
}

/// Money that goes back.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WireRefund {
    pub id: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub amount: Amount,
    #[serde(default)]
    pub custom_id: Option<String>,
    #[serde(default)]
    pub links: Vec<Link>,
}

impl WireRefund {
    pub fn has_failed(&self) -> bool {
        matches!(self.status.as_str(), "FAILED" | "CANCELLED")
    }
}

/// The body of a refusal.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Refusal {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub details: Vec<Detail>,
}

/// Why.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Detail {
    #[serde(default)]
    pub issue: String,
}

impl Refusal {
    /// The word for why.
    pub fn issue(&self) -> &str {
        self.details.first().map_or(self.name.as_str(), |detail| detail.issue.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-806: each currency in the digits that PayPal takes; what it cannot take exactly is not asked for.
    #[test]
    fn s_806_amounts_are_exact_in_each_currency() {
        let value = |cents: i64, currency: &str| Amount::of(cents, currency).map(|amount| amount.value);
        for (currency, digits) in CURRENCIES {
            let whole = if digits == 0 { "1234" } else { "1234.00" };
            assert_eq!(value(123_400, currency).as_deref(), Some(whole), "{currency}");
            for cents in [1_i64, 99, 100, 101, 5_000, 123_456_789] {
                let Some(amount) = Amount::of(cents, currency) else {
                    assert!(digits == 0 && cents % 100 != 0, "{currency} {cents}");
                    continue;
                };
                let shown = super::super::charged(cents, currency);
                assert_eq!(amount.cents(), Some(shown), "{currency} {cents}");
            }
        }
        assert_eq!(value(1_296, "JPY").as_deref(), Some("13"));
        assert_eq!((value(1_250, "HUF"), value(1_250, "TWD")), (None, None));
        assert_eq!(value(5, "eur").as_deref(), Some("0.05"));
        assert_eq!((value(100, "INR"), value(-1, "EUR")), (None, None));
    }

    #[test]
    fn s_805_each_state_of_an_order_means_one_thing() {
        let order = |status: &str, captures: &[&str]| {
            let captures: Vec<_> = captures
                .iter()
                .map(|status| serde_json::json!({"id": "c", "status": status, "amount": {"currency_code": "EUR", "value": "1.00"}}))
                .collect();
            let order = serde_json::json!({"id": "o", "status": status, "purchase_units": [{"payments": {"captures": captures}}],
                "links": [{"rel": "payer-action", "href": "https://paypal.example/o"}]});
            serde_json::from_value::<WireOrder>(order).unwrap().outcome()
        };
        let paid = Outcome::Paid { reference: "c".into(), kept: None };
        let asks =
            Outcome::NeedsShopper { client_secret: None, redirect: Some("https://paypal.example/o".into()) };
        assert_eq!((order("CREATED", &[]), order("PAYER_ACTION_REQUIRED", &[])), (asks.clone(), asks));
        assert_eq!((order("APPROVED", &[]), order("VOIDED", &[])), (Outcome::Open, Outcome::Declined));
        assert_eq!(
            (order("COMPLETED", &["COMPLETED"]), order("COMPLETED", &["REFUNDED"])),
            (paid.clone(), paid.clone())
        );
        assert_eq!(order("COMPLETED", &["PARTIALLY_REFUNDED"]), paid);
        assert_eq!(order("COMPLETED", &["PENDING"]), Outcome::Processing);
        assert_eq!(order("COMPLETED", &["DECLINED"]), Outcome::Declined);
        assert_eq!(order("COMPLETED", &["DECLINED", "COMPLETED"]), paid);
    }
}
