//! Withdrawal from a contract in two steps, without a log-in and without a script (Directive 2011/83/EU, article 11a): what
//! it is about, then "confirm withdrawal". Nothing on these pages tells whether an order is known.

use super::page::{Page, View, members, open, without_page};
use super::withdraw_words::{WithdrawWords, language};
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::form_guard::{FormFields, check_first};
use crate::rates::Class;
use crate::usecase::withdrawal::{self, Declaration, LONGEST_GOODS, Wrong};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The first step; `order` and `email` of the address are filled in, so that a letter or an order page can lead here.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let words = WithdrawWords::of(language(&page.published.catalog, query.get("lang")));
    page.show(View::Withdraw, members(first(words, &typed(&query), &[])))
}

/// Either step.
pub(super) async fn send(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let words = WithdrawWords::of(language(&page.published.catalog, query.get("lang")));
    let sent = match FormFields::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => {
            return page.refuse(View::Withdraw, &why, members(first(words, &Declaration::default(), &[])));
        }
    };
    let declaration = typed(&sent);
    match answer(&page, words, &sent, &declaration).await {
        Ok(content) => page.show(View::Withdraw, members(content)),
        Err(why) => page.refuse(View::Withdraw, &why, members(first(words, &declaration, &[]))),
    }
}

async fn answer(
    page: &Page<'_>,
    words: &'static WithdrawWords,
    sent: &FormFields,
    declaration: &Declaration,
) -> Result<Value, ApiError> {
    // The form may stand on any page of the site, and needs no cookie: the browser says where it stood.
    check_first(page.request, page.context, sent)?;
    if sent.get("step") == "back" {
        return Ok(first(words, declaration, &[]));
    }
    let faults = declaration.faults();
    if !faults.is_empty() {
        return Ok(first(words, declaration, &faults));
    }
    if sent.get("step") != "confirm" {
        return Ok(second(words, declaration));
    }
    page.context.count(Class::Form, page.request, "withdrawal").await?;
    let at = withdrawal::declare(page.context, declaration.clone(), (words.lang, words.letter)).await?;
    let mut receipt = told(words, declaration);
    receipt.push(json!({"label": words.received, "value": page.published.moment_with_zone(at)}));
    Ok(json!({"title": words.title, "lang": words.lang, "done": words.done, "receipt": receipt}))
}

fn typed(sent: &FormFields) -> Declaration {
    let text = |name: &str| sent.get(name).trim().to_owned();
    Declaration { name: text("name"), order: text("order"), email: text("email"), goods: text("goods") }
}

fn first(words: &WithdrawWords, declaration: &Declaration, faults: &[(&'static str, Wrong)]) -> Value {
    let error = |name: &str| {
        let wrong = faults.iter().find(|(field, _)| *field == name).map(|(_, wrong)| *wrong)?;
        Some(match wrong {
            Wrong::Missing => words.missing,
            Wrong::TooLong => words.too_long,
            Wrong::NoEmail => words.no_email,
        })
    };
    let field = |name: &str, label: &str, value: &str, kind: &str, autocomplete: &str| {
        json!({"control": "input", "id": name, "name": name, "label": label, "value": value, "type": kind,
            "autocomplete": autocomplete, "required": name != "goods", "error": error(name)})
    };
    let mut goods = field("goods", words.goods, &declaration.goods, "text", "");
    goods["control"] = json!("area");
    goods["about"] = json!(words.goods_about);
    goods["maxLength"] = json!(LONGEST_GOODS);
    let fields = [
        field("name", words.name, &declaration.name, "text", "name"),
        field("order", words.order, &declaration.order, "text", ""),
        field("email", words.email, &declaration.email, "email", "email"),
        goods,
    ];
    let alert = (!faults.is_empty()).then_some(words.look);
    json!({"title": words.title, "lang": words.lang, "about": words.about, "fields": fields, "next": words.next, "alert": alert})
}

fn second(words: &WithdrawWords, declaration: &Declaration) -> Value {
    let hidden = [
        ("name", declaration.name.as_str()),
        ("order", declaration.order.as_str()),
        ("email", declaration.email.as_str()),
        ("goods", declaration.goods.as_str()),
    ];
    let hidden = hidden.map(|(name, value)| json!({"name": name, "value": value}));
    json!({"title": words.title, "lang": words.lang, "about": words.confirm_about,
        "second": {"told": told(words, declaration), "hidden": hidden, "confirm": words.confirm, "back": words.back}})
}

fn told(words: &WithdrawWords, declaration: &Declaration) -> Vec<Value> {
    let goods = match declaration.goods.as_str() {
        "" => words.letter.all_goods,
        goods => goods,
    };
    let told = [
        (words.name, declaration.name.as_str()),
        (words.order, declaration.order.as_str()),
        (words.email, declaration.email.as_str()),
        (words.goods, goods),
    ];
    told.map(|(label, value)| json!({"label": label, "value": value})).to_vec()
}
