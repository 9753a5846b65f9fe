//! Forms of a site, as the pages show them and the api checks their answers.

use loggia_template::Node;

use super::document::Document;
use super::members::Fields;
use crate::diagnostic::{Diagnostic, nearest};

/// The kinds of field that a form may have (specification section 3).
pub const FIELD_TYPES: [&str; 19] = [
    "text", "textarea", "email", "number", "website", "phone", "currency", "password", "twitter", "date",
    "time", "name", "address", "section", "radio", "checkbox", "select", "likert", "hidden",
];

/// One form.
#[derive(Debug, Clone)]
pub struct Form<'s> {
    /// `id`; the file's name when not given.
    pub id: &'s str,
    /// What templates and widgets see.
    pub node: Node<'s>,
    /// The file.
    pub document: Document<'s>,
}

impl<'s> Form<'s> {
    /// Reads a form; faults are added.
    pub fn read(document: Document<'s>, faults: &mut Vec<Diagnostic>) -> Form<'s> {
        let stem = document.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let mut fields = Fields::of(document, faults);
        let id = fields.text("id").unwrap_or(stem);
        let count = fields.list("fields").len();
        let mut seen = Vec::new();
        for index in 0..count {
            let mut field = fields.inner(&["fields".into(), index.into()]);
            let name = field.required("id");
            if seen.contains(&name) && !name.is_empty() {
                field.fault(
                    &["id".into()],
                    "form-field",
                    format!("Two fields are called '{name}'."),
                    "give each its own id",
                );
            }
            seen.push(name);
            let kind = field.required("type");
            if !kind.is_empty() && !FIELD_TYPES.contains(&kind) {
                let near = nearest(kind, FIELD_TYPES).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("use one of {}", FIELD_TYPES.join(", ")));
                field.fault(
                    &["type".into()],
                    "form-field",
                    format!("'{kind}' is not a kind of field."),
                    help,
                );
            }
            if kind == "password" {
                field.fault(
                    &["type".into()],
                    "form-password",
                    "A form has no field for passwords: what is typed into it would be kept as it is.".to_owned(),
                    "take the field out; a page for some readers alone has a `password` of its own, and members have accounts",
                );
            }
            field.flag("required", false);
            let choices = field.list("options").len();
            if matches!(kind, "radio" | "checkbox" | "select") && choices == 0 {
                field.fault(
                    &[],
                    "form-field",
                    format!("A {kind} field needs options."),
                    "add \"options\": [\"…\"]",
                );
            }
        }
        Form { id, node: document.root, document }
    }
}
