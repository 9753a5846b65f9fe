//! PayPal: orders (v2) that the shopper agrees to on PayPal's page, and captures of them.
//!
//! An order is opened for exactly the total, its name is stored, then the shopper is sent to PayPal. Money moves when we capture:
//! when the shopper is back, when PayPal tells that they agreed, or when the shop asks by itself. Each step carries a
//! `PayPal-Request-Id` made from the order, so that a repeat is answered with the first one's result.

use super::paypal_calls::{Calls, Reply};
use super::paypal_event::{self, OURS};
use super::paypal_risk::Judged;
use super::paypal_wire::{Amount, Refusal, WireOrder, WireRefund};
use super::provider::{
    Answer, Charge, Event, EventFault, Message, NoAnswer, Outcome, PaymentMethod, PaymentProvider, Refund,
    RefundOutcome,
};
use super::risk::Risk;
use futures_util::future::BoxFuture;
use reqwest::{Method, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The name that is stored with a payment.
pub const PAYPAL: &str = "paypal";
/// How many messages PayPal is asked about at once; more are sent again.
const QUESTIONS: usize = 8;
/// What signs a message of PayPal's, and what the call that verifies it names it.
const SIGNED_BY: [(&str, &str); 5] = [
    ("paypal-auth-algo", "auth_algo"),
    ("paypal-cert-url", "cert_url"),
    ("paypal-transmission-id", "transmission_id"),
    ("paypal-transmission-sig", "transmission_sig"),
    ("paypal-transmission-time", "transmission_time"),
];
const HEADERS: [&str; 5] = [SIGNED_BY[0].0, SIGNED_BY[1].0, SIGNED_BY[2].0, SIGNED_BY[3].0, SIGNED_BY[4].0];
/// The longest header of a message that PayPal is asked about.
const LONGEST_HEADER: usize = 1000;

/// What opens an account at PayPal.
#[derive(Clone)]
pub struct PayPalKeys {
    /// The client id of the app.
    pub client: String,
    /// Its secret.
    pub secret: String,
    /// The id of the webhook whose messages are taken.
    pub webhook: String,
    /// It moves no money.
    pub is_test: bool,
}

/// The provider.
pub struct PayPal {
    calls: Calls,
    /// The id of the webhook whose messages are taken.
    webhook: String,
    is_test: bool,
    /// The questions whose message somebody has sent us, which anybody may.
    questions: Semaphore,
}

#[derive(Deserialize)]
struct Verification {
    #[serde(default)]
    verification_status: String,
}

impl PayPal {
    /// PayPal at `url` (its own address, its sandbox, or that of a server that speaks the same calls).
    ///
    /// # Errors
    /// When the machine has no certificates to trust.
    pub fn new(keys: PayPalKeys, url: &str, pause: Duration) -> Result<Self, reqwest::Error> {
        let calls = Calls::new((keys.client, keys.secret), url, pause)?;
        Ok(PayPal {
            calls,
            webhook: keys.webhook,
            is_test: keys.is_test,
            questions: Semaphore::new(QUESTIONS),
        })
    }

    async fn open(&self, charge: Charge) -> Result<String, NoAnswer> {
        let amount = Amount::of(charge.amount_cents, &charge.currency);
        let (Some(page), Some(amount)) = (&charge.page, amount) else {
            return Err(NoAnswer("this amount cannot be asked for".into()));
        };
        let order = json!({
            "intent": "CAPTURE",
            // PayPal takes an invoice once: of two captures of one order the second is refused.
            "purchase_units": [{"custom_id": charge.order_id, "invoice_id": charge.order_id, "amount": amount}],
            "payment_source": {"paypal": {"experience_context": {
                "brand_name": page.shop.chars().take(127).collect::<String>(),
                "shipping_preference": "NO_SHIPPING", "user_action": "PAY_NOW",
                "return_url": page.return_to, "cancel_url": page.back_to,
            }}},
        });
        let key = format!("order-{}", charge.order_id);
        match self.calls.call::<WireOrder>(Method::POST, ORDERS, Some(&order), Some(&key)).await? {
            Reply::Done(order) => Ok(order.id),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    /// The order; `None` when PayPal does not have it any more.
    async fn order(&self, reference: &str) -> Result<Option<WireOrder>, NoAnswer> {
        match self.calls.call::<WireOrder>(Method::GET, &path(ORDERS, reference, ""), None, None).await? {
            Reply::Done(order) => Ok(Some(order)),
            Reply::Refused(StatusCode::NOT_FOUND, _) => Ok(None),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn outcome(&self, reference: &str) -> Result<Outcome, NoAnswer> {
        Ok(self.order(reference).await?.map_or(Outcome::Declined, |order| order.outcome()))
    }

    /// Takes the money of an order that its shopper agreed to.
    async fn capture(&self, reference: String) -> Result<Outcome, NoAnswer> {
        let Some(order) = self.order(&reference).await? else { return Ok(Outcome::Declined) };
        if !order.is_agreed() {
            return Ok(order.outcome());
        }
        // An order that the shopper changed, for another way of paying, is another request. It is captured once in any case.
        let changed = order.update_time.as_deref().unwrap_or_default();
        let (path, key) = (path(ORDERS, &reference, "/capture"), format!("capture-{reference}-{changed}"));
        match self.calls.call::<WireOrder>(Method::POST, &path, Some(&json!({})), Some(&key)).await? {
            Reply::Done(order) => Ok(order.outcome()),
            Reply::Refused(StatusCode::NOT_FOUND, _) => Ok(Outcome::Declined),
            Reply::Refused(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, fault) => {
                Err(unexpected(StatusCode::FORBIDDEN, &fault))
            }
            Reply::Refused(_, fault) => match fault.issue() {
                // Another way of paying may do.
                "INSTRUMENT_DECLINED" | "PAYER_ACTION_REQUIRED" | "ORDER_NOT_APPROVED" => {
                    Ok(order.ask_shopper())
                }
                "ORDER_ALREADY_CAPTURED" | "DUPLICATE_INVOICE_ID" => self.outcome(&reference).await,
                issue => {
                    tracing::warn!(issue, "PayPal did not take a payment");
                    Ok(Outcome::Declined)
                }
            },
        }
    }

    /// An order that nobody captures takes no money; PayPal forgets it by itself.
    async fn leave(&self, reference: String) -> Result<Outcome, NoAnswer> {
        match self.outcome(&reference).await? {
            Outcome::Open | Outcome::NeedsShopper { .. } => Ok(Outcome::Declined),
            ended => Ok(ended),
        }
    }

    /// What PayPal and the card's bank say of money that was taken; of what it does not know any more nothing.
    async fn judged(&self, reference: String) -> Result<Risk, NoAnswer> {
        let path = path("/v2/payments/captures", &reference, "");
        match self.calls.call::<Judged>(Method::GET, &path, None, None).await? {
            Reply::Done(judged) => Ok(judged.risk()),
            Reply::Refused(StatusCode::NOT_FOUND, _) => Ok(Risk::default()),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn give_back(&self, refund: Refund) -> Result<RefundOutcome, NoAnswer> {
        let Some(amount) = Amount::of(refund.amount_cents, &refund.currency) else {
            return Ok(RefundOutcome::Failed("PayPal cannot give back exactly this amount".into()));
        };
        let id = format!("{OURS}{}", refund.id);
        let body = json!({"amount": amount, "custom_id": id});
        let path = path("/v2/payments/captures", &refund.reference, "/refund");
        match self.calls.call::<WireRefund>(Method::POST, &path, Some(&body), Some(&id)).await? {
            Reply::Done(made) if made.has_failed() => Ok(RefundOutcome::Failed(made.status)),
            Reply::Done(made) => Ok(RefundOutcome::Done(made.id)),
            Reply::Refused(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, fault) => {
                Err(unexpected(StatusCode::FORBIDDEN, &fault))
            }
            Reply::Refused(_, fault) => Ok(RefundOutcome::Failed(fault.issue().to_owned())),
        }
    }

    /// Whether a message is PayPal's own: PayPal says so itself, of every letter of it.
    async fn verify(&self, message: Message) -> Result<Event, EventFault> {
        let body = std::str::from_utf8(&message.body).ok();
        let raw: Option<&RawValue> = body.and_then(|body| serde_json::from_str(body).ok());
        let Some(raw) = raw else { return Err(EventFault::Unreadable("it is no JSON".into())) };
        let mut asked: Vec<(&str, Value)> = vec![("webhook_id", self.webhook.as_str().into())];
        for (header, member) in SIGNED_BY {
            let value = message.header(header);
            // What cannot be signed is not worth a question.
            if value.is_empty() || value.len() > LONGEST_HEADER {
                return Err(EventFault::NotOurs);
            }
            asked.push((member, value.into()));
        }
        let event = paypal_event::read(&message.body)?;
        let asked = Verify { asked: asked.into_iter().collect(), webhook_event: raw };
        let asked =
            serde_json::to_string(&asked).map_err(|fault| EventFault::Unreadable(fault.to_string()))?;
        let Ok(_turn) = self.questions.try_acquire() else {
            return Err(EventFault::NoAnswer(NoAnswer("too many messages at once".into())));
        };
        let path = "/v1/notifications/verify-webhook-signature";
        match self.calls.send::<Verification>(Method::POST, path, Some(&asked), None).await? {
            Reply::Done(said) if said.verification_status == "SUCCESS" => Ok(event),
            Reply::Done(_) | Reply::Refused(..) => Err(EventFault::NotOurs),
        }
    }
}

/// The question whether a message is PayPal's: the message stands in it as it came.
#[derive(Serialize)]
struct Verify<'a> {
    #[serde(flatten)]
    asked: BTreeMap<&'a str, Value>,
    webhook_event: &'a RawValue,
}

const ORDERS: &str = "/v2/checkout/orders";

fn path(calls: &str, reference: &str, verb: &str) -> String {
    // The name came from PayPal, but an address is not the place to trust that.
    let name: String = form_urlencoded::byte_serialize(reference.as_bytes()).collect();
    format!("{calls}/{name}{verb}")
}

/// A refusal that no shopper caused: wrong keys, an account that may not charge.
fn unexpected(status: StatusCode, fault: &Refusal) -> NoAnswer {
    NoAnswer(format!("{status} {} {}", fault.name, fault.issue()))
}

impl PaymentProvider for PayPal {
    fn name(&self) -> &'static str {
        PAYPAL
    }

    fn title(&self) -> &'static str {
        "PayPal"
    }

    fn is_test(&self) -> bool {
        self.is_test
    }

    fn has_page(&self) -> bool {
        true
    }

    fn takes(&self, amount_cents: i64, currency: &str) -> bool {
        Amount::of(amount_cents, currency).is_some()
    }

    fn prepare(&self, charge: Charge) -> Answer<'_, String> {
        Box::pin(self.open(charge))
    }

    fn charge(&self, reference: String, _: PaymentMethod, _: String) -> Answer<'_, Outcome> {
        Box::pin(self.capture(reference))
    }

    fn look(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(async move { self.outcome(&reference).await })
    }

    fn conclude(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(self.capture(reference))
    }

    fn close(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(self.leave(reference))
    }

    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome> {
        Box::pin(self.give_back(refund))
    }

    fn judges(&self) -> bool {
        true
    }

    fn risk(&self, reference: String) -> Answer<'_, Risk> {
        Box::pin(self.judged(reference))
    }

    fn signing_headers(&self) -> &'static [&'static str] {
        &HEADERS
    }

    fn read_event(&self, message: Message) -> BoxFuture<'_, Result<Event, EventFault>> {
        Box::pin(self.verify(message))
    }
}
