//! The code tree as JSON: the form in which compiled templates are exchanged between servers and browsers.
//!
//! Each instruction is an array that starts with its number ([`Opcode`](crate::Opcode)), or the number alone.

use crate::arguments::Arguments;
use crate::engine::Engine;
use crate::error::Error;
use crate::instruction::{Code, Instruction, Otherwise, Range};
use crate::node::{write_json_text, write_number};
use crate::opcode::Opcode;
use crate::runtime::Template;
use crate::variable::{Segment, Span};

/// Blocks deeper than this are written empty.
const MAX_NESTING: usize = 1000;

impl Engine {
    /// The code tree of a text as JSON, with every error found in it. It keeps comments and the exact cuts of the text,
    /// which a template compiled for rendering does not.
    ///
    /// ```
    /// use loggia_template::{Engine, Vocabulary};
    ///
    /// let engine = Engine::new(Vocabulary::core());
    /// let (tree, errors) = engine.code_tree("t.html", "Hi {user.names.0|truncate 10}");
    /// assert_eq!(tree, r#"[17,1,[[0,"Hi "],[1,[["user","names",0]],[["truncate",[["10"]," "]]]]],18]"#);
    /// assert!(errors.is_empty());
    /// ```
    pub fn code_tree(&self, name: &str, text: &str) -> (String, Vec<Error>) {
        let compiled = self.compile_faithful(name, text);
        let mut tree = Tree { template: &compiled.template, out: String::new(), depth: 0 };
        tree.root();
        (tree.out, compiled.errors)
    }
}

struct Tree<'t> {
    template: &'t Template,
    out: String,
    depth: usize,
}

