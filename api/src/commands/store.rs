//! What is done to the whole store.

use anyhow::Context as _;
use loggia_api::clock::Clock;
use loggia_api::published::{self, Publications};
use loggia_api::repository::{audit, backup};
use loggia_api::{Settings, open_store};
use std::path::Path;

/// Brings the database to the newest form.
pub async fn migrate(settings: &Settings) -> anyhow::Result<()> {
    open_store(settings, 1).await.context("migrating")?.close().await;
    Ok(())
}

/// Takes over a catalogue.
pub async fn import(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    let db = open_store(settings, 1).await?;
    let catalog = published::read(file)?;
    let imported = published::import(&db, &Publications::default(), &catalog, Clock::System.now_ms()).await?;
    db.close().await;
    let what = if imported.changed { "imported" } else { "unchanged" };
    println!("{what}: version {}, {} products", imported.version, catalog.products.len());
    Ok(())
}

/// Writes everything into a file.
pub async fn back_up(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    let carried = backup::back_up(&settings.database_url(), file).await?;
    println!("wrote {}: {} rows in {} tables; the books agree", file.display(), carried.rows, carried.tables);
    Ok(())
}

/// Brings a file back.
pub async fn restore(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    settings.make_data_folder()?;
    let carried = backup::restore(file, &settings.database_url()).await?;
    println!("restored {} rows in {} tables; the books agree", carried.rows, carried.tables);
    Ok(())
}

/// Looks through the books.
pub async fn audit(settings: &Settings) -> anyhow::Result<()> {
    let db = open_store(settings, 1).await?;
    let found = db.read(async |connection| audit::disagreements(connection).await).await?;
    db.close().await;
    for disagreement in &found {
        println!("{disagreement}");
    }
    anyhow::ensure!(found.is_empty(), "{} disagreements", found.len());
    println!("the books agree");
    Ok(())
}
