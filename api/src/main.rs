//! The `loggia-api` server.

mod commands;

use clap::Parser;
use commands::Arguments;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    Arguments::parse().run().await
}
