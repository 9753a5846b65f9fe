//! The double entry as a table: one row of each posting, read and given in pieces.

use super::kept::settings;
use super::postings::{self, Posting, Taxes};
use super::settings::AccountingSettings;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::books::journal::{After, Booked, page};
use crate::repository::books::sums::{self, Of};
use crate::usecase::figures::Span;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// How many moves are read at a time.
pub(super) const AT_ONCE: i64 = 500;

/// The names of the columns.
pub const HEAD: [&str; 16] = [
    "time",
    "day",
    "timeZone",
    "document",
    "invoice",
    "account",
    "counterAccount",
    "amountMinor",
    "amount",
    "currency",
    "about",
    "country",
    "tax",
    "rate",
    "key",
    "text",
];

/// A posting: debited is `account`, credited `counter`.
#[derive(Clone, Debug)]
pub struct JournalRow {
    /// Epoch milliseconds.
    pub at: i64,
    /// The day in the shop's time zone.
    pub day: String,
    /// The zone.
    pub time_zone: String,
    /// The order's number, and behind a dash which of the changes after its payment it is.
    pub document: String,
    /// The number of the invoice.
    pub invoice: String,
    /// Debited.
    pub account: String,
    /// Credited.
    pub counter: String,
    /// Above zero, in minor units.
    pub cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// What it is about.
    pub about: &'static str,
    /// ISO 3166 code of the country that was taxed for.
    pub country: String,
    /// What the tax is called.
    pub tax: String,
    /// Percent; "" without a tax.
    pub rate: String,
    /// DATEV's tax key of the account.
    pub key: String,
    /// In words.
    pub text: String,
}

/// Where the reading of a span stands.
#[derive(Clone, Debug)]
pub struct Rows {
    settings: AccountingSettings,
    zone: TimeZone,
    moments: (i64, i64),
    /// Those that are still to come, the present one last.
    currencies: Vec<String>,
    after: After,
}

impl Rows {
    /// Of every currency of the books.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn of(context: &Context, span: &Span) -> Result<Rows, ApiError> {
        let mut currencies = context.db.read(async |connection| sums::currencies(connection).await).await?;
        currencies.reverse();
        Ok(Rows {
            settings: settings(context).await?,
            zone: span.zone.clone(),
            moments: moments(span)?,
            currencies,
            after: After::default(),
        })
    }
}

/// The next rows; `None` behind the last.
///
/// # Errors
/// Faults of the store.
pub async fn rows(context: &Context, at: &mut Rows) -> Result<Option<Vec<JournalRow>>, ApiError> {
    while let Some(currency) = at.currencies.last().cloned() {
        let (from, to) = at.moments;
        let (of, after) = (Of { currency: &currency, test_mode: false, from, to }, &at.after);
        let moves = context.db.read(async |connection| page(connection, of, after, AT_ONCE).await).await?;
        let Some((last, _)) = moves.last() else {
            at.currencies.pop();
            at.after = After::default();
            continue;
        };
        at.after = After::the(last);
        let mut rows = Vec::new();
        for (booked, taxes) in &moves {
            for posting in postings::of(&at.settings, booked, taxes, Taxes::Apart) {
                rows.push(row(at, &currency, booked, posting));
            }
        }
        return Ok(Some(rows));
    }
    Ok(None)
}

fn row(at: &Rows, currency: &str, booked: &Booked, posting: Posting) -> JournalRow {
    let document = document(booked);
    let rate = if posting.rate.is_empty() { String::new() } else { format!(", {} %", posting.rate) };
    JournalRow {
        at: booked.at,
        day: day(booked.at, &at.zone).to_string(),
        time_zone: at.zone.iana_name().unwrap_or("UTC").to_owned(),
        text: format!("Order {document}: {}{rate}", posting.about.code()),
        document,
        invoice: booked.invoice.clone(),
        account: posting.account,
        counter: posting.counter,
        cents: posting.cents,
        currency: currency.to_owned(),
        about: posting.about.code(),
        country: posting.country,
        tax: posting.tax,
        rate: posting.rate,
        key: posting.key,
    }
}

/// The number of a document: the order's, and behind a dash which of the changes after its payment it is.
pub(super) fn document(booked: &Booked) -> String {
    let order = booked.number.map_or_else(|| booked.order_id.clone(), |number| number.to_string());
    if booked.cause == "paid" { order } else { format!("{order}-{}", booked.nth) }
}

/// The day of a moment.
pub(super) fn day(at: i64, zone: &TimeZone) -> jiff::civil::Date {
    let at = Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    at.to_zoned(zone.clone()).date()
}

/// The moments of whole days.
pub(super) fn moments(span: &Span) -> Result<(i64, i64), ApiError> {
    let whole = span.whole()?;
    Ok((whole.begins, whole.ends))
}
