//! One verb, one file. Faults of the machine end here, with what was being done.

mod build;
mod check;
mod export;
mod import;
#[cfg(feature = "remote")]
mod leave;
#[cfg(feature = "remote")]
mod leave_bar;
#[cfg(feature = "remote")]
mod leave_check;
#[cfg(feature = "remote")]
mod leave_report;
mod lsp;
#[cfg(feature = "serve")]
mod memory;
mod new;
mod publish;
mod render;
mod reporter;
#[cfg(feature = "serve")]
mod serve;
mod setup;
#[cfg(feature = "remote")]
mod stats;
mod watch;

use clap::CommandFactory;

use crate::cli::{Cli, Command, Exit};

/// Does what the command line says.
///
/// # Errors
/// When the machine refused something.
pub fn run(cli: Cli) -> anyhow::Result<Exit> {
    match cli.command {
        Command::New(args) => new::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        #[cfg(feature = "remote")]
        Command::Leave(args) => leave::run(&args),
        Command::Publish(args) => publish::run(&args),
        Command::Rollback(args) => publish::rollback(&args),
        Command::List(args) => publish::list(&args),
        #[cfg(feature = "remote")]
        Command::Stats(args) => stats::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Watch(args) => watch::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => {
            memory::give_back_at_once();
            serve::run(&args)
        }
        Command::Lsp { .. } => lsp::run(),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "loggia", &mut std::io::stdout());
            Ok(Exit::Ok)
        }
        #[cfg(feature = "serve")]
        Command::EditorContract => {
            print!("{}", crate::editing::contract::document());
            Ok(Exit::Ok)
        }
        Command::Man { out } => man(out.as_deref()),
    }
}

/// The manual: one page for the command and one for each verb, into a folder, or all of it on standard output.
fn man(out: Option<&std::path::Path>) -> anyhow::Result<Exit> {
    use anyhow::Context;
    match out {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
                .with_context(|| format!("the manual cannot be written to {}", folder.display()))?;
        }
        None => clap_mangen::Man::new(Cli::command())
            .render(&mut std::io::stdout())
            .context("standard output cannot be written")?,
    }
    Ok(Exit::Ok)
}
