//! An HTTP answer as it was sent: the head, and the body without what only the way needed.

use std::io::{self, BufRead, Read};

use flate2::read::{MultiGzDecoder, ZlibDecoder};

use super::super::archive::Answer;

/// A longer head is none.
const LONGEST_HEAD: u64 = 64 << 10;

/// The head of an answer.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub status: u16,
    pub headers: Vec<(String, String)>,
}

impl Head {
    /// Reads a head; the reader stands at the body afterwards.
    pub(super) fn read(reader: &mut impl BufRead) -> io::Result<Option<Head>> {
        let mut head = Head::default();
        let mut reader = reader.take(LONGEST_HEAD);
        let mut line = String::new();
        loop {
            line.clear();
            let mut bytes = Vec::new();
            reader.read_until(b'\n', &mut bytes)?;
            line.push_str(&String::from_utf8_lossy(&bytes));
            let text = line.trim_end();
            if head.status == 0 {
                let mut words = text.split(' ');
                if !words.next().unwrap_or_default().starts_with("HTTP/") {
                    return Ok(None);
                }
                let Some(status) = words.next().and_then(|word| word.parse().ok()) else { return Ok(None) };
                head.status = status;
            } else if text.is_empty() {
                return Ok(Some(head));
            } else if let Some((name, value)) = text.split_once(':') {
                head.headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }

    /// The answer of an address that it is the head of.
    pub(super) fn answer(&self, url: &str, at: i64) -> Answer {
        let short = |name: &str| self.get(name).filter(|value| value.len() <= 2_048);
        Answer {
            status: self.status,
            kind: short("content-type").unwrap_or_default().to_ascii_lowercase(),
            etag: short("etag"),
            last_modified: short("last-modified"),
            location: short("location"),
            ..Answer::of(url, at)
        }
    }

    /// The body without chunks and compression; nothing when it is compressed in a way that is not known here.
    pub(super) fn body<'r>(&self, reader: impl BufRead + 'r) -> Option<Box<dyn Read + 'r>> {
        let says = |name: &str| self.get(name).unwrap_or_default().to_ascii_lowercase();
        let plain: Box<dyn Read + 'r> = match says("transfer-encoding").contains("chunked") {
            true => Box::new(Chunks { reader, left: 0, ended: false }),
            false => Box::new(reader),
        };
        match says("content-encoding").as_str() {
            "" | "identity" => Some(plain),
            "gzip" | "x-gzip" => Some(Box::new(MultiGzDecoder::new(plain))),
            "deflate" => Some(Box::new(ZlibDecoder::new(plain))),
            _ => None,
        }
    }
}

/// A body that was sent in pieces, each with its length before it.
struct Chunks<R> {
    reader: R,
    left: u64,
    ended: bool,
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 && !self.ended {
            let mut line = Vec::new();
            (&mut self.reader).take(1_024).read_until(b'\n', &mut line)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.is_empty() && !line.is_empty() {
                continue;
            }
            let length = text.split(';').next().unwrap_or_default().trim();
            let wrong = || io::Error::new(io::ErrorKind::InvalidData, "a piece without its length");
            self.left = u64::from_str_radix(length, 16).map_err(|_| wrong())?;
            self.ended = self.left == 0;
        }
        if self.ended {
            return Ok(0);
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
        let read = self.reader.read(&mut bytes[..most])?;
        if read == 0 && most > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= read as u64;
        Ok(read)
    }
}
