//! What a render is given beside its template and its data.

use std::collections::HashMap;

use crate::node::Node;

/// What happens at the first error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Errors are collected and rendering goes on (T-244).
    #[default]
    Safe,
    /// Rendering stops at the first error.
    Strict,
}

/// How much one render may do. A render that reaches a limit ends there with an error.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions executed.
    pub steps: u64,
    /// Bytes of output.
    pub output_bytes: usize,
    /// Bytes of values made while rendering: captured text, lists, objects.
    pub memory_bytes: usize,
}

impl Default for Limits {
    /// 50 million instructions, 256 MiB of output and as much of values: far above any page, low enough to end a
    /// runaway template.
    fn default() -> Self {
        Limits { steps: 50_000_000, output_bytes: 256 << 20, memory_bytes: 256 << 20 }
    }
}

/// Named JSON values for `{.inject @name path}`.
#[derive(Clone, Debug, Default)]
pub struct Injectables<'a> {
    values: HashMap<Box<str>, Node<'a>>,
}

impl<'a> Injectables<'a> {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers a value under a path.
    pub fn insert(&mut self, path: &str, node: Node<'a>) {
        self.values.insert(path.into(), node);
    }

    /// The value under exactly this path. `false`, 0, `""` and `null` count as missing.
    pub fn get(&self, path: &str) -> Node<'a> {
        match self.values.get(path) {
            Some(node @ (Node::List(_) | Node::Object(_))) => *node,
            Some(node) if node.is_true() => *node,
            _ => Node::Missing,
        }
    }
}

/// Options of one render. `RenderOptions::default()` is a safe render without locale, clock or injectables.
#[derive(Clone, Copy)]
pub struct RenderOptions<'o> {
    /// The clock, in milliseconds since 1970 UTC.
    pub now: Option<f64>,
    /// The locale as a BCP 47 tag; without one, locale formatters print nothing.
    pub locale: Option<&'o str>,
    /// Values for `{.inject}`.
    pub injectables: Option<&'o Injectables<'o>>,
    /// Whether `{.eval}` runs (else it prints nothing).
    pub expressions: bool,
    /// Whether `{.include}` runs (else it does nothing).
    pub includes: bool,
    /// What happens at the first error.
    pub mode: Mode,
    /// Whether a partial that does not parse is shown as far as it could be read (else it is empty). Its errors are
    /// reported in either case. The two reference engines differ here: the one in Java shows it.
    pub broken_partials: bool,
    /// How much the render may do.
    pub limits: Limits,
    /// Room to make for the output at the start, in bytes: the size of the last render is a good guess.
    pub capacity: usize,
    /// Whether [`Output::notes`](crate::Output::notes) says which value was printed where. The text is the same.
    pub notes: bool,
}

impl Default for RenderOptions<'_> {
    fn default() -> Self {
        RenderOptions {
            now: None,
            locale: None,
            injectables: None,
            expressions: true,
            includes: true,
            mode: Mode::Safe,
            broken_partials: false,
            limits: Limits::default(),
            capacity: 0,
            notes: false,
        }
    }
}
