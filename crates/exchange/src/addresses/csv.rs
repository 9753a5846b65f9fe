//! A list with columns: the old address, the new one, and when somebody likes the code.

use super::rule::Rule;
use crate::fault::Fault;

const HELP: &str = "write the old address, the new one and, if you like, 301 or 302, such as /old,/new,301";

/// Reads a list of redirects, `old,new[,code]` or `old;new;code`; a first line that names the columns is known by having no
/// address in it.
#[must_use]
pub fn csv(text: &str) -> (Vec<Rule>, Vec<Fault>) {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let delimiter = *[b',', b';', b'\t']
        .iter()
        .max_by_key(|delimiter| first.bytes().filter(|byte| byte == *delimiter).count())
        .unwrap_or(&b',');
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).delimiter(delimiter).trim(csv::Trim::All);
    let (mut rules, mut faults) = (Vec::new(), Vec::new());
    for (number, row) in reader.from_reader(text.as_bytes()).into_records().enumerate() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let line = error.position().map_or(0, |place| place.line());
                let line = usize::try_from(line).unwrap_or_default();
                faults.push(Fault::new(line, format!("This line cannot be read: {error}."), HELP));
                continue;
            }
        };
        let line = row.position().map_or(0, |place| usize::try_from(place.line()).unwrap_or_default());
        let cell = |at: usize| row.get(at).unwrap_or_default();
        let is_address = |text: &str| text.starts_with('/') || text.contains("://");
        if row.iter().all(str::is_empty) || cell(0).starts_with('#') {
            continue;
        }
        if number == 0 && !is_address(cell(0)) && !is_address(cell(1)) {
            continue;
        }
        let status = match cell(2) {
            "" => Ok(301),
            text => text.parse::<u16>().map_err(|_| format!("'{text}' is no kind of redirect")),
        };
        match status.and_then(|status| Rule::parse(cell(0), cell(1), status, line)) {
            Ok(rule) => rules.push(rule),
            Err(why) => faults.push(Fault::new(line, format!("{why}; the line is not used."), HELP)),
        }
    }
    (rules, faults)
}
