//! Events: `google-calendar-url` (T-126), `same-day?` (T-073).

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use crate::date::calendar::Fields;
use crate::date::strftime::Pattern;
use crate::markup::is_space;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("google-calendar-url", |_| CalendarUrl(Pattern::parse("%Y%m%dT%H%M%SZ")));
    vocabulary.predicate_fn("same-day?", |_, context| is_same_day(context.node()));
}

/// Whether an event begins and ends on one day of UTC, whatever the site's zone is.
fn is_same_day(event: Node<'_>) -> Result<bool, Fault> {
    let start = Fields::new(event.get("startDate").to_number(), 0, "UTC")?;
    let end = Fields::new(event.get("endDate").to_number(), 0, "UTC")?;
    Ok((start.year, start.day_of_year) == (end.year, end.day_of_year))
}

/// The address of a form that adds an event to a visitor's calendar.
struct CalendarUrl(Pattern);

impl Writer for CalendarUrl {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let event = values[0];
        let start = Fields::new(event.get("startDate").to_number(), 0, "UTC")?;
        let end = Fields::new(event.get("endDate").to_number(), 0, "UTC")?;
        let place = place(event.get("location"));
        let out = context.out();
        out.push_str("http://www.google.com/calendar/event?action=TEMPLATE&text=");
        escape(&event.get("title").to_text(), out);
        out.push_str("&dates=");
        self.0.write(&start, out);
        out.push('/');
        self.0.write(&end, out);
        if !place.is_empty() {
            out.push_str("&location=");
            encode_component(&place, out);
        }
        Ok(())
    }
}

/// The lines of an address that hold anything, in one line.
fn place(location: Node<'_>) -> String {
    let mut place = String::new();
    for line in ["addressLine1", "addressLine2", "addressCountry"] {
        let text = location.get(line).to_text();
        let text = text.trim_matches(is_space);
        if !text.is_empty() {
            if !place.is_empty() {
                place.push_str(", ");
            }
            place.push_str(text);
        }
    }
    place
}

/// JavaScript's old `escape`: units above 255 become `%uXXXX`.
fn escape(text: &str, out: &mut String) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => {
                out.push(char::from(byte));
            }
            narrow => {
                out.push('%');
                let digits = if narrow.is_ok() { 2 } else { 4 };
                if digits == 4 {
                    out.push('u');
                }
                for place in (0..digits).rev() {
                    out.push(HEX[usize::from(unit >> (4 * place) & 15)]);
                }
            }
        }
    }
}

/// JavaScript's `encodeURIComponent`.
fn encode_component(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_126_titles_are_escaped_in_the_old_way() {
        let mut out = String::new();
        escape("Bread & Wine – café 😀@*_+-./", &mut out);
        assert_eq!(out, "Bread%20%26%20Wine%20%u2013%20caf%E9%20%uD83D%uDE00@*_+-./");
    }
}
