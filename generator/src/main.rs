//! The `loggia` command: arguments in, exit code out.

use std::process::ExitCode;

use clap::Parser;
use loggia_generator::cli::{Cli, Exit};

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
