//! The document of every call, generated from the routes themselves.

use crate::extract::cookies::SITE_USER_SESSION;
use crate::routes;
use crate::scopes::Scope;
use crate::token::KEY_PREFIX;
use actix_web::App;
use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
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
        (name = "people", description = "Who works on the site"),
        (name = "events", description = "Errors and events of visitors"),
        (name = "census", description = "Counts"),
        (name = "reports", description = "What the owner reads of the visits"),
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
        .service(utoipa_actix_web::scope::scope("/api").configure(|config| routes::api(config)))
        .configure(|config| routes::root(config))
        .split_for_parts();
    with_keys(with_refusals_of_the_door(document))
}

/// Which calls a program makes with a key, and with which scope; a person makes the same calls with a session.
fn with_keys(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let about = format!(
        "A key that ADMIN makes, `{KEY_PREFIX}…`. Cookies beside it count for nothing, and no crumb is asked for."
    );
    let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(about)).build();
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(SITE_USER_SESSION)));
    let components = document.components.get_or_insert_with(Default::default);
    components.add_security_scheme("key", SecurityScheme::Http(key));
    components.add_security_scheme("session", session);
    for (path, item) in &mut document.paths.paths {
        let calls = [
            ("GET", &mut item.get),
            ("POST", &mut item.post),
            ("PUT", &mut item.put),
            ("DELETE", &mut item.delete),
        ];
        for (method, call) in calls {
            if let (Some(call), Some(scope)) = (call, Scope::of(method, path)) {
                let session = SecurityRequirement::new("session", Vec::<String>::new());
                call.security = Some(vec![session, SecurityRequirement::new("key", [scope.code()])]);
            }
        }
    }
    document
}

/// What is refused before a call's own code runs, written down for every call it can happen to.
fn with_refusals_of_the_door(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for (path, item) in &mut document.paths.paths {
        if !path.starts_with("/api/") {
            continue;
        }
        for call in [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten() {
            for (status, description) in refusals(call) {
                call.responses
                    .responses
                    .entry(status.to_owned())
                    .or_insert_with(|| refusal(description).into());
            }
        }
        for call in [&mut item.post, &mut item.put, &mut item.delete].into_iter().flatten() {
            let origin = refusal("The crumb does not hold, or the page is of another site");
            call.responses.responses.entry("403".to_owned()).or_insert_with(|| origin.into());
        }
    }
    document
}

fn refusals(call: &Operation) -> Vec<(&'static str, &'static str)> {
    let mut refusals = Vec::new();
    let takes = |place: &ParameterIn| {
        call.parameters
            .iter()
            .flatten()
            .any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == *place))
    };
    if takes(&ParameterIn::Path) {
        refusals.push(("404", "There is nothing of this name"));
    }
    if takes(&ParameterIn::Query) {
        refusals.push(("400", "The query is not what this call takes"));
    }
    if let Some(body) = &call.request_body {
        refusals.push(("400", "The body is not what this call takes"));
        refusals.push(("408", "The body took too long to arrive"));
        refusals.push(("413", "The body is too large"));
        if matches!(body, RefOr::T(body) if body.content.contains_key("application/json")) {
            refusals.push(("415", "The body is not sent as application/json"));
        }
    }
    refusals
}

fn refusal(description: &str) -> utoipa::openapi::Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    ResponseBuilder::new().description(description).content("application/json", body).build()
}

/// The document as it is committed: pretty JSON with a line end.
pub fn text() -> Result<String, serde_json::Error> {
    Ok(format!("{}\n", document().to_pretty_json()?))
}
