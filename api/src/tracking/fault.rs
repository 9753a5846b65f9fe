//! What a page's error reporter tells: read, told apart from others, its stack taken to pieces.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The longest message that is shown, in characters.
const LONGEST: usize = 500;
/// The most lines of a stack that are read.
const MOST_FRAMES: usize = 50;

/// A report; what is missing is empty.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Report {
    /// Which program sent it.
    pub app: String,
    /// The message of the error.
    pub message: String,
    /// The stack as the browser wrote it.
    pub stack: String,
    /// The script, where the browser says so.
    pub file: String,
    /// The line in it, from 1.
    pub line: u32,
    /// The column in it, from 1.
    pub column: u32,
    /// The page.
    pub url: String,
    /// The browser.
    pub user_agent: String,
}

/// A line of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The function; empty at the top of a script.
    pub function: String,
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
}

impl Report {
    /// Reads a report; one that is none has what can be made of it as its message.
    pub fn read(data: &str) -> Report {
        let mut report: Report = serde_json::from_str(data).unwrap_or_default();
        if report.message.is_empty() {
            report.message = "Unknown error".to_owned();
        }
        report.message = report.message.chars().take(LONGEST).collect();
        report
    }

    /// The lines of the stack, the innermost first; without a stack, the place the browser named.
    pub fn frames(&self) -> Vec<Frame> {
        let frames: Vec<Frame> = self.stack.lines().filter_map(frame).take(MOST_FRAMES).collect();
        if frames.is_empty() && !self.file.is_empty() {
            let (file, line, column) = (self.file.clone(), self.line, self.column);
            return vec![Frame { function: String::new(), file, line, column }];
        }
        frames
    }

    /// What errors that are alike have in common: the message without its numbers, and the script it came from without
    /// its host and without what names its build. Lines and names of functions are others in every build.
    pub fn fingerprint(&self) -> String {
        let mut hasher = Sha256::new();
        let mut was_digit = false;
        for letter in self.message.chars() {
            let is_digit = letter.is_ascii_digit();
            let kept = if is_digit { '#' } else { letter };
            if !(is_digit && was_digit) {
                hasher.update(kept.encode_utf8(&mut [0; 4]).as_bytes());
            }
            was_digit = is_digit;
        }
        hasher.update([0]);
        hasher.update(self.frames().first().map_or("", |frame| stem(&frame.file)).as_bytes());
        hex::encode(&hasher.finalize()[..8])
    }
}

/// The name of a script without its folder, its query, its end and the hash of its build: `cart` of `/assets/cart-1a2B3c4d.js`.
fn stem(file: &str) -> &str {
    let file = file.split(['?', '#']).next().unwrap_or_default();
    let name = file.rsplit('/').next().unwrap_or_default();
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    match name.rsplit_once('-') {
        Some((stem, hash)) if hash.len() >= 8 && !stem.is_empty() => stem,
        _ => name,
    }
}

/// `at name (file:line:column)` or `at file:line:column`, as one family of browsers writes it; `name@file:line:column`, as
/// the others do.
fn frame(text: &str) -> Option<Frame> {
    let text = text.trim();
    let (function, place) = if let Some(rest) = text.strip_prefix("at ") {
        match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
            Some((function, place)) => (function, place),
            None => ("", rest.strip_prefix("async ").unwrap_or(rest)),
        }
    } else {
        text.split_once('@')?
    };
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let function = function.strip_prefix("async ").unwrap_or(function).to_owned();
    Some(Frame { function, file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_of_both_families_are_read() {
        let place = |function: &str, column| Frame {
            function: function.into(),
            file: "https://shop.example/assets/a-12345678.js".into(),
            line: 1,
            column,
        };
        let chrome = Report {
            stack: "TypeError: x\n    at e.add (https://shop.example/assets/a-12345678.js:1:20)\n    at async t (https://shop.example/assets/a-12345678.js:1:30)\n    at https://shop.example/assets/a-12345678.js:1:40\n    at <anonymous>".into(),
            ..Report::default()
        };
        assert_eq!(chrome.frames(), [place("e.add", 20), place("t", 30), place("", 40)]);
        let firefox = Report {
            stack: "add@https://shop.example/assets/a-12345678.js:1:20\n@https://shop.example/assets/a-12345678.js:1:40\n".into(),
            ..Report::default()
        };
        assert_eq!(firefox.frames(), [place("add", 20), place("", 40)]);
    }

    #[test]
    fn the_same_error_of_two_builds_is_one_and_another_is_not() {
        let report = |message: &str, file: &str| Report {
            message: message.into(),
            stack: format!("at x (https://shop.example/assets/{file}:1:20)"),
            ..Report::default()
        };
        let one = report("item 17 is missing", "cart-aaaaaaaa.js").fingerprint();
        assert_eq!(one, report("item 4 is missing", "cart-bbbbbbbb.js?x=1").fingerprint());
        assert_ne!(one, report("item 17 is lost", "cart-aaaaaaaa.js").fingerprint());
        assert_ne!(one, report("item 17 is missing", "checkout-aaaaaaaa.js").fingerprint());
        assert_eq!(one.len(), 16);
    }

    #[test]
    fn what_is_no_report_is_an_error_without_a_name() {
        for data in ["", "[]", "{\"message\": 7}", "{\"line\": -1}"] {
            let report = Report::read(data);
            assert_eq!(report.message, "Unknown error");
            assert!(report.frames().is_empty());
        }
    }
}
