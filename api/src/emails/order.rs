//! Letters about orders: what was bought, that it is on its way, that money went back, that it is cancelled; gift cards.

use super::letter::Letter;
use crate::error::ApiError;
use crate::links::Opens;
use crate::ordered::{OrderWords, Ordered, view};
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::repository::order::StoredOrder;
use crate::repository::subscription::StoredSubscription;
use loggia_commerce::GiftCardRecipient;
use serde_json::{Map, Value, json};

/// An order was paid; of one that began a subscription it says when the next payment is.
pub fn confirmation(
    ordered: &Ordered<'_>,
    begun: Option<&StoredSubscription>,
) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "letterThanks", &[])?;
    let Some(subscription) = begun else {
        return Ok(letter("confirmation", ordered, &words, "letterConfirmationSubject", content));
    };
    let next = subscription.next_billing_at.map(|at| ordered.published.moment(at));
    let next = match &next {
        Some(date) => words.with("letterBegunNext", &[("date", date)]),
        None => words.get("letterBegunLast").to_owned(),
    };
    content.insert("paragraphs".to_owned(), json!([words.get("letterBegunHeading"), next]));
    add_plan(&mut content, &words, ordered, subscription);
    Ok(letter("subscription-begun", ordered, &words, "letterConfirmationSubject", content))
}

/// An order was placed that is paid by hand: how that is done.
pub fn waiting(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "letterThanks", &[])?;
    content.insert("paragraphs".to_owned(), json!([words.get("orderWaiting")]));
    Ok(letter("waiting", ordered, &words, "letterConfirmationSubject", content))
}

/// An order was placed on whose payment a bank is at work, for days perhaps.
pub fn processing(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "letterThanks", &[])?;
    content.insert("paragraphs".to_owned(), json!([words.get("letterProcessingAbout")]));
    Ok(letter("processing", ordered, &words, "letterConfirmationSubject", content))
}

/// The bank did not pay it after all.
pub fn payment_failed(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    not_sent(ordered, ("unpaid", "letterUnpaidSubject", "letterFailedHeading"), "letterFailedAbout")
}

/// Its money came.
pub fn received(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let content = content(&words, ordered, "letterReceivedHeading", &[])?;
    Ok(letter("confirmation", ordered, &words, "letterConfirmationSubject", content))
}

/// Its money did not come in time.
pub fn ended_unpaid(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    not_sent(ordered, ("unpaid", "letterUnpaidSubject", "letterUnpaidHeading"), "letterUnpaidAbout")
}

/// A later payment of a subscription was made.
pub fn renewed(ordered: &Ordered<'_>, subscription: &StoredSubscription) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "letterRenewedHeading", &[])?;
    add_plan(&mut content, &words, ordered, subscription);
    Ok(letter("subscription-renewed", ordered, &words, "letterRenewedSubject", content))
}

/// The way to a subscription's page.
fn add_plan(
    content: &mut Map<String, Value>,
    words: &OrderWords<'_>,
    ordered: &Ordered<'_>,
    subscription: &StoredSubscription,
) {
    let url = subscription_page(ordered.published, subscription, ordered.now);
    let button = json!({"label": words.get("letterSeeSubscription"), "url": url});
    if let Some(Value::Array(buttons)) = content.get_mut("buttons") {
        buttons.push(button);
    }
}

/// The whole address of a subscription's page.
fn subscription_page(published: &Published, subscription: &StoredSubscription, now: i64) -> String {
    let subject = (subscription.id.as_str(), subscription.link_version);
    published.address_of(&published.links.page(Opens::Subscription, subject, now))
}

/// The shop changed a subscription: `told` is how it stands now.
pub fn subscription_changed(
    published: &Published,
    (subscription, language): (&StoredSubscription, &str),
    told: &[String],
    now: i64,
) -> EmailMessage {
    let words = OrderWords::of(published, language);
    let title = published.title_of(&subscription.item_id, &subscription.sku);
    let url = subscription_page(published, subscription, now);
    let content = json!({
        "heading": words.with("letterPlanChangedHeading", &[("title", title)]),
        "paragraphs": told,
        "product": title,
        "buttons": [{"label": words.get("letterSeeSubscription"), "url": url}],
    });
    Letter {
        kind: "subscription-changed",
        published,
        words: &words,
        to: &subscription.email,
        subject: words.with("letterPlanChangedSubject", &[("shop", super::name(published))]),
        content: members(content),
    }
    .write()
}

