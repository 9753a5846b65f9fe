//! A list of products out of a spreadsheet or another shop: what it would do, and doing it.

use std::convert::Infallible;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, post, web};
use futures_util::{StreamExt, stream};

use super::call::{apart, caller, fresh};
use crate::editing::answer::Refused;
use crate::editing::noted::By;
use crate::editing::product_list::{LARGEST, import, look, too_large};
use crate::editing::wire::product_list::{ProductListLine, ProductListPlan, ProductListQuery};
use crate::editing::wire::{Refusal, Tool};
use crate::editing::workspace::Workspace;
use crate::pipeline::on_own_threads;

/// With `dryRun` what a list of products would do; without it brings its products in and says how far it is, a
/// `ProductListLine` a line. The body is the file itself.
#[utoipa::path(tag = "files", context_path = "/config/api", params(ProductListQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, content((ProductListPlan = "application/json"), (ProductListLine = "application/x-ndjson"))),
    (status = 400, body = Refusal), (status = 403, body = Refusal), (status = 409, body = Refusal), (status = 413, body = Refusal), (status = 422, body = Refusal)))]
#[post("/products/list")]
pub async fn product_list(
    request: HttpRequest,
    workspace: web::Data<Workspace>,
    query: web::Query<ProductListQuery>,
    body: web::Payload,
) -> Result<HttpResponse, Refused> {
    let caller = caller(&request, &workspace).await?;
    caller.must(&[Tool::Content, Tool::Commerce])?;
    let bytes = taken(&request, body).await?;
    let query = query.into_inner();
    if query.dry_run {
        let plan = apart(&workspace, move |workspace| look(workspace, &caller, &bytes, &query)).await?;
        return Ok(fresh(HttpResponse::Ok()).json(plan));
    }
    let by = By::of(&workspace, &caller, &request);
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel::<ProductListLine>();
    let workspace = workspace.into_inner();
    // It goes on when nobody listens any more, as a publication does.
    drop(web::block(move || {
        on_own_threads(|| {
            let say = |line| drop(sender.send(line));
            import(&workspace, (&caller, by), &bytes, &query, &say);
        });
    }));
    let lines = stream::unfold(receiver, |mut receiver| async move {
        let line = receiver.recv().await?;
        let mut text = serde_json::to_vec(&line).unwrap_or_default();
        text.push(b'\n');
        Some((Ok::<_, Infallible>(web::Bytes::from(text)), receiver))
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(lines))
}

/// The file that is sent. One that is too large is refused before it is held.
async fn taken(request: &HttpRequest, mut body: web::Payload) -> Result<Vec<u8>, Refused> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > LARGEST) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(part) = body.next().await {
        let part =
            part.map_err(|_| Refused::bad("cut-off", "The file did not arrive whole. Choose it again."))?;
        if (bytes.len() + part.len()) as u64 > LARGEST {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}
