//! A file in steps: some records in one transaction, so that sales go on beside a list of tens of thousands. What was taken stays
//! when the rest does not follow, and the same file brings the rest later.

use super::contents::{Contents, Part};
use super::one;
use super::report::Report;
use crate::error::{ApiError, StatusCode};
use crate::repository::imported::{self, Put};
use crate::repository::record::{self, Actor, Event};
use crate::repository::{Connection, Db, catalog};
use loggia_commerce::Catalog;
use std::sync::{Arc, Mutex};

/// How many records are taken in one transaction.
pub const AT_ONCE: usize = 200;

/// What a line in the record says, and whose it is.
pub type Noted = (Actor, Event);

/// Takes over what a file says; with `dry_run` it only says what would happen.
///
/// # Errors
/// Faults of the store; what was taken before stays.
pub async fn apply(db: &Db, contents: Contents, dry_run: bool, now: i64) -> Result<Report, ApiError> {
    let mut steps = Steps::of(db, contents).await?;
    while steps.next(db, (dry_run, now), None).await? {}
    Ok(steps.into_report())
}

/// What records are held against.
#[derive(Debug, Default)]
struct Known {
    catalog: Option<Catalog>,
    currency: String,
}

/// A file that is taken over step by step.
#[derive(Debug)]
pub struct Steps {
    parts: Vec<Part>,
    /// The part, and how many records of it were taken.
    at: (usize, usize),
    known: Arc<Known>,
    report: Report,
    done: usize,
    total: usize,
    /// How many orders named no currency.
    without: usize,
}

impl Steps {
    /// The steps of a file. Records of one thing are one record from here on, so that what a dry run counts is what is done later.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn of(db: &Db, contents: Contents) -> Result<Steps, ApiError> {
        let parts: Vec<Part> = contents.parts.into_iter().map(Part::once).collect();
        let stored = db.read(async |connection| catalog::read(connection).await).await?;
        let catalog: Option<Catalog> = stored.map(|stored| serde_json::from_str(&stored.body)).transpose()?;
        let currency = catalog
            .as_ref()
            .map_or_else(|| "USD".to_owned(), |catalog| catalog.store_settings.currency.to_string());
        Ok(Steps {
            total: parts.iter().map(Part::len).sum(),
            parts,
            at: (0, 0),
            known: Arc::new(Known { catalog, currency }),
            report: Report { faults: contents.faults, ..Report::default() },
            done: 0,
            without: 0,
        })
    }

    /// How many records were taken, of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.total)
    }

    /// What came of it so far.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What came of all of it.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }

    /// Takes the next records over, whole or not at all; whether there are more. A line of the record is written with them.
    ///
    /// # Errors
    /// Faults of the store; the same records are taken when it is called again.
    pub async fn next(
        &mut self,
        db: &Db,
        (dry_run, now): (bool, i64),
        noted: Option<Noted>,
    ) -> Result<bool, ApiError> {
        let Some(part) = self.parts.get(self.at.0) else { return Ok(false) };
        let some = Arc::new(part.some(self.at.1, AT_ONCE));
        let taken = some.len();
        let (report, without) = take(db, (some, Arc::clone(&self.known)), (dry_run, now), noted).await?;
        self.report.add(report);
        self.without += without;
        self.done += taken;
        self.at.1 += taken;
        if self.at.1 >= part.len() {
            self.at = (self.at.0 + 1, 0);
            self.end_part();
        }
        Ok(self.at.0 < self.parts.len())
    }

    fn end_part(&mut self) {
        let without = std::mem::take(&mut self.without);
        if without > 0 {
            let currency = self.known.currency.clone();
            let message =
                format!("{without} orders name no currency: {currency}, the shop's own, was taken.");
            let why = ("orders-no-currency", [("count", without.to_string()), ("currency", currency)]);
            self.report.fault(0, message, "export them with their currency, if it was another", why);
        }
    }
}

async fn take(
    db: &Db,
    (some, known): (Arc<Part>, Arc<Known>),
    (dry_run, now): (bool, i64),
    noted: Option<Noted>,
) -> Result<(Report, usize), ApiError> {
    let result: Arc<Mutex<Option<(Report, usize)>>> = Arc::default();
    let kept = Arc::clone(&result);
    let done = db
        .write(async move |connection| {
            let taken = records(connection, &some, &known, now).await?;
            if let Ok(mut place) = kept.lock() {
                *place = Some(taken);
            }
            // What was written goes again: a transaction that ends with a refusal leaves nothing.
            if dry_run {
                return Err(ApiError::refused(StatusCode::CONFLICT, "dry-run", "Nothing was changed."));
            }
            if let Some((actor, event)) = &noted {
                record::write(connection, actor, event.clone(), now).await?;
            }
            Ok(())
        })
        .await;
    let taken = result.lock().ok().and_then(|mut place| place.take());
    match (done, taken) {
        (Ok(()), Some(taken)) => Ok(taken),
        (Err(ApiError::Refused { code, .. }), Some(taken)) if dry_run && code == "dry-run" => Ok(taken),
        (Err(fault), _) => Err(fault),
        (Ok(()), None) => Err(ApiError::Internal("an import gave no report".into())),
    }
}

/// Takes records over: what came of them, and how many orders named no currency.
async fn records(
    connection: &mut Connection<'_>,
    part: &Part,
    known: &Known,
    now: i64,
) -> Result<(Report, usize), ApiError> {
    let (mut report, mut without) = (Report::default(), 0);
    let (catalog, currency) = (known.catalog.as_ref(), &known.currency);
    match part {
        Part::Orders(orders) => {
            for order in orders {
                without += usize::from(one::order(connection, order, currency, &mut report).await?);
            }
        }
        Part::People(people) => {
            for person in people {
                one::person(connection, person, &mut report, now).await?;
            }
        }
        Part::Coupons(coupons) => {
            for one in coupons {
                one::discount(connection, one, &mut report, now).await?;
            }
        }
        Part::Cards(cards) => {
            for card in cards {
                one::card(connection, card, currency, &mut report, now).await?;
            }
        }
        Part::Reviews(reviews) => {
            for review in reviews {
                one::review(connection, review, catalog, &mut report).await?;
            }
        }
        Part::Comments(comments) => {
            for comment in comments {
                one::comment(connection, comment, catalog, &mut report).await?;
            }
        }
        Part::Submissions(submissions) => {
            for one in submissions {
                let new = imported::put_submission(connection, one).await?;
                report.count(if new { Put::Added } else { Put::Unchanged });
            }
        }
    }
    Ok((report, without))
}
