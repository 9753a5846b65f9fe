//! What a form says as JSON: its page has a script draw it, and no field is in the markup.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::made::said;
use crate::page::dom::{El, all, below, name, parse};
use crate::page::reader::Reader;

/// The kinds of field that both know, by the class that says them.
pub(super) const KINDS: [&str; 18] = [
    "textarea", "text", "email", "number", "website", "phone", "currency", "twitter", "date", "time", "name",
    "address", "section", "radio", "checkbox", "select", "likert", "hidden",
];

/// The data of a form: of pages of today (`formFields`, `formName`) or of those before (`fields`, `name`).
pub(super) struct FormData(Value);

impl FormData {
    /// The data within a block: an element of JSON, or an attribute.
    pub(super) fn of(content: El<'_>) -> Option<FormData> {
        let of_attributes =
            below(content).chain([content]).flat_map(|el| el.value().attrs().map(|(_, value)| value));
        let of_scripts =
            all(content, |el| name(el) == "script").into_iter().map(|el| el.text().collect::<String>());
        let texts = of_scripts.chain(of_attributes.map(str::to_owned));
        texts.filter(|text| text.trim_start().starts_with('{')).find_map(|text| {
            let value: Value = serde_json::from_str(&text).ok()?;
            with_fields(&value).cloned().map(FormData)
        })
    }

    fn said(&self, keys: [&str; 2]) -> Option<&str> {
        keys.into_iter().find_map(|key| said(&self.0, key))
    }

    pub(super) fn id(&self) -> Option<&str> {
        self.said(["formId", "id"])
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.said(["formName", "name"])
    }

    /// The words of its button.
    pub(super) fn button(&self) -> Option<&str> {
        self.said(["formSubmitButtonText", "submitButtonText"])
    }

    /// Where it leads when it was sent.
    pub(super) fn redirect(&self) -> Option<&str> {
        said(&self.0, "successRedirect")
    }

    /// What thanks who sent it.
    pub(super) fn thanks(&self, reader: &Reader<'_>) -> Option<String> {
        self.html("formSubmissionMessage", reader).or_else(|| self.html("submissionMessage", reader))
    }

    /// What stands below its button.
    pub(super) fn disclaimer(&self, reader: &Reader<'_>) -> Option<String> {
        self.html("disclaimerMessage", reader)
    }

    /// A text that is HTML, as it is or as `html` of an object.
    fn html(&self, key: &str, reader: &Reader<'_>) -> Option<String> {
        let html = said(&self.0, key).or_else(|| said(&self.0[key], "html"))?;
        Some(reader.cleaner().inside(parse(html).root_element())).filter(|html| !html.is_empty())
    }

    /// Its fields, as ours are.
    pub(super) fn fields(&self, reader: &mut Reader<'_>) -> Vec<Value> {
        let mut made = Vec::new();
        for theirs in fields_of(&self.0).into_iter().flatten() {
            let Some(field) = field(theirs, reader) else { continue };
            let news = (theirs["mailingList"] == true).then(|| self.news(&field, reader));
            made.push(field);
            made.extend(news);
        }
        made
    }

    /// The tick below an address by which somebody asks for letters.
    fn news(&self, field: &Value, reader: &mut Reader<'_>) -> Value {
        let label =
            said(&self.0["localizedStrings"]["email"], "signUp").unwrap_or("Sign up for news and updates");
        reader.fault(
            format!(
                "The tick “{label}” of a form is an answer like every other here; it adds nobody to a list."
            ),
            "look for it in the answers, or make a form of its own for letters (`newsletter`)",
        );
        json!({"id": format!("{}-news", field["id"].as_str().unwrap_or_default()), "type": "checkbox", "title": "", "options": [label]})
    }
}

fn fields_of(value: &Value) -> Option<&Vec<Value>> {
    ["formFields", "fields"].into_iter().filter_map(|key| value.get(key)?.as_array()).find(|fields| {
        let is_field = |field: &Value| {
            field["type"].is_string() && (field["id"].is_string() || field["title"].is_string())
        };
        !fields.is_empty() && fields.iter().all(is_field)
    })
}

/// The object with fields in a value, however deep (the reader of JSON has bounded that). How an address or a telephone
/// number is written in some country is said by `fields`, too, which have neither id nor title.
fn with_fields(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(_) if fields_of(value).is_some() => Some(value),
        Value::Object(object) => object.values().find_map(with_fields),
        Value::Array(list) => list.iter().find_map(with_fields),
        _ => None,
    }
}

fn field(field: &Value, reader: &mut Reader<'_>) -> Option<Value> {
    let theirs = said(field, "type")?;
    let kind = KINDS.into_iter().find(|kind| *kind == theirs);
    let title = said(field, "title").unwrap_or_default();
    if kind.is_none() {
        reader.fault(
            format!("The field “{title}” of a form is a '{theirs}'; it was made a line of text."),
            "look at the form, and choose another kind of field",
        );
    }
    let mut value =
        json!({"id": said(field, "id").unwrap_or(theirs), "type": kind.unwrap_or("text"), "title": title});
    for key in ["description", "placeholder", "key", "value"] {
        if let Some(text) = said(field, key) {
            value[key] = text.into();
        }
    }
    if field["required"] == true {
        value["required"] = true.into();
    }
    let options = ["options", "questions"].into_iter().filter_map(|key| field[key].as_array()).flatten();
    let options: Vec<&str> = options
        .filter_map(|option| {
            option.as_str().or_else(|| said(option, "label")).or_else(|| said(option, "value"))
        })
        .collect();
    if !options.is_empty() {
        value["options"] = json!(options);
    } else if matches!(kind, Some("radio" | "checkbox" | "select")) {
        value["type"] = "text".into();
    }
    Some(value)
}

/// Answers are kept by the ids of fields: the second of an id is `id-2`.
pub(super) fn with_own_ids(fields: &mut [Value]) {
    let mut seen = HashSet::new();
    for field in fields {
        let id = field["id"].as_str().unwrap_or_default().to_owned();
        let ids = (2..).map(|number| format!("{id}-{number}"));
        let own = std::iter::once(id.clone()).chain(ids).find(|id| !seen.contains(id)).unwrap_or_default();
        field["id"] = own.clone().into();
        seen.insert(own);
    }
}
