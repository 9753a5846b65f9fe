//! Takes a person out of the shop's database, in one transaction. What law asks for stays (amounts, tax, dates, the place an order
//! was taxed for), under a digest in place of the address.

use super::find::{find, names};
use super::own::Person;
use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::repository::desk::{forget, views};
use crate::repository::like::pattern;
use crate::repository::{
    customer_file, customer_group, draft, imported, inbox, list_request, record, session, site_user,
    subscription, wallet,
};
use actix_web::http::StatusCode;
use serde::Serialize;

statements! {
    ORDER = "UPDATE shop_order SET email = $2, site_user_id = NULL, tracking = NULL, buyer = '{}' WHERE id = $1";
    DOWNLOADS = "UPDATE download SET place = '' WHERE order_id = $1";
    ORDER_LINES = "UPDATE order_line SET additional_fields = NULL WHERE order_id = $1";
    GIFT = "UPDATE order_line SET additional_fields = NULL WHERE order_id = $1 AND position = $2";
    REFUND_REASONS = "UPDATE refund SET reason = '', fault = NULL WHERE order_id = $1";
    // Of the cart an order was made from the books need that it was bought, nothing else.
    CART = "UPDATE cart SET site_user_id = NULL, shipping_location = NULL WHERE id = $1";
    DRAFT_CART = "DELETE FROM cart WHERE id = $1 AND NOT is_purchased";
    CART_ENTRIES = "DELETE FROM cart_entry WHERE cart_id = $1";
    OWN_CARTS = "DELETE FROM cart WHERE site_user_id = $1 AND NOT is_purchased";
    OTHER_ENTRIES = "SELECT id, additional_fields FROM cart_entry WHERE lower(additional_fields) LIKE $1 ESCAPE '!'";
    REMOVE_ENTRY = "DELETE FROM cart_entry WHERE id = $1";
    SUBSCRIPTION = "UPDATE subscription SET email = $2, customer = NULL, method = NULL, shipping_location = NULL WHERE id = $1";
    SUBMISSION = "DELETE FROM form_submission WHERE id = $1";
    RESTOCK = "DELETE FROM restock_sign_up WHERE lower(email) = $1";
    MEMBER = "DELETE FROM mailing_list_member WHERE lower(email) = $1";
    // That somebody withdrew, when, and from which order the shop has to be able to prove.
    WITHDRAWAL = "UPDATE withdrawal SET email = $2, name = '', goods = '' WHERE id = $1";
    COMMENT = "DELETE FROM visitor_comment WHERE id = $1";
    REVIEW = "DELETE FROM review WHERE id = $1";
    // What carries money has no address in it, and is left to arrive.
    MESSAGE = "UPDATE outbox SET body = CASE WHEN kind IN ('refund', 'close-payment', 'late-payment') THEN body ELSE '' END, last_error = NULL, \
        failed_at = NULL, done_at = CASE WHEN kind IN ('refund', 'close-payment', 'late-payment') THEN done_at ELSE COALESCE(done_at, $2) END WHERE id = $1";
    KEYS = "DELETE FROM account_key WHERE email = $1 OR email = 'nobody ' || $1";
    RATES = "DELETE FROM rate WHERE lower(who) LIKE $1 ESCAPE '!'";
    NOTES = "SELECT id, note FROM stock_change WHERE lower(note) LIKE $1 ESCAPE '!'";
    NOTE = "UPDATE stock_change SET note = NULL WHERE id = $1";
    TRANSFERS = "SELECT id, reference || ' ' || note || ' ' || tracking FROM stock_transfer WHERE lower(reference || ' ' || note || ' ' || tracking) LIKE $1 ESCAPE '!'";
    TRANSFER = "UPDATE stock_transfer SET reference = '', note = '', tracking = '' WHERE id = $1";
    CARDS = "UPDATE gift_card SET recipient = '' WHERE recipient = $1";
    CARD_NOTES = "SELECT id, note FROM gift_card_change WHERE lower(note) LIKE $1 ESCAPE '!'";
    // What a member of the staff wrote stays; who wrote it does not.
    DRAFT_AUTHOR = "UPDATE draft_order SET author = '' WHERE lower(author) = $1";
    CHANGE_AUTHOR = "UPDATE order_change SET author = '' WHERE lower(author) = $1";
    NOTE_AUTHOR = "UPDATE order_note SET author = '' WHERE lower(author) = $1";
    CUSTOMER_NOTE_AUTHOR = "UPDATE customer_note SET author = '' WHERE lower(author) = $1";
    CARD_NOTE = "UPDATE gift_card_change SET note = NULL WHERE id = $1";
}

