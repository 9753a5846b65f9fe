//! Patterns of LIKE.

/// An address as a pattern of LIKE with `!` before what would mean something there.
pub(super) fn pattern(email: &str) -> String {
    let mut pattern = String::from("%");
    // JSON writes both of these with a backslash before them.
    for letter in email.replace('\\', "\\\\").replace('"', "\\\"").chars() {
        if matches!(letter, '!' | '%' | '_') {
            pattern.push('!');
        }
        // Where an address is part of another (a page's), these are written otherwise.
        pattern.push(if matches!(letter, '@' | '+') { '%' } else { letter });
    }
    pattern.push('%');
    pattern
}
