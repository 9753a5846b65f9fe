//! What the four dialects have in common: cells as amounts, counts, weights, dates and lists, and a fault for each that is
//! read otherwise than it is written.

use std::collections::BTreeSet;

use loggia_commerce::{Cents, CurrencyCode};
use rust_decimal::Decimal;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::amount::{self, Amount, Mark};
use super::model::{LengthUnit, Shop, Size, Variant, Weight, WeightUnit};
use crate::notes::Notes;
use crate::sheet::{Row, Sheet, plain};

const MEND: &str = "mend the value in the list, or in the file that was written";

/// A list that is being read.
pub(super) struct Reader<'t> {
    pub(super) table: &'t Sheet,
    pub(super) shop: Shop,
    pub(super) notes: Notes,
    mark: Mark,
    /// Whether the column of the stock is the sum of those of places, once somebody asked.
    is_stock_of_all: Option<bool>,
}

impl<'t> Reader<'t> {
    /// A reader of a table whose amounts stand in these columns.
    pub(super) fn new(table: &'t Sheet, shop: Shop, notes: Notes, amounts: &[&str]) -> Reader<'t> {
        let texts = table.rows().flat_map(|row| amounts.iter().map(|name| table.get(row, &[name])));
        let mark = amount::mark_of(texts);
        Reader { table, shop, notes, mark, is_stock_of_all: None }
    }

    /// Whether the column of the stock says in every row how many there are at these places together.
    pub(super) fn is_stock_of_all(&mut self, places: &[String]) -> bool {
        if let Some(known) = self.is_stock_of_all {
            return known;
        }
        let count = |row: &'t Row, name: &str| self.text(row, &[name]).parse::<Decimal>().unwrap_or_default();
        let sums: Vec<(Decimal, Decimal)> = self
            .table
            .rows()
            .filter(|row| !self.text(row, &["stock"]).is_empty())
            .map(|row| (count(row, "stock"), places.iter().map(|name| count(row, name)).sum()))
            .collect();
        let found = sums.iter().all(|(all, sum)| all == sum) && sums.iter().any(|(all, _)| !all.is_zero());
        self.is_stock_of_all = Some(found);
        found
    }

    /// A column as the list calls it.
    fn column(&self, name: &str) -> String {
        let written = self.table.written(name);
        if written.is_empty() || plain(written) == name { name.to_owned() } else { written.to_owned() }
    }

    pub(super) fn text(&self, row: &'t Row, names: &[&str]) -> &'t str {
        self.table.get(row, names)
    }

    pub(super) fn owned(&self, row: &'t Row, names: &[&str]) -> String {
        self.text(row, names).to_owned()
    }

    /// Whether a cell says yes, or what it says when it is empty or says neither.
    pub(super) fn yes(&mut self, row: &'t Row, names: &[&str], otherwise: bool) -> bool {
        self.maybe(row, names).unwrap_or(otherwise)
    }

    /// Whether a cell says yes or no; nothing when it is empty, or says neither.
    pub(super) fn maybe(&mut self, row: &'t Row, names: &[&str]) -> Option<bool> {
        let text = self.text(row, names);
        match text.to_ascii_lowercase().as_str() {
            "" => None,
            "yes" | "true" | "1" | "y" | "x" | "on" => Some(true),
            "no" | "false" | "0" | "n" | "off" => Some(false),
            _ => {
                let message = format!(
                    "'{}' in '{}' is neither yes nor no; it was left out.",
                    short(text),
                    self.column(names[0])
                );
                self.notes.say(
                    row.line,
                    ("not-yes-no", [("text", short(text)), ("column", self.column(names[0]))]),
                    message,
                    MEND,
                );
                None
            }
        }
    }

    /// As [`Reader::maybe`], for a column that may hold other words as well, which are left to others.
    pub(super) fn maybe_quietly(&self, row: &'t Row, name: &str) -> Option<bool> {
        match self.text(row, &[name]).to_lowercase().as_str() {
            "yes" | "true" | "1" | "y" | "x" | "on" | "ja" | "oui" | "sí" | "si" | "sim" | "sì" => {
                Some(true)
            }
            "no" | "false" | "0" | "n" | "off" | "nein" | "nee" | "non" | "não" | "nao" => Some(false),
            _ => None,
        }
    }

    /// An amount in hundredths; nothing for an empty cell, or one that cannot be read.
    pub(super) fn amount(&mut self, row: &'t Row, names: &[&str]) -> Option<Cents> {
        self.money(row, names, amount::amount)
    }

    /// As [`Reader::amount`], and it may be less than nothing.
    pub(super) fn difference(&mut self, row: &'t Row, names: &[&str]) -> Option<Cents> {
        self.money(row, names, amount::difference)
    }

    fn money(
        &mut self,
        row: &'t Row,
        names: &[&str],
        read: impl Fn(&str, Mark, CurrencyCode) -> (Amount, Option<String>),
    ) -> Option<Cents> {
        let text = self.text(row, names);
        if text.is_empty() {
            return None;
        }
        let currency = self.shop.currency;
        let (read, other) = read(text, self.mark, currency);
        if let Some(other) = other {
            let message = format!(
                "'{text}' in '{}' is an amount of {other}; the shop sells for {currency}, and the number was taken as it is.",
                self.column(names[0])
            );
            let help = "set websiteSettings.storeSettings.currency in site.json, or convert the amounts";
            self.notes.once(
                &format!("currency {other}"),
                row.line,
                ("currency", [("other", other.clone()), ("currency", currency.to_string())]),
                message,
                help,
            );
        }
        match read {
            Amount::Exact(cents) => Some(cents),
            Amount::Rounded(cents) => {
                let message = format!(
                    "'{text}' in '{}' has more decimals than can be paid in {currency}; {} was taken.",
                    self.column(names[0]),
                    cents.to_decimal_text()
                );
                self.notes.say(
                    row.line,
                    (
                        "rounded",
                        [
                            ("text", short(text)),
                            ("column", self.column(names[0])),
                            ("taken", cents.to_decimal_text()),
                        ],
                    ),
                    message,
                    MEND,
                );
                Some(cents)
            }
            Amount::Unreadable => {
                let message = format!(
                    "'{}' in '{}' is not an amount; it was left out.",
                    short(text),
                    self.column(names[0])
                );
                self.notes.say(
                    row.line,
                    ("not-amount", [("text", short(text)), ("column", self.column(names[0]))]),
                    message,
                    MEND,
                );
                None
            }
        }
    }

    /// A number that is not negative; nothing for an empty cell, or one that cannot be read.
    pub(super) fn number(&mut self, row: &'t Row, names: &[&str]) -> Option<Decimal> {
        let text = self.text(row, names);
        if text.is_empty() {
            return None;
        }
        // Numbers of programs have a point even where amounts have a comma, and no groups.
        let read = Decimal::from_str_exact(text).ok().or_else(|| amount::number(text, self.mark));
        let read = read.filter(|value| !value.is_sign_negative() || value.is_zero());
        if read.is_none() {
            let message = format!(
                "'{}' in '{}' is not a number from 0; it was left out.",
                short(text),
                self.column(names[0])
            );
            self.notes.say(
                row.line,
                ("not-number", [("text", short(text)), ("column", self.column(names[0]))]),
                message,
                MEND,
            );
        }
        read
    }

    /// How many pieces a cell says; nothing for an empty one.
    pub(super) fn count(&mut self, row: &'t Row, names: &[&str]) -> Option<u32> {
        use rust_decimal::prelude::ToPrimitive;
        let text = self.text(row, names);
        if text.is_empty() {
            return None;
        }
        let read = Decimal::from_str_exact(text).ok().or_else(|| amount::number(text, self.mark));
        let count = read.and_then(|value| value.trunc().max(Decimal::ZERO).to_u32());
        let is_exact =
            read.is_some_and(|value| !value.is_sign_negative() && value.is_integer()) && count.is_some();
        if !is_exact {
            let taken = count.unwrap_or(0);
            let column = self.column(names[0]);
            let message =
                format!("'{}' in '{column}' is not a number of pieces; {taken} was taken.", short(text));
            self.notes.say(
                row.line,
                (
                    "not-count",
                    [("text", short(text)), ("column", self.column(names[0])), ("taken", taken.to_string())],
                ),
                message,
                MEND,
            );
        }
        Some(count.unwrap_or(0))
    }

    /// The weight in the column of this name, which may name its unit: `weight`, `weight kg`.
    pub(super) fn weight(&mut self, row: &'t Row, unit: Option<WeightUnit>) -> Option<Weight> {
        let name = self.named("weight");
        let said = name.split(' ').nth(1).and_then(weight_unit).or(unit);
        // A cell may name its own unit: `220 g`.
        let (inner, around) = amount::bare(self.text(row, &[name.as_str()]));
        // Some write what it is before it: `Weight: 5.16 g`.
        let own = unit_of(around.trim().rsplit([':', ' ']).next().unwrap_or_default()).and_then(|unit| {
            Decimal::from_str_exact(inner)
                .ok()
                .or_else(|| amount::number(inner, self.mark))
                .map(|value| (value, unit))
        });
        let (value, said) = match own {
            Some((value, unit)) => (value, Some(unit)),
            None => (self.number(row, &[name.as_str()])?, said),
        };
        if value.is_zero() {
            return None;
        }
        let unit = said.unwrap_or_else(|| {
            let unit = if self.shop.is_metric() { WeightUnit::Kilogram } else { WeightUnit::Pound };
            let (code, unit_name) = match unit {
                WeightUnit::Kilogram => ("unit-kilograms", "kilograms"),
                _ => ("unit-pounds", "pounds"),
            };
            self.assumed(row, "weights", code, unit_name);
            unit
        });
        let weight = Weight { value, unit };
        if weight.grams().is_none() {
            self.notes.say(
                row.line,
                ("too-heavy", [("weight", value.to_string())]),
                format!("A weight of {value} is too much; it was left out."),
                MEND,
            );
            return None;
        }
        Some(weight)
    }

    /// Length, width and height.
    pub(super) fn size(&mut self, row: &'t Row) -> Option<Size> {
        let names = ["length", "width", "height"].map(|name| self.named(name));
        let said = names.iter().find_map(|name| name.split(' ').nth(1).and_then(length_unit));
        let [length, width, height] =
            names.map(|name| self.number(row, &[name.as_str()]).unwrap_or_default());
        if length.is_zero() && width.is_zero() && height.is_zero() {
            return None;
        }
        let unit = said.unwrap_or_else(|| {
            let (code, unit) = match self.shop.is_metric() {
                true => ("unit-centimetres", "centimetres"),
                false => ("unit-inches", "inches"),
            };
            self.assumed(row, "sizes", code, unit);
            if self.shop.is_metric() { LengthUnit::Centimetre } else { LengthUnit::Inch }
        });
        Some(Size { length, width, height, unit })
    }

    /// The column that begins with a word, as it is called in this list.
    fn named(&self, word: &str) -> String {
        let is_it = |name: &&str| {
            *name == word
                || name.strip_prefix(word).is_some_and(|rest| {
                    let rest = rest.trim();
                    weight_unit(rest).is_some() || length_unit(rest).is_some()
                })
        };
        let found: BTreeSet<&str> = self.table.columns().filter(is_it).collect();
        found.first().map_or_else(|| word.to_owned(), |name| (*name).to_owned())
    }

    fn assumed(&mut self, row: &Row, what: &str, unit_code: &'static str, unit: &str) {
        let message = format!("This list does not say in which unit its {what} are; {unit} were taken.");
        let help = "set websiteSettings.storeSettings.measurementStandard in site.json to 1 (pounds, inches) or 2 (kilograms, centimetres) and import again";
        self.notes.once(what, row.line, unit_code, message, help);
    }

    /// Says what has no price. Its stock is what the list says: who imports keeps the product from being sold.
    pub(super) fn unpriced(&mut self, variant: &Variant) {
        if variant.price.is_none() {
            let message = "There is no price; the product is kept as a draft.";
            self.notes.once(
                "unpriced",
                variant.line, "no-price",
                message,
                "write a price into the list, or into the file that was written, and set its status to Published",
            );
        }
    }
}

/// The beginning of a text that is named in a fault: columns that are out of step hold whole pages.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 60;
    let mut letters = text.chars();
    let begin: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() { format!("{begin}…") } else { begin }
}

fn weight_unit(word: &str) -> Option<WeightUnit> {
    match word {
        "g" | "gram" | "grams" => Some(WeightUnit::Gram),
        "kg" | "kgs" | "kilogram" | "kilograms" | "кг" => Some(WeightUnit::Kilogram),
        "oz" | "ounce" | "ounces" => Some(WeightUnit::Ounce),
        "lb" | "lbs" | "pound" | "pounds" => Some(WeightUnit::Pound),
        _ => None,
    }
}

/// The unit that a cell names.
pub(super) fn unit_of(text: &str) -> Option<WeightUnit> {
    weight_unit(text.trim().to_ascii_lowercase().as_str())
}

fn length_unit(word: &str) -> Option<LengthUnit> {
    match word {
        "mm" => Some(LengthUnit::Millimetre),
        "cm" | "см" => Some(LengthUnit::Centimetre),
        "m" => Some(LengthUnit::Metre),
        "in" | "inch" | "inches" => Some(LengthUnit::Inch),
        "yd" => Some(LengthUnit::Yard),
        _ => None,
    }
}

/// The parts of a text between separators, each once.
pub(super) fn parts(text: &str, separator: char) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split(separator).map(str::trim).filter(|part| !part.is_empty()) {
        if !found.iter().any(|known| known == part) {
            found.push(part.to_owned());
        }
    }
    found
}

