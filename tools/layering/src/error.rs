//! What can keep the sources from being read.

use std::path::PathBuf;

/// Why the sources could not be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file is absent or unreadable.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is no Rust.
    #[error("{}:{line}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What the parser said.
        message: String,
    },
    /// `mod name;` leads to no file.
    #[error("{}: no file for `mod {name};`", path.display())]
    NoModule {
        /// The file that declares the module.
        path: PathBuf,
        /// The module's name.
        name: String,
    },
    /// A `Cargo.toml` does not say what it should.
    #[error("{}: {message}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A line of a list of exceptions is no exception.
    #[error("{}:{line}: expected `file::name: reason`", path.display())]
    Exception {
        /// The list.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
}
