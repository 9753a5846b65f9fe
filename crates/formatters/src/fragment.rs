//! The small HTML templates of the formatters: one file each in `fragments/`, compiled once when the vocabulary is made.
//!
//! A fragment is text with holes, `{name}`. What fills a hole says how it is written ([`Fill`]), so no formatter joins
//! HTML by hand and none forgets to escape. The bytes of the files, blank lines included, are fixed by the language.

use loggia_template::{Node, escape_attribute};

/// What goes into a hole.
#[derive(Clone, Copy)]
pub(crate) enum Fill<'f> {
    /// Nothing: the hole closes.
    Empty,
    /// Text that is markup already, or that the language prints as it is.
    Raw(&'f str),
    /// Text with `& < > "` escaped.
    Escaped(&'f str),
    /// A value as a variable tag prints it, unescaped, as the language has it in these places.
    Value(Node<'f>),
    /// A scalar value's text, unescaped, as the language has it in these places.
    Text(Node<'f>),
    /// A scalar value's text with `& < > "` escaped.
    EscapedValue(Node<'f>),
    /// A value as JSON in an attribute.
    Json(Node<'f>),
    /// Whatever this writes: another fragment, or one for each element of a list.
    With(&'f dyn Fn(&mut String)),
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(&'static str),
    Hole(usize),
}

/// A compiled fragment with `N` holes.
#[derive(Debug)]
pub(crate) struct Fragment<const N: usize> {
    pieces: Box<[Piece]>,
}

/// Compiles `fragments/<file>` with these holes, in the order in which they will be filled.
macro_rules! fragment {
    ($file:literal) => {
        fragment!($file,)
    };
    ($file:literal, $($hole:literal),*) => {
        $crate::fragment::Fragment::new(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fragments/", $file)), [$($hole),*])
    };
}
pub(crate) use fragment;

impl<const N: usize> Fragment<N> {
    /// Compiles `source`. Braces that do not hold one of `holes` are text: scripts have them too.
    pub(crate) fn new(source: &'static str, holes: [&str; N]) -> Self {
        let mut pieces = Vec::with_capacity(2 * N + 1);
        let mut text = 0;
        let mut from = 0;
        while let Some(open) = source[from..].find('{').map(|at| from + at) {
            let hole = source[open + 1..].split_once('}').and_then(|(name, _)| {
                holes.iter().position(|hole| *hole == name).map(|hole| (hole, name.len()))
            });
            from = open + 1;
            if let Some((hole, length)) = hole {
                if open > text {
                    pieces.push(Piece::Text(&source[text..open]));
                }
                pieces.push(Piece::Hole(hole));
                from = open + length + 2;
                text = from;
            }
        }
        if text < source.len() {
            pieces.push(Piece::Text(&source[text..]));
        }
        debug_assert!(
            (0..N).all(|hole| pieces.contains(&Piece::Hole(hole))),
            "a hole of {holes:?} is not in {source:?}"
        );
        Self { pieces: pieces.into() }
    }

    /// Writes the fragment with its holes filled.
    pub(crate) fn write(&self, out: &mut String, fills: [Fill<'_>; N]) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Hole(hole) => fills[*hole].write(out),
            }
        }
    }
}

impl Fill<'_> {
    fn write(self, out: &mut String) {
        match self {
            Self::Empty => {}
            Self::Raw(text) => out.push_str(text),
            Self::Escaped(text) => escape_attribute(text, out),
            Self::Value(node) => node.write_output(out),
            Self::Text(node) => node.write_text(out),
            Self::EscapedValue(node) => escape_attribute(&node.to_text(), out),
            Self::Json(node) => write_json_attribute(node, out),
            Self::With(write) => write(out),
        }
    }
}

/// JSON that no `</script>` can end, escaped for an attribute.
fn write_json_attribute(node: Node<'_>, out: &mut String) {
    if node.is_missing() {
        return;
    }
    let mut json = String::new();
    node.write_json(&mut json);
    let mut rest = json.as_str();
    while let Some(at) = rest.find("</") {
        escape_attribute(&rest[..at], out);
        out.push_str("&lt;\\/");
        rest = &rest[at + 2..];
    }
    escape_attribute(rest, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_template::Arena;

    #[test]
    fn holes_are_filled_and_other_braces_stay() {
        let fragment = Fragment::new("function() {x}<b id=\"{id}\">{text}{id}</b>{", ["id", "text"]);
        let mut out = String::new();
        fragment.write(&mut out, [Fill::Raw("7"), Fill::Escaped("a<b")]);
        assert_eq!(out, "function() {x}<b id=\"7\">a&lt;b7</b>{");
    }

    #[test]
    fn json_cannot_end_a_script_nor_an_attribute() {
        let arena = Arena::new();
        let value = arena.parse(r#"{"a":"</b>\"","b":[1]}"#).unwrap();
        let mut out = String::new();
        Fragment::new("{x}", ["x"]).write(&mut out, [Fill::Json(value)]);
        assert_eq!(out, r#"{&quot;a&quot;:&quot;&lt;\/b&gt;\&quot;&quot;,&quot;b&quot;:[1]}"#);
    }
}
