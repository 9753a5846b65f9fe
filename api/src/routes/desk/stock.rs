//! Stock at the desk: what is counted, found and changed; by role, and each change written down.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::stock::beside::{Incoming, Level};
use crate::repository::stock::list::{Listed, View};
use crate::repository::stock::location::Location;
use crate::usecase::stock::list::{AskedFor, Beside};
use crate::usecase::stock::{list, low};
use actix_web::web::Query;
use actix_web::{HttpResponse, get, put, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The longest text that is looked for, in characters.
const LONGEST: usize = 200;

/// Which variants a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StockView {
    /// Every one that is sold today.
    #[default]
    All,
    /// Some are left, and not more than the number from which on it is low.
    Low,
    /// None is left.
    Out,
    /// There are always enough.
    Uncounted,
}

impl StockView {
    const fn view(self) -> View {
        match self {
            StockView::All => View::All,
            StockView::Low => View::Low,
            StockView::Out => View::Out,
            StockView::Uncounted => View::Uncounted,
        }
    }

    const fn of(view: View) -> Self {
        match view {
            View::All => StockView::All,
            View::Low => StockView::Low,
            View::Out => StockView::Out,
            View::Uncounted => StockView::Uncounted,
        }
    }
}

/// Which variants.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct StockQuery {
    /// The list.
    pub view: StockView,
    /// Words of title, options and SKU, each of which may be the beginning of one.
    pub text: String,
    /// The id of a location: those of which some lie there. Empty for anywhere.
    pub location: String,
    /// `nextPageCursor` of the page before.
    pub cursor: String,
}

/// A page of variants.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockPage {
    /// By title.
    pub variants: Vec<StockRow>,
    /// Where the next page begins; none on the last.
    pub next_page_cursor: Option<String>,
}

/// What is counted of a variant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRow {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words; "" when there is none.
    pub options: String,
    /// The address of its picture; "" when there is none.
    pub picture: String,
    /// How many can be bought now; 0 when it is not counted.
    pub available: i64,
    /// How many beside those unpaid orders hold.
    pub held: i64,
    /// It is not counted: there are always enough.
    pub unlimited: bool,
    /// It is low from so many on; none when nobody said it.
    pub low_at: Option<i64>,
    /// That is said of this variant alone, not of the shop.
    pub low_is_own: bool,
    /// How many of `available` lie where: every location in use, in the order in which stock is taken from them. Empty where the shop
    /// keeps everything at one place, and of a variant that is not counted.
    #[serde(default)]
    pub locations: Vec<StockAt>,
    /// What is on its way; it is not in `available`.
    #[serde(default)]
    pub incoming: Vec<StockIncoming>,
}

/// How many lie at a location.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockAt {
    /// The location.
    pub location_id: String,
    /// How many can be bought now of what lies there.
    pub available: i64,
}

/// Pieces of a variant that are on their way.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockIncoming {
    /// By which transfer.
    pub transfer_id: String,
    /// Where from; none is a supplier.
    pub from_id: Option<String>,
    /// Where to.
    pub to_id: String,
    /// How many.
    pub pieces: i64,
    /// The day on which they should come: 2026-03-01.
    pub expected_on: Option<String>,
}

/// How many of a variant lie at each location in use.
pub(super) fn levels(row: &Listed, beside: &Beside) -> Vec<(String, i64)> {
    let is_of_row = |one: &&Level| one.item_id == row.item_id && one.sku == row.sku;
    let at = |location: &Location| {
        let mut levels = beside.levels.iter().filter(is_of_row);
        let level = levels.find(|level| level.location_id == location.id).map_or(0, |level| level.quantity);
        (location.id.clone(), if location.is_main() { row.quantity - row.elsewhere } else { level })
    };
    beside.locations.iter().map(at).collect()
}

