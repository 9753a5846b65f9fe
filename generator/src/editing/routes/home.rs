//! What the first panel shows.

use actix_web::{HttpRequest, HttpResponse, get, web};

use super::call::{apart, caller, fresh};
use crate::editing::answer::Refused;
use crate::editing::wire::Refusal;
use crate::editing::wire::home::Home;
use crate::editing::workspace::Workspace;

/// How far the site has come, and what of it is unfinished, by its files as they are.
#[utoipa::path(tag = "site", context_path = "/config/api", responses((status = 200, body = Home), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
#[get("/home")]
pub async fn home(request: HttpRequest, workspace: web::Data<Workspace>) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    let found =
        apart(&workspace, move |workspace| Ok(crate::editing::home::home(workspace, caller.codes()))).await?;
    Ok(fresh(HttpResponse::Ok()).json(found))
}
