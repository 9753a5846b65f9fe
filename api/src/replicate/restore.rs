//! The way back: the file of any moment, from a whole copy and the pieces of the log behind it.

use super::error::ReplicateError;
use super::layout::{Generation, Kept, Name, Position, generation_at};
use super::lease;
use super::moment::time;
use super::remote::{Remote, expanded};
use super::wal::{Chain, HEADER, Header, Page};
use crate::repository::backup::{BackupError, check_whole};
use futures_util::{StreamExt, stream};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// So many pieces are fetched at once.
const AT_ONCE: usize = 16;

/// What was restored. Times are milliseconds since 1970 (UTC).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Out of which generation.
    pub generation: String,
    /// When the newest change that is in it was shipped.
    pub newest_ms: i64,
    /// How many pieces of the log are in it.
    pub pieces: usize,
    /// What stands in the way of later pieces that are there; `None` when all that was asked for is in it.
    pub ends_at: Option<String>,
}

/// What there is of one generation. Times are milliseconds since 1970 (UTC).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its name.
    pub generation: String,
    /// The first moment that can be restored; `None` while the whole copy is not there.
    pub from_ms: Option<i64>,
    /// When its newest piece was shipped.
    pub until_ms: i64,
    /// How many whole copies it has.
    pub copies: usize,
    /// How many pieces of the log it has.
    pub pieces: usize,
    /// Bytes of all, compressed.
    pub bytes: u64,
}

/// What can be restored, the oldest first, and who writes or wrote last.
///
/// # Errors
/// When the place does not answer, or refuses.
pub async fn spans(remote: &Remote) -> Result<(Vec<Span>, Option<lease::Writer>), ReplicateError> {
    let mut spans: Vec<Span> = remote.list().await?.into_iter().map(|(name, one)| span(name, &one)).collect();
    spans.sort_by_key(|span| span.until_ms);
    Ok((spans, lease::read(remote).await?))
}

fn span(generation: String, one: &Generation) -> Span {
    let all = || one.snapshots.values().chain(one.segments.values());
    Span {
        generation,
        from_ms: one.snapshots.values().map(|kept| kept.at_ms).min(),
        until_ms: all().map(|kept| kept.at_ms).max().unwrap_or(0),
        copies: one.snapshots.len(),
        pieces: one.segments.len(),
        bytes: all().map(|kept| kept.bytes).sum(),
    }
}

/// Makes the file `to`, which must not be there, as the database was at `at_ms`, or as it was shipped last.
///
/// # Errors
/// When nothing from before that moment is there, when what is there does not hold together, or the place or a file cannot be used.
pub async fn restore(remote: &Remote, to: &Path, at_ms: Option<i64>) -> Result<Restored, ReplicateError> {
    // A log that another file left behind would be brought into the new one.
    for end in ["", "-wal", "-journal"] {
        let mut name = to.as_os_str().to_owned();
        name.push(end);
        if Path::new(&name).exists() {
            return Err(ReplicateError::Exists(name.into()));
        }
    }
    let until = at_ms.unwrap_or(i64::MAX);
    let nothing = || ReplicateError::Nothing {
        place: remote.name().to_owned(),
        until: at_ms.map_or_else(String::new, |at| format!(" from before {}", time(at))),
    };
    let all = remote.list().await?;
    let name = generation_at(&all, until).ok_or_else(nothing)?;
    let one = all.get(name).ok_or_else(nothing)?;
    let draft = Draft::beside(to)?;
    // A whole copy that is damaged has another before it, with more pieces of the log.
    let mut damage = String::new();
    for (index, kept) in one.snapshots.iter().rev().filter(|(_, kept)| kept.at_ms <= until) {
        let path = Name::Snapshot(name.to_owned(), *index).path();
        let file = draft.open()?;
        match remote.fetch(&path, file).await? {
            Some(Ok(_)) => {}
            Some(Err(fault)) if fault.kind() != std::io::ErrorKind::InvalidData => {
                return Err(draft.fault(fault));
            }
            damaged => {
                damage =
                    format!("{path}: {}", damaged.map_or("it is gone".into(), |fault| format!("{fault:?}")));
                continue;
            }
        }
        let mut log =
            Log { chain: None, next: (*index, true), pages: 0, page_size: 0, file: draft.reopen()? };
        let (newest_ms, pieces, ends_at) = bring_in(remote, name, one, until, &mut log, kept.at_ms).await?;
        log.finish().map_err(|fault| draft.fault(fault))?;
        check_whole(&draft.path).await.map_err(|fault| match fault {
            BackupError::Damaged { found, .. } => {
                ReplicateError::Damaged { place: remote.name().to_owned(), found }
            }
            fault => ReplicateError::Damaged { place: remote.name().to_owned(), found: fault.to_string() },
        })?;
        draft.become_file(to)?;
        return Ok(Restored { generation: name.to_owned(), newest_ms, pieces, ends_at });
    }
    Err(ReplicateError::Damaged { place: remote.name().to_owned(), found: damage })
}

