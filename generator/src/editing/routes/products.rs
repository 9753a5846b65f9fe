//! Every product of the site, for a table and as a list.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};

use super::call::{apart, caller, fresh, sight};
use crate::editing::answer::Refused;
use crate::editing::product_list;
use crate::editing::wire::products::{ProductsPage, ProductsQuery};
use crate::editing::wire::{Refusal, Tool};
use crate::editing::workspace::Workspace;

/// Some of the products of the site, list by list in their order: as the last build read them.
#[utoipa::path(tag = "site", context_path = "/config/api", params(ProductsQuery), responses((status = 200, body = ProductsPage), (status = 400, body = Refusal), (status = 403, body = Refusal)))]
#[get("/products")]
pub async fn products(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<ProductsQuery>,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Content, Tool::Commerce])?;
    let sight = sight(&caller, &workspace);
    let query = query.into_inner();
    let page =
        apart(&workspace, move |workspace| crate::editing::products::page(&workspace.view(), &sight, &query))
            .await?;
    Ok(fresh(HttpResponse::Ok()).json(page))
}

/// All products that the caller sees as a list (CSV), a row a variant, as the files say them now. What was downloaded and is
/// brought in again changes nothing.
#[utoipa::path(tag = "files", context_path = "/config/api", responses((status = 200, body = String, content_type = "text/csv"), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
#[get("/products/list")]
pub async fn product_file(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Content, Tool::Commerce])?;
    let sight = sight(&caller, &workspace);
    let text = apart(&workspace, move |workspace| product_list::download(workspace, &sight)).await?;
    Ok(fresh(HttpResponse::Ok())
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"products.csv\""))
        .body(text))
}
