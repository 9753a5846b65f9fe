//! A locale's number system: its digits, symbols and grouping.

use super::pattern::{Pattern, Shape};
use crate::{decimal::Decimal, locale::Locale, pack};

/// The number system that a locale writes with.
#[derive(Debug, Clone)]
pub(crate) struct NumberSystem {
    /// CLDR's name (`latn`, `arab`).
    pub name: &'static str,
    /// `None` for the ASCII digits.
    digits: Option<Box<[char; 10]>>,
    minimum_grouping: usize,
    /// The grouping of the locale's decimal pattern, for patterns that say nothing of it.
    grouping: Shape,
}

/// The separators inside a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Separators {
    pub decimal: &'static str,
    /// Empty when digits are not grouped.
    pub group: &'static str,
}

impl NumberSystem {
    pub fn new(locale: &Locale) -> Self {
        let numerals = |name: &str| pack::supplement(&format!("numerals.{name}"));
        let asked = locale.number_system().map(|name| match name {
            "native" => locale.get("nativeSystem"),
            "default" => locale.get("numberSystem"),
            name => known_system(name),
        });
        let own = locale.get("numberSystem");
        let name = asked.into_iter().chain([own]).find(|name| !numerals(name).is_empty()).unwrap_or("latn");
        let mut digits = ['0'; 10];
        for (digit, numeral) in digits.iter_mut().zip(numerals(name).chars()) {
            *digit = numeral;
        }
        let digits = (digits[0] != '0').then(|| Box::new(digits));
        let minimum_grouping = locale.get("minimumGrouping").parse().unwrap_or(1);
        let mut system = Self { name, digits, minimum_grouping, grouping: Shape::default() };
        system.grouping = Pattern::parse(system.text(locale, "decimal"), false).shape;
        system
    }

    /// A pattern or text of this system, or of the Latin one when it has none.
    pub fn text(&self, locale: &Locale, key: &str) -> &'static str {
        locale.first_of([&format!("{}.{key}", self.name), &format!("latn.{key}")])
    }

    /// A symbol (`decimal`, `minusSign`).
    pub fn symbol(&self, locale: &Locale, name: &str) -> &'static str {
        self.text(locale, &format!("symbol.{name}"))
    }

    /// The separators of plain numbers, or of amounts where a locale has others for them.
    pub fn separators(&self, locale: &Locale, money: bool, group: bool) -> Separators {
        let choose = |special: &str, usual: &str| {
            let text = if money { self.symbol(locale, special) } else { "" };
            if text.is_empty() { self.symbol(locale, usual) } else { text }
        };
        Separators {
            decimal: choose("currencyDecimal", "decimal"),
            group: if group { choose("currencyGroup", "group") } else { "" },
        }
    }

    fn push_digit(&self, out: &mut String, digit: u8) {
        match &self.digits {
            None => out.push(char::from(b'0' + digit)),
            Some(digits) => out.push(digits[usize::from(digit)]),
        }
    }

    /// A whole number in this system's digits, padded with zeros, without sign or groups.
    pub fn write_integer(&self, out: &mut String, number: u64, minimum: usize) {
        let mut buffer = [0u8; 20];
        let mut at = buffer.len();
        let mut rest = number;
        while rest > 0 || at == buffer.len() {
            at -= 1;
            buffer[at] = (rest % 10) as u8;
            rest /= 10;
        }
        for _ in buffer.len() - at..minimum {
            self.push_digit(out, 0);
        }
        for digit in &buffer[at..] {
            self.push_digit(out, *digit);
        }
    }

    /// The digits of the group next to the point, and of every other; 0 where digits are not grouped.
    pub fn group_sizes(&self, shape: &Shape) -> (usize, usize) {
        let primary = if shape.primary_group > 0 { shape.primary_group } else { self.grouping.primary_group };
        let secondary =
            if shape.secondary_group > 0 { shape.secondary_group } else { self.grouping.secondary_group };
        (primary, if secondary > 0 { secondary } else { primary })
    }

    /// Digits that stand before the first separator at least.
    pub fn minimum_grouping(&self) -> usize {
        self.minimum_grouping
    }

    /// The system's ten digits, from 0 on; `None` for those of ASCII.
    pub fn own_digits(&self) -> Option<String> {
        self.digits.as_ref().map(|digits| digits.iter().collect())
    }

    /// A number's digits with separators, without sign.
    pub fn write_digits(
        &self,
        out: &mut String,
        number: &Decimal,
        minimum_integer: i32,
        shape: &Shape,
        separators: Separators,
    ) {
        let (primary, secondary) = self.group_sizes(shape);
        // Asked for no integer digit at all, a fraction begins with the point: `.5`.
        let point_first = minimum_integer == 0 && number.scale() >= number.precision() && !number.is_zero();
        let integers = if point_first { 0 } else { number.integer_digits().max(minimum_integer) as usize };
        let grouped =
            !separators.group.is_empty() && primary > 0 && integers >= primary + self.minimum_grouping;
        for left in (1..=integers).rev() {
            let boundary = left == primary || left > primary && (left - primary).is_multiple_of(secondary);
            if grouped && left < integers && boundary {
                out.push_str(separators.group);
            }
            self.push_digit(out, number.digit_at(left as i32 - 1));
        }
        if number.scale() > 0 {
            out.push_str(separators.decimal);
            for place in 1..=number.scale() {
                self.push_digit(out, number.digit_at(-place));
            }
        }
    }
}

/// CLDR's own copy of the name of a number system with ten digits; empty when there is none.
fn known_system(name: &str) -> &'static str {
    let known = pack::supplement_with_prefix("numerals.");
    known.into_iter().find(|(known, _)| *known == name).map_or("", |(known, _)| known)
}