/// Brings the pieces in, one after another, up to the first that is lacking or damaged.
async fn bring_in(
    remote: &Remote,
    generation: &str,
    one: &Generation,
    until: i64,
    log: &mut Log,
    copied_ms: i64,
) -> Result<(i64, usize, Option<String>), ReplicateError> {
    let first = log.next.0;
    let wanted: Vec<(Position, Kept)> = one
        .segments
        .iter()
        .filter(|(at, kept)| at.index >= first && kept.at_ms <= until)
        .map(|(at, kept)| (*at, *kept))
        .collect();
    let paths = wanted.iter().map(|(at, _)| Name::Segment(generation.to_owned(), *at).path());
    let mut pieces = stream::iter(paths)
        .map(|path| async move {
            let read = remote.read(&path).await;
            (path, read)
        })
        .buffered(AT_ONCE);
    let (mut newest_ms, mut count) = (copied_ms, 0);
    for (at, kept) in &wanted {
        let Some((path, read)) = pieces.next().await else { break };
        if !log.follows(*at) {
            return Ok((newest_ms, count, Some(format!("a piece before {path} is lacking"))));
        }
        let bytes = match read?.map(|object| expanded(&object.bytes)) {
            None => return Ok((newest_ms, count, Some(format!("{path} is gone")))),
            Some(Err(fault)) => return Ok((newest_ms, count, Some(format!("{path} is damaged: {fault}")))),
            Some(Ok(bytes)) => bytes,
        };
        let whole = log
            .take(*at, &bytes)
            .map_err(|cause| ReplicateError::File { path: path.clone().into(), cause })?;
        if !whole {
            return Ok((newest_ms, count, Some(format!("{path} is damaged: its checksums are wrong"))));
        }
        newest_ms = newest_ms.max(kept.at_ms);
        count += 1;
    }
    Ok((newest_ms, count, None))
}

/// The log as it is brought into the file.
struct Log {
    chain: Option<Chain>,
    /// The index that comes next, and whether a log of this index may still begin.
    next: (u32, bool),
    pages: u32,
    page_size: usize,
    file: File,
}

impl Log {
    fn follows(&self, at: Position) -> bool {
        match &self.chain {
            Some(chain) if at.index == self.next.0 => at.offset == chain.end(),
            Some(_) => at.index == self.next.0 + 1 && at.offset == 0,
            None => at.index == self.next.0 && at.offset == 0,
        }
    }

    /// Writes the pages of a piece; `false` when it is not what it should be: then none of it is written.
    fn take(&mut self, at: Position, bytes: &[u8]) -> std::io::Result<bool> {
        let (mut chain, frames) = match &self.chain {
            Some(chain) if at.offset > 0 => (*chain, bytes),
            _ => match Header::read(bytes) {
                Some(header) => (Chain::begin(header), &bytes[HEADER..]),
                None => return Ok(false),
            },
        };
        let page_size = chain.header().page_size;
        if chain.go_over(frames) != frames.len() {
            return Ok(false);
        }
        let mut again = match &self.chain {
            Some(before) if at.offset > 0 => *before,
            _ => Chain::begin(chain.header()),
        };
        let mut fault = None;
        again.each(frames, |page| {
            if fault.is_none() {
                fault = self.write(page_size, &page).err();
            }
            self.pages = page.commit.unwrap_or(self.pages);
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        (self.chain, self.next.0, self.page_size) = (Some(chain), at.index, page_size);
        Ok(true)
    }

    fn write(&mut self, page_size: usize, page: &Page<'_>) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(u64::from(page.number - 1) * page_size as u64))?;
        self.file.write_all(page.content)
    }

    /// Cuts the file to what the last transaction said, and waits for the disk.
    fn finish(self) -> std::io::Result<()> {
        if self.pages > 0 {
            self.file.set_len(u64::from(self.pages) * self.page_size as u64)?;
        }
        self.file.sync_all()
    }
}

/// The file while it is made; it goes when it does not become one. Only its owner reads it.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn beside(to: &Path) -> Result<Draft, ReplicateError> {
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", hex::encode(rand::random::<[u8; 8]>())));
        let path = to.with_file_name(name);
        // A file or a link that somebody else put there is not written to.
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(_) => Ok(Draft { path }),
            Err(cause) => Err(ReplicateError::File { path, cause }),
        }
    }

    /// The file, empty.
    fn open(&self) -> Result<File, ReplicateError> {
        let file = self.reopen()?;
        file.set_len(0).map_err(|cause| self.fault(cause))?;
        Ok(file)
    }

    /// The file as it is.
    fn reopen(&self) -> Result<File, ReplicateError> {
        File::options().write(true).open(&self.path).map_err(|cause| self.fault(cause))
    }

    fn fault(&self, cause: std::io::Error) -> ReplicateError {
        ReplicateError::File { path: self.path.clone(), cause }
    }

    fn become_file(self, to: &Path) -> Result<(), ReplicateError> {
        // Another may have been made meanwhile: a link is refused then, where a name would be written over.
        std::fs::hard_link(&self.path, to)
            .or_else(|cause| match cause.kind() {
                std::io::ErrorKind::AlreadyExists => Err(cause),
                _ => std::fs::rename(&self.path, to),
            })
            .map_err(|cause| match cause.kind() {
                std::io::ErrorKind::AlreadyExists => ReplicateError::Exists(to.into()),
                _ => ReplicateError::File { path: to.into(), cause },
            })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
