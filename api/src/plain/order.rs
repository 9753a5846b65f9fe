//! The page of an order, for whoever has its link: how it stands, what was bought, where it is, and what can be done with it.

use super::page::{Page, View, go, members, open, without_page};
use super::returns as own_returns;
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::links::Opens;
use crate::ordered::OrderWords;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::rates::Class;
use crate::repository::order::StoredOrder;
use crate::respond::cart::{forget, keep};
use crate::respond::paper::as_paper;
use crate::token;
use crate::usecase::cart::add::{AddEntry, add_to_cart};
use crate::usecase::order::link::{self, Asked};
use crate::usecase::order::page::{self, Opened};
use crate::usecase::order::returns;
use crate::usecase::order::withdraw;
use crate::usecase::papers::{self, Paper, Reader};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde_json::{Map, Value, json};

/// How often a page of an order that is not paid yet looks again by itself, and after how many seconds.
const LOOKS: u32 = 40;
const PAUSE_S: u32 = 3;

/// The order that the link opens; a link that opens none offers a new one.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let (id, key) = (query.get("order"), query.get("key"));
    if let Err(why) = context.count(Class::OrderPage, &request, "").await {
        return refuse(&page, &why);
    }
    if id.is_empty() {
        return ask(&page, HttpResponse::Ok(), None, &FormFields::default());
    }
    let asked = page::ask_provider(&context, (id, key)).await;
    let opened = match asked {
        Ok(()) => page::open(&context, id, key).await,
        Err(why) => Err(why),
    };
    match opened {
        Ok(opened) => {
            let words = OrderWords::of(&page.published, &opened.order.language);
            let done = match query.find("done") {
                Some("return") => Some(words.get("orderReturnDone").to_owned()),
                done => done.map(|_| words.get("orderCancelDone").to_owned()),
            };
            let looked = query.get("look").parse().unwrap_or(0);
            let mut content = content(&words, &opened, (key, looked));
            match own_papers(&context, &words, &opened, key).await {
                Ok(papers) => content.insert("papers".to_owned(), papers),
                Err(why) => return refuse(&page, &why),
            };
            match own_returns::shown(&context, &words, &opened, None).await {
                Ok(returns) => content.insert("returns".to_owned(), returns),
                Err(why) => return refuse(&page, &why),
            };
            content.insert("done".to_owned(), done.into());
            page.show(View::Order, content)
        }
        Err(why) => refused_link(&page, &why, id),
    }
}

/// The invoice and the credit notes of an order, each with the addresses of its files.
async fn own_papers(
    context: &Context,
    words: &OrderWords<'_>,
    opened: &Opened,
    key: &str,
) -> Result<Value, ApiError> {
    let id = &opened.order.id;
    let documents = papers::of_order(context, id, &Reader::Link(id)).await?;
    let mut told = Vec::new();
    for document in documents {
        let label = if document.kind == "invoice" { "orderInvoice" } else { "orderCreditNote" };
        let file = |name: &str| {
            let number: String = form_urlencoded::byte_serialize(document.number.as_bytes()).collect();
            format!("{}/order/paper?order={id}&key={key}&number={number}&file={name}", super::page::BASE)
        };
        let data = papers::has_data(&document)?.then(|| file("invoice.xml"));
        let label = words.with(label, &[("number", &document.number)]);
        told.push(json!({"label": label, "url": file("invoice.pdf"), "data": data}));
    }
    Ok(told.into())
}

/// One of the documents of an order, as a file.
pub(super) async fn paper(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let query = FormFields::of_query(&request);
    let id = query.get("order");
    let work = async {
        context.count(Class::Download, &request, "").await?;
        let opened = page::open(&context, id, query.get("key")).await?;
        let paper = Paper::of(query.get("file")).ok_or_else(|| ApiError::not_found("Not found"))?;
        let subject = (opened.order.id.as_str(), query.get("number"));
        papers::own_file(&context, subject, paper, &Reader::Link(&opened.order.id)).await
    };
    match work.await {
        Ok(file) => as_paper(file),
        Err(why) => refused_link(&page, &why, id),
    }
}

