//! How somebody at the machine gets into the editor: an address with a token, printed and opened.

use std::sync::Arc;

use serde_json::json;

use crate::cmd::reporter::Reporter;
use crate::editing::Workspace;

/// The address that opens the editor where there are no users.
pub(super) struct Opening {
    pub(super) workspace: Arc<Workspace>,
    /// Where the editor is.
    pub(super) address: String,
    pub(super) reporter: Reporter,
}

impl Opening {
    /// With a token that works once; the address before works no more.
    pub(super) fn once(&self) -> String {
        format!("{}/config?token={}", self.address, self.workspace.keys.token())
    }

    /// Every line that is typed in the terminal brings another.
    pub(super) fn again_on_enter(self) {
        std::thread::spawn(move || {
            for line in std::io::stdin().lines() {
                if line.is_err() {
                    return;
                }
                let address = self.once();
                self.reporter.json(&json!({"open": address}));
                self.reporter.say(&format!("edit it at {address}"));
            }
        });
    }
}

/// Opens an address in the browser of whoever sits here; whether there is a program that does.
pub(super) fn browse(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    let quiet = std::process::Stdio::null;
    let begun = command.args(before).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    // It ends when the browser has the address; nobody waits for it here.
    begun.map(|mut child| std::thread::spawn(move || child.wait())).is_ok()
}
