//! Expression text to tokens.

use super::function::Function;
use super::number;
use super::operator::Operator;
use crate::node::{write_json_text, write_number};
use crate::scan;
use crate::variable::Path;

/// A token of the text, and an instruction of a program.
#[derive(Clone, Debug)]
pub(super) enum Token {
    Null,
    Boolean(bool),
    Number(f64),
    Text(Box<str>),
    Variable(Path),
    Call(Function),
    /// Where the arguments of a call start.
    Arguments,
    Operator(Operator),
}

impl Token {
    pub(super) fn write_debug(&self, out: &mut String) {
        match self {
            Token::Null => out.push_str("null"),
            Token::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Token::Number(value) => write_number(*value, out),
            Token::Text(text) => write_json_text(text, out),
            Token::Variable(path) => {
                for (at, segment) in path.segments.iter().enumerate() {
                    if at > 0 {
                        out.push('.');
                    }
                    out.push_str(segment.text(&path.text));
                }
            }
            Token::Call(function) => {
                out.push_str(function.name());
                out.push_str("()");
            }
            Token::Arguments => out.push_str("<args>"),
            Token::Operator(operator) => {
                out.push('<');
                out.push_str(operator.name());
                out.push('>');
            }
        }
    }
}

/// Splits a text into tokens. A fault of spelling ends the work; one of meaning (too many tokens, an unknown function)
/// only ends the taking of tokens, so that a fault of spelling may follow it.
pub(super) fn tokenize(text: &str, limit: usize) -> (Vec<Token>, Vec<String>) {
    let mut tokenizer =
        Tokenizer { text, bytes: text.as_bytes(), at: 0, limit, tokens: Vec::new(), errors: Vec::new() };
    if let Err(error) = tokenizer.run() {
        tokenizer.errors.push(error);
    }
    (tokenizer.tokens, tokenizer.errors)
}

struct Tokenizer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    limit: usize,
    tokens: Vec<Token>,
    errors: Vec<String>,
}

impl Tokenizer<'_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            match byte {
                b'0'..=b'9' => self.number()?,
                b'"' | b'\'' => self.string(byte)?,
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                0xc2 if self.bytes.get(self.at + 1) == Some(&0xa0) => self.at += 2,
                _ => match operator(&self.bytes[self.at..]) {
                    Some((operator, length)) => {
                        self.at += length;
                        self.operator(operator);
                    }
                    None => self.name()?,
                },
            }
        }
        Ok(())
    }

    fn push(&mut self, token: Token) {
        if !self.errors.is_empty() {
            return;
        }
        self.tokens.push(token);
        if self.limit > 0 && self.tokens.len() > self.limit {
            let limit = self.limit;
            self.errors.push(format!("Expression exceeds the maximum number of allowed tokens: {limit}"));
        }
    }

    fn operator(&mut self, operator: Operator) {
        // A sign is unary at the start and after any operator but a closing parenthesis.
        let starts = match self.tokens.last() {
            None => true,
            Some(Token::Operator(before)) => *before != Operator::Close,
            Some(_) => false,
        };
        match operator {
            Operator::Add if starts => self.push(Token::Operator(Operator::Plus)),
            Operator::Subtract if starts => self.push(Token::Operator(Operator::Minus)),
            Operator::Open => {
                self.call();
                self.push(Token::Operator(operator));
            }
            other => self.push(Token::Operator(other)),
        }
    }

    /// Turns a single name before a parenthesis into a call.
    fn call(&mut self) {
        if self.errors.is_empty()
            && let Some(Token::Variable(path)) = self.tokens.last_mut()
            && path.segments.len() == 1
        {
            match Function::of(path.text()) {
                Some(function) => {
                    self.tokens.pop();
                    self.tokens.push(Token::Call(function));
                }
                None => self.errors.push(format!("Invalid function {}", path.text())),
            }
        }
    }

    /// A constant or a variable.
    fn name(&mut self) -> Result<(), String> {
        let start = self.at;
        let Some(end) = scan::reference(self.bytes, start) else { return Err(self.unexpected()) };
        self.at = end;
        let name = &self.text[start..end];
        let token = match name {
            "null" => Token::Null,
            "true" => Token::Boolean(true),
            "false" => Token::Boolean(false),
            "PI" => Token::Number(std::f64::consts::PI),
            "E" => Token::Number(std::f64::consts::E),
            "Infinity" => Token::Number(f64::INFINITY),
            "NaN" => Token::Number(f64::NAN),
            _ => Token::Variable(Path::parse(name)),
        };
        self.push(token);
        Ok(())
    }

    fn unexpected(&self) -> String {
        let character = self.text[self.at..].chars().next().unwrap_or_default();
        let index = crate::node::utf16_len(&self.text[..self.at]);
        let mut quoted = String::new();
        write_json_text(character.encode_utf8(&mut [0; 4]), &mut quoted);
        format!("Unexpected {} at {index}: {quoted}", character_name(character))
    }

    fn number(&mut self) -> Result<(), String> {
        let start = self.at;
        if self.bytes[start] == b'0' && matches!(self.bytes.get(start + 1), Some(b'x' | b'X')) {
            let end = number::hex_end(self.bytes, start + 2);
            if end == start + 2 {
                return Err("Expected digits after start of hex number".to_owned());
            }
            self.at = end;
            self.push(Token::Number(number::from_hex(&self.bytes[start + 2..end])));
            return Ok(());
        }
        let end = number::decimal_end(self.bytes, start).map_err(str::to_owned)?;
        self.at = end;
        self.push(Token::Number(crate::node::parse_float(&self.text[start..end])));
        Ok(())
    }

    fn string(&mut self, quote: u8) -> Result<(), String> {
        self.at += 1;
        let mut text = Literal::default();
        loop {
            let Some(character) = self.text[self.at..].chars().next() else {
                return Err("Unterminated string".to_owned());
            };
            let length = character.len_utf8();
            if character == '\\' && self.at + 1 < self.bytes.len() {
                self.escape(&mut text)?;
                continue;
            }
            self.at += length;
            match character {
                _ if character == char::from(quote) => {
                    self.push(Token::Text(text.finish().into()));
                    return Ok(());
                }
                '\n' | '\r' => {
                    let name = character_name(character);
                    return Err(format!("Illegal bare {name} character in string literal"));
                }
                _ => text.push(character),
            }
        }
    }

    /// Reads what a backslash introduces.
    fn escape(&mut self, text: &mut Literal) -> Result<(), String> {
        let Some(character) = self.text[self.at + 1..].chars().next() else { return Ok(()) };
        let start = self.at + 1 + character.len_utf8();
        let digits = match character {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                self.at = start;
                text.push(match character {
                    'n' => '\n',
                    't' => '\t',
                    'f' => '\u{c}',
                    'r' => '\r',
                    other => other,
                });
                return Ok(());
            }
        };
        let end = start + digits;
        // A two-digit escape must not be the last thing in the text.
        let room = if digits == 2 { end < self.bytes.len() } else { end <= self.bytes.len() };
        if !room || number::hex_end(&self.bytes[..end], start) != end {
            let message =
                if digits == 2 { "Invalid 2-char hex escape found" } else { "Invalid unicode escape found" };
            return Err(message.to_owned());
        }
        let code = number::from_hex(&self.bytes[start..end]);
        self.at = end;
        text.push_code(code);
        Ok(())
    }
}

