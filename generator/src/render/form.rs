//! Forms as plain, accessible HTML: what a visitor sees before the widget has come, and if it never does.

use loggia_commerce::forms::{Field, FieldType, Form};
use loggia_template::{Arena, Error, Node};
use memchr::memmem;

use super::context::{RenderContext, run};
use crate::theme::builtin;

/// Puts a form into every empty element that asks for one: `<div data-widget="form" data-form-id="contact"></div>`.
/// An element with content of its own is the owner's and stays.
pub fn fill(context: &RenderContext<'_>, html: String, errors: &mut Vec<Error>) -> String {
    const MARK: &str = "data-form-id=\"";
    if memmem::find(html.as_bytes(), b"data-widget=\"form\"").is_none() {
        return html;
    }
    let mut out = String::with_capacity(html.len() + 4096);
    let mut rest = html.as_str();
    let mut count = 0;
    while let Some(at) = rest.find("data-widget=\"form\"") {
        let Some(end) = rest[at..].find('>').map(|end| at + end + 1) else { break };
        let start = rest[..at].rfind('<').unwrap_or(at);
        let tag = &rest[start..end];
        out.push_str(&rest[..end]);
        let id = tag.find(MARK).and_then(|mark| tag[mark + MARK.len()..].split('"').next());
        let empty = rest[end..].trim_start().starts_with("</");
        if let (true, Some(form)) = (empty, id.and_then(|id| context.store.forms.get(id))) {
            count += 1;
            out.push_str(&render(context, form, count, errors));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A form as HTML. `place` tells the forms of one page apart.
pub fn render(context: &RenderContext<'_>, form: &Form, place: usize, errors: &mut Vec<Error>) -> String {
    let arena = Arena::new();
    let fields: Vec<Node<'_>> =
        form.fields.iter().map(|field| field_node(form, field, place, &arena)).collect();
    let node = arena.object([
        ("id", Node::Text(form.id.as_str())),
        ("name", Node::Text(form.name.as_str())),
        ("buttonText", Node::Text(form.button_text.as_str())),
        (
            "parsedDisclaimerMessage",
            Node::Text(form.parsed_disclaimer_message.as_deref().unwrap_or_default()),
        ),
        ("fields", arena.list(&fields)),
    ]);
    let theme = context.theme;
    // A form's own template, that of all forms, ours.
    let template =
        theme.template(&format!("forms/{}.item", form.id)).or_else(|| theme.template("forms/form.item"));
    let template = template.unwrap_or_else(|| theme.builtin(builtin::FORM));
    let mut own = Vec::new();
    let html = run(context, template, node, &mut own);
    // Half a form would look whole and lose what is asked for: its place tells what is wrong instead (spec section 8).
    let Some(error) = own.first() else { return html };
    let message = error.kind.to_string();
    errors.append(&mut own);
    let data = arena.object([("message", Node::Text(&message))]);
    run(context, theme.builtin(builtin::FORM_FAULT), data, &mut Vec::new()).trim_end().to_owned()
}

/// A part of a field with more than one: its name in the answer, its label, kind, autocomplete token.
type Part = (&'static str, &'static str, &'static str, &'static str);

/// The parts of a field, in the order shown.
fn parts(field: &Field) -> Vec<Part> {
    let mut parts: Vec<Part> = match field.field_type {
        FieldType::Name => {
            vec![("First", "First name", "text", "given-name"), ("Last", "Last name", "text", "family-name")]
        }
        FieldType::Address => vec![
            ("Line1", "Address", "text", "address-line1"),
            ("Line2", "Address, second line", "text", "address-line2"),
            ("City", "City", "text", "address-level2"),
            ("State", "State or region", "text", "address-level1"),
            ("Zip", "Postal code", "text", "postal-code"),
            ("Country", "Country", "text", "country-name"),
        ],
        FieldType::Date => vec![
            ("Month", "Month", "number", ""),
            ("Day", "Day", "number", ""),
            ("Year", "Year", "number", ""),
        ],
        FieldType::Time => vec![
            ("Hour", "Hour", "number", ""),
            ("Minute", "Minute", "number", ""),
            ("Second", "Second", "number", ""),
            ("Ampm", "AM or PM", "text", ""),
        ],
        FieldType::Phone => vec![
            ("Areacode", "Area code", "tel", "tel-area-code"),
            ("Prefix", "First digits", "tel", "tel-local-prefix"),
            ("Line", "Last digits", "tel", "tel-local-suffix"),
        ],
        _ => Vec::new(),
    };
    if field.field_type == FieldType::Phone && field.show_country_code {
        parts.insert(0, ("Country", "Country code", "tel", "tel-country-code"));
    }
    parts
}

/// The answers of a likert question, from -2 to 2.
const LIKERT: [(&str, &str); 5] = [
    ("-2", "Strongly Disagree"),
    ("-1", "Disagree"),
    ("0", "Neutral"),
    ("1", "Agree"),
    ("2", "Strongly Agree"),
];

fn field_node<'a>(form: &'a Form, field: &'a Field, place: usize, arena: &'a Arena) -> Node<'a> {
    let kind = match field.field_type {
        FieldType::Email => "email",
        FieldType::Website => "url",
        FieldType::Password => "password",
        _ => "text",
    };
    let mode =
        if matches!(field.field_type, FieldType::Number | FieldType::Currency) { "decimal" } else { "" };
    let autocomplete = if field.field_type == FieldType::Email { "email" } else { "" };
    let required = Node::Boolean(field.required);
    let input = arena.text_node(&format!("{}-{place}-{}", form.id, field.id));
    let choice = |name: &str, value: &'a str, title: &'a str, kind: &'static str, required: Node<'a>| {
        arena.object([
            ("name", arena.text_node(name)),
            ("value", Node::Text(value)),
            ("title", Node::Text(title)),
            ("kind", Node::Text(kind)),
            ("required", required),
        ])
    };
    let choices = |kind: &'static str, required: Node<'a>| -> Node<'a> {
        let choices = field.options.iter().map(|option| choice(&field.id, option, option, kind, required));
        arena.list(&choices.collect::<Vec<_>>())
    };
    let mut members = vec![
        ("id", Node::Text(field.id.as_str())),
        ("inputId", input),
        ("title", Node::Text(field.title.as_str())),
        ("description", Node::Text(field.description.as_str())),
        ("placeholder", Node::Text(field.placeholder.as_str())),
        ("required", required),
        ("type", arena.text_node(&type_name(field.field_type))),
        ("kind", Node::Text(kind)),
        ("inputMode", Node::Text(mode)),
        ("autocomplete", Node::Text(autocomplete)),
        ("underline", Node::Boolean(field.underline)),
        ("value", Node::Text(field.value.as_deref().unwrap_or_default())),
    ];
    if let Some(limit) = field.text_limit() {
        members.push(("maxLength", Node::number(f64::from(limit))));
    }
    let parts = parts(field);
    members.push(("control", Node::Text(control(field.field_type, !parts.is_empty()))));
    match field.field_type {
        FieldType::Select => members.push(("choices", choices("option", required))),
        // One box of many cannot be required by itself: the api checks that at least one is ticked.
        FieldType::Checkbox => members.push(("choices", choices("checkbox", false.into()))),
        FieldType::Radio => members.push(("choices", choices("radio", required))),
        FieldType::Likert => {
            let questions = field.options.iter().map(|question| {
                let name = format!("{}-{question}", field.id);
                let answers =
                    LIKERT.iter().map(|(value, title)| choice(&name, value, title, "radio", false.into()));
                let answers = arena.list(&answers.collect::<Vec<_>>());
                arena.object([("title", Node::Text(question.as_str())), ("choices", answers)])
            });
            members.push(("questions", arena.list(&questions.collect::<Vec<_>>())));
        }
        _ => {}
    }
    if !parts.is_empty() {
        let optional = |name: &str| matches!(name, "Line2" | "Second" | "Country");
        let parts = parts.iter().map(|(name, title, kind, autocomplete)| {
            arena.object([
                ("name", arena.text_node(&format!("{}-{name}", field.id))),
                ("title", Node::Text(title)),
                ("kind", Node::Text(if *kind == "number" { "text" } else { kind })),
                ("inputMode", Node::Text(if *kind == "number" { "numeric" } else { "" })),
                ("autocomplete", Node::Text(autocomplete)),
                ("required", Node::Boolean(field.required && !optional(name))),
            ])
        });
        members.push(("parts", arena.list(&parts.collect::<Vec<_>>())));
    }
    arena.object(members)
}

/// Which part of the template a field is shown by.
fn control(field_type: FieldType, has_parts: bool) -> &'static str {
    match field_type {
        FieldType::Section => "section",
        FieldType::Hidden => "hidden",
        FieldType::Textarea => "area",
        FieldType::Select => "select",
        FieldType::Checkbox | FieldType::Radio | FieldType::Likert => "group",
        _ if has_parts => "group",
        _ => "input",
    }
}

fn type_name(field_type: FieldType) -> String {
    serde_json::to_value(field_type)
        .ok()
        .and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}
