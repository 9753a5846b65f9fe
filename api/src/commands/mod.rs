//! The verbs of the command line.

mod moving;
mod person;
mod store;
mod users;

use clap::{Parser, Subcommand};
use loggia_api::Settings;
use loggia_api::config::manual;
use person::Person;
use std::path::PathBuf;
use users::Users;

/// The calls a published shop needs at run time.
#[derive(Parser)]
#[command(name = "loggia-api", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the API.
    Serve(Box<Settings>),
    /// Brings the database to the newest form and ends.
    Migrate(Box<Settings>),
    /// Takes over the catalogue of a published site; or what another shop exported: orders, customers, subscribers, discounts,
    /// gift cards, reviews, comments. May be run again at any time.
    Import {
        /// The `catalog.json` the generator wrote, or exports of another shop.
        #[arg(id = "file", value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Says what would be taken over, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Gives orders, people, coupons, gift cards, reviews, comments and answers to forms out, as JSON and as tables.
    Export {
        /// The folder for the files; files of the same names are written anew.
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Writes everything that is stored into a new SQLite file while servers run, and proves that its books agree; what
    /// visitors did goes into a second one beside it.
    Backup {
        /// The file to be made; `shop.db` has the visits in `shop.visits.db`.
        #[arg(id = "file", value_name = "FILE")]
        file: PathBuf,
        /// Leaves out what visitors did.
        #[arg(long)]
        without_visits: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Brings a backup into an empty database, of either kind, and proves that its books agree; with the visits that lie
    /// beside it.
    Restore {
        /// The file `backup` made.
        #[arg(id = "file", value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Proves that stock, gift cards, orders, payments and carts agree, and that nobody changed the record of who did what; ends
    /// with 1 when they do not. Prints the hash of the record's last row.
    Audit {
        /// A hash that was printed before and kept elsewhere: rows that were cut off since are noticed.
        #[arg(long, value_name = "HASH")]
        since: Option<String>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Everything that is kept of one person: given out, or erased.
    #[command(subcommand)]
    Person(Person),
    /// The people with an account.
    #[command(subcommand)]
    Users(Users),
    /// Looks whether these settings would be accepted, opens nothing and listens nowhere.
    Check(Box<Settings>),
    /// Prints every setting as a table in Markdown.
    Settings,
    /// Prints the OpenAPI document.
    Openapi,
}

impl Arguments {
    /// Does what was asked.
    pub async fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Serve(settings) => serve(*settings).await?,
            Command::Migrate(settings) => store::migrate(&settings).await?,
            Command::Import { files, dry_run, settings } => match files.as_slice() {
                [file] if !dry_run && moving::is_catalog(file) => store::import(&settings, file).await?,
                files => moving::import(&settings, files, dry_run).await?,
            },
            Command::Export { to, settings } => moving::export(&settings, &to).await?,
            Command::Backup { file, without_visits, settings } => {
                store::back_up(&settings, &file, without_visits).await?;
            }
            Command::Restore { file, settings } => store::restore(&settings, &file).await?,
            Command::Audit { since, settings } => store::audit(&settings, since.as_deref()).await?,
            Command::Person(verb) => verb.run().await?,
            Command::Users(verb) => verb.run().await?,
            Command::Check(settings) => {
                settings.check()?;
                println!("these settings are accepted");
            }
            Command::Settings => print!("{}", manual::markdown()),
            Command::Openapi => print!("{}", loggia_api::openapi::text()?),
        }
        Ok(())
    }
}

async fn serve(settings: Settings) -> anyhow::Result<()> {
    let telemetry = loggia_api::telemetry::start(&settings)?;
    let handle = loggia_api::serve(settings, loggia_api::nothing()).await?;
    println!("listening on http://{}", handle.address());
    if let Some(address) = handle.metrics_address() {
        println!("metrics on http://{address}/metrics");
    }
    handle.wait().await?;
    // The last traces are sent by a thread that may block.
    tokio::task::spawn_blocking(move || drop(telemetry)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_fits_together() {
        Arguments::command().debug_assert();
    }
}
