//! Pages that are not for everybody: their content is not among the published files, it is given out here, to anyone who
//! has the page's password or a session that may see it.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::clock::DAY;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::extract::cookies::{self, Reader, UNLOCKED};
use crate::extract::crumb::Crumb;
use crate::extract::shopper;
use crate::guesses::{self, Guess};
use crate::passwords;
use crate::rates::Class;
use crate::roles::{Right, Role};
use actix_web::cookie::time::Duration;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, VARY};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::{Access, CatalogPage};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How long an unlocked page stays open.
const OPEN_FOR: i64 = DAY;
/// How many pages one browser may have open.
const MOST_OPEN: usize = 20;
/// What the signature is for.
const PURPOSE: &str = "unlocked";

/// The key of a page.
#[derive(Deserialize, ToSchema)]
pub struct Unlock {
    /// The page's path, from the root.
    pub url: String,
    /// Its password.
    pub password: String,
}

/// The page is open.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UnlockAnswer {
    /// Always true; a wrong password shows in the status.
    pub unlocked: bool,
}

/// Opens a locked page for this browser, for a day.
#[utoipa::path(tag = "site", request_body = Unlock, responses((status = 200, body = UnlockAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site/pages/unlock")]
pub async fn unlock_page(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    key: web::Json<Unlock>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::LogIn, &request, "unlock").await?;
    let key = key.into_inner();
    let (tried, now) =
        (Guess::page(&key.url, &client::caller(&request, &context.settings)), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let published = context.publications.newest(&context.db).await?;
    let page =
        published.catalog.pages.iter().find(|page| page.url == key.url && page.access == Access::Locked);
    let hash = page.and_then(|page| page.lock.as_ref()).and_then(|lock| lock.password_hash.clone());
    // A page nobody knows takes as long as a wrong password.
    let right = passwords::verify(key.password, hash.clone()).await?;
    let Some(hash) = hash.filter(|_| right) else {
        return Err(ApiError::refused(StatusCode::UNAUTHORIZED, "wrong-password", "Incorrect password."));
    };
    guesses::right(&context.db, &tried, now).await?;
    let over = context.clock.now_ms() + OPEN_FOR;
    let mut open: Vec<String> = opened(&request);
    open.truncate(MOST_OPEN - 1);
    open.insert(0, format!("{over}.{}", context.secret.sign(PURPOSE, &bound(&key.url, &hash, over))));
    let cookie = cookies::cookie(
        &context.settings,
        UNLOCKED,
        open.join("~"),
        Reader::Server,
        Some(Duration::milliseconds(OPEN_FOR)),
    );
    Ok(HttpResponse::Ok().cookie(cookie).json(UnlockAnswer { unlocked: true }))
}

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Its path, from the root.
    pub url: String,
}

/// Gives out the content of a page that is not for everybody, to anyone who may see it.
#[utoipa::path(tag = "site", params(PageQuery), responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/site/pages/content")]
pub async fn get_page_content(
    request: HttpRequest,
    context: web::Data<Context>,
    query: Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let missing = || ApiError::not_found("Not found");
    let published = context.publications.newest(&context.db).await?;
    let page = published.catalog.pages.iter().find(|page| page.url == query.url).ok_or_else(missing)?;
    let lock = page.lock.as_ref().filter(|_| page.access != Access::Public).ok_or_else(missing)?;
    if !may_see(&request, &context, page).await? {
        return Err(ApiError::unauthorized());
    }
    let content = lock.html.clone().ok_or_else(missing)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, "frame-ancestors 'self'"))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Cookie"))
        .body(content))
}

/// Whether this browser may see a page: by its password, or by who is signed in.
pub(super) async fn may_see(
    request: &HttpRequest,
    context: &Context,
    page: &CatalogPage,
) -> Result<bool, ApiError> {
    if page.access == Access::Public || is_unlocked(request, context, page) {
        return Ok(true);
    }
    let Some(session) = shopper::session(request, context).await? else { return Ok(false) };
    let roles: Vec<Role> = serde_json::from_str(&session.roles)?;
    Ok(page.access == Access::Members || roles.iter().any(|role| role.has(Right::SeeUnpublished)))
}

fn is_unlocked(request: &HttpRequest, context: &Context, page: &CatalogPage) -> bool {
    let hash = page.lock.as_ref().and_then(|lock| lock.password_hash.as_deref());
    let (Access::Locked, Some(hash)) = (page.access, hash) else { return false };
    let now = context.clock.now_ms();
    opened(request).iter().any(|one| {
        let Some((over, signature)) = one.split_once('.') else { return false };
        let Ok(over) = over.parse::<i64>() else { return false };
        over > now && context.secret.verify(PURPOSE, &bound(&page.url, hash, over), signature)
    })
}

/// What the cookie holds, newest first.
fn opened(request: &HttpRequest) -> Vec<String> {
    let cookie = cookies::read(request, UNLOCKED);
    let value = cookie.as_ref().map_or("", |cookie| cookie.value());
    value.split('~').filter(|one| !one.is_empty()).take(MOST_OPEN).map(str::to_owned).collect()
}

/// A changed password closes the page again.
fn bound(url: &str, hash: &str, over: i64) -> String {
    format!("{url}\n{hash}\n{over}")
}
