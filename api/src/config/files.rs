//! Where files that are sold are kept, and how they come and go.

use std::path::PathBuf;

/// The settings of files that are sold.
#[derive(Clone, Debug, clap::Args)]
pub struct FileSettings {
    /// The folder of the files that are sold, which nobody else reads; without it `files` in the data folder. Servers that
    /// share a database share it.
    #[arg(id = "files", long = "files", env = "LOGGIA_FILES")]
    pub folder: Option<PathBuf>,
    /// Bytes of one file that a publish hands over.
    #[arg(long = "limit-file-bytes", env = "LOGGIA_LIMIT_FILE_BYTES", default_value_t = Self::default().file_bytes)]
    pub file_bytes: u64,
    /// Milliseconds such a file may take to arrive.
    #[arg(long = "limit-file-ms", env = "LOGGIA_LIMIT_FILE_MS", default_value_t = Self::default().file_ms)]
    pub file_ms: u64,
    /// Hours for which a link to a file that was bought works.
    #[arg(long, env = "LOGGIA_DOWNLOAD_HOURS", default_value_t = Self::default().download_hours)]
    pub download_hours: u32,
    /// How often each piece of a file that was bought is given by link. Its parts, fetched from one place within an hour, are one.
    #[arg(long, env = "LOGGIA_DOWNLOADS", default_value_t = Self::default().downloads)]
    pub downloads: u32,
}

impl Default for FileSettings {
    fn default() -> Self {
        FileSettings {
            folder: None,
            file_bytes: 2 * 1024 * 1024 * 1024,
            file_ms: 1_800_000,
            download_hours: 72,
            downloads: 5,
        }
    }
}
