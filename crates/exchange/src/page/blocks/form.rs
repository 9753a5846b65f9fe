//! Forms with their fields, and sign-ups for letters.

use serde_json::{Map, Value, json};

use super::form_data::{FormData, KINDS, with_own_ids};
use super::made::{Made, Source, text_of};
use crate::page::dom::{
    El, all, attr, below, first, first_class, first_name, has, is_unseen, line, name, outermost,
};
use crate::page::reader::{Reader, id_of};

/// A form: its fields become a file of forms, the block names it.
pub(super) fn form(source: &Source<'_>, reader: &mut Reader<'_>) -> Option<Made> {
    let element = first_name(source.content, "form");
    let data = FormData::of(source.content);
    let id = element
        .and_then(|form| attr(form, "data-form-id"))
        .or(data.as_ref().and_then(FormData::id))
        .map(str::to_owned)
        .or_else(|| id_of(source.el))?;
    let mut fields = match &data {
        Some(data) => data.fields(reader),
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
    with_own_ids(&mut fields);
    let mut form = Map::new();
    form.insert("id".to_owned(), id.clone().into());
    let title = text_of(source.content, "form-title").or_else(|| text_of(source.content, "lightbox-handle"));
    let named = data.as_ref().and_then(FormData::name).map(str::to_owned).or(title);
    form.insert("name".to_owned(), named.unwrap_or_else(|| "Form".to_owned()).into());
    form.insert("fields".to_owned(), fields.into());
    about(source.content, data.as_ref(), &mut form, reader);
    reader.forms.push(Value::Object(form));
    Some(Made::new(9, json!({"formId": id})))
}

/// What a form says besides its fields: its button, its thanks, where it leads.
fn about(content: El<'_>, data: Option<&FormData>, form: &mut Map<String, Value>, reader: &mut Reader<'_>) {
    let set = |form: &mut Map<String, Value>, key: &str, text: Option<String>| {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            form.insert(key.to_owned(), text.into());
        }
    };
    let button_text = data.and_then(FormData::button).map(str::to_owned);
    set(form, "buttonText", button_text.or_else(|| button(content)));
    let thanks = first_class(content, "form-submission-text").map(|el| reader.cleaner().inside(el));
    set(form, "parsedSubmissionMessage", thanks.or_else(|| data?.thanks(reader)));
    set(form, "parsedDisclaimerMessage", data.and_then(|data| data.disclaimer(reader)));
    let redirect = first_name(content, "form").and_then(|el| attr(el, "data-success-redirect"));
    let redirect = redirect.or_else(|| data.and_then(FormData::redirect));
    set(form, "successRedirect", redirect.map(|url| reader.base.link(url)));
    let html = below(content).find_map(|el| attr(el, "data-submission-html")).filter(|html| !html.is_empty());
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
