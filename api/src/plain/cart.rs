//! The cart as a page, and the forms on it.

use super::page::{Page, View, go, members, open, without_page};
use super::sums::less;
use super::{estimate, order};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::extract::visitor::Visitor;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::respond::cart::forget;
use crate::usecase::cart::{entries, read, terms};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::forms::{SummaryTexts, answers_from_json, summarize};
use loggia_commerce::{Cart, CartCoupon, CartEntry, Cents, Problem};
use serde_json::{Map, Value, json};

/// What a form of this page came back with.
#[derive(Default)]
struct Refused {
    why: Option<ApiError>,
    /// The entry whose quantity was refused, and what was typed there.
    entry: Option<(String, String)>,
    /// The code that was refused.
    code: Option<String>,
}

/// The visitor's cart.
pub(super) async fn show(request: HttpRequest, context: Data<Context>, shopper: Shopper) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    // Loaded anew after it was bought: the order is what there is to see.
    match order::instead_of_cart(&page, &shopper, ("", true)).await {
        Ok(Some(on)) => on,
        Ok(None) => answer(&page, &shopper, Refused::default()).await,
        Err(why) => answer(&page, &shopper, Refused { why: Some(why), ..Refused::default() }).await,
    }
}

/// The cart, for anyone who asks for the address of one of its forms.
pub(super) async fn instead() -> HttpResponse {
    go("/cart").finish()
}

/// Gives an entry another quantity; 0 takes it out, as in the box of the cart page.
pub(super) async fn change_quantity(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &shopper, &body, async |sent| {
        let (id, typed) = (sent.get("entryId").to_owned(), sent.get("quantity").trim().to_owned());
        let done = if !typed.is_empty() && typed.bytes().all(|digit| digit == b'0') {
            entries::remove_entry(&context, &shopper, id.clone()).await
        } else {
            entries::set_quantity(&context, &shopper, id.clone(), &typed.as_str().into()).await
        };
        done.map_err(|why| Refused { why: Some(why), entry: Some((id, typed)), code: None })
    })
    .await
}

/// Takes an entry out.
pub(super) async fn remove(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &shopper, &body, async |sent| {
        entries::remove_entry(&context, &shopper, sent.get("entryId").to_owned())
            .await
            .map_err(|why| Refused { why: Some(why), ..Refused::default() })
    })
    .await
}

/// Enters a code.
pub(super) async fn enter_code(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &shopper, &body, async |sent| {
        let code = sent.get("promoCode").trim().to_owned();
        let visitor = Visitor::of(&request, &context);
        let entered = terms::apply_code(&context, &visitor, shopper.key(), code.clone()).await;
        let refused = entered.and_then(|cart| match problem_of(&cart, &code) {
            // Nobody gave it out: it is not in the cart, so this is where it is said.
            Some(problem @ Problem::CouponUnknown) => Err(problem.into()),
            _ => Ok(cart),
        });
        refused.map_err(|why| Refused { why: Some(why), entry: None, code: Some(code) })
    })
    .await
}

/// Why a code that was entered does not count.
fn problem_of(cart: &Cart, code: &str) -> Option<Problem> {
    let same = |refused: &&CartCoupon| refused.code.eq_ignore_ascii_case(code.trim());
    cart.invalid_coupons.iter().find(same).and_then(|refused| refused.problem.clone())
}

/// Takes a code out.
pub(super) async fn drop_code(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &shopper, &body, async |sent| {
        terms::remove_code(&context, shopper.key(), sent.get("promoCode").to_owned())
            .await
            .map_err(|why| Refused { why: Some(why), ..Refused::default() })
    })
    .await
}

/// One change: done, it leads to the cart as it is now; refused, the cart comes back with the reason.
async fn change<F>(
    request: &HttpRequest,
    context: &Context,
    shopper: &Shopper,
    body: &[u8],
    work: F,
) -> HttpResponse
where
    F: AsyncFnOnce(FormFields) -> Result<Cart, Refused>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let checked = FormFields::read(request, body).and_then(|sent| {
        check_form(request, context, &sent)?;
        Ok(sent)
    });
    let done = match checked {
        Ok(sent) => work(sent).await,
        Err(why) => Err(Refused { why: Some(why), ..Refused::default() }),
    };
    match done {
        Ok(cart) => {
            let mut on = go("/cart?updated");
            if cart.entries.is_empty() {
                forget(&context.settings, &mut on, false);
            }
            on.finish()
        }
        Err(refused) => answer(&page, shopper, refused).await,
    }
}

async fn answer(page: &Page<'_>, shopper: &Shopper, refused: Refused) -> HttpResponse {
    let found = match shopper.key() {
        Some(key) => read::load(page.context, &key, page.context.clock.now_ms()).await,
        None => Ok(None),
    };
    // A bought cart is only shown to a visitor who names it.
    let cart = match found {
        Ok(found) => found.filter(|cart| !cart.is_purchased).unwrap_or_default(),
        Err(why) => {
            return page.refuse(
                View::Message,
                &why,
                members(json!({"title": page.words().get("cartTitle")})),
            );
        }
    };
    let mut content = content(page, &cart, &refused);
    if !cart.entries.is_empty() {
        content.insert("estimate".to_owned(), estimate::content(page, shopper).await);
    }
    let Some(why) = &refused.why else {
        if let Some(done) = done(page, &cart) {
            content.insert("done".to_owned(), done.into());
        }
        return page.show(View::Cart, content);
    };
    page.refuse(View::Cart, why, content)
}

