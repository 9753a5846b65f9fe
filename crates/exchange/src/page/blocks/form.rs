//! Forms with their fields, and sign-ups for letters.

use serde_json::{Map, Value, json};

use super::made::{Made, Source, said, text_of};
use crate::page::dom::{
    El, all, attr, below, first, first_class, first_name, has, is_unseen, line, name, outermost,
};
use crate::page::reader::{Reader, id_of};

/// The kinds of field that both know, by the class that says them.
const KINDS: [&str; 18] = [
    "textarea", "text", "email", "number", "website", "phone", "currency", "twitter", "date", "time", "name",
    "address", "section", "radio", "checkbox", "select", "likert", "hidden",
];

/// A form: its fields become a file of forms, the block names it.
pub(super) fn form(source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Made> {
    let element = first_name(source.content, "form");
    let data = data_of(source.content);
    let id = element
        .and_then(|form| attr(form, "data-form-id"))
        .or(data.as_ref().and_then(|data| said(data, "formId").or(said(data, "id"))))
        .map(str::to_owned)
        .or_else(|| id_of(source.el))?;
    let fields = match &data {
        Some(data) => data["fields"].as_array()?.iter().filter_map(|field| of_data(field, reader)).collect(),
        None => {
            let items = outermost(element?, |el| has(el, "form-item"));
            let fields: Vec<Value> = items.iter().filter_map(|item| field(*item, reader)).collect();
            if fields.len() != items.len() {
                return None;
            }
            fields
        }
    };
    if fields.is_empty() {
        return None;
    }
    let mut form = Map::new();
    form.insert("id".to_owned(), id.clone().into());
    let title = text_of(source.content, "form-title").or_else(|| text_of(source.content, "lightbox-handle"));
    let named = data.as_ref().and_then(|data| said(data, "name")).map(str::to_owned).or(title);
    form.insert("name".to_owned(), named.unwrap_or_else(|| "Form".to_owned()).into());
    form.insert("fields".to_owned(), fields.into());
    about(source.content, data.as_ref(), &mut form, reader);
    reader.forms.push(Value::Object(form));
    Some(Made::new(9, json!({"formId": id})))
}

/// What a form says besides its fields: its button, its thanks, where it leads.
fn about(content: El<'_>, data: Option<&Value>, form: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let set = |form: &mut Map<String, Value>, key: &str, text: Option<String>| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            form.insert(key.to_owned(), text.into());
        }
    };
    let of = |key: &str| data.and_then(|data| said(data, key)).map(str::to_owned);
    set(form, "buttonText", of("submitButtonText").or_else(|| button(content)));
    let thanks = first_class(content, "form-submission-text").map(|el| reader.cleaner().inside(el));
    set(form, "parsedSubmissionMessage", thanks.or_else(|| of("submissionMessage")));
    let redirect = first_name(content, "form").and_then(|el| attr(el, "data-success-redirect"));
    set(form, "successRedirect", redirect.map(|url| reader.base.link(url)));
    let html = below(content).find_map(|el| attr(el, "data-submission-html"));
    if html.is_some() {
        reader.fault(
            "A form has code of its own that runs after it is sent; it was kept as it was.",
            "look whether it is still of use: a script that leans on the old platform does nothing here",
        );
    }
    set(form, "submissionHTML", html.map(str::to_owned));
}

fn button(content: El<'_>) -> Option<String> {
    let is_submit = |el: El<'_>| attr(el, "type") == Some("submit");
    let input = first(content, |el| name(el) == "input" && is_submit(el));
    let button =
        first(content, |el| name(el) == "button" && (is_submit(el) || has(el, "form-submit-button")));
    input.and_then(|el| attr(el, "value")).map(str::to_owned).or_else(|| button.map(line))
}

/// A field as its markup says it.
fn field(item: El<'_>, reader: &mut Reader<'_>) -> Option<Value> {
    let id = attr(item, "id").map(str::to_owned);
    let kind = KINDS.into_iter().find(|kind| has(item, kind)).or_else(|| {
        id.as_deref().and_then(|id| KINDS.into_iter().find(|kind| id.starts_with(&format!("{kind}-"))))
    });
    if kind.is_none() && has(item, "password") {
        reader.fault(
            "A form asks for a password; the field was made one of plain text.",
            "take it out: what is typed into a form is kept as it is",
        );
    }
    let kind = kind.unwrap_or("text");
    let id = id.or_else(|| first_name(item, "input").and_then(|el| attr(el, "name")).map(str::to_owned))?;
    let title = first_class(item, "title").map(label);
    let mut value = json!({"id": id, "type": kind, "title": title.unwrap_or_default()});
    let described = all(item, |el| has(el, "description") && !has(el, "required"));
    if let Some(text) = described.into_iter().map(line).find(|text| !text.is_empty()) {
        value["description"] = text.into();
    }
    let is_required =
        |el: El<'_>| attr(el, "aria-required") == Some("true") || el.value().attr("required").is_some();
    if has(item, "required") || first(item, is_required).is_some() {
        value["required"] = true.into();
    }
    let control = first(item, |el| matches!(name(el), "input" | "textarea"));
    if let Some(text) = control.and_then(|el| attr(el, "placeholder")) {
        value["placeholder"] = text.into();
    }
    choices(item, kind, &mut value);
    if kind == "hidden" {
        for (key, from) in [("key", "name"), ("value", "value")] {
            if let Some(text) = control.and_then(|el| attr(el, from)) {
                value[key] = text.into();
            }
        }
    }
    Some(value)
}

