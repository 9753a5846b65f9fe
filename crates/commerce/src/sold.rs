//! Files that are sold: known by what is in them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A file that a product sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SoldFile {
    /// Of its bytes.
    pub digest: FileDigest,
    /// Bytes.
    pub size: u64,
    /// The name that a buyer's copy gets.
    pub name: String,
    /// Its media type, such as `application/pdf`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where its owner keeps it in the site, such as `/files/glaze.pdf`.
    #[serde(default)]
    pub address: String,
}

/// The BLAKE3 digest of a file: 64 lower-case hex digits and nothing else, so that it may name a file on disk.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileDigest(String);

/// A text that is no digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 lower-case hex digits")]
pub struct NotADigest;

impl FileDigest {
    /// The digest that a text says.
    ///
    /// # Errors
    /// When it says none.
    pub fn parse(text: &str) -> Result<Self, NotADigest> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_hex) {
            Ok(FileDigest(text.to_owned()))
        } else {
            Err(NotADigest)
        }
    }

    /// The hex digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FileDigest {
    type Error = NotADigest;

    fn try_from(text: String) -> Result<Self, NotADigest> {
        FileDigest::parse(&text)
    }
}

impl From<FileDigest> for String {
    fn from(digest: FileDigest) -> String {
        digest.0
    }
}

impl fmt::Display for FileDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for FileDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Where a publish hands a file to the api; below the address of the api.
#[must_use]
pub fn upload_path(digest: &FileDigest) -> String {
    format!("/api/commerce/files/{digest}")
}

/// What is signed for handing a file over, in place of a body: the call and, by the digest in it, every byte of the file.
/// A body that could be mistaken for it is no JSON.
#[must_use]
pub fn upload_statement(digest: &FileDigest) -> String {
    format!("PUT {}", upload_path(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_165_a_digest_is_nothing_but_a_digest() {
        let good = "0123456789abcdef".repeat(4);
        assert_eq!(FileDigest::parse(&good).unwrap().as_str(), good);
        assert_eq!(serde_json::from_str::<FileDigest>(&format!("\"{good}\"")).unwrap().to_string(), good);
        let longer = format!("{good}0");
        let traversing = format!("../{}", &good[3..]);
        for text in ["", "..", &good[1..], &longer, &good.to_uppercase(), &traversing, &"é".repeat(32)] {
            assert_eq!(FileDigest::parse(text), Err(NotADigest), "{text}");
            assert!(serde_json::from_value::<FileDigest>(text.into()).is_err(), "{text}");
        }
    }
}
