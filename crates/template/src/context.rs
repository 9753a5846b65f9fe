//! What a formatter or predicate sees: the current value, names, output, partials, errors.

mod scope;

use rustc_hash::FxHashSet;

use crate::error::ErrorKind;
use crate::node::{Arena, Node};
use crate::runtime::{Context, MAX_NOTES, Mode, Named, Note, Partials, RenderOptions, Template};

/// The most errors that one render collects.
pub const MAX_ERRORS: usize = 100_000;

impl<'r> Context<'r> {
    pub(crate) fn new(
        partials: &'r Partials,
        arena: &'r Arena,
        template: &'r Template,
        data: Node<'r>,
        options: &'r RenderOptions<'r>,
    ) -> Self {
        let mut context = Context {
            partials,
            arena,
            options,
            out: String::with_capacity(options.capacity),
            frames: Vec::with_capacity(16),
            locals: Named::new(),
            macros: Named::new(),
            errors: Vec::new(),
            notes: Vec::new(),
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
        self.drop_from(mark);
        text
    }

    /// Drops what was written since the output had this length.
    pub(crate) fn drop_from(&mut self, mark: usize) {
        self.out.truncate(mark);
        while self.notes.last().is_some_and(|note| note.range.end > mark) {
            self.notes.pop();
        }
    }

    /// Notes that what was written since the output had this length was made of a value.
    #[inline]
    pub(crate) fn note(&mut self, node: Node<'_>, mark: usize) {
        if self.options.notes {
            self.add_note(node, mark);
        }
    }

    #[cold]
    fn add_note(&mut self, node: Node<'_>, mark: usize) {
        let range = mark..self.out.len();
        if let (Some(origin), false) = (node.origin(), range.is_empty() || self.notes.len() >= MAX_NOTES) {
            self.notes.push(Note { origin, range });
        }
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

    /// The moment that relative dates count from, in milliseconds since 1970 UTC.
    pub fn now(&self) -> Option<f64> {
        self.options.now
    }

    /// The locale of the render as a BCP 47 tag.
    pub fn locale(&self) -> Option<&'r str> {
        self.options.locale
    }

    /// The injectable of this path, or [`Node::Missing`].
    pub fn injectable(&self, path: &str) -> Node<'r> {
        self.options.injectables.map_or(Node::Missing, |injectables| injectables.get(path))
    }
}
