//! The core formatters.

mod flow;
mod json;
mod number;
mod text;
mod url;

pub use text::slugify;

use crate::vocabulary::Vocabulary;

/// Adds the core formatters.
pub(crate) fn install(vocabulary: &mut Vocabulary) {
    flow::install(vocabulary);
    json::install(vocabulary);
    number::install(vocabulary);
    text::install(vocabulary);
    url::install(vocabulary);
}
