//! Postal codes, as taxes and places name them.

/// Capital letters without white space.
fn plain(postal_code: &str) -> String {
    postal_code
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

/// The same code, however it is written.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}

/// A postal code against `90210`, `902*` or `90000-90299`. A range counts among codes of its own length alone.
pub(super) fn is_within(pattern: &str, code: &str) -> bool {
    let (pattern, code) = (plain(pattern), plain(code));
    if let Some(beginning) = pattern.strip_suffix('*') {
        return code.starts_with(beginning);
    }
    let number = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten()
    };
    let range = pattern.split_once('-').and_then(|(from, to)| Some((from.len(), number(from)?, number(to)?)));
    match (range, number(&code)) {
        (Some((length, from, to)), Some(found)) if code.len() == length => (from..=to).contains(&found),
        _ => pattern == code,
    }
}
