//! The program of a browser: started with a profile of its own, and ended.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// What it says of itself is shown up to here, in bytes.
const SAID: u64 = 600;

/// How it is started in every case: without a window, and without doing anything that it was not asked to do.
const MANNER: [&str; 26] = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-notifications",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication",
    "--force-color-profile=srgb",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    // Memory: of scripts a page, and of pages beside each other.
    "--js-flags=--max-old-space-size=512",
    "--renderer-process-limit=4",
];

/// The browser reads from its third and writes to its fourth channel. The shell puts our pipes there and becomes the
/// browser.
const CHANNELS: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#;

/// A browser that runs.
pub(super) struct Process {
    child: Child,
    said: File,
    /// Taken away when the browser has ended.
    profile: TempDir,
}

impl Process {
    /// Starts it. Its only way to the network is the port of the gateway.
    pub(super) fn start(program: &Path, port: u16) -> io::Result<Process> {
        let profile = tempfile::Builder::new().prefix("loggia-browser-").tempdir()?;
        let said =
            File::options().create_new(true).read(true).write(true).open(profile.path().join("said"))?;
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(CHANNELS).arg(program).args(MANNER);
        command.arg(format!("--user-data-dir={}", profile.path().join("profile").display()));
        command.arg(format!("--proxy-server=socks5://127.0.0.1:{port}"));
        // This machine is behind the gateway as well, and no name is looked up beside it.
        command.arg("--proxy-bypass-list=<-loopback>");
        command.arg("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1");
        if is_root(profile.path())? {
            // Chromium's sandbox refuses to work for root.
            command.arg("--no-sandbox");
        }
        command.arg("about:blank");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(said.try_clone()?);
        let child = command.kill_on_drop(true).spawn()?;
        Ok(Process { child, said, profile })
    }

    /// Where it is read from and written to.
    pub(super) fn pipes(&mut self) -> io::Result<(ChildStdout, ChildStdin)> {
        let pipes = self.child.stdout.take().zip(self.child.stdin.take());
        pipes.ok_or_else(|| io::Error::other("it has no pipes"))
    }

    /// The last of what it said of itself.
    pub(super) fn said(&mut self) -> String {
        let length = self.said.metadata().map_or(0, |found| found.len());
        let mut bytes = Vec::new();
        let from = SeekFrom::Start(length.saturating_sub(SAID));
        let read = self.said.seek(from).and_then(|_| (&self.said).take(SAID).read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        match text.trim() {
            "" => match read {
                Ok(_) => "it said nothing".to_owned(),
                Err(error) => error.to_string(),
            },
            text => text.to_owned(),
        }
    }

    /// Waits a little for its end, then ends it, and takes its profile away.
    pub(super) async fn end(mut self) {
        if tokio::time::timeout(Duration::from_secs(5), self.child.wait()).await.is_err() {
            let _ = self.child.kill().await;
        }
        // Its helpers may be writing their last.
        for _ in 0..20 {
            if std::fs::remove_dir_all(self.profile.path()).is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Whether this program is root's: who it is owns the folder that it just made.
#[cfg(unix)]
fn is_root(own: &Path) -> io::Result<bool> {
    Ok(std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(own)?) == 0)
}

#[cfg(not(unix))]
fn is_root(_own: &Path) -> io::Result<bool> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "on this system the program cannot speak with a browser"))
}
