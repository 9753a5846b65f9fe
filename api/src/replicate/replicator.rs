//! The replicator: looks several times a second what was committed, and ships it.

use super::bound::{log_of, overgrown};
use super::error::ReplicateError;
use super::layout::{Generations, Name, expired, generation_at};
use super::lease::{self, RENEWED_AFTER, Rest, Writer};
use super::moment::time;
use super::remote::Remote;
use super::shipping::{Found, Shipping};
use super::status::Status;
use crate::clock::Clock;
use crate::config::Place;
use crate::repository::log_hold::LogHold;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The longest pause before the place is tried again.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long the end waits for the last changes to arrive.
const LAST_CHANGES: Duration = Duration::from_secs(10);
/// After so many milliseconds what no restore needs is looked for.
const PRUNED_AFTER: i64 = 3_600_000;
/// So often, in milliseconds, a replica that does not go on is told.
const TOLD_AFTER: i64 = 60_000;

/// What is replicated, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The SQLite file.
    pub file: PathBuf,
    /// Where to.
    pub place: Place,
    /// How far back a restore reaches.
    pub kept: Duration,
    /// The most bytes that the log may have on the disk while the place does not answer.
    pub log_bytes: u64,
    /// How often the log is looked at.
    pub every: Duration,
    /// A log of so many bytes begins anew.
    pub turn_bytes: u64,
    /// How often the whole file is copied.
    pub copied_every: Duration,
}

impl Options {
    /// With the usual intervals.
    pub fn new(file: PathBuf, place: Place) -> Options {
        Options {
            file,
            place,
            kept: Duration::from_secs(72 * 3600),
            log_bytes: 512 << 20,
            every: Duration::from_millis(500),
            turn_bytes: 4 << 20,
            copied_every: Duration::from_secs(24 * 3600),
        }
    }
}

/// Replicates until `stop` says so, and ships the last changes then. A place that does not answer is tried again and again; nothing
/// of this holds up whoever uses the database, beyond the moment in which its log begins anew.
///
/// # Errors
/// When there is no such database, when another replicator has it or the place, or when the place cannot be used at all.
pub async fn replicate(
    options: Options,
    status: Arc<Status>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), ReplicateError> {
    let file =
        std::fs::canonicalize(&options.file).map_err(|_| ReplicateError::NoDatabase(options.file.clone()))?;
    let _alone = alone(&file)?;
    let remote = Remote::open(&options.place)?;
    let mut replicator = Replicator {
        writer: Writer { holder: lease::holder(&file), ..Writer::default() },
        options: Options { file, ..options },
        remote,
        status,
        hold: None,
        shipping: None,
        before: None,
        copying: None,
        copied: 0,
        renewed: 0,
        pruned: 0,
        told: 0,
    };
    let mut pause = Duration::from_secs(1);
    while !*stop.borrow() {
        let (log, most) = (log_of(&replicator.options.file), replicator.options.log_bytes);
        let remote = replicator.remote.clone();
        // A call that is not answered is left where the log grows beyond its bound meanwhile: nothing else is under way then.
        let looked = tokio::select! {
            looked = replicator.look() => looked,
            () = overgrown(&log, most, &remote) => Err(remote.silence()),
        };
        let wait = match looked {
            Ok(()) => {
                replicator.recovered();
                pause = Duration::from_secs(1);
                replicator.options.every
            }
            Err(fault @ ReplicateError::Taken { .. }) => {
                replicator.let_go().await;
                return Err(fault);
            }
            Err(fault) => {
                replicator.failed(&fault).await;
                let wait = pause;
                pause = (pause * 2).min(LONGEST_PAUSE);
                wait
            }
        };
        // Whoever would say it is gone as well: then it is said.
        if let Ok(Err(_)) = tokio::time::timeout(wait, stop.wait_for(|stop| *stop)).await {
            break;
        }
    }
    replicator.end().await;
    Ok(())
}

