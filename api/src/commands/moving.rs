//! What comes from another shop, and what goes to one, by command.

use anyhow::Context as _;
use loggia_api::clock::Clock;
use loggia_api::moves;
use loggia_api::{Settings, open_store};
use std::path::{Path, PathBuf};

/// Whether a file is the catalogue that the generator wrote.
pub fn is_catalog(file: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else { return false };
    let document: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    match document {
        Some(document) => {
            document.get("buildId").is_some()
                || document.get("form").is_none()
                    && document.get("db").is_none()
                    && document.get("data").is_none()
        }
        // One that is damaged is reported by the reader of catalogues, with its place.
        None => text.trim_start().starts_with('{'),
    }
}

/// Takes over exports, each file in one transaction.
///
/// # Errors
/// When a file cannot be read, or nothing in it is known.
pub async fn import(settings: &Settings, files: &[PathBuf], dry_run: bool) -> anyhow::Result<()> {
    let db = open_store(settings, 1).await?;
    let mut refused = 0;
    for file in files {
        let name = file.display();
        let size = std::fs::metadata(file).with_context(|| format!("{name} cannot be read"))?.len();
        anyhow::ensure!(
            size <= moves::LARGEST,
            "{name} has {size} bytes; at most {} are read: give it in parts",
            moves::LARGEST
        );
        let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
        let contents = moves::read(&bytes);
        let is_known = !contents.parts.is_empty();
        let report = moves::apply(&db, contents, dry_run, Clock::System.now_ms())
            .await
            .with_context(|| format!("{name} was not taken over"))?;
        for fault in &report.faults {
            let place = if fault.line > 0 { format!("{name}:{}", fault.line) } else { name.to_string() };
            eprintln!("{place}: {}\n  help: {}", fault.message, fault.help);
        }
        let verb = if dry_run { "would import" } else { "imported" };
        println!(
            "{name}: {verb} {} new, {} changed, {} unchanged, {} notes",
            report.added,
            report.changed,
            report.unchanged,
            report.faults.len()
        );
        refused += usize::from(!is_known);
    }
    db.close().await;
    anyhow::ensure!(refused == 0, "{refused} of {} files are none that can be taken over", files.len());
    Ok(())
}

/// Gives everything of people and sales out, into a folder.
pub async fn export(settings: &Settings, folder: &Path) -> anyhow::Result<()> {
    let db = open_store(settings, 1).await?;
    let given = moves::give(&db).await?;
    db.close().await;
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (name, text) in &given {
        let file = folder.join(name);
        write(&file, text).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    println!("wrote {} files into {}", given.len(), folder.display());
    Ok(())
}

/// Addresses and orders are in it: only its owner reads it.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}
