//! Where sold files are kept.

use actix_web::web::Bytes;
use futures_util::Stream;
use loggia_commerce::FileDigest;
use std::io;
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
