//! A change is told, and done if what was told still holds.

use super::address;
use super::exchange;
use super::request::{EditPayment, EditPreview, OrderEdit};
use super::work::{self, Worked};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::outbound::payment::{MANUAL, Payments};
use crate::published::Publications;
use crate::repository::draft::{self, Entered};
use crate::repository::order_change::{self, NewChange};
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, payment, refund};
use crate::settlement::change_body::ChangeBody;
use crate::settlement::{cards, order_address, order_change as settlement};
use crate::token;
use crate::usecase::cart::taxes::{self, When};
use crate::usecase::desk::change::not_changeable;
use crate::usecase::desk::draft::body::DraftBody;
use crate::usecase::desk::draft::paid::{self, By};
use crate::usecase::desk::draft::send::{self, MOST_DAYS, make_payable};
use crate::usecase::desk::send::order_change_waits;
use crate::usecase::owner::note::note;
use loggia_commerce::Cart;
use serde_json::json;
use std::sync::Arc;

/// The longest reason, in characters.
pub const LONGEST: usize = 500;

/// A change that is done.
#[derive(Clone, Debug)]
pub struct Change {
    /// What is wanted.
    pub edit: OrderEdit,
    /// What was told of it.
    pub digest: String,
    /// For how many days a link to pay holds, from 1 to 30.
    pub days: i64,
    /// The shopper gets a letter.
    pub notify: bool,
    /// Why.
    pub reason: String,
}

/// Works out a change of the address, or of what the order holds.
async fn work(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, edit, reason): (&str, &OrderEdit, &str),
    now: i64,
) -> Result<Worked, ApiError> {
    match (&edit.exchange, &edit.address) {
        (Some(_), _) => exchange::work(connection, publications, (id, edit, reason), now).await,
        (None, Some(_)) => address::work(connection, publications, (id, edit), now).await,
        (None, None) => work::work(connection, publications, (id, edit, reason), now).await,
    }
}

/// What a change would come to; nothing is changed.
///
/// # Errors
/// 404 without a paid order; `order-not-changeable`; what is wrong with the change; those of a refund and of a draft.
pub async fn preview(
    context: &Context,
    id: &str,
    (edit, reason): (&OrderEdit, &str),
) -> Result<EditPreview, ApiError> {
    let reason = tidied(reason)?;
    ask_taxes(context, (id, edit, &reason), When::Shown).await?;
    let now = context.clock.now_ms();
    context
        .db
        .read(async |connection| {
            Ok(work(connection, &context.publications, (id, edit, &reason), now).await?.preview)
        })
        .await
}

/// Does a change: at once, or as soon as its link is paid; the refund that is to be carried out.
///
/// # Errors
/// Those of [`preview`]; `change-outdated` when anything is another than was told; `change-pending`; `bad-days`; too few in stock.
pub async fn apply(
    context: &Context,
    who: &SignedIn,
    id: &str,
    change: Change,
) -> Result<Option<String>, ApiError> {
    let change = Change { reason: tidied(&change.reason)?, ..change };
    if !(1..=MOST_DAYS).contains(&change.days) {
        return Err(ApiError::bad_request("bad-days", "A link holds for 1 to 30 days."));
    }
    ask_taxes(context, (id, &change.edit, &change.reason), When::Paid).await?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let (publications, payments) = (context.publications.clone(), context.payments.clone());
    context
        .db
        .write(async move |connection| {
            cards::hold(connection, &id).await?;
            if order_change::pending(connection, &id).await?.is_some() {
                return Err(order_change_waits());
            }
            let worked = work(connection, &publications, (&id, &change.edit, &change.reason), now).await?;
            if !token::same(&worked.preview.digest, &change.digest) {
                return Err(outdated());
            }
            do_it(connection, (&publications, &payments), (&who, &worked, &change), now).await
        })
        .await
}

