//! A file that is looked at while it arrives.

use super::folder;
use super::store::{FileStore, Incoming};
use actix_web::web::Bytes;
use loggia_commerce::FileDigest;
use std::io;
use std::path::Path;

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
