//! The `loggia-api` server.

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use loggia_api::accounts;
use loggia_api::clock::Clock;
use loggia_api::published::{self, Publications};
use loggia_api::repository::audit;
use loggia_api::roles::Role;
use loggia_api::{Settings, open_store};
use std::path::PathBuf;

/// The calls a published shop needs at run time.
#[derive(Parser)]
#[command(name = "loggia-api", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the API.
    Serve(Box<Settings>),
    /// Brings the database to the newest form and ends.
    Migrate(Box<Settings>),
    /// Takes over the catalogue of a published site and ends.
    Import {
        /// The `catalog.json` the generator wrote.
        #[arg(id = "file", value_name = "CATALOG")]
        file: PathBuf,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Proves that stock, gift cards, orders, payments and carts agree; ends with 1 when they do not.
    Audit(Box<Settings>),
    /// The people with an account.
    #[command(subcommand)]
    Users(Users),
    /// Prints the OpenAPI document.
    Openapi,
}

#[derive(Subcommand)]
enum Users {
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
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Serve(settings) => {
            loggia_api::telemetry::start()?;
            let handle = loggia_api::serve(*settings, |_| ()).await?;
            println!("listening on http://{}", handle.address());
            handle.wait().await?;
        }
        Command::Migrate(settings) => {
            open_store(&settings, 1).await.context("migrating")?.close().await;
        }
        Command::Import { file, settings } => {
            let db = open_store(&settings, 1).await?;
            let catalog = published::read(&file)?;
            let now = Clock::System.now_ms();
            let imported = published::import(&db, &Publications::default(), &catalog, now).await?;
            db.close().await;
            let what = if imported.changed { "imported" } else { "unchanged" };
            println!("{what}: version {}, {} products", imported.version, catalog.products.len());
        }
        Command::Audit(settings) => {
            let db = open_store(&settings, 1).await?;
            let found = db.read(async |connection| audit::disagreements(connection).await).await?;
            db.close().await;
            for disagreement in &found {
                println!("{disagreement}");
            }
            anyhow::ensure!(found.is_empty(), "{} disagreements", found.len());
            println!("the books agree");
        }
        Command::Users(Users::Add { email, roles, settings }) => {
            let mut password = String::new();
            std::io::stdin().read_line(&mut password).context("reading the password")?;
            let db = open_store(&settings, 1).await?;
            let now = Clock::System.now_ms();
            let id = accounts::add(&db, &email, password.trim_end_matches(['\r', '\n']), &roles, now).await?;
            db.close().await;
            println!("added {email} as {id}");
        }
        Command::Openapi => print!("{}", loggia_api::openapi::text()?),
    }
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
