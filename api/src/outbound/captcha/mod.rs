//! Whether a captcha was solved.

pub mod work;

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::{Connection, captcha};
use work::Solution;

/// The site key of the captcha that needs nobody else: a proof of work (see [`work`]).
pub const BUILT_IN_SITE_KEY: &str = "built-in";

/// Who checks the tokens of other site keys than [`BUILT_IN_SITE_KEY`].
#[derive(Clone, Copy, Debug, Default)]
pub enum Verifier {
    /// Accepts `test-pass` and nothing else; for development and tests.
    #[default]
    Test,
    /// Nobody: nothing solves a captcha.
    Nobody,
}

/// What the test verifier accepts.
const TEST_PASS: &str = "test-pass";

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
pub fn check(context: &Context, site_key: Option<&str>, crumb: &str, token: &str) -> Option<Solved> {
    if site_key == Some(BUILT_IN_SITE_KEY) {
        let solution = work::check(&context.secret, crumb, token, context.clock.now_ms())?;
        return Some(Solved(Some(solution)));
    }
    match context.captcha {
        Verifier::Test => (token == TEST_PASS).then_some(Solved(None)),
        Verifier::Nobody => None,
    }
}
