//! What belongs to an account: its orders. And its end.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use super::password;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::cookies::{self, Reader, SITE_USER_INFO, SITE_USER_SESSION};
use crate::extract::crumb::{self, Crumb};
use crate::extract::signed_in::SignedIn;
use crate::letters::Tracking;
use crate::people;
use crate::rates::Class;
use crate::repository::own_orders::{self, OwnOrder};
use crate::repository::record::{self, Event, Kind};
use crate::repository::{Connection, order, session, site_user};
use crate::routes::admin::orders::OrderState;
use crate::routes::admin::people::{as_file, tell_service, with_stores};
use crate::routes::cart::forget;
use crate::routes::paging::{After, ONE_MORE, public_page};
use crate::routes::people::another_admin;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which of one's own orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OwnOrdersQuery {
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of one's own orders.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrdersPage {
    /// Newest first.
    pub orders: Vec<OwnOrderSummary>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// One of one's own orders. Amounts are minor units, times epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrderSummary {
    /// Its id.
    pub id: String,
    /// When it was placed.
    pub created_on: i64,
    /// How it stands.
    pub state: OrderState,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// What was paid.
    pub grand_total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// What was bought.
    pub lines: Vec<OwnOrderLine>,
    /// How the goods can be followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracking: Option<Tracking>,
}

/// One line of one's own order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnOrderLine {
    /// What it was called.
    pub product_name: String,
    /// How many.
    pub quantity: i64,
    /// The price of one.
    pub unit_price_cents: i64,
}

/// Lists the orders of whoever is signed in: those made with the account, and those made with its address.
#[utoipa::path(tag = "session", params(OwnOrdersQuery), responses((status = 200, body = OwnOrdersPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody)))]
#[get("/site-users/account/orders")]
pub async fn list_own_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<OwnOrdersQuery>,
) -> Result<HttpResponse, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let rows = own_orders::list(connection, (&who.id, &who.email), after.part(0), ONE_MORE).await?;
        let mut orders = Vec::with_capacity(rows.len());
        for row in rows {
            let lines = order::lines(connection, &row.id).await?;
            orders.push((row, lines));
        }
        Ok((orders, ()))
    };
    let (page, ()) = public_page(&context, &query.cursor, load, own_place).await?;
    Ok(HttpResponse::Ok().json(OwnOrdersPage {
        has_next_page: page.has_next(),
        orders: page
            .rows
            .into_iter()
            .map(|(row, lines)| summary(row, lines))
            .collect::<Result<_, ApiError>>()?,
        next_page_cursor: page.next,
    }))
}

fn own_place((row, _): &(OwnOrder, Vec<order::StoredLine>)) -> Vec<&str> {
    vec![row.id.as_str()]
}

fn summary(row: OwnOrder, lines: Vec<order::StoredLine>) -> Result<OwnOrderSummary, ApiError> {
    let state = match row.status.as_str() {
        "cancelled" => OrderState::Cancelled,
        _ if row.cancelled_at.is_some() => OrderState::Cancelled,
        _ if row.fulfilled_at.is_some() => OrderState::Fulfilled,
        _ => OrderState::Paid,
    };
    let line = |line: order::StoredLine| OwnOrderLine {
        product_name: line.title,
        quantity: line.quantity,
        unit_price_cents: line.unit_price_cents,
    };
    Ok(OwnOrderSummary {
        id: row.id,
        created_on: row.created_at,
        state,
        test_mode: row.test_mode,
        currency: row.currency,
        grand_total_cents: row.grand_total_cents,
        refunded_cents: row.refunded_cents,
        lines: lines.into_iter().map(line).collect(),
        tracking: row.tracking.as_deref().map(serde_json::from_str).transpose()?,
    })
}

/// Everything that is kept of whoever is signed in, as one JSON document.
#[utoipa::path(tag = "session", responses((status = 200, body = Object), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[get("/site-users/account/data")]
pub async fn own_data(
    request: HttpRequest,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::LogIn, &request, "data").await?;
    let (person, now) = (people::person(&who.email, "")?, context.clock.now_ms());
    let document =
        with_stores(&context, async |stores| people::export(stores, &person, &who.actor(), now).await)
            .await?;
    Ok(as_file(&document))
}

/// The proof that it is the person.
#[derive(Deserialize, ToSchema)]
pub struct Leaving {
    /// The account's password.
    pub password: String,
    /// Whether everything else that is kept of the person goes as well; what law asks for stays, without the person.
    #[serde(default)]
    pub everything: bool,
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LeavingAnswer {
    /// Always true; a wrong password is told by the status.
    pub removed: bool,
}

/// Removes the account of whoever is signed in, with its sessions and its cart; what was bought stays in the shop's books.
#[utoipa::path(tag = "session", request_body = Leaving, responses((status = 200, body = LeavingAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/removal")]
pub async fn leave(
    request: HttpRequest,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    leaving: web::Json<Leaving>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::LogIn, &request, "password").await?;
    let leaving = leaving.into_inner();
    password::prove(&request, &context, &who, leaving.password).await?;
    if leaving.everything {
        let (person, now) = (people::person(&who.email, "")?, context.clock.now_ms());
        let actor = who.actor();
        let erased =
            with_stores(&context, async |stores| people::erase(stores, &person, &actor, now).await).await?;
        tell_service(&context, &person.email, &erased).await?;
    }
    let now = context.clock.now_ms();
    context
        .db
        .write(async move |connection| {
            another_admin(connection, &who.id).await?;
            session::end_all_of(connection, &who.email).await?;
            site_user::forget_cart(connection, &who.id).await?;
            site_user::remove(connection, &who.email).await?;
            // Who asked for everything to go is named no more.
            let actor = if leaving.everything { who.actor().without(&who.email) } else { who.actor() };
            record::write(connection, &actor, Event::new(Kind::AccountRemoved, &who.id), now).await
        })
        .await?;
    let settings = &context.settings;
    let mut answer = HttpResponse::Ok();
    answer.cookie(cookies::removal(settings, SITE_USER_SESSION, Reader::Server));
    answer.cookie(cookies::removal(settings, SITE_USER_INFO, Reader::Script));
    answer.cookie(crumb::fresh(&context, ""));
    forget(settings, &mut answer, true);
    Ok(answer.json(LeavingAnswer { removed: true }))
}
