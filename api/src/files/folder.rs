//! Sold files in a folder, which nobody but the server's own user may look into.

use super::store::{FileStore, Incoming, Later, Pieces};
use crate::token;
use actix_web::web::Bytes;
use futures_util::stream;
use loggia_commerce::FileDigest;
use std::io;
use std::path::{Path, PathBuf};
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

/// How much is read at a time, in bytes.
const PIECE: u64 = 64 * 1024;

/// A folder with a file for each digest. It is made with the first file.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The store in this folder. Servers that share a database share the folder.
    pub fn new(folder: PathBuf) -> Self {
        Folder(folder)
    }

    fn file(&self, digest: &FileDigest) -> PathBuf {
        self.0.join(digest.as_str())
    }
}

impl FileStore for Folder {
    fn size<'a>(&'a self, digest: &'a FileDigest) -> Later<'a, Option<u64>> {
        Box::pin(async move {
            match tokio::fs::metadata(self.file(digest)).await {
                Ok(file) => Ok(file.is_file().then_some(file.len())),
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(cause) => Err(cause),
            }
        })
    }

    fn begin<'a>(&'a self, digest: &'a FileDigest) -> Later<'a, Box<dyn Incoming>> {
        Box::pin(async move {
            make_private(&self.0).await?;
            let part = self.0.join(format!(".{}.part", token::new_id()));
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            options.mode(0o600);
            let file = options.open(&part).await?;
            Ok(Box::new(Part { file, part, kept: self.file(digest), is_kept: false }) as Box<dyn Incoming>)
        })
    }

    fn read<'a>(&'a self, digest: &'a FileDigest, from: u64, length: u64) -> Later<'a, Pieces> {
        Box::pin(async move {
            let mut file = File::open(self.file(digest)).await?;
            file.seek(io::SeekFrom::Start(from)).await?;
            let pieces = stream::try_unfold((file, length), |(mut file, left)| async move {
                if left == 0 {
                    return Ok(None);
                }
                let piece = piece(&mut file, left).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
                let left = left - piece.len() as u64;
                Ok::<_, io::Error>(Some((piece, (file, left))))
            });
            Ok(Box::pin(pieces) as Pieces)
        })
    }
}

/// The next piece of a file, of no more than `most` bytes; `None` at its end.
pub(super) async fn piece(file: &mut File, most: u64) -> io::Result<Option<Bytes>> {
    let mut piece = Vec::new();
    file.take(PIECE.min(most)).read_to_end(&mut piece).await?;
    Ok((!piece.is_empty()).then(|| Bytes::from(piece)))
}

/// A folder for its owner alone; one that is there already is taken as it is.
async fn make_private(folder: &Path) -> io::Result<()> {
    if tokio::fs::try_exists(folder).await? {
        return Ok(());
    }
    let mut builder = tokio::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(folder).await
}

/// A file under a name of its own until it is whole.
struct Part {
    file: File,
    part: PathBuf,
    kept: PathBuf,
    is_kept: bool,
}

impl Incoming for Part {
    fn add(&mut self, piece: Bytes) -> Later<'_, ()> {
        Box::pin(async move { self.file.write_all(&piece).await })
    }

    fn keep(mut self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move {
            self.file.flush().await?;
            self.file.sync_all().await?;
            tokio::fs::rename(&self.part, &self.kept).await?;
            self.is_kept = true;
            // The name is on disk only when its folder is.
            if let Some(folder) = self.kept.parent() {
                File::open(folder).await?.sync_all().await?;
            }
            Ok(())
        })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_kept {
            // What is left of it when that fails is never read: only whole files have a digest as their name.
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arriving, NotKept, take_folder};
    use super::*;
    use futures_util::TryStreamExt;

    fn digest(bytes: &[u8]) -> FileDigest {
        FileDigest::parse(blake3::hash(bytes).to_hex().as_str()).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    async fn keep(store: &Folder, digest: &FileDigest, pieces: &[&'static [u8]]) -> Result<(), NotKept> {
        let mut arriving = Arriving::begin(store, digest, 20).await?;
        for piece in pieces {
            arriving.add(Bytes::from_static(piece)).await?;
        }
        arriving.finish().await
    }

    #[tokio::test]
    async fn s_165_only_what_its_digest_says_is_kept_and_for_its_owner_alone() {
        let data = tempfile::tempdir().unwrap();
        let store = Folder::new(data.path().join("deep/files"));
        let wanted = digest(b"one and two");
        assert_eq!(store.size(&wanted).await.unwrap(), None);
        assert!(matches!(keep(&store, &wanted, &[b"one and ", b"tow"]).await, Err(NotKept::WrongDigest)));
        assert!(matches!(keep(&store, &wanted, &[b"one and two and so on"]).await, Err(NotKept::TooLarge)));
        assert_eq!(names(&data.path().join("deep/files")), [""; 0], "nothing of them stays");
        keep(&store, &wanted, &[b"one ", b"and two"]).await.unwrap();
        assert_eq!(names(&data.path().join("deep/files")), [wanted.as_str()]);
        assert_eq!(store.size(&wanted).await.unwrap(), Some(11));
        let read = async |from, length| -> Vec<u8> {
            let pieces: Vec<Bytes> =
                store.read(&wanted, from, length).await.unwrap().try_collect().await.unwrap();
            pieces.concat()
        };
        assert_eq!((read(0, 11).await, read(4, 3).await), (b"one and two".to_vec(), b"and".to_vec()));
        #[cfg(unix)]
        for (path, mode) in [("deep/files".to_owned(), 0o700), (format!("deep/files/{wanted}"), 0o600)] {
            let found = std::os::unix::fs::PermissionsExt::mode(
                &data.path().join(&path).metadata().unwrap().permissions(),
            );
            assert_eq!(found & 0o777, mode, "{path}");
        }
    }

    #[tokio::test]
    async fn s_165_a_folder_of_a_build_is_taken_over_once() {
        let data = tempfile::tempdir().unwrap();
        let store = Folder::new(data.path().join("kept"));
        let build = data.path().join("build");
        std::fs::create_dir(&build).unwrap();
        let (there, gone, other) = (digest(b"there"), digest(b"gone"), digest(b"other"));
        std::fs::write(build.join(there.as_str()), "there").unwrap();
        assert_eq!(take_folder(&store, &build, [&there, &gone]).await.unwrap(), [&gone]);
        std::fs::remove_file(build.join(there.as_str())).unwrap();
        assert!(take_folder(&store, &build, [&there]).await.unwrap().is_empty());
        std::fs::write(build.join(other.as_str()), "forged").unwrap();
        assert!(matches!(take_folder(&store, &build, [&other]).await, Err(NotKept::WrongDigest)));
    }
}
