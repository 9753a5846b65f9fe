//! The metadata by which a PDF says that it is Factur-X: an update at the end of the file, as PDF has for changes, which
//! replaces the stream of metadata by one that says more.

/// The name that Factur-X gives the data in a PDF.
pub const FILE_NAME: &str = "factur-x.xml";

/// What is said, with the description of its words that PDF/A asks for (ISO 19005-3, 6.6.2.3).
const EXTENSION: &str = r#"<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description><rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"#;
const EXTENSION_END: &str =
    "</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>";
const PROPERTIES: [(&str, &str); 4] = [
    ("DocumentFileName", "The name of the embedded XML document"),
    ("DocumentType", "The type of the hybrid document in capital letters"),
    ("Version", "The version of the standard of the embedded XML document"),
    ("ConformanceLevel", "The conformance level of the embedded XML document"),
];

/// The file with the update; `None` when it is not built as it is expected to be.
pub fn mark(file: &[u8]) -> Option<Vec<u8>> {
    let stream = Stream::find(file)?;
    let text = std::str::from_utf8(stream.body).ok()?;
    let (before, after) = text.split_once("</rdf:RDF>")?;
    let mut metadata = format!("{before}{EXTENSION}");
    for (name, description) in PROPERTIES {
        metadata.push_str(&format!(
            r#"<rdf:li rdf:parseType="Resource"><pdfaProperty:name>{name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>{description}</pdfaProperty:description></rdf:li>"#
        ));
    }
    metadata.push_str(EXTENSION_END);
    metadata.push_str("</rdf:RDF>");
    metadata.push_str(after);
    let trailer = Trailer::read(file)?;
    let mut out = file.to_vec();
    if !out.ends_with(b"\n") {
        out.push(b'\n');
    }
    let place = out.len();
    let object = format!(
        "{} 0 obj\n<< /Type /Metadata /Subtype /XML /Length {} >>\nstream\n{metadata}\nendstream\nendobj\n",
        stream.number,
        metadata.len()
    );
    out.extend_from_slice(object.as_bytes());
    let table = out.len();
    let update = format!(
        "xref\n{} 1\n{place:010} 00000 n \ntrailer\n{}\nstartxref\n{table}\n%%EOF\n",
        stream.number,
        trailer.with_previous(),
    );
    out.extend_from_slice(update.as_bytes());
    Some(out)
}

fn place_of(file: &[u8], text: &[u8], from: usize) -> Option<usize> {
    file.get(from..)?.windows(text.len()).position(|window| window == text).map(|place| place + from)
}

fn last_place_of(file: &[u8], text: &[u8]) -> Option<usize> {
    file.windows(text.len()).rposition(|window| window == text)
}

/// The stream of metadata, by the number of its object.
struct Stream<'a> {
    number: u32,
    body: &'a [u8],
}

impl<'a> Stream<'a> {
    fn find(file: &'a [u8]) -> Option<Self> {
        let kind = place_of(file, b"/Type /Metadata", 0).or_else(|| place_of(file, b"/Type/Metadata", 0))?;
        let head = last_place_of(&file[..kind], b" 0 obj")?;
        let line = file[..head].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let number = std::str::from_utf8(&file[line..head]).ok()?.trim().parse().ok()?;
        let start = place_of(file, b"stream", kind)? + b"stream".len();
        let start = start + file[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let end = place_of(file, b"endstream", start)?;
        Some(Self { number, body: &file[start..end] })
    }
}

/// What stands at the end of a file.
struct Trailer<'a> {
    dictionary: &'a str,
    table: usize,
}

impl<'a> Trailer<'a> {
    fn read(file: &'a [u8]) -> Option<Self> {
        let start = last_place_of(file, b"trailer")? + b"trailer".len();
        let startxref = place_of(file, b"startxref", start)?;
        let text = std::str::from_utf8(&file[start..startxref]).ok()?;
        let table = std::str::from_utf8(file.get(startxref + b"startxref".len()..)?).ok()?;
        let table = table.split_whitespace().next()?.parse().ok()?;
        Some(Self { dictionary: text.trim().strip_prefix("<<")?.strip_suffix(">>")?, table })
    }

    fn with_previous(&self) -> String {
        format!("<<{} /Prev {} >>", self.dictionary.trim_end(), self.table)
    }
}
