//! The place where a replica lies: an S3-compatible store, or a folder.

use super::error::ReplicateError;
use super::layout::{Generations, Kept, Name, arrange};
use crate::config::Place;
use futures_util::TryStreamExt;
use lz4_flex::frame::{FrameDecoder, FrameEncoder, FrameInfo};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{
    ClientOptions, Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions, RetryConfig, UpdateVersion,
};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The longest that one small call may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest for reading or sending a part of a whole file.
const PART_PATIENCE: Duration = Duration::from_secs(120);
/// Bytes of a part; stores want all but the last to be this long at least, and alike.
const PART: usize = 8 * 1024 * 1024;

/// A place that can be called.
#[derive(Clone)]
pub struct Remote {
    objects: Arc<dyn ObjectStore>,
    folder: String,
    name: String,
    /// Since when a call waits for its answer.
    waits: Arc<Mutex<Option<Instant>>>,
}

/// An object with what its version is called.
pub struct Versioned {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its version.
    pub version: UpdateVersion,
}

impl Remote {
    /// Makes what calls a place; nothing is called yet. A folder is made.
    ///
    /// # Errors
    /// When the folder cannot be made, or what the environment says of the store does not fit.
    pub fn open(place: &Place) -> Result<Remote, ReplicateError> {
        let name = place.to_string();
        let fault = |fault: Error| ReplicateError::Place {
            place: name.clone(),
            doing: "cannot be used",
            fault: fault.to_string(),
        };
        let (objects, folder): (Arc<dyn ObjectStore>, String) = match place {
            Place::Folder(path) => {
                let cause = |cause| ReplicateError::File { path: path.clone(), cause };
                std::fs::create_dir_all(path).map_err(cause)?;
                make_private(path).map_err(cause)?;
                let objects = LocalFileSystem::new_with_prefix(path).map_err(fault)?;
                (Arc::new(objects.with_fsync(true)), String::new())
            }
            Place::Bucket { bucket, folder, endpoint, region } => {
                // The replicator tries again by itself, and says so; a call that hangs is given up.
                let retry = RetryConfig { max_retries: 1, retry_timeout: PATIENCE, ..RetryConfig::default() };
                let client = ClientOptions::new()
                    .with_connect_timeout(Duration::from_secs(5))
                    .with_timeout(PART_PATIENCE)
                    .with_allow_http(true);
                let mut builder = AmazonS3Builder::from_env()
                    .with_bucket_name(bucket)
                    .with_retry(retry)
                    .with_client_options(client);
                if let Some(endpoint) = endpoint {
                    builder = builder.with_endpoint(endpoint);
                }
                if let Some(region) = region {
                    builder = builder.with_region(region);
                }
                (Arc::new(builder.build().map_err(fault)?), folder.clone())
            }
        };
        Ok(Remote { objects, folder, name, waits: Arc::default() })
    }

    /// The same place for calls whose waits are nobody's concern here.
    pub(super) fn apart(&self) -> Remote {
        Remote { waits: Arc::default(), ..self.clone() }
    }

