//! The `loggia-api` server.

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use loggia_api::Settings;
use loggia_api::repository::Db;

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
    Serve(Settings),
    /// Brings the database to the newest form and ends.
    Migrate(Settings),
    /// Prints the OpenAPI document.
    Openapi,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Serve(settings) => {
            loggia_api::telemetry::start()?;
            let handle = loggia_api::serve(settings, |_| ()).await?;
            println!("listening on http://{}", handle.address());
            handle.wait().await?;
        }
        Command::Migrate(settings) => {
            Db::open(&settings.database_url(), 1).await.context("migrating")?.close().await;
        }
        Command::Openapi => print!("{}", loggia_api::openapi::text()?),
    }
    Ok(())
}
