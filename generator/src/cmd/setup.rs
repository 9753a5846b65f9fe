//! What several verbs begin with.

#[cfg(feature = "remote")]
use std::path::Path;

use crate::cli::SiteArgs;
use crate::clock;
use crate::pipeline::Options;

/// The name in the environment of the token with which a program reads the reports of a shop: the api reads it, and so do
/// `loggia serve`, which is one, and `loggia stats`, which asks one.
#[cfg(any(feature = "remote", feature = "serve"))]
pub(super) const REPORT_TOKEN: &str = "LOGGIA_REPORT_TOKEN";

/// What the command line says of a build; also sets how many threads work.
pub(super) fn options(args: &SiteArgs) -> Options {
    if args.threads > 0 {
        // Refused only when threads have been started already, which no command has done here.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global();
    }
    Options {
        site: args.site.clone(),
        now: args.now.unwrap_or_else(clock::now),
        minify: !args.no_minify,
        minify_whole: args.minify_whole,
        lenient: args.lenient,
        widgets: args.widgets.clone(),
        environment: args.env.name(),
        layout: None,
        drafts: args.drafts,
        beyond_limits: false,
        cache_of: None,
    }
}

/// How a site is built on the day that it is moved: whatever can be shown is shown, and nothing stops at a limit.
#[cfg(feature = "remote")]
pub(super) fn of_a_move(site: &Path) -> Options {
    Options {
        site: site.to_path_buf(),
        now: clock::now(),
        minify: false,
        minify_whole: false,
        lenient: true,
        widgets: None,
        environment: "prod",
        layout: None,
        drafts: false,
        beyond_limits: true,
        cache_of: None,
    }
}
