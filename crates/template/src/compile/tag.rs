//! One tag: the grammar of each instruction.
//!
//! `start` is where reading goes on and `end` where the last match ended; taking the match moves the one to the other.
//! A match that fails leaves `end` alone, which is visible: `{.ctx @x a=b word}` takes one bare word.

use std::sync::OnceLock;

use super::assembler::{Assembler, Head};
use super::{CompileOptions, Names};
use crate::arguments::Arguments;
use crate::error::ErrorKind;
use crate::instruction::{Binding, Call, Code, Condition, Evaluation, Range, Test};
use crate::opcode::Opcode;
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
struct Mark {
    segments: usize,
    paths: usize,
    calls: usize,
    bindings: usize,
}

impl Tag<'_> {
    fn is_complete(&self) -> bool {
        self.start == self.bytes.len()
    }

    fn consume(&mut self) {
        self.start = self.end;
    }

    fn mark(&self) -> Mark {
        let template = &self.assembler.template;
        Mark {
            segments: template.segments.len(),
            paths: template.paths.len(),
            calls: template.calls.len(),
            bindings: template.bindings.len(),
        }
    }

    fn reset(&mut self, mark: &Mark) {
        let template = &mut self.assembler.template;
        template.segments.truncate(mark.segments);
        template.paths.truncate(mark.paths);
        template.calls.truncate(mark.calls);
        template.bindings.truncate(mark.bindings);
    }

    /// One space.
    fn space(&mut self) -> bool {
        let found = self.bytes.get(self.start) == Some(&b' ');
        if found {
            self.end = self.start + 1;
            self.consume();
        }
        found
    }

    /// One or more of any white space.
    fn white_space(&mut self) -> bool {
        let end = scan::spaces(self.bytes, self.start);
        let found = end > self.start;
        if found {
            self.end = end;
            self.consume();
        }
        found
    }

    /// Reads what follows the dot.
    pub(super) fn instruction(&mut self) -> bool {
        if self.predicate() {
            return true;
        }
        let Some((opcode, length)) = instruction_name(&self.bytes[self.start..]) else { return false };
        self.start += length;
        self.end = self.start;
        let at = self.open;
        let plain = match opcode {
            Opcode::Bindvar => return self.bindvar(),
            Opcode::Ctxvar => return self.ctxvar(),
            Opcode::Eval => return self.eval(),
            Opcode::If => return self.condition(),
            Opcode::Include => return self.include(),
            Opcode::Inject => return self.inject(),
            Opcode::Macro => return self.block_macro(),
            Opcode::OrPredicate => return self.or(),
            Opcode::Repeated | Opcode::Section => return self.section(opcode),
            _ if !self.is_complete() => return false,
            Opcode::AlternatesWith => {
                self.assembler.alternates(at);
                return true;
            }
            Opcode::End => {
                self.assembler.end(at);
                return true;
            }
            Opcode::Eof => {
                self.assembler.eof(at);
                return true;
            }
            Opcode::MetaLeft => Code::MetaLeft,
            Opcode::MetaRight => Code::MetaRight,
            Opcode::Newline => Code::Newline,
            Opcode::Space => Code::Space,
            _ => Code::Tab,
        };
        self.assembler.simple(opcode, plain, at);
        true
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
    fn short_way(&mut self, mark: &Mark, paths: Range, calls: Range) -> Option<Code> {
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
    fn value(&mut self, mark: &Mark) -> Option<(Range, Range)> {
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
    fn reference(&mut self, at: usize) -> Option<Range> {
        let end = scan::reference(self.bytes, at)?;
        self.end = end;
        let segments = &mut self.assembler.template.segments;
        let start = segments.len();
        split(self.source, at, end, segments);
        Some(Range::new(start, segments.len()))
    }

    /// References with commas between them.
    fn variables(&mut self) -> bool {
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
    fn formatters(&mut self) -> bool {
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
    fn prepare_calls(&mut self, from: usize) -> Option<Range> {
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
    fn definition(&mut self) -> Option<Span> {
        let end = scan::definition(self.bytes, self.start)?;
        let span = Span::new(self.start, end);
        self.end = end;
        self.consume();
        Some(span)
    }

    /// `{.var @name a, b|formatter}`
    fn bindvar(&mut self) -> bool {
        if !self.space() {
            return false;
        }
        let Some(name) = self.definition() else { return false };
        if !self.space() {
            return false;
        }
        let mark = self.mark();
        let Some((paths, calls)) = self.value(&mark) else {
            self.reset(&mark);
            return false;
        };
        self.assembler.simple(Opcode::Bindvar, Code::Bindvar { name, paths, calls }, self.open);
        true
    }

    /// `{.ctx @name key=a other=b}`
    fn ctxvar(&mut self) -> bool {
        if !self.space() {
            return false;
        }
        let Some(name) = self.definition() else { return false };
        if !self.space() {
            return false;
        }
        let mark = self.mark();
        let mut at = self.start;
        while let Some(end) = scan::word(self.bytes, at) {
            self.end = end;
            let key = Span::new(at, end);
            if self.bytes.get(end) != Some(&b'=') {
                break;
            }
            let Some(path) = self.reference(end + 1) else { break };
            self.assembler.template.bindings.push(Binding { key, path });
            self.end = scan::spaces(self.bytes, self.end);
            at = self.end;
        }
        self.consume();
        let bindings = Range::new(mark.bindings, self.assembler.template.bindings.len());
        if bindings.is_empty() || !self.is_complete() {
            self.reset(&mark);
            return false;
        }
        self.assembler.simple(Opcode::Ctxvar, Code::Ctxvar { name, bindings }, self.open);
        true
    }

    /// `{.eval expression}`
    fn eval(&mut self) -> bool {
        if !self.white_space() {
            return false;
        }
        let debug = self.bytes.get(self.start) == Some(&b'#');
        let source = Span::new(self.start + usize::from(debug), self.bytes.len());
        let evaluations = &mut self.assembler.template.evaluations;
        let limits = self.options.expressions;
        evaluations.push(Evaluation { source, debug, limits, expr: OnceLock::new() });
        let code = Code::Eval(evaluations.len() as u32 - 1);
        self.assembler.simple(Opcode::Eval, code, self.open);
        true
    }

    /// `{.if a && b || c}` and `{.if predicate? arguments}`
    fn condition(&mut self) -> bool {
        if !self.white_space() {
            return false;
        }
        if self.predicate() {
            return true;
        }
        let mark = self.mark();
        let mut and = Vec::new();
        let mut at = self.start;
        loop {
            let Some(path) = self.reference(at) else {
                if !and.is_empty() {
                    self.reset(&mark);
                    return false;
                }
                break;
            };
            self.assembler.template.paths.push(path);
            self.end = scan::spaces(self.bytes, self.end);
            let operator = self.bytes.get(self.end..self.end + 2);
            match operator {
                Some(b"&&") => and.push(true),
                Some(b"||") => and.push(false),
                _ => break,
            }
            self.end = scan::spaces(self.bytes, self.end + 2);
            at = self.end;
        }
        self.consume();
        if !self.is_complete() {
            self.reset(&mark);
            return false;
        }
        let template = &mut self.assembler.template;
        let paths = Range::new(mark.paths, template.paths.len());
        if let ([path], false) = (paths.of(&template.paths), self.options.faithful) {
            let head = Head::IfTrue(*path);
            self.assembler.begin(head, self.open);
            return true;
        }
        template.conditions.push(Condition { paths, and: and.into() });
        let head = Head::If(template.conditions.len() as u32 - 1);
        self.assembler.begin(head, self.open);
        true
    }

    /// `{.include name output}`
    fn include(&mut self) -> bool {
        if self.bytes.get(self.start) != Some(&b' ') || self.start + 1 >= self.bytes.len() {
            return false;
        }
        let start = self.start + 1;
        let end = self.bytes[start..]
            .iter()
            .position(|byte| *byte == b' ')
            .map_or(self.bytes.len(), |at| start + at);
        let arguments = Span::new(end, self.bytes.len());
        let output = arguments.of(self.source).split(' ').any(|argument| argument == "output");
        let code = Code::Include { name: Span::new(start, end), arguments, output };
        self.assembler.simple(Opcode::Include, code, self.open);
        true
    }

    /// `{.inject @name path arguments}`
    fn inject(&mut self) -> bool {
        if !self.space() {
            return false;
        }
        let Some(name) = self.definition() else { return false };
        if !self.space() {
            return false;
        }
        let Some(end) = scan::file_path(self.bytes, self.start) else { return false };
        let path = Span::new(self.start, end);
        let arguments = (end < self.bytes.len()).then(|| Span::new(end, self.bytes.len()));
        self.assembler.simple(Opcode::Inject, Code::Inject { name, path, arguments }, self.open);
        true
    }

    /// `{.macro name}`
    fn block_macro(&mut self) -> bool {
        if !self.space() {
            return false;
        }
        let Some(end) = scan::file_path(self.bytes, self.start) else { return false };
        let name = Span::new(self.start, end);
        self.end = end;
        self.consume();
        if !self.is_complete() {
            return false;
        }
        self.assembler.begin(Head::Macro(name), self.open);
        true
    }

    /// `{.or}` and `{.or predicate? arguments}`
    fn or(&mut self) -> bool {
        if self.space() {
            let Some(test) = self.test() else { return false };
            self.assembler.or(Some(test), self.open);
            return true;
        }
        if !self.is_complete() {
            return false;
        }
        self.assembler.or(None, self.open);
        true
    }

    /// `predicate? arguments`
    fn predicate(&mut self) -> bool {
        let Some(test) = self.test() else { return false };
        self.assembler.begin(Head::Predicate(test), self.open);
        true
    }

    fn test(&mut self) -> Option<u32> {
        let end = scan::predicate(self.bytes, self.start)?;
        let name = Span::new(self.start, end);
        let arguments = Span::new(end, self.bytes.len());
        let parsed = Arguments::of_predicate(arguments.of(self.source));
        let predicate = self.names.predicate(name.of(self.source), &parsed);
        if predicate.is_none() {
            let kind = ErrorKind::PredicateUnknown(name.of(self.source).into());
            self.assembler.error(kind, self.open);
        }
        let tests = &mut self.assembler.template.tests;
        tests.push(Test { predicate, name, arguments });
        Some(tests.len() as u32 - 1)
    }

    /// `{.section name}` and `{.repeated section name}`
    fn section(&mut self, opcode: Opcode) -> bool {
        if !self.white_space() {
            return false;
        }
        let mark = self.mark();
        let Some(path) = self.reference(self.start) else { return false };
        self.consume();
        if !self.is_complete() {
            self.reset(&mark);
            return false;
        }
        let head = if opcode == Opcode::Section { Head::Section(path) } else { Head::Repeated(path) };
        self.assembler.begin(head, self.open);
        true
    }
}

/// The instruction whose name these bytes start with, and the name's length.
fn instruction_name(bytes: &[u8]) -> Option<(Opcode, usize)> {
    const NAMES: [(&[u8], Opcode); 18] = [
        (b"alternates with", Opcode::AlternatesWith),
        (b"ctx", Opcode::Ctxvar),
        (b"end", Opcode::End),
        (b"eof", Opcode::Eof),
        (b"eval", Opcode::Eval),
        (b"if", Opcode::If),
        (b"include", Opcode::Include),
        (b"inject", Opcode::Inject),
        (b"macro", Opcode::Macro),
        (b"meta-left", Opcode::MetaLeft),
        (b"meta-right", Opcode::MetaRight),
        (b"newline", Opcode::Newline),
        (b"or", Opcode::OrPredicate),
        (b"repeated section", Opcode::Repeated),
        (b"section", Opcode::Section),
        (b"space", Opcode::Space),
        (b"tab", Opcode::Tab),
        (b"var", Opcode::Bindvar),
    ];
    NAMES.iter().find(|(name, _)| bytes.starts_with(name)).map(|(name, opcode)| (*opcode, name.len()))
}

/// Stands in a call until its name has been looked up; a call that keeps it belongs to a tag that became text.
struct Unprepared;

impl crate::vocabulary::Formatter for Unprepared {
    fn apply<'r>(
        &self,
        _values: &mut [crate::node::Node<'r>],
        _context: &mut crate::context::Context<'r>,
    ) -> Result<(), crate::error::Fault> {
        Ok(())
    }
}
