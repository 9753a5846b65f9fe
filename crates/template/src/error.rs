//! What can go wrong in a template: one error type, with the codes and texts of the language's reference engines and a
//! place in the source (T-222 to T-244).

use std::fmt;
use std::sync::Arc;

use crate::lines::Lines;
use crate::node::write_json_text;
use crate::opcode::Opcode;

/// Which part of the engine found the error (T-243).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorFamily {
    /// A tag that cannot be read.
    Parser,
    /// Tags that do not fit together.
    Assembler,
    /// An error while rendering.
    Engine,
}

impl ErrorFamily {
    /// The family's name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorFamily::Parser => "parser",
            ErrorFamily::Assembler => "assembler",
            ErrorFamily::Engine => "engine",
        }
    }
}

/// What is wrong. `Display` is the exact message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A formatter that no vocabulary holds; the tag stays text.
    FormatterUnknown(Box<str>),
    /// A predicate that no vocabulary holds; it is false.
    PredicateUnknown(Box<str>),
    /// A block that can never run: `{.or}` after a bare `{.or}`.
    DeadCodeBlock,
    /// The text ends inside a block.
    EofInBlock(Opcode),
    /// The first instruction may not stand in the second's block.
    NotAllowedInBlock(Opcode, Opcode),
    /// The instruction may not stand outside a block.
    NotAllowedAtRoot(Opcode),
    /// The instruction stands after `{.eof}`.
    TransitionFromEof(Opcode),
    /// A partial or macro that does not exist.
    PartialMissing(Box<str>),
    /// Partials nested deeper than allowed.
    PartialDepth(Box<str>, u32),
    /// A partial that does not parse; it renders nothing. The second text is its own error's message.
    PartialSyntax(Box<str>, Box<str>),
    /// An expression that does not parse, and why.
    ExpressionParse(Box<str>, Box<str>),
    /// An expression that cannot be computed, and why.
    ExpressionReduce(Box<str>, Box<str>),
    /// A formatter, predicate or instruction that failed: the error's name, the instruction, the message.
    Unexpected(Box<str>, Opcode, Box<str>),
    /// A word that is known and does nothing yet.
    NotImplemented(Box<str>),
    /// More steps than the render allows.
    StepLimit(u64),
    /// More output than the render allows, in bytes.
    OutputLimit(usize),
    /// More memory for values than the render allows, in bytes.
    MemoryLimit(usize),
    /// Blocks nested deeper than the engine follows.
    NestingLimit(u32),
}

