//! After the payment: money and goods come back, an order is called off.

use super::cards;
use super::invoice;
use super::kept;
use crate::context::Context;
use crate::emails;
use crate::error::{ApiError, StatusCode};
use crate::notices;
use crate::ordered::Ordered;
use crate::outbound::payment::{MANUAL, NoAnswer, Refund, RefundOutcome, charged, returned_by_hand};
use crate::published::Published;
use crate::repository::catalog::{self, Reason};
use crate::repository::gift_card::Change;
use crate::repository::order::{self, StoredOrder};
use crate::repository::refund::{self, NewRefund, RefundedLine, StoredRefund};
use crate::repository::{Connection, gift_card, order_change, outbox, payment, subscription};
use crate::token;
use loggia_commerce::{Cents, CurrencyCode, Funds, Giving, Money, ProductType, RefundProblem};
use serde::Serialize;

/// What goes back of an order.
#[derive(Clone, Debug)]
pub struct Return {
    /// Minor units; `None` is everything that may go back of what was paid.
    pub amount_cents: Option<i64>,
    /// Which goods go back into stock, and which gift cards are taken back: place of the line and how many.
    pub restock: Vec<(i64, i64)>,
    /// Why, in the owner's words.
    pub reason: String,
    /// Also what was paid for gift cards that are spent.
    pub even_if_spent: bool,
    /// What it is for; none of an amount that is for nothing in particular.
    pub lines: Vec<RefundedLine>,
}

/// What went back of an order, and what of its gift cards was taken back. Amounts are minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Returned {
    /// The refund, when money goes back.
    pub refund_id: Option<String>,
    /// In money.
    pub money_cents: i64,
    /// To the gift cards that paid.
    pub to_cards_cents: i64,
    /// Off the cards the order issued.
    pub voided_cents: i64,
    /// What of those cards was spent before, and cannot be taken back.
    pub spent_cents: i64,
}

impl Returned {
    /// Nothing went anywhere.
    pub fn is_nothing(&self) -> bool {
        self.money_cents == 0 && self.to_cards_cents == 0 && self.voided_cents == 0
    }
}

/// Promises money back as refund `id`, gives gift cards back what they paid, takes back what was issued, and puts the goods
/// back; the provider is asked by the outbox. Which part goes where: [`loggia_commerce::Funds`].
pub async fn give_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    what: &Return,
    id: &str,
    now: i64,
) -> Result<Returned, ApiError> {
    give_back_less(connection, (order, None), what, id, now).await
}

/// Money of a refund that does not leave the shop: it pays for another order.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// Minor units.
    pub cents: i64,
    /// The order that it pays for.
    pub order_id: &'a str,
}

