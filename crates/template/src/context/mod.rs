//! What a formatter or predicate sees: the current value, names, output, partials, errors.

mod frame;
mod named;
mod options;
mod scope;

use rustc_hash::FxHashSet;

use crate::engine::Engine;
use crate::error::{Error, ErrorKind};
use crate::instruction::Template;
use crate::node::{Arena, Node};
use crate::vocabulary::Fragment;

pub(crate) use frame::{Frame, Macro};
pub(crate) use named::Named;
pub use options::{Injectables, Limits, Mode, RenderOptions};

/// The most errors that one render collects.
pub const MAX_ERRORS: usize = 100_000;

/// Why rendering ended early: the error has been recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop;

/// The state of one render.
///
/// `'r` is the time of the render: everything a formatter reads or makes lives that long.
pub struct Context<'r> {
    pub(crate) engine: &'r Engine,
    pub(crate) arena: &'r Arena,
    pub(crate) options: &'r RenderOptions<'r>,
    pub(crate) out: String,
    pub(crate) frames: Vec<Frame<'r>>,
    pub(crate) locals: Named<'r, Node<'r>>,
    pub(crate) macros: Named<'r, Macro<'r>>,
    pub(crate) errors: Vec<Error>,
    /// The instruction that runs, for errors.
    pub(crate) template: &'r Template,
    pub(crate) at: u32,
    pub(crate) partial_depth: u32,
    pub(crate) nesting: u32,
    pub(crate) steps: u64,
    /// Set when a limit or strict mode ended the render.
    pub(crate) stopped: bool,
    /// Partials and expressions whose faults have been reported in this render.
    pub(crate) reported: FxHashSet<usize>,
    /// How much the arena held when the render began.
    pub(crate) arena_before: usize,
}

impl<'r> Context<'r> {
    pub(crate) fn new(
        engine: &'r Engine,
        arena: &'r Arena,
        template: &'r Template,
        data: Node<'r>,
        options: &'r RenderOptions<'r>,
    ) -> Self {
        let mut context = Context {
            engine,
            arena,
            options,
            out: String::with_capacity(options.capacity),
            frames: Vec::with_capacity(16),
            locals: Named::new(),
            macros: Named::new(),
            errors: Vec::new(),
            template,
            at: 0,
            partial_depth: 0,
            nesting: 0,
            steps: 0,
            stopped: false,
            reported: FxHashSet::default(),
            arena_before: arena.allocated_bytes(),
        };
        context.push_frame(data);
        context
    }

    /// The current value.
    #[inline]
    pub fn node(&self) -> Node<'r> {
        self.frames[self.frames.len() - 1].node
    }

    /// The arena of this render, for values that a formatter makes.
    #[inline]
    pub fn arena(&self) -> &'r Arena {
        self.arena
    }

    /// The output. Only append to it.
    #[inline]
    pub fn out(&mut self) -> &mut String {
        &mut self.out
    }

    /// Appends to the output.
    #[inline]
    pub fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends what a variable tag prints for this value.
    #[inline]
    pub fn print(&mut self, node: Node<'_>) {
        node.write_output(&mut self.out);
    }

    /// A scalar's text, borrowed or kept in the render's arena: [`Node::to_text`] for the time of the render.
    pub fn text(&self, node: Node<'r>) -> &'r str {
        match node {
            Node::Text(text) => text,
            Node::Number(_) => {
                let mut text = String::new();
                node.write_text(&mut text);
                self.arena.text(&text)
            }
            Node::Boolean(value) => {
                if value {
                    "true"
                } else {
                    "false"
                }
            }
            _ => "",
        }
    }

    /// Runs `write` and gives what it wrote as a text in place of writing it.
    pub fn capture(&mut self, write: impl FnOnce(&mut Self)) -> &'r str {
        let mark = self.out.len();
        write(self);
        self.take_from(mark)
    }

    /// Takes back what was written since the output had this length.
    pub(crate) fn take_from(&mut self, mark: usize) -> &'r str {
        let text = self.arena.text(&self.out[mark..]);
        self.out.truncate(mark);
        text
    }

    /// Runs a fragment with `node` as its current value and writes its output. `private` stops the search for names
    /// at `node`.
    pub fn run_fragment(&mut self, fragment: Fragment, node: Node<'r>, private: bool) {
        if let Some(template) = self.engine.fragment(fragment) {
            crate::executor::run_template(self, template, template.root, node, private, None);
        }
    }

    /// Runs the macro or partial of this name as `{node|apply name}` does and writes its output; a missing one, a
    /// broken one and one nested too deep are reported and write nothing.
    ///
    /// `args` becomes `@args` inside.
    pub fn apply_partial(&mut self, name: &str, node: Node<'r>, private: bool, args: Option<Node<'r>>) {
        crate::executor::apply(self, name, node, private, args);
    }

    /// Reports an error at the tag that is being run. Of more than [`MAX_ERRORS`] the rest is left out.
    pub fn error(&mut self, kind: ErrorKind) {
        let template = self.template;
        let ends =
            matches!(kind, ErrorKind::StepLimit(_) | ErrorKind::OutputLimit(_) | ErrorKind::MemoryLimit(_));
        if self.errors.len() >= MAX_ERRORS && !ends {
            return;
        }
        self.errors.push(template.error(kind, self.at));
        if self.options.mode == Mode::Strict {
            self.stopped = true;
        }
    }

    /// How many errors have been reported.
    pub fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// The moment that relative dates count from, in milliseconds since 1970 UTC.
    pub fn now(&self) -> Option<f64> {
        self.options.now
    }

    /// The locale of the render as a BCP 47 tag.
    pub fn locale(&self) -> Option<&'r str> {
        self.options.locale
    }

    /// The value that the host gave to this render, if it is of this type: prepared locale data, for example.
    pub fn host<T: 'static>(&self) -> Option<&'r T> {
        self.options.host.and_then(|host| host.downcast_ref())
    }

    /// The injectable of this path, or [`Node::Missing`].
    pub fn injectable(&self, path: &str) -> Node<'r> {
        self.options.injectables.map_or(Node::Missing, |injectables| injectables.get(path))
    }
}
