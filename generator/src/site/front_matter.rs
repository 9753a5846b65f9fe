//! An item written in Markdown, with its other members as JSON between two lines of `---` (or `;;;`) at the top.

use std::path::Path;

use crate::diagnostic::Diagnostic;

/// A Markdown file as the JSON document it stands for: the members of its front matter, and `body`.
///
/// # Errors
/// When it has no front matter, or that is not a JSON object; with the line in the Markdown file.
pub fn json(name: &Path, text: &str) -> Result<String, Diagnostic> {
    let (front, body) = split(text).ok_or_else(|| {
        Diagnostic::error("front-matter", name, "A Markdown item begins with its members as JSON.")
            .at(text, 1, 1)
            .help("begin the file with a line ---, a JSON object such as {\"title\": \"…\"}, and a line ---")
    })?;
    let close = front.rfind('}').ok_or_else(|| {
        Diagnostic::error("front-matter", name, "The front matter is not a JSON object.")
            .at(text, 2, 1)
            .help("write it as {\"title\": \"…\"}")
    })?;
    let comma = if front[..close].trim_end().ends_with('{') { "" } else { "," };
    let body = serde_json::Value::String(body.to_owned());
    // One line stays before the JSON so that every line of a fault is the line of the Markdown file.
    let (before, after) = (&front[..close], &front[close..]);
    Ok(format!("\n{before}{comma}\"bodyFormat\":\"markdown\",\"body\":{body}{after}"))
}

/// The text between the two fences, and the text after the second.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n')?;
    let fence = first.trim_end();
    if fence != "---" && fence != ";;;" {
        return None;
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == fence {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::super::document::Document;
    use super::*;

    /// The title and the body that a file says.
    fn parse(text: &str) -> Result<[Option<String>; 2], Diagnostic> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.md"), text).unwrap();
        let memory = Memory::new(folder.path());
        let document = Document::read(memory.folder(), &folder.path().join("a.md"), &mut memory.reader())?;
        Ok(["title", "body"].map(|key| document.root.get(key).as_str().map(str::to_owned)))
    }

    #[test]
    fn members_and_body_are_read() {
        let [title, body] = parse("---\n{\"title\": \"A\"}\n---\n# \"Hello\"\n").unwrap();
        assert_eq!(title.as_deref(), Some("A"));
        assert_eq!(body.as_deref(), Some("# \"Hello\"\n"));
        assert_eq!(parse("---\n{}\n---\n").unwrap()[1].as_deref(), Some(""));
    }

    #[test]
    fn faults_name_the_line_of_the_markdown_file() {
        let fault = parse("---\n{\"title\": \"A\",\n \"x\" 1}\n---\n").err().unwrap();
        assert_eq!(fault.place(), "a.md:3:6");
        assert_eq!(parse("# Just text\n").err().unwrap().code, "front-matter");
    }
}
