//! Stripe: PaymentIntents over HTTPS.
//!
//! An intent is created without being paid, its name is stored, then it is confirmed; each step carries an idempotency
//! key made from the order, so that a repeat of any step is answered with the first one's result.

use super::provider::{
    Answer, Charge, Event, EventFault, Message, NoAnswer, Outcome, PaymentMethod, PaymentProvider, Refund,
    RefundOutcome, SavedPaymentMethod,
};
use super::risk::Risk;
use super::stripe_event::{self, ORDER, REFUND};
use super::stripe_risk::Judged;
use super::stripe_wire::{Fault, Intent, Named, Refusal, WireRefund, to_wire};
use super::wallet::Wallet;
use crate::outbound::tls;
use futures_util::future::BoxFuture;
use loggia_commerce::check_signature;
use reqwest::{Client, Method, StatusCode};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::future::ready;
use std::time::Duration;

/// The version of its calls that this code speaks.
const VERSION: &str = "2024-06-20";
/// The header of a signed message.
const SIGNATURE: &str = "stripe-signature";
/// The name that is stored with a payment.
pub const STRIPE: &str = "stripe";
/// How long one call may take; a bank may be slow.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// How often a call is sent that was not answered, or with "later".
const ATTEMPTS: u32 = 4;

/// What opens an account at Stripe.
#[derive(Clone)]
pub struct StripeKeys {
    /// Signs our calls.
    pub secret: String,
    /// Opens Stripe's fields in the page; public.
    pub publishable: String,
    /// Signs Stripe's messages.
    pub webhook: String,
    /// They move no money.
    pub is_test: bool,
}

/// The provider.
#[derive(Clone)]
pub struct Stripe {
    http: Client,
    url: String,
    keys: StripeKeys,
    /// Before the second attempt; it doubles.
    pause: Duration,
}

/// How one call ended.
pub enum Reply<T> {
    /// It was done.
    Done(T),
    /// It was refused, and will be again.
    Refused(StatusCode, Fault),
}

