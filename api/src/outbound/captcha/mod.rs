//! Who checks captchas.

pub mod work;

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

impl Verifier {
    /// Whether `token` shows a solved captcha.
    #[must_use]
    pub fn accepts(self, token: &str) -> bool {
        match self {
            Verifier::Test => token == TEST_PASS,
            Verifier::Nobody => false,
        }
    }
}
