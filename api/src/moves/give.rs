//! Everything that the shop knows of people and sales, given out: JSON that can be taken over by another shop of this program, and
//! tables for other programs.

use crate::error::ApiError;
use crate::repository::imported::{self, ListedCard};
use crate::repository::{Connection, Db, coupon, mailing_list, order};
use loggia_commerce::BillingAddress;
use loggia_exchange::people::{Consent, Person};
use loggia_exchange::posts::{Comment, CommentState};
use loggia_exchange::sales::{Card, Order, OrderLine, Review, decimal};
use loggia_exchange::sheet::table;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How many rows are read at a time.
const AT_ONCE: i64 = 500;

/// Files by their names, with what stands in them.
pub type Given = BTreeMap<String, String>;

/// Gives everything out, read at one moment.
pub async fn give(db: &Db) -> Result<Given, ApiError> {
    db.read(async |connection| {
        let mut files = Given::new();
        orders(connection, &mut files).await?;
        people(connection, &mut files).await?;
        sold(connection, &mut files).await?;
        words(connection, &mut files).await?;
        Ok(files)
    })
    .await
}

fn put(
    files: &mut Given,
    name: &str,
    member: &str,
    records: serde_json::Value,
    rows: Vec<Vec<Cow<'_, str>>>,
) -> Result<(), ApiError> {
    let document = json!({"form": format!("loggia-{name}-1"), member: records});
    files.insert(format!("{name}.json"), serde_json::to_string_pretty(&document)? + "\n");
    files.insert(format!("{name}.csv"), table(rows));
    Ok(())
}

