//! The record of who did what.

use crate::usecase::paging::{ONE_MORE, page};

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Filter, Row};
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Which rows; what is not given lets everything through.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// Done by or about this address, this account id, this `key ID`, or by `machine`, `command`, `shop`, `program`, `visitor`.
    pub person: String,
    /// A kind, such as `log-in` or `refund`.
    pub kind: String,
    /// `accounts`, `shop`, `content`, `data` or `site`.
    pub area: String,
    /// Exactly this subject: an order's id, `item sku`, a code.
    pub subject: String,
    /// From this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Before this moment; epoch milliseconds.
    pub to: Option<i64>,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

impl RecordQuery {
    /// As the store is asked.
    pub fn filter(&self) -> Filter {
        Filter {
            before: i64::MAX,
            area: self.area.clone(),
            kind: self.kind.clone(),
            subject: self.subject.clone(),
            person: self.person.trim().to_lowercase(),
            from: self.from.unwrap_or(i64::MIN),
            to: self.to.unwrap_or(i64::MAX),
        }
    }
}

/// A page of the record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordPage {
    /// Newest first.
    pub rows: Vec<RecordRow>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One thing that somebody did.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordRow {
    /// Its place in the chain, from 1.
    pub seq: i64,
    /// Epoch milliseconds.
    pub made_on: i64,
    /// `account ID`, `key ID NAME`, `machine`, `command`, `shop`, `program` or `visitor`.
    pub actor: String,
    /// The address of the account; "" when there is none or it was erased.
    pub email: String,
    /// The address on the network; "" when it is not known or was erased.
    pub address: String,
    /// What the browser called itself.
    pub agent: String,
    /// `accounts`, `shop`, `content`, `data` or `site`.
    pub area: String,
    /// What, in one word.
    pub kind: String,
    /// To what.
    pub subject: String,
    /// Whose address it is about.
    pub about: String,
    /// What was typed: a reason, a note.
    pub words: String,
    /// Before and after.
    #[schema(value_type = Object)]
    pub detail: Value,
    /// Whether a personal part was erased.
    pub erased: bool,
    /// SHA-256 of the row, in hexadecimal digits.
    pub hash: String,
}

impl RecordRow {
    /// Of a stored row.
    ///
    /// # Errors
    /// When its detail is not JSON.
    pub fn of(row: Row) -> Result<Self, ApiError> {
        let part = |body: &str, name: &str| {
            let body: Value = serde_json::from_str(body).unwrap_or_default();
            body.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let is_gone =
            |digest: &str, email: &str, body: &str| !digest.is_empty() && email.is_empty() && body.is_empty();
        Ok(RecordRow {
            erased: is_gone(&row.who_digest, &row.who_email, &row.who_body)
                || is_gone(&row.about_digest, &row.about_email, &row.about_body),
            address: part(&row.who_body, "address"),
            agent: part(&row.who_body, "agent"),
            words: part(&row.about_body, "words"),
            detail: serde_json::from_str(&row.detail)?,
            seq: row.seq,
            made_on: row.made_at,
            actor: row.actor,
            email: row.who_email,
            area: row.area,
            kind: row.kind,
            subject: row.subject,
            about: row.about_email,
            hash: row.hash,
        })
    }
}

/// A page of the record for somebody who may see it.
pub async fn list(who: &SignedIn, context: &Context, query: &RecordQuery) -> Result<RecordPage, ApiError> {
    let page = page(
        context,
        (who, Right::ReadRecord),
        &query.cursor,
        async |connection, after| {
            let before = after.part(0).parse().unwrap_or(i64::MAX);
            let rows = record::list(connection, &Filter { before, ..query.filter() }, ONE_MORE).await?;
            Ok(rows.into_iter().map(|row| (row.seq.to_string(), row)).collect::<Vec<_>>())
        },
        |(seq, _)| vec![seq.as_str()],
    )
    .await?;
    Ok(RecordPage {
        has_next_page: page.has_next(),
        next_page_cursor: page.next,
        rows: page.rows.into_iter().map(|(_, row)| RecordRow::of(row)).collect::<Result<_, ApiError>>()?,
    })
}
