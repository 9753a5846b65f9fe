//! How an order is paid without a script: the ways that are offered, and the way to a page of somebody else's.

use super::page::{Page, View, members};
use crate::outbound::payment::PaymentProvider;
use crate::pages::form_guard::FormFields;
use crate::usecase::checkout::purchase::PROVIDER_PREFIX;
use actix_web::HttpResponse;
use loggia_commerce::{Cart, ManualPayment};
use serde_json::{Map, Value, json};

/// What stands before the id of a way of paying by hand in the form.
const MANUAL_PREFIX: &str = "manual:";

/// The way of paying that was chosen, as a purchase names it; `None` is the shop's provider.
pub(super) fn method(chosen: &str) -> Option<String> {
    if chosen.starts_with(PROVIDER_PREFIX) {
        return Some(chosen.to_owned());
    }
    chosen.strip_prefix(MANUAL_PREFIX).map(str::to_owned)
}

/// On to the page of whoever takes the money. A form of ours may lead nowhere else, not even by a detour, so a page does.
pub(super) fn leave(page: &Page<'_>, chosen: &str, url: &str) -> HttpResponse {
    let words = page.words();
    let provider = chosen.strip_prefix(PROVIDER_PREFIX).and_then(|name| page.context.payments.by_name(name));
    let name = provider.map_or("", PaymentProvider::title);
    let about = words.with("plainPayOnAbout", "name", name);
    let label = words.with("plainPayOnGo", "name", name);
    onward(page, (words.get("checkoutPayment"), &about, &label), url)
}

/// A page that leads on to one of somebody else's: what it is called, what it says, and what its button says.
pub(super) fn onward(page: &Page<'_>, (title, about, label): (&str, &str, &str), url: &str) -> HttpResponse {
    let content = json!({
        "title": title,
        "message": about,
        "refresh": format!("0;url={url}"),
        "leave": {"url": url, "label": label},
    });
    page.show(View::Message, members(content))
}

/// How it is paid. A card is only ever typed into the provider's own fields, which need a script, or on the provider's own page,
/// which needs none; the test provider asks how it shall answer.
pub(super) fn choices(page: &Page<'_>, cart: &Cart, sent: &FormFields) -> Map<String, Value> {
    let words = page.words();
    let is_free = cart.grand_total_cents.get() == 0;
    let provider = page.context.payments.main();
    let (is_test, has_fields) = (provider.is_test(), provider.publishable_key().is_some());
    // A subscription's cart is named, and charged again and again.
    let is_whole = sent.find("cartToken").is_none() || cart.agreed.is_some();
    let ways = &page.published.catalog.order_settings.manual_payments;
    let offered =
        |way: &&ManualPayment| is_whole && way.is_offered(cart.requires_shipping, cart.is_collected());
    let mut choices: Vec<(String, String)> = Vec::new();
    if is_test && !has_fields {
        choices.push(("pass".to_owned(), words.get("plainTestPass").to_owned()));
        choices.push(("decline".to_owned(), words.get("plainTestDecline").to_owned()));
    }
    let is_on_page = is_whole && page.published.has_address();
    for provider in page.context.payments.pages().filter(|_| is_on_page) {
        if provider.takes(cart.grand_total_cents.get(), &cart.currency.to_string()) {
            let value = format!("{PROVIDER_PREFIX}{}", provider.name());
            choices.push((value, words.with("plainPayOn", "name", provider.title())));
        }
    }
    choices.extend(
        ways.iter().filter(offered).map(|way| (format!("{MANUAL_PREFIX}{}", way.id), way.name.clone())),
    );
    let note = (has_fields && !is_free && !is_on_page).then(|| words.get("plainPaymentNeedsScript"));
    if choices.is_empty() && !is_free {
        return members(json!({"paymentNote": words.get("plainPaymentNeedsScript")}));
    }
    let chosen = sent.find("payment").filter(|chosen| choices.iter().any(|(value, _)| value == chosen));
    let chosen = chosen.unwrap_or(choices.first().map_or("", |(value, _)| value)).to_owned();
    let choices: Vec<Value> = choices
        .iter()
        .map(|(value, label)| {
            json!({"kind": "radio", "name": "payment", "value": value, "label": label, "isChosen": *value == chosen})
        })
        .collect();
    let label = if is_test { "plainTestMode" } else { "checkoutPayment" };
    let payment = json!({"id": "card", "control": "group", "label": words.get(label), "choices": choices});
    members(json!({
        "paymentNote": note,
        "payment": Some(payment).filter(|_| !is_free),
        "pay": words.with("checkoutPay", "total", &page.money(cart.grand_total_cents)),
    }))
}
