//! `loggia watch`: build, and again whenever something in the site changes.

use std::time::Duration;

use anyhow::Context;

use super::reporter::Reporter;
use super::setup::options;
use crate::cli::{BuildArgs, Exit};
use crate::pipeline::{Session, Silent, on_own_threads};
use crate::watch::Watcher;

/// Builds until the program is ended.
pub fn run(args: &BuildArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let mut now = options(&args.site);
    let watcher = Watcher::new(&args.site.site, &args.out).context("the site cannot be watched")?;
    let mut session = Session::new(&args.out);
    let built = on_own_threads(|| session.build(&now, &[], &reporter)).context("the site was not built")?;
    reporter.built(&built, &format!("built {}", args.out.display()));
    reporter.say("watching for changes; end with Ctrl-C");
    loop {
        if let Some(changed) = watcher.next(Duration::from_secs(3600)) {
            now.now = args.site.now.unwrap_or_else(crate::clock::now);
            let built = on_own_threads(|| session.build(&now, &changed, &Silent));
            let built = built.context("the site was not built")?;
            reporter.built(&built, "built again");
        }
    }
}
