//! The pages of this family: their templates, what all of them say, who may see them, where a form leads.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::{CONFIRM_AGAIN, SignedIn};
use crate::pages::family::Family;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::pages::menu::{self, HOME as BASE, go};
use crate::pages::page as pages;
use crate::roles::Right;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The one style sheet of the pages: that of the pages for visitors, and what lists need beside it.
pub(super) const STYLE: &str = concat!(include_str!("../pages/style.css"), include_str!("style.css"));

/// The kinds of page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    LogIn,
    Start,
    Orders,
    Order,
    Submissions,
    Submission,
    Moderation,
    Restock,
    MailingList,
    Record,
    People,
    Message,
    Factor,
    Confirm,
    Download,
    SetUp,
    Codes,
    Security,
    Team,
    Person,
    Withdrawals,
    Returns,
}

const PARTIALS: [(&str, &str); 9] = [
    ("head", include_str!("pages/head.html")),
    ("foot", include_str!("pages/foot.html")),
    ("crumb", include_str!("pages/crumb.html")),
    ("filters", include_str!("pages/filters.html")),
    ("more", include_str!("pages/more.html")),
    ("passkey", include_str!("pages/passkey.html")),
    ("removal", include_str!("pages/removal.html")),
    ("roles", include_str!("pages/roles.html")),
    ("sessions", include_str!("pages/sessions.html")),
];

const PAGES: [(View, &str); 22] = [
    (View::LogIn, include_str!("pages/log_in.html")),
    (View::Start, include_str!("pages/start.html")),
    (View::Orders, include_str!("pages/orders.html")),
    (View::Order, include_str!("pages/order.html")),
    (View::Submissions, include_str!("pages/submissions.html")),
    (View::Submission, include_str!("pages/submission.html")),
    (View::Moderation, include_str!("pages/moderation.html")),
    (View::Restock, include_str!("pages/restock.html")),
    (View::MailingList, include_str!("pages/mailing_list.html")),
    (View::Record, include_str!("pages/record.html")),
    (View::People, include_str!("pages/people.html")),
    (View::Message, include_str!("pages/message.html")),
    (View::Factor, include_str!("pages/factor.html")),
    (View::Confirm, include_str!("pages/confirm.html")),
    (View::Download, include_str!("pages/download.html")),
    (View::SetUp, include_str!("pages/set_up.html")),
    (View::Codes, include_str!("pages/codes.html")),
    (View::Security, include_str!("pages/security.html")),
    (View::Team, include_str!("pages/team.html")),
    (View::Person, include_str!("pages/person.html")),
    (View::Withdrawals, include_str!("pages/withdrawals.html")),
    (View::Returns, include_str!("pages/returns.html")),
];

/// What was done, by the word that the address of the page afterwards says.
const DONE: [(&str, &str); 20] = [
    ("paid", "The order is paid now. We have written to its buyer."),
    ("approved", "It is shown now."),
    ("rejected", "It is hidden now."),
    ("spam", "It is called spam now, and hidden."),
    ("removed", "It was deleted."),
    ("person", "The mark is gone, and what it held back was made up for."),
    ("program", "It is marked now."),
    ("left", "The address is off the list."),
    ("erased", "The person was erased. That it was done stands in the activity, without the address."),
    ("sent", "The letters are on their way."),
    ("added", "It is set up. We have written to your address."),
    ("factorRemoved", "It is removed. We have written to your address."),
    ("sessionEnded", "The session was ended."),
    ("sessionsEnded", "All other sessions were ended."),
    ("invited", "The invitation is on its way."),
    ("takenBack", "The invitation holds no more."),
    ("rolesSet", "The roles are saved."),
    ("letter", "The letter is on its way."),
    ("handled", "It is marked as done."),
    ("returned", "The return is up to date."),
];

static FAMILY: LazyLock<Family<View>> = LazyLock::new(|| Family::new(BASE, STYLE, &PARTIALS, &PAGES));

