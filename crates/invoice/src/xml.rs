//! XML, element by element.

/// A document that is being written.
pub struct Xml {
    out: String,
}

impl Xml {
    /// One with its root and the namespaces it uses, which `write` fills.
    pub fn document(root: &str, namespaces: &[(&str, &str)], write: impl FnOnce(&mut Self)) -> String {
        let mut xml = Self { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned() };
        xml.with(root, namespaces, write);
        xml.out.push('\n');
        xml.out
    }

    /// An element with attributes.
    pub fn with(&mut self, name: &str, attributes: &[(&str, &str)], write: impl FnOnce(&mut Self)) {
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in attributes {
            self.out.push(' ');
            self.out.push_str(attribute);
            self.out.push_str("=\"");
            self.text(value);
            self.out.push('"');
        }
        self.out.push('>');
        write(self);
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// An element of elements.
    pub fn group(&mut self, name: &str, write: impl FnOnce(&mut Self)) {
        self.with(name, &[], write);
    }

    /// An element that holds a text.
    pub fn leaf(&mut self, name: &str, text: &str) {
        self.with(name, &[], |xml| xml.text(text));
    }

    /// The same with one attribute.
    pub fn marked(&mut self, name: &str, attribute: (&str, &str), text: &str) {
        self.with(name, &[attribute], |xml| xml.text(text));
    }

    /// An element that is there when its text is.
    pub fn some(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.leaf(name, text);
        }
    }

    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.out.push(' '),
                // XML 1.0 has no place for these, not even as references.
                '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                letter => self.out.push(letter),
            }
        }
    }
}
