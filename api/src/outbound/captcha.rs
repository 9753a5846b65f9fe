//! Whether a captcha was solved.

/// Who checks the tokens of captchas.
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
    pub async fn accepts(&self, token: &str) -> bool {
        match self {
            Verifier::Test => token == TEST_PASS,
            Verifier::Nobody => false,
        }
    }
}