/// A subscription has ended.
pub fn subscription_ended(
    published: &Published,
    (subscription, language): (&StoredSubscription, &str),
    now: i64,
) -> EmailMessage {
    let words = OrderWords::of(published, language);
    let title = published.title_of(&subscription.item_id, &subscription.sku);
    let url = subscription_page(published, subscription, now);
    let content = json!({
        "heading": words.with("letterEndedHeading", &[("title", title)]),
        "paragraphs": [words.get("letterEndedAbout")],
        "product": title,
        "buttons": [{"label": words.get("orderSubscriptions"), "url": url}],
    });
    Letter {
        kind: "subscription-ended",
        published,
        words: &words,
        to: &subscription.email,
        subject: words.with("letterEndedSubject", &[("shop", super::name(published))]),
        content: members(content),
    }
    .write()
}

/// The next payment of a subscription was refused; it is tried `again`, or not any more. The link leads to where another card is
/// entered.
pub fn renewal_refused(
    published: &Published,
    subscription: &StoredSubscription,
    order: &StoredOrder,
    (again, now): (Option<i64>, i64),
) -> EmailMessage {
    let words = OrderWords::of(published, &order.language);
    let title = published.title_of(&subscription.item_id, &subscription.sku);
    let amount = words.money(&order.currency, order.grand_total_cents);
    let next = match again.map(|moment| published.moment(moment)) {
        Some(date) => words.with("letterRefusedAgain", &[("date", &date)]),
        None => words.get("letterRefusedLast").to_owned(),
    };
    let content = json!({
        "heading": words.with("letterRefusedHeading", &[("amount", &amount), ("title", title)]),
        "paragraphs": [next, words.get("letterRefusedCard")],
        "product": title,
        "amount": amount,
        "buttons": [{"label": words.get("letterSeeSubscription"), "url": subscription_page(published, subscription, now)}],
    });
    Letter {
        kind: "subscription-refused",
        published,
        words: &words,
        to: &subscription.email,
        subject: words.with("letterRefusedSubject", &[("shop", super::name(published))]),
        content: members(content),
    }
    .write()
}

/// An order was paid, for the shop's owner, in the site's own language.
pub fn to_owner(ordered: &Ordered<'_>, owner: &str) -> Result<EmailMessage, ApiError> {
    for_owner(ordered, owner, ("letterOwnerSubject", "letterOwnerHeading"))
}

/// An order was placed that is paid by hand, for the shop's owner.
pub fn waiting_to_owner(ordered: &Ordered<'_>, owner: &str) -> Result<EmailMessage, ApiError> {
    for_owner(ordered, owner, ("letterOwnerWaitingSubject", "letterOwnerWaitingHeading"))
}

/// Its buyer cancelled it, for the shop's owner.
pub fn cancelled_to_owner(ordered: &Ordered<'_>, owner: &str) -> Result<EmailMessage, ApiError> {
    for_owner(ordered, owner, ("letterOwnerCancelledSubject", "letterOwnerCancelledHeading"))
}

/// Its buyer asks for a return, for the shop's owner.
pub fn return_to_owner(ordered: &Ordered<'_>, owner: &str) -> Result<EmailMessage, ApiError> {
    for_owner(ordered, owner, ("letterOwnerReturnSubject", "letterOwnerReturnHeading"))
}

fn for_owner(
    ordered: &Ordered<'_>,
    owner: &str,
    (subject, heading): (&str, &str),
) -> Result<EmailMessage, ApiError> {
    let words = OrderWords::of(ordered.published, "");
    let (order, name) = (ordered.order, ordered.order.name());
    let total = words.money(&order.currency, order.grand_total_cents);
    let mut content = content(&words, ordered, heading, &[("email", &order.email), ("total", &total)])?;
    // What opens the order and its files is the buyer's alone.
    content.insert("downloads".to_owned(), json!([]));
    content.remove("pay");
    let url = ordered.published.address_of(&format!("/api/owner/orders/{}", order.id));
    content.insert("buttons".to_owned(), json!([{"label": words.get("letterOwnerSee"), "url": url}]));
    content.insert("orderPage".to_owned(), url.into());
    Ok(Letter {
        kind: "order-to-owner",
        published: ordered.published,
        words: &words,
        to: owner,
        subject: words.with(subject, &[("name", &name), ("total", &total)]),
        content,
    }
    .write())
}

/// The goods are on their way.
pub fn shipped(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "orderShipped", &[])?;
    for left_out in ["sums", "taxes", "downloads"] {
        content.remove(left_out);
    }
    Ok(letter("shipped", ordered, &words, "letterShippedSubject", content))
}

