//! The second step of a log-in, the fresh proof, and setting a factor up: by codes without a script, by a passkey with the one
//! small script of these pages.

use super::page::{Page, View, address, open};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::factors::{Kind, Proof, passkey, totp};
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::pages::menu::{self, HOME, go, own_address};
use crate::respond::session::{completed, with_cookies};
use crate::usecase::account::add_factor::{self, Added, Caller};
use crate::usecase::session::confirm::{self, Confirmation};
use crate::usecase::session::second_step;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Value, json};

const STEP: &str = "Second step";
const CONFIRM: &str = "Confirm that it is you";
const SET_UP: &str = "Set up a second factor";

/// What a page needs to ask a passkey: where the answer goes, and what is asked.
fn asks(action: &str, next: &str, options: Option<Value>, label: &str, makes: bool) -> Value {
    options.map_or(Value::Null, |options| {
        json!({"action": format!("{HOME}/{action}"), "next": next, "options": options.to_string(), "label": label,
            "kind": if makes { "create" } else { "get" }, "named": makes})
    })
}

fn has_code(kinds: &[Kind]) -> bool {
    kinds.iter().any(|kind| *kind != Kind::Passkey)
}

/// What a form gives as proof.
pub(super) fn proof(sent: &FormFields) -> Result<Proof, ApiError> {
    let passkey = sent.get("passkey");
    let malformed = |_| ApiError::bad_request("malformed-body", "The body could not be read.");
    let passkey =
        if passkey.is_empty() { None } else { Some(serde_json::from_str(passkey).map_err(malformed)?) };
    Ok(Proof { code: Some(sent.get("code").to_owned()), passkey })
}

/// A page for anyone who asks.
macro_rules! page {
    ($context:expr, $request:expr) => {
        match open(&$context, &$request).await {
            Ok(page) => page,
            Err(why) => return why.error_response(),
        }
    };
}

/// Where one goes after the step: a page of ours.
fn next(sent: &FormFields) -> String {
    own_address(sent.get("next"), HOME)
}

/// The second step of a log-in.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = page!(context, request);
    step(&page, &next(&FormFields::of_query(&request)), None).await
}

async fn step(page: &Page<'_>, next: &str, why: Option<&ApiError>) -> HttpResponse {
    let wanted = match second_step::still_wanted(page.context, &Visitor::of(page.request, page.context)).await
    {
        Ok(wanted) if wanted.set_up => return go(&address("set-up", &[("next", next)])),
        Ok(wanted) => wanted,
        Err(over) => {
            let content = json!({"title": "Log in", "next": next});
            return page.refuse(View::LogIn, why.unwrap_or(&over), content);
        }
    };
    let content = json!({"title": STEP, "next": next, "hasCode": has_code(&wanted.kinds),
        "passkey": asks("factor", next, wanted.passkey, "Use a passkey", false)});
    match why {
        Some(why) => page.refuse(View::Factor, why, content),
        None => page.show(View::Factor, content),
    }
}

/// Gives the second factor.
pub(super) async fn give(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    let page = page!(context, request);
    let sent = match FormFields::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => return step(&page, HOME, Some(&why)).await,
    };
    let given = check_form(&request, &context, &sent).and_then(|()| proof(&sent));
    let entered = match given {
        Ok(proof) => second_step::finish(&context, &Visitor::of(&request, &context), shopper, &proof)
            .await
            .and_then(|begun| completed(&context, &begun)),
        Err(why) => Err(why),
    };
    match entered {
        Ok(cookies) => with_cookies(go(&next(&sent)), &cookies),
        Err(why) => step(&page, &next(&sent), Some(&why)).await,
    }
}

/// Where one goes after a fresh proof: a page of ours, or a table that was to be taken.
fn after(sent: &FormFields) -> String {
    menu::export(sent.get("next")).map_or_else(|| next(sent), str::to_owned)
}

/// Asks for a fresh proof; anyone who has given one goes on.
pub(super) async fn ask(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = page!(context, request);
    let next = after(&FormFields::of_query(&request));
    match page.who(None) {
        Ok(who) if who.is_confirmed(&context) => confirmed(&page, &next),
        Ok(who) => asked(&page, who, &next, None).await,
        Err(why) => page.turn_away(&why),
    }
}

fn confirmed(page: &Page<'_>, next: &str) -> HttpResponse {
    if menu::export(next).is_some() {
        return page.show(View::Download, json!({"title": "Download", "file": next}));
    }
    go(next)
}

async fn asked(page: &Page<'_>, who: &SignedIn, next: &str, why: Option<&ApiError>) -> HttpResponse {
    let wanted =
        match confirm::confirmation_wanted(page.context, &Visitor::of(page.request, page.context), who).await
        {
            Ok(wanted) => wanted,
            Err(why) => return page.turn_away(&why),
        };
    let content = json!({"title": CONFIRM, "next": next, "hasCode": has_code(&wanted.kinds),
        "passkey": asks("confirm", next, wanted.passkey, "Use a passkey", false)});
    match why {
        Some(why) => page.refuse(View::Confirm, why, content),
        None => page.show(View::Confirm, content),
    }
}

