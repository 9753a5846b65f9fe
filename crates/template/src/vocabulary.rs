//! The words of the language: the ways to write a formatter or a predicate, and the table of their names.

use rustc_hash::FxHashMap;

use crate::arguments::Arguments;
use crate::error::Fault;
use crate::instruction::TextFunction;
use crate::node::Node;
use crate::runtime::{Context, Formatter, Predicate};

/// A formatter whose result is text: it writes to the output directly when it is the last of its tag, and is captured
/// otherwise.
pub trait Writer: Send + Sync {
    /// Writes the text made of `values` to [`Context::out`] (or through [`Context::print`],
    /// [`Context::apply_partial`], …). `values` is never empty.
    ///
    /// # Errors
    /// As [`Formatter::apply`]; what was written before is dropped.
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault>;
}

/// A [`Writer`] as a [`Formatter`].
struct Written<W>(W);

impl<W: Writer> Formatter for Written<W> {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let mark = context.out().len();
        let result = self.0.write(values, context);
        values[0] = Node::Text(context.take_from(mark));
        result
    }

    fn print<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        self.0.write(values, context)
    }
}

/// A formatter that turns a scalar's text into another text.
struct Mapped(TextFunction);

impl Formatter for Mapped {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let mark = context.out().len();
        map_text(self.0, values[0], context.out());
        values[0] = Node::Text(context.take_from(mark));
        Ok(())
    }

    fn print<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        map_text(self.0, values[0], context.out());
        Ok(())
    }

    fn as_text_function(&self) -> Option<TextFunction> {
        Some(self.0)
    }
}

/// Appends what the function makes of a value's text.
#[inline]
pub(crate) fn map_text(function: TextFunction, value: Node<'_>, out: &mut String) {
    match value {
        Node::Text(text) => function(text, out),
        other => function(&other.to_text(), out),
    }
}

/// A function with its arguments as a formatter.
struct FunctionFormatter<F> {
    arguments: Vec<Box<str>>,
    function: F,
}

impl<F> Formatter for FunctionFormatter<F>
where
    F: for<'r> Fn(&[Box<str>], &mut [Node<'r>], &mut Context<'r>) -> Result<(), Fault> + Send + Sync,
{
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        (self.function)(&self.arguments, values, context)
    }
}

/// A function with its arguments as a predicate.
struct FunctionPredicate<F> {
    arguments: Vec<Box<str>>,
    function: F,
}

impl<F> Predicate for FunctionPredicate<F>
where
    F: for<'r> Fn(&[Box<str>], &mut Context<'r>) -> Result<bool, Fault> + Send + Sync,
{
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        (self.function)(&self.arguments, context)
    }
}

