//! Lists of orders, and how many each has.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::ordered::OrderWords;
use crate::repository::desk::list::{Listed, View};
use crate::roles::Right;
use crate::usecase::desk::carriers;
use crate::usecase::desk::list::{self, COUNTED, Wanted};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, web};
use loggia_commerce::{Buyer, OfferedShippingOption, PageCurrency, ShippingLocation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use utoipa::{IntoParams, ToSchema};

/// The longest search, in characters.
const LONGEST: usize = 200;

/// Which orders a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeskView {
    /// Every one.
    #[default]
    All,
    /// Paid, and something is left to be sent.
    ToSend,
    /// Paid, and not called off.
    Paid,
    /// Sent whole.
    Sent,
    /// Something about it is worth a look, and nobody had one.
    Check,
    /// A return of it waits: it was asked for, or its goods are to come.
    Returns,
    /// Money went back.
    Refunded,
    /// Disputed at the bank, or with a refund that failed.
    Problem,
    /// The payment is not decided.
    Open,
    /// Never paid, or called off.
    Cancelled,
}

impl DeskView {
    const fn view(self) -> View {
        match self {
            DeskView::All => View::All,
            DeskView::ToSend => View::ToSend,
            DeskView::Paid => View::Paid,
            DeskView::Sent => View::Sent,
            DeskView::Check => View::Check,
            DeskView::Returns => View::Returns,
            DeskView::Refunded => View::Refunded,
            DeskView::Problem => View::Problem,
            DeskView::Open => View::Open,
            DeskView::Cancelled => View::Cancelled,
        }
    }

    const fn of(view: View) -> Self {
        match view {
            View::All => DeskView::All,
            View::ToSend => DeskView::ToSend,
            View::Paid => DeskView::Paid,
            View::Sent => DeskView::Sent,
            View::Check => DeskView::Check,
            View::Returns => DeskView::Returns,
            View::Refunded => DeskView::Refunded,
            View::Problem => DeskView::Problem,
            View::Open => DeskView::Open,
            View::Cancelled => DeskView::Cancelled,
        }
    }
}

/// Which orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct DeskQuery {
    /// The list.
    pub view: DeskView,
    /// Words of name, email, phone, company or address, or a number; the last word may be its beginning. At most 200 characters.
    pub text: String,
    /// Only those with this product, by its id.
    pub product: String,
    /// Only those that go this way, by the id of the shipping option.
    pub delivery: String,
    /// Only those with this tag.
    pub tag: String,
    /// Placed from this moment on; epoch milliseconds.
    pub from: Option<i64>,
    /// Placed before this moment; epoch milliseconds.
    pub to: Option<i64>,
    /// `nextCursor` of the page before.
    pub cursor: String,
}

impl DeskQuery {
    /// The same for the use case.
    ///
    /// # Errors
    /// `search-too-long`.
    pub(super) fn wanted(self) -> Result<Wanted, ApiError> {
        let texts = [&self.text, &self.product, &self.delivery, &self.tag];
        if texts.iter().any(|text| text.chars().count() > LONGEST) {
            return Err(ApiError::bad_request(
                "search-too-long",
                "Please search for at most 200 characters.",
            ));
        }
        Ok(Wanted {
            view: self.view.view(),
            text: self.text,
            product: self.product,
            delivery: self.delivery,
            tag: self.tag,
            from: self.from.unwrap_or(i64::MIN),
            to: self.to.unwrap_or(i64::MAX),
            cursor: self.cursor,
        })
    }
}

/// A page of the desk's list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPage {
    /// At most 50, newest first; an order whose number was looked for stands first.
    pub orders: Vec<DeskRow>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<String>,
    /// More words begin as the last one of the search than are looked for: more letters find the rest.
    pub is_partial: bool,
    /// How the amounts of each currency are written, as in the site's own language.
    pub amounts: Vec<PageCurrency>,
}

