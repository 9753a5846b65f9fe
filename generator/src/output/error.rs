//! Why an output could not be written.

use std::io;
use std::path::PathBuf;

/// Why a file could not be handed in or the output not finished.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The machine refused.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Files are there that loggia did not write; they stay as they are.
    #[error("{} was not written by loggia and would be replaced; move it away, or choose another folder with --out", paths(.0))]
    Foreign(Vec<PathBuf>),
}

fn paths(list: &[PathBuf]) -> String {
    let mut text = list.iter().take(5).map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    if list.len() > 5 {
        text.push_str(&format!(" and {} more", list.len() - 5));
    }
    text
}
