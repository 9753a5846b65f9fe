//! Stripe's own page (Checkout Sessions): for shoppers without a script. Nothing of ours runs there.
//!
//! A session is opened for the total that was agreed, its name is stored, then the shopper is sent there. What it took is known
//! by the payment's own name afterwards, as every other payment at Stripe is.

use super::provider::{
    Answer, Charge, NoAnswer, OnPage, Outcome, PageLine, PaymentMethod, PaymentProvider, Refund,
    RefundOutcome,
};
use super::risk::Risk;
use super::stripe::{Reply, Stripe, unexpected};
use super::stripe_event::ORDER;
use super::stripe_wire::{Session, to_wire};
use super::wallet::Wallet;
use reqwest::{Method, StatusCode};

/// The name that is stored with a payment.
pub const STRIPE_PAGE: &str = "stripe-page";

/// Stripe takes no session that ends in less than half an hour; whole minutes, so that calls of one moment say the same.
const OPEN_FOR_S: i64 = 31 * 60;
/// The most lines that its page shows.
const MOST_LINES: usize = 100;
/// The longest name of a line that we send.
const LONGEST_NAME: usize = 250;

/// The provider.
pub struct StripePage {
    stripe: Stripe,
}

impl StripePage {
    /// The page of an account at Stripe.
    #[must_use]
    pub fn new(stripe: Stripe) -> Self {
        StripePage { stripe }
    }

    async fn open(&self, charge: Charge) -> Result<String, NoAnswer> {
        let Some(page) = &charge.page else {
            return Err(NoAnswer("a page was not asked for".into()));
        };
        let until = until(page.now);
        let fields = fields(&charge, page, until);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        // One that was opened before at another minute was never shown to anybody: its name was not stored.
        let member = charge.member.as_deref().map(|name| format!("-{name}")).unwrap_or_default();
        let key = format!("session-{}-{until}{member}", charge.order_id);
        let made = self.stripe.call::<Session>(Method::POST, SESSIONS, &fields, Some(&key)).await?;
        match made {
            Reply::Done(session) => Ok(session.id),
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    async fn session(&self, reference: &str) -> Result<Outcome, NoAnswer> {
        match self.stripe.call::<Session>(Method::GET, &session_path(reference, ""), &[], None).await? {
            Reply::Done(session) => self.ended(&session).await,
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }

    /// How the payment of a session stands: a bank that is at work, or has refused, is known by the intent alone.
    async fn ended(&self, session: &Session) -> Result<Outcome, NoAnswer> {
        match (session.outcome(), &session.payment_intent) {
            (Outcome::Processing, Some(intent)) => {
                Ok(match self.stripe.intent(intent.id()).await?.outcome() {
                    Outcome::Paid { reference, .. } => Outcome::Paid { reference, kept: None },
                    // The page is closed, so nobody can try once more.
                    Outcome::Declined | Outcome::Open => Outcome::Declined,
                    Outcome::NeedsShopper { .. } | Outcome::Processing => Outcome::Processing,
                })
            }
            (outcome, _) => Ok(outcome),
        }
    }

    async fn expire(&self, reference: String) -> Result<Outcome, NoAnswer> {
        let (key, path) = (format!("expire-{reference}"), session_path(&reference, "/expire"));
        match self.stripe.call::<Session>(Method::POST, &path, &[], Some(&key)).await? {
            Reply::Done(session) => Ok(session.outcome()),
            // It is paid, or has ended by itself.
            Reply::Refused(StatusCode::BAD_REQUEST, _) => self.session(&reference).await,
            Reply::Refused(status, fault) => Err(unexpected(status, &fault)),
        }
    }
}

/// Where sessions are opened.
pub(super) const SESSIONS: &str = "/v1/checkout/sessions";

/// When a page ends that is opened at a moment in milliseconds; in seconds.
pub(super) fn until(now: i64) -> i64 {
    (now.div_euclid(1000) + OPEN_FOR_S + 59).div_euclid(60) * 60
}

/// The address of a session.
pub(super) fn session_path(reference: &str, verb: &str) -> String {
    // The name came from Stripe, but an address is not the place to trust that.
    let name: String = form_urlencoded::byte_serialize(reference.as_bytes()).collect();
    format!("{SESSIONS}/{name}{verb}")
}

/// What opens a session: exactly the total, nothing that changes it.
fn fields(charge: &Charge, page: &OnPage, until: i64) -> Vec<(String, String)> {
    let currency = charge.currency.to_ascii_lowercase();
    let mut fields: Vec<(String, String)> = [
        ("mode", "payment"),
        ("submit_type", "pay"),
        ("allow_promotion_codes", "false"),
        // Another currency would be another total than the one that was agreed.
        ("adaptive_pricing[enabled]", "false"),
        ("success_url", &page.return_to),
        ("cancel_url", &page.back_to),
        ("client_reference_id", &charge.order_id),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    fields.push(("expires_at".into(), until.to_string()));
    match &charge.member {
        // Stripe's page asks the member whether the card may be kept.
        Some(member) => {
            fields.push(("customer".into(), member.clone()));
            fields.push(("saved_payment_method_options[payment_method_save]".into(), "enabled".into()));
        }
        None => fields.push(("customer_email".into(), charge.email.clone())),
    }
    for metadata in ["metadata", "payment_intent_data[metadata]"] {
        fields.push((format!("{metadata}[{ORDER}]"), charge.order_id.clone()));
    }
    for (index, (name, amount)) in wire_lines(charge, page).into_iter().enumerate() {
        let line = format!("line_items[{index}]");
        fields.push((format!("{line}[quantity]"), "1".into()));
        fields.push((format!("{line}[price_data][currency]"), currency.clone()));
        fields.push((format!("{line}[price_data][unit_amount]"), amount.to_string()));
        fields.push((format!("{line}[price_data][product_data][name]"), name));
    }
    fields
}

/// The lines in Stripe's units; where they do not come to exactly the total (gift cards, currencies without hundredths), one line
/// that does.
fn wire_lines(charge: &Charge, page: &OnPage) -> Vec<(String, i64)> {
    let total = to_wire(charge.amount_cents, &charge.currency);
    let line = |line: &PageLine| {
        let name: String = line.name.chars().take(LONGEST_NAME).collect();
        (name, to_wire(line.amount_cents, &charge.currency))
    };
    let lines: Vec<(String, i64)> = page.lines.iter().map(line).filter(|(_, amount)| *amount != 0).collect();
    let is_plain = lines.iter().all(|(name, amount)| *amount > 0 && !name.trim().is_empty());
    let sum: i64 = lines.iter().map(|(_, amount)| amount).sum();
    if is_plain && sum == total && lines.len() <= MOST_LINES {
        return lines;
    }
    let name = if page.shop.trim().is_empty() { charge.order_id.as_str() } else { page.shop.as_str() };
    vec![(name.chars().take(LONGEST_NAME).collect(), total)]
}

impl PaymentProvider for StripePage {
    fn name(&self) -> &'static str {
        STRIPE_PAGE
    }

    fn title(&self) -> &'static str {
        "Stripe"
    }

    fn is_test(&self) -> bool {
        self.stripe.is_test()
    }

    fn has_page(&self) -> bool {
        true
    }

    fn wallet(&self) -> Option<&dyn Wallet> {
        self.stripe.wallet()
    }

    fn prepare(&self, charge: Charge) -> Answer<'_, String> {
        Box::pin(self.open(charge))
    }

    fn charge(&self, reference: String, _: PaymentMethod, _: String) -> Answer<'_, Outcome> {
        Box::pin(async move { self.session(&reference).await })
    }

