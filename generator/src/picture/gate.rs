//! What a picture says of itself, checked before any of it is unpacked.
//!
//! A few kilobytes can ask for many gigabytes of memory. Code that reads a picture asks here first; nothing is reserved
//! for what a file merely says. With these bounds a build's pictures take less than
//! 1.25 GiB, whatever they are.

use std::io::Read as _;

/// Bytes of a file that is read as a picture.
pub const LARGEST_FILE: u64 = 64 << 20;
/// Pixels of a picture. Those of telephones and good cameras have up to 64 million.
pub const MOST_PIXELS: u64 = 80_000_000;
/// Pixels of its longer side.
pub const LONGEST_SIDE: u32 = 30_000;
/// Bytes of a picture as its decoder gives it.
#[cfg(feature = "pictures")]
pub const UNPACKED: u64 = 256 << 20;
/// Frames of a picture that moves.
pub const MOST_FRAMES: u64 = 2_000;
/// Bytes of a color profile.
pub const LARGEST_PROFILE: u64 = 4 << 20;
/// Bytes of everything in a file that is not pixels.
pub const MOST_NOTES: u64 = 16 << 20;
/// Passes in which a JPEG may be sent; the usual ones have up to a dozen.
const MOST_SCANS: u64 = 100;

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raster {
    /// JPEG.
    Jpeg,
    /// PNG and APNG.
    Png,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
}

/// What a picture says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Its format, by its content.
    pub format: Raster,
    /// Pixels, as it is stored.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// How many pictures follow each other; 1 when it does not move.
    pub frames: u64,
}

const CUT_OFF: &str = "it is cut off";

/// Reads what a picture says of itself, without unpacking it.
///
/// # Errors
/// Why it is not opened: it is no picture, not whole, or larger than any that is.
pub fn look(bytes: &[u8]) -> Result<Look, String> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(file_too_large());
    }
    let (format, header) = match bytes {
        [0xff, 0xd8, 0xff, ..] => (Raster::Jpeg, jpeg(bytes)?),
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => (Raster::Png, png(bytes)?),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => (Raster::Gif, gif(bytes)?),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => (Raster::Webp, webp(bytes)?),
        [] => return Err("the file is empty".to_owned()),
        _ => return Err("its content is no JPEG, PNG, GIF or WebP".to_owned()),
    };
    let Header { width, height, frames, notes } = header;
    if notes > MOST_NOTES {
        return Err(format!(
            "it carries {} of notes; {} are allowed",
            megabytes(notes),
            megabytes(MOST_NOTES)
        ));
    }
    if frames > MOST_FRAMES {
        return Err(format!("it has {frames} frames; {MOST_FRAMES} are allowed"));
    }
    Ok(Look { format, width, height, frames: frames.max(1) })
}

/// Why a file of more than [`LARGEST_FILE`] bytes is not read.
#[must_use]
pub fn file_too_large() -> String {
    format!("the file is larger than {}", megabytes(LARGEST_FILE))
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}

/// What the headers in a file say together.
#[derive(Default)]
struct Header {
    width: u32,
    height: u32,
    frames: u64,
    /// Bytes that are not pixels.
    notes: u64,
}

impl Header {
    /// Takes note of a size; each that a file names must be allowed, not only the first.
    fn size(&mut self, width: u32, height: u32) -> Result<(), String> {
        if width == 0 || height == 0 {
            return Err("it has no size".to_owned());
        }
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MOST_PIXELS || width.max(height) > LONGEST_SIDE {
            let most = MOST_PIXELS / 1_000_000;
            return Err(format!(
                "it has {width} × {height} pixels; {most} million are allowed, and {LONGEST_SIDE} a side"
            ));
        }
        self.width = self.width.max(width);
        self.height = self.height.max(height);
        Ok(())
    }

    fn profile(&mut self, bytes: u64) -> Result<(), String> {
        self.notes += bytes;
        if bytes > LARGEST_PROFILE {
            return Err(format!("its color profile has {}", megabytes(bytes)));
        }
        Ok(())
    }
}

