//! The program itself, as its owner starts it: a process of its own that can be killed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What every replica of a test shares.
const SECRET: &str = "tests-1f8a7c6b5d4e3f2a1b0c9d8e7f6a";

/// A running server.
pub struct Server {
    process: Option<Child>,
    pub base: String,
}

impl Server {
    /// Starts one with generous limits; `more` are variables of its environment.
    pub fn start(database: &str, folder: &Path, more: &[(&str, &str)]) -> Server {
        let log = std::fs::File::create(folder.join("log")).unwrap();
        let is_told = more.iter().any(|(name, _)| *name == "LOGGIA_LOG");
        let mut process = Command::new(env!("CARGO_BIN_EXE_loggia-api"))
            .args(["serve", "--bind", "127.0.0.1:0", "--workers", "2", "--database-url", database])
            .arg("--data-folder")
            .arg(folder)
            .arg("--catalog")
            .arg(folder.join("catalog.json"))
            .env("LOGGIA_SECRET", SECRET)
            .env("LOGGIA_LIMIT_ADD_ENTRY", "1000000")
            .env("LOGGIA_LIMIT_CHECKOUT", "1000000")
            .env("LOGGIA_LIMIT_FORM", "1000000")
            .env("LOGGIA_LIMIT_FORM_FASTEST_MS", "0")
            .env("LOGGIA_LIMIT_FORM_KEY", "1000000")
            .env("LOGGIA_LIMIT_CODE", "1000000")
            .env("LOGGIA_LOG", "error")
            .envs(more.iter().copied())
            .stdout(Stdio::piped())
            .stderr(if is_told { log.into() } else { Stdio::inherit() })
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line
            .trim()
            .strip_prefix("listening on ")
            .unwrap_or_else(|| panic!("it did not start: {line:?}"))
            .to_owned();
        Server { process: Some(process), base }
    }

    /// The place of a server that is gone.
    pub fn nobody(base: &str) -> Server {
        Server { process: None, base: base.to_owned() }
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Child::id)
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// `kill -TERM`, as a service manager does; whether it ended in order.
    pub fn terminate(mut self) -> bool {
        let mut process = self.process.take().unwrap();
        let signalled = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
        assert!(signalled.success());
        process.wait().unwrap().success()
    }
}

/// No server outlives its test, however the test ends.
impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
