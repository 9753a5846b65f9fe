//! The files that are sold: kept by their digest, apart from the site, and given to who paid.

mod folder;

pub use folder::Folder;

use actix_web::web::Bytes;
use futures_util::Stream;
use loggia_commerce::FileDigest;
use std::io;
use std::path::Path;
use std::pin::Pin;

/// The answer of a store, when it comes.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'a>>;

/// A file in pieces.
pub type Pieces = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// Where sold files are kept. A file has no other name than its digest.
pub trait FileStore: Send + Sync {
    /// How many bytes a file has; `None` when it is not kept.
    fn size<'a>(&'a self, digest: &'a FileDigest) -> Later<'a, Option<u64>>;

    /// Begins to keep a file. Nobody is given anything of it before [`Incoming::keep`].
    fn begin<'a>(&'a self, digest: &'a FileDigest) -> Later<'a, Box<dyn Incoming>>;

    /// `length` bytes of a file from byte `from` on.
    fn read<'a>(&'a self, digest: &'a FileDigest, from: u64, length: u64) -> Later<'a, Pieces>;
}

/// A file on its way; dropped without [`Incoming::keep`], nothing of it stays.
pub trait Incoming: Send {
    /// The next piece.
    fn add(&mut self, piece: Bytes) -> Later<'_, ()>;

    /// All is there: keeps it, in one step.
    fn keep(self: Box<Self>) -> Later<'static, ()>;
}

/// Why a file is not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It has more bytes than it may.
    #[error("the file is too large")]
    TooLarge,
    /// It is another file than its digest says.
    #[error("the file is not the one that its digest names")]
    WrongDigest,
    /// The machine refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file that is looked at while it arrives.
pub struct Arriving {
    digest: FileDigest,
    hasher: blake3::Hasher,
    length: u64,
    most: u64,
    incoming: Box<dyn Incoming>,
}

impl Arriving {
    /// Begins to take the file with this digest, of at most `most` bytes.
    ///
    /// # Errors
    /// When the store refuses.
    pub async fn begin(store: &dyn FileStore, digest: &FileDigest, most: u64) -> Result<Self, NotKept> {
        let incoming = store.begin(digest).await?;
        Ok(Arriving { digest: digest.clone(), hasher: blake3::Hasher::new(), length: 0, most, incoming })
    }

    /// The next piece.
    ///
    /// # Errors
    /// When it is one too many, or the store refuses.
    pub async fn add(&mut self, piece: Bytes) -> Result<(), NotKept> {
        self.length = self.length.saturating_add(piece.len() as u64);
        if self.length > self.most {
            return Err(NotKept::TooLarge);
        }
        self.hasher.update(&piece);
        Ok(self.incoming.add(piece).await?)
    }

    /// Keeps the file, if it is the one that was named.
    ///
    /// # Errors
    /// When it is another, or the store refuses.
    pub async fn finish(self) -> Result<(), NotKept> {
        if self.hasher.finalize().to_hex().as_str() != self.digest.as_str() {
            return Err(NotKept::WrongDigest);
        }
        Ok(self.incoming.keep().await?)
    }
}

/// Takes the files that a store lacks out of a folder where each is called by its digest, as a build leaves them; those
/// that are not there either.
///
/// # Errors
/// When a file cannot be read or kept, or is not what its name says.
pub async fn take_folder<'a>(
    store: &dyn FileStore,
    folder: &Path,
    wanted: impl IntoIterator<Item = &'a FileDigest>,
) -> Result<Vec<&'a FileDigest>, NotKept> {
    let mut lacking = Vec::new();
    for digest in wanted {
        if store.size(digest).await?.is_some() {
            continue;
        }
        let Ok(mut file) = tokio::fs::File::open(folder.join(digest.as_str())).await else {
            lacking.push(digest);
            continue;
        };
        let mut arriving = Arriving::begin(store, digest, u64::MAX).await?;
        while let Some(piece) = folder::piece(&mut file, u64::MAX).await? {
            arriving.add(piece).await?;
        }
        arriving.finish().await?;
    }
    Ok(lacking)
}
