//! What the compiler asks of a vocabulary: is this a formatter, is this a predicate?

use crate::arguments::Arguments;
use crate::runtime::{Formatter, Predicate};
use crate::vocabulary::Vocabulary;

/// A table of words.
pub(crate) trait Names {
    /// A call of this formatter, or nothing if there is none of that name.
    fn formatter(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Formatter>>;

    /// A call of this predicate, or nothing if there is none of that name.
    fn predicate(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Predicate>>;
}

impl Names for Vocabulary {
    fn formatter(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Formatter>> {
        self.make_formatter(name, arguments)
    }

    fn predicate(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Predicate>> {
        self.make_predicate(name, arguments)
    }
}
