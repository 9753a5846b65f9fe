//! Programs of this machine that a target is reached with: `git` and `ssh`, which bring the owner's keys along.

use std::io::{self, Write};
use std::process::{Child, Command, Output, Stdio};

use crate::publish::error::PublishError;

/// How much of what a program complains about is passed on.
const MOST_WORDS: usize = 600;

/// Runs a program to its end with something to read, and gives what it printed.
///
/// # Errors
/// When it is not there. That it failed is the caller's to look at.
pub fn run(mut command: Command, input: &[u8]) -> Result<Output, PublishError> {
    let mut child = start(&mut command)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends before it has read everything says why itself.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output().map_err(|error| missing(&command, &error))
}

/// Starts a program whose three ends are this one's.
///
/// # Errors
/// When it is not there.
pub fn start(command: &mut Command) -> Result<Child, PublishError> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| missing(command, &error))
}

/// What a program says of its failure, without the rest of a long answer.
#[must_use]
pub fn complaint(output: &Output) -> String {
    let words = String::from_utf8_lossy(&output.stderr);
    let words = words.trim();
    if words.is_empty() {
        return format!("it ended with {}", output.status);
    }
    let start = words.len().saturating_sub(MOST_WORDS);
    let start = (start..words.len()).find(|at| words.is_char_boundary(*at)).unwrap_or(0);
    words[start..].to_owned()
}

fn missing(command: &Command, error: &io::Error) -> PublishError {
    let name = command.get_program().to_string_lossy();
    PublishError::Target(match error.kind() {
        io::ErrorKind::NotFound => format!("this target needs the program '{name}', which is not installed"),
        _ => format!("'{name}' could not be run: {error}"),
    })
}
