//! A stream of instructions to a tree, every block ended. The order and the number of errors are part of the language.

use super::options::CompileOptions;
use crate::error::{Error, ErrorKind};
use crate::instruction::{Branch, Code, Instruction, Otherwise, Range};
use crate::opcode::Opcode;
use crate::runtime::Template;

/// The head of a block, before its body is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    Section(Range),
    Repeated(Range),
    Predicate(u32),
    If(u32),
    IfTrue(Range),
    Macro(crate::variable::Span),
}

impl Head {
    pub(super) const fn opcode(self) -> Opcode {
        match self {
            Head::Section(_) => Opcode::Section,
            Head::Repeated(_) => Opcode::Repeated,
            Head::Predicate(_) => Opcode::Predicate,
            Head::If(_) | Head::IfTrue(_) => Opcode::If,
            Head::Macro(_) => Opcode::Macro,
        }
    }
}

/// A block that has not ended. Its instructions wait on a stack, above those of the blocks around it, because those of
/// the blocks inside it are placed first.
struct Open {
    at: u32,
    head: Option<Head>,
    /// Where the part that is being read starts on the stack: the block itself, or its last branch.
    start: usize,
    /// The block, once a branch has begun.
    block: Option<Range>,
    /// Instructions of `{.alternates with}`.
    alternates: Vec<Instruction>,
    /// Whether simple instructions go to `alternates`.
    alternating: bool,
    /// Where its branches start on the stack of branches.
    branches: usize,
}

/// A branch of an open block; the last one's instructions are still on the stack.
struct OpenBranch {
    at: u32,
    test: Option<u32>,
    block: Range,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// `{.eof}` or the end has been seen.
    Ended,
    /// Something came after that: nothing more is taken.
    Dead,
}

pub(super) struct Assembler {
    pub(super) template: Template,
    options: CompileOptions,
    errors: Vec<Error>,
    open: Vec<Open>,
    branches: Vec<OpenBranch>,
    /// The instructions of the parts that are being read, the innermost on top.
    stack: Vec<Instruction>,
    state: State,
    /// Every tag in the order of the text, where they are asked for.
    pub(super) seen: Option<Vec<(u32, Seen)>>,
}

/// A tag as it was read, before it has a place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seen {
    Simple(Code),
    Begin(Head),
    Or(Option<u32>),
    AlternatesWith,
    End,
    Eof,
}

impl Assembler {
    pub(super) fn new(template: Template, options: CompileOptions) -> Self {
        let mut assembler = Assembler {
            template,
            options,
            errors: Vec::new(),
            open: Vec::with_capacity(16),
            branches: Vec::new(),
            stack: Vec::with_capacity(32),
            state: State::Open,
            seen: options.tags.then(Vec::new),
        };
        assembler.push_open(None, 0);
        assembler
    }

    fn push_open(&mut self, head: Option<Head>, at: u32) {
        self.open.push(Open {
            at,
            head,
            start: self.stack.len(),
            block: None,
            alternates: Vec::new(),
            alternating: false,
            branches: self.branches.len(),
        });
    }

    #[inline]
    fn note(&mut self, at: u32, tag: Seen) {
        if let Some(seen) = &mut self.seen {
            seen.push((at, tag));
        }
    }

    pub(super) fn error(&mut self, kind: ErrorKind, at: u32) {
        self.errors.push(self.template.error(kind, at));
    }

    /// Whether an instruction may be taken; after `{.eof}` it is an error, once.
    fn accepts(&mut self, opcode: Opcode, at: u32) -> bool {
        match self.state {
            State::Open => true,
            State::Dead => false,
            State::Ended => {
                self.error(ErrorKind::TransitionFromEof(opcode), at);
                self.state = State::Dead;
                false
            }
        }
    }

