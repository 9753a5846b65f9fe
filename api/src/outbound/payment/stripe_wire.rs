//! What Stripe's answers look like, as far as we read them.

use super::provider::{Outcome, SavedPaymentMethod};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A PaymentIntent.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Intent {
    pub id: String,
    pub status: String,
    #[serde(default)]
    pub client_secret: Option<String>,
    #[serde(default)]
    pub amount: i64,
    #[serde(default)]
    pub amount_received: i64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub customer: Option<Expandable>,
    #[serde(default)]
    pub payment_method: Option<Expandable>,
    #[serde(default)]
    pub setup_future_usage: Option<String>,
    #[serde(default)]
    pub next_action: Option<NextAction>,
    #[serde(default)]
    pub last_payment_error: Option<serde_json::Value>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

/// What the shopper has to do, as far as it is a way to another page.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct NextAction {
    #[serde(default)]
    pub redirect_to_url: Option<RedirectToUrl>,
}

/// The other page.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct RedirectToUrl {
    #[serde(default)]
    pub url: String,
}

/// A member that is an id, or the object itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Expandable {
    Id(String),
    Object { id: String },
}

impl Expandable {
    pub fn id(&self) -> &str {
        match self {
            Expandable::Id(id) | Expandable::Object { id } => id,
        }
    }
}

impl Intent {
    /// How the payment stands.
    pub fn outcome(&self) -> Outcome {
        match self.status.as_str() {
            "succeeded" => Outcome::Paid { reference: self.id.clone(), kept: self.kept() },
            "canceled" => Outcome::Declined,
            "requires_action" => match &self.client_secret {
                Some(client_secret) => Outcome::NeedsShopper {
                    client_secret: Some(client_secret.clone()),
                    redirect: self.redirect(),
                },
                None => Outcome::Processing,
            },
            // After a declined card an intent waits for another one.
            "requires_payment_method" if self.last_payment_error.is_some() => Outcome::Declined,
            "requires_payment_method" | "requires_confirmation" => Outcome::Open,
            // `processing`, and states of ways of paying that we do not ask for.
            _ => Outcome::Processing,
        }
    }

    /// Where the shopper is sent.
    fn redirect(&self) -> Option<String> {
        web_address(&self.next_action.as_ref()?.redirect_to_url.as_ref()?.url)
    }

    fn kept(&self) -> Option<SavedPaymentMethod> {
        self.setup_future_usage.as_ref()?;
        Some(SavedPaymentMethod {
            customer: self.customer.as_ref()?.id().to_owned(),
            method: self.payment_method.as_ref()?.id().to_owned(),
        })
    }
}

/// An address that a shopper may be sent to: nothing but an address of the web becomes one.
pub(super) fn web_address(url: &str) -> Option<String> {
    (url.starts_with("https://") || url.starts_with("http://")).then(|| url.to_owned())
}

/// A Checkout Session: a payment on Stripe's own page.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Session {
    pub id: String,
    #[serde(default)]
    pub status: Option<String>,
    #[serde(default)]
    pub payment_status: Option<String>,
    #[serde(default)]
    pub url: Option<String>,
    #[serde(default)]
    pub amount_total: Option<i64>,
    #[serde(default)]
    pub currency: Option<String>,
    #[serde(default)]
    pub payment_intent: Option<Expandable>,
    #[serde(default)]
    pub customer: Option<Expandable>,
    #[serde(default, deserialize_with = "if_whole")]
    pub setup_intent: Option<SetupIntent>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

/// A SetupIntent that is there as a whole; one that is only named was not asked for.
fn if_whole<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<SetupIntent>, D::Error> {
    let value = serde_json::Value::deserialize(reader)?;
    Ok(value.is_object().then(|| serde_json::from_value(value).unwrap_or_default()))
}

impl Session {
    /// How the payment stands, as far as the session tells. One that is complete and not paid says neither whether a bank is at
    /// work nor whether it failed: its intent does.
    pub fn outcome(&self) -> Outcome {
        match (self.status.as_deref(), self.payment_status.as_deref()) {
            (Some("expired"), _) => Outcome::Declined,
            (Some("complete"), Some("paid")) => match &self.payment_intent {
                Some(intent) => Outcome::Paid { reference: intent.id().to_owned(), kept: None },
                None => Outcome::Processing,
            },
            (Some("open"), _) => match self.url.as_deref().and_then(web_address) {
                Some(url) => Outcome::NeedsShopper { client_secret: None, redirect: Some(url) },
                None => Outcome::Open,
            },
            _ => Outcome::Processing,
        }
    }
}

impl Session {
    /// The card that was entered, of a session that only asks for one.
    pub fn entered(&self) -> Option<SavedPaymentMethod> {
        if self.status.as_deref() != Some("complete") {
            return None;
        }
        let intent = self.setup_intent.as_ref().filter(|intent| intent.status == "succeeded")?;
        Some(SavedPaymentMethod {
            customer: self.customer.as_ref()?.id().to_owned(),
            method: intent.payment_method.as_ref()?.id().to_owned(),
        })
    }
}

/// A SetupIntent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SetupIntent {
    pub status: String,
    pub payment_method: Option<Expandable>,
}

