//! `loggia watch`: build, and again whenever something in the site changes.

use std::time::Duration;

use anyhow::Context;

use super::options;
use super::speech::Speech;
use crate::cli::{BuildArgs, Exit};
use crate::pipeline::{Silent, build};
use crate::watch::Watcher;

/// Builds until the program is ended.
pub fn run(args: &BuildArgs) -> anyhow::Result<Exit> {
    let speech = Speech::new(&args.speech);
    let mut now = options(&args.site);
    let watcher = Watcher::new(&args.site.site, &args.out).context("the site cannot be watched")?;
    let built = build(&now, &args.out, &speech).context("the site was not built")?;
    speech.built(&built, &format!("built {}", args.out.display()));
    speech.say("watching for changes; end with Ctrl-C");
    loop {
        if watcher.next(Duration::from_secs(3600)).is_some() {
            now.now = args.site.now.unwrap_or_else(super::clock);
            let built = build(&now, &args.out, &Silent).context("the site was not built")?;
            speech.built(&built, "built again");
        }
    }
}
