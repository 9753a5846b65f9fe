//! Everything that is kept of one person, read at one moment.

use super::own::{
    Found, OwnAccount, OwnAct, OwnGift, OwnInvoice, OwnMessage, OwnOrder, OwnSubmission, OwnWords, Person,
};
use crate::error::ApiError;
use crate::repository::connection::{Connection, fetch, statements};
use crate::repository::like::pattern;
use crate::repository::{customer_file, customer_group, draft, imported, inbox, mention, record, wallet};

statements! {
    ACCOUNT = "SELECT id, email, roles, created_at FROM site_user WHERE email = $1";
    DEVICES = "SELECT device, kinds, language, created_at, seen_at FROM push_device WHERE site_user_id = $1 ORDER BY created_at, id";
    // What a change added to an order is an order of its own, which knows the address alone and no account.
    ORDERS = "WITH RECURSIVE own (id) AS (SELECT id FROM shop_order WHERE lower(email) = $1 OR ($2 <> '' AND site_user_id = $2) \
        UNION SELECT o.id FROM shop_order AS o JOIN order_change AS c ON c.draft_id = o.cart_id JOIN own ON own.id = c.order_id) SELECT id, cart_id, number, language, status, test_mode, email, currency, subtotal_cents, discount_cents - relief_cents AS discount_cents, shipping_cents, tax_cents, relief_cents, grand_total_cents, \
        refunded_cents, buyer, shipping_location, shipping_option, coupons, discounts, tracking, tags, subscription_id, created_at, paid_at, cancelled_at, fulfilled_at, manual_payment FROM shop_order \
        WHERE id IN (SELECT id FROM own) ORDER BY id";
    LINES = "SELECT position, item_id, sku, title, quantity, unit_price_cents, additional_fields FROM order_line WHERE order_id = $1 ORDER BY position";
    REFUNDS = "SELECT amount_cents, status, reason, created_at FROM refund WHERE order_id = $1 ORDER BY id";
    RETURNS = "SELECT state, reason, answer, created_at FROM order_return WHERE order_id = $1 ORDER BY id";
    NOTES = "SELECT body, created_at FROM order_note WHERE order_id = $1 ORDER BY created_at, id";
    // An order twice names the other one; `find` leaves it out where that is somebody else's.
    MARKS = "SELECT m.kind, m.detail, m.found_at, other.id AS other_id FROM order_mark AS m \
        LEFT JOIN shop_order AS other ON other.id = m.detail WHERE m.order_id = $1 ORDER BY m.found_at, m.id";
    PARCELS = "SELECT carrier, tracking_number, tracking_url, created_at FROM shipment WHERE order_id = $1 ORDER BY created_at, id";
    SUBSCRIPTIONS = "SELECT id, order_id, item_id, sku, quantity, price_cents, currency, email, status, shipping_location, paused_at, created_at FROM subscription \
        WHERE lower(email) = $1 OR order_id IN (SELECT id FROM shop_order WHERE lower(email) = $1 OR ($2 <> '' AND site_user_id = $2)) ORDER BY id";
    // `$3` is the address as part of a pattern; what it finds is looked at again, because ann@b.example is a part of joann@b.example.
    SUBMISSIONS = "SELECT id, form_id, site_user_id, answers, page, created_at FROM form_submission \
        WHERE ($2 <> '' AND site_user_id = $2) OR lower(answers) LIKE $1 ESCAPE '!' OR lower(page) LIKE $1 ESCAPE '!' ORDER BY id";
    RESTOCK = "SELECT product_id, variant_id, created_at, sent_at FROM restock_sign_up WHERE lower(email) = $1 ORDER BY id";
    MEMBERS = "SELECT source, created_at, left_at FROM mailing_list_member WHERE lower(email) = $1";
    COMMENTS = "SELECT id, item_id, author, body AS text, status, created_at FROM visitor_comment WHERE lower(author) LIKE $1 ESCAPE '!' OR lower(body) LIKE $1 ESCAPE '!' \
        OR ($2 <> '' AND lower(author) = $2) ORDER BY id";
    REVIEWS = "SELECT id, product_id AS item_id, author_name AS author, title || ': ' || body AS text, status, created_at FROM review \
        WHERE lower(author_name) LIKE $1 ESCAPE '!' OR lower(title) LIKE $1 ESCAPE '!' OR lower(body) LIKE $1 ESCAPE '!' OR ($2 <> '' AND lower(author_name) = $2) ORDER BY id";
    MESSAGES = "SELECT id, kind, body, created_at, done_at, last_error FROM outbox WHERE lower(body) LIKE $1 ESCAPE '!' OR lower(last_error) LIKE $1 ESCAPE '!' ORDER BY id";
    WITHDRAWALS = "SELECT id, declared_at, name, order_name, email, goods, handled_at FROM withdrawal WHERE email = $1 ORDER BY id";
    INVOICES = "SELECT number, body FROM invoice WHERE lower(body) LIKE $1 ESCAPE '!' ORDER BY series, sequence";
    GIFTS = "SELECT order_id, position, additional_fields FROM order_line WHERE lower(additional_fields) LIKE $1 ESCAPE '!' ORDER BY order_id, position";
    GIFT_CARDS = "SELECT code_end, currency, worth_cents, balance_cents, created_at FROM gift_card WHERE recipient = $1 ORDER BY id";
}

