//! The grammar of each instruction.

use std::sync::OnceLock;

use super::assembler::Head;
use super::tag::Tag;
use crate::arguments::Arguments;
use crate::error::ErrorKind;
use crate::instruction::{Binding, Code, Condition, Evaluation, Range};
use crate::opcode::Opcode;
use crate::runtime::Test;
use crate::scan;
use crate::variable::Span;

impl Tag<'_> {
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
