//! The `loggia` command: arguments in, exit code out.

use std::process::ExitCode;

use clap::Parser;
use loggia_generator::cli::{Cli, Exit};

/// Pages are made on every core at once, out of many small pieces: the system's allocator would make them wait.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match loggia_generator::cmd::run(cli) {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(Exit::Machine as u8)
        }
    }
}
