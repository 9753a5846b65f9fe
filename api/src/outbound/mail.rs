//! Emails: by a mail server or, until one is set, as files, each named by its cause, so that none is there twice.

use super::email::{EmailMessage, ONE_CLICK, Undelivered};
use super::smtp::Smtp;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// Who sends emails.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// Writes them into a folder.
    Folder(PathBuf),
    /// Hands them to a mail server.
    Server(Box<Smtp>),
}

impl Mailer {
    /// Sends an email; the same `cause` overwrites its own email and never makes a second one.
    pub async fn send(&self, cause: &str, email: &EmailMessage) -> Result<(), Undelivered> {
        match self {
            Mailer::Server(server) => server.send(cause, email).await,
            Mailer::Folder(folder) => {
                let (folder, path) = (folder.clone(), folder.join(file_name(cause)));
                let text = as_message(email);
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

/// Written beside, then renamed: a reader never sees half an email. Keys and codes are in emails: whatever the umask is,
/// nobody else on this machine reads them.
fn write_whole(folder: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    make_private(folder)?;
    let draft = path.with_extension("draft");
    // What an interrupted try left may have other rights.
    let _ = std::fs::remove_file(&draft);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&draft)?.write_all(text.as_bytes())?;
    std::fs::rename(draft, path)
}

#[cfg(unix)]
fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(folder)?;
    let private = std::fs::Permissions::from_mode(0o700);
    if std::fs::metadata(folder)?.permissions().mode() & 0o777 == 0o700 {
        return Ok(());
    }
    std::fs::set_permissions(folder, private)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Removes the emails of a folder that were written before a moment (epoch milliseconds); how many.
///
/// # Errors
/// When the folder cannot be read or an email not be removed.
pub fn remove_old(folder: &Path, before: i64) -> std::io::Result<usize> {
    let entries = match std::fs::read_dir(folder) {
        Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let before = UNIX_EPOCH + Duration::from_millis(u64::try_from(before).unwrap_or_default());
    let mut removed = 0;
    for entry in entries {
        let entry = entry?;
        let is_email = entry.path().extension().is_some_and(|kind| kind == "eml" || kind == "draft");
        if is_email && entry.metadata()?.modified()? < before {
            std::fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Header lines cannot be forged by what visitors type: line ends in them become spaces.
fn as_message(email: &EmailMessage) -> String {
    let line = |text: &str| text.replace(['\r', '\n'], " ");
    let way_out = email.unsubscribe.as_deref().map_or_else(String::new, |address| {
        format!("List-Unsubscribe: <{}>\r\nList-Unsubscribe-Post: {ONE_CLICK}\r\n", line(address))
    });
    let answers = email
        .reply_to
        .as_deref()
        .map_or_else(String::new, |address| format!("Reply-To: {}\r\n", line(address)));
    let head = format!("To: {}\r\n{answers}Subject: {}\r\n{way_out}", line(&email.to), line(&email.subject));
    let Some(html) = &email.html else {
        return format!("{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n", email.text);
    };
    let between = boundary(email);
    format!(
        "{head}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"{between}\"\r\n\r\n\
         --{between}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{}\r\n\
         --{between}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{html}\r\n\
         --{between}--\r\n",
        email.text
    )
}

/// What stands between the parts: nothing that any of them says, the same for the same email.
fn boundary(email: &EmailMessage) -> String {
    let mut digest = Sha256::new();
    digest.update(&email.text);
    digest.update(email.html.as_deref().unwrap_or_default());
    format!("part-{}", &hex::encode(digest.finalize())[..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_cannot_forge_its_headers() {
        let email = EmailMessage {
            to: "a@b.example\r\nBcc: all@b.example".into(),
            subject: "Hi\nX: y".into(),
            text: "t".into(),
            ..EmailMessage::default()
        };
        let message = as_message(&email);
        assert!(message.starts_with("To: a@b.example  Bcc: all@b.example\r\nSubject: Hi X: y\r\n"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn s_065_an_email_is_for_its_owner_alone_and_goes_in_time() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("mail");
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        Mailer::Folder(folder.clone()).send("order/1", &EmailMessage::default()).await.unwrap();
        let file = folder.join("order_1.eml");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
        let written = std::fs::metadata(&file).unwrap().modified().unwrap();
        let written = i64::try_from(written.duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
        std::fs::write(folder.join("notes.txt"), "mine").unwrap();
        assert_eq!(remove_old(&folder, written - 1).unwrap(), 0);
        assert_eq!(remove_old(&folder, written + 1).unwrap(), 1);
        assert!(!file.exists() && folder.join("notes.txt").exists());
        assert_eq!(remove_old(&parent.path().join("none"), i64::MAX).unwrap(), 0);
    }

    #[tokio::test]
    async fn the_same_cause_makes_one_email() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = Mailer::Folder(folder.path().into());
        let email = EmailMessage {
            to: "a@b.example".into(),
            subject: "s".into(),
            text: "t".into(),
            ..EmailMessage::default()
        };
        mailer.send("order/1", &email).await.unwrap();
        mailer.send("order/1", &email).await.unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