/// Puts the same things into the cart.
pub(super) async fn again(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    act(&request, &context, &body, async |page, id, key| {
        let opened = page::open(&context, id, key).await?;
        let mut shopper = shopper;
        let (mut missing, mut is_any) = (Vec::new(), false);
        for line in &opened.lines {
            let entry = AddEntry {
                item_id: line.item_id.clone(),
                sku: Some(line.sku.clone()),
                quantity: line.quantity.into(),
                additional_fields: line.additional_fields.clone(),
                build_id: None,
            };
            match add_to_cart(&context, &shopper, entry).await {
                Ok((_, new_token)) => {
                    is_any = true;
                    shopper.token = new_token.or(shopper.token);
                }
                Err(why @ ApiError::Internal(_)) => return Err(why),
                Err(_) => missing.push(line.title.as_str()),
            }
        }
        let words = OrderWords::of(&page.published, &opened.order.language);
        let mut answer = if missing.is_empty() { go("/cart") } else { HttpResponse::Ok() };
        if is_any {
            keep(
                &context.settings,
                &mut answer,
                shopper.token.as_deref().filter(|_| shopper.member.is_none()),
            );
        }
        if missing.is_empty() {
            return Ok(answer.finish());
        }
        let told: Vec<String> =
            missing.iter().map(|title| words.with("orderAgainMissing", &[("title", title)])).collect();
        let mut content = content(&words, &opened, (key, 0));
        content.insert("alert".to_owned(), told.join(" ").into());
        Ok(page.show_with(answer, View::Order, content))
    })
    .await
}

/// Cancels it.
pub(super) async fn cancel(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    act(&request, &context, &body, async |page, id, key| match withdraw::cancel(&context, id, key).await {
        Ok(()) => Ok(go(&format!("/order?order={id}&key={key}&done")).finish()),
        Err(why) => {
            let opened = page::open(&context, id, key).await?;
            let words = OrderWords::of(&page.published, &opened.order.language);
            Ok(page.refuse(View::Order, &why, content(&words, &opened, (key, 0))))
        }
    })
    .await
}

/// Asks the shop to take something back.
pub(super) async fn send_back(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    act(&request, &context, &body, async |page, id, key| {
        let opened = page::open(&context, id, key).await?;
        let sent = FormFields::read(page.request, &body)?;
        let asked = match own_returns::request_of(&sent, opened.lines.len()) {
            Ok(wish) => returns::ask(&context, (id, key), wish).await,
            Err(why) => Err(why),
        };
        if let Err(why) = asked {
            let words = OrderWords::of(&page.published, &opened.order.language);
            let mut content = content(&words, &opened, (key, 0));
            let shown = own_returns::shown(&context, &words, &opened, Some(&sent)).await?;
            content.insert("returns".to_owned(), shown);
            return Ok(page.refuse(View::Order, &why, content));
        }
        Ok(go(&format!("/order?order={id}&key={key}&done=return")).finish())
    })
    .await
}

/// Ends the links to it, and sends a new one to its buyer.
pub(super) async fn renew(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    act(&request, &context, &body, async |page, id, key| {
        link::renew(&context, id, key).await?;
        Ok(sent(page))
    })
    .await
}

/// Sends a link to the buyer of an order that is named by its id, or by its number and address.
pub(super) async fn send(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let fields = match read(&page, &body).await {
        Ok(fields) => fields,
        Err(why) => return refuse(&page, &why),
    };
    let number = fields.get("number").trim().trim_start_matches('#').parse();
    let asked = match (fields.find("order"), number) {
        (Some(id), _) => Asked::Id(id.to_owned()),
        (None, Ok(number)) => Asked::Number(number, fields.get("email").trim().to_owned()),
        // What is no number names no order, and is answered like one that is not there.
        (None, Err(_)) => return sent(&page),
    };
    match link::send(&context, asked).await {
        Ok(()) => sent(&page),
        Err(why) => refuse(&page, &why),
    }
}

/// An address of a form, asked for by itself.
pub(super) async fn instead() -> HttpResponse {
    go("/order").finish()
}

/// Where a visitor goes whose cart is an order by now, or, unless only those count that are paid, is being paid; `None` when it is
/// none.
pub(super) async fn instead_of_cart(
    page: &Page<'_>,
    shopper: &Shopper,
    (cart_token, is_paid_only): (&str, bool),
) -> Result<Option<HttpResponse>, ApiError> {
    let named = Some(cart_token).filter(|token| !token.is_empty());
    let key = named.map(|text| crate::repository::cart::Key::Token(token::hash(text)));
    let Some(key) = key.or_else(|| shopper.key()) else { return Ok(None) };
    let Some(order) = page::of_cart(page.context, &key).await? else { return Ok(None) };
    let is_bought = order.is_paid() || order.is_waiting();
    if is_paid_only && !is_bought {
        return Ok(None);
    }
    let mut on = go(&address(page.context, &order));
    if is_bought && named.is_none() {
        forget(&page.context.settings, &mut on, shopper.member.is_none());
    }
    Ok(Some(on.finish()))
}