fn head(names: &[&'static str]) -> Vec<Cow<'static, str>> {
    names.iter().map(|name| Cow::Borrowed(*name)).collect()
}

fn moment(epoch_ms: i64) -> String {
    if epoch_ms <= 0 {
        return String::new();
    }
    jiff::Timestamp::from_millisecond(epoch_ms).map_or_else(|_| String::new(), |at| at.to_string())
}

async fn orders(connection: &mut Connection<'_>, files: &mut Given) -> Result<(), ApiError> {
    let mut all: Vec<Order> = Vec::new();
    let (mut source, mut number) = (String::new(), String::new());
    loop {
        let some = imported::orders(connection, (&source, &number), (i64::MIN, i64::MAX), AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        (source, number) = (last.source.clone(), last.number.clone());
        for one in &some {
            all.push(serde_json::from_str(&one.body)?);
        }
    }
    let mut after = String::new();
    loop {
        let ids = imported::own_orders(connection, &after, AT_ONCE).await?;
        let Some(last) = ids.last() else { break };
        after.clone_from(last);
        for id in &ids {
            if let Some(own) = own_order(connection, id).await? {
                all.push(own);
            }
        }
    }
    all.sort_by(|one, two| (&one.source, &one.number).cmp(&(&two.source, &two.number)));
    let mut rows = vec![head(&[
        "Order ID",
        "source",
        "Email",
        "Financial Status",
        "Paid at",
        "Fulfillment Status",
        "Fulfilled at",
        "Currency",
        "Subtotal",
        "Shipping",
        "Taxes",
        "Amount Refunded",
        "Total",
        "Discount Code",
        "Discount Amount",
        "Shipping Method",
        "Created at",
        "Lineitem quantity",
        "Lineitem name",
        "Lineitem price",
        "Lineitem sku",
        "Lineitem variant",
        "Cancelled at",
        "Private Notes",
        "Payment Method",
    ])];
    for order in &all {
        for (at, line) in
            order.lines.iter().map(Some).chain(order.lines.is_empty().then_some(None)).enumerate()
        {
            rows.push(order_row(order, line, at == 0));
        }
    }
    put(files, "orders", "orders", serde_json::to_value(&all)?, rows)
}

fn order_row<'o>(order: &'o Order, line: Option<&'o OrderLine>, is_first: bool) -> Vec<Cow<'o, str>> {
    // What belongs to the order stands in its first row alone, as the builder that this table is for has it.
    let once = |text: Cow<'o, str>| if is_first { text } else { Cow::Borrowed("") };
    let time = |at: Option<i64>| once(Cow::Owned(at.map(moment).unwrap_or_default()));
    let amount = |cents: i64| once(Cow::Owned(decimal(cents)));
    vec![
        order.number.as_str().into(),
        order.source.as_str().into(),
        once(order.email.as_str().into()),
        once(order.payment_state.as_str().into()),
        time(order.paid_on),
        once(order.fulfillment_state.as_str().into()),
        time(order.fulfilled_on),
        once(order.currency.as_str().into()),
        amount(order.subtotal_cents),
        amount(order.shipping_cents),
        amount(order.tax_cents),
        amount(order.refunded_cents),
        amount(order.total_cents),
        once(order.discount_code.as_str().into()),
        amount(order.discount_cents),
        once(order.shipping_method.as_str().into()),
        time(Some(order.created_on)),
        line.map(|line| line.quantity.to_string()).unwrap_or_default().into(),
        line.map_or("", |line| line.title.as_str()).into(),
        line.map(|line| decimal(line.unit_price_cents)).unwrap_or_default().into(),
        line.map_or("", |line| line.sku.as_str()).into(),
        line.map_or("", |line| line.variant.as_str()).into(),
        time(order.cancelled_on),
        once(order.note.as_str().into()),
        once(order.payment_method.as_str().into()),
    ]
}

/// An order of this shop in the form of all orders.
async fn own_order(connection: &mut Connection<'_>, id: &str) -> Result<Option<Order>, ApiError> {
    let Some(own) = order::read(connection, id).await? else { return Ok(None) };
    let lines = order::lines(connection, id).await?;
    let codes: Vec<String> = serde_json::from_str(&own.coupons).unwrap_or_default();
    let place: serde_json::Value =
        own.shipping_location.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let shipping = place
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    let option: serde_json::Value =
        own.shipping_option.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let buyer = own.buyer()?;
    let whom = [("name", &buyer.name), ("company", &buyer.company), ("phone", &buyer.phone)];
    let whom = whom
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name.to_owned(), text.clone()));
    let shipping = shipping.chain(whom);
    let billing = buyer.billing.as_ref().map(billing).transpose()?.unwrap_or_default();
    let mut order = Order {
        source: "loggia".to_owned(),
        number: own.id.clone(),
        email: own.email.to_lowercase(),
        created_on: own.created_at,
        paid_on: own.paid_at,
        fulfilled_on: own.fulfilled_at,
        cancelled_on: own.cancelled_at,
        payment_state: if own.refunded_cents > 0 { "REFUNDED" } else { "PAID" }.to_owned(),
        fulfillment_state: if own.fulfilled_at.is_some() { "FULFILLED" } else { "PENDING" }.to_owned(),
        currency: own.currency,
        subtotal_cents: own.subtotal_cents,
        // No table of another builder has a column for a tax that was taken off.
        discount_cents: own.discount_cents + own.relief_cents,
        shipping_cents: own.shipping_cents,
        tax_cents: own.tax_cents,
        total_cents: own.grand_total_cents,
        refunded_cents: own.refunded_cents,
        discount_code: codes.join(", "),
        shipping_method: option["name"].as_str().unwrap_or_default().to_owned(),
        shipping: shipping.collect(),
        billing,
        note: buyer.note.clone(),
        lines: lines
            .into_iter()
            .map(|line| OrderLine {
                title: line.title,
                sku: line.sku,
                quantity: line.quantity,
                unit_price_cents: line.unit_price_cents,
                ..OrderLine::default()
            })
            .collect(),
        ..Order::default()
    };
    order.agrees = order.contradiction().is_none();
    Ok(Some(order))
}

/// Who pays, part by part.
fn billing(payer: &BillingAddress) -> Result<BTreeMap<String, String>, ApiError> {
    let place: BTreeMap<String, String> = serde_json::from_value(serde_json::to_value(&payer.address)?)?;
    let whom = [("name".to_owned(), payer.name.clone()), ("company".to_owned(), payer.company.clone())];
    Ok(place.into_iter().chain(whom).filter(|(_, text)| !text.is_empty()).collect())
}

async fn people(connection: &mut Connection<'_>, files: &mut Given) -> Result<(), ApiError> {
    let mut all: BTreeMap<String, Person> = BTreeMap::new();
    let mut after = String::new();
    loop {
        let some = imported::people(connection, &after, AT_ONCE).await?;
        let read: Vec<Person> =
            some.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?;
        let Some(last) = read.last() else { break };
        after.clone_from(&last.email);
        all.extend(read.into_iter().map(|person| (person.email.clone(), person)));
    }
    after.clear();
    loop {
        let some = mailing_list::list(connection, &after, AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        after.clone_from(&last.email);
        for member in some {
            let source = member.source.strip_prefix("import: ").unwrap_or(&member.source).to_owned();
            let said = Person {
                email: member.email.clone(),
                consent: Consent::Given,
                consent_on: member.created_at,
                consent_source: source,
                ..Person::default()
            };
            let merged = all.get(&member.email).map_or_else(|| said.clone(), |known| known.merged(&said));
            all.insert(member.email, merged);
        }
    }
    let mut rows = vec![head(&[
        "Email",
        "Name",
        "Phone",
        "Customer",
        "Member",
        "Labels",
        "Note",
        "consent",
        "consentOn",
        "consentSource",
        "createdOn",
        "Total Orders",
        "Total Spent",
    ])];
    for person in all.values() {
        let consent = match person.consent {
            Consent::Unknown => "unknown",
            Consent::Given => "given",
            Consent::Refused => "refused",
        };
        rows.push(vec![
            person.email.as_str().into(),
            person.name.as_str().into(),
            person.phone.as_str().into(),
            yes(person.is_customer),
            yes(person.is_member),
            person.labels.join("; ").into(),
            person.note.as_str().into(),
            consent.into(),
            moment(person.consent_on).into(),
            person.consent_source.as_str().into(),
            moment(person.created_on).into(),
            person.orders.to_string().into(),
            decimal(person.spent_cents).into(),
        ]);
    }
    let records: Vec<&Person> = all.values().collect();
    put(files, "people", "people", serde_json::to_value(records)?, rows)
}

fn yes(is: bool) -> Cow<'static, str> {
    Cow::Borrowed(if is { "yes" } else { "" })
}

async fn sold(connection: &mut Connection<'_>, files: &mut Given) -> Result<(), ApiError> {
    let coupons = coupon::list(connection).await?;
    let mut rows = vec![head(&[
        "Discount Code",
        "Discount Type",
        "Discount Value",
        "minimumCents",
        "startsOn",
        "expiresOn",
        "usesInAll",
        "usesPerCustomer",
    ])];
    for coupon in &coupons {
        let whole = serde_json::to_value(coupon)?;
        let cell = |key: &str| match &whole[key] {
            serde_json::Value::String(text) => Cow::Owned(text.clone()),
            serde_json::Value::Null => Cow::Borrowed(""),
            other => Cow::Owned(other.to_string()),
        };
        let value = match (whole["kind"].as_str(), whole["value"].as_i64()) {
            (Some("amount"), Some(cents)) => decimal(cents).into(),
            _ => cell("value"),
        };
        let when = |key: &str| Cow::Owned(whole[key].as_i64().map(moment).unwrap_or_default());
        rows.push(vec![
            cell("code"),
            cell("kind"),
            value,
            cell("minimumCents"),
            when("startsOn"),
            when("expiresOn"),
            cell("usesInAll"),
            cell("usesPerCustomer"),
        ]);
    }
    put(files, "coupons", "coupons", serde_json::to_value(&coupons)?, rows)?;

    let mut cards: Vec<Card> = Vec::new();
    let mut after = String::new();
    loop {
        let some = imported::cards(connection, &after, AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        after.clone_from(&last.id);
        cards.extend(some.into_iter().map(card));
    }
    cards.sort_by(|one, two| one.code_hash.cmp(&two.code_hash));
    let mut rows = vec![head(&["codeHash", "Currency", "Balance", "createdOn"])];
    rows.extend(cards.iter().map(|card| {
        vec![
            card.code_hash.as_str().into(),
            card.currency.as_str().into(),
            decimal(card.balance_cents).into(),
            moment(card.created_on).into(),
        ]
    }));
    put(files, "gift-cards", "giftCards", serde_json::to_value(&cards)?, rows)
}

fn card(stored: ListedCard) -> Card {
    Card {
        code_hash: hex::encode(stored.code_hash),
        currency: stored.currency,
        worth_cents: stored.balance_cents,
        balance_cents: stored.balance_cents,
        created_on: stored.created_at,
        ..Card::default()
    }
}

async fn words(connection: &mut Connection<'_>, files: &mut Given) -> Result<(), ApiError> {
    let (mut reviews, mut after) = (Vec::new(), String::new());
    loop {
        let some = imported::reviews(connection, &after, AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        after.clone_from(&last.id);
        reviews.extend(
            some.into_iter().filter(|review| matches!(review.status.as_str(), "APPROVED" | "PENDING")).map(
                |review| Review {
                    is_published: review.status == "APPROVED",
                    key: review.id,
                    product_id: review.product_id,
                    author: review.author_name,
                    rating: review.rating,
                    title: review.title,
                    text: review.body,
                    created_on: review.created_at,
                    ..Review::default()
                },
            ),
        );
    }
    let mut rows =
        vec![head(&["key", "productId", "rating", "author", "title", "body", "createdOn", "published"])];
    rows.extend(reviews.iter().map(|one| {
        vec![
            one.key.as_str().into(),
            one.product_id.as_str().into(),
            one.rating.to_string().into(),
            one.author.as_str().into(),
            one.title.as_str().into(),
            one.text.as_str().into(),
            moment(one.created_on).into(),
            Cow::Borrowed(if one.is_published { "true" } else { "false" }),
        ]
    }));
    put(files, "reviews", "reviews", serde_json::to_value(&reviews)?, rows)?;

    let (mut comments, mut after) = (Vec::new(), String::new());
    loop {
        let some = imported::comments(connection, &after, AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        after.clone_from(&last.id);
        comments.extend(some.into_iter().filter(|comment| comment.status != "REJECTED").map(|comment| {
            Comment {
                state: match comment.status.as_str() {
                    "APPROVED" => CommentState::Approved,
                    "SPAM" => CommentState::Spam,
                    _ => CommentState::Pending,
                },
                key: comment.id,
                item_id: comment.item_id,
                entry: String::new(),
                path: String::new(),
                author: comment.author,
                text: comment.body,
                created_on: comment.created_at,
                answers: String::new(),
            }
        }));
    }
    let mut rows = vec![head(&["key", "itemId", "author", "text", "createdOn"])];
    rows.extend(comments.iter().map(|one| {
        vec![
            one.key.as_str().into(),
            one.item_id.as_str().into(),
            one.author.as_str().into(),
            one.text.as_str().into(),
            moment(one.created_on).into(),
        ]
    }));
    put(files, "comments", "comments", serde_json::to_value(&comments)?, rows)?;

    let (mut submissions, mut after) = (Vec::new(), String::new());
    loop {
        let some = imported::submissions(connection, &after, AT_ONCE).await?;
        let Some(last) = some.last() else { break };
        after.clone_from(&last.id);
        submissions.extend(some);
    }
    let mut rows = vec![head(&["id", "formId", "answers", "page", "createdOn"])];
    rows.extend(submissions.iter().map(|one| {
        vec![
            one.id.as_str().into(),
            one.form_id.as_str().into(),
            one.answers.as_str().into(),
            one.page.as_str().into(),
            moment(one.created_at).into(),
        ]
    }));
    put(files, "submissions", "submissions", serde_json::to_value(&submissions)?, rows)
}
