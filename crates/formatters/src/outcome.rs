//! Formatters that write text, or find nothing to write.

use loggia_template::{Context, Fault, Formatter, Node};

/// What became of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is the text that was written.
    Written,
    /// It is gone: the next formatter sees a missing value, the tag prints nothing.
    Missing,
    /// It is what it was.
    Unchanged,
}

/// A formatter that writes text for most values and says what became of the others.
pub(crate) trait TextOrNothing: Send + Sync {
    /// Writes the text of `value` to the context's output, or nothing.
    fn write<'r>(&self, value: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault>;
}

/// A [`TextOrNothing`] as a formatter of the language.
pub(crate) struct Optional<T>(pub(crate) T);

impl<T: TextOrNothing> Formatter for Optional<T> {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let mut outcome = Ok(Outcome::Missing);
        let text = context.capture(|context| outcome = self.0.write(values[0], context));
        values[0] = match outcome? {
            Outcome::Written => Node::Text(text),
            Outcome::Missing => Node::Missing,
            Outcome::Unchanged => values[0],
        };
        Ok(())
    }

    fn print<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if self.0.write(values[0], context)? == Outcome::Unchanged {
            context.print(values[0]);
        }
        Ok(())
    }
}
