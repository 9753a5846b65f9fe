//! Choices between a few ways, each a word of the command line.

/// Who takes the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Payment {
    /// Nobody: orders are paid by the word `test-pass` and marked as tests.
    Test,
    /// Stripe.
    Stripe,
    /// Nobody: the shop takes only what its own settings name, such as transfers.
    Manual,
}

/// Whether visitors may ask for an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SignUp {
    /// Everybody who can read the email that is sent. An account sees the pages that are for members.
    #[default]
    Open,
    /// Nobody: accounts come from `users add` and `users invite`.
    Closed,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}
