//! The payment of a pending order, and its end.

use super::cards;
use super::invoice;
use super::issue;
use super::member;
use super::order_change;
use super::renewal;
use crate::clock::{DAY, HOUR, MINUTE};
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::links::Opens;
use crate::ordered::{OrderWords, Ordered};
use crate::outbound::payment::{
    Charge, NoAnswer, OnPage, Outcome, PageLine, PaymentMethod, PaymentProvider, SavedPaymentMethod,
};
use crate::published::Published;
use crate::repository::catalog::{self, Reason};
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::{Connection, cart, coupon_use, draft, outbox, payment, wallet};
use crate::token;
use actix_web::http::StatusCode;
use std::collections::BTreeMap;
use std::time::Duration;

/// How long an order waits for its payment; its stock is taken meanwhile.
pub const HOLD: i64 = 15 * MINUTE;
/// How long one waits whose shopper pays on a page of the provider's: as long as that page is open.
pub const HOLD_ON_PAGE: i64 = 33 * MINUTE;
/// How long the orders of one cart may hold stock without being paid, however often it is tried, within
/// [`HOLD_WINDOW`]; no single order waits longer.
pub const LONGEST_HOLD: i64 = HOUR;
/// A cart that used up [`LONGEST_HOLD`] may hold stock again when this much time has passed.
pub const HOLD_WINDOW: i64 = 2 * HOUR;

/// For how long a bank may take over a payment that the shopper has ordered there, such as a debit of an account.
pub const LONGEST_PROCESSING: i64 = 21 * DAY;

/// Until when an order waits on whose payment a bank is at work; `None` when it has waited long enough.
pub fn processing_until(order: &StoredOrder, now: i64) -> Option<i64> {
    let last = order.created_at + LONGEST_PROCESSING;
    let until = if order.subscription_id.is_some() { now + HOUR } else { last.min(now + HOUR) };
    (until > now).then_some(until)
}

/// The bank takes its time: the order keeps its stock, and its buyer is told, once.
pub async fn keep_waiting(context: &Context, order_id: String, until: i64) -> Result<(), ApiError> {
    let (now, published) = (context.clock.now_ms(), context.publications.newest(&context.db).await?);
    context
        .db
        .write(async move |connection| {
            order::extend_hold(connection, &order_id, until).await?;
            if !payment::set_slow(connection, &order_id, now).await? {
                return Ok(());
            }
            let Some(order) =
                order::read(connection, &order_id).await?.filter(|one| one.subscription_id.is_none())
            else {
                return Ok(());
            };
            let lines = order::lines(connection, &order_id).await?;
            let ordered = Ordered { published: &published, order: &order, lines: &lines, files: &[], now };
            let letter = serde_json::to_string(&emails::order::processing(&ordered)?)?;
            outbox::add(connection, &format!("processing-{order_id}"), outbox::MAIL, &letter, now).await
        })
        .await
}

/// Until when a pending order may go on waiting for a provider that does not know yet; `None` when it has waited long enough.
/// A renewal was not placed by anybody who could place many, and waits for its provider.
pub fn may_wait_until(order: &StoredOrder, now: i64) -> Option<i64> {
    let last = order.created_at + LONGEST_HOLD;
    let until = if order.subscription_id.is_some() { now + HOLD } else { last.min(now + HOLD) };
    (until > now).then_some(until)
}

/// What is stored as the name of a payment of nothing.
const NOTHING_TO_PAY: &str = "nothing-to-pay";

/// Asks the provider for the money of a pending order and settles it by the answer. Repeats join the first one's outcome.
pub async fn pay(context: &Context, order: &StoredOrder, means: PaymentMethod) -> Result<Outcome, ApiError> {
    let outcome = if order.grand_total_cents == 0 {
        Outcome::Paid { reference: NOTHING_TO_PAY.into(), kept: None }
    } else {
        let of_shopper = matches!(means, PaymentMethod::Token(_));
        let outcome = charge(context, order, means).await?;
        if of_shopper && outcome == Outcome::Declined {
            note_refused(context, &order.id).await?;
        }
        outcome
    };
    settle(context, &order.id, outcome.clone()).await?;
    Ok(outcome)
}

