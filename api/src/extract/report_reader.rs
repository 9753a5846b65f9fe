//! Who may read reports: somebody signed in with the right, or a program with the token.

use super::signed_in::SignedIn;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::record::Actor;
use crate::roles::Right;
use crate::token;
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

/// Proof that the call may read reports.
#[derive(Clone, Debug)]
pub struct ReportReader(Option<SignedIn>);

impl FromRequest for ReportReader {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let sent = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some(sent) = sent.and_then(|value| value.strip_prefix("Bearer ")) {
            let context = request.app_data::<web::Data<Context>>();
            let tracking = context.map(|context| &context.settings.tracking);
            let known = tracking.and_then(|tracking| tracking.report_token.as_deref());
            let before = tracking.and_then(|tracking| tracking.report_token_previous.as_deref());
            let before = before.filter(|_| known.is_some());
            let is_right = known.into_iter().chain(before).any(|expected| token::same(sent, expected));
            return Box::pin(async move {
                is_right.then_some(ReportReader(None)).ok_or_else(ApiError::unauthorized)
            });
        }
        let who = SignedIn::from_request(request, payload);
        Box::pin(async move {
            let who = who.await?;
            who.must(Right::ReadAnalytics)?;
            Ok(ReportReader(Some(who)))
        })
    }
}

impl ReportReader {
    /// As whom the record knows somebody signed in; nothing for a program with the token.
    pub fn actor(&self) -> Option<Actor> {
        self.0.as_ref().map(SignedIn::actor)
    }

    /// For what is taken away whole: somebody signed in proved lately who they are; a program has its token.
    ///
    /// # Errors
    /// 403 `confirm-again`.
    pub fn recently(&self, context: &Context) -> Result<(), ApiError> {
        self.0.as_ref().map_or(Ok(()), |who| who.recently(context))
    }
}