/// One replicator of a file on this machine; the system ends it with the process.
fn alone(file: &Path) -> Result<File, ReplicateError> {
    let mut name = file.as_os_str().to_owned();
    name.push("-replicator");
    let path = PathBuf::from(name);
    let fault = |cause| ReplicateError::File { path: path.clone(), cause };
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(&path).map_err(fault)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(ReplicateError::Running(file.into())),
        Err(std::fs::TryLockError::Error(cause)) => Err(fault(cause)),
    }
}

fn now() -> i64 {
    Clock::System.now_ms()
}

fn ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

struct Replicator {
    options: Options,
    remote: Remote,
    writer: Writer,
    status: Arc<Status>,
    hold: Option<LogHold>,
    shipping: Option<Shipping>,
    /// Who wrote last, read once; empty when nobody did.
    before: Option<Writer>,
    /// A whole copy on its way, with its index.
    copying: Option<JoinHandle<Result<u64, ReplicateError>>>,
    /// When the newest whole copy of this generation was begun; 0 without one. So are the other times, in milliseconds.
    copied: i64,
    renewed: i64,
    pruned: i64,
    told: i64,
}

impl Replicator {
    /// One look: ships what was committed.
    async fn look(&mut self) -> Result<(), ReplicateError> {
        self.renew().await?;
        if self.hold.as_ref().is_some_and(|hold| !hold.is_in_place()) {
            tracing::warn!("another file is at {}: its replica begins anew", self.options.file.display());
            self.begin_anew().await;
        }
        if self.hold.is_none() {
            self.hold = Some(LogHold::take(&self.options.file).await?);
        }
        if self.shipping.is_none() {
            self.begin().await?;
        }
        self.ship().await?;
        self.copy().await?;
        self.turn().await?;
        self.prune().await
    }

    /// Says that this replicator writes here.
    async fn renew(&mut self) -> Result<(), ReplicateError> {
        let now = now();
        if now - self.renewed < RENEWED_AFTER && now >= self.renewed {
            return Ok(());
        }
        if self.before.is_none() {
            self.before = Some(lease::read(&self.remote).await?.unwrap_or_default());
        }
        let generation = self.shipping.as_ref().map(|shipping| shipping.generation.clone());
        self.writer.shipped = self.status.shipped_ms().max(self.writer.shipped);
        self.writer.generation = generation.unwrap_or_default();
        lease::hold(&self.remote, &self.writer, now).await?;
        self.renewed = now;
        Ok(())
    }

    /// Goes on where the last replicator ended, when the log still has everything; or begins a new generation.
    async fn begin(&mut self) -> Result<(), ReplicateError> {
        let Some(hold) = &self.hold else { return Ok(()) };
        let all = self.remote.list().await?;
        let last = generation_at(&all, i64::MAX).unwrap_or_default();
        let resumed = match Shipping::resume(&self.remote, &all, last, &hold.log()).await? {
            None => self.left_at_rest(&all, last).await,
            resumed => resumed,
        };
        if let Some(shipping) = resumed {
            let newest = all.get(last).and_then(|one| one.snapshots.values().map(|kept| kept.at_ms).max());
            self.copied = newest.unwrap_or(0);
            tracing::info!(
                generation = shipping.generation,
                place = self.remote.name(),
                "replication goes on"
            );
            self.shipping = Some(shipping);
            self.status.copying(None);
            self.ship().await?;
            return self.turn_now().await;
        }
        let Some(hold) = &mut self.hold else { return Ok(()) };
        self.status.copying(Some(now()));
        // A short log to begin with; where it cannot be had, it is shipped from its beginning.
        if hold.lock().await? {
            hold.turn(None).await?;
        }
        let shipping = Shipping::begin();
        tracing::info!(
            generation = shipping.generation,
            place = self.remote.name(),
            "replication begins anew, with a whole copy"
        );
        (self.shipping, self.copied) = (Some(shipping), 0);
        Ok(())
    }