/// Everything of a person.
pub async fn find(connection: &mut Connection<'_>, person: &Person) -> Result<Found, ApiError> {
    let (email, pattern, name) = (&person.email, pattern(&person.email), person.name.trim().to_lowercase());
    let mut account: Option<OwnAccount> =
        fetch!(connection, |c| sqlx::query_as(ACCOUNT).bind(email).fetch_optional(c).await)?;
    let id = account.as_ref().map(|account| account.id.clone()).unwrap_or_default();
    if let Some(account) = &mut account {
        account.devices =
            fetch!(connection, |c| sqlx::query_as(DEVICES).bind(&account.id).fetch_all(c).await)?;
        account.mentions = mention::own(connection, &account.id).await?;
    }
    let mut orders: Vec<OwnOrder> =
        fetch!(connection, |c| sqlx::query_as(ORDERS).bind(email).bind(&id).fetch_all(c).await)?;
    for order in &mut orders {
        order.lines = fetch!(connection, |c| sqlx::query_as(LINES).bind(&order.id).fetch_all(c).await)?;
        order.returns = fetch!(connection, |c| sqlx::query_as(RETURNS).bind(&order.id).fetch_all(c).await)?;
        order.notes = fetch!(connection, |c| sqlx::query_as(NOTES).bind(&order.id).fetch_all(c).await)?;
        for note in &mut order.notes {
            note.body = mention::without_names(&note.body);
        }
        order.marks = fetch!(connection, |c| sqlx::query_as(MARKS).bind(&order.id).fetch_all(c).await)?;
        order.parcels = fetch!(connection, |c| sqlx::query_as(PARCELS).bind(&order.id).fetch_all(c).await)?;
        order.refunds = fetch!(connection, |c| sqlx::query_as(REFUNDS).bind(&order.id).fetch_all(c).await)?;
    }
    let own: Vec<String> = orders.iter().map(|order| order.id.clone()).collect();
    for mark in orders.iter_mut().flat_map(|order| &mut order.marks) {
        if mark.other_id.as_ref().is_some_and(|other| !own.contains(other)) {
            mark.detail.clear();
        }
    }
    let subscriptions =
        fetch!(connection, |c| sqlx::query_as(SUBSCRIPTIONS).bind(email).bind(&id).fetch_all(c).await)?;
    let mut submissions: Vec<OwnSubmission> =
        fetch!(connection, |c| sqlx::query_as(SUBMISSIONS).bind(&pattern).bind(&id).fetch_all(c).await)?;
    submissions.retain(|one| {
        let is_own = !id.is_empty() && one.site_user_id.as_deref() == Some(&id);
        is_own || names(&one.answers, email) || names(&one.page, email)
    });
    let restock_notices = fetch!(connection, |c| sqlx::query_as(RESTOCK).bind(email).fetch_all(c).await)?;
    let mailing_list = fetch!(connection, |c| sqlx::query_as(MEMBERS).bind(email).fetch_all(c).await)?;
    let is_own = |one: &OwnWords| {
        (!name.is_empty() && one.author.to_lowercase() == name)
            || names(&one.author, email)
            || names(&one.text, email)
    };
    let mut comments: Vec<OwnWords> =
        fetch!(connection, |c| sqlx::query_as(COMMENTS).bind(&pattern).bind(&name).fetch_all(c).await)?;
    comments.retain(is_own);
    let mut reviews: Vec<OwnWords> =
        fetch!(connection, |c| sqlx::query_as(REVIEWS).bind(&pattern).bind(&name).fetch_all(c).await)?;
    reviews.retain(is_own);
    let mut letters: Vec<OwnMessage> =
        fetch!(connection, |c| sqlx::query_as(MESSAGES).bind(&pattern).fetch_all(c).await)?;
    letters
        .retain(|one| names(&one.body, email) || names(one.last_error.as_deref().unwrap_or_default(), email));
    let mut gifts: Vec<OwnGift> =
        fetch!(connection, |c| sqlx::query_as(GIFTS).bind(&pattern).fetch_all(c).await)?;
    gifts.retain(|one| names(one.additional_fields.as_deref().unwrap_or_default(), email));
    let gift_cards = fetch!(connection, |c| sqlx::query_as(GIFT_CARDS).bind(email).fetch_all(c).await)?;
    let wallets = wallet::of_account(connection, email).await?;
    let withdrawals = fetch!(connection, |c| sqlx::query_as(WITHDRAWALS).bind(email).fetch_all(c).await)?;
    let drafts = draft::of_person(connection, email).await?;
    let mut invoices: Vec<OwnInvoice> =
        fetch!(connection, |c| sqlx::query_as(INVOICES).bind(&pattern).fetch_all(c).await)?;
    invoices.retain(|one| names(&one.body, email));
    let filter = record::Filter { person: email.clone(), ..record::Filter::default() };
    let record = record::list(connection, &filter, 1000).await?.into_iter().map(act(email)).collect();
    let imported = imported::orders_of(connection, email).await?;
    let mut written = inbox::naming(connection, email).await?;
    written.retain(|one| {
        one.recipient.to_lowercase() == *email || names(&one.title, email) || names(&one.body, email)
    });
    let sent = submissions.iter().map(|one| ("form", &one.id));
    let said = comments.iter().map(|one| ("comment", &one.id));
    for (kind, id) in sent.chain(said).chain(reviews.iter().map(|one| ("review", &one.id))) {
        for one in inbox::entries(connection, kind, id).await? {
            if written.iter().all(|known| known.id != one.id) {
                written.push(one);
            }
        }
    }
    let mut customer_notes = customer_file::notes(connection, email).await?;
    for note in &mut customer_notes {
        note.body = mention::without_names(&note.body);
    }
    Ok(Found {
        imported_orders: imported.iter().map(|order| order.body.clone()).collect(),
        imported_person: imported::person(connection, email).await?,
        customer_groups: customer_group::of_person(connection, email).await?,
        customer_notes,
        inbox: written,
        imported,
        account,
        orders,
        subscriptions,
        submissions,
        restock_notices,
        mailing_list,
        comments,
        reviews,
        letters,
        gifts,
        gift_cards,
        wallets,
        invoices,
        withdrawals,
        drafts,
        record,
    })
}

