//! What kind of element a tag belongs to, and a tag written with as few bytes as it needs.

/// How white space beside a tag is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Begins a line of its own: space beside it is never shown.
    Block,
    /// Stands in a line of text, as every element that is not known does. So does `br`: a style sheet may hide it.
    Inline,
    /// Its content is not HTML, or is shown as it is written.
    Verbatim,
}

/// The longest name of an element that is recognised.
const LONGEST: usize = 10;

/// The name in lower case; empty when it is longer than any that is known.
fn lower<'b>(name: &[u8], buffer: &'b mut [u8; LONGEST]) -> &'b [u8] {
    let Some(target) = buffer.get_mut(..name.len()) else { return &[] };
    target.copy_from_slice(name);
    target.make_ascii_lowercase();
    target
}

/// The kind of an element.
pub(super) fn kind(name: &[u8]) -> Kind {
    let mut buffer = [0; LONGEST];
    match lower(name, &mut buffer) {
        b"p" | b"div" | b"li" | b"ul" | b"ol" | b"dl" | b"dt" | b"dd" | b"h1" | b"h2" | b"h3" | b"h4"
        | b"h5" | b"h6" | b"hr" | b"tr" | b"td" | b"th" | b"nav" | b"main" | b"html" | b"head" | b"body"
        | b"form" | b"table" | b"tbody" | b"thead" | b"tfoot" | b"col" | b"colgroup" | b"caption"
        | b"aside" | b"header" | b"footer" | b"section" | b"article" | b"figure" | b"figcaption"
        | b"blockquote" | b"address" | b"details" | b"summary" | b"fieldset" | b"legend" | b"option"
        | b"optgroup" | b"dialog" | b"hgroup" | b"menu" | b"search" => Kind::Block,
        b"script" | b"style" | b"title" | b"pre" | b"textarea" | b"xmp" | b"listing" | b"plaintext"
        | b"noembed" | b"noframes" => Kind::Verbatim,
        _ => Kind::Inline,
    }
}

/// Whether an element has no content and no end tag.
pub(super) fn is_void(name: &[u8]) -> bool {
    let mut buffer = [0; LONGEST];
    matches!(
        lower(name, &mut buffer),
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

/// Writes the attributes of a tag in order of name, which packs better, and its end. `rest` begins after the name; how
/// much of it belongs to the tag is answered, `None` when the tag does not end.
pub(super) fn write_attributes<'t>(
    rest: &'t [u8],
    is_void: bool,
    out: &mut Vec<u8>,
    attributes: &mut Vec<Attribute<'t>>,
) -> Option<usize> {
    let mut at = 0;
    attributes.clear();
    let is_closed = loop {
        at += spaces(&rest[at..]);
        match *rest.get(at)? {
            b'>' => break false,
            b'/' if rest.get(at + 1) == Some(&b'>') => break true,
            b'/' => at += 1,
            _ => {
                let attribute = Attribute::read(&rest[at..])?;
                at += attribute.length;
                attributes.push(attribute);
            }
        }
    };
    if attributes.len() > 1 {
        attributes.sort_by_key(|attribute| attribute.name);
    }
    let mut bare = false;
    for attribute in attributes.iter() {
        bare = attribute.write(out);
    }
    let end: &[u8] = match (is_closed && !is_void, bare) {
        (false, _) => b">",
        // A slash right after a value without quotes would be part of it.
        (true, true) => b" />",
        (true, false) => b"/>",
    };
    out.extend_from_slice(end);
    Some(at + if is_closed { 2 } else { 1 })
}

/// One attribute as it is written.
pub(super) struct Attribute<'t> {
    name: &'t [u8],
    /// The value, and the quote around it; nothing when there is no value.
    value: Option<(&'t [u8], Option<u8>)>,
    length: usize,
}

impl<'t> Attribute<'t> {
    fn read(text: &'t [u8]) -> Option<Attribute<'t>> {
        // A name may begin with any character, even with `=`.
        let end = 1 + text
            .get(1..)?
            .iter()
            .position(|byte| is_space(*byte) || matches!(byte, b'=' | b'>' | b'/'))?;
        let name = &text[..end];
        let equals = end + spaces(&text[end..]);
        if text.get(equals) != Some(&b'=') {
            return Some(Attribute { name, value: None, length: end });
        }
        let start = equals + 1 + spaces(text.get(equals + 1..)?);
        match *text.get(start)? {
            quote @ (b'"' | b'\'') => {
                let inside = &text[start + 1..];
                let length = memchr::memchr(quote, inside)?;
                Some(Attribute {
                    name,
                    value: Some((&inside[..length], Some(quote))),
                    length: start + length + 2,
                })
            }
            _ => {
                let inside = &text[start..];
                let length = inside.iter().position(|byte| is_space(*byte) || *byte == b'>')?;
                Some(Attribute { name, value: Some((&inside[..length], None)), length: start + length })
            }
        }
    }

    /// Writes it; whether it ended with a value that has no quotes.
    fn write(&self, out: &mut Vec<u8>) -> bool {
        out.push(b' ');
        out.extend_from_slice(self.name);
        match self.value {
            None | Some((b"", _)) => false,
            Some((value, quote)) => {
                out.push(b'=');
                let needed = quote.filter(|_| !value.iter().all(|byte| is_plain(*byte)));
                out.extend(needed);
                out.extend_from_slice(value);
                out.extend(needed);
                needed.is_none()
            }
        }
    }
}

/// Whether a value with this character in it needs no quotes for its sake.
fn is_plain(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b'"' | b'\'' | b'=' | b'<' | b'>' | b'`')
}

/// What HTML calls white space.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0c)
}

pub(super) fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_space(**byte)).count()
}
