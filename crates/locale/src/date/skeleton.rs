//! Skeletons: which fields a date shows and how wide, whatever their order (UTS 35 "Matching Skeletons").

use super::pattern::{Field, Node, is_field_letter};

/// What a field tells; the order is that of a canonical skeleton.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Era,
    Year,
    Quarter,
    Month,
    WeekOfYear,
    WeekOfMonth,
    Weekday,
    Day,
    DayOfYear,
    WeekdayInMonth,
    DayPeriod,
    Hour,
    Minute,
    Second,
    Fraction,
    Zone,
}

const SLOTS: usize = Slot::Zone as usize + 1;

/// How a field is shown. The distance between two kinds is the difference of their numbers: texts are negative,
/// numbers positive, and a letter's cousins lie `STEP` apart.
type Kind = i32;

const STEP: Kind = 16;
const NUMBER: Kind = 256;
const NARROW: Kind = -257;
const SHORTER: Kind = -258;
const SHORT: Kind = -259;
const LONG: Kind = -260;

/// A row of the table of fields: the letter in some widths.
struct Row {
    slot: Slot,
    kind: Kind,
    /// The least width, by which a canonical skeleton writes the field.
    least: usize,
}

/// The row of a letter and width; a width beyond the table takes the letter's last row.
fn row(field: Field) -> Option<Row> {
    use Slot::*;
    let width = field.width;
    let number = |slot, steps: Kind| (slot, NUMBER + steps * STEP, 1);
    // Texts: abbreviated up to 3 letters, then wide, then narrow.
    let text = |slot, steps: Kind| match width {
        1..=3 => (slot, SHORT - steps * STEP, 1),
        4 => (slot, LONG - steps * STEP, 4),
        _ => (slot, NARROW - steps * STEP, 5),
    };
    // Names: a number up to 2 letters, then as texts.
    let name = |slot, steps: Kind| match width {
        1 | 2 => (slot, NUMBER + steps * STEP, 1),
        3 => (slot, SHORT - steps * STEP, 3),
        4 => (slot, LONG - steps * STEP, 4),
        _ => (slot, NARROW - steps * STEP, 5),
    };
    let with_shorter = |row: (Slot, Kind, usize), steps: Kind| match width {
        0..=5 => row,
        _ => (Weekday, SHORTER - steps * STEP, 6),
    };
    let (slot, kind, least) = match field.letter {
        'G' => text(Era, 0),
        'y' => number(Year, 0),
        'Y' => number(Year, 1),
        'u' => number(Year, 2),
        'r' => number(Year, 3),
        'U' => text(Year, 0),
        'Q' => name(Quarter, 0),
        'q' => name(Quarter, 1),
        'M' => name(Month, 0),
        'L' => name(Month, 1),
        'l' => number(Month, 1),
        'w' => number(WeekOfYear, 0),
        'W' => number(WeekOfMonth, 0),
        'E' => with_shorter(text(Weekday, 0), 0),
        'e' => with_shorter(name(Weekday, 1), 1),
        'c' => with_shorter(name(Weekday, 2), 2),
        'd' => number(Day, 0),
        'g' => number(Day, 1),
        'D' => number(DayOfYear, 0),
        'F' => number(WeekdayInMonth, 0),
        'a' => text(DayPeriod, 0),
        'b' => text(DayPeriod, 1),
        'B' => text(DayPeriod, 3),
        'h' => number(Hour, 0),
        'K' => number(Hour, 1),
        'H' => number(Hour, 10),
        'k' => number(Hour, 11),
        'm' => number(Minute, 0),
        's' => number(Second, 0),
        'A' => number(Second, 1),
        'S' => number(Fraction, 0),
        _ => zone_row(field)?,
    };
    let kind = if kind > 0 { kind + width as Kind } else { kind };
    Some(Row { slot, kind, least })
}

fn zone_row(field: Field) -> Option<(Slot, Kind, usize)> {
    let (kind, least) = match (field.letter, field.width) {
        ('v', 1) => (SHORT - 2 * STEP, 1),
        ('v', _) => (LONG - 2 * STEP, 4),
        ('z', 1..=3) => (SHORT, 1),
        ('z', _) => (LONG, 4),
        ('Z', 1..=3) => (NARROW - STEP, 1),
        ('Z', 4) => (LONG - STEP, 4),
        ('Z', _) => (SHORT - STEP, 5),
        ('O', 1) => (SHORT - STEP, 1),
        ('O', _) => (LONG - STEP, 4),
        ('V', 1) => (SHORT - STEP, 1),
        ('V', 2) => (LONG - STEP, 2),
        ('V', 3) => (LONG - 1 - STEP, 3),
        ('V', _) => (LONG - 2 - STEP, 4),
        ('X' | 'x', 1) => (NARROW - STEP, 1),
        ('X' | 'x', 2) => (SHORT - STEP, 2),
        ('X' | 'x', _) => (LONG - STEP, 4),
        _ => return None,
    };
    Some((Slot::Zone, kind, least))
}