/// What the visitor has just done, for a page that was reached by doing it.
fn done(page: &Page<'_>, cart: &Cart) -> Option<String> {
    let query = FormFields::of_query(page.request);
    if cart.entries.is_empty() {
        return None;
    }
    if let Some(entry) = query.find("added").and_then(|id| cart.entry(id)) {
        return Some(page.words().with("addedAnnouncement", "title", &entry.title));
    }
    query.find("updated")?;
    Some(page.words().with("cartUpdated", "subtotal", &page.money(cart.subtotal_cents)))
}

fn content(page: &Page<'_>, cart: &Cart, refused: &Refused) -> Map<String, Value> {
    let words = page.words();
    if cart.entries.is_empty() {
        return members(json!({"title": words.get("cartTitle")}));
    }
    let rows: Vec<Value> = cart.entries.iter().map(|entry| row(page, entry, refused)).collect();
    let valid = cart.valid_coupons.iter().map(|used| {
        json!({"code": used.code, "amount": page.money(less(Cents::ZERO, used.discount_cents)),
            "removeOf": words.with("couponRemove", "code", &used.code)})
    });
    let invalid = cart.invalid_coupons.iter().map(|refused| {
        json!({"code": refused.code, "isRefused": true, "problem": refused.problem.as_ref().map(Problem::to_string),
            "removeOf": words.with("couponRemove", "code", &refused.code)})
    });
    let codes: Vec<Value> = valid.chain(invalid).collect();
    let mut sums =
        vec![json!({"label": words.get("cartSubtotalText"), "amount": page.money(cart.subtotal_cents)})];
    let by_cards = cart.gift_card_cents;
    let of_goods = cart.discounts.iter().filter(|one| !one.of_delivery);
    let named = of_goods.clone().fold(by_cards, |sum, one| sum.saturating_add(one.amount_cents));
    let off = cart.discount_cents.checked_sub(named).unwrap_or_default();
    for (key, taken) in [("checkoutGiftCard", by_cards), ("checkoutDiscount", off)] {
        if taken.get() > 0 {
            let amount = page.money(less(Cents::ZERO, taken));
            sums.insert(0, json!({"label": words.get(key), "amount": amount}));
        }
    }
    for (place, one) in of_goods.enumerate() {
        let amount = format!("-{}", page.money(one.amount_cents));
        sums.insert(place, json!({"label": one.name, "amount": amount}));
    }
    let least = page.published.catalog.store_settings.minimum_order_subtotal_cents;
    let too_little = (cart.subtotal_cents < least)
        .then(|| Problem::SubtotalBelowMinimum { subtotal: page.money(least) }.to_string());
    members(json!({
        "title": words.get("cartTitle"),
        "rows": rows,
        "codes": Some(codes).filter(|codes| !codes.is_empty()),
        "code": refused.code,
        "codeError": refused.code.as_ref().and(refused.why.as_ref()).map(ApiError::to_string),
        "sums": sums,
        "tooLittle": too_little,
    }))
}

fn row(page: &Page<'_>, entry: &CartEntry, refused: &Refused) -> Value {
    let words = page.words();
    let typed = refused.entry.as_ref().filter(|(id, _)| *id == entry.id.as_str()).map(|(_, typed)| typed);
    let published = &page.published;
    let card = published.product(entry.item_id.as_str()).map(|product| published.catalog.card(product));
    let options: Vec<String> =
        entry.chosen_variant.attributes.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    json!({
        "id": entry.id.as_str(),
        "title": entry.title,
        "options": options.join(" · "),
        "answers": answers(page, entry),
        "quantity": typed.map_or_else(|| entry.quantity.to_string(), Clone::clone),
        "error": typed.and(refused.why.as_ref()).map(|why| words.refusal(why)),
        "quantityOf": words.with("cartQuantityOf", "title", &entry.title),
        "updateOf": format!("{}: {}", words.get("plainUpdate"), entry.title),
        "removeOf": words.with("cartRemoveItem", "title", &entry.title),
        "amount": page.money(entry.sub_total),
        "unitPrice": (entry.quantity > 1)
            .then(|| words.with("cartUnitPrice", "price", &page.money(entry.purchase_price_cents))),
        "url": card.as_ref().map(|card| page.of_site(&card.url)),
        "picture": card
            .and_then(|card| card.picture)
            .map(|picture| page.of_site(&picture))
            // The page's policy asks no other host for pictures.
            .filter(|picture| picture.starts_with('/') && !picture.starts_with("//")),
    })
}

/// What was answered to the product's form.
fn answers(page: &Page<'_>, entry: &CartEntry) -> Vec<Value> {
    let catalog = &page.published.catalog;
    let product = page.published.product(entry.item_id.as_str());
    let form = product.and_then(|product| catalog.form(product.additional_fields_form_id.as_deref()?));
    let (Some(form), Some(text)) = (form, entry.additional_fields.as_deref()) else { return Vec::new() };
    let answers = answers_from_json(text).unwrap_or_default();
    let texts = SummaryTexts::from_strings(&catalog.localized_strings);
    let lines = summarize(form, &answers, &texts);
    lines.iter().map(|line| json!({"label": line.title, "value": line.answer.to_text()})).collect()
}
