//! The checkout as a page: address, delivery, payment, and the order.

use super::buyer::{Form, buyer, location};
use super::page::{Page, View, errors_of, go, members, open, without_page};
use super::sums::Sums;
use super::{confirmed, delivery, order, paying};
use crate::context::Context;
use crate::error::{ApiError, FieldErrors, TotalChanged, texts};
use crate::extract::shopper::Shopper;
use crate::outbound::payment::TEST_PASS;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::rates::Class;
use crate::repository::cart::{Key, Kind};
use crate::respond::cart::forget;
use crate::token;
use crate::usecase::cart::{read, taxes, terms, vat_id};
use crate::usecase::checkout::buy::{Bought, buy};
use crate::usecase::checkout::purchase::Checkout;
use crate::usecase::windows;
use actix_web::http::header::{ACCEPT_LANGUAGE, LOCATION};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::forms::{Email, EmailProblem, FieldProblem};
use loggia_commerce::{
    Cart, CartPart, Cents, DetailProblem, Details, Problem, ShippingLocation, TaxQuestion, VatId, VatIdState,
    WINDOW,
};
use serde_json::{Map, Value, json};

/// What the test provider is told to decline.
const TEST_DECLINE: &str = "test-decline";

/// The checkout of the visitor's cart, or of the one that is named.
pub(super) async fn show(request: HttpRequest, context: Data<Context>, shopper: Shopper) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let sent = FormFields::of_query(&request);
    if sent.find("pay").is_none() {
        // Loaded anew while it is paid, or after: the order is what there is to see.
        match order::instead_of_cart(&page, &shopper, (sent.get("cartToken"), false)).await {
            Ok(Some(on)) => return on,
            Ok(None) => {}
            Err(why) => return again(&page, &shopper, &sent, &why).await,
        }
    }
    match load(&page, &shopper, &sent).await {
        Ok(Some(cart)) => match content(&page, &shopper, (&cart, &sent), &FieldErrors::new()).await {
            Ok(content) => page.show(View::Checkout, content),
            Err(why) => without_page(&why),
        },
        // The cart says by itself that there is nothing in it.
        Ok(None) => go("/cart").finish(),
        Err(why) => again(&page, &shopper, &sent, &why).await,
    }
}

/// Takes the address over, or buys.
pub(super) async fn check_out(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let sent = match FormFields::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => return again(&page, &shopper, &FormFields::default(), &why).await,
    };
    match step(&page, &shopper, &sent).await {
        Ok(answer) => answer,
        Err(why) => again(&page, &shopper, &sent, &why).await,
    }
}

async fn step(page: &Page<'_>, shopper: &Shopper, sent: &FormFields) -> Result<HttpResponse, ApiError> {
    let (context, request) = (page.context, page.request);
    check_form(request, context, sent)?;
    let location = location(sent);
    if let Some(location) = &location {
        // Kept before anything else, so that the page can show how it goes there and what that costs.
        terms::set_shipping_location(context, key(shopper, sent), location.clone()).await?;
    }
    let mut cart = load(page, shopper, sent).await?;
    let mut digest = sent.get("digest").to_owned();
    if let Some(option) = cart.as_ref().and_then(|cart| other_option(cart, sent)) {
        // Kept as well: what it costs is part of the total that is shown, and to be agreed to.
        terms::set_shipping_option(context, key(shopper, sent), option).await?;
        let before = cart;
        cart = load(page, shopper, sent).await?;
        if let (Some(before), Some(now)) = (before, &cart)
            && (before.digest == digest && before.grand_total_cents == now.grand_total_cents)
        {
            // A way of delivery that the form itself chose, and that costs nothing more: the page showed what it comes to.
            digest.clone_from(&now.digest);
        }
    }
    if sent.get("step") == "address" {
        let mut cart = cart.ok_or(Problem::CartEmpty)?;
        if is_other_vat_id(&cart, sent) {
            context.count(Class::Checkout, request, "vat-id").await?;
            cart = vat_id::set_vat_id(context, key(shopper, sent), sent.get("vatId")).await?;
        }
        let content = content(page, shopper, (&cart, sent), &FieldErrors::new()).await?;
        return Ok(page.show(View::Checkout, content));
    }
    context.count(Class::Checkout, request, "").await?;
    if let Some(cart) = &cart {
        check(page, cart, sent, location.as_ref())?;
    }
    let checkout = Checkout {
        cart_token: Some(sent.get("cartToken").to_owned()).filter(|token| !token.is_empty()),
        email: sent.get("email").trim().to_owned(),
        buyer: buyer(sent),
        shipping_location: location,
        window: delivery::window(sent),
        shipping_option_id: Some(sent.get("shippingOption").to_owned()).filter(|id| !id.is_empty()),
        payment_method: paying::method(sent.get("payment")),
        payment_token: if sent.get("payment") == "pass" { TEST_PASS } else { TEST_DECLINE }.to_owned(),
        total_cents: sent.get("total").parse().ok(),
        cart_digest: Some(digest),
        // What was sent with the page is what the page showed: today's total.
        accept_prices: true,
        language: language(page),
    };
    match buy(context, shopper, checkout, None).await? {
        Bought::Pending(pending) => Ok(match pending.redirect_url {
            Some(url) => paying::leave(page, sent.get("payment"), &url),
            None => HttpResponse::SeeOther().insert_header((LOCATION, pending.order_page)).finish(),
        }),
        Bought::Paid(answer, kind) => {
            let mut on = go(&confirmed::address(context, &answer.order.id));
            if kind == Kind::Cart {
                forget(&context.settings, &mut on, shopper.member.is_none());
            }
            Ok(on.finish())
        }
    }
}

