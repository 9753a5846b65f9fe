//! In and out.

use super::page::{View, address, open};
use crate::context::Context;
use crate::extract::shopper::{self, Shopper};
use crate::extract::visitor::Visitor;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::pages::menu::{HOME as BASE, go, log_in_first, own_address};
use crate::respond::session::{ended, of_step, with_cookies};
use crate::usecase::session::log_in::{LogIn, LogInStep, log_in};
use crate::usecase::session::log_out::log_out;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Value, json};

const TITLE: &str = "Log in";

/// Where the person signed in may go; else the log-in.
pub(super) async fn home(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    match open(&context, &request).await {
        Ok(page) if page.is_signed_in() => page.show(View::Start, json!({"title": "Start"})),
        Ok(_) => log_in_first(&request),
        Err(why) => why.error_response(),
    }
}

fn content(next: &str, typed: &str) -> Value {
    json!({"title": TITLE, "next": own_address(next, BASE), "typed": typed})
}

/// The form.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let query = FormFields::of_query(&request);
    match open(&context, &request).await {
        Ok(page) => page.show(View::LogIn, content(query.get("next"), "")),
        Err(why) => why.error_response(),
    }
}

/// Logs in, and goes on to where somebody wanted to be.
pub(super) async fn enter(
    request: HttpRequest,
    context: Data<Context>,
    shopper: Shopper,
    body: Bytes,
) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let sent = match FormFields::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => return page.refuse(View::LogIn, &why, content("", "")),
    };
    let (next, email) = (sent.get("next").to_owned(), sent.get("email").to_owned());
    let who = LogIn { email: email.clone(), password: sent.get("password").to_owned(), remember_me: false };
    let visitor = Visitor::of(&request, &context);
    let entered = async {
        check_form(&request, &context, &sent)?;
        let step = log_in(&context, &visitor, shopper, who).await?;
        Ok((of_step(&context, &step)?, step))
    };
    match entered.await {
        Ok((cookies, step)) => with_cookies(go(&onward(&step, &own_address(&next, BASE))), &cookies),
        Err(why) => page.refuse(View::LogIn, &why, content(&next, &email)),
    }
}

/// Where to go from a log-in: on, or to its second step first.
fn onward(step: &LogInStep, next: &str) -> String {
    match step {
        LogInStep::Begun(_) => next.to_owned(),
        LogInStep::Pending(_) => address("factor", &[("next", next)]),
    }
}

/// Logs out.
pub(super) async fn leave(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let left = async {
        check_form(&request, &context, &FormFields::read(&request, &body)?)?;
        let session = shopper::session(&request, &context).await?;
        log_out(&context, &Visitor::of(&request, &context), session, false).await
    };
    match left.await {
        Ok(_) => with_cookies(go(&format!("{BASE}/log-in")), &ended(&context, None)),
        Err(why) => page.refuse(View::Message, &why, json!({"title": TITLE, "back": BASE})),
    }
}