/// The page of an order, below [`super::page::BASE`].
pub(super) fn address(context: &Context, order: &StoredOrder) -> String {
    let subject = (order.id.as_str(), order.link_version);
    let key = context.publications.links().key(Opens::Order, subject, context.clock.now_ms());
    format!("/order?order={}&key={key}", order.id)
}

/// What one form of the page asks for.
async fn act<F>(request: &HttpRequest, context: &Context, body: &[u8], work: F) -> HttpResponse
where
    F: AsyncFnOnce(&Page<'_>, &str, &str) -> Result<HttpResponse, ApiError>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return without_page(&why),
    };
    let fields = match read(&page, body).await {
        Ok(fields) => fields,
        Err(why) => return refuse(&page, &why),
    };
    let (id, key) = (fields.get("order"), fields.get("key"));
    match work(&page, id, key).await {
        Ok(answer) => answer,
        Err(why) => refused_link(&page, &why, id),
    }
}

async fn read(page: &Page<'_>, body: &[u8]) -> Result<FormFields, ApiError> {
    let fields = FormFields::read(page.request, body)?;
    check_form(page.request, page.context, &fields)?;
    page.context.count(Class::OrderPage, page.request, "").await?;
    Ok(fields)
}

fn content(words: &OrderWords<'_>, opened: &Opened, (key, looked): (&str, u32)) -> Map<String, Value> {
    let order = &opened.order;
    // Money that comes by hand is nothing to look for again and again.
    let is_pending = order.is_pending() && !order.is_waiting();
    let here = format!("/api/plain/order?order={}&key={key}", order.id);
    let is_looking = is_pending && looked < LOOKS;
    let mut content = opened.view.clone();
    if is_pending && !is_looking {
        content.insert("stateText".to_owned(), words.get("orderStillPending").into());
    }
    content.extend(members(json!({
        "o": words.all(),
        "lang": words.tag(),
        "dir": words.direction(),
        "key": key,
        "refresh": is_looking.then(|| format!("{PAUSE_S};url={here}&look={}", looked + 1)),
        "look": is_pending.then_some(here),
        // Who did not pay after all still has the cart.
        "checkout": (is_pending || (order.status == "cancelled" && order.manual_payment.is_none())).then(|| format!("{}/checkout?pay", super::page::BASE)),
        "mayCancel": opened.may_cancel,
        "mayRepeat": (order.is_paid() || order.is_waiting()) && order.subscription_id.is_none(),
        "subscriptions": opened.subscriptions,
    })));
    content
}

/// The page for a link that opens nothing; other refusals say what they are.
fn refused_link(page: &Page<'_>, why: &ApiError, id: &str) -> HttpResponse {
    match why {
        ApiError::Refused { code, .. } if code == "link-refused" => {
            ask(page, HttpResponse::NotFound(), Some(id), &FormFields::default())
        }
        _ => refuse(page, why),
    }
}

/// Offers a new link: for the order that was named, and for one that is named by number and address.
fn ask(page: &Page<'_>, answer: HttpResponseBuilder, id: Option<&str>, typed: &FormFields) -> HttpResponse {
    let words = OrderWords::of(&page.published, "");
    let field = |name: &str, key: &str, kind: &str, autocomplete: &str| {
        json!({"id": name, "name": name, "control": "input", "type": kind, "label": words.get(key),
            "value": typed.get(name), "required": true, "autocomplete": autocomplete})
    };
    let title = if id.is_some() { "orderLinkRefused" } else { "orderFind" };
    let content = json!({
        "o": words.all(),
        "lang": words.tag(),
        "dir": words.direction(),
        "title": words.get(title),
        "about": id.map(|_| words.get("orderLinkRefusedAbout")),
        "asked": id.filter(|id| page::is_id(id)),
        "finds": true,
        "fields": [field("number", "orderNumber", "text", "off"), field("email", "orderEmail", "email", "email")],
    });
    page.show_with(answer, View::OrderLink, members(content))
}

/// That a link is on its way, whether there is such an order or not.
fn sent(page: &Page<'_>) -> HttpResponse {
    let words = OrderWords::of(&page.published, "");
    let content = json!({"o": words.all(), "lang": words.tag(), "dir": words.direction(),
        "title": words.get("orderFind"), "done": words.get("orderLinkSent")});
    page.show(View::OrderLink, members(content))
}

fn refuse(page: &Page<'_>, why: &ApiError) -> HttpResponse {
    let title = OrderWords::of(&page.published, "").get("orderFind").to_owned();
    page.refuse(View::Message, why, members(json!({"title": title})))
}
