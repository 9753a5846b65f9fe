//! What a change of an order comes to: what goes back by the rules of a refund, what is added by those of a draft.

use super::request::{EditAdded, EditPayment, EditPreview, EditRemoved, OrderEdit};
use crate::error::{ApiError, StatusCode};
use crate::published::Publications;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::refund::{self, DELIVERY, RefundedLine};
use crate::repository::{Connection, catalog, invoice, order_change as changes};
use crate::settlement::change_body::{AddedPieces, ChangeBody, RemovedPieces};
use crate::settlement::order_change::{self, removable};
use crate::settlement::{cards, refund_by_line};
use crate::usecase::desk::draft::body::{DraftBody, DraftDiscount, DraftLine};
use crate::usecase::desk::draft::work_out::work_out;
use loggia_commerce::{Buyer, Cart, Percent, ProductType, ShippingLocation};
use serde_json::json;

/// The most that a line may hold.
const MOST: i64 = 9999;
/// Why what is added costs nothing, as the buyer reads it, where the shop says nothing else.
const GOODWILL: &str = "Goodwill";

/// A change that is worked out.
pub(super) struct Worked {
    /// The order as it stands.
    pub order: StoredOrder,
    /// What is told of it.
    pub preview: EditPreview,
    /// What is kept of it.
    pub body: ChangeBody,
    /// What is added, as a draft, and what that comes to.
    pub added: Option<(DraftBody, Cart)>,
    /// Whom and where it goes from then on; none where that stays.
    pub readdressed: Option<(Buyer, ShippingLocation)>,
}

/// An order of which something may be changed.
///
/// # Errors
/// 404 without a paid order; `order-not-changeable`.
pub(super) async fn changeable(connection: &mut Connection<'_>, id: &str) -> Result<StoredOrder, ApiError> {
    let order = order::read(connection, id).await?.filter(StoredOrder::is_paid);
    let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
    if order.cancelled_at.is_some() || order.fulfilled_at.is_some() {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "order-not-changeable",
            "This order is sent or cancelled, so nothing of it can be changed. Please refund what comes back, or prepare another order.",
        ));
    }
    Ok(order)
}

/// Works a change out; nothing is changed.
///
/// # Errors
/// Those of [`changeable`]; `change-nothing`; `change-line-unknown`; `change-too-few`; `change-too-many`; `change-line-own`;
/// `change-reverse-charge`; those of a refund and of a draft.
pub(super) async fn work(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, edit, reason): (&str, &OrderEdit, &str),
    now: i64,
) -> Result<Worked, ApiError> {
    let order = changeable(connection, id).await?;
    let lines = order::lines(connection, id).await?;
    let back = refund::lines(connection, id).await?;
    let (pieces, more) = split(&order, (&lines, &back), edit)?;
    let added = match draft_of(&order, edit, (more, reason))? {
        Some(draft) => Some(settled(connection, publications, (id, draft), now).await?),
        None => None,
    };
    let ships_more = added.as_ref().is_some_and(|(_, cart)| cart.requires_shipping);
    let delivery = delivery_back(connection, (&order, &lines), (&pieces, ships_more)).await?;
    if pieces.is_empty() && added.is_none() {
        return Err(ApiError::bad_request("change-nothing", "Nothing of this order would be another."));
    }
    let funds = cards::funds(connection, &order).await?;
    let before = funds.money_cents + funds.by_cards_cents;
    let mut body = ChangeBody { before_cents: before, ..ChangeBody::default() };
    let wanted = Some(delivery).filter(|cents| *cents > 0);
    for line in refund_by_line::chosen(connection, &order, (&pieces, wanted)).await? {
        if line.position == DELIVERY {
            body.delivery_cents = line.cents;
            continue;
        }
        let title = lines.iter().find(|one| one.position == line.position);
        body.removed.push(RemovedPieces {
            position: line.position,
            title: title.map(|line| line.title.clone()).unwrap_or_default(),
            quantity: line.quantity,
            cents: line.cents,
        });
    }
    let mut preview = EditPreview {
        before_cents: before,
        removed: body.removed.iter().map(EditRemoved::from).collect(),
        delivery_cents: body.delivery_cents,
        is_in_stock: true,
        ..EditPreview::default()
    };
    if !body.removed.is_empty() {
        let what = order_change::back_of(connection, &order, (&body, "")).await?;
        let told = refund_by_line::preview(connection, &order, &what).await?;
        (preview.money_cents, preview.to_cards_cents) = (told.money_cents, told.to_cards_cents);
    }
    if let Some((_, cart)) = &added {
        tell_added(connection, cart, (&mut body, &mut preview)).await?;
    }
    let goes_back = preview.money_cents + preview.to_cards_cents;
    preview.difference_cents = preview.added_cents - goes_back;
    preview.after_cents = before + preview.difference_cents;
    body.after_cents = preview.after_cents;
    // What goes back in money pays for what is added, where it is enough: nobody pays first to get it back then.
    let covers = (1..=preview.money_cents).contains(&preview.added_cents);
    if covers && edit.payment == EditPayment::Link {
        (body.is_set_off, preview.set_off_cents) = (true, preview.added_cents);
    }
    // What was added before is no line of the order, so the changes themselves are named: the same one is never made twice.
    let made = changes::of_order(connection, id).await?;
    let made: Vec<(String, String)> = made.into_iter().map(|change| (change.id, change.state)).collect();
    preview.digest = digest(&order, (&lines, &back, &made), (edit, &preview));
    Ok(Worked { order, preview, body, added, readdressed: None })
}