/// The hour cycle that a locale's `j` and `C` stand for.
#[derive(Debug, Clone, Default)]
pub(crate) struct HourCycle {
    /// `j`, `J`
    pub preferred: Vec<Field>,
    /// `C`
    pub allowed: Vec<Field>,
}

#[derive(Debug, Clone, Copy)]
struct Shown {
    field: Field,
    least: usize,
}

/// A skeleton.
#[derive(Debug, Clone, Default)]
pub(crate) struct Skeleton {
    kinds: [Kind; SLOTS],
    shown: [Option<Shown>; SLOTS],
    /// The text by which an equal skeleton is known.
    pub key: String,
}

impl Skeleton {
    /// Reads a skeleton, or the fields of a pattern.
    pub fn parse(raw: &str, hours: &HourCycle) -> Self {
        let mut skeleton = Self { key: raw.to_string(), ..Self::default() };
        let mut without_period = false;
        for field in fields(raw) {
            match field.letter {
                'j' | 'J' | 'C' => {
                    without_period = field.letter == 'J';
                    let meant = if field.letter == 'C' { &hours.allowed } else { &hours.preferred };
                    meant.iter().for_each(|field| skeleton.set(*field));
                }
                _ => skeleton.set(field),
            }
        }
        skeleton.settle_period(without_period);
        skeleton
    }

    /// The skeleton of a pattern, known by its canonical text.
    pub fn of_pattern(pattern: &str, hours: &HourCycle) -> Self {
        let mut skeleton = Self::parse(pattern, hours);
        skeleton.key = skeleton.canonical();
        skeleton
    }

    /// A twelve-hour clock has a day period, another one has none.
    fn settle_period(&mut self, without_period: bool) {
        let hour = self.field(Slot::Hour).map(|field| field.letter);
        match hour {
            _ if without_period => self.clear(Slot::DayPeriod),
            Some('h' | 'K') if !self.has(Slot::DayPeriod) => self.set(Field { letter: 'a', width: 1 }),
            Some('h' | 'K') | None => {}
            Some(_) => self.clear(Slot::DayPeriod),
        }
    }

    fn set(&mut self, field: Field) {
        if let Some(row) = row(field) {
            self.kinds[row.slot as usize] = row.kind;
            self.shown[row.slot as usize] = Some(Shown { field, least: row.least });
        }
    }

    fn clear(&mut self, slot: Slot) {
        self.kinds[slot as usize] = 0;
        self.shown[slot as usize] = None;
    }

    /// Whether it shows something in this place.
    pub fn has(&self, slot: Slot) -> bool {
        self.shown[slot as usize].is_some()
    }

    /// The field that it shows in this place.
    pub fn field(&self, slot: Slot) -> Option<Field> {
        self.shown[slot as usize].map(|shown| shown.field)
    }

    /// Whether it shows any part of the date.
    pub fn is_date(&self) -> bool {
        self.shown[..Slot::DayPeriod as usize].iter().any(Option::is_some)
    }

    /// Whether it shows any part of the time.
    pub fn is_time(&self) -> bool {
        self.shown[Slot::DayPeriod as usize..].iter().any(Option::is_some)
    }

    fn canonical(&self) -> String {
        let mut key = String::new();
        for shown in self.shown.iter().flatten() {
            let letter = shown.field.letter;
            let repeat = if "GEzvQ".contains(letter) { 1 } else { shown.least };
            key.extend(std::iter::repeat_n(letter, repeat));
        }
        key
    }

    /// Takes the time out of it, as a skeleton of its own.
    pub fn split_time(&mut self) -> Self {
        let mut time = Self::default();
        for slot in Slot::DayPeriod as usize..SLOTS {
            time.kinds[slot] = std::mem::take(&mut self.kinds[slot]);
            time.shown[slot] = self.shown[slot].take();
        }
        self.key = self.canonical();
        time.key = time.canonical();
        time
    }

