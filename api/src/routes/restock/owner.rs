//! The owner's side: who waits for what, and telling them.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::letters;
use crate::published::Published;
use crate::repository::record::{self, Event, Kind};
use crate::repository::{Connection, catalog, outbox, restock};
use crate::roles::Right;
use crate::routes::paging::{ONE_MORE, page};
use crate::routes::restock::unsubscribe;
use crate::token::Secret;
use actix_web::web::Query;
use actix_web::{HttpResponse, get, post, web};
use loggia_commerce::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most groups one call may send to.
const MOST_GROUPS: usize = 200;

/// Which group, and from where on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SignUpsQuery {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of those who wait.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpsPage {
    /// Oldest first.
    pub sign_ups: Vec<ListedSignUp>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Somebody who waits.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedSignUp {
    /// The address.
    pub email: String,
    /// Since when, epoch milliseconds.
    pub created_on: i64,
}

/// Who waits for a variant; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "restock", params(SignUpsQuery), responses((status = 200, body = SignUpsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/site-users/account/notifications/restock")]
pub async fn list_sign_ups(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<SignUpsQuery>,
) -> Result<HttpResponse, ApiError> {
    let page = page(
        &context,
        (&who, Right::ReadRestock),
        &query.cursor,
        async |connection, after| {
            let group = (query.product_id.as_str(), query.variant_id.as_str());
            restock::list(connection, group, after.part(0), ONE_MORE).await
        },
        |row| vec![&row.id],
    )
    .await?;
    let has_next_page = page.has_next();
    let sign_ups = page
        .rows
        .into_iter()
        .map(|row| ListedSignUp { email: row.email, created_on: row.created_at })
        .collect();
    Ok(HttpResponse::Ok().json(SignUpsPage { sign_ups, has_next_page, next_page_cursor: page.next }))
}

/// From where on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupsQuery {
    /// `nextPageCursor` of the page before.
    #[serde(default)]
    pub cursor: String,
}

/// A page of groups.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupsPage {
    /// By product and variant.
    pub sign_up_groups: Vec<SignUpGroup>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Everybody who waits for one variant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpGroup {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
    /// How many.
    pub count: i64,
}

/// For what people wait; for ADMIN, STORE_MANAGER and REPORTING.
#[utoipa::path(tag = "restock", params(GroupsQuery), responses((status = 200, body = GroupsPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/site-users/account/notifications/restock/groups")]
pub async fn list_groups(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<GroupsQuery>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(groups(&who, &context, &query.cursor).await?))
}

/// A page of the groups, from `cursor` on.
pub(crate) async fn groups(who: &SignedIn, context: &Context, cursor: &str) -> Result<GroupsPage, ApiError> {
    let page = page(
        context,
        (who, Right::ReadRestock),
        cursor,
        async |connection, after| restock::groups(connection, (after.part(0), after.part(1)), ONE_MORE).await,
        |row| vec![&row.product_id, &row.variant_id],
    )
    .await?;
    let has_next_page = page.has_next();
    let group = |row: restock::Group| SignUpGroup {
        product_id: row.product_id,
        variant_id: row.variant_id,
        count: row.waiting,
    };
    let sign_up_groups = page.rows.into_iter().map(group).collect();
    Ok(GroupsPage { sign_up_groups, has_next_page, next_page_cursor: page.next })
}

/// Whom to tell.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
}

/// Several groups.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAllRequest {
    /// Each of them.
    pub send_requests: Vec<SendRequest>,
}

/// How many were told.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SendAnswer {
    /// Letters on their way; nobody gets two.
    pub sent: usize,
}

/// Tells everybody who waits for a variant, once; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "restock", request_body = SendRequest, responses((status = 200, body = SendAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock/send")]
pub async fn send_one(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    group: web::Json<SendRequest>,
) -> Result<HttpResponse, ApiError> {
    let sent = send(&who, &context, vec![group.into_inner()]).await?;
    Ok(HttpResponse::Ok().json(SendAnswer { sent }))
}

/// Tells everybody who waits for any of several variants, once; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "restock", request_body = SendAllRequest, responses((status = 200, body = SendAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock/send/all")]
pub async fn send_all(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    groups: web::Json<SendAllRequest>,
) -> Result<HttpResponse, ApiError> {
    let sent = send(&who, &context, groups.into_inner().send_requests).await?;
    Ok(HttpResponse::Ok().json(SendAnswer { sent }))
}

/// Tells everybody who waits for these; how many letters are on their way. Written down when there is one.
pub(crate) async fn send(
    who: &SignedIn,
    context: &Context,
    groups: Vec<SendRequest>,
) -> Result<usize, ApiError> {
    who.must(Right::SendRestock)?;
    if groups.len() > MOST_GROUPS {
        return Err(ApiError::bad_request("too-many-groups", "That is too many groups for one call."));
    }
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    let (who, secret) = (who.clone(), context.secret.clone());
    let public_url = context.settings.public_url.clone();
    let most = i64::from(context.settings.commerce.letters_a_day);
    context
        .db
        .write(async move |connection| {
            for group in &groups {
                check_stock(connection, group).await?;
            }
            let base_url = public_url.as_deref().unwrap_or(&published.catalog.website.base_url);
            let (mut sent, mut done) = (0, Vec::new());
            for group in &groups {
                let told = tell(connection, &published, (&secret, base_url), group, (most, now)).await?;
                if told > 0 {
                    let subject = format!("{} {}", group.product_id, group.variant_id);
                    done.push(Event::new(Kind::SendRestock, &subject).with("sent", told));
                }
                sent += told;
            }
            for event in done.drain(..) {
                record::write(connection, &who.actor(), event, now).await?;
            }
            Ok(sent)
        })
        .await
}

/// Nobody is told of a variant that is not there.
async fn check_stock(connection: &mut Connection<'_>, group: &SendRequest) -> Result<(), ApiError> {
    let rows = catalog::stock_of_item(connection, &group.product_id).await?;
    let row = rows.iter().find(|row| row.sku == group.variant_id).ok_or(Problem::ItemUnavailable)?;
    if row.unlimited || row.quantity > 0 {
        return Ok(());
    }
    Err(ApiError::bad_request("not-in-stock", "That variant is not in stock."))
}

async fn tell(
    connection: &mut Connection<'_>,
    published: &Published,
    (secret, base_url): (&Secret, &str),
    group: &SendRequest,
    (most, now): (i64, i64),
) -> Result<usize, ApiError> {
    let product = published.product(&group.product_id).ok_or(Problem::ItemUnavailable)?;
    let waiting = restock::send(connection, (&group.product_id, &group.variant_id), now).await?;
    for sign_up in &waiting {
        let way_out = unsubscribe::address(secret, base_url, &sign_up.id);
        let letter = letters::restock(published, product, &sign_up.email, way_out);
        // Anybody may sign an address up for everything there is: what is beyond a day's letters goes on the days after it.
        let due_at = outbox::next_letter_at(connection, &sign_up.email.to_lowercase(), most, now).await?;
        let (cause, body) = (format!("restock-{}", sign_up.id), serde_json::to_string(&letter)?);
        outbox::add_for(connection, &cause, outbox::MAIL, &body, (due_at, now)).await?;
    }
    Ok(waiting.len())
}
