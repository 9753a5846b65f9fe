//! The people with an account, by command.

use anyhow::Context as _;
use clap::Subcommand;
use loggia_api::accounts;
use loggia_api::clock::Clock;
use loggia_api::published::Publications;
use loggia_api::roles::Role;
use loggia_api::{Settings, open_store};

/// What may be done with accounts.
#[derive(Subcommand)]
pub enum Users {
    /// Makes an account. Its password is read from the first line of the standard input.
    Add {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        /// What the person may do; may be given more than once.
        #[arg(long = "role", value_enum)]
        roles: Vec<Role>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Writes an email to an address: anyone who reads it may choose a password within a week, and has an account.
    Invite {
        /// Where the email goes.
        #[arg(long)]
        email: String,
        /// What the person may do; may be given more than once.
        #[arg(long = "role", value_enum)]
        roles: Vec<Role>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Takes an invitation back: the email that went out opens nothing more.
    Uninvite {
        /// Where the email went.
        #[arg(long)]
        email: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Lists every account with its roles.
    List(Box<Settings>),
    /// Sets a new password, read from the first line of the standard input, and ends every session.
    Password {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Sets what a person may do, and ends every session of theirs.
    Roles {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        /// What the person may do; may be given more than once, or not at all.
        #[arg(long = "role", value_enum)]
        roles: Vec<Role>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Takes every passkey, authenticator app and recovery code of an account away and ends its sessions, for somebody who
    /// lost them all. The address gets an email.
    Factor {
        /// The address to log in with.
        #[arg(long, value_name = "EMAIL")]
        reset: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Removes an account and ends its sessions; its orders stay.
    Remove {
        /// The address to log in with.
        #[arg(long)]
        email: String,
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

impl Users {
    /// Does what was asked.
    pub async fn run(self) -> anyhow::Result<()> {
        match self {
            Users::Add { email, roles, settings } => {
                let password = password()?;
                let db = open_store(&settings, 1).await?;
                let now = Clock::System.now_ms();
                let id = accounts::add(&db, &email, &password, &roles, now).await?;
                db.close().await;
                println!("added {email} as {id}");
            }
            Users::Invite { email, roles, settings } => {
                let db = open_store(&settings, 1).await?;
                let now = Clock::System.now_ms();
                accounts::invite(&db, &publications(&settings)?, &email, &roles, now).await?;
                db.close().await;
                println!("the letter to {email} leaves with the next round of the server");
            }
            Users::Uninvite { email, settings } => {
                let db = open_store(&settings, 1).await?;
                accounts::take_back(&db, &email, Clock::System.now_ms()).await?;
                db.close().await;
                println!("the invitation of {email} is taken back");
            }
            Users::List(settings) => {
                let db = open_store(&settings, 1).await?;
                for (email, roles) in accounts::list(&db).await? {
                    let roles: Vec<String> = roles.into_iter().map(|role| role.to_string()).collect();
                    println!("{email} {}", roles.join(","));
                }
                db.close().await;
            }
            Users::Password { email, settings } => {
                let password = password()?;
                let db = open_store(&settings, 1).await?;
                accounts::set_password(&db, &email, &password, Clock::System.now_ms()).await?;
                db.close().await;
                println!("{email} has a new password; every session ended");
            }
            Users::Roles { email, roles, settings } => {
                let db = open_store(&settings, 1).await?;
                accounts::set_roles(&db, &email, &roles, Clock::System.now_ms()).await?;
                db.close().await;
                println!("{email} has {} roles", roles.len());
            }
            Users::Factor { reset, settings } => {
                let db = open_store(&settings, 1).await?;
                let now = Clock::System.now_ms();
                accounts::reset_factors(&db, &publications(&settings)?, &reset, now).await?;
                db.close().await;
                println!("{reset} has no second factor any more; every session ended");
            }
            Users::Remove { email, settings } => {
                let db = open_store(&settings, 1).await?;
                accounts::remove(&db, &email, Clock::System.now_ms()).await?;
                db.close().await;
                println!("removed {email}");
            }
        }
        Ok(())
    }
}

/// Emails of a command lead where those of the server do.
fn publications(settings: &Settings) -> anyhow::Result<Publications> {
    Ok(Publications::new(false, settings.email_links_lead_to()?))
}

fn password() -> anyhow::Result<String> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).context("reading the password")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
