//! The names of what lies in a replica, those that Litestream 0.3 gives them, so that either program restores what the other wrote:
//!
//! ```text
//! generations/GENERATION/snapshots/INDEX.snapshot.lz4       the file of the database, whole
//! generations/GENERATION/wal/INDEX_OFFSET.wal.lz4           a piece of its log
//! ```
//!
//! A generation (16 hex digits) is a file and its log without a gap. An index (8 hex digits) counts how often the log began anew; an
//! offset (8 hex digits) is the place of the piece's first byte in the log, the header included. Each is a frame of LZ4.

use std::collections::BTreeMap;

/// A piece of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Which log.
    pub index: u32,
    /// Where in it.
    pub offset: u64,
}

/// What a name says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// A whole file, taken while the log of this index was written.
    Snapshot(String, u32),
    /// A piece of a log.
    Segment(String, Position),
}

impl Name {
    /// As it stands below the place's folder.
    pub fn path(&self) -> String {
        match self {
            Name::Snapshot(generation, index) => {
                format!("generations/{generation}/snapshots/{index:08x}.snapshot.lz4")
            }
            Name::Segment(generation, at) => {
                format!("generations/{generation}/wal/{:08x}_{:08x}.wal.lz4", at.index, at.offset)
            }
        }
    }

    /// Reads a path below the place's folder; `None` for what is not ours.
    pub fn read(path: &str) -> Option<Name> {
        let mut parts = path.strip_prefix("generations/")?.split('/');
        let (generation, kind, file) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || !is_generation(generation) {
            return None;
        }
        match kind {
            "snapshots" => {
                let index = hex(file.strip_suffix(".snapshot.lz4")?, 8)?;
                Some(Name::Snapshot(generation.to_owned(), u32::try_from(index).ok()?))
            }
            "wal" => {
                let (index, offset) = file.strip_suffix(".wal.lz4")?.split_once('_')?;
                let index = u32::try_from(hex(index, 8)?).ok()?;
                let at = Position { index, offset: hex(offset, 16)? };
                Some(Name::Segment(generation.to_owned(), at))
            }
            _ => None,
        }
    }
}

fn hex(text: &str, longest: usize) -> Option<u64> {
    let is_hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    ((8..=longest).contains(&text.len()) && is_hex).then(|| u64::from_str_radix(text, 16).ok())?
}

fn is_generation(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// One object, and when the place wrote it, in milliseconds since 1970 (UTC). S3 tells whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// When it was written.
    pub at_ms: i64,
    /// Its bytes, compressed.
    pub bytes: u64,
}

/// What there is of one generation, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generation {
    /// Whole files by their index.
    pub snapshots: BTreeMap<u32, Kept>,
    /// Pieces of the log.
    pub segments: BTreeMap<Position, Kept>,
}

impl Generation {
    /// When the newest object was written that is no newer than `until_ms`; `None` without one, or without a whole file by then.
    pub fn newest(&self, until_ms: i64) -> Option<i64> {
        let all = self.snapshots.values().chain(self.segments.values());
        let newest = all.map(|kept| kept.at_ms).filter(|at| *at <= until_ms).max();
        newest.filter(|_| self.snapshot(until_ms).is_some())
    }

    /// The newest whole file that is no newer than `until_ms`.
    pub fn snapshot(&self, until_ms: i64) -> Option<u32> {
        self.snapshots.iter().rev().find(|(_, kept)| kept.at_ms <= until_ms).map(|(index, _)| *index)
    }
}

/// All generations of a place by their names.
pub type Generations = BTreeMap<String, Generation>;

/// Puts a listing in order; what is not ours is left out.
pub fn arrange<'a>(objects: impl Iterator<Item = (&'a str, Kept)>) -> Generations {
    let mut all = Generations::new();
    for (path, kept) in objects {
        match Name::read(path) {
            Some(Name::Snapshot(generation, index)) => {
                all.entry(generation).or_default().snapshots.insert(index, kept);
            }
            Some(Name::Segment(generation, at)) => {
                all.entry(generation).or_default().segments.insert(at, kept);
            }
            None => {}
        }
    }
    all
}

/// Which generation a restore to `until_ms` takes: the one that was written last by then.
pub fn generation_at(all: &Generations, until_ms: i64) -> Option<&str> {
    let written = all.iter().filter_map(|(name, one)| Some((one.newest(until_ms)?, name)));
    written.max().map(|(_, name)| name.as_str())
}

/// What no restore to `since_ms` or later needs. The generation `current` is still being written.
pub fn expired(all: &Generations, current: &str, since_ms: i64) -> Vec<Name> {
    let mut names = Vec::new();
    let needed = generation_at(all, since_ms);
    for (name, one) in all {
        let is_over = one.snapshots.values().chain(one.segments.values()).all(|kept| kept.at_ms <= since_ms);
        if is_over && name != current && needed.is_some_and(|needed| needed != name) {
            // The whole files go last: what is left of one that was stopped in between can be restored or is seen to be none.
            names.extend(one.segments.keys().map(|at| Name::Segment(name.clone(), *at)));
            names.extend(one.snapshots.keys().map(|index| Name::Snapshot(name.clone(), *index)));
            continue;
        }
        let Some(first) = one.snapshot(since_ms) else { continue };
        let segments = one.segments.keys().filter(|at| at.index < first);
        let snapshots = one.snapshots.keys().filter(|index| **index < first);
        names.extend(snapshots.map(|index| Name::Snapshot(name.clone(), *index)));
        names.extend(segments.map(|at| Name::Segment(name.clone(), *at)));
    }
    names
}
