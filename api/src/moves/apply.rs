//! Records of a file → the database, in one transaction: a second time, and in another order, nothing else comes of it.

use super::contents::{Contents, Part};
use crate::error::ApiError;
use crate::repository::imported::{self, NewImported, NewWords, Put};
use crate::repository::{Connection, Db, catalog, coupon, sales};
use crate::token;
use actix_web::http::StatusCode;
use loggia_commerce::Catalog;
use loggia_commerce::forms::Email;
use loggia_exchange::Fault;
use loggia_exchange::people::{Consent, Person};
use loggia_exchange::posts::{Comment, CommentState};
use loggia_exchange::sales::{Card, Discounted, Order, Review};
use serde::Serialize;
use std::sync::{Arc, Mutex};

/// What an import did, or would do.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// New records.
    pub added: usize,
    /// Records that say something else now.
    pub changed: usize,
    /// Records that were there.
    pub unchanged: usize,
    /// What was not taken over, or is otherwise than it was stated.
    pub faults: Vec<Fault>,
}

impl Report {
    fn count(&mut self, put: Put) {
        match put {
            Put::Added => self.added += 1,
            Put::Changed => self.changed += 1,
            Put::Unchanged => self.unchanged += 1,
        }
    }

    fn fault(&mut self, line: usize, message: String, help: &str) {
        self.faults.push(Fault::new(line, message, help));
    }
}

/// Takes over what a file says; with `dry_run` it only says what would happen.
pub async fn apply(db: &Db, contents: Contents, dry_run: bool, now: i64) -> Result<Report, ApiError> {
    let contents = Arc::new(contents);
    let result: Arc<Mutex<Option<Report>>> = Arc::default();
    let kept = Arc::clone(&result);
    let done = db
        .write(async move |connection| {
            let mut report = Report { faults: contents.faults.clone(), ..Report::default() };
            for part in &contents.parts {
                take(connection, part, &mut report, now).await?;
            }
            if let Ok(mut place) = kept.lock() {
                *place = Some(report);
            }
            // What was written goes again: a transaction that ends with a refusal leaves nothing.
            if dry_run {
                Err(ApiError::refused(StatusCode::CONFLICT, "dry-run", "Nothing was changed."))
            } else {
                Ok(())
            }
        })
        .await;
    let report = result.lock().ok().and_then(|mut place| place.take());
    match (done, report) {
        (Ok(()), Some(report)) => Ok(report),
        (Err(ApiError::Internal(fault)), _) => Err(ApiError::Internal(fault)),
        (Err(_), Some(report)) if dry_run => Ok(report),
        (Err(fault), _) => Err(fault),
        (Ok(()), None) => Err(ApiError::Internal("an import gave no report".into())),
    }
}

async fn take(
    connection: &mut Connection<'_>,
    part: &Part,
    report: &mut Report,
    now: i64,
) -> Result<(), ApiError> {
    match part {
        Part::Orders(orders) => {
            let currency = shop_currency(connection).await?;
            let mut without = 0_usize;
            for order in orders {
                without += usize::from(take_order(connection, order, &currency, report).await?);
            }
            if without > 0 {
                let message =
                    format!("{without} orders name no currency: {currency}, the shop's own, was taken.");
                report.fault(0, message, "export them with their currency, if it was another");
            }
        }
        Part::People(people) => {
            for person in people {
                take_person(connection, person, report, now).await?;
            }
        }
        Part::Coupons(coupons) => {
            for one in coupons {
                take_coupon(connection, one, report, now).await?;
            }
        }
        Part::Cards(cards) => {
            let currency = shop_currency(connection).await?;
            for card in cards {
                take_card(connection, card, &currency, report, now).await?;
            }
        }
        Part::Reviews(reviews) => {
            let catalog = published(connection).await?;
            for review in reviews {
                take_review(connection, review, catalog.as_ref(), report).await?;
            }
        }
        Part::Comments(comments) => {
            let catalog = published(connection).await?;
            for comment in comments {
                take_comment(connection, comment, catalog.as_ref(), report).await?;
            }
        }
        Part::Submissions(submissions) => {
            for one in submissions {
                let new = imported::put_submission(connection, one).await?;
                report.count(if new { Put::Added } else { Put::Unchanged });
            }
        }
    }
    Ok(())
}

async fn published(connection: &mut Connection<'_>) -> Result<Option<Catalog>, ApiError> {
    let stored = catalog::read(connection).await?;
    Ok(stored.map(|stored| serde_json::from_str(&stored.body)).transpose()?)
}

async fn shop_currency(connection: &mut Connection<'_>) -> Result<String, ApiError> {
    let catalog = published(connection).await?;
    Ok(catalog.map_or_else(|| "USD".to_owned(), |catalog| catalog.store_settings.currency.to_string()))
}