/// A day, or a day with a time, in UTC where it names no zone: milliseconds since 1970.
pub(super) fn time(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Some(instant.as_millisecond());
    }
    let civil = text
        .parse::<jiff::civil::DateTime>()
        .or_else(|_| text.parse::<jiff::civil::Date>().map(|day| day.at(0, 0, 0, 0)));
    // Some write hours without a nought; the day is what counts then.
    let civil = civil.or_else(|error| {
        let day = text.split_once(' ').map_or("", |(day, _)| day);
        day.parse::<jiff::civil::Date>().map(|day| day.at(0, 0, 0, 0)).map_err(|_| error)
    });
    civil.ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp().as_millisecond())
}

/// A name as the platforms make an address of it: lower case, without accents on Latin letters, other signs as `-`.
pub(super) fn slug(name: &str) -> String {
    let mut out = String::new();
    let mut base = ' ';
    for character in name.trim().nfd() {
        if is_combining_mark(character) {
            // Marks on letters of other scripts are part of the letter.
            if !base.is_ascii() {
                out.push(character);
            }
            continue;
        }
        base = character;
        match character {
            '\'' | '\u{2019}' | '"' => {}
            'ß' => out.push_str("ss"),
            'æ' | 'Æ' => out.push_str("ae"),
            'ø' | 'Ø' => out.push('o'),
            'ł' | 'Ł' => out.push('l'),
            _ if character.is_alphanumeric() => out.extend(character.to_lowercase()),
            _ if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            _ => {}
        }
    }
    out.trim_end_matches('-').nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_512_names_become_the_addresses_that_they_had() {
        for (name, expected) in [
            ("Blue Shirt, large", "blue-shirt-large"),
            ("Crème brûlée", "creme-brulee"),
            ("Mary’s Pearls", "marys-pearls"),
            ("Чайный сервиз", "чайный-сервиз"),
            ("Straße", "strasse"),
            ("***", ""),
        ] {
            assert_eq!(slug(name), expected);
        }
    }

    #[test]
    fn s_511_days_and_times_are_read() {
        assert_eq!(time("2013-06-07"), Some(1_370_563_200_000));
        assert_eq!(time("2013-06-07 00:00:01"), Some(1_370_563_201_000));
        assert_eq!(time("2013-06-07T02:00:00+02:00"), Some(1_370_563_200_000));
        assert_eq!(time("2013-06-07 0:00:00"), Some(1_370_563_200_000));
        assert_eq!(time("soon"), None);
    }
}
