//! What an exchange comes to: what comes back by the rules of a return, what goes out by those of a draft, and one difference.

use super::request::{EditPayment, EditPreview, EditRemoved, EditReturned, OrderEdit};
use super::work::{Worked, digest, draft_of, settled, tell_added};
use crate::error::{ApiError, StatusCode};
use crate::published::Publications;
use crate::repository::order::{self, StoredOrder};
use crate::repository::order_return::{self, NewLine, NewReturn, ReturnLine};
use crate::repository::{Connection, order_change as changes, refund};
use crate::settlement::change_body::{ChangeBody, Exchange, ReturnedPieces};
use crate::settlement::{cards, order_exchange, refund_by_line};
use crate::token;
use crate::usecase::desk::draft::body::{DraftBody, DraftDiscount};
use crate::usecase::order::returns::{self, Returnable};
use loggia_commerce::{Cart, Percent, ReturnReason};

/// Works an exchange out; nothing is changed.
///
/// # Errors
/// 404 without a paid order or the return; `order-not-changeable`; `return-decided`; `return-nothing`; `return-too-many`;
/// `exchange-nothing`; `change-exchange-alone`; those of a refund and of a draft.
pub(super) async fn work(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, edit, reason): (&str, &OrderEdit, &str),
    now: i64,
) -> Result<Worked, ApiError> {
    let order = order::read(connection, id).await?.filter(StoredOrder::is_paid);
    let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
    if order.cancelled_at.is_some() {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "order-not-changeable",
            "This order is cancelled, so nothing of it can be exchanged. Please prepare another order.",
        ));
    }
    let asked = edit.exchange.clone().unwrap_or_default();
    if !edit.lines.is_empty() || edit.address.is_some() {
        return Err(ApiError::bad_request(
            "change-exchange-alone",
            "Please make the exchange by itself, and other changes of the order before or after it.",
        ));
    }
    if edit.added.is_empty() {
        return Err(ApiError::bad_request(
            "exchange-nothing",
            "Please choose what goes out instead, or take the return in by itself.",
        ));
    }
    let named = asked.lines.iter().map(|one| NewLine {
        position: one.position,
        quantity: one.quantity,
        reason: one.reason,
    });
    let named = returns::named(named.collect())?;
    let may = may_come(connection, &order, &asked.return_id).await?;
    returns::check(&may, &named)?;
    let lines = order::lines(connection, id).await?;
    let back = refund::lines(connection, id).await?;
    let pieces: Vec<(i64, i64)> = named.iter().map(|one| (one.position, one.quantity)).collect();
    let mut came = Vec::new();
    for part in refund_by_line::chosen(connection, &order, (&pieces, None)).await? {
        let line = lines.iter().find(|one| one.position == part.position);
        let said = asked.lines.iter().find(|one| one.position == part.position);
        came.push(ReturnedPieces {
            position: part.position,
            title: line.map(|line| line.title.clone()).unwrap_or_default(),
            quantity: part.quantity,
            cents: part.cents,
            restock: said.is_some_and(|one| one.restock),
        });
    }
    let cost: i64 = came.iter().map(|one| one.cents).sum();
    // What was refunded by an amount is not there a second time.
    let funds = cards::funds(connection, &order).await?;
    let worth = cost.min(funds.most());
    let before = funds.money_cents + funds.by_cards_cents;
    let mut exchange = Exchange { return_id: asked.return_id, came, stays_cents: cost - worth };
    let what = order_exchange::back_of(connection, &order, (&exchange, "")).await?;
    let whole = refund_by_line::preview(connection, &order, &what).await?;

    let plain = OrderEdit { payment: EditPayment::Received, exchange: None, ..edit.clone() };
    let draft = draft_of(&order, &plain, (Vec::new(), reason))?;
    let draft = draft.ok_or_else(|| ApiError::not_found("Not found"))?;
    let (draft, cart) = settled(connection, publications, (id, draft), now).await?;
    let price = cart.grand_total_cents.get();
    let mut body = ChangeBody { before_cents: before, ..ChangeBody::default() };
    let (draft, cart) = if (1..=whole.money_cents).contains(&price) {
        // What goes back in money pays for what goes out: nobody pays first to get it back then.
        body.is_set_off = true;
        (draft, cart)
    } else {
        let is_waived = edit.payment == EditPayment::Waived;
        let owed = if is_waived { 0 } else { (price - worth).max(0) };
        let out = Out { id, draft: &draft, language: &order.language };
        let (draft, cart) = match price {
            0 => (draft, cart),
            _ => out.less(connection, publications, (owed, cart.subtotal_cents.get()), now).await?,
        };
        // What is taken off what goes out stays of what came back.
        let stays = if is_waived { price.min(worth) } else { price - cart.grand_total_cents.get() };
        exchange.stays_cents += stays.clamp(0, worth);
        (draft, cart)
    };
    let what = order_exchange::back_of(connection, &order, (&exchange, "")).await?;
    let told = refund_by_line::preview(connection, &order, &what).await?;
    let mut preview = EditPreview {
        before_cents: before,
        removed: exchange.came.iter().map(EditRemoved::from).collect(),
        money_cents: told.money_cents,
        to_cards_cents: told.to_cards_cents,
        is_in_stock: true,
        ..EditPreview::default()
    };
    tell_added(connection, &cart, (&mut body, &mut preview)).await?;
    if body.is_set_off {
        preview.set_off_cents = price;
    }
    preview.difference_cents = preview.added_cents - preview.money_cents - preview.to_cards_cents;
    preview.after_cents = before + preview.difference_cents;
    preview.stays_cents = exchange.stays_cents;
    body.after_cents = preview.after_cents;
    body.exchange = Some(exchange);
    let made = changes::of_order(connection, id).await?;
    let made: Vec<(String, String)> = made.into_iter().map(|change| (change.id, change.state)).collect();
    preview.digest = digest(&order, (&lines, &back, &made), (edit, &preview));
    Ok(Worked { order, preview, body, added: Some((draft, cart)), readdressed: None })
}