/// A row of the record without what belongs to somebody else.
fn act(email: &str) -> impl Fn(record::Row) -> OwnAct + '_ {
    move |row| OwnAct {
        made_at: row.made_at,
        kind: row.kind,
        subject: row.subject,
        client: if row.who_email == email { row.who_body } else { String::new() },
        words: if row.about_email == email { row.about_body } else { String::new() },
    }
}

/// Whether a text names an address (in lower case), and not only another one that ends or begins like it.
pub fn names(text: &str, email: &str) -> bool {
    let (text, email) = (text.to_lowercase(), email.to_lowercase());
    // In an address of a page it is written another way.
    names_so(&text, &email) || names_so(&text, &email.replace('@', "%40").replace('+', "%2b"))
}

fn names_so(text: &str, email: &str) -> bool {
    let of_address = |letter: char| letter.is_alphanumeric() || "+-._".contains(letter);
    text.match_indices(email).any(|(at, _)| {
        // An escape of JSON (`\n`, `\t`) is no letter of an address.
        let mut before = text[..at].chars().rev();
        let first = before.next();
        let is_escape = first.is_some_and(|letter| "nrt".contains(letter)) && before.next() == Some('\\');
        let begins = is_escape || !first.is_some_and(of_address);
        let mut after = text[at + email.len()..].chars();
        let ends = match after.next() {
            Some('.') => !after.next().is_some_and(char::is_alphanumeric),
            Some(letter) => !(letter.is_alphanumeric() || letter == '-'),
            None => true,
        };
        begins && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_230_an_address_is_named_whole() {
        for text in [
            "ann@b.example",
            "To: Ann@B.example\r\n",
            "{\"a\":\"ann@b.example\"}",
            "(ann@b.example).",
            "x\\nann@b.example",
            "mailto:ann@b.example?x",
            "/thanks?to=ann%40b.example&x",
            "'ann@b.example'",
        ] {
            assert!(names(text, "ann@b.example"), "{text}");
        }
        for text in [
            "joann@b.example",
            "ann@b.example.org",
            "ann@b.examples",
            "j.ann@b.example",
            "ann@b.example-x.org",
            "",
        ] {
            assert!(!names(text, "ann@b.example"), "{text}");
        }
        assert_eq!(pattern("a_b%c!@x.example"), "%a!_b!%c!!%x.example%");
    }
}