/// Many refused payments before one that is not are a reason to look at that one.
async fn note_refused(context: &Context, order_id: &str) -> Result<(), ApiError> {
    let (id, now) = (order_id.to_owned(), context.clock.now_ms());
    context.db.write(async move |connection| payment::set_refused(connection, &id, now).await).await
}

/// Prepares the payment, stores the provider's name of it, then makes it: a crash between any two steps loses nothing.
async fn charge(context: &Context, order: &StoredOrder, means: PaymentMethod) -> Result<Outcome, ApiError> {
    let (kept, hash) = match &means {
        PaymentMethod::Token(token) => (None, token::hash(token)),
        PaymentMethod::Kept(kept) => (Some(kept.clone()), token::hash(&format!("kept {}", kept.method))),
        PaymentMethod::Page => (None, token::hash("page")),
    };
    let published = context.publications.current();
    // By when it was placed: a repeat has the same address.
    let subject = (order.id.as_str(), order.link_version);
    let page = context.publications.links().page(Opens::Order, subject, order.created_at);
    // A shop that does not know its own address cannot be come back to.
    let return_to =
        Some(published.address_of(&page)).filter(|url| url.starts_with("http")).unwrap_or_default();
    let (id, now) = (order.id.clone(), context.clock.now_ms());
    let missing = || ApiError::Internal(format!("order {id} has no payment").into());
    let (stored, cart_of, lines, draft) = context
        .db
        .read(async |connection| {
            let stored = payment::of_order(connection, &order.id).await?;
            let cart = cart::by_id(connection, &order.cart_id).await?;
            let lines = order::lines(connection, &order.id).await?;
            let draft = match cart.as_ref().filter(|cart| cart.agreed.is_some()) {
                Some(cart) => draft::read(connection, &cart.id).await?,
                None => None,
            };
            Ok((stored, cart, lines, draft))
        })
        .await?;
    let stored = stored.ok_or_else(missing)?;
    let again_later = cart_of.is_some_and(|cart| cart.kind == cart::Kind::Subscription);
    let back = draft.and_then(|draft| {
        let link = context.publications.links().payment((&draft.id, draft.version), draft.expires_at?);
        Some(link)
    });
    let provider = by_name(context, &stored.provider).map_err(unanswered)?;
    if let (Some(reference), Some(tried)) = (&stored.reference, &stored.means_hash)
        && *tried == hash
    {
        // The same means once more: how it went is asked before anything is tried again.
        match provider.look(reference.clone()).await.map_err(unanswered)? {
            Outcome::Open => {}
            known => return Ok(known),
        }
    }
    let reference = match stored.reference {
        Some(reference) => reference,
        None => {
            let member = member(context, order, provider).await?.filter(|_| !again_later);
            let charge = Charge {
                order_id: order.id.clone(),
                amount_cents: order.grand_total_cents,
                currency: order.currency.clone(),
                email: order.email.clone(),
                again_later,
                member,
                kept,
                // A renewal finds nobody who could be sent anywhere.
                may_leave: !return_to.is_empty() && order.subscription_id.is_none(),
                page: provider
                    .has_page()
                    .then(|| on_page(&published, (order, &lines), (&return_to, back.as_deref()), now)),
            };
            provider.prepare(charge).await.map_err(unanswered)?
        }
    };
    let id = order.id.clone();
    let noted = context
        .db
        .write(async move |connection| payment::note(connection, &id, &reference, &hash).await)
        .await?;
    match noted {
        Some(reference) => provider.charge(reference, means, return_to).await.map_err(unanswered),
        // Somebody else settled the order while this call was on its way; what they did stands.
        None => Ok(Outcome::Processing),
    }
}

/// What the provider calls the member who pays for an order, where it keeps cards. On its own page it asks by itself whether a card
/// may be kept, so the member is made known to it for that.
async fn member(
    context: &Context,
    order: &StoredOrder,
    provider: &dyn PaymentProvider,
) -> Result<Option<String>, ApiError> {
    let at = provider.wallet().filter(|_| order.subscription_id.is_none());
    let (Some(at), Some(id)) = (at, order.site_user_id.as_deref()) else { return Ok(None) };
    if provider.has_page() {
        return member::customer(context, at, id, None).await;
    }
    context.db.read(async |connection| wallet::customer(connection, id, at.name()).await).await
}