/// A text that is being read. Escapes may give a character in two halves; half a character alone is none, and becomes
/// the replacement character.
#[derive(Default)]
struct Literal {
    text: String,
    /// The first half of a character that waits for its second.
    half: Option<u32>,
}

impl Literal {
    fn push(&mut self, character: char) {
        if self.half.take().is_some() {
            self.text.push('\u{fffd}');
        }
        self.text.push(character);
    }

    /// Appends a character given by its number; control characters and numbers of no character become a space.
    fn push_code(&mut self, code: f64) {
        let unwanted = code <= 8.0 || (14.0..32.0).contains(&code) || code > f64::from(0x0010_ffff);
        let code = if unwanted { u32::from(' ') } else { code as u32 };
        match (self.half, code) {
            (Some(first), 0xdc00..=0xdfff) => {
                self.half = None;
                let both = 0x10000 + ((first - 0xd800) << 10) + (code - 0xdc00);
                self.text.push(char::from_u32(both).unwrap_or('\u{fffd}'));
            }
            (_, 0xd800..=0xdbff) => {
                if self.half.replace(code).is_some() {
                    self.text.push('\u{fffd}');
                }
            }
            _ => self.push(char::from_u32(code).unwrap_or('\u{fffd}')),
        }
    }

    fn finish(mut self) -> String {
        if self.half.is_some() {
            self.text.push('\u{fffd}');
        }
        self.text
    }
}

/// A character's name in messages.
fn character_name(character: char) -> &'static str {
    match character {
        '\u{8}' => "backspace",
        '\u{c}' => "form feed",
        '\n' => "line feed",
        '\r' => "carriage return",
        '\t' => "tab",
        '\u{0}'..='\u{1f}' => "control character",
        _ => "character",
    }
}

/// The operator that these bytes start with, and its length.
fn operator(bytes: &[u8]) -> Option<(Operator, usize)> {
    let second = bytes.get(1).copied().unwrap_or_default();
    let third = bytes.get(2).copied().unwrap_or_default();
    Some(match (bytes[0], second, third) {
        (b'*', b'*', _) => (Operator::Power, 2),
        (b'*', ..) => (Operator::Multiply, 1),
        (b'/', ..) => (Operator::Divide, 1),
        (b'%', ..) => (Operator::Modulus, 1),
        (b'+', ..) => (Operator::Add, 1),
        (b'-', ..) => (Operator::Subtract, 1),
        (b'=', b'=', b'=') => (Operator::StrictEqual, 3),
        (b'=', b'=', _) => (Operator::Equal, 2),
        (b'=', ..) => (Operator::Assign, 1),
        (b'!', b'=', b'=') => (Operator::StrictNotEqual, 3),
        (b'!', b'=', _) => (Operator::NotEqual, 2),
        (b'!', ..) => (Operator::Not, 1),
        (b'<', b'<', _) => (Operator::ShiftLeft, 2),
        (b'<', b'=', _) => (Operator::LessOrEqual, 2),
        (b'<', ..) => (Operator::Less, 1),
        (b'>', b'>', _) => (Operator::ShiftRight, 2),
        (b'>', b'=', _) => (Operator::GreaterOrEqual, 2),
        (b'>', ..) => (Operator::Greater, 1),
        (b'~', ..) => (Operator::BitNot, 1),
        (b'&', b'&', _) => (Operator::And, 2),
        (b'&', ..) => (Operator::BitAnd, 1),
        (b'|', b'|', _) => (Operator::Or, 2),
        (b'|', ..) => (Operator::BitOr, 1),
        (b'^', ..) => (Operator::BitXor, 1),
        (b',', ..) => (Operator::Comma, 1),
        (b';', ..) => (Operator::Semicolon, 1),
        (b'(', ..) => (Operator::Open, 1),
        (b')', ..) => (Operator::Close, 1),
        _ => return None,
    })
}
