//! The verbs of the command line.

mod moving;
mod person;
mod replica;
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
    /// beside it. Or makes a SQLite file of a replica (`--from`), as the database was at a moment of the last days.
    Restore {
        /// The file `backup` made.
        #[arg(id = "file", value_name = "FILE", required_unless_present = "from", conflicts_with = "from")]
        file: Option<PathBuf>,
        /// The place of a replica: `s3://bucket/folder` or `dir:/path`.
        #[arg(long, value_name = "PLACE", requires = "into")]
        from: Option<String>,
        /// The file to be made of it; one that is there is not written over.
        #[arg(id = "into", long = "to", value_name = "FILE", requires = "from")]
        into: Option<PathBuf>,
        /// The moment, in UTC, such as `2026-11-27T18:30:00Z`; without it the newest that is there.
        #[arg(long, value_name = "TIME", requires = "from")]
        at: Option<String>,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Ships every change of the SQLite file to another place within a second, until it is ended; `serve` does the same by itself
    /// with LOGGIA_REPLICATE. The layout is that of Litestream 0.3.
    Replicate {
        /// The place: `s3://bucket/folder` or `dir:/path`; without it that of LOGGIA_REPLICATE.
        #[arg(long, value_name = "PLACE")]
        to: Option<String>,
        /// Says what can be restored from there, and ships nothing.
        #[arg(long)]
        list: bool,
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
            Command::Restore { file, from, into, at, settings } => match (file, from, into) {
                (_, Some(from), Some(into)) => replica::restore(&from, &into, at.as_deref()).await?,
                (Some(file), ..) => store::restore(&settings, &file).await?,
                _ => anyhow::bail!("say which backup, or --from a replica --to a file"),
            },
            Command::Replicate { to, list: true, settings } => {
                replica::list(&settings, to.as_deref()).await?
            }
            Command::Replicate { to, list: false, settings } => {
                replica::run(&settings, to.as_deref()).await?
            }
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