    /// How far another skeleton is from this one: a missing field weighs more than any difference of width.
    fn distance(&self, wanted: &Self) -> i32 {
        const EXTRA: i32 = 65_536;
        const MISSING: i32 = 4_096;
        let pairs = self.kinds.iter().zip(&wanted.kinds);
        pairs
            .map(|pair| match pair {
                (own, wanted) if own == wanted => 0,
                (0, _) => EXTRA,
                (_, 0) => MISSING,
                (own, wanted) => (own - wanted).abs(),
            })
            .sum()
    }

    /// A matched pattern with the widths that were asked for.
    pub fn adjust(&self, pattern: Vec<Node>, decimal: &str) -> Vec<Node> {
        let mut adjusted = Vec::with_capacity(pattern.len());
        for node in pattern {
            let (field, row) = match &node {
                Node::Field(field) => (*field, row(*field)),
                Node::Text(_) => {
                    adjusted.push(node);
                    continue;
                }
            };
            let Some(row) = row else { continue };
            match row.slot {
                Slot::Hour | Slot::Minute => adjusted.push(node),
                Slot::Second => {
                    adjusted.push(node);
                    if let Some(fraction) = self.field(Slot::Fraction) {
                        adjusted.push(Node::Text(decimal.to_string()));
                        adjusted.push(Node::Field(fraction));
                    }
                }
                slot => {
                    // A text stays a text and a number a number.
                    let alike = self.kinds[slot as usize].signum() == row.kind.signum();
                    let wanted = self.field(slot).filter(|_| alike);
                    adjusted.push(Node::Field(wanted.unwrap_or(field)));
                }
            }
        }
        adjusted
    }
}

/// The runs of field letters in a text, quoted parts and other characters passed over.
fn fields(raw: &str) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut quoted = false;
    for character in raw.chars() {
        if character == '\'' {
            quoted = !quoted;
        } else if !quoted && is_field_letter(character) {
            match fields.last_mut() {
                Some(field) if field.letter == character => field.width += 1,
                _ => fields.push(Field { letter: character, width: 1 }),
            }
        }
    }
    fields
}

/// The skeletons that a locale has patterns for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Matcher<Data> {
    entries: Vec<(Skeleton, Data)>,
}

impl<Data> Matcher<Data> {
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Adds a skeleton unless an equal one is there.
    pub fn add(&mut self, skeleton: Skeleton, data: Data) {
        if !self.entries.iter().any(|(known, _)| known.key == skeleton.key) {
            self.entries.push((skeleton, data));
        }
    }

    /// Puts the shorter skeletons first, which win when two are equally near.
    pub fn settle(&mut self) {
        self.entries.sort_by_key(|(skeleton, _)| skeleton.key.len());
    }

    /// The equal skeleton, else the nearest.
    pub fn nearest(&self, wanted: &Skeleton) -> Option<&(Skeleton, Data)> {
        let equal = self.entries.iter().find(|(skeleton, _)| skeleton.key == wanted.key);
        equal.or_else(|| self.entries.iter().min_by_key(|(skeleton, _)| skeleton.distance(wanted)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours() -> HourCycle {
        let twelve = vec![Field { letter: 'h', width: 1 }];
        HourCycle { preferred: twelve.clone(), allowed: twelve }
    }

    fn matched(wanted: &str) -> String {
        let mut matcher = Matcher::new();
        for known in ["y", "yMMM", "yMMMd", "yMd", "MMMEd", "hm", "Hm"] {
            matcher.add(Skeleton::parse(known, &hours()), ());
        }
        matcher.settle();
        let wanted = Skeleton::parse(wanted, &hours());
        matcher.nearest(&wanted).unwrap().0.key.clone()
    }

    /// T-120
    #[test]
    fn t_120_the_nearest_skeleton_is_found() {
        assert_eq!(matched("yMMMd"), "yMMMd");
        assert_eq!(matched("yMMMMd"), "yMMMd");
        assert_eq!(matched("yyyyMMdd"), "yMd");
        assert_eq!(matched("jm"), "hm");
        assert_eq!(matched("HHmm"), "Hm");
        assert_eq!(matched("MMMMEEEEd"), "MMMEd");
    }

    #[test]
    fn date_and_time_are_parted() {
        let mut both = Skeleton::parse("yMMMdjm", &hours());
        assert!(both.is_date() && both.is_time());
        let time = both.split_time();
        assert_eq!((both.key.as_str(), time.key.as_str()), ("yMMMd", "ahm"));
        assert!(!both.is_time() && !time.is_date());
    }
}