    fn top(&mut self) -> &mut Open {
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    /// The branch that takes instructions.
    fn branch(&self) -> Option<&OpenBranch> {
        self.open.last().and_then(|open| self.branches[open.branches..].last())
    }

    /// The opcode of the block, or of its branch, that takes instructions.
    fn current(&self) -> Opcode {
        match self.open.last() {
            Some(open) if self.branches.len() > open.branches => Opcode::OrPredicate,
            Some(Open { head: Some(head), .. }) => head.opcode(),
            _ => Opcode::Root,
        }
    }

    /// The place of that block or branch.
    fn current_at(&self) -> u32 {
        self.branch().map_or_else(|| self.open.last().map_or(0, |open| open.at), |branch| branch.at)
    }

    /// An instruction without a block.
    pub(super) fn simple(&mut self, opcode: Opcode, code: Code, at: u32) {
        self.note(at, Seen::Simple(code));
        if !self.accepts(opcode, at) {
            return;
        }
        let faithful = self.options.faithful;
        let last = self.open.len() - 1;
        let open = &mut self.open[last];
        let (body, start) =
            if open.alternating { (&mut open.alternates, 0) } else { (&mut self.stack, open.start) };
        match code {
            Code::Comment { .. } if !faithful => {}
            Code::Text(span) if !faithful => {
                if body.len() > start
                    && let Some(Instruction { code: Code::Text(before), .. }) = body.last_mut()
                    && before.end == span.start
                {
                    before.end = span.end;
                } else {
                    body.push(Instruction { at, code });
                }
            }
            _ => body.push(Instruction { at, code }),
        }
    }

    /// The start of a block.
    pub(super) fn begin(&mut self, head: Head, at: u32) {
        self.note(at, Seen::Begin(head));
        if !self.accepts(head.opcode(), at) {
            return;
        }
        // A block inside `{.alternates with}` belongs to the repeated body, and so does what follows it: templates
        // rely on what the reference engine prints for this.
        self.top().alternating = false;
        self.push_open(Some(head), at);
    }

    /// `{.alternates with}`
    pub(super) fn alternates(&mut self, at: u32) {
        self.note(at, Seen::AlternatesWith);
        if !self.accepts(Opcode::AlternatesWith, at) {
            return;
        }
        let current = self.current();
        if current == Opcode::Root {
            return self.error(ErrorKind::NotAllowedAtRoot(Opcode::AlternatesWith), at);
        }
        let open = self.top();
        if current == Opcode::Repeated && !open.alternating {
            open.alternating = true;
        } else {
            self.error(ErrorKind::NotAllowedInBlock(Opcode::AlternatesWith, current), at);
        }
    }

    /// `{.or}`, with the test of its predicate if it has one.
    pub(super) fn or(&mut self, test: Option<u32>, at: u32) {
        self.note(at, Seen::Or(test));
        if !self.accepts(Opcode::OrPredicate, at) {
            return;
        }
        let current = self.current();
        match current {
            Opcode::Root => self.error(ErrorKind::NotAllowedAtRoot(Opcode::OrPredicate), at),
            Opcode::Macro => self.error(ErrorKind::NotAllowedInBlock(Opcode::OrPredicate, current), at),
            _ => {
                if self.branch().is_some_and(|branch| branch.test.is_none()) {
                    return self.error(ErrorKind::DeadCodeBlock, at);
                }
                self.finish_part();
                self.top().alternating = false;
                self.branches.push(OpenBranch { at, test, block: Range::default() });
            }
        }
    }

    /// `{.end}`
    pub(super) fn end(&mut self, at: u32) {
        self.note(at, Seen::End);
        if !self.accepts(Opcode::End, at) {
            return;
        }
        if self.current() == Opcode::Root {
            return self.error(ErrorKind::NotAllowedAtRoot(Opcode::End), at);
        }
        self.close(true);
    }

    /// `{.eof}` or the end of the text.
    pub(super) fn eof(&mut self, at: u32) {
        self.note(at, Seen::Eof);
        if !self.accepts(Opcode::Eof, at) {
            return;
        }
        match self.current() {
            Opcode::Root => {
                self.template.ended = true;
                self.state = State::Ended;
            }
            block => {
                let at = self.current_at();
                self.error(ErrorKind::EofInBlock(block), at);
            }
        }
    }

    /// Places the part of the innermost block that is being read.
    fn finish_part(&mut self) {
        let last = self.open.len() - 1;
        let open = &mut self.open[last];
        let start = self.template.code.len();
        self.template.code.extend(self.stack.drain(open.start..));
        let range = Range::new(start, self.template.code.len());
        match self.branches[open.branches..].last_mut() {
            Some(branch) => branch.block = range,
            None => open.block = Some(range),
        }
    }

    /// Places the innermost block's parts and puts the block into its parent.
    fn close(&mut self, ended: bool) {
        self.finish_part();
        let Some(open) = self.open.pop() else { return };
        let (Some(head), Some(block)) = (open.head, open.block) else { return };
        let start = self.template.code.len();
        self.template.code.extend(open.alternates);
        let alternates = Range::new(start, self.template.code.len());
        let mut otherwise = match head {
            Head::Section(_) | Head::Repeated(_) if self.branches.len() == open.branches => Otherwise::End,
            _ if ended => Otherwise::End,
            _ => Otherwise::Open,
        };
        for OpenBranch { at, test, block } in self.branches.drain(open.branches..).rev() {
            self.template.branches.push(Branch { at, test, block, otherwise });
            otherwise = Otherwise::Branch(self.template.branches.len() as u32 - 1);
        }
        let code = match head {
            Head::Section(path) => Code::Section { path, block, otherwise },
            Head::Repeated(path) => Code::Repeated { path, block, otherwise, alternates },
            Head::Predicate(test) => Code::Predicate { test, block, otherwise },
            Head::IfTrue(path) => Code::IfTrue { path, block, otherwise },
            Head::If(condition) => Code::If { condition, block, otherwise },
            Head::Macro(name) => Code::Macro { name, block },
        };
        self.stack.push(Instruction { at: open.at, code });
    }

    /// Closes what is open and gives the tree.
    pub(super) fn finish(mut self) -> (Template, Vec<Error>) {
        while self.open.len() > 1 {
            self.close(false);
        }
        self.finish_part();
        self.template.root = self.open.pop().and_then(|root| root.block).unwrap_or_default();
        (self.template, self.errors)
    }
}
