//! Expressions of `{.eval}`: parsed once, evaluated over any [`Scope`].

mod eval;
mod function;
mod number;
mod operator;
mod parser;
mod surroundings;
mod token;
mod value;

pub use surroundings::ExpressionLimits;
pub(crate) use surroundings::Scope;

use crate::node::Node;
use token::Token;

/// A parsed tag: one program for each of its expressions.
#[derive(Debug)]
pub(crate) struct Expr {
    programs: Vec<Vec<Token>>,
    errors: Vec<String>,
    limits: ExpressionLimits,
    /// The value of a tag that looks at no name and binds none: computed once.
    constant: Option<Token>,
}

impl Expr {
    /// Parses the text of a tag. Faults are kept with it.
    pub(crate) fn parse(text: &str, limits: ExpressionLimits) -> Self {
        let (tokens, mut errors) = token::tokenize(text, limits.tokens);
        let mut programs = Vec::new();
        if errors.is_empty() {
            parser::build(tokens, &mut programs, &mut errors);
        }
        let constant = errors.is_empty().then(|| eval::constant(&programs, limits)).flatten();
        Expr { programs, errors, limits, constant }
    }

    /// What is wrong with the text.
    pub(crate) fn errors(&self) -> &[String] {
        &self.errors
    }

    /// Runs the programs one after the other; the last one's value is the tag's (T-038).
    pub(crate) fn evaluate<'r>(&'r self, scope: &mut dyn Scope<'r>) -> Option<Node<'r>> {
        if let Some(constant) = &self.constant {
            return eval::run(std::slice::from_ref(constant), self.limits, scope);
        }
        let mut result = None;
        for program in &self.programs {
            result = eval::run(program, self.limits, scope);
        }
        result
    }

    /// Writes the parsed form, for `{.eval #…}` (T-047).
    pub(crate) fn write_program(&self, out: &mut String) {
        out.push_str("EVAL=[");
        for (at, program) in self.programs.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            out.push('[');
            for (at, token) in program.iter().enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                token.write_debug(out);
            }
            out.push(']');
        }
        out.push(']');
    }
}
