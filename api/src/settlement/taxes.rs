//! What the tax service is told: each sale of its taxes once, when it is paid, and each part of it that goes back. The outbox carries
//! both, so that neither is lost nor told twice.

use super::went_back::went_back;
use crate::context::Context;
use crate::error::ApiError;
use crate::outbound::payment::NoAnswer;
use crate::outbound::tax::Reversal;
use crate::repository::order::{self, StoredOrder};
use crate::repository::tax::{self, TaxSale};
use crate::repository::{Connection, outbox, refund};
use loggia_commerce::{Cart, ProductType};

/// Why the service is not told yet.
fn not_set() -> NoAnswer {
    NoAnswer("the tax service is not set up any more".into())
}

/// An order was placed from a cart whose taxes a service worked out. One of a test is no sale in real books, nor the other way
/// about.
///
/// # Errors
/// Faults of the store.
pub async fn begin(
    connection: &mut Connection<'_>,
    order_id: &str,
    cart: &Cart,
    is_told: bool,
) -> Result<(), ApiError> {
    match cart.tax_calculation.as_ref().filter(|_| is_told) {
        Some(calculation) => tax::add_sale(connection, order_id, calculation).await,
        None => Ok(()),
    }
}

/// An order was paid.
pub(super) async fn sold(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    if tax::sale(connection, order_id).await?.is_none() {
        return Ok(());
    }
    outbox::add(connection, &format!("tax-sale-{order_id}"), outbox::TAX_SALE, order_id, now).await
}

/// Something may have gone back of an order: what the service was not told of yet it will be.
pub(super) async fn given_back(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    now: i64,
) -> Result<(), ApiError> {
    if !order.is_paid() {
        return Ok(());
    }
    // Of two refunds at once the second one waits here for the first, and sees what it did.
    loop {
        let Some(sale) = tax::sale(connection, &order.id).await? else { return Ok(()) };
        let back = taxed_part(connection, order, &sale).await?;
        let more = back - sale.reversed_cents;
        if more <= 0 {
            return Ok(());
        }
        if tax::set_reversed(connection, &order.id, (sale.reversed_cents, back)).await? {
            let id = format!("{}-{back}", order.id);
            tax::add_reversal(connection, &id, (&order.id, more)).await?;
            return outbox::add(connection, &format!("tax-reversal-{id}"), outbox::TAX_REVERSAL, &id, now)
                .await;
        }
    }
}

/// What went back of what was taxed. Gift cards that were sold are not: what is known to have gone back for them does not count.
async fn taxed_part(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
    sale: &TaxSale,
) -> Result<i64, ApiError> {
    let is_card = i64::from(ProductType::GiftCard.code());
    let lines = order::lines(connection, &order.id).await?;
    let cards: Vec<i64> =
        lines.iter().filter(|line| line.product_type == is_card).map(|line| line.position).collect();
    let refunded = refund::lines(connection, &order.id).await?;
    let for_cards: i64 =
        refunded.iter().filter(|line| cards.contains(&line.position)).map(|line| line.cents).sum();
    let back = went_back(connection, order).await?;
    Ok((back - for_cards).clamp(0, sale.total_cents))
}

/// Tells the service of the sale of an order; told before when it has a name there.
///
/// # Errors
/// [`NoAnswer`] when the service does not answer; faults of the store.
pub async fn tell_sale(context: &Context, order_id: &str) -> Result<Result<(), NoAnswer>, ApiError> {
    let found = context.db.read(async |connection| tax::sale(connection, order_id).await).await?;
    let Some(sale) = found.filter(|sale| sale.reference.is_none()) else { return Ok(Ok(())) };
    let Some(desk) = &context.taxes else { return Ok(Err(not_set())) };
    match desk.service().record(sale.calculation, sale.order_id.clone()).await {
        Ok(reference) => {
            let keep = async move |connection: &mut Connection<'_>| {
                tax::set_recorded(connection, &sale.order_id, &reference).await
            };
            context.db.write(keep).await.map(Ok)
        }
        Err(fault) => Ok(Err(fault)),
    }
}

/// Tells the service of what went back of a sale; told before when that has a name there.
///
/// # Errors
/// [`NoAnswer`] when the service does not answer, or was not told of the sale yet; faults of the store.
pub async fn tell_reversal(context: &Context, id: &str) -> Result<Result<(), NoAnswer>, ApiError> {
    let found = context
        .db
        .read(async |connection| {
            let Some(reversal) = tax::reversal(connection, id).await? else { return Ok(None) };
            let sale = tax::sale(connection, &reversal.order_id).await?;
            let order = order::read(connection, &reversal.order_id).await?;
            Ok(sale.zip(order).map(|(sale, order)| (reversal, sale, order)))
        })
        .await?;
    let Some((reversal, sale, order)) = found.filter(|(reversal, ..)| reversal.reference.is_none()) else {
        return Ok(Ok(()));
    };
    let Some(desk) = &context.taxes else { return Ok(Err(not_set())) };
    let Some(reference) = sale.reference else {
        return Ok(Err(NoAnswer("the tax service was not told of the sale yet".into())));
    };
    let told = Reversal {
        id: reversal.id.clone(),
        sale: reference,
        cents: (reversal.cents != sale.total_cents).then_some(reversal.cents),
        currency: order.currency,
    };
    match desk.service().reverse(told).await {
        Ok(reference) => {
            let keep = async move |connection: &mut Connection<'_>| {
                tax::set_told(connection, &reversal.id, &reference).await
            };
            context.db.write(keep).await.map(Ok)
        }
        Err(fault) => Ok(Err(fault)),
    }
}
