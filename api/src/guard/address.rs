//! Whose call it is, for counting.

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::client::address;
use crate::rates::{Caller, Class};
use actix_web::HttpRequest;

impl Context {
    /// Counts this call for its address; `subject` tells apart what is counted separately (a form).
    pub async fn count(&self, class: Class, request: &HttpRequest, subject: &str) -> Result<(), ApiError> {
        let counted = self.rates.count(class, &self.caller(request), subject).await;
        if matches!(counted, Err(ApiError::TooManyRequests { .. })) {
            self.metrics.refuse(class.name());
        }
        counted
    }

    /// Who calls, for counting.
    pub fn caller(&self, request: &HttpRequest) -> Caller {
        Caller::of(&address(request, &self.settings))
    }
}
