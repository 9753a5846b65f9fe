//! Who checks captchas.

pub mod page;
mod service;
pub mod work;

pub use service::{Service, Unanswered};

/// The site key of the captcha that needs nobody else: a proof of work (see [`work`]).
pub const BUILT_IN_SITE_KEY: &str = "built-in";

/// Who checks the tokens of other site keys than [`BUILT_IN_SITE_KEY`].
#[derive(Clone, Debug, Default)]
pub enum Verifier {
    /// Accepts `test-pass` and nothing else; for development and tests.
    #[default]
    Test,
    /// Nobody: nothing solves a captcha.
    Nobody,
    /// A service elsewhere.
    Service(Service),
}

/// What the test verifier accepts.
const TEST_PASS: &str = "test-pass";

impl Verifier {
    /// Whether `token` shows a solved captcha.
    ///
    /// # Errors
    /// [`Unanswered`] when the service that knows cannot be asked.
    pub async fn accepts(&self, token: &str) -> Result<bool, Unanswered> {
        match self {
            Verifier::Test => Ok(token == TEST_PASS),
            Verifier::Nobody => Ok(false),
            Verifier::Service(service) => service.accepts(token).await,
        }
    }
}
