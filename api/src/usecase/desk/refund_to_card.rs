//! What goes back of an order becomes a gift card: the money stays in the shop and pays for an order of the shop's own with that card,
//! whose code its buyer gets by letter.

use super::draft::body::{DraftBody, DraftLine};
use super::draft::paid::{self, By};
use super::draft::send::make_payable;
use crate::clock::DAY;
use crate::error::{ApiError, StatusCode};
use crate::ordered::OrderWords;
use crate::outbound::payment::{MANUAL, Payments};
use crate::published::{Publications, Published};
use crate::repository::draft::{self, Entered};
use crate::repository::order::StoredOrder;
use crate::repository::{Connection, catalog, dispute, payment};
use crate::settlement::refund::{self, Kept, Return, Returned};
use crate::settlement::refund_by_line;
use crate::token;
use std::sync::Arc;

/// As [`refund::give_back`], of an order that the caller holds; what would go back in money goes to a new gift card, and nothing is asked
/// of the provider. What gift cards paid goes back to these.
///
/// # Errors
/// `refund-card-currency`; `refund-card-mode`; `refund-card-disputed`; those of a refund.
pub async fn give_back(
    connection: &mut Connection<'_>,
    (publications, payments): (&Publications, &Arc<Payments>),
    (order, what, id): (&StoredOrder, &Return, &str),
    (author, now): (&str, i64),
) -> Result<Returned, ApiError> {
    let cents = refund_by_line::preview(connection, order, what).await?.money_cents;
    if cents == 0 {
        return refund::give_back(connection, order, what, id, now).await;
    }
    let version = catalog::version(connection).await?;
    let published = publications.at_least(connection, version).await?;
    check(connection, &published, (order, publications.is_test())).await?;
    let draft_id = token::new_id();
    let draft = draft_of(&published, order, (cents, &what.reason))?;
    let entered = Entered {
        id: &draft_id,
        email: &draft.email,
        body: &serde_json::to_string(&draft)?,
        currency: &order.currency,
        total_cents: cents,
    };
    draft::add(connection, &entered, author, now).await?;
    let (payable, version, draft) =
        make_payable(connection, publications, &draft_id, (now, now + DAY)).await?;
    if payable.grand_total_cents.get() != cents {
        return Err(ApiError::Internal("a gift card came to another amount than goes back".into()));
    }
    let from = payment::of_order(connection, &order.id).await?.map(|payment| payment.provider);
    let provider = from.and_then(|name| payments.by_name(&name)).map_or(MANUAL, |one| one.name());
    let by = By { provider, kept_of: Some(&order.id) };
    let of_draft = (draft_id.as_str(), version, &draft);
    let card = paid::receive(connection, (publications, payments), of_draft, by, now).await?;
    let stays = Kept { cents, order_id: &card.id };
    refund::give_back_less(connection, (order, Some(stays)), what, id, now).await
}

/// Refuses an order whose money cannot become a gift card.
async fn check(
    connection: &mut Connection<'_>,
    published: &Published,
    (order, is_test): (&StoredOrder, bool),
) -> Result<(), ApiError> {
    let refuse = |code, why: &'static str| Err(ApiError::refused(StatusCode::CONFLICT, code, why));
    if order.currency != published.catalog.store_settings.currency.as_str() {
        return refuse(
            "refund-card-currency",
            "Gift cards are of the shop's currency, and this order was paid in another. Please give it back the way it was paid.",
        );
    }
    if order.test_mode != is_test {
        return refuse(
            "refund-card-mode",
            "This order and the shop are not both in test mode, so it cannot become a gift card. Please give it back the way it was paid.",
        );
    }
    // The bank may take the same money.
    if dispute::of_order(connection, &order.id).await?.iter().any(|one| one.status == "open") {
        return refuse(
            "refund-card-disputed",
            "The payment of this order is disputed, so it may go back by the bank. Please wait until that is decided.",
        );
    }
    Ok(())
}

fn draft_of(
    published: &Published,
    order: &StoredOrder,
    (cents, reason): (i64, &str),
) -> Result<DraftBody, ApiError> {
    let buyer = order.buyer()?;
    let words = OrderWords::of(published, &order.language);
    Ok(DraftBody {
        email: order.email.clone(),
        language: order.language.clone(),
        name: buyer.name,
        company: buyer.company,
        phone: buyer.phone,
        lines: vec![DraftLine {
            quantity: 1,
            title: words.with("refundCardTitle", &[("name", &order.name())]),
            price_cents: cents,
            is_refund_card: true,
            ..DraftLine::default()
        }],
        note: reason.to_owned(),
        ..DraftBody::default()
    })
}
