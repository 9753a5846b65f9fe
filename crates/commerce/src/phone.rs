//! Phone numbers: one that can be called, in one way of writing (E.164), by the numbering plans of libphonenumber.

use phonenumber::{Mode, country};

/// The longest text that is looked at: a number with spaces, dots, dashes and an extension.
pub const PHONE_MAXIMUM: usize = 40;

/// The number that a text says, as `+4930123456`; `country` in capitals is whose number it is where it does not begin with `+`.
/// `None` when no plan has such a number.
#[must_use]
pub fn phone_in_e164(text: &str, country: &str) -> Option<String> {
    if text.chars().count() > PHONE_MAXIMUM || !text.chars().all(is_of_a_number) {
        return None;
    }
    // "00" is how half the world begins a number abroad.
    let text =
        text.trim().strip_prefix("00").map_or_else(|| text.trim().to_owned(), |rest| format!("+{rest}"));
    let country: Option<country::Id> = country.parse().ok();
    let number = phonenumber::parse(country, text).ok()?;
    number.is_valid().then(|| number.format().mode(Mode::E164).to_string())
}

/// Letters stand for digits in some countries' advertisements, never in a number that is left for a courier.
fn is_of_a_number(one: char) -> bool {
    one.is_numeric()
        || one.is_whitespace()
        || matches!(one, '+' | '-' | '.' | '(' | ')' | '/' | '\u{2010}'..='\u{2015}' | '\u{ff0b}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-634: a number is kept as E.164, or refused. The expectations are those of Google's libphonenumber in its Python port.
    #[test]
    fn s_634_a_phone_number_is_kept_in_one_way() {
        for (text, country, kept) in [
            ("030 901820", "DE", "+4930901820"),
            ("+49 (0)30 901820", "DE", "+4930901820"),
            ("0049 30 901820", "US", "+4930901820"),
            ("(212) 555-2368", "US", "+12125552368"),
            ("020 7031 3000", "GB", "+442070313000"),
            ("06 12 34 56 78", "FR", "+33612345678"),
            ("03-3224-9999", "JP", "+81332249999"),
            ("06 698 12345", "IT", "+390669812345"),
        ] {
            assert_eq!(phone_in_e164(text, country).as_deref(), Some(kept), "{text}");
        }
        for (text, country) in [
            ("", "US"),
            ("12", "US"),
            ("000000000", "US"),
            ("+1 212 555", "US"),
            ("call me", "US"),
            ("030 901820", ""),
            ("030 901820", "XX"),
            ("1-800-FLOWERS", "US"),
            ("+99912345678", "US"),
            ("212-555-2368'; DROP TABLE", "US"),
            ("+", "DE"),
        ] {
            assert_eq!(phone_in_e164(text, country), None, "{text}");
        }
        assert_eq!(phone_in_e164(&"1".repeat(50_000), "US"), None);
    }
}
