//! The text of an open file, and its places as an editor counts them: lines from 0, and in each line code units of
//! UTF-16, or of UTF-8 where both sides agreed on that.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// In what an editor counts within a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Units {
    /// Code units of UTF-16, as the protocol says where nothing else is agreed on.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

impl Units {
    fn of(self, character: char) -> usize {
        match self {
            Units::Utf16 => character.len_utf16(),
            Units::Utf8 => character.len_utf8(),
        }
    }
}

/// A text whose lines are known.
#[derive(Debug, Clone)]
pub struct Text {
    text: String,
    /// Where each line starts, in bytes.
    lines: Vec<usize>,
}

impl Default for Text {
    fn default() -> Text {
        Text::new(String::new())
    }
}

impl Text {
    /// A text. Lines end with `\n`, `\r\n` or `\r`.
    #[must_use]
    pub fn new(text: String) -> Text {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len()).filter(|&at| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let lines = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        Text { text, lines }
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many lines there are; one without a text.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Where a line starts, in bytes, and its text without its end; the end of the text when there is no such line.
    #[must_use]
    pub fn line(&self, line: usize) -> (usize, &str) {
        let Some(&start) = self.lines.get(line) else { return (self.text.len(), "") };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        (start, self.text[start..end].trim_end_matches(['\n', '\r']))
    }

    /// The offset of a place in bytes. A place behind the end of its line is that end; one inside a character is the
    /// start of it.
    #[must_use]
    pub fn offset(&self, place: Position, units: Units) -> usize {
        let (start, line) = self.line(place.line as usize);
        let mut left = place.character as usize;
        for (at, character) in line.char_indices() {
            let width = units.of(character);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The place of an offset in bytes.
    #[must_use]
    pub fn place(&self, offset: usize, units: Units) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = &self.text[self.lines[line]..offset];
        let column: usize = before.chars().map(|character| units.of(character)).sum();
        Position::new(number(line), number(column))
    }

    /// The places of a part of the text.
    #[must_use]
    pub fn range(&self, part: std::ops::Range<usize>, units: Units) -> Range {
        Range::new(self.place(part.start, units), self.place(part.end, units))
    }

    /// Makes a change that an editor tells of: of a part, or of the whole.
    pub fn change(&mut self, change: &TextDocumentContentChangeEvent, units: Units) {
        let Some(range) = change.range else {
            *self = Text::new(change.text.clone());
            return;
        };
        let (from, to) = (self.offset(range.start, units), self.offset(range.end, units));
        let mut text = std::mem::take(&mut self.text);
        text.replace_range(from.min(to)..from.max(to), &change.text);
        *self = Text::new(text);
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, range: [u32; 4], with: &str, units: Units) -> String {
        let mut text = Text::new(text.to_owned());
        let [from_line, from, to_line, to] = range;
        let range = Range::new(Position::new(from_line, from), Position::new(to_line, to));
        let change =
            TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: with.to_owned() };
        text.change(&change, units);
        text.as_str().to_owned()
    }

    #[test]
    fn places_are_counted_as_the_editor_counts() {
        let text = Text::new("a😀b\r\nñ{x}\rend\n".to_owned());
        assert_eq!(text.line_count(), 4);
        assert_eq!(text.offset(Position::new(0, 3), Units::Utf16), 5);
        assert_eq!(text.offset(Position::new(0, 5), Units::Utf8), 5);
        // Inside a character, behind the end of a line, behind the last line.
        assert_eq!(text.offset(Position::new(0, 2), Units::Utf16), 1);
        assert_eq!(text.offset(Position::new(0, 99), Units::Utf16), 6);
        assert_eq!(text.offset(Position::new(99, 0), Units::Utf16), text.as_str().len());
        assert_eq!(text.place(5, Units::Utf16), Position::new(0, 3));
        assert_eq!(text.place(10, Units::Utf16), Position::new(1, 1));
        assert_eq!(text.place(10, Units::Utf8), Position::new(1, 2));
        assert_eq!(text.place(9999, Units::Utf8), Position::new(3, 0));
        assert_eq!(Text::default().place(0, Units::Utf16), Position::new(0, 0));
    }

    #[test]
    fn changes_replace_parts() {
        assert_eq!(changed("one\ntwo", [0, 3, 1, 0], " ", Units::Utf16), "one two");
        assert_eq!(changed("a😀b", [0, 1, 0, 3], "", Units::Utf16), "ab");
        assert_eq!(changed("a😀b", [0, 1, 0, 5], "", Units::Utf8), "ab");
        assert_eq!(changed("ab", [0, 9, 7, 9], "c", Units::Utf16), "abc");
        // The ends may come the wrong way round.
        assert_eq!(changed("abc", [0, 2, 0, 1], "", Units::Utf16), "ac");
    }

    /// Numbers that look random and are the same every time.
    fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below.max(1)
        }
    }

    /// S-501: after any changes the text is the editor's, which keeps code units in lines and knows nothing of this file.
    #[test]
    fn s_501_after_any_changes_the_text_is_the_editors() {
        let parts = ["a", "{.if x}", "😀", "\n", "ñ", "}", "\r\n", "", "e\u{301}", "\n\n", "\r"];
        let mut number = numbers(22);
        for _ in 0..300 {
            let mut text = Text::default();
            let mut mirror: Vec<u16> = Vec::new();
            for _ in 0..40 {
                // Where each line of the editor starts.
                let ends = (0..mirror.len())
                    .filter(|&at| mirror[at] == 10 || (mirror[at] == 13 && mirror.get(at + 1) != Some(&10)));
                let starts: Vec<usize> = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
                let mut place = || loop {
                    let at = number(mirror.len() + 1);
                    let in_pair = at > 0 && at < mirror.len() && (0xdc00..0xe000).contains(&mirror[at]);
                    let in_end = at > 0 && at < mirror.len() && mirror[at - 1] == 13 && mirror[at] == 10;
                    if !in_pair && !in_end {
                        let line = starts.partition_point(|start| *start <= at) - 1;
                        let place = Position::new(line as u32, (at - starts[line]) as u32);
                        return (at, place);
                    }
                };
                let (one, other) = (place(), place());
                let (from, to) = if one.0 <= other.0 { (one, other) } else { (other, one) };
                let with: String = (0..number(4)).map(|_| parts[number(parts.len())]).collect();
                let range = Some(Range::new(from.1, to.1));
                let change = TextDocumentContentChangeEvent { range, range_length: None, text: with.clone() };
                text.change(&change, Units::Utf16);
                mirror.splice(from.0..to.0, with.encode_utf16());
                assert_eq!(text.as_str(), String::from_utf16(&mirror).unwrap());
            }
        }
    }
}