/// The first language that the browser asks for and the site is published in.
fn language(page: &Page<'_>) -> String {
    let website = &page.published.catalog.website;
    let asked =
        page.request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let plain = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    for tag in asked.split(',').take(20).filter_map(|part| part.split(';').next()).map(str::trim) {
        if plain(tag) == plain(&website.locale) {
            return String::new();
        }
        if let Some(known) = website.languages.iter().find(|known| plain(known) == plain(tag)) {
            return known.clone();
        }
    }
    String::new()
}

/// A way of delivery that the form chose and the cart does not have yet.
fn other_option(cart: &Cart, sent: &FormFields) -> Option<String> {
    let before = cart.selected_shipping_option.as_ref().map(|option| option.id.as_str());
    let sent = sent.find("shippingOption").filter(|id| Some(*id) != before)?;
    let is_offered = cart.requires_shipping && cart.shipping_options.iter().any(|option| option.id == sent);
    is_offered.then(|| sent.to_owned())
}

/// A VAT number that the cart does not have yet, or that the register said nothing of.
fn is_other_vat_id(cart: &Cart, sent: &FormFields) -> bool {
    let typed = sent.get("vatId").trim();
    let is_same = VatId::parse(typed).is_ok_and(|id| id.as_str() == cart.vat_id) || typed == cart.vat_id;
    !is_same || cart.vat_id_state == Some(VatIdState::Unconfirmed)
}

/// What the page can say by itself of what was typed: the fields that are missing.
fn check(
    page: &Page<'_>,
    cart: &Cart,
    sent: &FormFields,
    location: Option<&ShippingLocation>,
) -> Result<(), ApiError> {
    let mut errors = FieldErrors::new();
    let mut wrong = |name: &str, problem: FieldProblem| errors.insert(name.to_owned(), problem.to_string());
    match Email::parse(sent.get("email").trim()) {
        Ok(_) => {}
        Err(EmailProblem::Blank) => {
            wrong("email", FieldProblem::Required);
        }
        Err(EmailProblem::Invalid) => {
            wrong("email", FieldProblem::EmailInvalid);
        }
    }
    let form = Form { page, cart, sent, errors: &FieldErrors::new() };
    let mut found = Details::default();
    let place = location.cloned().or_else(|| cart.shipping_location.clone()).map(|place| place.tidied());
    // What is kept of it the purchase works out again.
    let buyer = buyer(sent);
    let _ = buyer.checked(form.asked(), place.as_ref(), &mut found);
    let _ = page.published.catalog.store_settings.checkout.checked_terms(&buyer.terms_digest, &mut found);
    if form.asks_window() && delivery::window(sent).is_none() {
        found.add(WINDOW, DetailProblem::WindowMissing);
    }
    errors.extend(texts(&found));
    if cart.requires_shipping {
        let offered = cart.shipping_options.iter().any(|option| option.id == sent.get("shippingOption"));
        if errors.is_empty() && !offered {
            errors.insert("shippingOption".to_owned(), Problem::ShippingOptionMissing.to_string());
        }
    }
    match cart.check_place_of_tax(&page.published.catalog.tax_rules) {
        Ok(()) => {}
        Err(problem @ Problem::RegionMissing) => {
            errors.insert("region".to_owned(), problem.to_string());
        }
        Err(problem) => {
            errors.insert("country".to_owned(), problem.to_string());
        }
    }
    if let Some(message) = errors.get("shippingOption").filter(|_| errors.len() == 1) {
        return Err(ApiError::Fields { message: message.clone().into(), errors });
    }
    if !errors.is_empty() {
        return Err(Problem::AdditionalFieldsInvalid { errors }.into());
    }
    Ok(())
}

