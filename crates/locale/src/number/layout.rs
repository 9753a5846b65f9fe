//! A pattern with its symbols filled in: what stands before the digits and what behind them.

use super::{
    pattern::{Part, Pattern, Shape},
    symbols::{NumberSystem, Separators},
};
use crate::{decimal::Decimal, locale::Locale};

/// The symbols that a pattern's places are filled with.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fill<'a> {
    pub currency: &'a str,
    pub percent: &'a str,
}

/// One sign's half.
#[derive(Debug, Clone)]
struct Half {
    before: Box<str>,
    after: Box<str>,
    /// Some compact patterns are words without a number.
    has_number: bool,
    shape: Shape,
}

/// A pattern ready to be written, for both signs.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    positive: Half,
    negative: Half,
}

impl Layout {
    pub fn new(locale: &Locale, system: &NumberSystem, raw: &str, fill: Fill) -> Self {
        let half = |negative| Half::new(locale, system, &Pattern::parse(raw, negative), fill);
        Self { positive: half(false), negative: half(true) }
    }

    /// The digits that the pattern asks for.
    pub fn shape(&self, negative: bool) -> &Shape {
        &self.half(negative).shape
    }

    /// What stands before and behind the digits.
    pub fn around(&self, negative: bool) -> (&str, &str) {
        let half = self.half(negative);
        (&half.before, &half.after)
    }

    fn half(&self, negative: bool) -> &Half {
        if negative { &self.negative } else { &self.positive }
    }

    /// Writes a number that already has just the digits to show.
    pub fn write(
        &self,
        out: &mut String,
        system: &NumberSystem,
        number: &Decimal,
        minimum_integer: i32,
        separators: Separators,
        exponent: &str,
    ) {
        let half = self.half(number.is_negative());
        out.push_str(&half.before);
        if half.has_number {
            system.write_digits(out, number, minimum_integer, &half.shape, separators);
            out.push_str(exponent);
        }
        out.push_str(&half.after);
    }
}

impl Half {
    fn new(locale: &Locale, system: &NumberSystem, pattern: &Pattern, fill: Fill) -> Self {
        let mut sides = [String::new(), String::new()];
        let mut side = 0;
        for (at, part) in pattern.parts.iter().enumerate() {
            let next_to_digits = |neighbour: Option<usize>| {
                neighbour.and_then(|at| pattern.parts.get(at)).is_some_and(|part| *part == Part::Number)
            };
            match part {
                Part::Text(text) => sides[side].push_str(text),
                Part::Minus => sides[side].push_str(system.symbol(locale, "minusSign")),
                Part::Plus => sides[side].push_str(system.symbol(locale, "plusSign")),
                Part::Percent => sides[side].push_str(fill.percent),
                Part::Currency => {
                    // A symbol made of letters does not touch a digit: `CHF 5`, `5 CHF`.
                    let letters = |edge: Option<char>| edge.is_some_and(|edge| !is_symbol_or_space(edge));
                    if next_to_digits(at.checked_sub(1)) && letters(fill.currency.chars().next()) {
                        sides[side].push_str(system.text(locale, "space.before"));
                    }
                    sides[side].push_str(fill.currency);
                    if next_to_digits(Some(at + 1)) && letters(fill.currency.chars().next_back()) {
                        sides[side].push_str(system.text(locale, "space.after"));
                    }
                }
                Part::Number => side = 1,
                Part::Exponent => {}
            }
        }
        let [before, after] = sides.map(String::into_boxed_str);
        Self { before, after, has_number: side == 1, shape: pattern.shape }
    }
}

/// Whether a character is a symbol or a separator (`[[:^S:]&[:^Z:]]` is the only rule CLDR has for currency spacing);
/// of the symbols, those that currencies and numbers use.
fn is_symbol_or_space(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '$' | '¢'..='¥' | '֏' | '؋' | '৲' | '৳' | '฿' | '៛' | '₠'..='⃀' | '﷼' | '＄' | '￠' | '￡' | '￥' | '￦')
        || matches!(
            character,
            '+' | '<' | '=' | '>' | '|' | '~' | '^' | '`' | '¨' | '¯' | '´' | '¸' | '©' | '®' | '°' | '±'
        )
}
