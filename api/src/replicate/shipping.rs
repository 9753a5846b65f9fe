//! One generation while it is written: what was read of the log, and what was sent.

use super::error::ReplicateError;
use super::layout::{Generations, Name, Position};
use super::remote::{Remote, compressed, expanded};
use super::wal::{Chain, HEADER, Header};
use crate::repository::log_hold::{LogHold, Turn};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The most that one piece has, unless a transaction has more.
const PIECE: usize = 8 * 1024 * 1024;

/// A generation and its place in the log.
pub struct Shipping {
    /// Its name.
    pub generation: String,
    /// How often its log began anew.
    pub index: u32,
    /// What was read of the log; `None` before its header is there.
    chain: Option<Chain>,
    /// Whether the log was let go of while nothing of it was read: what it has by now may be its second beginning.
    is_lost: bool,
    /// Whether the log was empty when it was last looked at by a turn, and the file has everything that was shipped.
    is_empty: bool,
    /// Whether the file has everything that was read, so that the log may begin anew behind it.
    may_begin_anew: bool,
    /// What was read and is not sent: it is sent as it is, however often, so that no late answer puts an older piece in place.
    pending: Option<Pending>,
}

struct Pending {
    at: Position,
    bytes: Vec<u8>,
    raw: u64,
}

/// What was found in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing new.
    Nothing,
    /// A piece that waits to be sent: all there was.
    Piece,
    /// A piece that waits to be sent; there is more.
    Part,
    /// A log that is not the one that was read: changes are missing.
    Gap,
}

fn new_generation() -> String {
    hex::encode(rand::random::<[u8; 8]>())
}

/// The log's header and the head of the last frame that was read, from the file.
fn look(file: &mut File, chain: Option<&Chain>) -> std::io::Result<Option<(Header, [u8; 24])>> {
    let mut head = [0; HEADER];
    let mut read = 0;
    while read < HEADER {
        match file.read(&mut head[read..])? {
            0 => return Ok(None),
            more => read += more,
        }
    }
    let Some(header) = Header::read(&head) else { return Ok(None) };
    let mut last = [0; 24];
    if let Some(chain) = chain.filter(|chain| chain.frames() > 0) {
        file.seek(SeekFrom::Start(chain.end() - chain.frame() as u64))?;
        // A log that ends before is seen by its zeros.
        let _ = file.read_exact(&mut last);
    }
    Ok(Some((header, last)))
}