type MakeFormatter = Box<dyn Fn(&Arguments<'_>) -> Box<dyn Formatter> + Send + Sync>;
type MakePredicate = Box<dyn Fn(&Arguments<'_>) -> Box<dyn Predicate> + Send + Sync>;

/// The formatters and predicates that templates may name.
///
/// ```
/// use loggia_template::{Arguments, Context, Engine, Fault, Formatter, Node, Vocabulary, Writer};
///
/// /// `{text|repeat 3}`
/// struct Repeat(usize);
///
/// impl Writer for Repeat {
///     fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
///         for _ in 0..self.0 {
///             context.print(values[0]);
///         }
///         Ok(())
///     }
/// }
///
/// let mut vocabulary = Vocabulary::core();
/// vocabulary.writer("repeat", |arguments| {
///     Repeat(arguments.get(0).and_then(|count| count.parse().ok()).unwrap_or(2))
/// });
/// vocabulary.formatter_fn("double", |_arguments, values, _context| {
///     values[0] = Node::number(values[0].to_number() * 2.0);
///     Ok(())
/// });
/// vocabulary.predicate_fn("long?", |arguments, context| {
///     let limit = arguments.first().and_then(|limit| limit.parse().ok()).unwrap_or(10);
///     Ok(context.node().to_text().len() > limit)
/// });
///
/// let engine = Engine::new(vocabulary);
/// let page = engine.compile("page.html", "{word|repeat 3} {count|double} {.section word}{.long? 2}long{.end}{.end}");
/// let arena = loggia_template::Arena::new();
/// let data = arena.parse(r#"{"word": "hey", "count": 21}"#)?;
/// assert_eq!(engine.render(&page.template, data, &Default::default()).text, "heyheyhey 42 long");
/// # Ok::<(), loggia_template::JsonError>(())
/// ```
#[derive(Default)]
pub struct Vocabulary {
    formatters: FxHashMap<Box<str>, MakeFormatter>,
    predicates: FxHashMap<Box<str>, MakePredicate>,
}

impl Vocabulary {
    /// Adds a formatter, or replaces the one of that name. `make` parses the arguments of one call; it runs when a
    /// template that names the formatter is compiled.
    pub fn formatter<F: Formatter + 'static>(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments<'_>) -> F + Send + Sync + 'static,
    ) {
        self.formatters.insert(name.into(), Box::new(move |arguments| Box::new(make(arguments))));
    }

    /// Adds a formatter whose result is text.
    pub fn writer<W: Writer + 'static>(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments<'_>) -> W + Send + Sync + 'static,
    ) {
        self.formatter(name, move |arguments| Written(make(arguments)));
    }

    /// Adds a predicate, or replaces the one of that name, which ends in `?`.
    pub fn predicate<P: Predicate + 'static>(
        &mut self,
        name: &str,
        make: impl Fn(&Arguments<'_>) -> P + Send + Sync + 'static,
    ) {
        self.predicates.insert(name.into(), Box::new(move |arguments| Box::new(make(arguments))));
    }

    /// Adds a formatter that is a function of its arguments' text and the values.
    pub fn formatter_fn<F>(&mut self, name: &str, function: F)
    where
        F: for<'r> Fn(&[Box<str>], &mut [Node<'r>], &mut Context<'r>) -> Result<(), Fault>
            + Send
            + Sync
            + Copy
            + 'static,
    {
        self.formatter(name, move |arguments| FunctionFormatter {
            arguments: arguments.iter().map(Box::from).collect(),
            function,
        });
    }

    /// Adds a formatter that appends a text made of the value's text (see [`Node::to_text`]): an escaper, for example.
    pub fn text_fn(&mut self, name: &str, function: TextFunction) {
        self.formatter(name, move |_| Mapped(function));
    }

    /// Adds a predicate that is a function of its arguments' text.
    pub fn predicate_fn<F>(&mut self, name: &str, function: F)
    where
        F: for<'r> Fn(&[Box<str>], &mut Context<'r>) -> Result<bool, Fault> + Send + Sync + Copy + 'static,
    {
        self.predicate(name, move |arguments| FunctionPredicate {
            arguments: arguments.iter().map(Box::from).collect(),
            function,
        });
    }

    /// The names of all formatters, in alphabetical order.
    pub fn formatter_names(&self) -> Vec<&str> {
        sorted(self.formatters.keys())
    }

    /// The names of all predicates, in alphabetical order.
    pub fn predicate_names(&self) -> Vec<&str> {
        sorted(self.predicates.keys())
    }

    pub(crate) fn make_formatter(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Formatter>> {
        self.formatters.get(name).map(|make| make(arguments))
    }

    pub(crate) fn make_predicate(&self, name: &str, arguments: &Arguments<'_>) -> Option<Box<dyn Predicate>> {
        self.predicates.get(name).map(|make| make(arguments))
    }
}

impl std::fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vocabulary")
            .field("formatters", &self.formatter_names())
            .field("predicates", &self.predicate_names())
            .finish()
    }
}

fn sorted<'n>(names: impl Iterator<Item = &'n Box<str>>) -> Vec<&'n str> {
    let mut names: Vec<&str> = names.map(AsRef::as_ref).collect();
    names.sort_unstable();
    names
}
