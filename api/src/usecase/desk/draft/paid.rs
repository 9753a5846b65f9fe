//! The staff has the money of a draft: it is placed as a checkout places it, and paid at once.

use super::body::DraftBody;
use super::keep::placed;
use super::send::{ask_taxes, make_payable};
use crate::clock::DAY;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::outbound::payment::{MANUAL, Outcome, Payments};
use crate::published::Publications;
use crate::repository::cart::Key;
use crate::repository::order::StoredOrder;
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, draft, order_change, payment};
use crate::settlement;
use crate::token;
use crate::usecase::checkout::place::place;
use crate::usecase::checkout::purchase::{Checkout, Purchase};
use crate::usecase::gift_cards;
use crate::usecase::owner::note::note;
use loggia_commerce::Buyer;
use std::sync::Arc;

/// Places a draft as paid; the order's id. While it has a link it is paid as it was agreed on, else by today's rules.
///
/// # Errors
/// 404 without the draft; `draft-placed`; what is missing of it; too few in stock; `confirm-again` of one that a change adds, or with gift
/// cards.
pub async fn mark_paid(context: &Context, who: &SignedIn, id: &str) -> Result<String, ApiError> {
    // With what a change adds, what it takes out is paid back, by whichever call that comes about.
    let change = context.db.read(async |connection| order_change::of_draft(connection, id).await).await?;
    if change.is_some() {
        who.recently(context)?;
    }
    ask_taxes(context, id).await?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let (publications, payments) = (context.publications.clone(), context.payments.clone());
    let is_confirmed = who.is_confirmed(context);
    context
        .db
        .write(async move |connection| {
            let seen = draft::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            if seen.is_placed {
                return Err(placed());
            }
            let version = if seen.is_open(now) {
                seen.version
            } else {
                make_payable(connection, &publications, &id, (now, now + DAY)).await?.1
            };
            let body: DraftBody = serde_json::from_str(&seen.body)?;
            let order =
                receive(connection, (&publications, &payments), (&id, version, &body), By::HAND, now).await?;
            // Of what was placed, which nobody changes meanwhile: a refusal takes all of it back.
            gift_cards::issued_by_hand(connection, &order.id, is_confirmed).await?;
            let event = Event::new(Kind::MarkPaid, &order.id)
                .with("amountCents", order.grand_total_cents)
                .with("draft", id.as_str());
            note(connection, &who, event.about(&order.email), now).await?;
            Ok(order.id)
        })
        .await
}

/// With what the money of an order came.
#[derive(Clone, Copy, Debug)]
pub(in crate::usecase::desk) struct By<'a> {
    /// Who has it.
    pub provider: &'static str,
    /// The order that had paid it and takes it back.
    pub kept_of: Option<&'a str>,
}

impl By<'_> {
    /// The shop has it by hand.
    pub const HAND: Self = By { provider: MANUAL, kept_of: None };
}

/// Places a draft that can be paid, with its `id`, version and body, as an order whose money the shop has; the order.
///
/// # Errors
/// `draft-placed`; what is missing of it; faults of the store.
pub(in crate::usecase::desk) async fn receive(
    connection: &mut Connection<'_>,
    (publications, payments): (&Publications, &Arc<Payments>),
    (id, version, body): (&str, i64, &DraftBody),
    by: By<'_>,
    now: i64,
) -> Result<StoredOrder, ApiError> {
    let purchase = Purchase {
        publications: publications.clone(),
        key: Key::Token(token::hash(&publications.links().payment_cart((id, version)))),
        email: body.email.trim().to_owned(),
        member: None,
        call: None,
        payments: Arc::clone(payments),
        provider: by.provider,
        test_mode: publications.is_test(),
        now,
        vat_id: None,
        vat_id_confirmed: None,
        by_staff: true,
        request: Checkout {
            buyer: Buyer {
                name: body.name.clone(),
                company: body.company.clone(),
                phone: body.phone.clone(),
                ..Buyer::default()
            },
            language: body.language.clone(),
            ..Checkout::default()
        },
    };
    let order = place(connection, &purchase).await?;
    if !order.is_pending() || order.is_waiting() {
        return Err(placed());
    }
    let reference = match by.kept_of {
        Some(from) => payment::name_of_kept((from, &order.id)),
        None => format!("manual-{}", order.id),
    };
    let paid = Outcome::Paid { reference, kept: None };
    settlement::settle_in(connection, publications, &order.id, &paid, now).await?;
    Ok(order)
}
