//! Tokens to postfix programs: the shunting yard. What is malformed gives an error or a program without value.

use super::operator::Operator;
use super::token::Token;

/// Builds one program for each expression between semicolons.
pub(super) fn build(tokens: Vec<Token>, programs: &mut Vec<Vec<Token>>, errors: &mut Vec<String>) {
    let mut out = Vec::new();
    let mut waiting: Vec<Token> = Vec::new();
    for token in tokens {
        match token {
            Token::Operator(Operator::Semicolon) => {
                finish(std::mem::take(&mut out), &mut waiting, programs, errors);
            }
            Token::Operator(Operator::Open) => waiting.push(token),
            Token::Operator(Operator::Comma) => drain_to_open(&mut out, &mut waiting),
            Token::Operator(Operator::Close) => {
                drain_to_open(&mut out, &mut waiting);
                if waiting.pop().is_none() {
                    return errors.push(mismatched(Operator::Close));
                }
                if let Some(Token::Call(_)) = waiting.last() {
                    out.extend(waiting.pop());
                }
            }
            Token::Operator(operator) => {
                while let Some(top) = waiting.last() {
                    let binds = match top {
                        Token::Operator(Operator::Open) => false,
                        Token::Operator(top) => {
                            let (before, after) = (top.precedence(), operator.precedence());
                            before > after || (before == after && top.is_left())
                        }
                        _ => true,
                    };
                    if !binds {
                        break;
                    }
                    out.extend(waiting.pop());
                }
                waiting.push(token);
            }
            Token::Call(_) => {
                out.push(Token::Arguments);
                waiting.push(token);
            }
            _ => out.push(token),
        }
    }
    finish(out, &mut waiting, programs, errors);
}

fn drain_to_open(out: &mut Vec<Token>, waiting: &mut Vec<Token>) {
    while let Some(token) = waiting.pop_if(|top| !matches!(top, Token::Operator(Operator::Open))) {
        out.push(token);
    }
}

fn finish(
    mut program: Vec<Token>,
    waiting: &mut Vec<Token>,
    programs: &mut Vec<Vec<Token>>,
    errors: &mut Vec<String>,
) {
    while let Some(token) = waiting.pop() {
        if let Token::Operator(operator @ (Operator::Open | Operator::Close)) = token {
            return errors.push(mismatched(operator));
        }
        program.push(token);
    }
    if !program.is_empty() {
        programs.push(program);
    }
}

fn mismatched(operator: Operator) -> String {
    format!("Mismatched operator found: {}", operator.name())
}
