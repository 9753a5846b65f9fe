//! Views of the orders that are kept by name, and the ways of delivery that they are narrowed by.

use super::list::DeskView;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::desk::views::StoredView;
use crate::roles::Right;
use crate::usecase::desk::views::{self, NewView};
use actix_web::{HttpResponse, delete, get, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest part of a view, in characters.
const LONGEST: usize = 200;

/// Which orders a view shows; "" is no choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ViewFilter {
    /// The list.
    pub view: DeskView,
    /// Words of the orders.
    pub text: String,
    /// One tag.
    pub tag: String,
    /// The id of a product.
    pub product: String,
    /// What that is called.
    pub product_title: String,
    /// The id of a way of delivery.
    pub delivery: String,
    /// The first day, as `2026-11-27`, where the reader is.
    pub from: String,
    /// The last day.
    pub to: String,
}

impl ViewFilter {
    fn checked(self) -> Result<Self, ApiError> {
        let texts = [&self.text, &self.tag, &self.product, &self.product_title, &self.delivery];
        let is_day = |day: &&String| {
            let mut parts = day.split('-');
            let has = |part: Option<&str>, digits: usize| {
                part.is_some_and(|part| part.len() == digits && part.bytes().all(|one| one.is_ascii_digit()))
            };
            day.is_empty()
                || (has(parts.next(), 4)
                    && has(parts.next(), 2)
                    && has(parts.next(), 2)
                    && parts.next().is_none())
        };
        if texts.iter().any(|text| text.chars().count() > LONGEST)
            || ![&self.from, &self.to].iter().all(is_day)
        {
            return Err(ApiError::bad_request(
                "malformed-view",
                "A view has words of at most 200 characters, and days such as 2026-11-27.",
            ));
        }
        Ok(self)
    }
}

/// A view as it is to be kept.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeskView {
    /// What it is called; at most 40 characters. Those for all staff have different names, and those of one account.
    pub name: String,
    /// Which orders it shows.
    pub filter: ViewFilter,
    /// All staff see it; else only who saved it.
    #[serde(default)]
    pub is_shared: bool,
    /// Of a change: the revision that was looked at.
    #[serde(default)]
    pub revision: i64,
}

/// A view that is kept.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptDeskView {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Which orders it shows.
    pub filter: ViewFilter,
    /// All staff see it.
    pub is_shared: bool,
    /// Who saved it, of one for all staff; "" of one's own, and of an account that is gone.
    pub author: String,
    /// Whoever asks may change and forget it.
    pub may_change: bool,
    /// Another one after each change.
    pub revision: i64,
}

/// The views that somebody sees.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct KeptDeskViews {
    /// Their own, and those for all staff; by name.
    pub views: Vec<KeptDeskView>,
}

fn shown(who: &SignedIn, view: StoredView) -> Result<KeptDeskView, ApiError> {
    let may_change = views::may_change(who, &view);
    let is_own = view.author_id == who.id;
    Ok(KeptDeskView {
        filter: serde_json::from_str(&view.body)?,
        author: if is_own { String::new() } else { view.author },
        id: view.id,
        name: view.name,
        is_shared: view.is_shared,
        may_change,
        revision: view.revision,
    })
}

async fn all(context: &Context, who: &SignedIn) -> Result<HttpResponse, ApiError> {
    let found = views::visible(context, who).await?;
    let views = found.into_iter().map(|view| shown(who, view)).collect::<Result<_, _>>()?;
    Ok(HttpResponse::Ok().json(KeptDeskViews { views }))
}

fn new_view(body: NewDeskView) -> Result<(NewView, i64), ApiError> {
    let filter = serde_json::to_string(&body.filter.checked()?)?;
    Ok((NewView { name: body.name, body: filter, is_shared: body.is_shared }, body.revision))
}

/// Lists the views of the orders that one keeps, and those for all staff; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = KeptDeskViews), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/views")]
pub async fn list_desk_views(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    all(&context, &who).await
}

/// Keeps a view of the orders; the same once more is the first one. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = NewDeskView, responses((status = 200, body = KeptDeskViews), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/desk/views")]
pub async fn keep_desk_view(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewDeskView>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (new, _) = new_view(body.into_inner())?;
    views::add(&context, &who, new).await?;
    all(&context, &who).await
}

/// Changes a view of the orders: one's own, and as ADMIN those for all staff. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("viewId" = String, Path)), request_body = NewDeskView, responses((status = 200, body = KeptDeskViews),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[put("/commerce/desk/views/{viewId}")]
pub async fn change_desk_view(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<NewDeskView>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    views::change(&context, &who, &id, new_view(body.into_inner())?).await?;
    all(&context, &who).await
}

/// Forgets a view of the orders: one's own, and as ADMIN one for all staff. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("viewId" = String, Path)), responses((status = 200, body = KeptDeskViews), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/desk/views/{viewId}")]
pub async fn forget_desk_view(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    views::remove(&context, &who, &id).await?;
    all(&context, &who).await
}

/// The ways of delivery.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct DeskDeliveries {
    /// Those that the shop offers now.
    pub deliveries: Vec<DeskDelivery>,
}

/// A way of delivery.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct DeskDelivery {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// Names the ways of delivery by which lists of orders are narrowed; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = DeskDeliveries), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/deliveries")]
pub async fn list_deliveries(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let published = context.publications.newest(&context.db).await?;
    let mut deliveries: Vec<DeskDelivery> = Vec::new();
    for option in &published.catalog.shipping_options {
        if deliveries.iter().all(|known| known.id != option.id) {
            deliveries.push(DeskDelivery { id: option.id.clone(), name: option.name.clone() });
        }
    }
    Ok(HttpResponse::Ok().json(DeskDeliveries { deliveries }))
}
