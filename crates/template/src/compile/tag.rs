//! One tag: where reading stands, names, values and formatters. The instructions are in [`super::grammar`].
//!
//! `start` is where reading goes on and `end` where the last match ended; taking the match moves the one to the other.
//! A match that fails leaves `end` alone, which is visible: `{.ctx @x a=b word}` takes one bare word.

use super::assembler::Assembler;
use super::names::Names;
use super::options::CompileOptions;
use crate::arguments::Arguments;
use crate::error::ErrorKind;
use crate::instruction::{Code, Range};
use crate::opcode::Opcode;
use crate::runtime::Call;
use crate::scan;
use crate::variable::{Span, split};

pub(super) struct Tag<'t> {
    pub(super) source: &'t str,
    /// The source up to the closing brace.
    pub(super) bytes: &'t [u8],
    pub(super) names: &'t dyn Names,
    pub(super) options: CompileOptions,
    pub(super) assembler: &'t mut Assembler,
    /// Where the opening brace stands.
    pub(super) open: u32,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How long the template's vectors were before a tag, to take back what a tag that fails has put there.
pub(super) struct Mark {
    pub(super) segments: usize,
    pub(super) paths: usize,
    pub(super) calls: usize,
    pub(super) bindings: usize,
}

impl Tag<'_> {
    pub(super) fn is_complete(&self) -> bool {
        self.start == self.bytes.len()
    }

    pub(super) fn consume(&mut self) {
        self.start = self.end;
    }

    pub(super) fn mark(&self) -> Mark {
        let template = &self.assembler.template;
        Mark {
            segments: template.segments.len(),
            paths: template.paths.len(),
            calls: template.calls.len(),
            bindings: template.bindings.len(),
        }
    }

    pub(super) fn reset(&mut self, mark: &Mark) {
        let template = &mut self.assembler.template;
        template.segments.truncate(mark.segments);
        template.paths.truncate(mark.paths);
        template.calls.truncate(mark.calls);
        template.bindings.truncate(mark.bindings);
    }

    /// One space.
    pub(super) fn space(&mut self) -> bool {
        let found = self.bytes.get(self.start) == Some(&b' ');
        if found {
            self.end = self.start + 1;
            self.consume();
        }
        found
    }

    /// One or more of any white space.
    pub(super) fn white_space(&mut self) -> bool {
        let end = scan::spaces(self.bytes, self.start);
        let found = end > self.start;
        if found {
            self.end = end;
            self.consume();
        }
        found
    }

    /// `{a, b|formatter}`
    pub(super) fn variable(&mut self) -> bool {
        let mark = self.mark();
        let Some((paths, calls)) = self.value(&mark) else {
            self.reset(&mark);
            return false;
        };
        let code = self.short_way(&mark, paths, calls).unwrap_or(Code::Formatted { paths, calls });
        self.assembler.simple(Opcode::Variable, code, self.open);
        true
    }

    /// A shorter way to render a variable tag, if there is one. Without formatters, and with one that looks at text
    /// only, the names after the first need not be looked up.
    pub(super) fn short_way(&mut self, mark: &Mark, paths: Range, calls: Range) -> Option<Code> {
        if self.options.faithful {
            return None;
        }
        let template = &mut self.assembler.template;
        let path = *paths.of(&template.paths).first()?;
        match calls.of(&template.calls) {
            [] => Some(Code::Variable(path)),
            [call] => {
                let function = call.formatter.as_text_function()?;
                template.calls.truncate(mark.calls);
                Some(Code::Mapped { path, function })
            }
            _ => None,
        }
    }

    /// Names and formatters up to the end of the tag.
    pub(super) fn value(&mut self, mark: &Mark) -> Option<(Range, Range)> {
        if !self.variables() {
            return None;
        }
        self.consume();
        if self.formatters() {
            self.consume();
        }
        if !self.is_complete() {
            return None;
        }
        let calls = self.prepare_calls(mark.calls)?;
        let template = &self.assembler.template;
        Some((Range::new(mark.paths, template.paths.len()), calls))
    }

    /// One reference at `at`; pushes its segments and gives their range.
    pub(super) fn reference(&mut self, at: usize) -> Option<Range> {
        let end = scan::reference(self.bytes, at)?;
        self.end = end;
        let segments = &mut self.assembler.template.segments;
        let start = segments.len();
        split(self.source, at, end, segments);
        Some(Range::new(start, segments.len()))
    }

    /// References with commas between them.
    pub(super) fn variables(&mut self) -> bool {
        let mut at = self.start;
        loop {
            let Some(path) = self.reference(at) else { return false };
            self.assembler.template.paths.push(path);
            let skip = |from: usize| self.bytes[from..].iter().take_while(|byte| **byte == b' ').count();
            let comma = self.end + skip(self.end);
            if self.bytes.get(comma) != Some(&b',') {
                return true;
            }
            at = comma + 1 + skip(comma + 1);
            self.end = at;
        }
    }

    /// A chain of formatters; pushes the calls without their implementation's arguments parsed.
    pub(super) fn formatters(&mut self) -> bool {
        let mut at = self.start;
        // A second bar right after the first is minified JavaScript.
        if self.bytes.get(at) != Some(&b'|') || self.bytes.get(at + 1) == Some(&b'|') {
            return false;
        }
        loop {
            let name = at + 1;
            let Some(end) = scan::word(self.bytes, name) else { return false };
            let tail = memchr::memchr(b'|', &self.bytes[end..]).map_or(self.bytes.len(), |bar| end + bar);
            self.end = tail;
            let call = Call {
                formatter: Box::new(Unprepared),
                name: Span::new(name, end),
                arguments: Span::new(end, tail),
            };
            self.assembler.template.calls.push(call);
            if self.bytes.get(tail) != Some(&b'|') {
                return true;
            }
            at = tail;
        }
    }

    /// Looks up the calls from `from` on; the first name that is unknown is reported and spoils the tag.
    pub(super) fn prepare_calls(&mut self, from: usize) -> Option<Range> {
        let until = self.assembler.template.calls.len();
        for at in from..until {
            let call = &mut self.assembler.template.calls[at];
            let name = call.name.of(self.source);
            let arguments = Arguments::of_formatter(call.arguments.of(self.source));
            match self.names.formatter(name, &arguments) {
                Some(formatter) => call.formatter = formatter,
                None => {
                    self.assembler.error(ErrorKind::FormatterUnknown(name.into()), self.open);
                    return None;
                }
            }
        }
        Some(Range::new(from, until))
    }

    /// `@name`
    pub(super) fn definition(&mut self) -> Option<Span> {
        let end = scan::definition(self.bytes, self.start)?;
        let span = Span::new(self.start, end);
        self.end = end;
        self.consume();
        Some(span)
    }
}

/// Stands in a call until its name has been looked up; a call that keeps it belongs to a tag that became text.
struct Unprepared;

impl crate::runtime::Formatter for Unprepared {
    fn apply<'r>(
        &self,
        _values: &mut [crate::node::Node<'r>],
        _context: &mut crate::runtime::Context<'r>,
    ) -> Result<(), crate::error::Fault> {
        Ok(())
    }
}
