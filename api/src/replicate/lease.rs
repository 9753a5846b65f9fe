//! Who writes to a place: one replicator at a time. It says so in an object there and renews it; one that is not renewed runs out.

use super::error::ReplicateError;
use super::moment::time;
use super::remote::{Remote, Versioned};
use serde::{Deserialize, Serialize};

/// Where it stands.
const FILE: &str = "loggia-replicator.json";
/// How long it lasts from its last renewal, in milliseconds.
const LASTS: i64 = 60_000;
/// After so many milliseconds it is renewed.
pub const RENEWED_AFTER: i64 = 15_000;

/// What stands there. Times are milliseconds since 1970 (UTC).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Writer {
    /// The machine and the file.
    pub holder: String,
    /// When it runs out.
    pub until: i64,
    /// Everything that was committed by then is in the place; 0 when that was never so.
    pub shipped: i64,
    /// The generation it writes.
    pub generation: String,
    /// How it left the file when it ended in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
}

/// A file with everything that was shipped, and no log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The index of the log that comes next.
    pub index: u32,
    /// The file's digest by BLAKE3, as hexadecimal digits.
    pub digest: String,
}

/// Reads who writes, or wrote last.
///
/// # Errors
/// When the place does not answer, or refuses.
pub async fn read(remote: &Remote) -> Result<Option<Writer>, ReplicateError> {
    Ok(found(remote).await?.map(|(writer, _)| writer))
}

async fn found(remote: &Remote) -> Result<Option<(Writer, Versioned)>, ReplicateError> {
    let Some(object) = remote.read(FILE).await? else { return Ok(None) };
    // One that cannot be read holds nobody up.
    Ok(Some((serde_json::from_slice(&object.bytes).unwrap_or_default(), object)))
}

/// Takes or renews the right to write for `ours`, whose time is set here.
///
/// # Errors
/// `Taken` when another has it, and when the place does not answer, or refuses.
pub async fn hold(remote: &Remote, ours: &Writer, now_ms: i64) -> Result<(), ReplicateError> {
    let text = serde_json::to_vec(&Writer { until: now_ms + LASTS, ..ours.clone() }).unwrap_or_default();
    for _ in 0..3 {
        let done = match found(remote).await? {
            None => remote.create(FILE, &text).await?,
            Some((other, object)) => {
                if other.holder != ours.holder && other.until > now_ms {
                    return Err(taken(remote, &other));
                }
                remote.replace(FILE, &text, object.version).await?
            }
        };
        if done {
            return Ok(());
        }
    }
    Err(taken(
        remote,
        &Writer { holder: "it changes all the time".into(), until: now_ms + LASTS, ..Writer::default() },
    ))
}

/// Gives it back; what is known of the place stays.
///
/// # Errors
/// When the place does not answer, or refuses.
pub async fn end(remote: &Remote, ours: &Writer) -> Result<(), ReplicateError> {
    if let Some((writer, object)) = found(remote).await?
        && writer.holder == ours.holder
    {
        let text = serde_json::to_vec(&Writer { until: 0, ..ours.clone() }).unwrap_or_default();
        remote.replace(FILE, &text, object.version).await?;
    }
    Ok(())
}

fn taken(remote: &Remote, other: &Writer) -> ReplicateError {
    ReplicateError::Taken {
        place: remote.name().to_owned(),
        holder: other.holder.clone(),
        until: time(other.until),
    }
}

/// This machine, and the file, as others read it.
pub fn holder(file: &std::path::Path) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = match host.trim() {
        "" => std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).unwrap_or_default(),
        host => host.to_owned(),
    };
    format!("{host}:{}", file.display())
}
