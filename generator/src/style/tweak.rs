//! Tweaks: what the owner of a site may set of how its template looks. A template declares them in `tweaks` of
//! template.conf; their values stand in `tweaks` of site.json. A template in LESS sees each as a variable, one in plain
//! CSS as a custom property of the same name, and what is chosen or switched is a class of every page as well (E-114).

use loggia_template::Node;

use crate::diagnostic::Diagnostic;
use crate::site::document::Document;
use crate::site::members::Fields;

/// Of what kind a tweak is, as template.conf writes it.
pub const KINDS: [&str; 6] = ["color", "font", "range", "checkbox", "select", "image"];

/// A tweak that a template declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Its name, without `@` and `--`.
    pub name: String,
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// The template's own value, as text.
    pub default: Option<String>,
}

impl Declared {
    /// Reads the `tweaks` of template.conf; faults are added.
    #[must_use]
    pub fn read(fields: &mut Fields<'_, '_>) -> Vec<Declared> {
        let mut declared = Vec::new();
        for index in 0..fields.list("tweaks").len() {
            let mut tweak = fields.inner(&["tweaks".into(), index.into()]);
            let name = tweak.required("name").to_owned();
            if !name.is_empty() && !is_name(&name) {
                tweak.fault(&["name".into()], "style-tweak", not_a_name(&name), HOW_TO_NAME);
            }
            let asked = tweak.required("kind");
            let Some(kind) = KINDS.into_iter().find(|kind| *kind == asked) else {
                let message = format!("'{asked}' is no kind of tweak.");
                if !asked.is_empty() {
                    let help = format!("write one of {}", KINDS.join(", "));
                    tweak.fault(&["kind".into()], "style-tweak", message, help);
                }
                continue;
            };
            let default = tweak.node.get("default");
            let default = (!default.is_nothing()).then(|| default.to_text().into_owned());
            declared.push(Declared { name, kind, default });
        }
        declared
    }

    /// The class of every page of a site that has this value: `tweak-header-centered` of what is chosen, `tweak-arched` of
    /// what is switched on.
    fn class(&self, set: Node<'_>) -> Option<String> {
        let value = if set.is_nothing() { self.default.clone()? } else { set.to_text().into_owned() };
        match self.kind {
            "checkbox" => (value == "true").then(|| format!("tweak-{}", self.name)),
            "select" => {
                let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
                Some(format!("tweak-{}-{}", self.name, value.chars().map(plain).collect::<String>()))
            }
            _ => None,
        }
    }
}

/// The classes that every page of a site has, each with a space before it.
#[must_use]
pub fn classes(declared: &[Declared], set: Node<'_>) -> String {
    let classes = declared.iter().filter_map(|tweak| tweak.class(set.get(tweak.name.as_str())));
    classes.fold(String::new(), |all, class| all + " " + &class)
}

/// What an owner has set.
#[derive(Debug, Clone, Default)]
pub struct Tweaks<'s> {
    values: Vec<Value>,
    document: Option<Document<'s>>,
}

#[derive(Debug, Clone)]
struct Value {
    name: String,
    text: String,
    is_declared: bool,
    is_image: bool,
}

impl Tweaks<'_> {
    /// As they stand after a template's own variables, one a line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |Value { name, text, is_image, .. }: &Value| {
            if *is_image { format!("@{name}: \"{text}\";") } else { format!("@{name}: {text};") }
        };
        self.values.iter().map(line).collect()
    }

    /// A fault of one of them, by its place in [`Tweaks::lines`].
    #[must_use]
    pub fn fault(&self, index: usize, message: String) -> Option<Diagnostic> {
        let name = &self.values.get(index)?.name;
        Some(self.document?.fault(&["tweaks".into(), name.as_str().into()], "style-tweak", message))
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|value| value.name.as_str())
    }

    /// As plain style sheets have them: custom properties that win over those of the template, in whatever layer it has
    /// them. `None` when the owner has set none.
    pub fn properties(&self, sheets: &[(&str, String)], faults: &mut Vec<Diagnostic>) -> Option<String> {
        let mut rules = String::new();
        for (index, Value { name, text, is_declared, is_image }) in self.values.iter().enumerate() {
            if !is_declared && !sheets.iter().any(|(_, sheet)| sheet.contains(&format!("--{name}"))) {
                let warning = self.fault(index, format!("No style sheet has a property '--{name}'."));
                let help = "remove the tweak, or correct its name";
                faults.extend(warning.map(|warning| warning.into_warning().help(help)));
            } else if is_one_value(text) {
                let value = if *is_image { format!("url(\"{text}\")") } else { text.clone() };
                rules.push_str(&format!("--{name}:{value};"));
            } else {
                let message = format!("'{text}' is not one value of a style sheet.");
                faults.extend(self.fault(index, message).map(|fault| {
                    fault.help("close what is opened in it, and leave out braces and semicolons")
                }));
            }
        }
        (!rules.is_empty()).then(|| format!(":root{{{rules}}}"))
    }
}

const HOW_TO_NAME: &str = "use letters, digits, '-' and '_' only";

fn not_a_name(name: &str) -> String {
    format!("'{name}' cannot be the name of a variable.")
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Whether a text ends as a value before what follows it: nothing in it is left open, and nothing ends the rule.
fn is_one_value(text: &str) -> bool {
    let mut open = Vec::new();
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (_, '\\') => return false,
            (Some(end), letter) if end == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(') => open.push(')'),
            (None, '[') => open.push(']'),
            (None, ')' | ']') if open.pop() != Some(letter) => return false,
            (None, '{' | '}' | ';' | '!') => return false,
            (None, _) => {}
        }
    }
    quote.is_none() && open.is_empty() && !text.contains("/*")
}

/// Reads the tweaks of site.json; faults are added.
#[must_use]
pub fn tweaks<'s>(document: Document<'s>, declared: &[Declared], faults: &mut Vec<Diagnostic>) -> Tweaks<'s> {
    let mut found = Vec::new();
    let mut fields = Fields::of(document, &mut *faults);
    let members: Vec<(&str, Node<'_>)> =
        fields.object("tweaks").as_object().into_iter().flat_map(|object| object.members()).collect();
    let mut fields = fields.inner(&["tweaks".into()]);
    for (name, value) in members {
        if !is_name(name) {
            fields.fault(&[name.into()], "style-tweak", not_a_name(name), HOW_TO_NAME);
            continue;
        }
        let known = declared.iter().find(|tweak| tweak.name == name);
        let mut keep = |text: String| {
            let is_image = known.is_some_and(|tweak| tweak.kind == "image");
            found.push(Value { name: name.to_owned(), text, is_declared: known.is_some(), is_image });
        };
        match value {
            Node::Text(text) if known.is_some_and(|tweak| tweak.kind == "image") && text.contains('"') => {
                let message = format!("'{text}' cannot be the address of a picture.");
                fields.fault(&[name.into()], "style-tweak", message, "write it as /files/name.jpg");
            }
            Node::Text(text) if !text.trim().is_empty() && !text.contains(['\n', '\r']) => {
                keep(text.trim().trim_end_matches(';').to_owned());
            }
            Node::Number(_) | Node::Boolean(_) => keep(value.to_text().into_owned()),
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
