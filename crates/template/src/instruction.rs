//! The compiled tree: made once, read often. Everything lies in a few flat vectors; blocks and lists are ranges.

use std::sync::{Arc, OnceLock};

use crate::error::{Error, ErrorKind};
use crate::expr::{Expr, ExpressionLimits};
use crate::lines::Lines;
use crate::opcode::Opcode;
use crate::variable::{Segment, Span};
use crate::vocabulary::{Formatter, Predicate, TextFunction};

/// A range in one of the template's vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Range {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Range { start: start as u32, end: end as u32 }
    }

    #[inline]
    pub(crate) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// What follows a block that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// Nothing; the text ended before the block did.
    Open,
    /// Nothing; `{.end}`.
    End,
    /// A branch of the template's `branches`.
    Branch(u32),
}

/// An instruction and where its tag starts in the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) at: u32,
    pub(crate) code: Code,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {
    Text(Span),
    /// One name, printed as it is: a range of `segments`.
    Variable(Range),
    /// One name through one formatter that is a function of its text. (Not in a code tree.)
    Mapped {
        path: Range,
        function: TextFunction,
    },
    /// Names (a range of `paths`) through formatters (a range of `calls`).
    Formatted {
        paths: Range,
        calls: Range,
    },
    Section {
        path: Range,
        block: Range,
        otherwise: Otherwise,
    },
    Repeated {
        path: Range,
        block: Range,
        otherwise: Otherwise,
        alternates: Range,
    },
    Predicate {
        test: u32,
        block: Range,
        otherwise: Otherwise,
    },
    /// `{.if name}`, for a single name. (Not in a code tree.)
    IfTrue {
        path: Range,
        block: Range,
        otherwise: Otherwise,
    },
    If {
        condition: u32,
        block: Range,
        otherwise: Otherwise,
    },
    Bindvar {
        name: Span,
        paths: Range,
        calls: Range,
    },
    /// `bindings` is a range of `bindings`.
    Ctxvar {
        name: Span,
        bindings: Range,
    },
    Inject {
        name: Span,
        path: Span,
        arguments: Option<Span>,
    },
    Macro {
        name: Span,
        block: Range,
    },
    Comment {
        text: Span,
        multiline: bool,
    },
    MetaLeft,
    MetaRight,
    Newline,
    Space,
    Tab,
    Eval(u32),
    Include {
        name: Span,
        arguments: Span,
        output: bool,
    },
}

impl Code {
    pub(crate) const fn opcode(&self) -> Opcode {
        match self {
            Code::Text(_) => Opcode::Text,
            Code::Variable(_) | Code::Mapped { .. } | Code::Formatted { .. } => Opcode::Variable,
            Code::Section { .. } => Opcode::Section,
            Code::Repeated { .. } => Opcode::Repeated,
            Code::Predicate { .. } => Opcode::Predicate,
            Code::IfTrue { .. } | Code::If { .. } => Opcode::If,
            Code::Bindvar { .. } => Opcode::Bindvar,
            Code::Ctxvar { .. } => Opcode::Ctxvar,
            Code::Inject { .. } => Opcode::Inject,
            Code::Macro { .. } => Opcode::Macro,
            Code::Comment { .. } => Opcode::Comment,
            Code::MetaLeft => Opcode::MetaLeft,
            Code::MetaRight => Opcode::MetaRight,
            Code::Newline => Opcode::Newline,
            Code::Space => Opcode::Space,
            Code::Tab => Opcode::Tab,
            Code::Eval(_) => Opcode::Eval,
            Code::Include { .. } => Opcode::Include,
        }
    }
}

/// `{.or}`, with or without a predicate.
pub(crate) struct Branch {
    pub(crate) at: u32,
    pub(crate) test: Option<u32>,
    pub(crate) block: Range,
    pub(crate) otherwise: Otherwise,
}

/// A formatter call.
pub(crate) struct Call {
    pub(crate) formatter: Box<dyn Formatter>,
    pub(crate) name: Span,
    /// From the delimiter on; empty when there is nothing after the name.
    pub(crate) arguments: Span,
}

/// A predicate call; without implementation the name is unknown and the test is false.
pub(crate) struct Test {
    pub(crate) predicate: Option<Box<dyn Predicate>>,
    pub(crate) name: Span,
    pub(crate) arguments: Span,
}

/// The condition of `{.if}`: paths with an operator between each two, `true` for `&&`.
pub(crate) struct Condition {
    pub(crate) paths: Range,
    pub(crate) and: Box<[bool]>,
}

pub(crate) struct Binding {
    pub(crate) key: Span,
    pub(crate) path: Range,
}

/// `{.eval}`: the expression's source, without the debug mark. It is parsed when it first runs.
pub(crate) struct Evaluation {
    pub(crate) source: Span,
    pub(crate) debug: bool,
    pub(crate) limits: ExpressionLimits,
    pub(crate) expr: OnceLock<Expr>,
}

impl Evaluation {
    /// The parsed expression.
    #[inline]
    pub(crate) fn expr(&self, source: &str) -> &Expr {
        self.expr.get_or_init(|| Expr::parse(self.source.of(source), self.limits))
    }
}

/// A compiled template.
///
/// It belongs to the [`Engine`](crate::Engine) that compiled it and may be rendered by many threads at once.
pub struct Template {
    pub(crate) name: Arc<str>,
    pub(crate) source: Arc<str>,
    lines: OnceLock<Lines>,
    pub(crate) code: Vec<Instruction>,
    pub(crate) root: Range,
    /// Whether the text ended outside of every block.
    pub(crate) ended: bool,
    pub(crate) segments: Vec<Segment>,
    pub(crate) paths: Vec<Range>,
    pub(crate) calls: Vec<Call>,
    pub(crate) tests: Vec<Test>,
    pub(crate) branches: Vec<Branch>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) evaluations: Vec<Evaluation>,
}

impl Template {
    pub(crate) fn new(name: Arc<str>, source: Arc<str>) -> Self {
        Template {
            name,
            source,
            lines: OnceLock::new(),
            code: Vec::new(),
            root: Range::default(),
            ended: false,
            segments: Vec::new(),
            paths: Vec::new(),
            calls: Vec::new(),
            tests: Vec::new(),
            branches: Vec::new(),
            conditions: Vec::new(),
            bindings: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// An error at a tag of this template.
    pub(crate) fn error(&self, kind: ErrorKind, offset: u32) -> Error {
        let lines = self.lines.get_or_init(|| Lines::of(&self.source));
        Error::at(kind, &self.name, &self.source, lines, offset)
    }

    /// The template's name, as errors show it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text it was compiled from.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Template").field("name", &self.name).field("code", &self.code.len()).finish()
    }
}
