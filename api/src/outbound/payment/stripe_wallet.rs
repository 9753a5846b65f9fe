//! Cards that Stripe keeps: Customers, their sessions for the fields in the page, and Checkout Sessions that only ask for a card.

use super::provider::{Answer, NoAnswer, SavedPaymentMethod};
use super::stripe::{Reply, STRIPE, Stripe, unexpected};
use super::stripe_event::SUBSCRIPTION;
use super::stripe_page::{SESSIONS, session_path, until};
use super::stripe_wire::{Fault, Listed, Named, Secret, Session, WireCard, web_address};
use super::wallet::{AskForCard, CardPage, KeptCard, Wallet};
use reqwest::{Method, StatusCode};
use serde_json::Value;

/// The metadata member with the opaque name of a member.
const MEMBER: &str = "loggia_member";

/// What the fields in the page may do with a member's cards: offer to keep one, show those that are kept, remove them.
const FEATURES: [(&str, &str); 5] = [
    ("components[payment_element][enabled]", "true"),
    ("components[payment_element][features][payment_method_save]", "enabled"),
    ("components[payment_element][features][payment_method_save_usage]", "on_session"),
    ("components[payment_element][features][payment_method_redisplay]", "enabled"),
    ("components[payment_element][features][payment_method_remove]", "enabled"),
];

/// Whether Stripe says that somebody or something is not there.
fn is_missing(fault: &Fault) -> bool {
    fault.code.as_deref() == Some("resource_missing")
}

/// A part of an address: the name came from Stripe, but an address is not the place to trust that.
fn part(name: &str) -> String {
    form_urlencoded::byte_serialize(name.as_bytes()).collect()
}

/// `None` in place of a refusal that says that nobody is there.
fn unless_missing<T>(reply: Reply<T>) -> Result<Option<T>, NoAnswer> {
    match reply {
        Reply::Done(done) => Ok(Some(done)),
        Reply::Refused(_, fault) if is_missing(&fault) => Ok(None),
        Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
    }
}

impl Stripe {
    async fn new_customer(&self, key: String, subject: String) -> Result<String, NoAnswer> {
        let metadata = format!("metadata[{MEMBER}]");
        let fields = [(metadata.as_str(), subject.as_str())];
        match self.call::<Named>(Method::POST, "/v1/customers", &fields, Some(&key)).await? {
            Reply::Done(customer) => Ok(customer.id),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn customer_session(&self, customer: String) -> Result<Option<String>, NoAnswer> {
        let mut fields = vec![("customer", customer.as_str())];
        fields.extend(FEATURES);
        let made = self.call::<Secret>(Method::POST, "/v1/customer_sessions", &fields, None).await?;
        Ok(unless_missing(made)?.map(|session| session.client_secret))
    }

    async fn kept_cards(&self, customer: String) -> Result<Option<Vec<KeptCard>>, NoAnswer> {
        let path = format!("/v1/customers/{}/payment_methods?limit=100", part(&customer));
        let found = self.call::<Listed<WireCard>>(Method::GET, &path, &[], None).await?;
        Ok(unless_missing(found)?.map(|list| list.data.into_iter().map(kept).collect()))
    }

    async fn detach(&self, method: String) -> Result<(), NoAnswer> {
        let path = format!("/v1/payment_methods/{}/detach", part(&method));
        match self.call::<Named>(Method::POST, &path, &[], None).await? {
            // Refused is what belongs to nobody: then it is detached.
            Reply::Done(_) | Reply::Refused(StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND, _) => Ok(()),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn delete_customer(&self, customer: String) -> Result<(), NoAnswer> {
        let path = format!("/v1/customers/{}", part(&customer));
        unless_missing(self.call::<Named>(Method::DELETE, &path, &[], None).await?).map(drop)
    }

    async fn card_page(&self, ask: AskForCard) -> Result<Option<CardPage>, NoAnswer> {
        let metadata = format!("metadata[{SUBSCRIPTION}]");
        let until = until(ask.now).to_string();
        let fields = [
            ("mode", "setup"),
            ("payment_method_types[0]", "card"),
            ("customer", ask.customer.as_str()),
            ("success_url", ask.return_to.as_str()),
            ("cancel_url", ask.back_to.as_str()),
            ("expires_at", until.as_str()),
            (metadata.as_str(), ask.subscription_id.as_str()),
        ];
        let made = self.call::<Session>(Method::POST, SESSIONS, &fields, Some(&ask.key)).await?;
        let Some(session) = unless_missing(made)? else { return Ok(None) };
        match session.url.as_deref().and_then(web_address) {
            Some(url) => Ok(Some(CardPage { session: session.id, url })),
            None => Err(NoAnswer("the page for a card has no address".into())),
        }
    }

    async fn entered_card(&self, session: String) -> Result<Option<SavedPaymentMethod>, NoAnswer> {
        let path = session_path(&session, "?expand[]=setup_intent");
        let found = self.call::<Session>(Method::GET, &path, &[], None).await?;
        Ok(unless_missing(found)?.and_then(|session| session.entered()))
    }
}

/// A payment method as far as it is told: what it says of itself stands under the name of its kind.
fn kept(card: WireCard) -> KeptCard {
    let about = card.rest.get(&card.kind).cloned().unwrap_or_default();
    let text = |name: &str| about.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let number = |name: &str| about.get(name).and_then(Value::as_u64).and_then(|value| value.try_into().ok());
    let brand = if card.kind == "card" { text("brand") } else { card.kind };
    KeptCard {
        method: card.id,
        brand,
        last4: text("last4"),
        expires: number("exp_month").zip(number("exp_year")),
    }
}

impl Wallet for Stripe {
    fn name(&self) -> &'static str {
        STRIPE
    }

    fn open(&self, key: String, subject: String) -> Answer<'_, String> {
        Box::pin(self.new_customer(key, subject))
    }

    fn session(&self, customer: String) -> Answer<'_, Option<String>> {
        Box::pin(self.customer_session(customer))
    }

    fn cards(&self, customer: String) -> Answer<'_, Option<Vec<KeptCard>>> {
        Box::pin(self.kept_cards(customer))
    }

    fn remove(&self, method: String) -> Answer<'_, ()> {
        Box::pin(self.detach(method))
    }

    fn forget(&self, customer: String) -> Answer<'_, ()> {
        Box::pin(self.delete_customer(customer))
    }

    fn ask_for_card(&self, ask: AskForCard) -> Answer<'_, Option<CardPage>> {
        Box::pin(self.card_page(ask))
    }

    fn entered(&self, session: String) -> Answer<'_, Option<SavedPaymentMethod>> {
        Box::pin(self.entered_card(session))
    }
}
