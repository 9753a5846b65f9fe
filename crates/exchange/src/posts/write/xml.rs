//! Elements of an XML document that is being written.

use quick_xml::Writer;
use quick_xml::events::{BytesCData, BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// A document.
pub(super) struct Xml {
    writer: Writer<Vec<u8>>,
    /// How many characters were left out that no XML can hold.
    pub(super) dropped: usize,
}

impl Xml {
    pub(super) fn new() -> Xml {
        let mut xml = Xml { writer: Writer::new_with_indent(Vec::new(), b'\t', 1), dropped: 0 };
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    fn write(&mut self, event: Event<'_>) {
        self.writer.write_event(event).expect("memory takes everything");
    }

    /// A text without the characters that no XML can hold.
    fn allowed(&mut self, text: &str) -> String {
        let is_allowed =
            |c: &char| matches!(c, '\t' | '\n' | '\r') || *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}');
        let kept: String = text.chars().filter(is_allowed).collect();
        self.dropped += text.chars().count() - kept.chars().count();
        kept
    }

    pub(super) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let start = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.write(Event::Start(start));
    }

    pub(super) fn close(&mut self, name: &str) {
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element with a plain text, such as a number or an address.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        let text = self.allowed(text);
        self.open(name, &[]);
        self.write(Event::Text(BytesText::new(&text)));
        self.close(name);
    }

    /// An element whose text may be HTML.
    pub(super) fn data(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        let text = self.allowed(text);
        self.open(name, attributes);
        // What ends the one begins another.
        for part in BytesCData::escaped(&text) {
            self.write(Event::CData(part));
        }
        self.close(name);
    }

    pub(super) fn finish(self) -> String {
        let mut text = String::from_utf8(self.writer.into_inner()).expect("names and texts are UTF-8");
        text.push('\n');
        text
    }
}
