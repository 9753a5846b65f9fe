//! What a file is, by its first bytes.

/// The ending of a file of these bytes; nothing when it is none that may be uploaded (E-040, E-042).
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
    } else if is_harmless_svg(bytes) {
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

/// Elements that can bring a script or a page of somebody else into a picture.
const DANGEROUS: [&str; 9] =
    ["script", "foreignObject", "iframe", "object", "embed", "handler", "listener", "set", "animate"];

/// A picture of lines that carries no program and asks for nothing elsewhere.
fn is_harmless_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // A document type can name files of this machine; the reader refuses one.
    let Ok(document) = roxmltree::Document::parse(text.trim_start_matches('\u{feff}')) else { return false };
    if document.root_element().tag_name().name() != "svg" {
        return false;
    }
    let sheets = document.root().children().all(|node| !node.is_pi());
    sheets
        && document.descendants().filter(roxmltree::Node::is_element).all(|element| {
            let name = element.tag_name().name();
            let safe_name = !DANGEROUS.iter().any(|dangerous| name.eq_ignore_ascii_case(dangerous));
            let style = name.eq_ignore_ascii_case("style").then(|| element.text().unwrap_or_default());
            let safe_attributes = element.attributes().all(|attribute| {
                let name = attribute.name().to_ascii_lowercase();
                let is_link = matches!(name.as_str(), "href" | "src");
                !name.starts_with("on") && is_safe_text(attribute.value(), is_link)
            });
            safe_name && safe_attributes && style.is_none_or(|style| is_safe_text(style, false))
        })
}

fn is_safe_text(text: &str, is_link: bool) -> bool {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let plain = plain.to_ascii_lowercase();
    let bad = [
        "javascript:",
        "vbscript:",
        "data:text",
        "data:application",
        "data:image/svg",
        "@import",
        "expression(",
    ];
    if bad.iter().any(|bad| plain.contains(bad)) {
        return false;
    }
    let own = |address: &str| {
        address.trim_start_matches(['"', '\'']).starts_with(['#', '/'])
            || address.trim_start_matches(['"', '\'']).starts_with("data:image/")
    };
    let links = !is_link || own(&plain) || plain.starts_with("https:") || plain.starts_with("http:");
    links && plain.split("url(").skip(1).all(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><style>a{fill:red}</style><path fill="url(#g)" d="M0 0"/></svg>"##;

    #[test]
    fn e_042_what_a_file_is_is_told_by_its_content() {
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

    #[test]
    fn e_040_a_picture_that_carries_a_program_is_refused() {
        for inside in [
            "<script>alert(1)</script>",
            "<SCRIPT xlink:href='x'/>",
            "<foreignObject><body/></foreignObject>",
            "<path onload='alert(1)'/>",
            "<a href='javascript:alert(1)'><path/></a>",
            "<a href='java\tscript:alert(1)'><path/></a>",
            "<a href=' JaVaScRiPt:alert(1)'><path/></a>",
            "<image href='data:text/html,x'/>",
            "<use href='data:image/svg+xml,x'/>",
            "<set attributeName='href' to='javascript:alert(1)'/>",
            "<style>@import 'https://evil.example/x.css';</style>",
            "<path style='fill:url(https://evil.example/x)'/>",
            "<iframe src='https://evil.example'/>",
        ] {
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>{inside}</svg>"
            );
            assert_eq!(ending(svg.as_bytes()), None, "{inside}");
        }
        let entity = "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'>&x;</svg>";
        assert_eq!(ending(entity.as_bytes()), None);
    }
}