/// What the provider's own page is told of an order.
fn on_page(
    published: &Published,
    (order, lines): (&StoredOrder, &[StoredLine]),
    (return_to, back): (&str, Option<&str>),
    now: i64,
) -> OnPage {
    let words = OrderWords::of(published, &order.language);
    let goods = lines.iter().map(|line| PageLine {
        name: if line.quantity == 1 {
            line.title.clone()
        } else {
            format!("{} × {}", line.quantity, line.title)
        },
        amount_cents: line.unit_price_cents * line.quantity - line.discount_cents.unwrap_or_default(),
    });
    let beside = [("sumShipping", order.shipping_cents), ("sumTax", order.tax_cents)];
    let beside = beside
        .into_iter()
        .map(|(key, amount_cents)| PageLine { name: words.get(key).to_owned(), amount_cents });
    OnPage {
        lines: goods.chain(beside).collect(),
        shop: published.catalog.website.title.clone(),
        return_to: return_to.to_owned(),
        back_to: published.address_of(back.unwrap_or(BACK_TO_CHECKOUT)),
        now,
    }
}

/// The checkout, for who comes back without having paid.
const BACK_TO_CHECKOUT: &str = "/api/plain/checkout?pay";

/// Who was asked for a payment.
fn by_name<'a>(context: &'a Context, name: &str) -> Result<&'a dyn PaymentProvider, NoAnswer> {
    let gone = || NoAnswer(format!("{name} is not set up any more"));
    context.payments.by_name(name).ok_or_else(gone)
}

/// Asks the provider how the payment of a pending order stands, lets it do what is left to do, and settles the order by the
/// answer.
///
/// # Errors
/// [`NoAnswer`] when the provider does not answer; faults of the store.
pub async fn conclude(
    context: &Context,
    order_id: &str,
    within: Duration,
) -> Result<Result<(), NoAnswer>, ApiError> {
    let begun = context
        .db
        .read(async |connection| {
            let order = order::read(connection, order_id).await?;
            match order.filter(|order| order.is_pending() && !order.is_waiting()) {
                Some(_) => payment::of_order(connection, order_id).await,
                None => Ok(None),
            }
        })
        .await?;
    let begun =
        begun.and_then(|payment| Some((context.payments.by_name(&payment.provider)?, payment.reference?)));
    let Some((provider, reference)) = begun else { return Ok(Ok(())) };
    match tokio::time::timeout(within, provider.conclude(reference)).await {
        Ok(Ok(outcome)) => settle(context, order_id, outcome).await.map(Ok),
        Ok(Err(fault)) => Ok(Err(fault)),
        Err(_) => Ok(Err(NoAnswer("it took too long".into()))),
    }
}

/// Nothing is known of the payment: the order waits, and the same call may be sent again.
fn unanswered(fault: NoAnswer) -> ApiError {
    tracing::error!(%fault, "a payment was not answered");
    ApiError::refused(
        StatusCode::SERVICE_UNAVAILABLE,
        "payment-unanswered",
        "The payment could not be confirmed yet. Please try again: you will not be charged twice.",
    )
}

/// Ends a pending order by what the provider answered; nothing happens to one that has ended.
pub async fn settle(context: &Context, order_id: &str, outcome: Outcome) -> Result<(), ApiError> {
    if !matches!(outcome, Outcome::Paid { .. } | Outcome::Declined) {
        return Ok(());
    }
    let (publications, now, order_id) =
        (context.publications.clone(), context.clock.now_ms(), order_id.to_owned());
    context
        .db
        .write(async move |connection| settle_in(connection, &publications, &order_id, &outcome, now).await)
        .await
}

