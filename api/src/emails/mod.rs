//! What the shop writes to people.

pub mod account;
mod letter;
pub mod mention;
pub mod notice;
pub mod order;
pub mod payment_link;
pub mod reply;
pub mod stock;
pub mod week;

use crate::outbound::email::EmailMessage;
use crate::published::Published;
use crate::repository::subscription::StoredSubscription;
use crate::repository::withdrawal::StoredWithdrawal;
use loggia_commerce::Product;
use loggia_commerce::forms::{Answers, Form, SummaryTexts, summarize};
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
        ..EmailMessage::default()
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