/// What is added, settled by the rules of a draft; the draft keeps the prices that were told, so that a later link asks for no others.
pub(super) async fn settled(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, mut draft): (&str, DraftBody),
    now: i64,
) -> Result<(DraftBody, Cart), ApiError> {
    let cart = work_out(connection, publications, (id, &draft), now).await?.0.cart;
    for (line, entry) in draft.lines.iter_mut().zip(&cart.entries) {
        line.sku = entry.chosen_variant.sku.to_string();
        line.agreed_price_cents = Some(entry.purchase_price_cents.get());
    }
    Ok((draft, cart))
}

/// What is told and kept of what is added.
pub(super) async fn tell_added(
    connection: &mut Connection<'_>,
    cart: &Cart,
    (body, preview): (&mut ChangeBody, &mut EditPreview),
) -> Result<(), ApiError> {
    preview.added_cents = cart.grand_total_cents.get();
    preview.added_delivery_cents = cart.shipping_cost_cents.get();
    preview.added_tax_cents = cart.tax_cents.get();
    for entry in &cart.entries {
        let piece = AddedPieces {
            item_id: entry.item_id.to_string(),
            sku: entry.chosen_variant.sku.to_string(),
            title: entry.title.clone(),
            quantity: i64::from(entry.quantity),
            price_cents: entry.purchase_price_cents.get(),
        };
        let stock = catalog::stock_of_item(connection, &piece.item_id).await?;
        let row = stock.iter().find(|row| row.sku == piece.sku);
        let available = match row {
            Some(row) if row.unlimited => None,
            row => Some(row.map_or(0, |row| row.quantity)),
        };
        preview.is_in_stock &= available.is_none_or(|pieces| pieces >= piece.quantity);
        preview.added.push(EditAdded::of(&piece, available));
        body.added.push(piece);
    }
    Ok(())
}

/// Which pieces of which lines are taken out, and which lines get more.
type Split = (Vec<(i64, i64)>, Vec<DraftLine>);

fn split(
    order: &StoredOrder,
    (lines, back): (&[StoredLine], &[RefundedLine]),
    edit: &OrderEdit,
) -> Result<Split, ApiError> {
    let (mut pieces, mut more) = (Vec::new(), Vec::new());
    for (place, wanted) in edit.lines.iter().enumerate() {
        let is_it = |line: &&StoredLine| line.position == wanted.position;
        let is_twice = edit.lines.iter().take(place).any(|other| other.position == wanted.position);
        let line = lines.iter().find(is_it).filter(|_| !is_twice).ok_or_else(|| {
            ApiError::bad_request("change-line-unknown", "A line is named twice, or is none of this order.")
        })?;
        if !(0..=MOST).contains(&wanted.quantity) {
            return Err(ApiError::bad_request(
                "change-too-many",
                format!("{}: a line holds 0 to 9,999 pieces.", line.title),
            ));
        }
        let refunded = back.iter().find(|one| one.position == line.position).map_or(0, |one| one.quantity);
        let kept = line.quantity - refunded.max(line.restocked);
        let change = wanted.quantity - kept;
        if change < 0 {
            let least = kept - removable(order, line, refunded);
            if wanted.quantity < least {
                return Err(ApiError::bad_request(
                    "change-too-few",
                    format!("{}: at least {least} stay, because they are sent or given over.", line.title),
                ));
            }
            pieces.push((line.position, -change));
        } else if change > 0 {
            more.push(more_of(line, change)?);
        }
    }
    Ok((pieces, more))
}