impl pages::View for View {
    type State = Option<SignedIn>;

    fn family() -> &'static Family<Self> {
        &FAMILY
    }

    fn frame(page: &Page<'_>) -> Value {
        let query = FormFields::of_query(page.request);
        let done = DONE.iter().find(|(word, _)| *word == query.get("done")).map(|(_, text)| *text);
        let who = page.state.as_ref();
        json!({
            "siteTitle": page.published.catalog.website.title, "home": BASE, "done": done,
            "places": menu::menu(who, page.request.path()), "email": who.map(|who| who.email.as_str()),
        })
    }

    fn has_script(content: &Map<String, Value>) -> bool {
        content.get("passkey").is_some_and(Value::is_object)
    }
}

/// A page of this family; its state is the person signed in.
pub(super) type Page<'a> = pages::Page<'a, View>;

/// A page for anyone who asks, signed in or not.
///
/// # Errors
/// Faults of the store.
pub(super) async fn open<'a>(context: &'a Context, request: &'a HttpRequest) -> Result<Page<'a>, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let who = SignedIn::of_page(request, context).await.ok();
    Ok(Page { context, request, published, state: who })
}

impl Page<'_> {
    /// The person signed in who has the right, if one is asked for.
    pub fn who(&self, right: Option<Right>) -> Result<&SignedIn, ApiError> {
        let who = self.state.as_ref().ok_or_else(ApiError::unauthorized)?;
        right.map_or(Ok(()), |right| who.must(right))?;
        Ok(who)
    }

    /// Whether anybody is signed in.
    pub fn is_signed_in(&self) -> bool {
        self.state.is_some()
    }

    /// A moment as people of the site read it.
    pub fn moment(&self, epoch_ms: i64) -> String {
        self.published.moment(epoch_ms)
    }

    /// The moment a day of the site begins that a field of a form names (`2026-11-22`), or so many days later.
    pub fn day(&self, typed: &str, later: i64) -> Option<i64> {
        let day: jiff::civil::Date = typed.trim().parse().ok()?;
        let day = day.checked_add(jiff::Span::new().try_days(later).ok()?).ok()?;
        let zone = jiff::tz::TimeZone::get(&self.published.catalog.website.time_zone);
        let begins = day.to_zoned(zone.unwrap_or(jiff::tz::TimeZone::UTC)).ok()?;
        Some(begins.timestamp().as_millisecond())
    }

    /// What somebody gets who may not see a page: the log-in, when nobody is signed in.
    pub fn turn_away(&self, why: &ApiError) -> HttpResponse {
        if self.state.is_none() && why.status_code() == StatusCode::UNAUTHORIZED {
            return menu::log_in_first(self.request);
        }
        if why.code() == CONFIRM_AGAIN {
            return menu::confirm_first(self.request);
        }
        self.refuse(
            View::Message,
            why,
            json!({"title": "That did not work", "back": menu::came_from(self.request)}),
        )
    }
}

/// A page that only shows something, to accounts with the right: `content` makes what it shows from the fields of the address.
pub(super) async fn look<F>(
    request: &HttpRequest,
    context: &Context,
    (view, right): (View, impl Into<Option<Right>>),
    content: F,
) -> HttpResponse
where
    F: AsyncFnOnce(&Page<'_>, &SignedIn, &FormFields) -> Result<Value, ApiError>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let done = match page.who(right.into()) {
        Ok(who) => content(&page, who, &FormFields::of_query(request)).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(content) => page.show(view, content),
        Err(why) => page.turn_away(&why),
    }
}