/// Takes an order over; whether the shop's currency had to stand for its own.
async fn take_order(
    connection: &mut Connection<'_>,
    order: &Order,
    shop_currency: &str,
    report: &mut Report,
) -> Result<bool, ApiError> {
    // What this shop gave out and gets back is its own order: it stands in its books already.
    if order.source == "loggia" && sales::is_own(connection, &order.number).await? {
        report.count(Put::Unchanged);
        return Ok(false);
    }
    let is_code = order.currency.len() == 3 && order.currency.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut order = order.clone();
    if !is_code {
        shop_currency.clone_into(&mut order.currency);
    }
    let body = serde_json::to_string(&order)?;
    let new = NewImported {
        source: &order.source,
        number: &order.number,
        email: &order.email,
        currency: &order.currency,
        total_cents: order.total_cents,
        refunded_cents: order.refunded_cents,
        is_paid: order.is_paid(),
        created_at: order.created_on,
        stated_at: order.stated_at(),
        body: &body,
    };
    report.count(imported::put_order(connection, &new).await?);
    Ok(!is_code)
}

async fn take_person(
    connection: &mut Connection<'_>,
    person: &Person,
    report: &mut Report,
    now: i64,
) -> Result<(), ApiError> {
    let Ok(email) = Email::parse(&person.email) else {
        report.fault(
            person.line,
            format!("'{}' is no address for email; the row was left out.", person.email),
            "mend it in the list",
        );
        return Ok(());
    };
    let email = email.key();
    let there = imported::person(connection, &email).await?;
    let mut merged = Person { email: email.clone(), ..person.clone() };
    if let Some(body) = &there {
        merged = serde_json::from_str::<Person>(body)?.merged(&merged);
    }
    let body = serde_json::to_string(&merged)?;
    report.count(match &there {
        None => Put::Added,
        Some(own) if *own == body => Put::Unchanged,
        Some(_) => Put::Changed,
    });
    imported::put_person(connection, &email, &body).await?;
    // Only a consent with its time makes a member of the list; a refusal takes everybody off whose own sign-up is not later.
    match merged.consent {
        Consent::Given if merged.consent_on > 0 => {
            let source = format!("import: {}", merged.consent_source);
            imported::enrol(connection, &email, &source, merged.consent_on).await?;
        }
        Consent::Refused => {
            let at = if merged.consent_on > 0 { merged.consent_on } else { now };
            let own = imported::membership(connection, &email).await?;
            let joined_here = own.is_some_and(|(source, ..)| !source.starts_with("import: "));
            if !joined_here || merged.consent_on > 0 {
                imported::withdraw(connection, &email, at).await?;
            }
        }
        _ => {}
    }
    Ok(())
}

async fn take_coupon(
    connection: &mut Connection<'_>,
    one: &Discounted,
    report: &mut Report,
    now: i64,
) -> Result<(), ApiError> {
    let key = one.coupon.code.trim().to_lowercase();
    let body = serde_json::to_string(&one.coupon)?;
    let there =
        coupon::by_code(connection, &key).await?.map(|own| serde_json::to_string(&own)).transpose()?;
    let last = imported::coupon(connection, &key).await?;
    match (&there, &last) {
        (Some(own), _) if *own == body => report.count(Put::Unchanged),
        (Some(own), last) if last.as_ref() != Some(own) => {
            let message = format!(
                "The coupon '{}' was changed or made in this shop and stays as it is.",
                one.coupon.code
            );
            report.fault(
                one.line,
                message,
                "remove it under Shop, Coupons, and import again to get what the list says",
            );
            report.count(Put::Unchanged);
            return Ok(());
        }
        (None, Some(_)) => {
            report.fault(
                one.line,
                format!("The coupon '{}' was removed in this shop and stays so.", one.coupon.code),
                "make it anew under Shop, Coupons",
            );
            report.count(Put::Unchanged);
            return Ok(());
        }
        (there, _) => {
            coupon::put(connection, &one.coupon, now).await?;
            report.count(if there.is_some() { Put::Changed } else { Put::Added });
        }
    }
    imported::put_coupon(connection, &key, &body).await
}

