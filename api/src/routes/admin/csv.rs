//! Tables for other programs (CSV, RFC 4180).

/// A cell that no table program takes for a formula, quoted where it must be.
pub fn cell(text: &str) -> String {
    let harmless = match text.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => format!("'{text}"),
        _ => text.to_owned(),
    };
    if harmless.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", harmless.replace('"', "\"\""))
    } else {
        harmless
    }
}

/// A moment of epoch milliseconds as RFC 3339, in UTC.
pub fn moment(epoch_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(epoch_ms).map_or_else(|_| String::new(), |at| at.to_string())
}

/// One line of a table.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(cell).collect();
    format!("{}\r\n", cells.join(","))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_quoted_and_never_a_formula() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert!(cell(text).trim_start_matches('"').starts_with('\''), "{text}");
        }
    }
}