/// How a person is taken out.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// Whom.
    pub person: Person,
    /// What stands in place of the address: the same for the same person, so that sums stay.
    pub instead: String,
}

/// What was taken away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "how many of each")]
pub struct Erased {
    pub accounts: usize,
    pub orders: usize,
    pub subscriptions: usize,
    pub submissions: usize,
    pub restock_notices: usize,
    pub mailing_list: usize,
    pub comments: usize,
    pub reviews: usize,
    pub letters: usize,
    pub gifts: usize,
    pub withdrawals: usize,
    pub drafts: usize,
    pub record: u64,
    /// Events of visits, and emails kept as files.
    pub events: u64,
    pub files: u64,
}

impl Erased {
    /// Adds what was taken away of another address.
    pub fn add(&mut self, other: &Erased) {
        self.accounts += other.accounts;
        self.orders += other.orders;
        self.subscriptions += other.subscriptions;
        self.submissions += other.submissions;
        self.restock_notices += other.restock_notices;
        self.mailing_list += other.mailing_list;
        self.comments += other.comments;
        self.reviews += other.reviews;
        self.letters += other.letters;
        self.gifts += other.gifts;
        self.withdrawals += other.withdrawals;
        self.record += other.record;
        self.events += other.events;
        self.files += other.files;
    }
}

/// The code of a COMMENTER, the one role that members have who do not work for the shop.
const COMMENTER: u8 = 7;

/// Takes everything of a person out.
///
/// # Errors
/// 409 while the person works for the shop, or an order of theirs is being paid.
pub async fn erase(connection: &mut Connection<'_>, erasure: &Erasure, now: i64) -> Result<Erased, ApiError> {
    let (person, email) = (&erasure.person, &erasure.person.email);
    let found = find(connection, person).await?;
    if let Some(account) = &found.account {
        let roles: Vec<u8> = serde_json::from_str(&account.roles)?;
        if roles.iter().any(|role| *role != COMMENTER) {
            return Err(ApiError::refused(
                StatusCode::CONFLICT,
                "person-works-here",
                "This address belongs to somebody who works on the site. Take their roles away first.",
            ));
        }
    }
    if found.orders.iter().any(|order| order.status == "pending" && order.manual_payment.is_some()) {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "person-owes",
            "An order of this person waits for its payment. Mark it as paid, or cancel it, first.",
        ));
    }
    if found.orders.iter().any(|order| order.status == "pending") {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "person-is-paying",
            "An order of this person is being paid at this moment. Please try again in an hour.",
        ));
    }
    let mut erased = Erased {
        orders: found.orders.iter().filter(|order| order.email != erasure.instead).count(),
        subscriptions: found.subscriptions.iter().filter(|one| one.email != erasure.instead).count(),
        submissions: found.submissions.len(),
        restock_notices: found.restock_notices.len(),
        mailing_list: found.mailing_list.len(),
        comments: found.comments.len(),
        reviews: found.reviews.len(),
        letters: found.letters.len(),
        gifts: found.gifts.len(),
        withdrawals: found.withdrawals.len(),
        drafts: found.drafts.len(),
        ..Erased::default()
    };
    for order in &found.orders {
        affected!(connection, ORDER, &order.id, &erasure.instead)?;
        affected!(connection, ORDER_LINES, &order.id)?;
        forget::order(connection, &order.id, now).await?;
        affected!(connection, DOWNLOADS, &order.id)?;
        affected!(connection, REFUND_REASONS, &order.id)?;
        affected!(connection, CART, &order.cart_id)?;
        affected!(connection, CART_ENTRIES, &order.cart_id)?;
        erased.record += record::blank_subject(connection, &order.id).await?;
    }
    for one in &found.subscriptions {
        subscription::end(connection, &one.id, now).await?;
        wallet::forget_subscription(connection, &one.id, now).await?;
        affected!(connection, SUBSCRIPTION, &one.id, &erasure.instead)?;
        erased.record += record::blank_subject(connection, &one.id).await?;
    }
    for one in &found.gifts {
        affected!(connection, GIFT, &one.order_id, one.position)?;
    }
    for one in &found.submissions {
        affected!(connection, SUBMISSION, &one.id)?;
        inbox::forget(connection, "form", &one.id).await?;
        erased.record += record::blank_subject(connection, &one.id).await?;
    }
    for one in &found.withdrawals {
        affected!(connection, WITHDRAWAL, &one.id, &erasure.instead)?;
        erased.record += record::blank_subject(connection, &one.id).await?;
    }
    for one in &found.drafts {
        draft::let_go(connection, &one.id, now).await?;
        affected!(connection, DRAFT_CART, &one.id)?;
        draft::remove(connection, &one.id).await?;
        erased.record += record::blank_subject(connection, &one.id).await?;
    }
    for one in &found.comments {
        affected!(connection, COMMENT, &one.id)?;
        inbox::forget(connection, "comment", &one.id).await?;
    }
    for one in &found.reviews {
        affected!(connection, REVIEW, &one.id)?;
        inbox::forget(connection, "review", &one.id).await?;
    }
    for one in &found.letters {
        affected!(connection, MESSAGE, &one.id, now)?;
    }
    for order in &found.imported {
        imported::erase_order(
            connection,
            order,
            &erasure.instead,
            &without_person(&order.body, &erasure.instead)?,
        )
        .await?;
    }
    imported::erase_person(connection, email).await?;
    affected!(connection, RESTOCK, email)?;
    affected!(connection, MEMBER, email)?;
    list_request::forget(connection, email).await?;
    customer_group::forget(connection, email).await?;
    customer_file::forget(connection, email).await?;
    inbox::forget_person(connection, email, &found.inbox).await?;
    rest(connection, email).await?;
    erased.record += record::blank_person(connection, email).await?;
    erased.record += record::blank_named(connection, &pattern(email), |body| names(body, email)).await?;
    if let Some(account) = &found.account {
        affected!(connection, OWN_CARTS, &account.id)?;
        views::forget_author(connection, &account.id).await?;
        session::end_all_of(connection, email).await?;
        site_user::remove(connection, email, now).await?;
        erased.record += record::blank_subject(connection, &account.id).await?;
        erased.accounts = 1;
    }
    Ok(erased)
}

