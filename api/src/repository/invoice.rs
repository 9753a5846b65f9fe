//! Invoices and credit notes: numbered without a gap, written once, never changed (the database itself refuses).

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use sha2::{Digest, Sha256};
use sqlx_macros::FromRow;

statements! {
    ADD_BASIS = "INSERT INTO order_basis (order_id, body) VALUES ($1, $2)";
    BASIS = "SELECT body FROM order_basis WHERE order_id = $1";
    // The row is held until the transaction ends: a number that is not used was never given.
    NEXT = "INSERT INTO invoice_series (name, last) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET last = invoice_series.last + 1 RETURNING last";
    ADD = "INSERT INTO invoice (number, series, sequence, kind, order_id, issued_at, currency, net_cents, tax_cents, gross_cents, body, digest) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    READ = "SELECT number, series, sequence, kind, order_id, issued_at, currency, net_cents, tax_cents, gross_cents, body, digest FROM invoice WHERE number = $1";
    OF_ORDER = "SELECT number, series, sequence, kind, order_id, issued_at, currency, net_cents, tax_cents, gross_cents, body, digest FROM invoice \
        WHERE order_id = $1 ORDER BY sequence";
    // The newest first; `$4` is the number of the last one of the page before.
    LIST = "SELECT number, series, sequence, kind, order_id, issued_at, currency, net_cents, tax_cents, gross_cents, body, digest FROM invoice \
        WHERE issued_at >= $1 AND issued_at < $2 AND ($3 = '' OR order_id = $3) AND (series < $4 OR (series = $4 AND sequence < $5) OR $4 = '') \
        ORDER BY series DESC, sequence DESC LIMIT $6";
}

/// A document as it is stored. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct StoredInvoice {
    /// Its number.
    pub number: String,
    /// The series of the number.
    pub series: String,
    /// Its place in the series, from 1.
    pub sequence: i64,
    /// `invoice` or `credit-note`.
    pub kind: String,
    /// The order it is for.
    pub order_id: String,
    /// Epoch milliseconds.
    pub issued_at: i64,
    /// ISO 4217.
    pub currency: String,
    /// Without tax.
    pub net_cents: i64,
    /// The taxes.
    pub tax_cents: i64,
    /// With tax.
    pub gross_cents: i64,
    /// All that it says, as JSON.
    pub body: String,
    /// The SHA-256 of `body`, in hexadecimal digits.
    pub digest: String,
}

impl StoredInvoice {
    /// What it says.
    ///
    /// # Errors
    /// What is stored is not what was written.
    pub fn body(&self) -> Result<&str, ApiError> {
        if digest(&self.body) == self.digest {
            return Ok(&self.body);
        }
        Err(ApiError::Internal(format!("document {} is not as it was written", self.number).into()))
    }
}

/// The digest of a body.
pub fn digest(body: &str) -> String {
    hex::encode(Sha256::digest(body))
}

/// Keeps how the lines of an order were taxed, as JSON.
pub async fn add_basis(connection: &mut Connection<'_>, order_id: &str, body: &str) -> Result<(), ApiError> {
    affected!(connection, ADD_BASIS, order_id, body)?;
    Ok(())
}

/// That of an order; orders from before it was kept have none.
pub async fn basis(connection: &mut Connection<'_>, order_id: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(BASIS).bind(order_id).fetch_optional(c).await)?)
}

/// Takes the next number of a series; nobody else takes one until the transaction ends.
pub async fn next(connection: &mut Connection<'_>, series: &str) -> Result<i64, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(NEXT).bind(series).fetch_one(c).await)?)
}

/// Writes a document down.
pub async fn add(connection: &mut Connection<'_>, invoice: &StoredInvoice) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        &invoice.number,
        &invoice.series,
        invoice.sequence,
        &invoice.kind,
        &invoice.order_id,
        invoice.issued_at,
        &invoice.currency,
        invoice.net_cents,
        invoice.tax_cents,
        invoice.gross_cents,
        &invoice.body,
        &invoice.digest
    )?;
    Ok(())
}

/// The document with this number.
pub async fn read(connection: &mut Connection<'_>, number: &str) -> Result<Option<StoredInvoice>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(number).fetch_optional(c).await)?)
}

/// The documents of an order, the invoice first.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredInvoice>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// Which documents.
#[derive(Clone, Debug)]
pub struct InvoiceFilter {
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this moment.
    pub to: i64,
    /// Only those of this order; "" for all.
    pub order_id: String,
    /// Only what stands behind this series and place; "" and anything for all.
    pub before: (String, i64),
}

/// Documents, the newest first.
pub async fn list(
    connection: &mut Connection<'_>,
    filter: &InvoiceFilter,
    limit: i64,
) -> Result<Vec<StoredInvoice>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(filter.from)
        .bind(filter.to)
        .bind(&filter.order_id)
        .bind(&filter.before.0)
        .bind(filter.before.1)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}
