//! Whose call it is, for counting.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::client::caller;
use crate::rates::Class;
use actix_web::HttpRequest;

impl Context {
    /// Counts this call for its address; `subject` tells apart what is counted separately (a form).
    pub async fn count(&self, class: Class, request: &HttpRequest, subject: &str) -> Result<(), ApiError> {
        self.count_caller(class, &caller(request, &self.settings), subject).await
    }
}
