//! Drafts are entered, changed and removed. What changes one ends its link: nobody pays what is not agreed on any more.

use super::body::DraftBody;
use super::work_out::work_out;
use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::links::Links;
use crate::repository::Connection;
use crate::repository::cart::{self, Key};
use crate::repository::draft::{self, Entered, StoredDraft};
use crate::repository::record::{Event, Kind};
use crate::repository::{order, order_change};
use crate::settlement;
use crate::token;
use crate::usecase::owner::note::note;

/// Keeps a draft: a new one without an `id`; its id.
///
/// # Errors
/// 404 without the draft; `draft-placed`; `draft-of-change`; a refusal of the shop's rules.
pub async fn save(
    context: &Context,
    who: &SignedIn,
    id: Option<&str>,
    mut body: DraftBody,
) -> Result<String, ApiError> {
    // A card is made of money that goes back, and of nothing that is typed.
    body.lines.iter_mut().for_each(|line| line.is_refund_card = false);
    let (known, who, now) = (id.map(str::to_owned), who.clone(), context.clock.now_ms());
    let publications = context.publications.clone();
    context
        .db
        .write(async move |connection| {
            let id = known.clone().unwrap_or_else(token::new_id);
            if known.is_some() {
                refuse_of_change(connection, &id).await?;
                end_link(connection, publications.links(), &id, now).await?;
            }
            let (shopping, _) = work_out(connection, &publications, (&id, &body), now).await?;
            let (text, email) =
                (serde_json::to_string(&body)?, shopping.cart.agreed.clone().unwrap_or_default().email);
            let entered = Entered {
                id: &id,
                email: &email,
                body: &text,
                currency: &shopping.cart.currency.to_string(),
                total_cents: shopping.cart.grand_total_cents.get(),
            };
            match &known {
                Some(_) => draft::save(connection, &entered, now).await?,
                None => draft::add(connection, &entered, &who.email, now).await?,
            }
            let event = Event::new(Kind::PutDraft, &id).with("totalCents", entered.total_cents);
            note(connection, &who, event.about(&email), now).await?;
            Ok(id)
        })
        .await
}

/// Removes a draft that became no order.
///
/// # Errors
/// 404 without the draft; `draft-placed`; `draft-of-change`.
pub async fn remove(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let publications = context.publications.clone();
    context
        .db
        .write(async move |connection| {
            refuse_of_change(connection, &id).await?;
            let draft = end_link(connection, publications.links(), &id, now).await?;
            draft::remove(connection, &id).await?;
            let event = Event::new(Kind::RemoveDraft, &id).with("totalCents", draft.total_cents);
            note(connection, &who, event.about(&draft.email), now).await
        })
        .await
}

/// Ends the link of a draft, if it has one: what is being paid by it is called off, and what it holds is given back. Rows are locked
/// in the order of a checkout: the cart, its order, the draft, the stock.
///
/// # Errors
/// 404 without the draft; `draft-placed` of one that is an order by now.
pub(in crate::usecase::desk) async fn end_link(
    connection: &mut Connection<'_>,
    links: &Links,
    id: &str,
    now: i64,
) -> Result<StoredDraft, ApiError> {
    let missing = || ApiError::not_found("Not found");
    let seen = draft::read(connection, id).await?.ok_or_else(missing)?;
    let key = Key::Token(token::hash(&links.payment_cart((id, seen.version))));
    cart::hold(connection, &key, now).await?;
    if let Some(order_id) = order::living_of_cart(connection, id).await? {
        order::hold(connection, &order_id).await?;
        let is_being_paid = order::read(connection, &order_id)
            .await?
            .is_some_and(|one| one.is_pending() && !one.is_waiting());
        if !is_being_paid || !settlement::cancel(connection, &order_id, now).await? {
            return Err(placed());
        }
    }
    draft::lock(connection, id).await?;
    let draft = draft::read(connection, id).await?.ok_or_else(missing)?;
    if draft.is_placed || draft.version != seen.version {
        return Err(placed());
    }
    draft::let_go(connection, id, now).await?;
    if draft.sent_at.is_some() {
        draft::withdraw(connection, id).await?;
        cart::remove(connection, id).await?;
    }
    draft::read(connection, id).await?.ok_or_else(missing)
}

/// The refusal of a change to what is an order.
pub(in crate::usecase::desk) fn placed() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "draft-placed",
        "This draft is an order by now, or somebody else changed it at this moment. Please load it again.",
    )
}

/// What is added to an order is what its shopper was told: it is withdrawn as a whole, and made anew.
async fn refuse_of_change(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    if order_change::of_draft(connection, id).await?.is_none() {
        return Ok(());
    }
    Err(ApiError::refused(
        StatusCode::CONFLICT,
        "draft-of-change",
        "This is what a change adds to an order. Please withdraw the change at that order, and make another.",
    ))
}
