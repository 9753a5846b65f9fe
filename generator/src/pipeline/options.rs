//! How a site is built.

use std::path::PathBuf;

use crate::cache::Cache;
use crate::diagnostic::Diagnostic;

/// The environments that a site is built for; each may have hosts of its own (G-023).
pub const ENVIRONMENTS: [&str; 4] = ["dev", "qa", "staging", "prod"];

/// How a site is built.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the site.
    pub site: PathBuf,
    /// The clock, milliseconds since 1970 (UTC). The same clock and the same site give the same bytes.
    pub now: i64,
    /// Whether HTML is made small.
    pub minify: bool,
    /// Whether it is made as small as it can be, at any price.
    pub minify_whole: bool,
    /// Whether what can be built is built although there are errors.
    pub lenient: bool,
    /// The widgets' folder, in place of those inside the program.
    pub widgets: Option<PathBuf>,
    /// dev, qa, staging or prod.
    pub environment: &'static str,
    /// The layout of `template.conf` that every page is shown in, in place of its own; a name that the template does not
    /// have changes nothing. Only the preview asks for it (N-099).
    pub layout: Option<String>,
    /// Whether what is not public is shown as well.
    pub drafts: bool,
    /// Whether a site that exceeds a limit is built all the same: while somebody works on it (G-127).
    pub beyond_limits: bool,
    /// The site whose cache is used; its own when none is named.
    pub cache_of: Option<PathBuf>,
}

impl Options {
    /// What was worked out by earlier builds.
    pub(super) fn cache(&self) -> Cache {
        Cache::of_site(self.cache_of.as_ref().unwrap_or(&self.site))
    }
}

/// Faults as they count: while somebody works on a site, limits only warn.
pub(super) fn softened(options: &Options, faults: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    let beyond_limits = options.beyond_limits;
    faults.into_iter().map(move |fault| match beyond_limits && fault.code == "limit" {
        true => fault.into_warning(),
        false => fault,
    })
}

/// Whether these faults stop a build.
pub(super) fn failed(options: &Options, diagnostics: &[Diagnostic]) -> bool {
    !options.lenient && diagnostics.iter().any(Diagnostic::is_error)
}
