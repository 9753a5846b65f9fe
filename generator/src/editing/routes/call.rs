//! What every call begins and ends with: who calls, what they send, where the work is done.

use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, ResponseError, web};
use serde::de::DeserializeOwned;

use crate::editing::answer::Refused;
use crate::editing::guard::{Caller, Known, SESSION, admitted};
use crate::editing::reads::Sight;
use crate::editing::workspace::Workspace;
use crate::pipeline::on_own_threads;

/// The answer to a call that there is none.
pub(super) async fn nowhere() -> HttpResponse {
    Refused::missing().error_response()
}

/// Looks at a call before anything else does.
pub(super) async fn caller(request: &HttpRequest, workspace: &Workspace) -> Result<Caller, Refused> {
    let session = request.cookie(SESSION).map(|cookie| cookie.value().to_owned());
    let known = match workspace.users() {
        Some(users) => users.who(session).await,
        // The server has only just begun.
        None => Known::Stranger,
    };
    admitted(request, &workspace.keys, known)
}

/// The JSON that a call sends. It is read once the caller is known, and not before.
pub(super) async fn json<T: DeserializeOwned + 'static>(
    request: &HttpRequest,
    body: web::Payload,
) -> Result<T, Refused> {
    let read = web::Json::<T>::from_request(request, &mut body.into_inner()).await;
    read.map(web::Json::into_inner).map_err(|error| Refused::bad("body", error.to_string()))
}

/// What the caller may read.
pub(super) fn sight(caller: &Caller, workspace: &Workspace) -> Sight {
    Sight::of(caller.codes(), &workspace.view())
}

/// Does work that waits for the disk where nobody waits for it.
pub(super) async fn apart<T: Send + 'static>(
    workspace: &web::Data<Workspace>,
    work: impl FnOnce(&Workspace) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let workspace = workspace.clone();
    let done = web::block(move || on_own_threads(|| work(&workspace))).await;
    done.unwrap_or_else(|error| Err(Refused::machine(std::path::Path::new("editor"), &error)))
}

/// An answer that nobody keeps.
pub(super) fn fresh(mut answer: actix_web::HttpResponseBuilder) -> actix_web::HttpResponseBuilder {
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    answer
}