/// Does a change that is as it was told; the refund that is to be carried out.
async fn do_it(
    connection: &mut Connection<'_>,
    (publications, payments): (&Publications, &Arc<Payments>),
    (who, worked, change): (&SignedIn, &Worked, &Change),
    now: i64,
) -> Result<Option<String>, ApiError> {
    let Worked { order, body, added, .. } = worked;
    let (change_id, draft_id) = (token::new_id(), token::new_id());
    let mut body = ChangeBody { notify: change.notify, ..body.clone() };
    if let (Some(exchange), Some(asked)) = (&body.exchange, &change.edit.exchange) {
        let why = (asked.lines.as_slice(), change.reason.as_str());
        body.exchange = Some(exchange::begin(connection, (order, exchange), why, now).await?);
    }
    let new = NewChange {
        id: &change_id,
        order_id: &order.id,
        draft_id: added.as_ref().map(|_| draft_id.as_str()),
        // Nothing is sent to the old address either, while the new one waits to be paid.
        takes_out: !body.removed.is_empty() || body.readdress.is_some(),
        body: &serde_json::to_string(&body)?,
        reason: &change.reason,
        author: &who.email,
    };
    order_change::add(connection, &new, now).await?;
    let refund_id = match added {
        None => {
            let taken = (order, &body, change.reason.as_str());
            let returned = settlement::take_out(connection, publications, taken, None, now).await?;
            if let (Some((buyer, location)), Some(readdress)) = (&worked.readdressed, &body.readdress) {
                let option = readdress.option.as_ref();
                if !order_address::write(connection, order, (buyer, location), option).await? {
                    return Err(not_changeable());
                }
            }
            let back = returned.money_cents + returned.to_cards_cents;
            order_change::set_done(connection, &change_id, back, now).await?;
            settlement::tell(connection, publications, (order, &change_id, &body), now).await?;
            returned.refund_id
        }
        Some((draft, cart)) => {
            let until = now + change.days * DAY;
            enter(connection, (&draft_id, draft, cart), &who.email, now).await?;
            let (payable, version, draft) =
                make_payable(connection, publications, &draft_id, (now, until)).await?;
            if payable.grand_total_cents != cart.grand_total_cents {
                return Err(outdated());
            }
            if body.is_set_off {
                let from = payment::of_order(connection, &order.id).await?.map(|payment| payment.provider);
                let provider = from.and_then(|name| payments.by_name(&name)).map_or(MANUAL, |one| one.name());
                let of_draft = (draft_id.as_str(), version, &draft);
                let by = By { provider, kept_of: Some(&order.id) };
                paid::receive(connection, (publications, payments), of_draft, by, now).await?;
            } else if change.edit.payment == EditPayment::Link && payable.grand_total_cents.get() > 0 {
                if change.notify {
                    let link = (draft_id.as_str(), version, until);
                    send::write_link(connection, publications, link, (&payable, &draft), now).await?;
                }
            } else {
                let of_draft = (draft_id.as_str(), version, &draft);
                paid::receive(connection, (publications, payments), of_draft, By::HAND, now).await?;
            }
            // What the payment took out is asked of the provider at once, too.
            let refunds = refund::of_order(connection, &order.id).await?;
            refunds.into_iter().rev().find(|one| one.status == "pending").map(|one| one.id)
        }
    };
    let event = Event::new(Kind::ChangeOrder, &order.id)
        .with("changeId", change_id.as_str())
        .with("before", json!({"totalCents": body.before_cents}))
        .with("after", json!({"totalCents": body.after_cents}))
        .with("removed", json!(body.removed))
        .with("added", json!(body.added))
        .with("deliveryCents", body.delivery_cents)
        .with("payment", json!(added.as_ref().map(|_| change.edit.payment)))
        .with("setOff", body.is_set_off)
        .with("address", body.readdress.is_some())
        .with("returnId", json!(body.exchange.as_ref().map(|exchange| &exchange.return_id)))
        .with("notify", change.notify)
        .with("refundId", refund_id.clone());
    note(connection, who, event.about(&order.email).words(&change.reason), now).await?;
    Ok(refund_id)
}

async fn enter(
    connection: &mut Connection<'_>,
    (id, draft, cart): (&str, &DraftBody, &Cart),
    author: &str,
    now: i64,
) -> Result<(), ApiError> {
    let entered = Entered {
        id,
        email: &draft.email,
        body: &serde_json::to_string(draft)?,
        currency: &cart.currency.to_string(),
        total_cents: cart.grand_total_cents.get(),
    };
    draft::add(connection, &entered, author, now).await
}

/// Has a service work out the taxes of what is added, where they are not known.
async fn ask_taxes(
    context: &Context,
    (id, edit, reason): (&str, &OrderEdit, &str),
    when: When,
) -> Result<(), ApiError> {
    if context.taxes.is_none() {
        return Ok(());
    }
    let now = context.clock.now_ms();
    let worked = context
        .db
        .read(async |connection| work(connection, &context.publications, (id, edit, reason), now).await)
        .await?;
    match worked.added {
        Some((_, cart)) => taxes::ask(context, &cart, when).await.map(drop),
        None => Ok(()),
    }
}

fn tidied(reason: &str) -> Result<String, ApiError> {
    let reason = reason.trim();
    if reason.chars().count() > LONGEST || reason.contains(char::is_control) {
        return Err(ApiError::bad_request(
            "malformed-reason",
            "Please write at most 500 characters, in one line.",
        ));
    }
    Ok(reason.to_owned())
}

fn outdated() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "change-outdated",
        "This order, or a price of what comes to it, was changed meanwhile, and nothing was done. Please look at the new sums and do it again.",
    )
}
