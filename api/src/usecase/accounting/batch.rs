//! DATEV's booking batch of a span.

use super::journal::{AT_ONCE, day, document, moments};
use super::kept::settings;
use super::postings::{self, About, Posting, Taxes};
use super::settings::{AccountingSettings, Place};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::books::journal::{After, Booked, page};
use crate::repository::books::sums::Of;
use crate::usecase::figures::Span;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use loggia_commerce::{Buyer, CurrencyCode};
use loggia_exchange::datev::{self, Batch, BatchFault, Entry};
use rust_decimal::Decimal;

fn refused(code: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::bad_request(code, message)
}

/// The file, and what it is called.
///
/// # Errors
/// `datev-not-set-up` without the numbers of advisor and client; `datev-refused` with what cannot be written; faults of the store.
pub async fn batch(
    context: &Context,
    (span, own): &(Span, String),
    currency: &str,
) -> Result<(String, Vec<u8>), ApiError> {
    let settings = settings(context).await?;
    if settings.consultant == 0 || settings.client == 0 {
        return Err(refused(
            "datev-not-set-up",
            "A batch for DATEV needs the tax advisor's number and the client's number. Please add both to the account numbers.",
        ));
    }
    let currency = if currency.is_empty() { own } else { currency };
    let currency = CurrencyCode::parse(currency)
        .map_err(|_| refused("malformed-currency", "Please give a currency by its three letters, as EUR."))?
        .to_string();
    let entries = entries(context, span, &settings, &currency).await?;
    let now = Timestamp::from_millisecond(context.clock.now_ms()).unwrap_or(Timestamp::UNIX_EPOCH);
    let whole = Batch {
        consultant: settings.consultant,
        client: settings.client,
        year_begins: year_begins(span.from, settings.year_begins),
        account_length: settings.account_length,
        from: span.from,
        to: span.to,
        name: format!("Shop {} {}", span.from, currency),
        currency: currency.clone(),
        chart: settings.chart.code().to_owned(),
        made: now.to_zoned(span.zone.clone()).datetime(),
        entries,
    };
    let bytes = datev::write(&whole).map_err(|fault| match fault {
        BatchFault::TwoYears => refused(
            "datev-refused",
            "A batch for DATEV is of one business year. Please choose days of one, or correct the month in which yours begins.",
        ),
        BatchFault::TooMany => {
            refused("datev-refused", "A batch for DATEV has at most 99,999 rows. Please choose fewer days.")
        }
        fault => refused("datev-refused", format!("DATEV would refuse this batch: {fault}.")),
    })?;
    Ok((format!("EXTF_Buchungsstapel_{}_{}_{currency}.csv", span.from, span.to), bytes))
}

/// The first day of the business year of a day.
fn year_begins(day: Date, month: u8) -> Date {
    let month = i8::try_from(month).unwrap_or(1);
    let year = if day.month() >= month { day.year() } else { day.year() - 1 };
    Date::new(year, month, 1).unwrap_or(day)
}

async fn entries(
    context: &Context,
    span: &Span,
    settings: &AccountingSettings,
    currency: &str,
) -> Result<Vec<Entry>, ApiError> {
    let (from, to) = moments(span)?;
    let mut entries = Vec::new();
    let mut after = After::default();
    // One more than a batch may have is enough to refuse it.
    while entries.len() <= datev::MOST {
        let of = Of { currency, test_mode: false, from, to };
        let moves = context.db.read(async |connection| page(connection, of, &after, AT_ONCE).await).await?;
        let Some((last, _)) = moves.last() else { break };
        after = After::the(last);
        for (booked, taxes) in &moves {
            let postings = postings::of(settings, booked, taxes, Taxes::Within);
            entries.extend(postings.into_iter().map(|posting| entry(booked, posting, &span.zone)));
        }
    }
    Ok(entries)
}

fn entry(booked: &Booked, posting: Posting, zone: &TimeZone) -> Entry {
    let number = document(booked);
    let what = match posting.about {
        About::Goods => "Ware",
        About::Delivery => "Versand",
        About::Tax => "Umsatzsteuer",
        About::CardSold => "Gutschein verkauft",
        About::Money if booked.money_cents < 0 => "Erstattung",
        About::Money => "Zahlung",
        About::CardSpent => "Gutschein eingelöst",
    };
    let rate = if posting.rate.is_empty() { String::new() } else { format!(" {} %", posting.rate) };
    let is_sale = matches!(posting.about, About::Goods | About::Delivery) && posting.place == Place::Eu;
    let is_taxed = !posting.rate.is_empty() && posting.rate != "0";
    let destination = match (is_sale, is_taxed) {
        (false, _) => String::new(),
        (true, true) => posting.country.clone(),
        (true, false) => {
            let buyer: Buyer = serde_json::from_str(&booked.buyer).unwrap_or_default();
            if buyer.vat_id.is_empty() { posting.country.clone() } else { buyer.vat_id }
        }
    };
    Entry {
        cents: posting.cents,
        account: posting.account,
        counter: posting.counter,
        key: posting.key,
        day: day(booked.at, zone),
        document: if booked.cause == "paid" && !booked.invoice.is_empty() {
            booked.invoice.clone()
        } else {
            number.clone()
        },
        text: format!("Bestellung {number} {what}{rate}"),
        destination,
        destination_rate: posting.rate.parse::<Decimal>().ok().filter(|_| is_sale && is_taxed),
    }
}

#[cfg(test)]
mod tests {
    use super::year_begins;

    /// S-311: a business year that begins in another month than January began in the year before for the months before it.
    #[test]
    fn s_311_business_years_begin_in_any_month() {
        for (day, month, begins) in [
            ("2026-11-21", 1, "2026-01-01"),
            ("2026-06-30", 7, "2025-07-01"),
            ("2026-07-01", 7, "2026-07-01"),
        ] {
            assert_eq!(year_begins(day.parse().unwrap(), month).to_string(), begins);
        }
    }
}
