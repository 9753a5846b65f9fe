//! What a file is, by its first bytes.

use super::svg;

/// The ending of a file of these bytes; nothing when it is none that may be brought along (E-040, E-042).
#[must_use]
pub fn ending(bytes: &[u8]) -> Option<&'static str> {
    let begins = |start: &[u8]| bytes.starts_with(start);
    let at = |place: usize, text: &[u8]| bytes.get(place..place + text.len()) == Some(text);
    if begins(&[0xff, 0xd8, 0xff]) {
        Some("jpg")
    } else if begins(b"\x89PNG\r\n\x1a\n") {
        Some("png")
    } else if begins(b"GIF87a") || begins(b"GIF89a") {
        Some("gif")
    } else if begins(b"RIFF") && at(8, b"WEBP") {
        Some("webp")
    } else if begins(b"%PDF-") {
        Some("pdf")
    } else if at(4, b"ftyp") && [&b"M4A "[..], b"M4B ", b"mp42", b"isom"].iter().any(|brand| at(8, brand)) {
        // The same container holds films; those carry a track of pictures.
        (!holds(bytes, b"vmhd")).then_some("m4a")
    } else if begins(b"ID3") || is_mpeg_audio(bytes) {
        Some("mp3")
    } else if svg::check(bytes).is_ok() {
        Some("svg")
    } else {
        None
    }
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    memchr::memmem::find(bytes, wanted).is_some()
}

/// Eleven bits set, then a version, a layer, a bit rate and a sampling rate that there are.
fn is_mpeg_audio(bytes: &[u8]) -> bool {
    let [first, second, third, ..] = *bytes else { return false };
    first == 0xff
        && second & 0xe0 == 0xe0
        && second & 0x18 != 0x08
        && second & 0x06 == 0x02
        && third & 0xf0 != 0xf0
        && third & 0xf0 != 0
        && third & 0x0c != 0x0c
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>a{fill:red}</style><path fill="url(#g)" d="M0 0"/></svg>"##;

    #[test]
    fn e_042_the_content_says_what_a_file_is() {
        for (bytes, wanted) in [
            (&b"\xff\xd8\xff\xe0"[..], Some("jpg")),
            (b"\x89PNG\r\n\x1a\n...", Some("png")),
            (b"GIF89a...", Some("gif")),
            (b"RIFF....WEBPVP8 ", Some("webp")),
            (b"%PDF-1.7", Some("pdf")),
            (b"....ftypM4A ....", Some("m4a")),
            (b"....ftypisom....vmhd", None),
            (b"ID3\x04", Some("mp3")),
            (b"\xff\xfb\x90\x00", Some("mp3")),
            (SVG.as_bytes(), Some("svg")),
            (b"MZ\x90\x00", None),
            (b"\x7fELF", None),
            (b"PK\x03\x04", None),
            (b"<!doctype html><svg></svg>", None),
            (b"<html><body>", None),
            (b"#!/bin/sh", None),
            (b"", None),
        ] {
            assert_eq!(ending(bytes), wanted, "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}
