//! In and out.

use super::page::{Page, View, address};
use super::places::{HOME as BASE, go, log_in_first, own_address};
use crate::context::Context;
use crate::extract::cookies::{self, HALF_SESSION};
use crate::extract::shopper::Shopper;
use crate::plain::door::{Sent, admit};
use crate::routes::session::{self, LogIn};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Value, json};

const TITLE: &str = "Log in";

/// Where whoever is signed in may go; else the log-in.
pub(super) async fn home(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    match Page::new(&context, &request).await {
        Ok(page) if page.is_signed_in() => {
            page.show(View::Start, HttpResponse::Ok(), json!({"title": "Start"}))
        }
        Ok(_) => log_in_first(&request),
        Err(why) => why.error_response(),
    }
}

fn said(next: &str, typed: &str) -> Value {
    json!({"title": TITLE, "next": own_address(next, BASE), "typed": typed})
}

/// The form.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    let query = Sent::of_query(&request);
    match Page::new(&context, &request).await {
        Ok(page) => page.show(View::LogIn, HttpResponse::Ok(), said(query.get("next"), "")),
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
    let page = match Page::new(&context, &request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let sent = match Sent::read(&request, &body) {
        Ok(sent) => sent,
        Err(why) => return page.refuse(View::LogIn, &why, said("", "")),
    };
    let (next, email) = (sent.get("next").to_owned(), sent.get("email").to_owned());
    let wish = LogIn { email: email.clone(), password: sent.get("password").to_owned(), remember_me: false };
    let entered = match admit(&request, &context, &sent) {
        Ok(()) => session::enter(&request, &context, shopper, wish).await,
        Err(why) => Err(why),
    };
    match entered {
        Ok(entered) => with_cookies_of(&entered, go(&onward(&context, &entered, &own_address(&next, BASE)))),
        Err(why) => page.refuse(View::LogIn, &why, said(&next, &email)),
    }
}

/// Where to go from a log-in: on, or to its second step first.
fn onward(context: &Context, entered: &HttpResponse, next: &str) -> String {
    let half = cookies::name(&context.settings, HALF_SESSION);
    if entered.cookies().any(|cookie| cookie.name() == half) {
        return address("factor", &[("next", next)]);
    }
    next.to_owned()
}

/// Logs out.
pub(super) async fn leave(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match Page::new(&context, &request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let admitted = Sent::read(&request, &body).and_then(|sent| admit(&request, &context, &sent));
    let left = match admitted {
        Ok(()) => session::leave(&request, &context, false).await,
        Err(why) => Err(why),
    };
    match left {
        Ok(left) => with_cookies_of(&left, go(&format!("{BASE}/log-in"))),
        Err(why) => page.refuse(View::Message, &why, json!({"title": TITLE, "back": BASE})),
    }
}

/// An answer with what another one sets in the browser.
pub(super) fn with_cookies_of(other: &HttpResponse, mut answer: HttpResponse) -> HttpResponse {
    for cookie in other.cookies() {
        // One that a header cannot carry was not in the other answer either.
        let _ = answer.add_cookie(&cookie);
    }
    answer
}