/// More of a line, at the price that was paid for it.
fn more_of(line: &StoredLine, pieces: i64) -> Result<DraftLine, ApiError> {
    if line.item_id.is_empty() {
        return Err(ApiError::bad_request(
            "change-line-own",
            format!("{} is no product of the catalogue, so no more of it can be added here.", line.title),
        ));
    }
    Ok(DraftLine {
        item_id: line.item_id.clone(),
        sku: line.sku.clone(),
        quantity: u32::try_from(pieces).unwrap_or(u32::MAX),
        agreed_price_cents: Some(line.unit_price_cents),
        ..DraftLine::default()
    })
}

/// What is added as a draft for who bought the order; none where nothing is.
pub(super) fn draft_of(
    order: &StoredOrder,
    edit: &OrderEdit,
    (more, reason): (Vec<DraftLine>, &str),
) -> Result<Option<DraftBody>, ApiError> {
    let new = edit.added.iter().map(|one| DraftLine {
        item_id: one.item_id.clone(),
        sku: one.sku.clone(),
        quantity: one.quantity,
        ..DraftLine::default()
    });
    let lines: Vec<DraftLine> = more.into_iter().chain(new).collect();
    if lines.is_empty() {
        return Ok(None);
    }
    // A line without a product would be one of the shop's own.
    if lines.iter().any(|line| line.item_id.is_empty()) {
        return Err(ApiError::bad_request(
            "change-line-unknown",
            "What is added is a variant of the catalogue.",
        ));
    }
    if order.reverse_charge {
        return Err(ApiError::bad_request(
            "change-reverse-charge",
            "The firm that bought this owes the tax itself, and that is looked into at the checkout. Please send it a draft with what comes to the order.",
        ));
    }
    let buyer = order.buyer()?;
    let option = order.option()?;
    let waived = (edit.payment == EditPayment::Waived).then(|| DraftDiscount {
        percent: Some(Percent::ALL),
        amount_cents: None,
        reason: if reason.is_empty() { GOODWILL.to_owned() } else { reason.chars().take(100).collect() },
    });
    Ok(Some(DraftBody {
        email: order.email.clone(),
        language: order.language.clone(),
        name: buyer.name,
        company: buyer.company,
        phone: buyer.phone,
        shipping_location: order.location()?,
        shipping_option_id: option.map(|option| option.id.as_str().to_owned()).unwrap_or_default(),
        lines,
        free_delivery: !edit.charge_delivery || waived.is_some(),
        discount: waived,
        note: format!("Added to {}", order.name()),
    }))
}

/// What goes back of delivery: all that is left of it, where the last piece is taken out that would be shipped.
async fn delivery_back(
    connection: &mut Connection<'_>,
    (order, lines): (&StoredOrder, &[StoredLine]),
    (pieces, ships_more): (&[(i64, i64)], bool),
) -> Result<i64, ApiError> {
    let taken = |line: &StoredLine| {
        pieces.iter().find(|(position, _)| *position == line.position).map_or(0, |(_, taken)| *taken)
    };
    let is_shipped = |line: &&StoredLine| line.product_type == i64::from(ProductType::Physical.code());
    let takes_last = lines.iter().filter(is_shipped).any(|line| taken(line) > 0)
        && lines.iter().all(|line| line.left() - taken(line) <= 0);
    if !takes_last || ships_more || order.shipped_at.is_some() {
        return Ok(0);
    }
    let parts = refund_by_line::parts(connection, order, lines).await?;
    let delivery = parts.iter().find(|part| part.position == DELIVERY);
    Ok(delivery.map_or(0, |part| part.cents - part.refunded_cents))
}

/// Names a change, what it comes to, and how the order stood.
pub(super) fn digest(
    order: &StoredOrder,
    (lines, back, made): (&[StoredLine], &[RefundedLine], &[(String, String)]),
    (edit, preview): (&OrderEdit, &EditPreview),
) -> String {
    let stood: Vec<_> = lines
        .iter()
        .map(|line| (line.position, line.quantity, line.restocked, line.sent, line.returned))
        .collect();
    let back: Vec<_> = back.iter().map(|line| (line.position, line.quantity, line.cents)).collect();
    // How many are for sale is looked at when they are taken.
    let prices: Vec<_> =
        preview.added.iter().map(|one| (&one.item_id, &one.sku, one.quantity, one.price_cents)).collect();
    let named = json!([
        order.id,
        order.refunded_cents,
        made,
        order.shipped_at,
        stood,
        back,
        edit,
        prices,
        preview.before_cents,
        preview.after_cents,
        preview.money_cents,
        preview.to_cards_cents,
        preview.delivery_cents,
        preview.added_cents,
        preview.less_cents,
        preview.stays_cents,
        order.shipping_location,
        order.shipping_option,
        order.buyer,
    ]);
    invoice::digest(&named.to_string())
}
