//! A replica elsewhere, by command: written, looked at, restored.

use anyhow::Context as _;
use loggia_api::Settings;
use loggia_api::config::Place;
use loggia_api::replicate::{self, Options, Remote, ReplicateError, Status, time};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::watch;

/// The place that was named, or else the one of the settings.
fn place(to: Option<&str>, settings: &Settings) -> anyhow::Result<Place> {
    match to {
        Some(to) => Ok(to.parse()?),
        None => settings
            .replication
            .place()?
            .context("say where to: --to s3://bucket/folder or --to dir:/path (or set LOGGIA_REPLICATE)"),
    }
}

/// Replicates until the system asks this program to end.
pub async fn run(settings: &Settings, to: Option<&str>) -> anyhow::Result<()> {
    let place = place(to, settings)?;
    let file = sqlite_file(&settings.database_url()).ok_or(ReplicateError::NoFile)?;
    let telemetry = loggia_api::telemetry::start(settings)?;
    let (stop, stopped) = watch::channel(false);
    let options = Options {
        kept: settings.replication.kept(),
        log_bytes: settings.replication.log_megabytes.saturating_mul(1 << 20),
        ..Options::new(file.clone(), place.clone())
    };
    println!("replicating {} to {place}", file.display());
    let replicating = tokio::spawn(replicate::replicate(options, Arc::new(Status::default()), stopped));
    let ended = tokio::select! {
        () = asked_to_end() => None,
        ended = wait(&replicating) => Some(ended),
    };
    if ended.is_none() {
        let _ = stop.send(true);
    }
    let done = replicating.await?;
    tokio::task::spawn_blocking(move || drop(telemetry)).await?;
    Ok(done?)
}

/// Until a task has ended, whoever asks it for its result.
async fn wait<T>(task: &tokio::task::JoinHandle<T>) {
    while !task.is_finished() {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut asked) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = asked.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}

fn sqlite_file(url: &str) -> Option<PathBuf> {
    loggia_api::repository::backup::sqlite_file(url)
}

/// Says what can be restored.
pub async fn list(settings: &Settings, to: Option<&str>) -> anyhow::Result<()> {
    let remote = Remote::open(&place(to, settings)?)?;
    let (spans, writer) = replicate::spans(&remote).await?;
    if spans.is_empty() {
        println!("{} has nothing to restore", remote.name());
    }
    for span in &spans {
        let reach = match span.from_ms {
            Some(from) => format!("from {} to {}", time(from), time(span.until_ms)),
            None => "not yet: its whole copy is not there".to_owned(),
        };
        println!(
            "{}: {reach} ({} whole copies, {} pieces, {} bytes)",
            span.generation, span.copies, span.pieces, span.bytes
        );
    }
    if let Some(writer) = writer {
        if writer.shipped > 0 {
            println!("everything committed by {} is there", time(writer.shipped));
        }
        match writer.until {
            0 => println!("{} wrote it, and ended in order", writer.holder),
            until => println!("{} writes it, or did until {}", writer.holder, time(until)),
        }
    }
    Ok(())
}

/// Makes a file of a replica.
pub async fn restore(from: &str, to: &Path, at: Option<&str>) -> anyhow::Result<()> {
    let place: Place = from.parse()?;
    let at = at
        .map(|at| {
            let at: jiff::Timestamp = at.trim().parse().with_context(|| {
                format!("`{at}` is no moment: write it in UTC, such as 2026-11-27T18:30:00Z")
            })?;
            anyhow::Ok(at.as_millisecond())
        })
        .transpose()?;
    let remote = Remote::open(&place)?;
    let restored = replicate::restore(&remote, to, at).await?;
    println!(
        "restored {} with every change up to {} ({} pieces of the log behind a whole copy); it holds together",
        to.display(),
        time(restored.newest_ms),
        restored.pieces
    );
    if let Some(end) = &restored.ends_at {
        eprintln!("warning: later changes are there and cannot be brought in: {end}");
    }
    println!("prove its books with `loggia-api audit --database-url sqlite:{}`", to.display());
    Ok(())
}