/// The words of a label, without the mark of what has to be filled in.
fn label(el: El<'_>) -> String {
    let mark = first(el, |own| has(own, "required") || attr(own, "aria-hidden") == Some("true"));
    let text = line(el);
    let mark = mark.filter(|mark| !is_unseen(*mark)).map(line).unwrap_or_default();
    text.strip_suffix(mark.as_str()).unwrap_or(&text).trim().to_owned()
}

fn choices(item: El<'_>, kind: &str, value: &mut Value) {
    let options: Vec<String> = match kind {
        "select" => {
            let options = all(item, |el| name(el) == "option" && el.value().attr("disabled").is_none());
            options.into_iter().map(|el| attr(el, "value").map_or_else(|| line(el), str::to_owned)).collect()
        }
        "radio" | "checkbox" => {
            let labels = outermost(item, |el| has(el, "option") || name(el) == "label" && !has(el, "title"));
            labels.into_iter().map(line).collect()
        }
        "likert" => outermost(item, |el| has(el, "question")).into_iter().map(line).collect(),
        _ => return,
    };
    let options: Vec<String> = options.into_iter().filter(|text| !text.is_empty()).collect();
    if options.is_empty() {
        // A choice of nothing is a line to write in.
        if kind != "likert" {
            value["type"] = "text".into();
        }
    } else {
        value["options"] = options.into();
    }
}

/// The data of a form that a script draws: an attribute or an element of JSON that has `fields`.
fn data_of(content: El<'_>) -> Option<Value> {
    let of_attributes =
        below(content).chain([content]).flat_map(|el| el.value().attrs().map(|(_, value)| value));
    let of_scripts =
        all(content, |el| name(el) == "script").into_iter().map(|el| el.text().collect::<String>());
    let texts = of_attributes.map(str::to_owned).chain(of_scripts);
    texts.filter(|text| text.trim_start().starts_with('{') && text.contains("\"fields\"")).find_map(|text| {
        let value: Value = serde_json::from_str(&text).ok()?;
        with_fields(&value).cloned()
    })
}

/// The object with `fields` in a value, however deep: the reader of JSON has bounded that.
fn with_fields(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(object) => {
            let is_form = object.get("fields").and_then(Value::as_array).is_some_and(|fields| {
                !fields.is_empty() && fields.iter().all(|field| field["type"].is_string())
            });
            if is_form { Some(value) } else { object.values().find_map(with_fields) }
        }
        Value::Array(list) => list.iter().find_map(with_fields),
        _ => None,
    }
}

/// A field as data.
fn of_data(field: &Value, reader: &mut Reader<'_>) -> Option<Value> {
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
    for key in ["description", "placeholder"] {
        if let Some(text) = said(field, key) {
            value[key] = text.into();
        }
    }
    if field["required"] == true {
        value["required"] = true.into();
    }
    let options = field["options"].as_array().into_iter().flatten();
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

/// A sign-up for letters.
pub(super) fn newsletter(source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Made> {
    let content = source.content;
    let element = first_name(content, "form")?;
    let id = attr(element, "data-form-id").map(str::to_owned).or_else(|| id_of(source.el))?;
    let inputs = all(element, |el| name(el) == "input" && attr(el, "type") != Some("hidden"));
    let has_input = |wanted: &str| inputs.iter().any(|el| attr(*el, "name") == Some(wanted));
    let mut fields = Vec::new();
    if has_input("fname") || has_input("lname") {
        fields.push(json!({"id": "name", "type": "name", "title": "Name"}));
    }
    let email =
        inputs.iter().find(|el| attr(**el, "type") == Some("email") || attr(**el, "name") == Some("email"));
    let title = email.and_then(|el| attr(*el, "placeholder")).unwrap_or("Email Address");
    fields.push(json!({"id": "email", "type": "email", "title": title, "required": true}));
    let heading = text_of(content, "newsletter-form-header-title");
    let mut form = Map::new();
    form.insert("id".to_owned(), id.clone().into());
    form.insert("name".to_owned(), heading.clone().unwrap_or_else(|| "Newsletter".to_owned()).into());
    form.insert("newsletter".to_owned(), true.into());
    form.insert("fields".to_owned(), fields.into());
    about(content, None, &mut form, reader);
    let note = first_class(content, "newsletter-form-footnote").map(|el| reader.cleaner().inside(el));
    if let Some(note) = note.filter(|note| !note.is_empty()) {
        form.insert("parsedDisclaimerMessage".to_owned(), note.into());
    }
    reader.forms.push(Value::Object(form));
    let mut value = json!({"formId": id});
    if let Some(heading) = heading {
        value["title"] = heading.into();
    }
    let text =
        first_class(content, "newsletter-form-header-description").map(|el| reader.cleaner().inside(el));
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        value["description"] = text.into();
    }
    Some(Made::new(51, value))
}
