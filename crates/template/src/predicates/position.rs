//! even?, odd?, nth?, plural?, singular? (T-051 to T-053).

use super::operand::Operand;
use crate::arguments::Arguments;
use crate::error::Fault;
use crate::node::Node;
use crate::runtime::Context;
use crate::runtime::Predicate;
use crate::variable::Path;
use crate::vocabulary::Vocabulary;

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.predicate("even?", |arguments| Parity::new(arguments, 0.0));
    vocabulary.predicate("odd?", |arguments| Parity::new(arguments, 1.0));
    vocabulary.predicate("nth?", |arguments| Nth(arguments.iter().map(Operand::parse).collect()));
    vocabulary.predicate_fn("plural?", |_, context| Ok(context.node().to_number() > 1.0));
    vocabulary.predicate_fn("singular?", |_, context| Ok(context.node().to_number() == 1.0));
}

/// `even?` and `odd?`, of the current value or of the one named. Only numbers are either.
struct Parity {
    path: Option<Path>,
    remainder: f64,
}

impl Parity {
    fn new(arguments: &Arguments<'_>, remainder: f64) -> Self {
        Parity { path: arguments.get(0).map(Path::parse), remainder }
    }
}

impl Predicate for Parity {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        let node = self.path.as_ref().map_or_else(|| context.node(), |path| context.resolve(path));
        Ok(node.as_f64().is_some_and(|value| {
            // Whole numbers of a loop need no division of doubles.
            let small = value as i32;
            let remainder = if f64::from(small) == value { f64::from(small & 1) } else { value.abs() % 2.0 };
            remainder == self.remainder
        }))
    }
}

/// `nth? m` and `nth? n m`: whole numbers, divisible.
struct Nth(Vec<Operand>);

impl Predicate for Nth {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        let whole = |node: Node<'_>| node.as_f64().filter(|value| value.floor() == *value);
        let (value, modulus) = match self.0.as_slice() {
            [] => return Ok(false),
            [value, modulus] => (value.with(context, whole), modulus.with(context, whole)),
            [modulus, ..] => (whole(context.node()), modulus.with(context, whole)),
        };
        Ok(match (value, modulus) {
            (Some(value), Some(modulus)) if modulus != 0.0 => value.abs() % modulus.abs() == 0.0,
            _ => false,
        })
    }
}
