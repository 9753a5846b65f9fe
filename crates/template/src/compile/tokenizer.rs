//! Text to a stream of instructions. What does not read as a tag stays text, byte for byte (T-009).

use super::assembler::Assembler;
use super::names::Names;
use super::options::{CompileOptions, Pass};
use super::tag::Tag;
use crate::instruction::Code;
use crate::opcode::Opcode;
use crate::variable::Span;

/// Feeds the instructions of `source` to the assembler.
pub(super) fn tokenize(source: &str, names: &dyn Names, options: CompileOptions, assembler: &mut Assembler) {
    let bytes = source.as_bytes();
    let mut from = 0;
    while let Some(open) = memchr::memchr(b'{', &bytes[from..]).map(|at| from + at) {
        if bytes[open..].starts_with(b"{##") {
            text(from, open, assembler);
            let start = open + 3;
            let end = memchr::memmem::find(&bytes[start..], b"##}").map(|at| start + at);
            let text = Span::new(start, end.unwrap_or(bytes.len()));
            assembler.simple(Opcode::Comment, Code::Comment { text, multiline: true }, open as u32);
            from = end.map_or(bytes.len(), |end| end + 3);
            continue;
        }
        // The innermost pair of braces is the tag: a further `{` starts over.
        let mut start = open;
        let mut at = open + 1;
        let close = loop {
            match memchr::memchr2(b'{', b'}', &bytes[at..]).map(|found| at + found) {
                Some(found) if bytes[found] == b'{' => {
                    start = found;
                    at = found + 1;
                }
                other => break other,
            }
        };
        let Some(close) = close else { break };
        text(from, start, assembler);
        if !read_tag(source, start, close, names, options, assembler) {
            text(start, close + 1, assembler);
        }
        from = close + 1;
    }
    text(from, bytes.len(), assembler);
    assembler.eof(bytes.len() as u32);
}

fn text(start: usize, end: usize, assembler: &mut Assembler) {
    if start < end {
        assembler.simple(Opcode::Text, Code::Text(Span::new(start, end)), start as u32);
    }
}

/// Reads the tag between the braces at `open` and `close`.
fn read_tag(
    source: &str,
    open: usize,
    close: usize,
    names: &dyn Names,
    options: CompileOptions,
    assembler: &mut Assembler,
) -> bool {
    let bytes = source.as_bytes();
    let mut start = open + 1;
    if options.pass == Pass::Preprocess {
        if bytes[start] != b'^' {
            return false;
        }
        start += 1;
    }
    if bytes[start] == b'#' {
        let code = Code::Comment { text: Span::new(start + 1, close), multiline: false };
        assembler.simple(Opcode::Comment, code, open as u32);
        return true;
    }
    let mut tag = Tag {
        source,
        bytes: &bytes[..close],
        names,
        options,
        assembler,
        open: open as u32,
        start,
        end: start,
    };
    if bytes[start] == b'.' {
        tag.start += 1;
        return tag.instruction();
    }
    tag.variable()
}
