//! The write-ahead log of SQLite as bytes: which of them are committed, and what they change.
//!
//! The format is SQLite's (<https://www.sqlite.org/fileformat2.html#walformat>): a header of 32 bytes, then frames of a header of
//! 24 bytes and a page each. A frame counts when its salts are those of the header and its checksum, which runs on from frame to
//! frame, is right; a transaction is there when its last frame is, the one that says how many pages the database then has.

/// Bytes of the header.
pub const HEADER: usize = 32;
/// Bytes in front of each page.
pub const FRAME_HEADER: usize = 24;

/// The header of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Bytes of a page.
    pub page_size: usize,
    /// Two numbers by which frames of this log are told from those it is written over; the first grows by one each time the
    /// log begins anew.
    pub salts: (u32, u32),
    sums: (u32, u32),
    is_big_endian: bool,
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
}

impl Header {
    /// Reads the first bytes of a log; `None` when they are none, or not whole.
    pub fn read(bytes: &[u8]) -> Option<Header> {
        let bytes = bytes.get(..HEADER)?;
        let magic = number(bytes, 0);
        if magic & !1 != 0x377f_0682 || number(bytes, 4) != 3_007_000 {
            return None;
        }
        let page_size = usize::try_from(number(bytes, 8)).ok()?;
        if !page_size.is_power_of_two() || !(512..=65536).contains(&page_size) {
            return None;
        }
        let is_big_endian = magic & 1 == 1;
        let sums = sum(is_big_endian, (0, 0), &bytes[..24]);
        let header = Header { page_size, salts: (number(bytes, 16), number(bytes, 20)), sums, is_big_endian };
        (sums == (number(bytes, 24), number(bytes, 28))).then_some(header)
    }
}

/// SQLite's checksum, which runs on; the length is a multiple of eight.
fn sum(is_big_endian: bool, (mut one, mut two): (u32, u32), bytes: &[u8]) -> (u32, u32) {
    let (words, _) = bytes.as_chunks::<4>();
    let read =
        |word: [u8; 4]| if is_big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) };
    for pair in words.chunks_exact(2) {
        one = one.wrapping_add(read(pair[0])).wrapping_add(two);
        two = two.wrapping_add(read(pair[1])).wrapping_add(one);
    }
    (one, two)
}

/// How far a log was read: behind a commit, or at its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    header: Header,
    sums: (u32, u32),
    end: u64,
}

/// A page as a frame has it.
pub struct Page<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// How many pages the database has after the transaction whose last frame this is; `None` within one.
    pub commit: Option<u32>,
    /// Its content.
    pub content: &'a [u8],
}

impl Chain {
    /// Behind the header, before the first frame.
    pub fn begin(header: Header) -> Chain {
        Chain { header, sums: header.sums, end: HEADER as u64 }
    }

    /// The header of the log.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The offset in the log behind the last commit that was read.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Bytes of a frame.
    pub fn frame(&self) -> usize {
        FRAME_HEADER + self.header.page_size
    }

    /// How many frames were read.
    pub fn frames(&self) -> u64 {
        (self.end - HEADER as u64) / self.frame() as u64
    }

    /// The frame at the beginning of `bytes`, and the sums behind it, when it is whole and follows `sums`.
    fn next<'a>(&self, sums: (u32, u32), bytes: &'a [u8]) -> Option<(Page<'a>, (u32, u32))> {
        let frame = bytes.get(..self.frame())?;
        if (number(frame, 8), number(frame, 12)) != self.header.salts || number(frame, 0) == 0 {
            return None;
        }
        let is_big = self.header.is_big_endian;
        let sums = sum(is_big, sum(is_big, sums, &frame[..8]), &frame[FRAME_HEADER..]);
        if sums != (number(frame, 16), number(frame, 20)) {
            return None;
        }
        let commit = Some(number(frame, 4)).filter(|pages| *pages > 0);
        Some((Page { number: number(frame, 0), commit, content: &frame[FRAME_HEADER..] }, sums))
    }

    /// Goes on over `bytes`, which stand in the log from [`Chain::end`] on, to the last commit in them; how many bytes that are.
    pub fn go_over(&mut self, bytes: &[u8]) -> usize {
        self.each(bytes, |_| ())
    }

    /// The same, with every page of every transaction that is whole, and of at most one more that is not: what is said last about
    /// its commit counts.
    pub fn each(&mut self, bytes: &[u8], mut page: impl FnMut(Page<'_>)) -> usize {
        let (mut sums, mut at, mut taken) = (self.sums, 0, 0);
        while let Some((found, following)) = self.next(sums, &bytes[at..]) {
            sums = following;
            at += self.frame();
            let is_commit = found.commit.is_some();
            page(found);
            if is_commit {
                taken = at;
                self.sums = sums;
            }
        }
        self.end += taken as u64;
        taken
    }

    /// Whether the log still is what was read: `header` is its header now, and `last` the head of the last frame that was read.
    /// The checksum runs on, so the last one proves all before it.
    pub fn holds(&self, header: Header, last: &[u8]) -> bool {
        header == self.header
            && (self.end == HEADER as u64 || (number(last, 16), number(last, 20)) == self.sums)
    }
}