/// What may come back: what a return that is not ended announced, or what was sent and is in none.
async fn may_come(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    return_id: &str,
) -> Result<Vec<Returnable>, ApiError> {
    if return_id.is_empty() {
        return returns::returnable(connection, order).await;
    }
    let (of, one) = returns::whole(connection, return_id).await?;
    if of.id != order.id {
        return Err(ApiError::not_found("Not found"));
    }
    if !matches!(one.state.as_str(), "requested" | "accepted") {
        return Err(returns::decided());
    }
    let sold = order::lines(connection, &order.id).await?;
    let most = |line: &ReturnLine| {
        let sent = sold.iter().find(|other| other.position == line.position);
        line.quantity.min(sent.map_or(0, |sent| sent.sent - sent.returned))
    };
    let announced = order_return::lines(connection, return_id).await?;
    let all = announced.into_iter().map(|line| Returnable {
        most: most(&line),
        position: line.position,
        title: line.title,
    });
    Ok(all.filter(|line| line.most > 0).collect())
}

/// The return by which an exchange is made, as it is to be taken in: the one that is named, accepted, or a new one of these pieces.
///
/// # Errors
/// `return-decided`; faults of the store.
pub(super) async fn begin(
    connection: &mut Connection<'_>,
    (order, exchange): (&StoredOrder, &Exchange),
    (lines, reason): (&[EditReturned], &str),
    now: i64,
) -> Result<Exchange, ApiError> {
    if !exchange.return_id.is_empty() {
        let (_, one) = returns::whole(connection, &exchange.return_id).await?;
        let is_open = one.state == "accepted"
            || order_return::accept(connection, &exchange.return_id, &one.answer).await?;
        return if is_open { Ok(exchange.clone()) } else { Err(returns::decided()) };
    }
    let id = token::new_id();
    let begun =
        NewReturn { id: &id, order_id: &order.id, by_staff: true, is_told: false, reason, answer: "" };
    let why = |position: i64| -> ReturnReason {
        lines.iter().find(|one| one.position == position).map(|one| one.reason).unwrap_or_default()
    };
    let pieces = exchange.came.iter().map(|one| NewLine {
        position: one.position,
        quantity: one.quantity,
        reason: why(one.position),
    });
    order_return::add(connection, &begun, &pieces.collect::<Vec<_>>(), now).await?;
    Ok(Exchange { return_id: id, ..exchange.clone() })
}

/// What goes out, of which a part is paid by what came back.
struct Out<'a> {
    id: &'a str,
    draft: &'a DraftBody,
    /// Of who bought.
    language: &'a str,
}

impl Out<'_> {
    /// The draft with so much taken off that it comes to what is owed, by whatever taxes; where no amount hits it to the coin, to the
    /// least above.
    async fn less(
        self,
        connection: &mut Connection<'_>,
        publications: &Publications,
        (owed, subtotal): (i64, i64),
        now: i64,
    ) -> Result<(DraftBody, Cart), ApiError> {
        let with = |discount: DraftDiscount, is_free: bool| DraftBody {
            discount: Some(discount),
            free_delivery: self.draft.free_delivery || is_free,
            ..self.draft.clone()
        };
        let reason = match self.language.split('-').next().unwrap_or_default() {
            "de" => "Umtausch",
            "fr" => "Échange",
            "es" => "Cambio",
            _ => "Exchange",
        };
        let all =
            DraftDiscount { percent: Some(Percent::ALL), amount_cents: None, reason: reason.to_owned() };
        if owed == 0 {
            return settled(connection, publications, (self.id, with(all, true)), now).await;
        }
        let (mut low, mut high) = (1, subtotal);
        let mut best = None;
        while low <= high {
            let off = low + (high - low) / 2;
            let part = DraftDiscount { percent: None, amount_cents: Some(off), reason: reason.to_owned() };
            let found = settled(connection, publications, (self.id, with(part, false)), now).await?;
            let total = found.1.grand_total_cents.get();
            if total == owed {
                return Ok(found);
            }
            if total > owed {
                low = off + 1;
                best = Some(found);
            } else {
                high = off - 1;
            }
        }
        match best {
            Some(found) => Ok(found),
            None => settled(connection, publications, (self.id, with(all, true)), now).await,
        }
    }
}
