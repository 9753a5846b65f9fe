//! Lines and columns of a text, found without reading it again for every place.

/// Characters are counted at every so many bytes.
const STEP: usize = 256;

/// Where the lines of a text start.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    /// How many characters stand before each multiple of `STEP` bytes; empty if the text is ASCII.
    characters: Vec<u32>,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for chunk in text.as_bytes().chunks(STEP) {
                characters.push(count);
                count += starts_in(chunk);
            }
            characters.push(count);
        }
        Lines { starts, characters }
    }

    /// Line and column, both from 1, of an offset in bytes; the column counts characters.
    pub(crate) fn place(&self, text: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|start| *start as usize <= offset);
        let start = self.starts[line - 1] as usize;
        let column = self.before(text, offset) - self.before(text, start) + 1;
        (line as u32, column)
    }

    /// The characters that stand before an offset.
    fn before(&self, text: &str, offset: usize) -> u32 {
        match self.characters.get(offset / STEP) {
            Some(count) => count + starts_in(&text.as_bytes()[offset / STEP * STEP..offset]),
            None => offset as u32,
        }
    }
}

/// The characters that start in these bytes.
fn starts_in(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(byte & 0xc0 != 0x80)).sum()
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn a_place_is_a_line_and_a_column_of_characters() {
        let long = "é".repeat(400);
        for text in ["", "a", "a\nb", "\n\n", "é\nà{x}\r\n", &format!("{long}\n{long}x\ny")] {
            let lines = Lines::of(text);
            let (mut line, mut column) = (1, 1);
            for (at, character) in text.char_indices() {
                assert_eq!(lines.place(text, at), (line, column), "{at} of {text:?}");
                (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            assert_eq!(lines.place(text, text.len()), (line, column));
        }
    }
}
