//! Pictures of lines. They are documents, so they may carry programs, pages and calls of other machines; one that does is
//! refused wherever it comes from: an upload, an import, or the folder of a site.

use roxmltree::{Document, Node, ParsingOptions};

/// Bytes of a picture of lines.
const LARGEST: usize = 4 << 20;
/// Elements, texts and comments of one.
const MOST_NODES: u32 = 200_000;

/// Elements that can bring a script or a page of somebody else into a picture.
const DANGEROUS: [&str; 7] = ["script", "foreignObject", "iframe", "object", "embed", "handler", "listener"];

/// Whether a picture carries no program and asks for nothing elsewhere.
///
/// # Errors
/// What is wrong with it.
pub fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST >> 20));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "its text is not UTF-8".to_owned())?;
    // Entities grow to any size and can name files of this machine.
    if text.contains("<!ENTITY") {
        return Err("it declares entities".to_owned());
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, entity_resolver: None };
    let document = Document::parse_with_options(text.trim_start_matches('\u{feff}'), options)
        .map_err(|error| format!("it is not well-formed: {error}"))?;
    if document.root_element().tag_name().name() != "svg" {
        return Err("it is no SVG".to_owned());
    }
    if document.root().children().any(|node| node.is_pi()) {
        return Err("it names a style sheet elsewhere".to_owned());
    }
    document.descendants().filter(Node::is_element).try_for_each(|element| check_element(&element))
}

fn check_element(element: &Node<'_, '_>) -> Result<(), String> {
    let name = element.tag_name().name();
    if DANGEROUS.iter().any(|dangerous| name.eq_ignore_ascii_case(dangerous)) {
        return Err(format!("it carries a <{name}>"));
    }
    let is_motion = name.eq_ignore_ascii_case("set") || name.to_ascii_lowercase().starts_with("animate");
    for attribute in element.attributes() {
        let (key, value) = (attribute.name().to_ascii_lowercase(), attribute.value());
        if key.starts_with("on") {
            return Err(format!("it carries a program ('{key}')"));
        }
        // What moves may set any attribute, links and programs among them.
        let moved = value.trim().to_ascii_lowercase();
        let moved = moved.rsplit(':').next().unwrap_or_default();
        if is_motion && key == "attributename" && (moved == "href" || moved.starts_with("on")) {
            return Err(format!("<{name}> changes '{moved}'"));
        }
        if !is_safe_text(value, matches!(key.as_str(), "href" | "src")) {
            return Err(format!("'{key}' leads elsewhere or carries a program"));
        }
    }
    let is_style = name.eq_ignore_ascii_case("style");
    let texts = element.children().filter(Node::is_text).filter_map(|text| text.text());
    if is_style && !is_safe_text(&texts.collect::<String>(), false) {
        return Err("its style leads elsewhere or carries a program".to_owned());
    }
    Ok(())
}

fn is_safe_text(text: &str, is_link: bool) -> bool {
    let plain: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    // In a style sheet a backslash writes any character, that of a name as well.
    let plain = plain.to_ascii_lowercase().replace('\\', "");
    let bad = [
        "javascript:",
        "vbscript:",
        "data:text",
        "data:application",
        "data:image/svg",
        "@import",
        "expression(",
        "image-set(",
    ];
    if bad.iter().any(|bad| plain.contains(bad)) || (text.contains('\\') && text.contains('(')) {
        return false;
    }
    let own = |address: &str| {
        let address = address.trim_start_matches(['"', '\'']);
        let is_here = address.starts_with('#') || (address.starts_with('/') && !address.starts_with("//"));
        is_here || address.starts_with("data:image/")
    };
    let links = !is_link || own(&plain) || plain.starts_with("https:") || plain.starts_with("http:");
    links && plain.split("url(").skip(1).all(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(inside: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>{inside}</svg>"
        )
    }

    #[test]
    fn e_040_s_143_a_picture_that_carries_a_program_is_refused() {
        for inside in [
            "<script>alert(1)</script>",
            "<SCRIPT xlink:href='x'/>",
            "<foreignObject><body/></foreignObject>",
            "<path onload='alert(1)'/>",
            "<a href='javascript:alert(1)'><path/></a>",
            "<a href='java\tscript:alert(1)'><path/></a>",
            "<a href=' JaVaScRiPt:alert(1)'><path/></a>",
            "<a href='&#106;avascript:alert(1)'><path/></a>",
            "<image href='data:text/html,x'/>",
            "<image href='//evil.example/x.png'/>",
            "<use href='data:image/svg+xml,x'/>",
            "<set attributeName='href' to='#x'/>",
            "<animate attributeName='xlink:href' values='#x'/>",
            "<set attributeName='onload' to='x'/>",
            "<style>@import 'https://evil.example/x.css';</style>",
            "<style>a{fill:red}<!-- x -->@im<![CDATA[port 'https://evil.example']]></style>",
            "<style>a{fill:u\\72l(https://evil.example)}</style>",
            "<path style='fill:url(https://evil.example/x)'/>",
            "<iframe src='https://evil.example'/>",
        ] {
            assert!(check(around(inside).as_bytes()).is_err(), "{inside}");
        }
        for whole in [
            "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'>&x;</svg>",
            "<?xml-stylesheet href='https://evil.example/x.css'?><svg xmlns='http://www.w3.org/2000/svg'/>",
            "<html xmlns='http://www.w3.org/1999/xhtml'><svg/></html>",
            "<svg xmlns='http://www.w3.org/2000/svg'>",
        ] {
            assert!(check(whole.as_bytes()).is_err(), "{whole}");
        }
    }

    #[test]
    fn s_143_pictures_as_programs_save_them_are_taken() {
        let document_type = "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'><svg xmlns='http://www.w3.org/2000/svg'/>";
        assert_eq!(check(document_type.as_bytes()), Ok(()));
        for inside in [
            "<style>a{fill:red}</style><path fill='url(#g)'/>",
            "<a href='https://shop.example'><path/></a>",
            "<animate attributeName='opacity' values='0;1'/>",
            "<use href='#a'/><image href='data:image/png;base64,x'/>",
        ] {
            assert_eq!(check(around(inside).as_bytes()), Ok(()), "{inside}");
        }
    }
}