/// An order in the desk's list. Amounts are minor units, moments epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRow {
    /// Its id.
    pub id: String,
    /// The number that people say (`#1042`); one that is not paid has none.
    pub number: Option<i64>,
    /// When it was placed.
    pub created_on: i64,
    /// Who bought.
    pub email: String,
    /// The name on the parcel; "" when none was said.
    pub name: String,
    /// City and country; "" when it goes to no address.
    pub place: String,
    /// How it goes; "" when it goes no way.
    pub delivery: String,
    /// How it stands.
    pub state: DeskState,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// What is paid, or to be paid.
    pub grand_total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// How many pieces were bought.
    pub pieces: i64,
    /// How many of them were sent.
    pub sent: i64,
    /// How many returns of it wait: asked for, or accepted and not received.
    pub open_returns: i64,
    /// How many reasons there are to look at it that nobody had looked at.
    pub open_marks: i64,
    /// What the staff sort it by.
    pub tags: Vec<String>,
}

/// How an order stands at the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeskState {
    /// Its payment is not decided.
    Open,
    /// Paid, and nothing of it was sent.
    Paid,
    /// Paid, and a part of it was sent.
    PartSent,
    /// Sent whole.
    Sent,
    /// Never paid, or called off.
    Cancelled,
}

impl From<Listed> for DeskRow {
    fn from(order: Listed) -> Self {
        let state = match order.status.as_str() {
            "pending" => DeskState::Open,
            "cancelled" => DeskState::Cancelled,
            _ if order.cancelled_at.is_some() => DeskState::Cancelled,
            _ if order.fulfilled_at.is_some() => DeskState::Sent,
            _ if order.shipped_at.is_some() => DeskState::PartSent,
            _ => DeskState::Paid,
        };
        let buyer: Buyer = serde_json::from_str(&order.buyer).unwrap_or_default();
        let place: ShippingLocation = read(order.shipping_location.as_deref());
        let option: OfferedShippingOption = read(order.shipping_option.as_deref());
        let parts = [place.city.as_str(), place.country.as_str()];
        DeskRow {
            state,
            place: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "),
            name: buyer.name,
            delivery: option.name,
            tags: serde_json::from_str(&order.tags).unwrap_or_default(),
            id: order.id,
            number: order.number,
            created_on: order.created_at,
            email: order.email,
            test_mode: order.test_mode,
            currency: order.currency,
            grand_total_cents: order.grand_total_cents,
            refunded_cents: order.refunded_cents,
            pieces: order.pieces,
            sent: order.sent,
            open_returns: order.open_returns,
            open_marks: order.open_marks,
        }
    }
}

fn read<T: Default + serde::de::DeserializeOwned>(json: Option<&str>) -> T {
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// Lists orders as the desk shows them; for ADMIN and STORE_MANAGER. What was placed within the last seconds may be missing where words,
/// products, deliveries or tags are asked for.
#[utoipa::path(tag = "owner", params(DeskQuery), responses((status = 200, body = DeskPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/orders")]
pub async fn list_desk_orders(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<DeskQuery>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let found = list::orders(&context, &query.into_inner().wanted()?).await?;
    let published = context.publications.newest(&context.db).await?;
    let words = OrderWords::of(&published, "");
    let currencies: BTreeSet<&str> = found.orders.iter().map(|order| order.currency.as_str()).collect();
    let amounts = currencies.into_iter().map(|code| words.currency(code)).collect();
    let orders = found.orders.into_iter().map(DeskRow::from).collect();
    Ok(HttpResponse::Ok().json(DeskPage {
        orders,
        next_cursor: found.cursor,
        is_partial: found.is_partial,
        amounts,
    }))
}

/// How many orders each list has.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskCounts {
    /// Each list.
    pub views: Vec<DeskCount>,
}

/// How many orders a list has.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCount {
    /// The list.
    pub view: DeskView,
    /// At most 10,000.
    pub orders: i64,
    /// There may be more than that.
    pub is_more: bool,
}

/// Counts the orders of each list; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = DeskCounts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/counts")]
pub async fn count_desk_orders(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let count = |(view, orders): (View, i64)| DeskCount {
        view: DeskView::of(view),
        orders,
        is_more: orders >= COUNTED,
    };
    let views = list::counts(&context).await?.into_iter().map(count).collect();
    Ok(HttpResponse::Ok().json(DeskCounts { views }))
}

/// Who carries parcels.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Carriers {
    /// The names whose numbers have a page of the carrier.
    pub carriers: Vec<String>,
}

/// Names the carriers whose tracking pages are known; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = Carriers), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/carriers")]
pub async fn list_carriers(who: SignedIn) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(Carriers { carriers: carriers::names().map(str::to_owned).collect() }))
}