/// Money went back: `cents` of it now.
pub fn refunded(ordered: &Ordered<'_>, cents: i64) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let order = ordered.order;
    let amount = words.money(&order.currency, cents);
    let mut content = content(&words, ordered, "letterRefundedHeading", &[("amount", &amount)])?;
    let total = words.money(&order.currency, order.grand_total_cents);
    let in_all = words.money(&order.currency, order.refunded_cents);
    let of = words.with("letterRefundedOf", &[("total", &total), ("refunded", &in_all)]);
    content.insert("paragraphs".to_owned(), json!([words.get("letterRefundedAbout"), of]));
    content.insert("amount".to_owned(), amount.into());
    for left_out in ["downloads", "refunded", "address", "facts", "delivery", "tracking"] {
        content.remove(left_out);
    }
    Ok(letter("refunded", ordered, &words, "letterRefundedSubject", content))
}

/// A return was asked for, accepted or declined: what the shop says to it.
pub fn returned(ordered: &Ordered<'_>, state: &str, answer: &str) -> Result<EmailMessage, ApiError> {
    let (kind, subject, heading, about) = match state {
        "accepted" => ("return-accepted", "letterReturnAcceptedSubject", "letterReturnAcceptedHeading", ""),
        "declined" => ("return-declined", "letterReturnDeclinedSubject", "letterReturnDeclinedHeading", ""),
        _ => (
            "return-requested",
            "letterReturnRequestedSubject",
            "letterReturnRequestedHeading",
            "letterReturnRequestedAbout",
        ),
    };
    let words = words(ordered);
    let mut content = content(&words, ordered, heading, &[])?;
    let said: Vec<&str> = [words.get(about), answer].into_iter().filter(|text| !text.is_empty()).collect();
    content.insert("paragraphs".to_owned(), json!(said));
    content.insert("answer".to_owned(), answer.into());
    for left_out in
        ["sums", "taxes", "downloads", "refunded", "address", "facts", "delivery", "tracking", "paid"]
    {
        content.remove(left_out);
    }
    Ok(letter(kind, ordered, &words, subject, content))
}

/// How many of what, by its name.
type Pieces<'a> = &'a [(i64, &'a str)];

/// What an order holds was changed: pieces were taken out and added, each with how many and what they are called.
pub fn changed(
    ordered: &Ordered<'_>,
    (out, added): (Pieces<'_>, Pieces<'_>),
) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, "letterChangedHeading", &[])?;
    let said = |key: &'static str, pieces: &[(i64, &str)]| -> Vec<String> {
        let say = |(n, title): &(i64, &str)| words.with(key, &[("n", &n.to_string()), ("title", title)]);
        pieces.iter().map(say).collect()
    };
    let mut paragraphs = vec![words.get("letterChangedAbout").to_owned()];
    paragraphs.extend(said("letterChangedOut", out));
    paragraphs.extend(said("letterChangedAdded", added));
    content.insert("paragraphs".to_owned(), json!(paragraphs));
    // The order stays as it was sold, so its own lines and sums would say what is no more.
    for left_out in
        ["lines", "sums", "taxes", "downloads", "refunded", "address", "facts", "delivery", "tracking"]
    {
        content.remove(left_out);
    }
    Ok(letter("changed", ordered, &words, "letterChangedSubject", content))
}

/// The order was called off.
pub fn cancelled(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let about = if ordered.order.paid_at.is_some() { "letterCancelledAbout" } else { "letterUnpaidAbout" };
    not_sent(ordered, ("cancelled", "letterCancelledSubject", "letterCancelledHeading"), about)
}

/// Nothing comes of an order.
fn not_sent(
    ordered: &Ordered<'_>,
    (kind, subject, heading): (&'static str, &str, &str),
    about: &str,
) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let mut content = content(&words, ordered, heading, &[])?;
    content.insert("paragraphs".to_owned(), json!([words.get(about)]));
    for left_out in ["downloads", "address", "facts", "delivery", "tracking", "refunded"] {
        content.remove(left_out);
    }
    Ok(letter(kind, ordered, &words, subject, content))
}

/// Somebody asked for the link to an order.
pub fn link(ordered: &Ordered<'_>) -> Result<EmailMessage, ApiError> {
    let words = words(ordered);
    let all = content(&words, ordered, "letterLinkHeading", &[])?;
    let mut content: Map<String, Value> =
        all.into_iter().filter(|(name, _)| matches!(name.as_str(), "heading" | "name" | "buttons")).collect();
    content.insert("paragraphs".to_owned(), json!([words.get("letterLinkAbout")]));
    Ok(letter("link", ordered, &words, "letterLinkSubject", content))
}

