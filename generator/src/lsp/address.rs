//! Files as editors name them: `file:` addresses.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stands in the path of an address as it is.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The file that an address names; `None` for what is no file of this machine.
#[must_use]
pub fn path(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    // A host before the path is that of another machine, or this one's name for itself.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode_str(rest).decode_utf8().ok()?;
    let plain = match decoded.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => &decoded[1..],
        [b'/', ..] => &decoded[..],
        _ => return None,
    };
    if plain.contains('\0') {
        return None;
    }
    let mut path = PathBuf::new();
    for part in Path::new(plain).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    Some(path)
}

/// The address of a file; `None` when its name cannot be said in one.
#[must_use]
pub fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, ESCAPED)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_one_another() {
        for text in ["/a/site one/template/ä#?.region", "/x"] {
            let address = uri(Path::new(text)).unwrap();
            assert_eq!(path(address.as_str()).as_deref(), Some(Path::new(text)), "{}", address.as_str());
        }
        assert_eq!(path("file:///a/../b/%7Bc%7D"), Some(PathBuf::from("/b/{c}")));
        for other in [
            "untitled:Untitled-1",
            "http://a/b",
            "file://host/a",
            "file:///%ff",
            "file:///a%00b",
            "",
            "file://",
        ] {
            assert_eq!(path(other), None, "{other}");
        }
    }
}
