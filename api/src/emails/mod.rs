//! What the shop writes to people.

pub mod account;

use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::repository::order::{StoredLine, StoredOrder};
use crate::repository::subscription::StoredSubscription;
use crate::repository::withdrawal::StoredWithdrawal;
use loggia_commerce::forms::{Answers, Form, SummaryTexts, summarize};
use loggia_commerce::{Cents, CurrencyCode, GiftCardRecipient, Money, Product, TaxLine, Trim};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How goods on their way can be followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Tracking {
    /// Who carries them.
    pub carrier: String,
    /// The carrier's number.
    pub tracking_number: String,
    /// Where they can be followed.
    pub tracking_url: String,
}

impl Tracking {
    fn lines(&self) -> Vec<(&'static str, &str)> {
        let all = [
            ("Carrier", self.carrier.as_str()),
            ("Number", self.tracking_number.as_str()),
            ("Follow it at", self.tracking_url.as_str()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// An order was paid.
pub fn confirmation(
    published: &Published,
    order: &StoredOrder,
    lines: &[StoredLine],
    taxes: &[TaxLine],
) -> EmailMessage {
    let amount = |cents| amount(&order.currency, cents);
    let mut text = String::from("Thank you for your order.\n\n");
    for line in lines {
        text.push_str(&format!(
            "{} x {}: {}\n",
            line.quantity,
            line.title,
            amount(line.quantity * line.unit_price_cents)
        ));
    }
    let by_cards = order.gift_card_cents;
    for (name, taken) in [("Discount", order.discount_cents - by_cards), ("Gift card", by_cards)] {
        if taken > 0 {
            text.push_str(&format!("{name}: -{}\n", amount(taken)));
        }
    }
    text.push_str(&format!(
        "\nShipping: {}\nTax: {}\nTotal: {}\n",
        amount(order.shipping_cents),
        amount(order.tax_cents),
        amount(order.grand_total_cents)
    ));
    text.push_str(&tax_table(order, taxes));
    EmailMessage {
        to: order.email.clone(),
        subject: format!("{}: your order {}", name(published), order.id),
        text,
        ..EmailMessage::default()
    }
}

/// What each tax of an order is taken of, as a receipt shows it; empty where the order has none that is listed.
fn tax_table(order: &StoredOrder, taxes: &[TaxLine]) -> String {
    let amount = |cents: Cents| amount(&order.currency, cents.get());
    let mut text = String::new();
    for line in taxes {
        let (name, rate) = (line.name.as_deref().unwrap_or("Tax"), line.rate.format(Trim::WholeAmounts));
        let holds = if line.included { "included, " } else { "" };
        let (net, tax) = (amount(line.net_cents), amount(line.tax_cents));
        text.push_str(&format!("{name} {rate} %: {tax} ({holds}on {net})\n"));
    }
    text
}

/// A gift card was bought: for the person it is for, else for the buyer.
pub fn gift_card(
    published: &Published,
    order: &StoredOrder,
    recipient: Option<&GiftCardRecipient>,
    cents: i64,
    code: &str,
) -> EmailMessage {
    let what = format!("A gift card of {}.", amount(&order.currency, cents));
    let how = format!("Code: {code}\n\nEnter the code as a coupon when you check out.");
    let shop = name(published);
    match recipient {
        None => EmailMessage {
            to: order.email.clone(),
            subject: format!("{shop}: your gift card"),
            text: format!("{what}\n\n{how}"),
            ..EmailMessage::default()
        },
        Some(recipient) => {
            let message = match recipient.message.as_str() {
                "" => String::new(),
                message => format!("{message}\n\n"),
            };
            EmailMessage {
                to: recipient.recipient_email.clone(),
                subject: format!("{shop}: a gift card for you"),
                text: format!(
                    "Dear {},\n\n{message}{what}\n\n{how}\n\n{}",
                    recipient.recipient_name, published.catalog.website.base_url
                ),
                ..EmailMessage::default()
            }
        }
    }
}

/// Somebody typed the address for the mailing list: is it meant? `days` is how long the link holds.
pub fn confirm_list(published: &Published, email: &str, address: &str, days: i64) -> EmailMessage {
    let shop = name(published);
    EmailMessage {
        to: email.to_owned(),
        subject: format!("{shop}: please confirm that you want our news"),
        text: format!(
            "Somebody typed this address for the mailing list of {shop}. If it was you, confirm it here:\n\n{address}\n\n\
             The link holds for {days} days. If it was not you, do nothing: without it the address is on no list.\n"
        ),
        ..EmailMessage::default()
    }
}

/// Money went back.
pub fn refund(published: &Published, order: &StoredOrder, cents: i64) -> EmailMessage {
    EmailMessage {
        to: order.email.clone(),
        subject: format!("{}: a refund for your order {}", name(published), order.id),
        text: format!(
            "We have sent {} back to you. It may take some days until you see it.\n",
            amount(&order.currency, cents)
        ),
        ..EmailMessage::default()
    }
}

/// A withdrawal was declared: what was declared, with its day and time, to be kept.
pub fn withdrawal(published: &Published, one: &StoredWithdrawal, words: LetterWords) -> EmailMessage {
    let shop = name(published);
    let goods = if one.goods.is_empty() { words.all_goods } else { &one.goods };
    let when = published.moment_with_zone(one.declared_at);
    let fill = |text: &str| {
        // One reading, so that what was typed is never read again.
        let mut out = String::new();
        for (index, part) in text.split('{').enumerate() {
            let Some((word, rest)) = part.split_once('}').filter(|_| index > 0) else {
                out.push_str(part);
                continue;
            };
            out.push_str(match word {
                "name" => &one.name,
                "order" => &one.order_name,
                "goods" => goods,
                "when" => &when,
                _ => shop,
            });
            out.push_str(rest);
        }
        out
    };
    EmailMessage {
        to: one.email.clone(),
        subject: fill(words.subject),
        text: fill(words.text),
        ..EmailMessage::default()
    }
}

/// The same for the owner.
pub fn withdrawal_for_owner(published: &Published, one: &StoredWithdrawal, owner: &str) -> EmailMessage {
    let fits = match &one.order_id {
        Some(id) => format!("It fits the order {id}."),
        None => "No paid order fits the number and the address: please look for it.".to_owned(),
    };
    let goods = if one.goods.is_empty() { "everything" } else { &one.goods };
    EmailMessage {
        to: owner.to_owned(),
        subject: format!("{}: a withdrawal from a contract", name(published)),
        text: format!(
            "{} <{}> withdrew from the contract on the order {} at {}.\n\nGoods: {goods}\n\n{fits}\n\n\
             It stands under Withdrawals on your pages. The money is due within 14 days (Directive 2011/83/EU, article 13).\n",
            one.name,
            one.email,
            one.order_name,
            published.moment_with_zone(one.declared_at)
        ),
        ..EmailMessage::default()
    }
}

/// What an acknowledgement of a withdrawal says in the consumer's language; `{name}`, `{order}`, `{goods}`, `{when}` and
/// `{shop}` are filled in.
#[derive(Clone, Copy, Debug)]
pub struct LetterWords {
    /// Its subject.
    pub subject: &'static str,
    /// What it says.
    pub text: &'static str,
    /// Stands for all goods.
    pub all_goods: &'static str,
}

/// The goods are on their way.
pub fn fulfilled(published: &Published, order: &StoredOrder, tracking: Option<&Tracking>) -> EmailMessage {
    let mut text = String::from("Your order is on its way.\n");
    for (label, value) in tracking.into_iter().flat_map(Tracking::lines) {
        text.push_str(&format!("\n{label}: {value}"));
    }
    EmailMessage {
        to: order.email.clone(),
        subject: format!("{}: your order {} is on its way", name(published), order.id),
        text,
        ..EmailMessage::default()
    }
}

/// The next payment of a subscription was refused; it is tried `again`, or not any more.
pub fn renewal_refused(
    published: &Published,
    subscription: &StoredSubscription,
    order: &StoredOrder,
    again: Option<i64>,
) -> EmailMessage {
    let what = published
        .product(&subscription.item_id)
        .map_or(subscription.sku.as_str(), |product| product.title.as_str());
    let total = amount(&order.currency, order.grand_total_cents);
    let next = match again.and_then(|moment| jiff::Timestamp::from_millisecond(moment).ok()) {
        Some(moment) => {
            let zone = jiff::tz::TimeZone::get(&published.catalog.website.time_zone);
            let day = moment.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC)).date();
            format!("We will try again on {day}.")
        }
        None => "We will not try again by ourselves: please write to us to go on.".to_owned(),
    };
    EmailMessage {
        to: subscription.email.clone(),
        subject: format!("{}: a payment of your subscription was refused", name(published)),
        text: format!("The payment of {total} for {what} was refused.\n\n{next}\n"),
        ..EmailMessage::default()
    }
}

/// A subscription is due and there is nothing to send.
pub fn out_of_stock(published: &Published, subscription: &StoredSubscription, owner: &str) -> EmailMessage {
    EmailMessage {
        to: owner.to_owned(),
        subject: format!("{}: nothing is left for a subscription", name(published)),
        text: format!(
            "A subscription to {} ({}) of {} is due and waits for stock. Nobody was charged; it is tried again tomorrow.\n",
            subscription.item_id, subscription.sku, subscription.email
        ),
        ..EmailMessage::default()
    }
}

/// A variant is back; `way_out` is the address that ends such emails.
pub fn restock(published: &Published, product: &Product, email: &str, way_out: String) -> EmailMessage {
    let website = &published.catalog.website;
    EmailMessage {
        to: email.to_owned(),
        subject: format!("{}: {} is back in stock", name(published), product.title),
        text: format!(
            "{} is back in stock.\n\n{}{}\n\nYou asked {} for this letter. Unsubscribe: {way_out}\n",
            product.title,
            website.base_url,
            product.full_url,
            name(published)
        ),
        unsubscribe: Some(way_out),
    }
}

/// A form was filled in.
pub fn submission(
    published: &Published,
    form: &Form,
    answers: &Answers,
    (to, is_suspect): (&str, bool),
) -> EmailMessage {
    // Owners sort by it.
    let mark = if is_suspect { "[suspect] " } else { "" };
    let texts = SummaryTexts::from_strings(&published.catalog.localized_strings);
    let lines = summarize(form, answers, &texts);
    let text = lines.iter().map(|line| format!("{}: {}\n", line.title, line.answer.to_text())).collect();
    EmailMessage {
        to: to.to_owned(),
        subject: format!("{mark}{}: {}", name(published), form.name),
        text,
        ..EmailMessage::default()
    }
}

fn name(published: &Published) -> &str {
    let website = &published.catalog.website;
    if website.title.is_empty() { "Your shop" } else { &website.title }
}

fn amount(currency: &str, cents: i64) -> String {
    let currency = CurrencyCode::parse(currency).unwrap_or_default();
    Money::new(Cents::new(cents).unwrap_or_default(), currency).format()
}