/// What a letter with a gift card has to know of how the card came to be.
#[derive(Clone, Copy, Debug)]
pub struct CardOf<'a> {
    /// The language of the letter; "" is the site's own.
    pub language: &'a str,
    /// ISO 4217 code.
    pub currency: &'a str,
    /// Who gets it when it is for nobody else.
    pub buyer: &'a str,
    /// It is what goes back of an order.
    pub is_refund: bool,
}

impl<'a> From<&'a StoredOrder> for CardOf<'a> {
    fn from(order: &'a StoredOrder) -> Self {
        CardOf { language: &order.language, currency: &order.currency, buyer: &order.email, is_refund: false }
    }
}

/// A gift card was bought or made: for the person it is for, else for the buyer.
pub fn gift_card(
    published: &Published,
    card: CardOf<'_>,
    recipient: Option<&GiftCardRecipient>,
    (cents, code): (i64, &str),
) -> EmailMessage {
    let words = OrderWords::of(published, card.language);
    let amount = words.money(card.currency, cents);
    let what = words.with("letterGiftHeading", &[("amount", &amount)]);
    let mut paragraphs: Vec<String> = Vec::new();
    if let Some(recipient) = recipient {
        paragraphs.push(words.with("letterGiftDear", &[("name", &recipient.recipient_name)]));
        paragraphs.extend(Some(recipient.message.clone()).filter(|message| !message.is_empty()));
    }
    if card.is_refund {
        paragraphs.push(words.get("letterGiftRefund").to_owned());
    }
    let subject = if recipient.is_some() { "letterGiftForYouSubject" } else { "letterGiftSubject" };
    let shop = &published.catalog.website.base_url;
    let buttons = if shop.is_empty() {
        json!([])
    } else {
        json!([{"label": words.get("letterGiftShop"), "url": shop}])
    };
    let content = json!({
        "heading": what,
        "paragraphs": paragraphs,
        "recipient": recipient.map(|recipient| &recipient.recipient_name),
        "message": recipient.map(|recipient| &recipient.message),
        "amount": amount,
        "code": code,
        "after": words.get("letterGiftHow"),
        "buttons": buttons,
    });
    Letter {
        kind: "gift-card",
        published,
        words: &words,
        to: recipient.map_or(card.buyer, |recipient| recipient.recipient_email.as_str()),
        subject: words.with(subject, &[("shop", super::name(published))]),
        content: members(content),
    }
    .write()
}

fn words<'a>(ordered: &Ordered<'a>) -> OrderWords<'a> {
    OrderWords::of(ordered.published, &ordered.order.language)
}

/// The order with a heading and the way to its page; addresses are whole.
fn content(
    words: &OrderWords<'_>,
    ordered: &Ordered<'_>,
    heading: &str,
    values: &[(&str, &str)],
) -> Result<Map<String, Value>, ApiError> {
    let (published, order) = (ordered.published, ordered.order);
    let mut content = view(words, ordered)?;
    if let Some(Value::Array(downloads)) = content.get_mut("downloads") {
        for download in downloads {
            let path = download["url"].as_str().unwrap_or_default();
            download["url"] = published.address_of(path).into();
        }
    }
    // Who was given something is nobody to be named in somebody else's letter, which is kept elsewhere.
    if let Some(Value::Array(lines)) = content.get_mut("lines") {
        for line in lines.iter_mut().filter_map(Value::as_object_mut) {
            line.remove("gift");
        }
    }
    let page = published.links.page(Opens::Order, (&order.id, order.link_version), ordered.now);
    let page = published.address_of(&page);
    content.insert("heading".to_owned(), words.with(heading, values).into());
    content.insert("buttons".to_owned(), json!([{"label": words.get("letterSeeOrder"), "url": page}]));
    content.insert("orderPage".to_owned(), page.into());
    content.insert("test".to_owned(), order.test_mode.then(|| words.get("orderTest")).into());
    Ok(content)
}

/// A letter to the buyer.
fn letter(
    kind: &'static str,
    ordered: &Ordered<'_>,
    words: &OrderWords<'_>,
    subject: &str,
    content: Map<String, Value>,
) -> EmailMessage {
    let values = [("shop", super::name(ordered.published)), ("name", &ordered.order.name())];
    let subject = words.with(subject, &values);
    Letter { kind, published: ordered.published, words, to: &ordered.order.email, subject, content }.write()
}

fn members(content: Value) -> Map<String, Value> {
    match content {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
