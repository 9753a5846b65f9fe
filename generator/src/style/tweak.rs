//! Tweaks: what the owner of a site may set of how its template looks. A template declares them in `tweaks` of
//! template.conf, or in comments of its style sheets; their values stand in `tweaks` of site.json. A template in LESS sees each as a variable, one in plain
//! CSS as a custom property of the same name, and what is chosen or switched is a class of every page as well (E-114).

use loggia_template::Node;

use crate::diagnostic::Diagnostic;
use crate::site::document::Document;
use crate::site::members::Fields;

/// Of what kind a tweak is, as template.conf writes it.
pub const KINDS: [&str; 6] = ["color", "font", "range", "checkbox", "select", "image"];

/// A tweak that a template declares.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Declared {
    /// Its name, without `@` and `--`.
    pub name: String,
    /// `color`, `font`, `range`, …: one of those that template.conf may write.
    pub kind: &'static str,
    /// The template's own value, as text.
    pub default: Option<String>,
    /// What it is called on the screen; its name where nothing is said.
    pub label: Option<String>,
    /// Where it stands among others.
    pub category: Option<String>,
    /// What may be chosen.
    pub options: Vec<String>,
    /// The least of a range.
    pub min: Option<f64>,
    /// The most of a range.
    pub max: Option<f64>,
    /// Between two values of a range.
    pub step: Option<f64>,
    /// The class of pages that it brings, where that is not `tweak-` and its name: of a choice, `-` and the choice follow.
    pub class: Option<String>,
    /// The rule that it is a declaration of: a class, without the dot, and a property.
    pub rule: Option<(String, String)>,
    /// Whether no style sheet defines the variable.
    pub is_undefined: bool,
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
            declared.push(Declared { name, kind, default, ..Declared::default() });
        }
        declared
    }

    /// The class of every page of a site that has this value: `tweak-header-centered` of what is chosen, `tweak-arched` of
    /// what is switched on.
    fn class(&self, set: Node<'_>) -> Option<String> {
        let value = self.value(set)?;
        match (self.kind, &self.class) {
            ("checkbox", Some(class)) => return (value == "true").then(|| class.clone()),
            ("select", Some(class)) => {
                return Some(format!("{class}-{}", class_of(&value)));
            }
            _ if self.rule.is_some() => return None,
            _ => {}
        }
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

impl Declared {
    /// What the owner has set, or the template's own value.
    fn value(&self, set: Node<'_>) -> Option<String> {
        if set.is_nothing() { self.default.clone() } else { Some(set.to_text().into_owned()) }
    }
}

/// Every tweak by name with the value that it has in a site, as text (`true`, `Wide`, `1280px`): what scripts of a template
/// read as `tweakJSON`. `set` is `tweaks` of site.json.
#[must_use]
pub fn values(declared: &[Declared], set: Node<'_>) -> Vec<(String, String)> {
    let value = |tweak: &Declared| Some((tweak.name.clone(), tweak.value(set.get(tweak.name.as_str()))?));
    declared.iter().filter_map(value).collect()
}

/// The variables that templates use though no sheet of theirs defines them, one a line: those of fonts
/// (`@nav-font-font-size`), with the template's own values.
#[must_use]
pub fn undefined(declared: &[Declared]) -> Vec<String> {
    let line = |tweak: &Declared| {
        let value = tweak.default.as_deref().filter(|value| is_one_value(value) && !value.is_empty())?;
        tweak.is_undefined.then(|| format!("@{}: {value};", tweak.name))
    };
    declared.iter().filter_map(line).collect()
}

/// A title as part of a class: `Center Entry Title & Meta` is `center-entry-title--meta`.
#[must_use]
pub fn class_of(title: &str) -> String {
    let kept = title.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' '));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
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
    /// Whether it is a class of pages alone.
    is_class: bool,
    rule: Option<(String, String)>,
}

impl Tweaks<'_> {
    /// As they stand after a template's own variables, one a line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |Value { name, text, is_image, is_class, rule, .. }: &Value| match rule {
            // An empty line keeps each at its own.
            _ if *is_class => String::new(),
            Some((class, property)) if *is_image => {
                format!("@{name}: \"{text}\"; .{class} {{ {property}: url(\"{text}\") }}")
            }
            Some((class, property)) => format!("@{name}: {text}; .{class} {{ {property}: {text} }}"),
            None if *is_image => format!("@{name}: \"{text}\";"),
            None => format!("@{name}: {text};"),
        };
        self.values.iter().map(line).collect()
    }

    /// A fault of one of them, by its place in [`Tweaks::lines`].
    #[must_use]
    pub fn fault(&self, index: usize, message: String) -> Option<Diagnostic> {
        let name = &self.values.get(index)?.name;
        Some(self.document?.fault(&["tweaks".into(), name.as_str().into()], "style-tweak", message))
    }

    /// Which of them need a variable of a style sheet: their places in [`Tweaks::lines`], and their names.
    pub fn variables(&self) -> impl Iterator<Item = (usize, &str)> {
        let named = self.values.iter().enumerate();
        named
            .filter(|(_, value)| !value.is_class && value.rule.is_none())
            .map(|(index, value)| (index, value.name.as_str()))
    }

    /// As plain style sheets have them: custom properties that win over those of the template, in whatever layer it has
    /// them. `None` when the owner has set none.
    pub fn properties(&self, sheets: &[(&str, String)], faults: &mut Vec<Diagnostic>) -> Option<String> {
        let mut rules = String::new();
        for (index, Value { name, text, is_declared, is_image, .. }) in self.values.iter().enumerate() {
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
            let is_class = known.is_some_and(|tweak| tweak.class.is_some());
            let rule = known.and_then(|tweak| tweak.rule.clone());
            let is_declared = known.is_some();
            found.push(Value { name: name.to_owned(), text, is_declared, is_image, is_class, rule });
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