    fn look(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(async move { self.session(&reference).await })
    }

    fn close(&self, reference: String) -> Answer<'_, Outcome> {
        Box::pin(self.expire(reference))
    }

    fn refund(&self, refund: Refund) -> Answer<'_, RefundOutcome> {
        Box::pin(self.stripe.give_back(refund))
    }

    fn judges(&self) -> bool {
        true
    }

    fn risk(&self, reference: String) -> Answer<'_, Risk> {
        Box::pin(self.stripe.judged(reference))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(amount_cents: i64, currency: &str, lines: &[(&str, i64)]) -> Vec<(String, i64)> {
        let lines = lines.iter().map(|(name, cents)| PageLine { name: (*name).into(), amount_cents: *cents });
        let page = OnPage {
            lines: lines.collect(),
            shop: "Bakery".into(),
            return_to: String::new(),
            back_to: String::new(),
            now: 0,
        };
        let charge = Charge {
            order_id: "order".into(),
            amount_cents,
            currency: currency.into(),
            email: String::new(),
            again_later: false,
            may_leave: true,
            member: None,
            kept: None,
            page: None,
        };
        wire_lines(&charge, &page)
    }

    /// S-801: what the page shows always comes to the total.
    #[test]
    fn s_801_lines_come_to_the_total_or_are_one() {
        let whole = |cents: i64| vec![("Bakery".to_owned(), cents)];
        assert_eq!(
            charge(1148, "USD", &[("2 × Bread", 600), ("Delivery", 500), ("Tax", 48)]),
            [("2 × Bread".to_owned(), 600), ("Delivery".to_owned(), 500), ("Tax".to_owned(), 48)]
        );
        // A gift card paid a part; yen are rounded once, not line by line; nothing is free of a name.
        assert_eq!(charge(648, "USD", &[("Bread", 600), ("Delivery", 500), ("Tax", 48)]), whole(648));
        assert_eq!(charge(20_100, "JPY", &[("A", 10_050), ("B", 10_050)]), whole(201));
        assert_eq!(charge(600, "USD", &[(" ", 600)]), whole(600));
        assert_eq!(charge(600, "USD", &[("Bread", 700), ("Less", -100)]), whole(600));
        let many: Vec<(&str, i64)> = (0..101).map(|_| ("Bread", 1)).collect();
        assert_eq!(charge(101, "USD", &many), whole(101));
        assert_eq!(charge(600, "USD", &[("Bread", 600), ("Free", 0)]), [("Bread".to_owned(), 600)]);
    }
}