/// Bytes that are read one after the other; what is not there is an end, never a panic.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn from(bytes: &'b [u8], at: usize) -> Reader<'b> {
        Reader { bytes, at }
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], String> {
        let end = self.at.checked_add(length).ok_or(CUT_OFF)?;
        let part = self.bytes.get(self.at..end).ok_or(CUT_OFF)?;
        self.at = end;
        Ok(part)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    fn big_16(&mut self) -> Result<u16, String> {
        self.take(2).map(|part| u16::from_be_bytes([part[0], part[1]]))
    }

    fn little_16(&mut self) -> Result<u16, String> {
        self.take(2).map(|part| u16::from_le_bytes([part[0], part[1]]))
    }

    fn little_24(&mut self) -> Result<u32, String> {
        self.take(3).map(|part| u32::from_le_bytes([part[0], part[1], part[2], 0]))
    }

    fn big_32(&mut self) -> Result<u32, String> {
        self.take(4).map(|part| u32::from_be_bytes([part[0], part[1], part[2], part[3]]))
    }

    fn little_32(&mut self) -> Result<u32, String> {
        self.take(4).map(|part| u32::from_le_bytes([part[0], part[1], part[2], part[3]]))
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }
}

fn png(bytes: &[u8]) -> Result<Header, String> {
    let mut header = Header::default();
    let mut reader = Reader::from(bytes, 8);
    let mut has_pixels = false;
    loop {
        let length = reader.big_32()?;
        let kind = reader.take(4)?;
        let content = reader.take(usize::try_from(length).map_err(|_| CUT_OFF)?)?;
        reader.take(4)?;
        let length = u64::from(length);
        let mut inside = Reader::from(content, 0);
        match kind {
            b"IHDR" => header.size(inside.big_32()?, inside.big_32()?)?,
            _ if header.width == 0 => return Err("it does not begin with its size".to_owned()),
            b"IDAT" | b"fdAT" => has_pixels = true,
            b"fcTL" => {
                inside.take(4)?;
                header.size(inside.big_32()?, inside.big_32()?)?;
                header.frames += 1;
            }
            b"acTL" => header.frames = header.frames.max(u64::from(inside.big_32()?)),
            b"iCCP" => {
                let profile = unpacked(named_and_packed(content), LARGEST_PROFILE)?;
                header.profile(length.max(profile))?;
            }
            b"zTXt" => header.notes += length.max(unpacked(named_and_packed(content), MOST_NOTES)?),
            b"iTXt" => header.notes += length.max(unpacked(packed_text(content), MOST_NOTES)?),
            b"IEND" if has_pixels => return Ok(header),
            b"IEND" => return Err("it has no pixels".to_owned()),
            _ => header.notes += length,
        }
        if header.frames > MOST_FRAMES || header.notes > MOST_NOTES {
            return Ok(header);
        }
    }
}

/// What is packed in a part of a PNG that begins with a name and the way of packing.
fn named_and_packed(content: &[u8]) -> &[u8] {
    memchr::memchr(0, content).and_then(|end| content.get(end + 2..)).unwrap_or_default()
}

/// What is packed in a text of a PNG in one of the world's languages, when it is packed: behind its name come whether
/// it is, how, its language and its name in that language.
fn packed_text(content: &[u8]) -> &[u8] {
    let mut parts = content.splitn(2, |byte| *byte == 0);
    let Some([1, _, rest @ ..]) = parts.nth(1) else { return &[] };
    rest.splitn(3, |byte| *byte == 0).nth(2).unwrap_or_default()
}

/// How many bytes a packed part becomes, up to one more than `most`; none of them is kept. What is damaged counts as far
/// as it can be read.
///
/// # Errors
/// When it becomes more than `most`.
fn unpacked(packed: &[u8], most: u64) -> Result<u64, String> {
    let mut stream = flate2::read::ZlibDecoder::new(packed).take(most + 1);
    let mut buffer = [0; 1 << 15];
    let mut bytes = 0;
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        bytes += count as u64;
    }
    if bytes > most {
        return Err(format!("a note or a color profile in it unpacks to more than {}", megabytes(most)));
    }
    Ok(bytes)
}

fn gif(bytes: &[u8]) -> Result<Header, String> {
    let mut header = Header::default();
    let mut reader = Reader::from(bytes, 6);
    let (width, height) = (reader.little_16()?, reader.little_16()?);
    header.size(u32::from(width), u32::from(height))?;
    let flags = reader.byte()?;
    reader.take(2)?;
    colors(&mut reader, flags)?;
    loop {
        match reader.byte()? {
            0x3b if header.frames > 0 => return Ok(header),
            0x3b => return Err("it has no pixels".to_owned()),
            0x21 => {
                reader.byte()?;
                header.notes += blocks(&mut reader)?;
            }
            0x2c => {
                reader.take(4)?;
                let (width, height) = (reader.little_16()?, reader.little_16()?);
                header.size(u32::from(width), u32::from(height))?;
                let flags = reader.byte()?;
                colors(&mut reader, flags)?;
                reader.byte()?;
                blocks(&mut reader)?;
                header.frames += 1;
                if header.frames > MOST_FRAMES {
                    return Ok(header);
                }
            }
            _ => return Err("it is damaged".to_owned()),
        }
    }
}

