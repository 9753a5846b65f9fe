//! The document of every call, generated from the routes themselves.

use crate::routes;
use actix_web::App;
use utoipa::OpenApi;
use utoipa_actix_web::AppExt;

#[derive(OpenApi)]
#[openapi(
    info(title = "loggia-api", description = "The calls a published shop needs at run time."),
    components(schemas(crate::error::ErrorBody, loggia_commerce::PageData, loggia_commerce::Problem)),
    tags(
        (name = "cart", description = "The shopping cart"),
        (name = "checkout", description = "From a cart to an order"),
        (name = "owner", description = "What the owner and the staff do"),
        (name = "forms", description = "Keys, checks and submissions"),
        (name = "restock", description = "Notices when a variant is back"),
        (name = "session", description = "Crumb, log-in and log-out"),
        (name = "events", description = "Errors and events of visitors"),
        (name = "census", description = "Counts"),
        (name = "site", description = "What the site knows of itself"),
        (name = "social", description = "Reviews, comments and likes"),
        (name = "health", description = "Is it up")
    )
)]
struct Document;

/// The whole document.
pub fn document() -> utoipa::openapi::OpenApi {
    let (_, document) = App::new()
        .into_utoipa_app()
        .openapi(Document::openapi())
        .service(utoipa_actix_web::scope::scope("/api").configure(routes::api))
        .configure(routes::root)
        .split_for_parts();
    document
}

/// The document as it is committed: pretty JSON with a line end.
pub fn text() -> Result<String, serde_json::Error> {
    Ok(format!("{}\n", document().to_pretty_json()?))
}