    /// Whether a call has waited for longer than a place that is there lets anybody wait.
    pub(super) fn is_silent(&self) -> bool {
        let since = *self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() > PATIENCE)
    }

    /// The fault of a place that says nothing.
    pub(super) fn silence(&self) -> ReplicateError {
        self.fault("says nothing", format!("no answer within {} seconds", PATIENCE.as_secs()))
    }

    fn wait_since(&self, since: Option<Instant>) {
        *self.waits.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// The place, as it was written.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn key(&self, path: &str) -> Key {
        let folder = if self.folder.is_empty() { String::new() } else { format!("{}/", self.folder) };
        Key::from(format!("{folder}{path}"))
    }

    fn fault(&self, doing: &'static str, fault: impl ToString) -> ReplicateError {
        ReplicateError::Place { place: self.name.clone(), doing, fault: fault.to_string() }
    }

    async fn within<T>(
        &self,
        patience: Duration,
        doing: &'static str,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<Result<T, Error>, ReplicateError> {
        self.wait_since(Some(Instant::now()));
        let answered = tokio::time::timeout(patience, call).await;
        self.wait_since(None);
        match answered {
            Ok(Err(
                known @ (Error::NotFound { .. }
                | Error::AlreadyExists { .. }
                | Error::Precondition { .. }
                | Error::NotImplemented { .. }
                | Error::NotSupported { .. }),
            )) => Ok(Err(known)),
            Ok(Err(fault)) => Err(self.fault(doing, fault)),
            Ok(Ok(done)) => Ok(Ok(done)),
            Err(_) => Err(self.fault(doing, format!("no answer within {} seconds", patience.as_secs()))),
        }
    }

    /// Writes an object that is not there yet; `false` when it is. A store that does not know this condition just writes.
    ///
    /// # Errors
    /// When the place does not answer, or refuses.
    pub async fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, ReplicateError> {
        self.put_if(path, bytes, PutMode::Create).await
    }

    /// Writes an object over the version that is known.
    ///
    /// # Errors
    /// The same.
    pub async fn replace(
        &self,
        path: &str,
        bytes: &[u8],
        version: UpdateVersion,
    ) -> Result<bool, ReplicateError> {
        self.put_if(path, bytes, PutMode::Update(version)).await
    }

    async fn put_if(&self, path: &str, bytes: &[u8], mode: PutMode) -> Result<bool, ReplicateError> {
        const DOING: &str = "cannot be written to";
        let key = self.key(path);
        let patience = PATIENCE + PART_PATIENCE.mul_f64(bytes.len() as f64 / PART as f64);
        for mode in [mode, PutMode::Overwrite] {
            let options = PutOptions { mode, ..PutOptions::default() };
            let call = self.objects.put_opts(&key, bytes.to_vec().into(), options);
            match self.within(patience, DOING, call).await? {
                Ok(_) => return Ok(true),
                Err(Error::NotImplemented { .. } | Error::NotSupported { .. }) => {}
                Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => return Ok(false),
                Err(fault) => return Err(self.fault(DOING, fault)),
            }
        }
        Err(self.fault(DOING, "it does not take objects"))
    }

    /// An object, when it is there.
    ///
    /// # Errors
    /// When the place does not answer, or refuses.
    pub async fn read(&self, path: &str) -> Result<Option<Versioned>, ReplicateError> {
        const DOING: &str = "cannot be read";
        let key = self.key(path);
        // A place that says nothing is given up soon: while it is waited for nobody looks how long the log becomes.
        let found = match self.within(PATIENCE, DOING, self.objects.get(&key)).await? {
            Ok(found) => found,
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(fault) => return Err(self.fault(DOING, fault)),
        };
        let version = UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
        let bytes = self.within(PART_PATIENCE, DOING, found.bytes()).await?;
        let bytes = bytes.map_err(|fault| self.fault(DOING, fault))?.to_vec();
        Ok(Some(Versioned { bytes, version }))
    }

    /// Everything that lies there.
    ///
    /// # Errors
    /// The same.
    pub async fn list(&self) -> Result<Generations, ReplicateError> {
        const DOING: &str = "cannot be listed";
        let folder = self.key("generations");
        let call = async { self.objects.list(Some(&folder)).try_collect::<Vec<_>>().await };
        let objects = match self.within(PART_PATIENCE, DOING, call).await? {
            Ok(objects) => objects,
            Err(Error::NotFound { .. }) => Vec::new(),
            Err(fault) => return Err(self.fault(DOING, fault)),
        };
        let skipped =
            if self.folder.is_empty() { 0 } else { Key::from(self.folder.as_str()).as_ref().len() + 1 };
        Ok(arrange(objects.iter().filter_map(|object| {
            let kept = Kept { at_ms: object.last_modified.timestamp_millis(), bytes: object.size };
            Some((object.location.as_ref().get(skipped..)?, kept))
        })))
    }

    /// Takes an object away; one that is not there is no fault.
    ///
    /// # Errors
    /// The same.
    pub async fn remove(&self, name: &Name) -> Result<(), ReplicateError> {
        const DOING: &str = "does not let old pieces be removed";
        match self.within(PATIENCE, DOING, self.objects.delete(&self.key(&name.path()))).await? {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(fault) => Err(self.fault(DOING, fault)),
        }
    }

    /// Sends everything that `source` gives, compressed, as one object, which is there whole or not at all. How many bytes were read.
    ///
    /// # Errors
    /// When the place does not answer or refuses, or the source cannot be read.
    pub async fn send<R>(&self, path: &str, source: R) -> Result<u64, ReplicateError>
    where
        R: Read + Send + 'static,
    {
        const DOING: &str = "cannot be written to";
        let key = self.key(path);
        let (give, mut parts) = mpsc::channel::<Vec<u8>>(1);
        let compressing = tokio::task::spawn_blocking(move || compress(source, &give));
        let Some(first) = parts.recv().await else {
            return match compressing.await {
                Ok(Err(fault)) => Err(self.fault("was not sent a copy: the file cannot be read", fault)),
                _ => Err(self.fault(DOING, "there was nothing to send")),
            };
        };
        let Some(second) = parts.recv().await else {
            let read = self.ended(compressing.await)?;
            let call = self.objects.put(&key, first.into());
            self.within(PART_PATIENCE, DOING, call).await?.map_err(|fault| self.fault(DOING, fault))?;
            return Ok(read);
        };
        let begun = self.within(PATIENCE, DOING, self.objects.put_multipart(&key)).await?;
        let mut upload = begun.map_err(|fault| self.fault(DOING, fault))?;
        let sent = async {
            let mut part = Some(first);
            let mut following = Some(second);
            while let Some(bytes) = part {
                let call = upload.put_part(bytes.into());
                self.within(PART_PATIENCE, DOING, call).await?.map_err(|fault| self.fault(DOING, fault))?;
                part = following.take();
                following = if part.is_some() { parts.recv().await } else { None };
            }
            self.ended(compressing.await)
        };
        let read = match sent.await {
            Ok(read) => read,
            Err(fault) => {
                // What is left of it is nobody's to read; stores take it away after some days as well.
                let _ = tokio::time::timeout(PATIENCE, upload.abort()).await;
                return Err(fault);
            }
        };
        let done = self.within(PART_PATIENCE, DOING, upload.complete()).await?;
        done.map_err(|fault| self.fault(DOING, fault))?;
        Ok(read)
    }

    fn ended(
        &self,
        compressing: Result<std::io::Result<u64>, tokio::task::JoinError>,
    ) -> Result<u64, ReplicateError> {
        let fault = |fault: String| self.fault("was not sent a copy: the file cannot be read", fault);
        match compressing {
            Ok(Ok(read)) => Ok(read),
            Ok(Err(cause)) => Err(fault(cause.to_string())),
            Err(cause) => Err(fault(cause.to_string())),
        }
    }

    /// Writes an object, decompressed, into `target`; how many bytes that were. `None` when it is not there.
    ///
    /// # Errors
    /// When the place does not answer or refuses, or the target cannot be written. An object that is damaged is an error of
    /// the kind `InvalidData` in the inner result.
    pub async fn fetch<W>(
        &self,
        path: &str,
        target: W,
    ) -> Result<Option<std::io::Result<u64>>, ReplicateError>
    where
        W: Write + Send + 'static,
    {
        const DOING: &str = "cannot be read";
        let key = self.key(path);
        let found = match self.within(PART_PATIENCE, DOING, self.objects.get(&key)).await? {
            Ok(found) => found,
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(fault) => return Err(self.fault(DOING, fault)),
        };
        let (give, parts) = mpsc::channel::<Vec<u8>>(4);
        let expanding = tokio::task::spawn_blocking(move || expand(Incoming::new(parts), target));
        let mut stream = found.into_stream();
        loop {
            let part = self.within(PART_PATIENCE, DOING, stream.try_next()).await?;
            match part.map_err(|fault| self.fault(DOING, fault))? {
                // Whoever reads them may have seen enough: a fault in them.
                Some(part) if give.send(part.to_vec()).await.is_ok() => {}
                _ => break,
            }
        }
        drop(give);
        expanding.await.map(Some).map_err(|fault| self.fault(DOING, fault))
    }
}

