//! CLDR number patterns: `#,##0.00;(#,##0.00)`.

/// One part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Text(String),
    Minus,
    Plus,
    /// The percent or per mille sign.
    Percent,
    /// `¤`
    Currency,
    /// Where the digits stand.
    Number,
    /// `E`: where the exponent stands.
    Exponent,
}

/// The digits that a pattern asks for, and its grouping.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub minimum_integer: i32,
    pub minimum_fraction: i32,
    pub maximum_fraction: i32,
    /// Digits in the group next to the point; 0 when the pattern does not group.
    pub primary_group: usize,
    /// Digits in the other groups; 0 when they are like the first (India: 3, then 2).
    pub secondary_group: usize,
}

/// A parsed pattern, for numbers of one sign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub parts: Vec<Part>,
    pub shape: Shape,
}

impl Pattern {
    /// The half of a pattern for negative or other numbers; without a half of its own a negative number takes the
    /// positive one behind a minus sign.
    pub fn parse(raw: &str, negative: bool) -> Self {
        let (half, needs_minus) = match (split(raw), negative) {
            ((positive, _), false) => (positive, false),
            ((_, Some(negative)), true) => (negative, false),
            ((positive, None), true) => (positive, true),
        };
        let mut pattern = Pattern::default();
        if needs_minus {
            pattern.parts.push(Part::Minus);
        }
        pattern.read(half);
        pattern
    }

    fn read(&mut self, half: &str) {
        let mut text = String::new();
        let mut quoted = false;
        let mut digits = DigitReader::default();
        for character in half.chars() {
            if character == '\'' {
                quoted = !quoted;
                continue;
            }
            let part = if quoted { None } else { part_of(character) };
            let Some(part) = part else {
                text.push(character);
                continue;
            };
            if !text.is_empty() {
                self.parts.push(Part::Text(std::mem::take(&mut text)));
            }
            if part == Part::Number {
                if !digits.started {
                    self.parts.push(part);
                }
                digits.read(character, &mut self.shape);
            } else {
                self.parts.push(part);
            }
        }
        if !text.is_empty() {
            self.parts.push(Part::Text(text));
        }
    }
}

/// Cuts a pattern at its first `;` outside quotes.
fn split(raw: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    for (at, character) in raw.char_indices() {
        match character {
            '\'' => quoted = !quoted,
            ';' if !quoted => return (&raw[..at], Some(&raw[at + 1..])),
            _ => {}
        }
    }
    (raw, None)
}

fn part_of(character: char) -> Option<Part> {
    Some(match character {
        '-' => Part::Minus,
        '+' => Part::Plus,
        '%' | '‰' => Part::Percent,
        '¤' => Part::Currency,
        'E' => Part::Exponent,
        '#' | '0' | ',' | '.' => Part::Number,
        _ => return None,
    })
}

#[derive(Default)]
struct DigitReader {
    started: bool,
    in_group: bool,
    in_fraction: bool,
}

impl DigitReader {
    fn read(&mut self, character: char, shape: &mut Shape) {
        self.started = true;
        match character {
            ',' => {
                if self.in_group {
                    shape.secondary_group = shape.primary_group;
                    shape.primary_group = 0;
                }
                self.in_group = true;
            }
            '.' => {
                self.in_fraction = true;
                self.in_group = false;
            }
            _ if self.in_fraction => {
                shape.maximum_fraction += 1;
                shape.minimum_fraction += i32::from(character == '0');
            }
            _ => {
                shape.primary_group += usize::from(self.in_group);
                shape.minimum_integer += i32::from(character == '0');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_groups_are_counted() {
        let indian = Pattern::parse("#,##,##0.00#", false).shape;
        assert_eq!((indian.primary_group, indian.secondary_group), (3, 2));
        assert_eq!((indian.minimum_integer, indian.minimum_fraction, indian.maximum_fraction), (1, 2, 3));
        assert_eq!(Pattern::parse("00K", false).shape.minimum_integer, 2);
    }

    #[test]
    fn a_negative_half_is_used_when_there_is_one() {
        let parts = |raw, negative| Pattern::parse(raw, negative).parts;
        assert_eq!(parts("#0;(#0)", true), [Part::Text("(".into()), Part::Number, Part::Text(")".into())]);
        assert_eq!(parts("#0;(#0)", false), [Part::Number]);
        assert_eq!(parts("#0", true), [Part::Minus, Part::Number]);
        assert_eq!(parts("0 'E;'", true), [Part::Minus, Part::Number, Part::Text(" E;".into())]);
    }
}