/// Passes over a table of colors of a GIF, when there is one.
fn colors(reader: &mut Reader<'_>, flags: u8) -> Result<(), String> {
    if flags & 0x80 != 0 {
        reader.take(3 << ((flags & 7) + 1))?;
    }
    Ok(())
}

/// Passes over the blocks of a part of a GIF; how many bytes they have.
fn blocks(reader: &mut Reader<'_>) -> Result<u64, String> {
    let mut bytes = 0;
    loop {
        match reader.byte()? {
            0 => return Ok(bytes),
            length => bytes += reader.take(usize::from(length))?.len() as u64,
        }
    }
}

fn webp(bytes: &[u8]) -> Result<Header, String> {
    let mut header = Header::default();
    let mut reader = Reader::from(bytes, 4);
    let length = usize::try_from(reader.little_32()?).map_err(|_| CUT_OFF)?;
    let whole = bytes.get(..length.checked_add(8).ok_or(CUT_OFF)?).ok_or(CUT_OFF)?;
    let mut reader = Reader::from(whole, 12);
    let mut has_pixels = false;
    while !reader.is_at_end() {
        let kind = reader.take(4)?;
        let length = reader.little_32()?;
        let content = reader.take(usize::try_from(length).map_err(|_| CUT_OFF)?)?;
        if length % 2 == 1 && !reader.is_at_end() {
            reader.byte()?;
        }
        let mut inside = Reader::from(content, 0);
        match kind {
            b"VP8X" => {
                inside.take(4)?;
                let (width, height) = (inside.little_24()?, inside.little_24()?);
                header.size(width + 1, height + 1)?;
            }
            b"VP8 " => {
                has_pixels = true;
                inside.take(6)?;
                let (width, height) = (inside.little_16()?, inside.little_16()?);
                header.size(u32::from(width & 0x3fff), u32::from(height & 0x3fff))?;
            }
            b"VP8L" => {
                has_pixels = true;
                inside.byte()?;
                let packed = inside.little_32()?;
                header.size((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1)?;
            }
            b"ANMF" => {
                has_pixels = true;
                inside.take(6)?;
                let (width, height) = (inside.little_24()?, inside.little_24()?);
                header.size(width + 1, height + 1)?;
                header.frames += 1;
            }
            b"ICCP" => header.profile(u64::from(length))?,
            b"ALPH" | b"ANIM" => {}
            _ => header.notes += u64::from(length),
        }
    }
    if has_pixels { Ok(header) } else { Err("it has no pixels".to_owned()) }
}

fn jpeg(bytes: &[u8]) -> Result<Header, String> {
    let mut header = Header::default();
    let mut reader = Reader::from(bytes, 2);
    let (mut profile, mut scans) = (0, 0);
    loop {
        if reader.byte()? != 0xff {
            return Err("it is damaged".to_owned());
        }
        let mut marker = reader.byte()?;
        while marker == 0xff {
            marker = reader.byte()?;
        }
        match marker {
            0xd9 if scans > 0 => break,
            0xd9 => return Err("it has no pixels".to_owned()),
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length = usize::from(reader.big_16()?).checked_sub(2).ok_or("it is damaged")?;
        let content = reader.take(length)?;
        match marker {
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                let mut inside = Reader::from(content, 1);
                let (height, width) = (inside.big_16()?, inside.big_16()?);
                header.size(u32::from(width), u32::from(height))?;
                header.frames += 1;
            }
            0xda => {
                scans += 1;
                if scans > MOST_SCANS {
                    return Err(format!("it is sent in more than {MOST_SCANS} passes"));
                }
                pass_over_scan(&mut reader)?;
            }
            0xe2 if content.starts_with(b"ICC_PROFILE\0") => profile += length as u64,
            0xe0..=0xef | 0xfe => header.notes += length as u64,
            _ => {}
        }
    }
    if header.frames != 1 {
        return Err("it does not say one size".to_owned());
    }
    header.profile(profile)?;
    Ok(header)
}

/// Goes to the next mark that ends a scan of a JPEG.
fn pass_over_scan(reader: &mut Reader<'_>) -> Result<(), String> {
    let rest = &reader.bytes[reader.at..];
    let end = memchr::memchr_iter(0xff, rest)
        .find(|at| !matches!(rest.get(at + 1), None | Some(0 | 0xff | 0xd0..=0xd7)))
        .ok_or(CUT_OFF)?;
    reader.at += end;
    Ok(())
}