impl ErrorKind {
    /// The error's stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            ErrorKind::FormatterUnknown(_) => "FORMATTER_UNKNOWN",
            ErrorKind::PredicateUnknown(_) => "PREDICATE_UNKNOWN",
            ErrorKind::DeadCodeBlock => "DEAD_CODE_BLOCK",
            ErrorKind::EofInBlock(_) => "EOF_IN_BLOCK",
            ErrorKind::NotAllowedInBlock(..) => "NOT_ALLOWED_IN_BLOCK",
            ErrorKind::NotAllowedAtRoot(_) => "NOT_ALLOWED_AT_ROOT",
            ErrorKind::TransitionFromEof(_) => "MACHINE_TRANSITION_FROM_EOF",
            ErrorKind::PartialMissing(_) => "APPLY_PARTIAL_MISSING",
            ErrorKind::PartialDepth(..) => "APPLY_PARTIAL_RECURSION_DEPTH",
            ErrorKind::PartialSyntax(..) => "COMPILE_PARTIAL_SYNTAX",
            ErrorKind::ExpressionParse(..) => "EXPRESSION_PARSE",
            ErrorKind::ExpressionReduce(..) => "EXPRESSION_REDUCE",
            ErrorKind::Unexpected(..) => "UNEXPECTED_ERROR",
            ErrorKind::NotImplemented(_) => "NOT_IMPLEMENTED",
            ErrorKind::StepLimit(_) => "CODE_LIMIT_REACHED",
            ErrorKind::OutputLimit(_) => "OUTPUT_LIMIT_REACHED",
            ErrorKind::MemoryLimit(_) => "MEMORY_LIMIT_REACHED",
            ErrorKind::NestingLimit(_) => "NESTING_LIMIT_REACHED",
        }
    }

    /// Which part of the engine raises it.
    pub const fn family(&self) -> ErrorFamily {
        match self {
            ErrorKind::FormatterUnknown(_) | ErrorKind::PredicateUnknown(_) => ErrorFamily::Parser,
            ErrorKind::DeadCodeBlock
            | ErrorKind::EofInBlock(_)
            | ErrorKind::NotAllowedInBlock(..)
            | ErrorKind::NotAllowedAtRoot(_)
            | ErrorKind::TransitionFromEof(_) => ErrorFamily::Assembler,
            _ => ErrorFamily::Engine,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::FormatterUnknown(name) => write!(f, "SyntaxError: Formatter '{name}' is unknown"),
            ErrorKind::PredicateUnknown(name) => write!(f, "SyntaxError: Predicate '{name}' is unknown"),
            ErrorKind::DeadCodeBlock => {
                write!(f, "SyntaxError: This {} block will never execute.", Opcode::OrPredicate.name())
            }
            ErrorKind::EofInBlock(block) => {
                write!(f, "SyntaxError: Reached EOF in the middle of {}", block.name())
            }
            ErrorKind::NotAllowedInBlock(instruction, block) => write!(
                f,
                "SyntaxError: {} instruction is not allowed inside {} block.",
                instruction.name(),
                block.name()
            ),
            ErrorKind::NotAllowedAtRoot(instruction) => {
                write!(f, "SyntaxError: Instruction {} not allowed at root", instruction.name())
            }
            ErrorKind::TransitionFromEof(instruction) => write!(
                f,
                "SyntaxError: {} Attempt to transition from the EOF state. This is either a bug in the state \
                 machine or instructions were fed to the state machine after EOF.",
                instruction.name()
            ),
            ErrorKind::PartialMissing(name) => {
                write!(f, "RuntimeError: Attempt to apply partial '{name}' which could not be found.")
            }
            ErrorKind::PartialDepth(name, limit) => write!(
                f,
                "RuntimeError: Attempt to apply partial '{name}' exceeded maximum recursion depth of {limit}"
            ),
            ErrorKind::PartialSyntax(name, message) => {
                write!(f, "RuntimeError: Parse of partial \"{name}\" failed: {message}")
            }
            ErrorKind::ExpressionParse(source, detail) => {
                let mut quoted = String::new();
                write_json_text(source, &mut quoted);
                write!(f, "RuntimeError: Error parsing expression: {quoted}: {detail}")
            }
            ErrorKind::ExpressionReduce(source, detail) => {
                write!(f, "RuntimeError: Error reducing expression: {source}: {detail}")
            }
            ErrorKind::Unexpected(name, instruction, message) => write!(
                f,
                "RuntimeError: Unexpected {name} error when executing {}: {message}",
                instruction.name()
            ),
            ErrorKind::NotImplemented(name) => write!(f, "\"{name}\" formatter is not yet implemented"),
            ErrorKind::StepLimit(limit) => {
                write!(f, "RuntimeError: Rendering stopped after {limit} instructions.")
            }
            ErrorKind::OutputLimit(limit) => {
                write!(f, "RuntimeError: Rendering stopped after {limit} bytes of output.")
            }
            ErrorKind::MemoryLimit(limit) => {
                write!(f, "RuntimeError: Rendering stopped after {limit} bytes of values.")
            }
            ErrorKind::NestingLimit(limit) => {
                write!(
                    f,
                    "RuntimeError: Blocks are nested more than {limit} deep; the inner ones are left out."
                )
            }
        }
    }
}

/// An error with its place. `Display` is `file:line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The template's name.
    pub file: Arc<str>,
    /// Line of the tag, from 1.
    pub line: u32,
    /// Column of the tag in characters, from 1.
    pub column: u32,
    /// Offset of the tag in bytes, from 0.
    pub offset: u32,
    /// Length of the tag in bytes.
    pub length: u32,
}

impl Error {
    /// The error of a tag that starts at `offset` of `source`, of which `lines` knows the lines.
    pub(crate) fn at(kind: ErrorKind, file: &Arc<str>, source: &str, lines: &Lines, offset: u32) -> Self {
        let (line, column) = lines.place(source, offset as usize);
        let rest = source.get(offset as usize..).unwrap_or_default();
        let length = if rest.starts_with('{') { rest.find('}').map_or(rest.len(), |end| end + 1) } else { 0 };
        Error { kind, file: Arc::clone(file), line, column, offset, length: length as u32 }
    }

    /// The error's stable code.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The exact message, without the place.
    pub fn message(&self) -> String {
        self.kind.to_string()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.kind)
    }
}

impl std::error::Error for Error {}

/// Why a formatter or predicate could not do its work. It becomes an `UNEXPECTED_ERROR` of the instruction that called
/// it, which prints nothing; rendering goes on (T-232).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(crate) name: Box<str>,
    pub(crate) message: Box<str>,
}

impl Fault {
    /// A fault with this message.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        Self::named("Error", message)
    }

    /// A fault of a named kind, such as `RangeError`.
    pub fn named(name: impl Into<Box<str>>, message: impl Into<Box<str>>) -> Self {
        Fault { name: name.into(), message: message.into() }
    }
}