/// Up to `most` bytes of the log from `from` on.
fn read_from(file: &mut File, from: u64, most: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn open(log: &Path) -> Result<Option<File>, ReplicateError> {
    match File::open(log) {
        Ok(file) => Ok(Some(file)),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(ReplicateError::File { path: log.into(), cause }),
    }
}

impl Shipping {
    /// A new generation: it begins with the log as it is.
    pub fn begin() -> Shipping {
        Shipping {
            generation: new_generation(),
            index: 0,
            chain: None,
            is_lost: false,
            is_empty: false,
            may_begin_anew: false,
            pending: None,
        }
    }

    /// The generation that was written last, where it ended, when the log still has everything that came since. The end of what
    /// was sent is compared with the log, whose checksums run on: when it is there, all before it is the same.
    ///
    /// # Errors
    /// When the place or the log cannot be read.
    pub async fn resume(
        remote: &Remote,
        all: &Generations,
        generation: &str,
        log: &Path,
    ) -> Result<Option<Shipping>, ReplicateError> {
        let Some(one) = all.get(generation).filter(|one| !one.snapshots.is_empty()) else { return Ok(None) };
        let Some((last, _)) = one.segments.last_key_value() else { return Ok(None) };
        let is_first = |at: &&Position| at.index == last.index;
        let mut chain: Option<Chain> = None;
        for at in one.segments.keys().filter(is_first) {
            let Some(object) = remote.read(&Name::Segment(generation.into(), *at).path()).await? else {
                return Ok(None);
            };
            let Ok(bytes) = expanded(&object.bytes) else { return Ok(None) };
            let (mut read, from) = match chain.take() {
                Some(chain) => (chain, 0),
                None => match Header::read(&bytes) {
                    Some(header) => (Chain::begin(header), HEADER),
                    None => return Ok(None),
                },
            };
            let begins = if from == 0 { read.end() } else { 0 };
            if at.offset != begins || read.go_over(&bytes[from..]) != bytes.len() - from {
                return Ok(None);
            }
            chain = Some(read);
        }
        let (Some(chain), Some(mut file)) = (chain, open(log)?) else { return Ok(None) };
        let fault = |cause| ReplicateError::File { path: log.into(), cause };
        let holds = look(&mut file, Some(&chain)).map_err(fault)?;
        if !holds.is_some_and(|(header, last)| chain.holds(header, &last)) {
            return Ok(None);
        }
        Ok(Some(Shipping {
            generation: generation.to_owned(),
            index: last.index,
            chain: Some(chain),
            is_lost: false,
            is_empty: false,
            may_begin_anew: false,
            pending: None,
        }))
    }

    /// A generation whose file has everything that was shipped: it goes on with the log as it is, under `index`.
    pub fn behind(generation: &str, index: u32) -> Shipping {
        Shipping { generation: generation.to_owned(), index, is_empty: true, ..Shipping::begin() }
    }

    /// The index of the log that comes next, when the file has everything that was shipped.
    pub fn rests_at(&self) -> Option<u32> {
        (self.chain.is_none() && self.pending.is_none() && self.is_empty).then_some(self.index)
    }

    /// Whether something waits to be sent.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Nobody held the log for a while: it may have begun anew behind changes that nobody read.
    pub fn was_let_go(&mut self) {
        self.may_begin_anew = false;
        self.is_lost = self.chain.is_none();
    }

    /// How many frames of the log were read; `None` before it has a header.
    pub fn frames(&self) -> Option<u64> {
        self.chain.map(|chain| chain.frames())
    }

    /// Reads what was committed since, up to some size. Nothing may wait.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn read(&mut self, log: &Path) -> Result<Found, ReplicateError> {
        let fault = |cause| ReplicateError::File { path: log.into(), cause };
        let Some(mut file) = open(log)? else { return Ok(self.without_log()) };
        let Some((header, last)) = look(&mut file, self.chain.as_ref()).map_err(fault)? else {
            return Ok(self.without_log());
        };
        if self.is_lost {
            return Ok(Found::Gap);
        }
        let mut begins = None;
        let mut chain = match self.chain {
            Some(chain) if chain.holds(header, &last) => chain,
            Some(chain) => {
                let follows = header.salts.0 == chain.header().salts.0.wrapping_add(1);
                if !(self.may_begin_anew && follows) {
                    return Ok(Found::Gap);
                }
                begins = Some(self.index + 1);
                Chain::begin(header)
            }
            None => {
                begins = Some(self.index);
                Chain::begin(header)
            }
        };
        let is_first = chain.end() == HEADER as u64;
        let mut most = PIECE;
        let (mut bytes, taken) = loop {
            let bytes = read_from(&mut file, chain.end(), most).map_err(fault)?;
            let taken = chain.clone().go_over(&bytes);
            if taken > 0 || bytes.len() < most {
                break (bytes, taken);
            }
            most *= 2;
        };
        if taken == 0 {
            return Ok(Found::Nothing);
        }
        bytes.truncate(taken);
        let offset = if is_first { 0 } else { chain.end() };
        chain.go_over(&bytes);
        if is_first {
            // The header goes with the first frames.
            let mut head = read_from(&mut file, 0, HEADER).map_err(fault)?;
            if Header::read(&head) != Some(header) {
                return Ok(Found::Nothing);
            }
            head.append(&mut bytes);
            bytes = head;
        }
        self.index = begins.unwrap_or(self.index);
        (self.chain, self.may_begin_anew) = (Some(chain), false);
        self.is_empty = false;
        let at = Position { index: self.index, offset };
        let raw = bytes.len() as u64;
        let bytes = compressed(&bytes).map_err(fault)?;
        self.pending = Some(Pending { at, bytes, raw });
        Ok(if raw < PIECE as u64 / 2 { Found::Piece } else { Found::Part })
    }

    /// The log is empty, or not there.
    fn without_log(&self) -> Found {
        if self.is_lost || self.chain.is_some() && !self.may_begin_anew { Found::Gap } else { Found::Nothing }
    }

    /// Sends what waits.
    ///
    /// # Errors
    /// When the place does not answer or refuses: it waits on.
    pub async fn send(&mut self, remote: &Remote) -> Result<bool, ReplicateError> {
        let Some(pending) = &self.pending else { return Ok(true) };
        let path = Name::Segment(self.generation.clone(), pending.at).path();
        if !remote.create(&path, &pending.bytes).await? {
            // An answer was lost, or somebody was killed while it was on its way: what is there is ours, or shorter.
            let there = remote.read(&path).await?;
            let is_ours = there.is_some_and(|there| there.bytes == pending.bytes);
            if !is_ours {
                return Ok(false);
            }
        }
        tracing::debug!(piece = path, bytes = pending.raw, "shipped");
        self.pending = None;
        Ok(true)
    }

    /// Brings everything into the file, so that the log can begin anew. What was read before must be sent; what comes in between
    /// waits. `None` when writers or readers did not let us, `Some(false)` when changes are missing.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    pub async fn turn(&mut self, hold: &mut LogHold) -> Result<Option<bool>, ReplicateError> {
        if self.chain.is_some() {
            hold.prepare().await?;
        }
        let begun = std::time::Instant::now();
        if !hold.lock().await? {
            return Ok(None);
        }
        let found = self.read(&hold.log());
        let tail = match found {
            Ok(Found::Gap) => {
                hold.unlock().await?;
                return Ok(Some(false));
            }
            // There may be more than one piece of it: then it is sent first.
            Ok(Found::Piece | Found::Part) if self.is_more(&hold.log()) => {
                hold.unlock().await?;
                return Ok(None);
            }
            Ok(_) => self.frames(),
            Err(fault) => {
                hold.unlock().await?;
                return Err(fault);
            }
        };
        if self.chain.is_none() && self.is_empty {
            // It is empty already; emptied once more it would have another salt.
            hold.unlock().await?;
            return Ok(Some(true));
        }
        let turned = hold.turn(tail).await?;
        tracing::debug!(?turned, took = ?begun.elapsed(), "the log was brought into the file");
        match turned {
            Turn::Anew => {
                if self.chain.take().is_some() {
                    self.index += 1;
                }
                self.is_empty = true;
                Ok(Some(true))
            }
            Turn::Whole => {
                self.may_begin_anew = true;
                Ok(Some(true))
            }
            Turn::Held => Ok(None),
            Turn::Other => Ok(Some(false)),
        }
    }

    /// Whether the log has commits behind what was read.
    fn is_more(&self, log: &Path) -> bool {
        let (Some(mut chain), Ok(Some(mut file))) = (self.chain, open(log)) else { return false };
        read_from(&mut file, chain.end(), 4 * PIECE).is_ok_and(|bytes| chain.go_over(&bytes) > 0)
    }
}
