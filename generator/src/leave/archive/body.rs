//! Bodies of answers on the disk: compressed, each once, under the digest of what it says.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::journal::Answer;
use crate::manifest::DigestWriter;

/// Where the body with a digest lies. What is no digest leads nowhere.
pub(super) fn file(folder: &Path, digest: &str) -> PathBuf {
    let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digest = if is_digest { digest } else { "none" };
    folder.join("bodies").join(&digest[..2]).join(format!("{digest}.gz"))
}

/// A body on its way: it is written to the disk as it comes.
pub struct Incoming {
    folder: PathBuf,
    part: GzEncoder<NamedTempFile>,
    digest: DigestWriter,
    size: u64,
}

impl Incoming {
    pub(super) fn new(folder: &Path) -> io::Result<Incoming> {
        let part = NamedTempFile::new_in(folder.join("parts"))?;
        Ok(Incoming {
            folder: folder.to_path_buf(),
            part: GzEncoder::new(part, Compression::new(3)),
            digest: DigestWriter::default(),
            size: 0,
        })
    }

    /// How many bytes came.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Puts it into the archive; its digest and size.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn keep(self) -> io::Result<(String, u64)> {
        let digest = self.digest.finish().to_string();
        let file = file(&self.folder, &digest);
        let mut part = self.part.finish()?;
        part.flush()?;
        // One that was found broken is written anew.
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        part.persist(&file).map_err(|error| error.error)?;
        Ok((digest, self.size))
    }
}

impl Write for Incoming {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.write_all(bytes)?;
        self.digest.write_all(bytes)?;
        self.size += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A body that is read. More than it had is never read, and at its end it is held to its digest.
pub struct Body {
    source: io::Take<GzDecoder<BufReader<File>>>,
    digest: Option<DigestWriter>,
    wanted: String,
}

impl Body {
    pub(super) fn open(folder: &Path, answer: &Answer) -> io::Result<Body> {
        let digest = answer.body.clone().ok_or_else(|| io::Error::other("it has no body"))?;
        let opened = crate::folder::open(&file(folder, &digest))?;
        let source = GzDecoder::new(BufReader::new(opened)).take(answer.size + 1);
        Ok(Body { source, digest: Some(DigestWriter::default()), wanted: digest })
    }
}

impl Read for Body {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(bytes)?;
        match &mut self.digest {
            Some(digest) if read > 0 => digest.write_all(&bytes[..read])?,
            _ if bytes.is_empty() => {}
            _ => {
                let digest = self.digest.take();
                if digest.is_some_and(|digest| digest.finish().to_string() != self.wanted) {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not what was fetched"));
                }
            }
        }
        Ok(read)
    }
}
