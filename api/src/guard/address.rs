//! Whose call it is, for counting.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::client::address;
use crate::rates::Class;
use actix_web::HttpRequest;

impl Context {
    /// Counts this call for its address; `subject` tells apart what is counted separately (a form).
    pub async fn count(&self, class: Class, request: &HttpRequest, subject: &str) -> Result<(), ApiError> {
        let who = format!("{} {subject}", address(request, &self.settings));
        let counted = self.rates.count(class, who).await;
        if matches!(counted, Err(ApiError::TooManyRequests { .. })) {
            self.metrics.refuse(class.name());
        }
        counted
    }
}
