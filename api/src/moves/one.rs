//! One record → the database: a second time, and in another order, nothing else comes of it.

use super::report::{Report, short};
use crate::error::ApiError;
use crate::repository::imported::{self, NewImported, NewWords, Put};
use crate::repository::{Connection, coupon, sales};
use crate::token;
use loggia_commerce::Catalog;
use loggia_commerce::forms::Email;
use loggia_exchange::people::{Consent, Person};
use loggia_exchange::posts::{Comment, CommentState};
use loggia_exchange::sales::{Card, Discounted, Order, Review};

/// Takes an order over; whether the shop's currency had to stand for its own.
pub(super) async fn order(
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

pub(super) async fn person(
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
            ("person-bad-email", [("email", short(&person.email))]),
        );
        return Ok(());
    };
    let email = email.key();
    let there = imported::person(connection, &email).await?;
    let said = Person { email: email.clone(), ..person.clone() };
    // Also with itself: what is kept has the form in which a second time is the same.
    let merged = match &there {
        Some(body) => serde_json::from_str::<Person>(body)?.merged(&said),
        None => said.merged(&said),
    };
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

pub(super) async fn discount(
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
                ("coupon-own", [("code", short(&one.coupon.code))]),
            );
            report.count(Put::Unchanged);
            return Ok(());
        }
        (None, Some(_)) => {
            report.fault(
                one.line,
                format!("The coupon '{}' was removed in this shop and stays so.", one.coupon.code),
                "make it anew under Shop, Coupons",
                ("coupon-removed", [("code", short(&one.coupon.code))]),
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

pub(super) async fn card(
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
            "card-hash",
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
            report.fault(
                card.line,
                message,
                "if money was put on it since, give its owner a new card",
                "card-more",
            );
            report.count(Put::Unchanged);
        }
        Some((id, balance, Some(stated))) => {
            let spent_there = stated - card.balance_cents;
            let lowered = spent_there.min(balance);
            if lowered < spent_there {
                let message = "A gift card was spent here and in the old shop, for more than was on it; nothing is left on it.".to_owned();
                report.fault(
                    card.line,
                    message,
                    "close the old shop's cards before this one takes them",
                    "card-spent-twice",
                );
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

pub(super) async fn review(
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
        let why = ("review-no-product", [("product", short(&review.product))]);
        report.fault(review.line, message, "publish the products first, and import the reviews again", why);
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

pub(super) async fn comment(
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
        let why = ("comment-no-page", [("path", short(&comment.path))]);
        let help = "import the posts with `loggia import`, publish them, and give the file of comments that it leaves";
        report.fault(0, message, help, why);
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
