//! Numbers: mod, round, pluralize.

use crate::error::Fault;
use crate::node::{Node, parse_int};
use crate::runtime::Context;
use crate::vocabulary::{Vocabulary, Writer};

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.formatter_fn("mod", |arguments, values, _| {
        // T-109: a divisor that is missing, 0 or no number is 2.
        let divisor = arguments.first().map_or(f64::NAN, |divisor| parse_int(divisor));
        let divisor = if divisor.is_finite() && divisor != 0.0 { divisor } else { 2.0 };
        values[0] = Node::number(values[0].to_number() % divisor);
        Ok(())
    });
    vocabulary.formatter_fn("round", |_, values, _| {
        values[0] = Node::number(round(values[0].to_number()));
        Ok(())
    });
    vocabulary.writer("pluralize", |arguments| match arguments.values() {
        [] => Pluralize { singular: "".into(), plural: "s".into() },
        [plural] => Pluralize { singular: "".into(), plural: (*plural).into() },
        [singular, plural, ..] => Pluralize { singular: (*singular).into(), plural: (*plural).into() },
    });
}

/// `Math.round`: halves go up, also below zero (T-112).
fn round(value: f64) -> f64 {
    let floor = value.floor();
    if value - floor >= 0.5 { floor + 1.0 } else { floor }
}

/// `pluralize`, `pluralize plural`, `pluralize singular plural` (T-111).
struct Pluralize {
    singular: Box<str>,
    plural: Box<str>,
}

impl Writer for Pluralize {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        context.push(if values[0].to_number() == 1.0 { &self.singular } else { &self.plural });
        Ok(())
    }
}