impl Stripe {
    /// Stripe at `url` (its own address, or that of a server that speaks the same calls).
    ///
    /// # Errors
    /// When the machine has no certificates to trust.
    pub fn new(keys: StripeKeys, url: &str, pause: Duration) -> Result<Self, reqwest::Error> {
        let http = tls::client()
            .timeout(TIME_LIMIT)
            .connect_timeout(Duration::from_secs(5))
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Stripe { http, url: url.trim_end_matches('/').to_owned(), keys, pause })
    }

    /// One call, sent again when nothing is known of it: the key makes the repeat the same call.
    ///
    /// # Errors
    /// [`NoAnswer`] when nothing is known of it after some tries.
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        fields: &[(&str, &str)],
        key: Option<&str>,
    ) -> Result<Reply<T>, NoAnswer> {
        let mut attempt = 1;
        loop {
            let fault = match self.once(method.clone(), path, fields, key).await {
                Ok(Ok(reply)) => return Ok(reply),
                Ok(Err(later)) => later,
                Err(fault) => fault.without_url().to_string(),
            };
            if attempt == ATTEMPTS {
                return Err(NoAnswer(fault));
            }
            tokio::time::sleep(self.pause * 2_u32.pow(attempt - 1)).await;
            attempt += 1;
        }
    }

    /// The inner `Err` is an answer that asks to come back later.
    async fn once<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        fields: &[(&str, &str)],
        key: Option<&str>,
    ) -> Result<Result<Reply<T>, String>, reqwest::Error> {
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.url))
            .bearer_auth(&self.keys.secret)
            .header("Stripe-Version", VERSION);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        if method == Method::POST {
            let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
            request = request.header("Content-Type", "application/x-www-form-urlencoded").body(body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        let body = answer.bytes().await?;
        if status.is_success() {
            return Ok(serde_json::from_slice(&body).map(Reply::Done).map_err(|fault| fault.to_string()));
        }
        let later = status.is_server_error()
            || matches!(
                status,
                StatusCode::CONFLICT | StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
            );
        let fault = serde_json::from_slice::<Refusal>(&body).map(|refusal| refusal.error).unwrap_or_default();
        if later {
            return Ok(Err(format!("{status} {}", fault.message.unwrap_or_default())));
        }
        Ok(Ok(Reply::Refused(status, fault)))
    }

    pub(super) async fn intent(&self, reference: &str) -> Result<Intent, NoAnswer> {
        match self.call(Method::GET, &path(reference, ""), &[], None).await? {
            Reply::Done(intent) => Ok(intent),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    /// What Stripe and the card's bank say of a payment; of one that it does not know any more nothing.
    pub(super) async fn judged(&self, reference: String) -> Result<Risk, NoAnswer> {
        let path = path(&reference, "?expand%5B%5D=latest_charge");
        match self.call::<Judged>(Method::GET, &path, &[], None).await? {
            Reply::Done(judged) => Ok(judged.risk()),
            Reply::Refused(StatusCode::NOT_FOUND, _) => Ok(Risk::default()),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    /// The person whose card may be charged again.
    async fn customer(&self, charge: &Charge) -> Result<Option<String>, NoAnswer> {
        if let Some(kept) = &charge.kept {
            return Ok(Some(kept.customer.clone()));
        }
        if !charge.again_later {
            return Ok(charge.member.clone());
        }
        let metadata = format!("metadata[{ORDER}]");
        let fields = [("email", charge.email.as_str()), (metadata.as_str(), charge.order_id.as_str())];
        let key = format!("customer-{}", charge.order_id);
        match self.call::<Named>(Method::POST, "/v1/customers", &fields, Some(&key)).await? {
            Reply::Done(customer) => Ok(Some(customer.id)),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn open(&self, charge: Charge) -> Result<String, NoAnswer> {
        let customer = self.customer(&charge).await?;
        let amount = to_wire(charge.amount_cents, &charge.currency).to_string();
        let currency = charge.currency.to_ascii_lowercase();
        let metadata = format!("metadata[{ORDER}]");
        let mut fields = vec![
            ("amount", amount.as_str()),
            ("currency", currency.as_str()),
            ("automatic_payment_methods[enabled]", "true"),
            // What is charged again without the shopper cannot send anybody anywhere.
            (
                "automatic_payment_methods[allow_redirects]",
                if charge.again_later || !charge.may_leave { "never" } else { "always" },
            ),
            (metadata.as_str(), charge.order_id.as_str()),
        ];
        if let Some(customer) = &customer {
            fields.push(("customer", customer));
        }
        if charge.again_later {
            fields.push(("setup_future_usage", "off_session"));
        }
        // A member who became known meanwhile makes it another call; only the intent whose name is stored is ever confirmed.
        let member = charge.member.as_deref().map(|name| format!("-{name}")).unwrap_or_default();
        let key = format!("payment-{}{member}", charge.order_id);
        match self.call::<Named>(Method::POST, "/v1/payment_intents", &fields, Some(&key)).await? {
            Reply::Done(intent) => Ok(intent.id),
            // A member who is not known there any more pays as a guest does.
            Reply::Refused(_, fault) if charge.member.is_some() && fault.is_about("customer") => {
                fields.retain(|(name, _)| *name != "customer");
                let key = format!("{key}-alone");
                match self.call::<Named>(Method::POST, "/v1/payment_intents", &fields, Some(&key)).await? {
                    Reply::Done(intent) => Ok(intent.id),
                    Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
                }
            }
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn confirm(
        &self,
        reference: String,
        means: PaymentMethod,
        return_to: String,
    ) -> Result<Outcome, NoAnswer> {
        let (mut fields, mut seed) = match &means {
            PaymentMethod::Page => return Ok(Outcome::Declined),
            PaymentMethod::Token(token) if token.is_empty() => return Ok(Outcome::Declined),
            PaymentMethod::Token(token) if token.starts_with("ctoken_") => {
                (vec![("confirmation_token", token.as_str())], token.clone())
            }
            PaymentMethod::Token(token) => (vec![("payment_method", token.as_str())], token.clone()),
            PaymentMethod::Kept(SavedPaymentMethod { method, .. }) => {
                (vec![("payment_method", method.as_str()), ("off_session", "true")], format!("kept {method}"))
            }
        };
        if matches!(means, PaymentMethod::Token(_)) && !return_to.is_empty() {
            fields.push(("return_url", return_to.as_str()));
            // Another address is another call; of one that was made already the intent tells how it ended.
            seed = format!("{seed} {return_to}");
        }
        let seed = hex::encode(&Sha256::digest(seed.as_bytes())[..8]);
        let key = format!("confirm-{reference}-{seed}");
        match self.call::<Intent>(Method::POST, &path(&reference, "/confirm"), &fields, Some(&key)).await? {
            Reply::Done(intent) => Ok(intent.outcome()),
            // The card was refused.
            Reply::Refused(StatusCode::PAYMENT_REQUIRED, _) => Ok(Outcome::Declined),
            // It was decided meanwhile: by the page, or by a call of ours that was lost.
            Reply::Refused(_, fault) if fault.code.as_deref() == Some("payment_intent_unexpected_state") => {
                Ok(self.intent(&reference).await?.outcome())
            }
            Reply::Refused(StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND, fault) => {
                tracing::warn!(
                    kind = fault.kind,
                    code = fault.code,
                    message = fault.message,
                    "Stripe did not take the means of payment"
                );
                Ok(Outcome::Declined)
            }
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn cancel(&self, reference: String) -> Result<Outcome, NoAnswer> {
        let key = format!("cancel-{reference}");
        let fields = [("cancellation_reason", "abandoned")];
        match self.call::<Intent>(Method::POST, &path(&reference, "/cancel"), &fields, Some(&key)).await? {
            Reply::Done(intent) => Ok(intent.outcome()),
            Reply::Refused(_, fault) if fault.code.as_deref() == Some("payment_intent_unexpected_state") => {
                Ok(self.intent(&reference).await?.outcome())
            }
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    pub(super) async fn give_back(&self, refund: Refund) -> Result<RefundOutcome, NoAnswer> {
        let amount = to_wire(refund.amount_cents, &refund.currency).to_string();
        let metadata = format!("metadata[{REFUND}]");
        let fields = [
            ("payment_intent", refund.reference.as_str()),
            ("amount", amount.as_str()),
            (metadata.as_str(), refund.id.as_str()),
        ];
        let key = format!("refund-{}", refund.id);
        match self.call::<WireRefund>(Method::POST, "/v1/refunds", &fields, Some(&key)).await? {
            Reply::Done(made) if made.has_failed() => {
                Ok(RefundOutcome::Failed(made.failure_reason.unwrap_or_else(|| "failed".into())))
            }
            Reply::Done(made) => Ok(RefundOutcome::Done(made.id)),
            Reply::Refused(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, fault) => {
                Err(unexpected(StatusCode::FORBIDDEN, &fault))
            }
            Reply::Refused(_, fault) => {
                Ok(RefundOutcome::Failed(fault.code.or(fault.message).unwrap_or_else(|| "refused".into())))
            }
        }
    }
}

fn path(reference: &str, verb: &str) -> String {
    // The name came from Stripe, but an address is not the place to trust that.
    let name: String = form_urlencoded::byte_serialize(reference.as_bytes()).collect();
    format!("/v1/payment_intents/{name}{verb}")
}

/// A refusal that no shopper caused: a wrong key, an account that may not charge.
pub fn unexpected(status: StatusCode, fault: &Fault) -> NoAnswer {
    let (kind, code) = (&fault.kind, fault.code.as_deref().unwrap_or(""));
    NoAnswer(format!("{status} {kind} {code} {}", fault.message.as_deref().unwrap_or("")))
}

impl PaymentProvider for Stripe {
    fn name(&self) -> &'static str {
        STRIPE
    }

    fn is_test(&self) -> bool {
        self.keys.is_test
    }

    fn wallet(&self) -> Option<&dyn Wallet> {
        Some(self)
    }

    fn publishable_key(&self) -> Option<String> {
        Some(self.keys.publishable.clone())
    }

    fn prepare(&self, charge: Charge) -> Answer<'_, String> {
        Box::pin(self.open(charge))
    }

    fn charge(&self, reference: String, means: PaymentMethod, return_to: String) -> Answer<'_, Outcome> {
        Box::pin(self.confirm(reference, means, return_to))
    }

    fn look(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(async move { Ok(self.intent(&reference).await?.outcome()) })
    }

    fn close(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(self.cancel(reference))
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
        &[SIGNATURE]
    }

    fn read_event(&self, message: Message) -> BoxFuture<'_, Result<Event, EventFault>> {
        let seconds = message.now_ms.div_euclid(1000);
        let key = self.keys.webhook.as_bytes();
        let read = check_signature(key, message.header(SIGNATURE), &message.body, seconds)
            .map_err(EventFault::from)
            .and_then(|()| stripe_event::read(&message.body));
        Box::pin(ready(read))
    }
}
