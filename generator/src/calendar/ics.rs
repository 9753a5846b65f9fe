//! Events as calendar programs read them (RFC 5545).

use jiff::tz::TimeZone;

/// The longest line, in bytes; the rest goes on in the next.
const LINE: usize = 75;

/// A text as the value of a property: what has a meaning of its own is marked.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A time in milliseconds since 1970, in UTC: `20260501T080000Z`.
#[must_use]
pub fn time(milliseconds: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    time.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A calendar with the ends of line that the format asks for, and its long lines folded.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut length = 0;
        for character in line.chars() {
            if length + character.len_utf8() > LINE {
                out.push_str("\r\n ");
                length = 1;
            }
            out.push(character);
            length += character.len_utf8();
        }
        out.push_str("\r\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_066_texts_and_times_are_spelled_as_the_format_asks() {
        assert_eq!(escaped("Bread, wine; a\\b\nand more\u{7}"), "Bread\\, wine\\; a\\\\b\\nand more");
        assert_eq!(time(1_777_622_400_000), "20260501T080000Z");
    }

    #[test]
    fn long_lines_go_on_in_the_next() {
        let text = folded(&format!("BEGIN:VCALENDAR\n\nSUMMARY:{}\n", "é".repeat(100)));
        assert!(text.split("\r\n").all(|line| line.len() <= LINE), "{text}");
        assert!(text.starts_with("BEGIN:VCALENDAR\r\nSUMMARY:é") && text.ends_with("\r\n"));
        assert_eq!(text.replace("\r\n ", "").matches('é').count(), 100);
    }
}
