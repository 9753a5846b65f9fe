//! The style sheets that templates of the hosted platform import by name.

use super::sheet::FOLDER;
use crate::manifest::Digest;

/// The sheets of the platform by their names, ours throughout: same names, same effects.
const LESS: [(&str, &str); 6] = [
    ("sqs-button-hover.less", include_str!("../../builtin/styles/sqs-button-hover.less")),
    ("sqs-grid-breaker.less", include_str!("../../builtin/styles/sqs-grid-breaker.less")),
    ("sqs-mobile-nav.less", include_str!("../../builtin/styles/sqs-mobile-nav.less")),
    ("sqs-ui-font.less", include_str!("../../builtin/styles/sqs-ui-font.less")),
    ("social-icon-font.less", include_str!("../../builtin/styles/social-icon-font.less")),
    ("svg-icon-templates.less", include_str!("../../builtin/styles/svg-icon-templates.less")),
];

/// A sheet of the platform, whatever folder is named before it: its path as if it stood among the site's sheets, and its
/// text. A site that has a file of that name has its own.
#[must_use]
pub fn sheet(name: &str) -> Option<(String, &'static str)> {
    let base = name.rsplit('/').next()?.trim_start_matches(':');
    let (name, text) = LESS.iter().find(|(name, _)| *name == base)?;
    Some((format!("{FOLDER}/:{name}"), text))
}

/// What a kept answer depends on of these sheets.
#[must_use]
pub fn digest() -> Digest {
    Digest::of(LESS.map(|(_, text)| text).concat().as_bytes())
}
