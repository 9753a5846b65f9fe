//! Whether a visitor solved the captcha of a form.

use crate::context::Context;
use crate::error::ApiError;
use crate::outbound::captcha::BUILT_IN_SITE_KEY;
use crate::outbound::captcha::work::{self, Solution};
use crate::repository::{Connection, captcha};

/// A solved captcha, to be spent with what it guards.
#[derive(Clone, Debug)]
pub struct Solved(Option<Solution>);

impl Solved {
    /// Where no captcha is asked for.
    pub const NOT_ASKED: Solved = Solved(None);

    /// Spends it; `false` when it has been spent before.
    pub async fn spend(&self, connection: &mut Connection<'_>) -> Result<bool, ApiError> {
        match &self.0 {
            Some(solution) => captcha::spend(connection, &solution.hash, solution.expires_at).await,
            None => Ok(true),
        }
    }
}

/// Checks the token that a visitor (by their crumb) sent for the captcha of a site key; `None` when it is not solved.
/// A service elsewhere says so once, so it is asked last.
///
/// # Errors
/// When the service that knows does not answer: then nobody is let in.
pub async fn check(
    context: &Context,
    site_key: Option<&str>,
    crumb: &str,
    token: Option<&str>,
) -> Result<Option<Solved>, ApiError> {
    let token = token.unwrap_or_default();
    if site_key == Some(BUILT_IN_SITE_KEY) {
        let solution = work::check(&context.secret, crumb, token, context.clock.now_ms());
        return Ok(solution.map(|solution| Solved(Some(solution))));
    }
    let is_solved = context.captcha.accepts(token).await.map_err(|fault| ApiError::Internal(fault.into()))?;
    Ok(is_solved.then_some(Solved(None)))
}