    /// The last generation, when the file still is as its replicator left it: what the log has came later, all of it.
    async fn left_at_rest(&mut self, all: &Generations, last: &str) -> Option<Shipping> {
        let before = self.before.as_mut().filter(|before| before.generation == last)?;
        let rest = before.rest.take()?;
        let is_next = all.get(last)?.segments.last_key_value().is_none_or(|(at, _)| at.index < rest.index);
        let digest = digest_of(self.hold.as_ref()?.file()).await?;
        (is_next && digest == rest.digest).then(|| Shipping::behind(last, rest.index))
    }

    /// Ships everything that is committed.
    async fn ship(&mut self) -> Result<(), ReplicateError> {
        let (Some(hold), Some(shipping)) = (&self.hold, &mut self.shipping) else { return Ok(()) };
        loop {
            let (looked, mut is_all) = (now(), false);
            if !shipping.is_waiting() {
                match shipping.read(&hold.log())? {
                    Found::Nothing => {
                        self.status.shipped(looked);
                        return Ok(());
                    }
                    Found::Gap => {
                        tracing::warn!(
                            "the log began anew behind changes that were not read, or was replaced"
                        );
                        self.begin_anew().await;
                        return Ok(());
                    }
                    found => {
                        is_all = found == Found::Piece;
                        self.status.behind(looked);
                    }
                }
            }
            if !shipping.send(&self.remote).await? {
                tracing::warn!("another piece is where the next one belongs");
                self.begin_anew().await;
                return Ok(());
            }
            if is_all {
                // What came meanwhile goes with the next look: many small pieces cost more, and bring nothing much earlier.
                self.status.shipped(looked);
                return Ok(());
            }
        }
    }

    /// Sees to the whole copies: the first of a generation, and one every day.
    async fn copy(&mut self) -> Result<(), ReplicateError> {
        if let Some(copying) = self.copying.take_if(|copying| copying.is_finished()) {
            match copying.await {
                Ok(Ok(bytes)) => {
                    tracing::info!(bytes, place = self.remote.name(), "a whole copy is there");
                    self.status.copying(None);
                    self.pruned = 0;
                }
                Ok(Err(fault)) => {
                    self.copied = 0;
                    return Err(fault);
                }
                Err(_) => self.copied = 0,
            }
        }
        let is_due = self.copied == 0 || now() - self.copied > ms(self.options.copied_every);
        if self.copying.is_some() || !is_due || self.shipping.is_none() {
            return Ok(());
        }
        if self.copied > 0 {
            self.turn_now().await?;
            self.ship().await?;
        }
        let (Some(hold), Some(shipping)) = (&self.hold, &self.shipping) else { return Ok(()) };
        let file = hold.file();
        if file.metadata().is_ok_and(|known| known.len() == 0) {
            return Ok(());
        }
        self.copied = now();
        let path = Name::Snapshot(shipping.generation.clone(), shipping.index).path();
        let remote = self.remote.apart();
        self.copying = Some(tokio::spawn(async move { remote.send(&path, FromStart { file, at: 0 }).await }));
        Ok(())
    }

    /// Lets the log begin anew when it has grown. While a whole copy is read the file stays as it is.
    async fn turn(&mut self) -> Result<(), ReplicateError> {
        if self.copying.is_none() && self.log_bytes() > self.options.turn_bytes {
            self.turn_now().await?;
        }
        Ok(())
    }

    async fn turn_now(&mut self) -> Result<(), ReplicateError> {
        let (Some(hold), Some(shipping)) = (&mut self.hold, &mut self.shipping) else { return Ok(()) };
        if shipping.turn(hold).await? == Some(false) {
            tracing::warn!("the log has other changes than were read");
            self.begin_anew().await;
            return Ok(());
        }
        self.ship().await
    }

    fn log_bytes(&self) -> u64 {
        let known = self.hold.as_ref().and_then(|hold| std::fs::metadata(hold.log()).ok());
        known.map_or(0, |known| known.len())
    }