async fn take_card(
    connection: &mut Connection<'_>,
    card: &Card,
    shop_currency: &str,
    report: &mut Report,
    now: i64,
) -> Result<(), ApiError> {
    let hash = if card.code.is_empty() {
        hex::decode(&card.code_hash).unwrap_or_default()
    } else {
        crate::repository::gift_card::code_hash(&card.code)
    };
    if hash.len() != token::hash("").len() {
        report.fault(
            card.line,
            "The hash of a gift card's code is none; the card was left out.".to_owned(),
            "export the cards again",
        );
        return Ok(());
    }
    let currency = if card.currency.is_empty() { shop_currency } else { &card.currency };
    match imported::card(connection, &hash).await? {
        None => {
            let created = if card.created_on > 0 { card.created_on } else { now };
            imported::add_card(connection, (&hash, currency), card.balance_cents, (created, now)).await?;
            report.count(Put::Added);
        }
        // It was sold in this shop: only this shop knows what is left on it.
        Some((_, _, None)) => report.count(Put::Unchanged),
        Some((_, _, Some(stated))) if card.balance_cents == stated => report.count(Put::Unchanged),
        Some((_, _, Some(stated))) if card.balance_cents > stated => {
            let message =
                "A gift card has more on it than another export said; the smaller amount counts.".to_owned();
            report.fault(card.line, message, "if money was put on it since, give its owner a new card");
            report.count(Put::Unchanged);
        }
        Some((id, balance, Some(stated))) => {
            let spent_there = stated - card.balance_cents;
            let lowered = spent_there.min(balance);
            if lowered < spent_there {
                let message = "A gift card was spent here and in the old shop, for more than was on it; nothing is left on it.".to_owned();
                report.fault(card.line, message, "close the old shop's cards before this one takes them");
            }
            imported::lower_card(connection, (&id, card.balance_cents), lowered, now).await?;
            report.count(Put::Changed);
        }
    }
    Ok(())
}

/// An id that sorts by the time of what it names, and is the same each time.
fn lasting_id(created_on: i64, key: &str) -> String {
    let hash = token::hash(key);
    let millis = u64::try_from(created_on.max(0)).unwrap_or(0) & 0xffff_ffff_ffff;
    let mut bytes = [0_u8; 16];
    bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&hash[..10]);
    bytes[6] = 0x70 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    hex::encode(bytes)
}

async fn take_review(
    connection: &mut Connection<'_>,
    review: &Review,
    catalog: Option<&Catalog>,
    report: &mut Report,
) -> Result<(), ApiError> {
    let product = if review.product_id.is_empty() {
        catalog.and_then(|catalog| product_of(catalog, &review.product))
    } else {
        Some(review.product_id.clone())
    };
    let Some(product) = product else {
        let message = format!(
            "A review of '{}' was left out: no product of that address, SKU, title or id is published.",
            review.product
        );
        report.fault(review.line, message, "publish the products first, and import the reviews again");
        return Ok(());
    };
    let id = lasting_id(review.created_on, &format!("review {} {}", product, review.key));
    let words = NewWords {
        id: if is_id(&review.key) { &review.key } else { &id },
        item_id: &product,
        author: &review.author,
        title: &review.title,
        body: &review.text,
        status: if review.is_published { "APPROVED" } else { "PENDING" },
        created_at: review.created_on,
    };
    let new = imported::put_review(connection, &words, review.rating).await?;
    report.count(if new { Put::Added } else { Put::Unchanged });
    Ok(())
}

/// Whether a key is an id of ours: what was given out by a shop of this program keeps it.
fn is_id(key: &str) -> bool {
    key.len() == 32 && key.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase())
}

fn product_of(catalog: &Catalog, name: &str) -> Option<String> {
    let last = name.trim_matches('/').rsplit('/').next().unwrap_or_default();
    let found = catalog.products.iter().find(|product| {
        product.id == name
            || product.title == name
            || product.full_url.rsplit('/').next() == Some(last)
            || product.variants.iter().any(|variant| variant.sku == name)
    });
    found.map(|product| product.id.to_string())
}

async fn take_comment(
    connection: &mut Connection<'_>,
    comment: &Comment,
    catalog: Option<&Catalog>,
    report: &mut Report,
) -> Result<(), ApiError> {
    let by_path = || {
        let path = comment.path.trim_end_matches('/');
        let page =
            catalog?.pages.iter().find(|page| !path.is_empty() && page.url.trim_end_matches('/') == path)?;
        Some(page.id.clone())
    };
    let item = Some(comment.item_id.clone()).filter(|id| !id.is_empty()).or_else(by_path);
    let Some(item) = item else {
        let message =
            format!("A comment on {} was left out: no page of that address is published.", comment.path);
        report.fault(0, message, "import the posts with `loggia import`, publish them, and give the file of comments that it leaves");
        return Ok(());
    };
    let id = lasting_id(comment.created_on, &format!("comment {}", comment.key));
    let words = NewWords {
        id: if is_id(&comment.key) { &comment.key } else { &id },
        item_id: &item,
        author: &comment.author,
        title: "",
        body: &comment.text,
        status: match comment.state {
            CommentState::Approved => "APPROVED",
            CommentState::Pending => "PENDING",
            CommentState::Spam => "SPAM",
        },
        created_at: comment.created_on,
    };
    let new = imported::put_comment(connection, &words).await?;
    report.count(if new { Put::Added } else { Put::Unchanged });
    Ok(())
}