/// Only the account of the server reads it: addresses of customers are in it. A folder that others use as well stays as it is; ours
/// in it is closed to them.
#[cfg(unix)]
fn make_private(path: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    let private = || std::fs::Permissions::from_mode(0o700);
    if std::fs::read_dir(path)?.next().is_none() {
        return std::fs::set_permissions(path, private());
    }
    let ours = path.join("generations");
    match ours.metadata() {
        // One that cannot be closed is somebody else's, or is only read.
        Ok(known) if known.permissions().mode() & 0o077 != 0 => {
            drop(std::fs::set_permissions(&ours, private()))
        }
        Ok(_) => {}
        Err(_) => drop(std::fs::DirBuilder::new().mode(0o700).create(&ours)),
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_private(_: &std::path::Path) -> std::io::Result<()> {
    Ok(())
}

/// With a checksum over everything, so that damage is seen.
fn encoder() -> FrameEncoder<Vec<u8>> {
    FrameEncoder::with_frame_info(FrameInfo::new().content_checksum(true), Vec::new())
}

/// Compresses a few bytes.
pub fn compressed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = encoder();
    encoder.write_all(bytes)?;
    encoder.finish().map_err(std::io::Error::other)
}

/// The bytes that were compressed.
///
/// # Errors
/// When they are not what was written.
pub fn expanded(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut all = Vec::new();
    expand(bytes, &mut all)?;
    Ok(all)
}

/// Copies what was compressed; a frame that ends before its end is a fault.
fn expand(source: impl Read, mut target: impl Write) -> std::io::Result<u64> {
    let damaged = |fault: std::io::Error| std::io::Error::new(std::io::ErrorKind::InvalidData, fault);
    let mut decoder = FrameDecoder::new(source);
    let (mut buffer, mut all) = (vec![0; 1 << 20], 0);
    loop {
        match decoder.read(&mut buffer).map_err(damaged)? {
            0 => break,
            read => {
                target.write_all(&buffer[..read])?;
                all += read as u64;
            }
        }
    }
    target.flush()?;
    if all == 0 { Err(damaged(std::io::ErrorKind::UnexpectedEof.into())) } else { Ok(all) }
}

/// Hands compressed parts over until the source ends, or nobody wants them.
fn compress(mut source: impl Read, give: &mpsc::Sender<Vec<u8>>) -> std::io::Result<u64> {
    let mut encoder = encoder();
    let (mut buffer, mut all) = (vec![0; 1 << 20], 0);
    let gone = |_| std::io::Error::from(std::io::ErrorKind::BrokenPipe);
    loop {
        let read = source.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        all += read as u64;
        encoder.write_all(&buffer[..read])?;
        if encoder.get_ref().len() >= PART {
            let rest = encoder.get_mut().split_off(PART);
            let part = std::mem::replace(encoder.get_mut(), rest);
            give.blocking_send(part).map_err(gone)?;
        }
    }
    let mut rest = encoder.finish().map_err(std::io::Error::other)?;
    while rest.len() > PART {
        let following = rest.split_off(PART);
        give.blocking_send(std::mem::replace(&mut rest, following)).map_err(gone)?;
    }
    give.blocking_send(rest).map_err(gone)?;
    Ok(all)
}

/// What comes in parts, as one stream.
struct Incoming {
    parts: mpsc::Receiver<Vec<u8>>,
    part: Vec<u8>,
    at: usize,
}

impl Incoming {
    fn new(parts: mpsc::Receiver<Vec<u8>>) -> Incoming {
        Incoming { parts, part: Vec::new(), at: 0 }
    }
}

impl Read for Incoming {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while self.at == self.part.len() {
            match self.parts.blocking_recv() {
                Some(part) => (self.part, self.at) = (part, 0),
                None => return Ok(0),
            }
        }
        let read = into.len().min(self.part.len() - self.at);
        into[..read].copy_from_slice(&self.part[self.at..self.at + read]);
        self.at += read;
        Ok(read)
    }
}