/// Takes a fresh proof.
pub(super) async fn confirm(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = page!(context, request);
    let checked = FormFields::read(&request, &body).and_then(|sent| {
        let who = page.who(None)?.clone();
        check_form(&request, &context, &sent)?;
        Ok((who, sent))
    });
    let (who, sent) = match checked {
        Ok(checked) => checked,
        Err(why) => return page.turn_away(&why),
    };
    let next = after(&sent);
    let given = proof(&sent).map(|proof| Confirmation {
        password: sent.get("password").to_owned(),
        code: proof.code,
        passkey: proof.passkey,
    });
    let done = match given {
        Ok(given) => confirm::confirm(&context, &Visitor::of(&request, &context), &who, &given).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(()) if menu::export(&next).is_some() => go(&address("confirm", &[("next", &next)])),
        Ok(()) => go(&next),
        // The session may have ended with this try.
        Err(why) => match open(&context, &request).await {
            Ok(page) if page.is_signed_in() => asked(&page, &who, &next, Some(&why)).await,
            _ => go(&address("log-in", &[("next", &next)])),
        },
    }
}

/// Where a factor is set up: by somebody signed in, or by a log-in that waits for the first one.
pub(super) async fn set_up(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let page = page!(context, request);
    set_up_page(&page, &next(&FormFields::of_query(&request)), None).await
}

async fn set_up_page(page: &Page<'_>, next: &str, why: Option<&ApiError>) -> HttpResponse {
    let content = async {
        let visitor = Visitor::of(page.request, page.context);
        let who = SignedIn::of_page(page.request, page.context).await;
        let caller = Caller::of(page.context, &visitor, who).await?;
        let holder = caller.holder();
        let makes = match passkey::start_adding(page.context, holder).await {
            Ok(options) => Some(options),
            // Without a name of the server, or with enough of them, there is the app.
            Err(why) if why.status_code().is_client_error() => None,
            Err(why) => return Err(why),
        };
        let app = match totp::start(page.context, holder).await {
            Ok(offer) => json!({"qr": offer.qr, "secret": offer.secret, "next": next}),
            Err(why) if why.code() == "totp-is-there" => Value::Null,
            Err(why) => return Err(why),
        };
        let must = matches!(caller, Caller::Waiting(_)).then_some(
            "This site asks everybody who works on it for a second factor. Set one up, and you are logged in.",
        );
        Ok(json!({"title": SET_UP, "next": next, "must": must, "totp": app,
            "passkey": asks("set-up/passkey", next, makes, "Add a passkey", true)}))
    };
    match (content.await, why) {
        (Ok(content), None) => page.show(View::SetUp, content),
        (Ok(content), Some(why)) => page.refuse(View::SetUp, why, content),
        (Err(why), _) => page.turn_away(&why),
    }
}

/// Shows the codes that came with a first factor, or goes on.
fn done(page: &Page<'_>, added: Added, next: &str) -> HttpResponse {
    let shown = match &added.codes {
        Some(codes) => codes_page(page, codes, next),
        None => go(&format!("{HOME}/security?done=added")),
    };
    let cookies = added.begun.as_ref().map(|begun| completed(page.context, begun)).transpose();
    match cookies {
        Ok(cookies) => with_cookies(shown, &cookies.unwrap_or_default()),
        Err(why) => page.turn_away(&why),
    }
}

/// The page that shows recovery codes, this once.
pub(super) fn codes_page(page: &Page<'_>, codes: &[String], next: &str) -> HttpResponse {
    let text = format!("{}\r\n", codes.join("\r\n"));
    let file: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let content = json!({"title": "Your recovery codes", "codes": codes, "next": next, "file": format!("data:text/plain,{file}")});
    page.show(View::Codes, content)
}

/// Takes the first code of an authenticator app.
pub(super) async fn add_totp(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    add(&request, &context, &body, async |caller, sent| {
        add_factor::add_totp(&context, &Visitor::of(&request, &context), shopper, caller, sent.get("code"))
            .await
    })
    .await
}

/// Takes a passkey that the browser has made.
pub(super) async fn add_passkey(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    add(&request, &context, &body, async |caller, sent| {
        let made = proof(sent)?.passkey.unwrap_or_default();
        add_factor::add_passkey(
            &context,
            &Visitor::of(&request, &context),
            shopper,
            caller,
            (sent.get("name"), &made),
        )
        .await
    })
    .await
}

async fn add<F>(request: &HttpRequest, context: &Context, body: &[u8], work: F) -> HttpResponse
where
    F: AsyncFnOnce(Caller, &FormFields) -> Result<Added, ApiError>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let sent = match FormFields::read(request, body) {
        Ok(sent) => sent,
        Err(why) => return page.turn_away(&why),
    };
    let tried = async {
        check_form(request, context, &sent)?;
        let visitor = Visitor::of(request, context);
        let caller = Caller::of(context, &visitor, SignedIn::of_page(request, context).await).await?;
        work(caller, &sent).await
    };
    match tried.await {
        Ok(added) => done(&page, added, &next(&sent)),
        Err(why) => again(&page, &why, &next(&sent)).await,
    }
}

/// A wrong first code: the same secret is shown no more, a new one is.
async fn again(page: &Page<'_>, why: &ApiError, next: &str) -> HttpResponse {
    if ["wrong-code", "wrong-passkey", "too-many-requests"].contains(&why.code()) {
        return set_up_page(page, next, Some(why)).await;
    }
    page.turn_away(why)
}
