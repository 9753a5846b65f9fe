//! Places in a source file.

use proc_macro2::Span;

/// A line (from 1) and a column (from 0).
pub(crate) type Position = (usize, usize);

/// From the first character of something to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub(crate) fn of(span: Span) -> Self {
        let (start, end) = (span.start(), span.end());
        Self { start: (start.line, start.column), end: (end.line, end.column) }
    }

    pub(crate) fn holds(&self, position: Position) -> bool {
        self.start <= position && position < self.end
    }
}

/// Where a span begins.
pub(crate) fn start(span: Span) -> Position {
    let start = span.start();
    (start.line, start.column)
}
