//! `loggia build`: a site into a folder of static files.

use anyhow::Context;

use super::reporter::Reporter;
use super::setup::options;
use crate::cli::{BuildArgs, Exit};
use crate::pipeline::build;

/// Builds once.
pub fn run(args: &BuildArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let options = options(&args.site);
    let built = build(&options, &args.out, &reporter).context("the site was not built")?;
    built.keep_prices(&args.site.site).context("the prices of this build could not be kept")?;
    reporter.built(&built, &format!("built {}", args.out.display()));
    Ok(if built.written.is_some() { Exit::Ok } else { Exit::Content })
}