/// A form of these pages by somebody with the right: `work` does it and tells where to look next and what was done.
pub(super) async fn change<F>(
    request: &HttpRequest,
    context: &Context,
    body: &[u8],
    right: impl Into<Option<Right>>,
    work: F,
) -> HttpResponse
where
    F: AsyncFnOnce(SignedIn, FormFields) -> Result<(String, &'static str), ApiError>,
{
    send(request, context, body, right, async |who, sent| {
        let (to, word) = work(who, sent).await?;
        let mark = if to.contains('?') { '&' } else { '?' };
        Ok(go(&format!("{to}{mark}done={word}")))
    })
    .await
}

/// A form of these pages that is answered with something else than a page.
pub(super) async fn send<F>(
    request: &HttpRequest,
    context: &Context,
    body: &[u8],
    right: impl Into<Option<Right>>,
    work: F,
) -> HttpResponse
where
    F: AsyncFnOnce(SignedIn, FormFields) -> Result<HttpResponse, ApiError>,
{
    let page = match open(context, request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let right = right.into();
    let checked = FormFields::read(request, body).and_then(|sent| {
        let who = page.who(right)?.clone();
        check_form(request, context, &sent)?;
        Ok((who, sent))
    });
    let done = match checked {
        Ok((who, sent)) => work(who, sent).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(answer) => answer,
        Err(why) => page.turn_away(&why),
    }
}

/// An address below the pages, with the fields that say something.
pub(super) fn address(path: &str, fields: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let mut has_query = false;
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
        has_query = true;
    }
    if has_query { format!("{BASE}/{path}?{}", query.finish()) } else { format!("{BASE}/{path}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::family::faults;

    #[test]
    fn every_template_compiles() {
        assert_eq!(faults(&PARTIALS, &PAGES), Vec::<String>::new());
    }

    /// What a visitor wrote is never markup on the owner's pages.
    #[test]
    fn texts_are_escaped() {
        let evil = "<script>alert(1)</script>\"' onfocus=x";
        let mut content = json!({"title": evil, "alert": evil, "siteTitle": evil, "email": evil, "when": evil, "page": evil, "why": evil,
            "id": evil, "here": evil, "more": evil, "sender": evil, "message": evil, "back": evil, "typed": evil, "next": evil,
            "places": [{"url": evil, "label": evil, "about": evil}], "answers": [{"title": evil, "text": evil}], "forms": [{"id": evil, "name": evil}], "person": evil, "subject": evil, "from": evil, "to": evil, "kinds": [{"value": evil, "label": evil}], "table": evil, "mark": evil});
        content["rows"] = json!([{"id": evil, "author": evil, "body": evil, "heading": evil, "about": evil, "url": evil, "what": evil,
            "form": evil, "why": evil, "product": evil, "variant": evil, "source": evil, "sendTo": evil, "action": evil, "email": evil,
            "roles": evil, "factor": evil, "seen": evil, "device": evil, "place": evil, "since": evil, "ends": evil}]);
        for name in [
            "who", "subject", "words", "detail", "address", "agent", "hash", "state", "amount", "mark",
            "price", "quantity",
        ] {
            content["rows"][0][name] = json!(evil);
        }
        content["passkeys"] = json!([{"name": evil, "since": evil, "used": evil, "id": evil, "removable": true, "key": evil, "label": evil, "proof": evil}]);
        content["passkey"] = json!({"action": evil, "options": evil, "kind": evil, "next": evil, "label": evil, "named": true});
        content["invitations"] = json!([{"email": evil, "roles": evil, "until": evil, "takes": evil}]);
        content["roleChoices"] = json!([{"code": evil, "label": evil}]);
        content["totp"] = json!({"secret": evil, "qr": ""});
        for name in ["codes", "file", "must", "sought", "factor", "since", "codesLeft"] {
            content[name] = if name == "codes" { json!([evil]) } else { json!(evil) };
        }
        content["hasFactor"] = true.into();
        for (view, _) in PAGES {
            let page = FAMILY.html(view, &content);
            let page = page.replace("<script src=\"/passkey.js\" defer></script>", "");
            assert!(!page.contains("<script") && !page.contains("\"' onfocus"), "{view:?}: {page}");
            assert!(page.contains("&lt;script&gt;"), "{view:?}");
        }
    }
}