fn key(shopper: &Shopper, sent: &FormFields) -> Option<Key> {
    let named = Some(sent.get("cartToken")).filter(|token| !token.is_empty());
    named.map(|text| Key::Token(token::hash(text))).or_else(|| shopper.key())
}

/// The cart there is something to pay for in.
async fn load(page: &Page<'_>, shopper: &Shopper, sent: &FormFields) -> Result<Option<Cart>, ApiError> {
    let Some(key) = key(shopper, sent) else { return Ok(None) };
    let found = read::load(page.context, &key, page.context.clock.now_ms()).await?;
    Ok(found.filter(|cart| !cart.is_purchased && !cart.entries.is_empty()))
}

/// The page again, with the reason.
async fn again(page: &Page<'_>, shopper: &Shopper, sent: &FormFields, why: &ApiError) -> HttpResponse {
    let loaded = match load(page, shopper, sent).await {
        Ok(Some(cart)) => content(page, shopper, (&cart, sent), &errors_of(why)).await.ok(),
        _ => None,
    };
    match loaded {
        Some(content) => match why {
            ApiError::TotalChanged(changed) => {
                page.refuse_saying(View::Checkout, why, &told(page, changed), content)
            }
            _ => page.refuse(View::Checkout, why, content),
        },
        _ => {
            let title = page.words().get("checkoutTitle").to_owned();
            page.refuse(View::Message, why, members(json!({"title": title})))
        }
    }
}

/// The old total beside the new one, and what changed between them.
fn told(page: &Page<'_>, changed: &TotalChanged) -> String {
    let words = page.words();
    let money = |cents: i64| page.money(Cents::new(cents).unwrap_or_default());
    let total = money(changed.total_cents);
    let mut said = match changed.shown_cents {
        Some(shown) if shown != changed.total_cents => {
            vec![words.with("checkoutTotalWas", "shown", &money(shown)).replace("{total}", &total)]
        }
        _ => vec![words.with("checkoutTotalIs", "total", &total)],
    };
    said.extend(changed.changes.iter().map(|part| words.get(part_key(*part)).to_owned()));
    said.push(words.get("checkoutNothingCharged").to_owned());
    said.join(" ")
}

const fn part_key(part: CartPart) -> &'static str {
    match part {
        CartPart::Items => "checkoutChangedItems",
        CartPart::Prices => "checkoutChangedPrices",
        CartPart::Discounts => "checkoutChangedDiscounts",
        CartPart::GiftCards => "checkoutChangedGiftCards",
        CartPart::Delivery => "checkoutChangedDelivery",
        CartPart::Tax => "checkoutChangedTax",
    }
}

/// The page of a cart, with what was typed and what is wrong with it.
async fn content(
    page: &Page<'_>,
    shopper: &Shopper,
    (cart, sent): (&Cart, &FormFields),
    errors: &FieldErrors,
) -> Result<Map<String, Value>, ApiError> {
    let form = Form { page, cart, sent, errors };
    let mut content = fields(form);
    let chosen = cart.selected_shipping_option.as_ref();
    if let Some(option) = chosen.filter(|_| form.asks_window()) {
        let left = windows::of_way(page.context, key(shopper, sent).as_ref(), &option.id).await?;
        content.insert(WINDOW.to_owned(), delivery::windows(page.words(), &left, (sent, errors)));
    }
    Ok(content)
}