/// An imported order without whom it was for.
fn without_person(body: &str, instead: &str) -> Result<String, ApiError> {
    let mut order: serde_json::Value = serde_json::from_str(body)?;
    order["email"] = instead.into();
    order["note"] = "".into();
    for part in ["tracking", "paymentReference"] {
        order[part] = "".into();
    }
    order["billing"] = serde_json::json!({});
    order["shipping"] = serde_json::json!({});
    Ok(order.to_string())
}

/// What nobody looks for: keys, counts, notes, other shoppers' carts with a gift for the address.
async fn rest(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    let pattern = pattern(email);
    affected!(connection, KEYS, email)?;
    affected!(connection, RATES, &pattern)?;
    affected!(connection, DRAFT_AUTHOR, email)?;
    affected!(connection, CHANGE_AUTHOR, email)?;
    affected!(connection, NOTE_AUTHOR, email)?;
    affected!(connection, CUSTOMER_NOTE_AUTHOR, email)?;
    let entries: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(OTHER_ENTRIES).bind(&pattern).fetch_all(c).await)?;
    for (id, _) in entries.iter().filter(|(_, answers)| names(answers, email)) {
        affected!(connection, REMOVE_ENTRY, id)?;
    }
    // A view that looks for the address is of no use any more.
    for (id, _) in views::naming(connection, &pattern).await?.iter().filter(|(_, text)| names(text, email)) {
        views::remove(connection, id).await?;
    }
    let notes: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(NOTES).bind(&pattern).fetch_all(c).await)?;
    for (id, _) in notes.iter().filter(|(_, note)| names(note, email)) {
        affected!(connection, NOTE, id)?;
    }
    let texts: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(TRANSFERS).bind(&pattern).fetch_all(c).await)?;
    for (id, _) in texts.iter().filter(|(_, text)| names(text, email)) {
        affected!(connection, TRANSFER, id)?;
    }
    affected!(connection, CARDS, email)?;
    let notes: Vec<(String, String)> =
        fetch!(connection, |c| sqlx::query_as(CARD_NOTES).bind(&pattern).fetch_all(c).await)?;
    for (id, _) in notes.iter().filter(|(_, note)| names(note, email)) {
        affected!(connection, CARD_NOTE, id)?;
    }
    Ok(())
}
