//! Times of orders as lists write them. A time that names no zone is taken as UTC.

use crate::posts::text::time;

/// How the days of a list are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moments {
    /// `31/5/2024` stands for the last of May; without a day above 12 anywhere the month comes first.
    day_first: bool,
    /// No day of the list tells which of the two is the month.
    pub is_unsure: bool,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Moments {
    /// Which number of `5/6/2024` is the day, as far as the days of the list tell.
    pub fn of<'c>(cells: impl Iterator<Item = &'c str>) -> Moments {
        let (mut first, mut second, mut any) = (false, false, false);
        for cell in cells {
            let Some([one, two, _]) = numbers(cell.split_whitespace().next().unwrap_or_default(), '/') else {
                continue;
            };
            any |= one != two;
            first |= one > 12 && one <= 31;
            second |= two > 12 && two <= 31;
        }
        Moments { day_first: first && !second, is_unsure: any && first == second }
    }

    /// Milliseconds since 1970 of a day with its time, or with the time of another column.
    pub fn read(self, cell: &str, clock: &str) -> Option<i64> {
        let text =
            if cell.contains(':') || clock.is_empty() { cell.to_owned() } else { format!("{cell} {clock}") };
        time(&text).or_else(|| self.worded(&text))
    }

    /// `Dec 8, 2024 9:15:51 AM`, `8 December 2024`, `5/31/24 14:05`, `31.05.2024`, `2024/5/31`.
    fn worded(self, text: &str) -> Option<i64> {
        let lower = text.to_lowercase().replace("a.m.", "am").replace("p.m.", "pm");
        let (mut month, mut numbered, mut clock, mut half, mut offset) =
            (None, Vec::new(), (0, 0, 0), None, 0);
        for word in lower.split([' ', ',', '\u{a0}', '\u{202f}']).filter(|word| !word.is_empty()) {
            if word.contains(':') && !word.starts_with(['+', '-']) {
                let (digits, tail) = word.split_at(word.find(char::is_alphabetic).unwrap_or(word.len()));
                clock = clock_of(digits)?;
                half = half.or(half_of(tail));
            } else if let Some(found) = half_of(word) {
                half = Some(found);
            } else if let Some(found) = offset_of(word) {
                offset = found;
            } else if word.chars().all(char::is_alphabetic) {
                month = month.or_else(|| {
                    MONTHS.iter().position(|name| word.starts_with(name)).map(|at| at as i64 + 1)
                });
            } else if let Ok(number) =
                word.trim_end_matches(['.', 't', 'h', 's', 'n', 'd', 'r']).parse::<i64>()
            {
                numbered.push(number);
            } else {
                numbered = self.date(word)?.to_vec();
            }
        }
        let (year, month, day) = match (month, numbered.as_slice()) {
            (Some(month), [day, year]) if *year > 31 => (*year, month, *day),
            (Some(month), [year, day]) => (*year, month, *day),
            (None, [year, month, day]) => (*year, *month, *day),
            _ => return None,
        };
        let year = if year < 100 { year + 2000 } else { year };
        let (hour, minute, second) = clock;
        let hour = match half {
            Some(true) if hour < 12 => hour + 12,
            Some(false) if hour == 12 => 0,
            _ => hour,
        };
        let at = time(&format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"))?;
        Some(at - offset)
    }

    /// Year, month and day of three numbers.
    fn date(self, word: &str) -> Option<[i64; 3]> {
        if let Some([day, month, year]) = numbers(word, '.') {
            return Some([year, month, day]);
        }
        let [one, two, three] = numbers(word, '/').or_else(|| numbers(word, '-'))?;
        Some(match (one > 31, self.day_first) {
            (true, _) => [one, two, three],
            (false, true) => [three, two, one],
            (false, false) => [three, one, two],
        })
    }
}

fn numbers(word: &str, mark: char) -> Option<[i64; 3]> {
    let parts: Vec<i64> = word.split(mark).map(str::parse).collect::<Result<_, _>>().ok()?;
    parts.try_into().ok()
}

fn clock_of(digits: &str) -> Option<(i64, i64, i64)> {
    let mut parts =
        digits.split(':').map(|part| part.split('.').next().unwrap_or_default().parse::<i64>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    Some((hour, minute, parts.next().flatten().unwrap_or(0)))
}

/// Whether it is the second half of a day.
fn half_of(word: &str) -> Option<bool> {
    match word {
        "am" => Some(false),
        "pm" => Some(true),
        _ => None,
    }
}

/// Milliseconds before UTC of `+0200`, `-05:30`, `UTC` and `GMT`.
fn offset_of(word: &str) -> Option<i64> {
    let word = word.trim_start_matches("gmt").trim_start_matches("utc");
    if word.is_empty() {
        return Some(0);
    }
    let sign = if word.starts_with('-') { -1 } else { 1 };
    let digits = word.strip_prefix(['+', '-'])?.replace(':', "");
    let (hours, minutes) =
        digits.split_at_checked(2).filter(|(_, minutes)| matches!(minutes.len(), 0 | 2))?;
    let minutes: i64 = if minutes.is_empty() { 0 } else { minutes.parse().ok()? };
    Some(sign * (hours.parse::<i64>().ok()? * 60 + minutes) * 60_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-601: every way in which the exporters write a time.
    #[test]
    fn s_601_times_are_read_as_lists_write_them() {
        let list = Moments::default();
        let expected = time("2024-05-03 14:05:00");
        for (day, clock) in [
            ("2024-05-03 14:05", ""),
            ("2024-05-03 14:05:00 +0000", ""),
            ("May 3, 2024", "2:05:00 PM"),
            ("3 May 2024 14:05", ""),
            ("5/3/2024 14:05", ""),
            ("05/03/24", "02:05 pm"),
            ("2024/5/3", "14:05:00"),
            ("03.05.2024 14:05", ""),
            ("Fri May 3, 2024 4:05 p.m. +0200", ""),
            ("2024-05-03", "14:05"),
        ] {
            assert_eq!(list.read(day, clock), expected, "{day} {clock}");
        }
        assert_eq!(list.read("May 3, 2024", "12:00:00 AM"), time("2024-05-03"));
        for text in ["soon", "13/13/2024", "May 2024", "0000-00-00 00:00:00", "1:2:3"] {
            assert_eq!(list.read(text, ""), None, "{text}");
        }
    }

    /// S-601: one day of the list tells for all of them which number is the month.
    #[test]
    fn s_601_the_order_of_day_and_month_is_that_of_the_list() {
        let days = Moments::of(["4/5/2024", "31/5/2024"].into_iter());
        assert_eq!(days.read("4/5/2024", ""), time("2024-05-04"));
        let months = Moments::of(["4/5/2024", "5/31/2024 10:00"].into_iter());
        assert_eq!(months.read("4/5/2024", ""), time("2024-04-05"));
        assert!(Moments::of(["4/5/2024"].into_iter()).is_unsure && !days.is_unsure && !months.is_unsure);
        assert!(!Moments::of(["2024-05-04", "5/5/2024"].into_iter()).is_unsure);
    }
}