fn fields(form: Form<'_>) -> Map<String, Value> {
    let Form { page, cart, sent, errors } = form;
    let words = page.words();
    let settings = &page.published.catalog.store_settings;
    let least = settings.minimum_order_subtotal_cents;
    let mut content = summary(page, cart);
    let email = json!({"id": "email", "name": "email", "control": "input", "type": "email", "label": words.get("checkoutEmail"),
        "autocomplete": "email", "required": true, "value": sent.find("email").or_else(|| form.known("email")), "error": errors.get("email")});
    let phone = form.phone("tel").filter(|_| !cart.requires_shipping);
    let contact: Vec<Value> = std::iter::once(email).chain(phone).collect();
    content.extend(members(json!({
        "title": words.get("checkoutTitle"),
        "contact": contact,
        "cartToken": sent.find("cartToken"),
        "total": cart.grand_total_cents.get().to_string(),
        "digest": cart.digest,
    })));
    let mut alert = (cart.subtotal_cents < least && cart.agreed.is_none())
        .then(|| Problem::SubtotalBelowMinimum { subtotal: page.money(least) }.to_string());
    if cart.price_changed && alert.is_none() {
        let total = page.money(cart.grand_total_cents);
        alert = Some(words.with("checkoutPriceChanged", "total", &total));
    }
    if cart.tax_pending && cart.unanswered().is_some_and(TaxQuestion::is_placed) && alert.is_none() {
        alert = Some(taxes::UNANSWERED.to_owned());
    }
    content.insert("alert".to_owned(), alert.into());
    if cart.requires_shipping {
        content.extend(shipping(form));
        if form.asks_place_of_collecting() {
            content.insert("place".to_owned(), form.place("", &["region"]).into());
        }
    } else if cart.asks_country {
        let parts: &[&str] = if cart.asks_postal_code { &["region", "postalCode"] } else { &["region"] };
        content.insert("place".to_owned(), form.place("", parts).into());
    }
    content.extend(form.rest());
    content.extend(paying::choices(page, cart, sent));
    content
}

/// What is bought and what it comes to.
fn summary(page: &Page<'_>, cart: &Cart) -> Map<String, Value> {
    let line = |entry: &loggia_commerce::CartEntry| {
        let plan = page
            .published
            .product(entry.item_id.as_str())
            .and_then(|product| product.subscription_plan.filter(|_| product.is_subscribable));
        let mut about: Vec<String> = entry.chosen_variant.attributes.values().cloned().collect();
        about.extend(plan.map(|plan| format!("{} {}", page.money(entry.sub_total), plan.text())));
        json!({"label": format!("{} × {}", entry.quantity, entry.title), "about": about.join(", "),
            "amount": page.money(entry.sub_total)})
    };
    let sums = Sums::of_cart(cart).lines(page);
    members(json!({"lines": cart.entries.iter().map(line).collect::<Vec<_>>(), "sums": sums}))
}

/// Where it goes, and how.
fn shipping(form: Form<'_>) -> Map<String, Value> {
    let Form { page, cart, sent, errors } = form;
    let words = page.words();
    let mut address = form.recipient();
    if !cart.is_collected() {
        address.extend(form.place("", &[]));
    }
    let chosen = sent
        .find("shippingOption")
        .or(cart.selected_shipping_option.as_ref().map(|option| option.id.as_str()));
    let options: Vec<Value> = cart
        .shipping_options
        .iter()
        .map(|option| {
            let amount = page.money_or(option.cost_cents, words.get("checkoutFree"));
            json!({"kind": "radio", "name": "shippingOption", "value": option.id, "label": option.name,
                "about": delivery::about(words, option), "amount": amount, "isChosen": chosen == Some(option.id.as_str())})
        })
        .collect();
    let mut content = members(json!({"address": address}));
    match (options.is_empty(), &cart.shipping_location) {
        (false, _) => {
            let delivery = json!({"id": "delivery", "control": "group", "label": words.get("checkoutShippingOption"),
                "required": true, "choices": options, "error": errors.get("shippingOption")});
            content.insert("delivery".to_owned(), delivery);
        }
        (true, Some(_)) => {
            content.insert("deliveryNote".to_owned(), words.get("checkoutNoShippingOption").into());
        }
        (true, None) => {}
    }
    content
}
