//! equal?, notEqual?, lessThan? and their kin (T-049, T-050).

use std::cmp::Ordering;

use super::operand::Operand;
use crate::arguments::Arguments;
use crate::error::Fault;
use crate::node::Node;
use crate::runtime::Context;
use crate::runtime::Predicate;
use crate::vocabulary::Vocabulary;

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.predicate("equal?", |arguments| Compare::new(arguments, |left, right| left.equals(right)));
    vocabulary.predicate("notEqual?", |arguments| Compare::new(arguments, |left, right| !left.equals(right)));
    vocabulary.predicate("greaterThan?", |arguments| {
        Compare::new(arguments, |left, right| left.order(right) == Ordering::Greater)
    });
    vocabulary.predicate("greaterThanOrEqual?", |arguments| {
        Compare::new(arguments, |left, right| left.order(right) != Ordering::Less)
    });
    vocabulary.predicate("lessThan?", |arguments| {
        Compare::new(arguments, |left, right| left.order(right) == Ordering::Less)
    });
    vocabulary.predicate("lessThanOrEqual?", |arguments| {
        Compare::new(arguments, |left, right| left.order(right) != Ordering::Greater)
    });
}

/// One argument compares the current value with it, two compare each other; without any the test is false.
struct Compare {
    operands: Vec<Operand>,
    test: fn(Node<'_>, Node<'_>) -> bool,
}

impl Compare {
    fn new(arguments: &Arguments<'_>, test: fn(Node<'_>, Node<'_>) -> bool) -> Self {
        Compare { operands: arguments.iter().map(Operand::parse).collect(), test }
    }
}

impl Predicate for Compare {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        Ok(match self.operands.as_slice() {
            [] => false,
            [right] => right.with(context, |right| (self.test)(context.node(), right)),
            [left, right, ..] => {
                left.with(context, |left| right.with(context, |right| (self.test)(left, right)))
            }
        })
    }
}
