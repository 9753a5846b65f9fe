//! Amounts as exports write them → hundredths of a currency's unit, exactly: every amount of the shop is counted so.

/// The most digits of an amount.
const DIGITS: usize = 15;

/// Hundredths of an amount such as `1,234.50`, `1.234,50`, `$12`, `-3` or `USD 5`; `None` for what is none, and for one that
/// is finer than a hundredth.
#[must_use]
pub fn cents(text: &str) -> Option<i64> {
    let text = text.trim();
    let negative = text.contains(['-', '\u{2212}']) || text.starts_with('(');
    let kept: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    if !kept.contains(|c: char| c.is_ascii_digit()) || text.chars().filter(|c| c.is_alphabetic()).count() > 3
    {
        return None;
    }
    let last = kept.rfind(['.', ',']);
    let mark = last.map_or("", |at| &kept[at..=at]);
    let decimals = last.map_or(0, |at| kept.len() - at - 1);
    // Three digits behind the only kind of mark are a group: always behind commas, and behind points when there are several.
    let both = kept.contains('.') && kept.contains(',');
    let groups = decimals == 3 && !both && (mark == "," || kept.matches('.').count() > 1);
    let (whole, part) =
        last.filter(|_| !groups).map_or((kept.as_str(), ""), |at| (&kept[..at], &kept[at + 1..]));
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    // `12.5000` is exact as well.
    let part = part.trim_end_matches('0');
    if part.len() > 2 || whole.len() > DIGITS - 2 {
        return None;
    }
    let units: i64 = format!("{whole}{part:0<2}").parse().ok()?;
    Some(if negative { -units } else { units })
}

/// An amount with a point and two decimals.
#[must_use]
pub fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_or_none() {
        let cases = [
            ("12", 1200),
            ("12.5", 1250),
            ("$1,234.56", 123_456),
            ("1.234,56 \u{20ac}", 123_456),
            ("-3.00", -300),
            ("(4.10)", -410),
            ("0.1000", 10),
            ("1,000", 100_000),
            ("1.000.000", 100_000_000),
            ("USD 5", 500),
            (".5", 50),
            ("0", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(cents(text), Some(expected), "{text}");
        }
        for text in ["", "free", "1.234", "twelve 5", "99999999999999999"] {
            assert_eq!(cents(text), None, "{text}");
        }
        assert_eq!((decimal(-5), decimal(123_456)), ("-0.05".into(), "1234.56".into()));
    }
}