impl Tree<'_> {
    fn root(&mut self) {
        self.open(Opcode::Root);
        self.out.push_str("1,");
        self.block(self.template.root);
        let end = if self.template.ended { Opcode::Eof } else { Opcode::End };
        self.comma();
        self.number(end as usize);
        self.out.push(']');
    }

    fn open(&mut self, opcode: Opcode) {
        self.out.push('[');
        self.number(opcode as usize);
        self.out.push(',');
    }

    fn comma(&mut self) {
        self.out.push(',');
    }

    fn number(&mut self, value: usize) {
        write_number(value as f64, &mut self.out);
    }

    fn text(&mut self, text: &str) {
        write_json_text(text, &mut self.out);
    }

    fn span(&mut self, span: Span) {
        self.text(span.of(&self.template.source));
    }

    /// Writes a list.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.out.push('[');
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.comma();
            }
            write(self, item);
        }
        self.out.push(']');
    }

    fn block(&mut self, range: Range) {
        let code: &[Instruction] = if self.depth < MAX_NESTING { range.of(&self.template.code) } else { &[] };
        self.depth += 1;
        self.list(code, |tree, instruction| tree.instruction(instruction));
        self.depth -= 1;
    }

    fn path(&mut self, path: Range) {
        self.list(path.of(&self.template.segments), |tree, segment| match segment {
            Segment::Index { index, .. } => tree.number(*index as usize),
            other => tree.text(other.text(&tree.template.source)),
        });
    }

    fn paths(&mut self, paths: Range) {
        self.list(paths.of(&self.template.paths), |tree, path| tree.path(*path));
    }

    fn calls(&mut self, calls: Range) {
        if calls.is_empty() {
            return self.out.push('0');
        }
        self.list(calls.of(&self.template.calls), |tree, call| {
            tree.out.push('[');
            tree.span(call.name);
            let arguments = Arguments::of_formatter(call.arguments.of(&tree.template.source));
            if arguments.delimiter().is_some() {
                tree.comma();
                tree.arguments(&arguments);
            }
            tree.out.push(']');
        });
    }

    /// `[[argument, …], delimiter]`, or 0.
    fn arguments(&mut self, arguments: &Arguments<'_>) {
        let Some(delimiter) = arguments.delimiter() else { return self.out.push('0') };
        self.out.push('[');
        self.list(arguments.iter(), |tree, argument| tree.text(argument));
        self.comma();
        self.text(delimiter.encode_utf8(&mut [0; 4]));
        self.out.push(']');
    }

    fn test(&mut self, test: u32) {
        let test = &self.template.tests[test as usize];
        self.span(test.name);
        self.comma();
        self.arguments(&Arguments::of_predicate(test.arguments.of(&self.template.source)));
    }

    fn otherwise(&mut self, otherwise: Otherwise) {
        match otherwise {
            Otherwise::Open => self.out.push_str("null"),
            Otherwise::End => self.number(Opcode::End as usize),
            Otherwise::Branch(at) => {
                let branch = &self.template.branches[at as usize];
                self.open(Opcode::OrPredicate);
                match branch.test {
                    Some(test) => self.test(test),
                    None => self.out.push_str("0,0"),
                }
                self.comma();
                self.block(branch.block);
                self.comma();
                self.otherwise(branch.otherwise);
                self.out.push(']');
            }
        }
    }

    fn block_and_otherwise(&mut self, block: Range, otherwise: Otherwise) {
        self.comma();
        self.block(block);
        self.comma();
        self.otherwise(otherwise);
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let template = self.template;
        let opcode = instruction.code.opcode();
        if matches!(
            opcode,
            Opcode::MetaLeft | Opcode::MetaRight | Opcode::Newline | Opcode::Space | Opcode::Tab
        ) {
            return self.number(opcode as usize);
        }
        self.open(opcode);
        match instruction.code {
            Code::Text(span) => self.span(span),
            Code::Variable(path) => {
                self.out.push('[');
                self.path(path);
                self.out.push_str("],0");
            }
            Code::Formatted { paths, calls } => {
                self.paths(paths);
                self.comma();
                self.calls(calls);
            }
            Code::Section { path, block, otherwise } => {
                self.path(path);
                self.block_and_otherwise(block, otherwise);
            }
            Code::Repeated { path, block, otherwise, alternates } => {
                self.path(path);
                self.block_and_otherwise(block, otherwise);
                self.comma();
                self.block(alternates);
            }
            Code::Predicate { test, block, otherwise } => {
                self.test(test);
                self.block_and_otherwise(block, otherwise);
            }
            Code::If { condition, block, otherwise } => {
                let condition = &template.conditions[condition as usize];
                self.list(&condition.and, |tree, and| tree.out.push(if *and { '1' } else { '0' }));
                self.comma();
                self.paths(condition.paths);
                self.block_and_otherwise(block, otherwise);
            }
            Code::Bindvar { name, paths, calls } => {
                self.span(name);
                self.comma();
                self.paths(paths);
                self.comma();
                self.calls(calls);
            }
            Code::Ctxvar { name, bindings } => {
                self.span(name);
                self.comma();
                self.list(bindings.of(&template.bindings), |tree, binding| {
                    tree.out.push('[');
                    tree.span(binding.key);
                    tree.comma();
                    tree.path(binding.path);
                    tree.out.push(']');
                });
            }
            Code::Inject { name, path, arguments } => {
                self.span(name);
                self.comma();
                self.span(path);
                self.comma();
                let arguments = arguments.map_or("", |arguments| arguments.of(&template.source));
                self.arguments(&Arguments::of_predicate(arguments));
            }
            Code::Macro { name, block } => {
                self.span(name);
                self.comma();
                self.block(block);
            }
            Code::Comment { text, multiline } => {
                self.span(text);
                self.out.push_str(if multiline { ",1" } else { ",0" });
            }
            Code::Eval(at) => {
                let evaluation = &template.evaluations[at as usize];
                let debug = if evaluation.debug { "#" } else { "" };
                let source = format!("{debug}{}", evaluation.source.of(&template.source));
                self.text(&source);
            }
            Code::Include { name, arguments, .. } => {
                self.span(name);
                self.out.push_str(",[");
                // The name was the first argument; what is left may be nothing.
                let rest = arguments.of(&template.source);
                let rest = rest.strip_prefix(' ').map(|rest| rest.split(' '));
                self.list(rest.into_iter().flatten(), |tree, argument| tree.text(argument));
                self.out.push_str(",\" \"]");
            }
            // A tree is made of a template that is compiled without short ways.
            Code::Mapped { .. } | Code::IfTrue { .. } => {}
            Code::MetaLeft | Code::MetaRight | Code::Newline | Code::Space | Code::Tab => {}
        }
        self.out.push(']');
    }
}
