//! Letters: by a mail server or, until one is set, as files, each named by its cause, so that none is there twice.

use super::smtp::Smtp;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What a mail program posts to [`Letter::unsubscribe`], as RFC 8058 has it.
pub(super) const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// A letter in plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Whom it is for.
    pub to: String,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// Where whoever reads it asks for no more of its kind, by one click (RFC 8058).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsubscribe: Option<String>,
}

/// Why a letter did not arrive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It may arrive later.
    #[error("{0}")]
    Later(String),
    /// It never will: nobody has this address, or the letter is none.
    #[error("{0}")]
    Never(String),
}

/// Who carries letters.
#[derive(Clone, Debug)]
pub enum Carrier {
    /// Writes them into a folder.
    Folder(PathBuf),
    /// Hands them to a mail server.
    Server(Box<Smtp>),
}

impl Carrier {
    /// Carries a letter; the same `cause` overwrites its own letter and never makes a second one.
    pub async fn carry(&self, cause: &str, letter: &Letter) -> Result<(), Undelivered> {
        match self {
            Carrier::Server(server) => server.carry(cause, letter).await,
            Carrier::Folder(folder) => {
                let (folder, path) = (folder.clone(), folder.join(file_name(cause)));
                let text = as_message(letter);
                tokio::task::spawn_blocking(move || write_whole(&folder, &path, &text))
                    .await
                    .map_err(std::io::Error::other)
                    .flatten()
                    .map_err(|fault| Undelivered::Later(fault.to_string()))
            }
        }
    }
}

fn file_name(cause: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
    format!("{}.eml", cause.chars().map(plain).collect::<String>())
}

/// Written beside, then renamed: a reader never sees half a letter.
fn write_whole(folder: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let draft = path.with_extension("draft");
    std::fs::write(&draft, text)?;
    std::fs::rename(draft, path)
}

/// Header lines cannot be forged by what visitors type: line ends in them become spaces.
fn as_message(letter: &Letter) -> String {
    let line = |text: &str| text.replace(['\r', '\n'], " ");
    let way_out = letter.unsubscribe.as_deref().map_or_else(String::new, |address| {
        format!("List-Unsubscribe: <{}>\r\nList-Unsubscribe-Post: {ONE_CLICK}\r\n", line(address))
    });
    format!(
        "To: {}\r\nSubject: {}\r\n{way_out}Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n",
        line(&letter.to),
        line(&letter.subject),
        letter.text
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_cannot_forge_its_headers() {
        let letter = Letter {
            to: "a@b.example\r\nBcc: all@b.example".into(),
            subject: "Hi\nX: y".into(),
            text: "t".into(),
            ..Letter::default()
        };
        let message = as_message(&letter);
        assert!(message.starts_with("To: a@b.example  Bcc: all@b.example\r\nSubject: Hi X: y\r\n"));
    }

    #[tokio::test]
    async fn the_same_cause_makes_one_letter() {
        let folder = tempfile::tempdir().unwrap();
        let carrier = Carrier::Folder(folder.path().into());
        let letter =
            Letter { to: "a@b.example".into(), subject: "s".into(), text: "t".into(), ..Letter::default() };
        carrier.carry("order/1", &letter).await.unwrap();
        carrier.carry("order/1", &letter).await.unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
