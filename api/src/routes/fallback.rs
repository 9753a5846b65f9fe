//! What answers when no route does: JSON, like every other answer.

use super::documents::Document;
use crate::error::ApiError;
use actix_web::dev::ResourceDef;
use actix_web::error::JsonPayloadError;
use actix_web::http::StatusCode;
use actix_web::http::header::ALLOW;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

/// Which methods each path of the document knows.
#[derive(Clone, Debug, Default)]
pub struct Methods(Vec<(String, Vec<&'static str>)>);

impl Methods {
    /// Reads the table from the document, so that it cannot differ from it.
    pub fn of(document: &utoipa::openapi::OpenApi) -> Self {
        let paths = document.paths.paths.iter();
        Methods(
            paths
                .map(|(path, item)| {
                    let known = [
                        ("GET", item.get.is_some()),
                        ("POST", item.post.is_some()),
                        ("PUT", item.put.is_some()),
                        ("DELETE", item.delete.is_some()),
                    ];
                    (
                        path.clone(),
                        known.into_iter().filter_map(|(method, known)| known.then_some(method)).collect(),
                    )
                })
                .collect(),
        )
    }

    /// What the path itself takes; what a path with a placeholder takes only where none is written out so.
    fn allowed(&self, path: &str) -> Option<Vec<&'static str>> {
        let (placeholders, written): (Vec<_>, Vec<_>) = self
            .0
            .iter()
            .filter(|(pattern, _)| ResourceDef::new(pattern.as_str()).is_match(path))
            .partition(|(pattern, _)| pattern.contains('{'));
        let known = if written.is_empty() { placeholders } else { written };
        let mut allowed: Vec<&'static str> =
            known.into_iter().flat_map(|(_, methods)| methods.iter().copied()).collect();
        allowed.sort_unstable();
        allowed.dedup();
        (!allowed.is_empty()).then_some(allowed)
    }
}

/// 405 with the methods a known path takes, 404 for every other.
pub async fn not_found(request: HttpRequest, document: web::Data<Document>) -> HttpResponse {
    match document.methods().allowed(request.path()) {
        Some(allowed) => {
            let mut answer =
                ApiError::refused(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed")
                    .error_response();
            if let Ok(allowed) = allowed.join(", ").parse() {
                answer.headers_mut().insert(ALLOW, allowed);
            }
            answer
        }
        None => ApiError::not_found("Not found").error_response(),
    }
}

/// What a body that is no JSON, or other JSON than the call takes, is answered with.
pub fn json_errors() -> web::JsonConfig {
    web::JsonConfig::default().limit(1024 * 1024).error_handler(|fault, _| {
        let refusal = match fault {
            JsonPayloadError::ContentType => ApiError::refused(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "The body must be sent as application/json.",
            ),
            JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
                ApiError::refused(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "body-too-large",
                    "The request is too large.",
                )
            }
            _ => ApiError::bad_request("malformed-json", "The body is not the JSON this call takes."),
        };
        refusal.into()
    })
}

/// What a query that lacks a member, or has one that cannot be read, is answered with.
pub fn query_errors() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|_, _| {
        ApiError::bad_request("malformed-query", "The query is not what this call takes.").into()
    })
}

/// What a path whose members cannot be read is answered with.
pub fn path_errors() -> web::PathConfig {
    web::PathConfig::default().error_handler(|_, _| ApiError::not_found("Not found").into())
}

#[cfg(test)]
mod tests {
    use super::Methods;

    #[test]
    fn a_path_that_is_written_out_has_its_own_methods() {
        let of = |path: &str, methods: &[&'static str]| (path.to_owned(), methods.to_vec());
        let methods = Methods(vec![of("/a/{id}", &["PUT", "DELETE"]), of("/a/list", &["GET"])]);
        assert_eq!(methods.allowed("/a/list"), Some(vec!["GET"]));
        assert_eq!(methods.allowed("/a/1"), Some(vec!["DELETE", "PUT"]));
        assert_eq!(methods.allowed("/b"), None);
    }
}