/// The same inside a transaction of the caller's.
pub async fn settle_in(
    connection: &mut Connection<'_>,
    publications: &crate::published::Publications,
    order_id: &str,
    outcome: &Outcome,
    now: i64,
) -> Result<(), ApiError> {
    match outcome {
        Outcome::Paid { reference, kept } => {
            if order::set_paid(connection, order_id, reference, now).await? {
                issue::follow_payment(connection, publications, order_id, kept.as_ref(), now).await?;
                invoice::on_payment(connection, publications, order_id, now).await?;
                order_change::on_payment(connection, publications, order_id, now).await
            } else {
                give_back_if_late(connection, order_id, reference, now).await
            }
        }
        Outcome::Declined => {
            let order = order::read(connection, order_id).await?;
            let slow = payment::of_order(connection, order_id).await?.and_then(|payment| payment.slow_since);
            if cancel(connection, order_id, now).await?
                && let Some(order) = order
            {
                if let Some(subscription) = &order.subscription_id {
                    renewal::refused(connection, publications, subscription, &order, now).await?;
                } else if slow.is_some() {
                    // Who was told to wait is told that nothing comes of it.
                    tell_unpaid(connection, publications, order_id, now).await?;
                }
            }
            Ok(())
        }
        Outcome::Open | Outcome::NeedsShopper { .. } | Outcome::Processing => Ok(()),
    }
}

async fn tell_unpaid(
    connection: &mut Connection<'_>,
    publications: &crate::published::Publications,
    order_id: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, order_id).await? else { return Ok(()) };
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    let lines = order::lines(connection, order_id).await?;
    let ordered = Ordered { published: &published, order: &order, lines: &lines, files: &[], now };
    let letter = serde_json::to_string(&emails::order::payment_failed(&ordered)?)?;
    outbox::add(connection, &format!("unpaid-{order_id}"), outbox::MAIL, &letter, now).await
}

/// Cancels a pending order: its stock is given back, its gift cards get their balance back; `false` when it had
/// ended. A payment that was begun is ended at its provider, too.
pub async fn cancel(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<bool, ApiError> {
    let begun = payment::of_order(connection, order_id).await?;
    let begun = begun.and_then(|payment| Some((payment.provider, payment.reference?)));
    if !order::set_cancelled(connection, order_id, now).await? {
        return Ok(false);
    }
    cards::hold(connection, order_id).await?;
    let lines = by_variant(&order::lines(connection, order_id).await?);
    let draft = draft::hold_of_order(connection, order_id, now).await?;
    for ((item_id, sku), quantity) in &lines {
        catalog::give(connection, (item_id, sku), *quantity, Reason::Cancelled(order_id), now).await?;
    }
    if let Some(draft) = draft {
        for ((item_id, sku), quantity) in &lines {
            // Given back by this transaction, so it is there.
            catalog::take(connection, (item_id, sku), *quantity, Reason::Draft(&draft), now).await?;
        }
    }
    cards::pay_back_all(connection, order_id, now).await?;
    coupon_use::undo_order(connection, order_id).await?;
    if let Some((provider, reference)) = begun {
        let body = serde_json::json!({"orderId": order_id, "provider": provider, "reference": reference});
        let body = body.to_string();
        outbox::add(connection, &format!("close-{order_id}"), outbox::CLOSE_PAYMENT, &body, now).await?;
    }
    Ok(true)
}

/// Money that came for an order which had come to nothing goes back, whole.
async fn give_back_if_late(
    connection: &mut Connection<'_>,
    order_id: &str,
    reference: &str,
    now: i64,
) -> Result<(), ApiError> {
    let Some(order) = order::read(connection, order_id).await? else { return Ok(()) };
    if order.is_paid() || order.is_pending() || reference == NOTHING_TO_PAY {
        return Ok(());
    }
    let Some(payment) = payment::of_order(connection, order_id).await? else { return Ok(()) };
    tracing::warn!(order = order_id, "a cancelled order was paid; the money goes back");
    let body = serde_json::json!({
        "provider": payment.provider, "id": format!("late-{order_id}"), "reference": reference, "amountCents": order.grand_total_cents, "currency": order.currency,
    });
    outbox::add(connection, &format!("late-{reference}"), outbox::LATE_PAYMENT, &body.to_string(), now).await
}

/// How many of each variant some lines hold, in the order in which rows are always locked. Lines that no product is behind hold none.
pub fn by_variant(lines: &[StoredLine]) -> BTreeMap<(String, String), i64> {
    let mut sums = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.item_id.is_empty()) {
        *sums.entry((line.item_id.clone(), line.sku.clone())).or_insert(0) += line.quantity;
    }
    sums
}

/// What may be charged again for a subscription.
pub fn saved_payment_method(customer: Option<String>, method: Option<String>) -> Option<SavedPaymentMethod> {
    Some(SavedPaymentMethod { customer: customer?, method: method? })
}