/// As [`give_back`]; of the money a part may stay to pay for another order, and the provider is asked for the rest alone.
///
/// # Errors
/// Those of [`give_back`].
pub async fn give_back_less(
    connection: &mut Connection<'_>,
    (order, stays): (&StoredOrder, Option<Kept<'_>>),
    what: &Return,
    id: &str,
    now: i64,
) -> Result<Returned, ApiError> {
    cards::hold(connection, &order.id).await?;
    // As it stands now that it is held.
    let order = order::read(connection, &order.id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
    let why = Change { order_id: &order.id, refund_id: Some(id), now };
    let before = cards::funds(connection, &order).await?;
    put_back(connection, &order, &what.restock, why).await?;
    let funds = cards::funds(connection, &order).await?;
    let giving = giving(&order, funds, what)?;
    if giving.to_cards_cents > 0 {
        cards::pay_back(connection, giving.to_cards_cents, why).await?;
    }
    let cards = gift_card::issued(connection, &order.id).await?;
    cards::take_back(connection, cards, giving.void_cents, why).await?;
    let mut returned = Returned {
        refund_id: None,
        money_cents: giving.money_cents,
        to_cards_cents: giving.to_cards_cents,
        voided_cents: before.unspent_cents - funds.unspent_cents + giving.void_cents,
        spent_cents: funds.spent_cents,
    };
    for line in &what.lines {
        refund::add_line(connection, (&order.id, id), line).await?;
    }
    let mut money_cents = giving.money_cents;
    if let Some(stays) = stays {
        let reference = kept::name_of(stays.order_id);
        let new = NewRefund {
            id: &token::new_id(),
            order_id: &order.id,
            amount_cents: stays.cents,
            reason: &what.reason,
            reference: Some(&reference),
        };
        if stays.cents > money_cents || !refund::promise(connection, &new, now).await? {
            return Err(too_large());
        }
        money_cents -= stays.cents;
    }
    if money_cents > 0 {
        promise(connection, &order, (id, money_cents, &what.reason), now).await?;
        returned.refund_id = Some(id.to_owned());
    }
    Ok(returned)
}

/// Where the money of a refund goes.
///
/// # Errors
/// `refund-too-large`; `gift-card-spent`.
pub(super) fn giving(order: &StoredOrder, funds: Funds, what: &Return) -> Result<Giving, ApiError> {
    let is_for_nothing = what.amount_cents == Some(0) && what.lines.is_empty();
    if is_for_nothing && funds.money_cents + funds.by_cards_cents > 0 {
        return Err(too_large());
    }
    funds.give_back(what.amount_cents, what.even_if_spent).map_err(|problem| match problem {
        RefundProblem::TooLarge => too_large(),
        RefundProblem::CardsSpent { most_cents } => cards_spent(order, most_cents),
    })
}

async fn promise(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    (id, amount_cents, reason): (&str, i64, &str),
    now: i64,
) -> Result<(), ApiError> {
    let new = NewRefund { id, order_id: &order.id, amount_cents, reason, reference: None };
    if !refund::promise(connection, &new, now).await? {
        return Err(too_large());
    }
    let body = serde_json::json!({"refundId": id}).to_string();
    outbox::add(connection, &format!("refund-{id}"), outbox::REFUND, &body, now).await
}

fn too_large() -> ApiError {
    ApiError::bad_request("refund-too-large", "That is more than is left of what was paid.")
}

/// The refusal of a refund that would leave somebody with more than was paid.
pub fn cards_spent(order: &StoredOrder, most_cents: i64) -> ApiError {
    let currency = CurrencyCode::parse(&order.currency).unwrap_or_default();
    let most = Money::new(Cents::new(most_cents).unwrap_or_default(), currency).format();
    ApiError::bad_request(
        "gift-card-spent",
        format!(
            "Gift cards of this order are spent, so at most {most} can go back. To give back more all the same, say that it is meant."
        ),
    )
}

/// The refusal of more that is put back than was sold.
pub(super) fn restock_too_many() -> ApiError {
    ApiError::bad_request("restock-too-many", "That is more than was sold.")
}

async fn put_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    restock: &[(i64, i64)],
    why: Change<'_>,
) -> Result<(), ApiError> {
    let lines = order::lines(connection, &order.id).await?;
    for (position, quantity) in restock {
        let line = lines.iter().find(|line| line.position == *position).ok_or_else(restock_too_many)?;
        if !(1..=line.quantity).contains(quantity)
            || !refund::restock_line(connection, &order.id, *position, *quantity).await?
        {
            return Err(restock_too_many());
        }
        if line.product_type == i64::from(ProductType::GiftCard.code()) {
            cards::take_back_line(connection, *position, *quantity, why).await?;
        }
        let piece = (line.item_id.as_str(), line.sku.as_str());
        catalog::give(connection, piece, *quantity, Reason::Returned(&order.id), why.now).await?;
    }
    Ok(())
}

/// How an order is called off.
#[derive(Clone, Copy, Debug)]
pub struct CallOff<'a> {
    /// The goods go back into stock.
    pub restock: bool,
    /// Why, in the owner's words.
    pub reason: &'a str,
    /// Also what was paid for gift cards that are spent goes back.
    pub even_if_spent: bool,
}

