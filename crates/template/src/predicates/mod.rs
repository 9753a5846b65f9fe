//! The core predicates.

mod compare;
mod operand;
mod position;

use crate::variable::Path;
use crate::vocabulary::Vocabulary;

/// Adds the core predicates.
pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.predicate("debug?", |_| Debug(Path::parse("debug")));
    compare::install(vocabulary);
    position::install(vocabulary);
}

/// `debug?` (T-054).
struct Debug(Path);

impl crate::runtime::Predicate for Debug {
    fn test<'r>(&self, context: &mut crate::runtime::Context<'r>) -> Result<bool, crate::error::Fault> {
        Ok(context.resolve(&self.0).is_true())
    }
}
