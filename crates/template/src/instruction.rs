//! The instructions of a compiled template. Everything lies in a few flat vectors; blocks and lists are ranges.

use std::sync::OnceLock;

use crate::expr::{Expr, ExpressionLimits};
use crate::opcode::Opcode;
use crate::variable::Span;

/// A function from text to text, which it appends.
pub type TextFunction = fn(&str, &mut String);

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
