//! How every command speaks.

use clap::Args;

/// How the program speaks.
#[derive(Debug, Clone, Default, Args)]
pub struct ReporterArgs {
    /// Answer with JSON, for programs
    #[arg(long)]
    pub json: bool,
    /// Say only what is wrong
    #[arg(long, short)]
    pub quiet: bool,
}