    /// Takes away what no restore within the kept time needs.
    async fn prune(&mut self) -> Result<(), ReplicateError> {
        let now = now();
        let Some(shipping) = &self.shipping else { return Ok(()) };
        if self.copying.is_some() || self.copied == 0 || now - self.pruned < PRUNED_AFTER {
            return Ok(());
        }
        let all = self.remote.list().await?;
        let old = expired(&all, &shipping.generation, now - ms(self.options.kept));
        for name in &old {
            self.remote.remove(name).await?;
        }
        if !old.is_empty() {
            tracing::info!(pieces = old.len(), place = self.remote.name(), "old pieces were taken away");
        }
        self.pruned = now;
        Ok(())
    }

    /// The next look begins a new generation.
    async fn begin_anew(&mut self) {
        self.let_go().await;
        self.shipping = None;
        self.status.copying(Some(now()));
    }

    /// Leaves the log to the others.
    async fn let_go(&mut self) {
        if let Some(copying) = self.copying.take() {
            copying.abort();
            self.copied = 0;
        }
        if let Some(hold) = self.hold.take() {
            hold.close().await;
        }
        if let Some(shipping) = &mut self.shipping {
            shipping.was_let_go();
        }
    }

    /// A look failed: says so, and keeps the log from filling the disk.
    async fn failed(&mut self, fault: &ReplicateError) {
        let now = now();
        if now - self.told > TOLD_AFTER {
            let since = match self.status.shipped_ms() {
                0 => "nothing was shipped yet".to_owned(),
                at => format!("everything up to {} is shipped", time(at)),
            };
            tracing::error!("replication waits: {fault}; {since}, what came later is on this machine alone");
            self.told = now;
        }
        self.renewed = 0;
        if !matches!(fault, ReplicateError::Place { .. }) {
            self.let_go().await;
        } else if self.log_bytes() > self.options.log_bytes {
            tracing::error!(
                "the log of {} has {} bytes because {} takes nothing: it is given up, so that the disk does not fill; replication begins anew with a whole copy as soon as the place answers",
                self.options.file.display(),
                self.log_bytes(),
                self.remote.name()
            );
            if let Some(hold) = &mut self.hold
                && let Ok(true) = hold.lock().await
                && let Err(fault) = hold.turn(None).await
            {
                tracing::warn!(%fault, "the log was not emptied");
            }
            self.begin_anew().await;
        }
    }

    fn recovered(&mut self) {
        if std::mem::take(&mut self.told) > 0 {
            tracing::info!(place = self.remote.name(), "replication goes on: everything is shipped");
        }
    }

    /// Brings everything into the file, and tells the file from every other, so that the next replicator can go on.
    async fn rest(&mut self) -> Option<Rest> {
        if self.copying.is_some() || self.copied == 0 {
            return None;
        }
        self.turn_now().await.ok()?;
        let shipping = self.shipping.as_ref()?;
        self.writer.generation.clone_from(&shipping.generation);
        let index = shipping.rests_at()?;
        Some(Rest { index, digest: digest_of(self.hold.as_ref()?.file()).await? })
    }

    /// Ships the last changes and gives the place back.
    async fn end(mut self) {
        let last = async {
            self.ship().await?;
            self.writer.shipped = self.status.shipped_ms().max(self.writer.shipped);
            self.writer.rest = self.rest().await;
            lease::end(&self.remote, &self.writer).await
        };
        let fault = match tokio::time::timeout(LAST_CHANGES, last).await {
            Ok(Ok(())) => None,
            Ok(Err(fault)) => Some(fault.to_string()),
            Err(_) => Some("no answer".to_owned()),
        };
        if let Some(fault) = fault {
            tracing::error!("the last changes were not shipped: {fault}; they are on this machine alone");
        }
        self.let_go().await;
    }
}

/// The digest of a file; `None` when it cannot be read.
async fn digest_of(file: Arc<File>) -> Option<String> {
    let reading = tokio::task::spawn_blocking(move || {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(FromStart { file, at: 0 }).ok()?;
        Some(hasher.finalize().to_hex().to_string())
    });
    reading.await.ok()?
}

/// A file from its beginning, beside others who read it.
struct FromStart {
    file: Arc<File>,
    at: u64,
}

impl Read for FromStart {
    #[cfg(unix)]
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }

    #[cfg(windows)]
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}