/// Calls a paid order off: everything goes back that may, what it issued is taken back as far as it is not spent. One of which a change
/// waits to be paid is not called off: `change-pending`.
pub async fn call_off(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    how: CallOff<'_>,
    now: i64,
) -> Result<Returned, ApiError> {
    if order_change::pending(connection, &order.id).await?.is_some() {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "change-pending",
            "A change of this order waits to be paid. Please withdraw it, or note that it is paid, and try again.",
        ));
    }
    if !order::call_off(connection, &order.id, now).await? {
        return Err(ApiError::bad_request("not-cancellable", "This order can no longer be cancelled."));
    }
    for id in subscription::of_order(connection, &order.id).await? {
        let ended = subscription::read(connection, &id).await?;
        if subscription::end(connection, &id, now).await?
            && let Some(ended) = ended
        {
            notices::subscription(connection, "subscription.cancelled", &ended, (&order.id, now)).await?;
        }
    }
    let lines = order::lines(connection, &order.id).await?;
    let left = lines.iter().map(|line| (line.position, line.quantity - line.restocked));
    let restock = if how.restock { left.filter(|(_, quantity)| *quantity > 0).collect() } else { Vec::new() };
    let what = Return {
        amount_cents: None,
        restock,
        reason: how.reason.to_owned(),
        even_if_spent: how.even_if_spent,
        lines: Vec::new(),
    };
    let returned = give_back(connection, order, &what, &token::new_id(), now).await?;
    notices::order(connection, "order.cancelled", order, now).await?;
    Ok(returned)
}

/// Asks the provider for a promised refund and writes down what it says; done before when it is not pending any more.
pub async fn carry_out(context: &Context, refund_id: &str) -> Result<Result<(), NoAnswer>, ApiError> {
    let found = context
        .db
        .read(async |connection| {
            let Some(refund) = refund::read(connection, refund_id).await? else { return Ok(None) };
            let payment = payment::behind(connection, &refund.order_id).await?;
            Ok(payment.map(|payment| (refund, payment)))
        })
        .await?;
    let Some((refund, payment)) = found.filter(|(refund, _)| refund.status == "pending") else {
        return Ok(Ok(()));
    };
    let request = Refund {
        id: refund.id.clone(),
        reference: payment.reference.unwrap_or_default(),
        // Refunds are together what they say, also where a currency has no hundredths and each by itself would be rounded.
        amount_cents: charged(refund.before_cents + refund.amount_cents, &payment.currency)
            - charged(refund.before_cents, &payment.currency),
        currency: payment.currency,
    };
    let outcome = if request.amount_cents == 0 {
        // Less than the smallest coin: the books alone know it.
        RefundOutcome::Done(format!("rounded-{}", refund.id))
    } else if payment.provider == MANUAL {
        returned_by_hand(&request)
    } else if let Some(provider) = context.payments.by_name(&payment.provider) {
        match provider.refund(request).await {
            Ok(outcome) => outcome,
            Err(fault) => return Ok(Err(fault)),
        }
    } else {
        RefundOutcome::Failed(format!("paid with {}, which is not set up any more", payment.provider))
    };
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| end(connection, &published, &refund, &outcome, now).await)
        .await?;
    Ok(Ok(()))
}

/// Writes down how a refund ended, once, and tells the shopper of one that is done.
pub async fn end(
    connection: &mut Connection<'_>,
    published: &Published,
    refund: &StoredRefund,
    outcome: &RefundOutcome,
    now: i64,
) -> Result<(), ApiError> {
    match outcome {
        RefundOutcome::Failed(fault) => {
            cards::hold(connection, &refund.order_id).await?;
            if refund::set_failed(connection, refund, fault, now).await? {
                cards::restore(connection, &refund.order_id, &refund.id, now).await?;
                tracing::error!(refund = refund.id, fault, "a refund failed");
            }
            Ok(())
        }
        RefundOutcome::Done(reference) => {
            if !refund::set_done(connection, &refund.id, reference, now).await? {
                return Ok(());
            }
            let Some(order) = order::read(connection, &refund.order_id).await? else { return Ok(()) };
            let lines = order::lines(connection, &order.id).await?;
            let ordered = Ordered { published, order: &order, lines: &lines, files: &[], now };
            let email_message = emails::order::refunded(&ordered, refund.amount_cents)?;
            let cause = format!("refunded-{}", refund.id);
            outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now)
                .await?;
            notices::order(connection, "order.refunded", &order, now).await?;
            invoice::credit(connection, published, &order.id, now).await
        }
    }
}