/// A list.
#[derive(Debug, Deserialize)]
pub(super) struct Listed<T> {
    pub data: Vec<T>,
}

/// A PaymentMethod: what it says of itself stands under the name of its kind.
#[derive(Debug, Deserialize)]
pub(super) struct WireCard {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(flatten)]
    pub rest: BTreeMap<String, serde_json::Value>,
}

/// A CustomerSession.
#[derive(Debug, Deserialize)]
pub(super) struct Secret {
    pub client_secret: String,
}

/// A Refund.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WireRefund {
    pub id: String,
    #[serde(default)]
    pub status: Option<String>,
    #[serde(default)]
    pub amount: i64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub payment_intent: Option<Expandable>,
    #[serde(default)]
    pub failure_reason: Option<String>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

impl WireRefund {
    pub fn has_failed(&self) -> bool {
        matches!(self.status.as_deref(), Some("failed" | "canceled"))
    }
}

/// A Dispute.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WireDispute {
    pub id: String,
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub amount: i64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub payment_intent: Option<Expandable>,
}

/// A Charge.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WireCharge {
    #[serde(default)]
    pub amount_refunded: i64,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub payment_intent: Option<Expandable>,
}

/// Anything with a name.
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    pub id: String,
}

/// The body of a refusal.
#[derive(Debug, Deserialize)]
pub(super) struct Refusal {
    pub error: Fault,
}

/// Its description. The card's data never stands here.
#[derive(Debug, Default, Deserialize)]
pub struct Fault {
    /// What kind of fault it is.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The word for why.
    #[serde(default)]
    pub code: Option<String>,
    /// What of the call it is about.
    #[serde(default)]
    pub param: Option<String>,
    /// The same in a sentence.
    #[serde(default)]
    pub message: Option<String>,
}

impl Fault {
    /// Whether what a part of the call names is not there.
    pub fn is_about(&self, part: &str) -> bool {
        self.code.as_deref() == Some("resource_missing") && self.param.as_deref() == Some(part)
    }
}

/// An amount as Stripe counts it: hundredths, or whole units of a currency that has no smaller ones.
pub fn to_wire(cents: i64, currency: &str) -> i64 {
    match digits(currency) {
        // Half a unit and more is rounded up, as it is shown.
        0 => cents.saturating_add(50).div_euclid(100),
        _ => cents,
    }
}

/// And back.
pub fn from_wire(amount: i64, currency: &str) -> i64 {
    match digits(currency) {
        0 => amount.saturating_mul(100),
        _ => amount,
    }
}

fn digits(currency: &str) -> u8 {
    loggia_commerce::CurrencyCode::parse(currency).unwrap_or_default().fraction_digits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_012_a_currency_without_hundredths_is_charged_in_whole_units() {
        assert_eq!((to_wire(50_000, "JPY"), from_wire(500, "jpy")), (500, 50_000));
        assert_eq!((to_wire(50_050, "JPY"), to_wire(50_049, "JPY")), (501, 500));
        assert_eq!((to_wire(1_250, "EUR"), from_wire(1_250, "eur")), (1_250, 1_250));
    }

    #[test]
    fn each_status_of_an_intent_means_one_thing() {
        let intent = |json: serde_json::Value| serde_json::from_value::<Intent>(json).unwrap().outcome();
        let with =
            |status: &str| intent(serde_json::json!({"id": "pi_1", "status": status, "client_secret": "s"}));
        assert_eq!(with("succeeded"), Outcome::Paid { reference: "pi_1".into(), kept: None });
        assert_eq!(with("canceled"), Outcome::Declined);
        assert_eq!(
            with("requires_action"),
            Outcome::NeedsShopper { client_secret: Some("s".into()), redirect: None }
        );
        let sent_to = |url: &str| {
            let next = serde_json::json!({"type": "redirect_to_url", "redirect_to_url": {"url": url, "return_url": "https://shop.example"}});
            intent(
                serde_json::json!({"id": "pi_1", "status": "requires_action", "client_secret": "s", "next_action": next}),
            )
        };
        let needs = |redirect: Option<&str>| Outcome::NeedsShopper {
            client_secret: Some("s".into()),
            redirect: redirect.map(str::to_owned),
        };
        assert_eq!(sent_to("https://bank.example/1"), needs(Some("https://bank.example/1")));
        assert_eq!(sent_to("javascript:alert(1)"), needs(None));
        assert_eq!(with("requires_payment_method"), Outcome::Open);
        assert_eq!(with("processing"), Outcome::Processing);
        let declined = serde_json::json!({"id": "pi_1", "status": "requires_payment_method", "last_payment_error": {"code": "card_declined"}});
        assert_eq!(intent(declined), Outcome::Declined);
        let kept = serde_json::json!({"id": "pi_1", "status": "succeeded", "customer": "cus_1", "payment_method": {"id": "pm_1"}, "setup_future_usage": "off_session"});
        let Outcome::Paid { kept, .. } = intent(kept) else { unreachable!() };
        assert_eq!(kept, Some(SavedPaymentMethod { customer: "cus_1".into(), method: "pm_1".into() }));
    }
}
