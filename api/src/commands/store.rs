//! What is done to the whole store.

use anyhow::Context as _;
use loggia_api::clock::Clock;
use loggia_api::files::Folder;
use loggia_api::published::{self, Publications};
use loggia_api::repository::backup::{self, visits};
use loggia_api::repository::{audit, record};
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
    published::take_files(&Folder::new(settings.files_folder()), &catalog, file).await?;
    let by = (record::Actor::command(), Clock::System.now_ms());
    let imported = published::import_by(&db, &Publications::default(), &catalog, by).await?;
    db.close().await;
    let what = if imported.changed { "imported" } else { "unchanged" };
    println!("{what}: version {}, {} products", imported.version, catalog.products.len());
    Ok(())
}

/// Writes everything into a file, and the visits into one beside it unless they are not wanted.
pub async fn back_up(settings: &Settings, file: &Path, without_visits: bool) -> anyhow::Result<()> {
    let url = settings.database_url();
    let beside = visits::file_beside(file);
    anyhow::ensure!(
        without_visits || !beside.exists(),
        "{} is there already: choose another name or move it away",
        beside.display()
    );
    let carried = backup::back_up(&url, file).await?;
    println!("wrote {}: {} rows in {} tables; the books agree", file.display(), carried.rows, carried.tables);
    let head = backup::record_head(file).await?;
    if !head.is_empty() {
        println!("the record ends with {head}");
    }
    if without_visits {
        return Ok(());
    }
    if let Some(carried) = visits::back_up(&url, &beside).await.context("the visits were not backed up")? {
        println!("wrote {}: {} rows in {} tables of visits", beside.display(), carried.rows, carried.tables);
    }
    Ok(())
}

/// Brings a file back, and the visits that lie beside it.
pub async fn restore(settings: &Settings, file: &Path) -> anyhow::Result<()> {
    settings.make_data_folder()?;
    let url = settings.database_url();
    let carried = backup::restore(file, &url).await?;
    println!("restored {} rows in {} tables; the books agree", carried.rows, carried.tables);
    let beside = visits::file_beside(file);
    if beside.exists() {
        let carried = visits::restore(&beside, &url).await.context("the visits were not restored")?;
        println!("restored {} rows in {} tables of visits", carried.rows, carried.tables);
    }
    Ok(())
}

/// Looks through the books.
pub async fn audit(settings: &Settings, since: Option<&str>) -> anyhow::Result<()> {
    let db = open_store(settings, 1).await?;
    let found = db.read(async |connection| audit::disagreements(connection).await).await?;
    let proof = db.read(async |connection| record::prove(connection, since).await).await?;
    db.close().await;
    let cut_off =
        proof.fault.as_ref().filter(|_| found.is_empty()).map(|fault| format!("the record: {fault}"));
    let found: Vec<String> = found.into_iter().chain(cut_off).collect();
    for disagreement in &found {
        println!("{disagreement}");
    }
    anyhow::ensure!(found.is_empty(), "{} disagreements", found.len());
    println!("the books agree");
    if proof.rows > 0 {
        println!("the record holds: {} rows; keep its hash elsewhere: {}", proof.rows, proof.head);
    }
    Ok(())
}
