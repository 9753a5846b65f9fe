//! How people prove who they are, and how long that holds.

use crate::clock::{DAY, HOUR};
use clap::{Args, FromArgMatches};

/// Whether a person who works on the site needs a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SecondFactor {
    /// Anyone who has one is asked for it.
    #[default]
    Optional,
    /// Everybody with a role that works on the site is led to set one up before anything else opens.
    Required,
}

/// Second factors and sessions.
#[derive(Clone, Debug, clap::Args)]
pub struct AccountSettings {
    /// Whether everybody with a role that works on the site needs a passkey or an authenticator app beside the password.
    #[arg(long, env = "LOGGIA_SECOND_FACTOR", value_enum, default_value_t)]
    pub second_factor: SecondFactor,
    /// After so many hours without a call the session of somebody with a role that works on the site is over.
    #[arg(long, env = "LOGGIA_IDLE_HOURS", default_value_t = Self::default().idle_hours, value_parser = clap::value_parser!(i64).range(1..=8760))]
    pub idle_hours: i64,
    /// After so many days without a call any other session is over.
    #[arg(long, env = "LOGGIA_MEMBER_IDLE_DAYS", default_value_t = Self::default().member_idle_days, value_parser = clap::value_parser!(i64).range(1..=365))]
    pub member_idle_days: i64,
    /// The header in which a trusted proxy says where a visitor is, such as `cf-ipcountry`; without it a list of sessions shows
    /// the beginning of the address.
    #[arg(long, env = "LOGGIA_PLACE_HEADER")]
    pub place_header: Option<String>,
}

impl Default for AccountSettings {
    fn default() -> Self {
        AccountSettings {
            second_factor: SecondFactor::default(),
            idle_hours: 12,
            member_idle_days: 30,
            place_header: None,
        }
    }
}

impl AccountSettings {
    /// What the environment says, for a program with a command line of its own.
    ///
    /// # Errors
    /// When a value is not known.
    pub fn of_environment() -> Result<Self, clap::Error> {
        let command = Self::augment_args(clap::Command::new("settings"));
        Self::from_arg_matches(&command.try_get_matches_from(["settings"])?)
    }

    /// How long a session holds that nobody uses, in milliseconds; `works`: its person works on the site.
    pub fn idle_ms(&self, works: bool) -> i64 {
        if works { self.idle_hours * HOUR } else { self.member_idle_days * DAY }
    }
}
