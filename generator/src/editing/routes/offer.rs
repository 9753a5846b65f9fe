//! What a shopper would see of delivery and taxes.

use actix_web::{HttpRequest, HttpResponse, get, web};

use super::call::{apart, caller, fresh};
use crate::editing::answer::Refused;
use crate::editing::wire::offer::{Offer, OfferQuery};
use crate::editing::wire::{Refusal, Tool};
use crate::editing::workspace::Workspace;

/// What the cart of a shopper with one product would say of delivery and taxes at a place. Nothing of it is kept.
#[utoipa::path(tag = "site", context_path = "/config/api", params(OfferQuery), responses((status = 200, body = Offer), (status = 400, body = Refusal)))]
#[get("/offer")]
pub async fn offer(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<OfferQuery>,
) -> Result<HttpResponse, Refused> {
    caller(&request, &workspace).await?.must(&[Tool::Commerce])?;
    let now = crate::clock::now();
    let found =
        apart(&workspace, move |workspace| crate::editing::offer::offer(&workspace.view(), &query, now))
            .await?;
    Ok(fresh(HttpResponse::Ok()).json(found))
}