fn incoming(row: &Listed, beside: &Beside) -> Vec<StockIncoming> {
    let of_row = beside.incoming.iter().filter(|one| one.item_id == row.item_id && one.sku == row.sku);
    let one = |one: &Incoming| StockIncoming {
        transfer_id: one.transfer_id.clone(),
        from_id: one.from_id.clone(),
        to_id: one.to_id.clone(),
        pieces: one.pieces,
        expected_on: one.expected_on.clone(),
    };
    of_row.map(one).collect()
}

fn row(row: Listed, beside: &Beside) -> StockRow {
    let own = beside.held.iter().find(|held| held.item_id == row.item_id && held.sku == row.sku);
    let levels = if row.unlimited { Vec::new() } else { levels(&row, beside) };
    let at = |(location_id, available)| StockAt { location_id, available };
    let (locations, incoming) = (levels.into_iter().map(at).collect(), incoming(&row, beside));
    StockRow {
        item_id: row.item_id,
        sku: row.sku,
        title: row.title,
        options: row.options,
        picture: row.picture,
        available: if row.unlimited { 0 } else { row.quantity },
        held: own.map_or(0, |held| held.pieces),
        unlimited: row.unlimited,
        low_at: row.low_at,
        low_is_own: row.low_own,
        locations,
        incoming,
    }
}

/// Lists what is counted, by title; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(StockQuery), responses((status = 200, body = StockPage), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/stock")]
pub async fn list_desk_stock(
    who: SignedIn,
    context: web::Data<Context>,
    query: Query<StockQuery>,
) -> Result<HttpResponse, ApiError> {
    if query.text.chars().count() > LONGEST {
        return Err(ApiError::bad_request("search-too-long", "Please search for at most 200 characters."));
    }
    let asked = AskedFor { view: query.view.view(), text: &query.text, location: &query.location };
    let (page, beside) = list::variants(&context, &who, asked, &query.cursor).await?;
    let variants = page.rows.into_iter().map(|one| row(one, &beside)).collect();
    Ok(HttpResponse::Ok().json(StockPage { variants, next_page_cursor: page.next }))
}

/// How many variants each list has, and from how many on one is low.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockCounts {
    /// Each list.
    pub views: Vec<StockCount>,
    /// What is said of the shop; none when nothing is.
    pub low_at: Option<i64>,
}

/// How many variants a list has.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockCount {
    /// The list.
    pub view: StockView,
    /// At most 10,000.
    pub variants: i64,
    /// There may be more than that.
    pub is_more: bool,
}

/// Counts the variants of each list; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = StockCounts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/stock/counts")]
pub async fn count_desk_stock(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    let count = |(view, variants): (View, i64)| StockCount {
        view: StockView::of(view),
        variants,
        is_more: variants >= list::COUNTED,
    };
    let views = list::counts(&context, &who).await?.into_iter().map(count).collect();
    let low_at = low::of_shop(&context, &who).await?;
    Ok(HttpResponse::Ok().json(StockCounts { views, low_at }))
}

/// From how many on a variant is low.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LowStock {
    /// The product; none to say it of every variant that has no number of its own.
    #[serde(default)]
    pub item_id: Option<String>,
    /// The variant; with `itemId`.
    #[serde(default)]
    pub sku: Option<String>,
    /// From 0 to 1,000,000; none of a variant: as the shop; none of the shop: no variant is low.
    pub low_at: Option<i64>,
}

/// Says from how many on a variant, or every one, is low; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = LowStock, responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/desk/stock/low")]
pub async fn set_low_stock(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<LowStock>,
) -> Result<HttpResponse, ApiError> {
    let LowStock { item_id, sku, low_at } = body.into_inner();
    let piece = match (item_id, sku) {
        (Some(item_id), Some(sku)) => Some((item_id, sku)),
        (None, None) => None,
        _ => return Err(ApiError::bad_request("malformed-low", "Name product and SKU, or neither.")),
    };
    low::set(&context, &who, piece, low_at).await?;
    Ok(HttpResponse::NoContent().finish())
}
