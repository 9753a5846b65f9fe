//! One verb, one file. Faults of the machine end here, with what was being done.

mod build;
mod check;
mod import;
mod new;
mod publish;
mod render;
#[cfg(feature = "serve")]
mod serve;
mod speech;
#[cfg(feature = "remote")]
mod stats;
mod watch;

use std::time::{SystemTime, UNIX_EPOCH};

use clap::CommandFactory;

use crate::cli::{Cli, Command, Exit, SiteArgs};
use crate::pipeline::Options;

/// The name in the environment of the token with which a program reads the reports of a shop: the api reads it, and so do
/// `loggia serve`, which is one, and `loggia stats`, which asks one.
#[cfg(any(feature = "remote", feature = "serve"))]
const REPORT_TOKEN: &str = "LOGGIA_REPORT_TOKEN";

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
        Command::Publish(args) => publish::run(&args),
        Command::Rollback(args) => publish::rollback(&args),
        Command::List(args) => publish::list(&args),
        #[cfg(feature = "remote")]
        Command::Stats(args) => stats::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Watch(args) => watch::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
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

/// The clock of the machine: milliseconds since 1970 (UTC). The only place that asks it.
fn clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What the command line says of a build; also sets how many threads work.
fn options(args: &SiteArgs) -> Options {
    if args.threads > 0 {
        // Refused only when threads have been started already, which no command has done here.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global();
    }
    Options {
        site: args.site.clone(),
        now: args.now.unwrap_or_else(clock),
        minify: !args.no_minify,
        minify_whole: args.minify_whole,
        lenient: args.lenient,
        widgets: args.widgets.clone(),
        environment: args.env.name(),
        drafts: args.drafts,
        beyond_limits: false,
        cache_of: None,
    }
}
