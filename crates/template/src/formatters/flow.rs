//! Formatters that run partials or print something other than the value: apply, iter, output, cycle.

use crate::arguments::Arguments;
use crate::error::Fault;
use crate::node::Node;
use crate::runtime::Context;
use crate::runtime::Formatter;
use crate::variable::Path;
use crate::vocabulary::{Vocabulary, Writer};

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("apply", Apply::new);
    vocabulary.formatter("cycle", Cycle::new);
    vocabulary.writer("iter", |_| Iter(Path::parse("@index")));
    vocabulary.writer("output", |arguments| Words(arguments.joined()));
}

/// `apply name private key=value` (T-030 to T-032, T-094).
struct Apply {
    name: Option<Box<str>>,
    private: bool,
    /// `@args`; given whenever anything follows the name.
    args: Option<Vec<(Box<str>, Box<str>)>>,
}

impl Apply {
    fn new(arguments: &Arguments<'_>) -> Self {
        let mut rest = arguments.iter();
        let name = rest.next().map(Box::from);
        let private = rest.clone().any(|argument| argument == "private");
        let args = (arguments.len() > 1).then(|| {
            rest.filter_map(|argument| argument.split_once('='))
                .map(|(key, value)| (key.into(), value.into()))
                .collect()
        });
        Apply { name, private, args }
    }
}

impl Writer for Apply {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(name) = &self.name else { return Ok(()) };
        let arena = context.arena();
        let args = self.args.as_ref().map(|args| {
            arena.object(args.iter().map(|(key, value)| (arena.text(key), arena.text_node(value))))
        });
        context.apply_partial(name, values[0], self.private, args);
        Ok(())
    }
}

/// `cycle a b c` (T-096).
struct Cycle(Vec<Box<str>>);

impl Cycle {
    fn new(arguments: &Arguments<'_>) -> Self {
        Cycle(arguments.iter().map(Box::from).collect())
    }
}

impl Formatter for Cycle {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let count = self.0.len() as f64;
        let mut at = (values[0].to_number() - 1.0) % count;
        if at < 0.0 {
            at += count;
        }
        // A position between two words is none.
        let word = (at.trunc() == at).then(|| self.0.get(at as usize)).flatten();
        values[0] = word.map_or(Node::Missing, |word| context.arena().text_node(word));
        Ok(())
    }
}

/// `iter` (T-106).
struct Iter(Path);

impl Writer for Iter {
    fn write<'r>(&self, _values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let position = context.resolve(&self.0);
        context.print(position);
        Ok(())
    }
}

/// `output a b` (T-110).
struct Words(String);

impl Writer for Words {
    fn write<'r>(&self, _values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        context.push(&self.0);
        Ok(())
    }
}
