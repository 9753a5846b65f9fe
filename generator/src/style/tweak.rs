//! Tweaks: variables of a template's LESS that the owner of a site has set, in `tweaks` of site.json.

use loggia_template::Node;

use crate::diagnostic::Diagnostic;
use crate::site::document::Document;
use crate::site::members::Fields;

/// What an owner has set.
#[derive(Debug, Clone, Default)]
pub struct Tweaks {
    /// Name without `@`, and LESS.
    values: Vec<(String, String)>,
    document: Option<Document>,
}

impl Tweaks {
    /// As they stand after a template's own variables, one a line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.values.iter().map(|(name, value)| format!("@{name}: {value};")).collect()
    }

    /// A fault of one of them, by its place in [`Tweaks::lines`].
    #[must_use]
    pub fn fault(&self, index: usize, message: String) -> Option<Diagnostic> {
        let (name, _) = self.values.get(index)?;
        Some(self.document?.fault(&["tweaks".into(), name.as_str().into()], "style-tweak", message))
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|(name, _)| name.as_str())
    }
}

/// Reads the tweaks of site.json; faults are added.
#[must_use]
pub fn tweaks(document: Document, faults: &mut Vec<Diagnostic>) -> Tweaks {
    let mut found = Vec::new();
    let mut fields = Fields::of(document, &mut *faults);
    let members: Vec<(&str, Node<'static>)> =
        fields.object("tweaks").as_object().into_iter().flat_map(|object| object.members()).collect();
    let mut fields = fields.inner(&["tweaks".into()]);
    for (name, value) in members {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if name.is_empty() || !name.chars().all(allowed) {
            let message = format!("'{name}' cannot be the name of a variable.");
            fields.fault(&[name.into()], "style-tweak", message, "use letters, digits, '-' and '_' only");
            continue;
        }
        match value {
            Node::Text(text) if !text.trim().is_empty() && !text.contains(['\n', '\r']) => {
                found.push((name.to_owned(), text.trim().trim_end_matches(';').to_owned()));
            }
            Node::Number(_) | Node::Boolean(_) => found.push((name.to_owned(), value.to_text().into_owned())),
            _ => fields.fault(
                &[name.into()],
                "style-tweak",
                format!("The tweak '{name}' must be a text on one line, a number, or true or false."),
                "write it as in a style sheet, such as \"#333\" or \"16px\"",
            ),
        }
    }
    Tweaks { values: found, document: Some(document) }
}
