//! Every block of a template that nothing closes. The language tells the innermost alone, and an author who mends that one
//! would learn of the next only by the next build.

use std::sync::Arc;

use loggia_template::{Engine, Error, ErrorKind, Opcode, Tag};

use crate::diagnostic::line_column;

/// The most blocks of one template that are told.
const MOST: usize = 50;

/// The errors of a template, and after them the blocks around one that its text ends in, from the innermost outwards.
pub(super) fn with_outer(engine: &Engine, file: &str, text: &str, mut errors: Vec<Error>) -> Vec<Error> {
    if !errors.iter().any(|error| matches!(error.kind, ErrorKind::EofInBlock(_))) {
        return errors;
    }
    let tags = engine.tags(text);
    let outer = open(&tags).into_iter().rev().skip(1).take(MOST);
    errors.extend(outer.map(|tag| {
        let (line, column) = line_column(text, tag.span.start);
        Error {
            kind: ErrorKind::EofInBlock(tag.opcode),
            file: Arc::from(file),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            offset: u32::try_from(tag.span.start).unwrap_or(u32::MAX),
            length: u32::try_from(tag.span.len()).unwrap_or(u32::MAX),
        }
    }));
    errors
}

/// The blocks that are open at the end of a text, from the outermost inwards: each by the tag of its part that is open, its
/// own or the last `{.or}` in it.
fn open(tags: &[Tag]) -> Vec<&Tag> {
    let mut open: Vec<(&Tag, &Tag)> = Vec::new();
    for tag in tags {
        match tag.opcode {
            Opcode::Eof => break,
            Opcode::End => {
                open.pop();
            }
            Opcode::OrPredicate => {
                if let Some((_, last)) = open.last_mut().filter(|(begin, _)| begin.opcode != Opcode::Macro) {
                    *last = tag;
                }
            }
            _ if tag.is_begin() => open.push((tag, tag)),
            _ => {}
        }
    }
    open.into_iter().map(|(_, last)| last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(u32, u32)> {
        let engine = Engine::new(crate::theme::vocabulary());
        let errors = engine.compile("a.list", text).errors;
        with_outer(&engine, "a.list", text, errors).iter().map(|error| (error.line, error.column)).collect()
    }

    /// S-382: each is told once, and one that is closed is not.
    #[test]
    fn s_382_every_block_that_nothing_closes_is_told() {
        let text = "{.section a}\n  {.if b}x{.end}\n  {.repeated section c}\n{.or}\n {.equal? d 1}{.or}\n";
        assert_eq!(places(text), [(5, 15), (4, 1), (1, 1)]);
        assert_eq!(places("{.section a}{.section b}{.end}"), [(1, 1)]);
        assert!(places("{.section a}{.end}").is_empty());
        assert_eq!(places(&"{.section a}".repeat(400)).len(), MOST + 1);
    }
}
