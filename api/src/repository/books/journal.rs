//! The moves of the books one by one, each with what a document of it says: the order's number, who took the money, and the references
//! by which the provider knows it.

use super::sums::Of;
use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    // What delivery cost stands with the payment, and what a refund is counted by with the moves before it.
    MOVES = "SELECT m.order_id, m.cause, m.at, m.gross_cents, m.back_cents, m.tax_cents, m.money_cents, m.by_cards_cents, m.cards_sold_cents, \
        p.gross_cents AS paid_cents, p.tax_cents AS paid_tax_cents, p.delivery_cents, o.tax_cents AS added_tax_cents, o.number, o.buyer, COALESCE(pay.provider, '') AS provider, \
        COALESCE(pay.reference, '') AS payment_reference, COALESCE(r.reference, '') AS refund_reference, COALESCE(i.number, '') AS invoice, \
        (SELECT CAST(COALESCE(SUM(t.net_cents), 0) AS BIGINT) FROM book_tax AS t WHERE t.order_id = m.order_id AND t.cause = 'paid') AS paid_net_cents, \
        (SELECT COUNT(*) FROM book_move AS b WHERE b.order_id = m.order_id AND b.cause <> 'paid' AND (b.at < m.at OR (b.at = m.at AND b.cause <= m.cause))) AS nth \
        FROM book_move AS m JOIN book_move AS p ON p.order_id = m.order_id AND p.cause = 'paid' JOIN shop_order AS o ON o.id = m.order_id \
        LEFT JOIN payment AS pay ON pay.order_id = m.order_id \
        LEFT JOIN refund AS r ON r.order_id = m.order_id AND (r.id = m.cause OR 'failed ' || r.id = m.cause) \
        LEFT JOIN invoice AS i ON i.order_id = m.order_id AND i.kind = 'invoice' \
        WHERE m.currency = $1 AND m.test_mode = $2 AND m.at >= $3 AND m.at < $4 \
        AND (m.at > $5 OR (m.at = $5 AND (m.order_id > $6 OR (m.order_id = $6 AND m.cause > $7)))) \
        ORDER BY m.at, m.order_id, m.cause LIMIT $8";
    TAXES = "SELECT order_id, cause, country, region, name, rate, net_cents, tax_cents FROM book_tax \
        WHERE currency = $1 AND test_mode = $2 AND at >= $3 AND at <= $4 ORDER BY order_id, cause, position";
}

/// A move. Amounts are minor units; what each is stands with the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Booked {
    /// The order.
    pub order_id: String,
    /// `paid`, the refund, `failed ` and the refund, or the change of a gift card.
    pub cause: String,
    /// Epoch milliseconds.
    pub at: i64,
    /// What was sold.
    pub gross_cents: i64,
    /// What went back.
    pub back_cents: i64,
    /// The tax in it.
    pub tax_cents: i64,
    /// Money that came in; below zero: went out.
    pub money_cents: i64,
    /// What gift cards paid.
    pub by_cards_cents: i64,
    /// What gift cards were sold for.
    pub cards_sold_cents: i64,
    /// What was sold by the order's payment.
    pub paid_cents: i64,
    /// The tax in it.
    pub paid_tax_cents: i64,
    /// What its taxes were taken of.
    pub paid_net_cents: i64,
    /// What delivery cost by it.
    pub delivery_cents: i64,
    /// The tax that was added to the prices of the order.
    pub added_tax_cents: i64,
    /// The order's number.
    pub number: Option<i64>,
    /// Who bought, as JSON.
    pub buyer: String,
    /// Who took the money; "" where none was due.
    pub provider: String,
    /// The provider's name of the payment.
    pub payment_reference: String,
    /// The provider's name of the refund.
    pub refund_reference: String,
    /// The number of the order's invoice.
    pub invoice: String,
    /// Which of the moves after the payment it is, from 1 on.
    pub nth: i64,
}

/// A tax of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, FromRow)]
pub struct BookedTax {
    /// The order.
    pub order_id: String,
    /// The move.
    pub cause: String,
    /// ISO 3166 code; "" where it is not known any more.
    pub country: String,
    /// State or province.
    pub region: String,
    /// What it is called.
    pub name: String,
    /// Percent, as text; "" where none was taken.
    pub rate: String,
    /// What it was taken of.
    pub net_cents: i64,
    /// The tax.
    pub tax_cents: i64,
}

/// Behind which move a page begins.
#[derive(Clone, Debug, Default)]
pub struct After {
    at: i64,
    order_id: String,
    cause: String,
}

impl After {
    /// Behind this one.
    pub fn the(row: &Booked) -> Self {
        After { at: row.at, order_id: row.order_id.clone(), cause: row.cause.clone() }
    }
}

/// At most `most` moves of a span in the order of time, each with its taxes.
///
/// # Errors
/// Faults of the store.
pub async fn page(
    connection: &mut Connection<'_>,
    of: Of<'_>,
    after: &After,
    most: i64,
) -> Result<Vec<(Booked, Vec<BookedTax>)>, ApiError> {
    let rows: Vec<Booked> = fetch!(connection, |c| sqlx::query_as(MOVES)
        .bind(of.currency)
        .bind(of.test_mode)
        .bind(of.from)
        .bind(of.to)
        .bind(after.at)
        .bind(&after.order_id)
        .bind(&after.cause)
        .bind(most)
        .fetch_all(c)
        .await)?;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let taxes: Vec<BookedTax> = fetch!(connection, |c| sqlx::query_as(TAXES)
        .bind(of.currency)
        .bind(of.test_mode)
        .bind(first.at)
        .bind(last.at)
        .fetch_all(c)
        .await)?;
    let mut by_move = std::collections::HashMap::<(String, String), Vec<BookedTax>>::new();
    for tax in taxes {
        by_move.entry((tax.order_id.clone(), tax.cause.clone())).or_default().push(tax);
    }
    let with_taxes = |row: Booked| {
        let taxes = by_move.remove(&(row.order_id.clone(), row.cause.clone())).unwrap_or_default();
        (row, taxes)
    };
    Ok(rows.into_iter().map(with_taxes).collect())
}
