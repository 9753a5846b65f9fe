//! The last look at a page: whatever its content does not say after all is named.

use serde_json::{Map, Value};

use super::dom::{El, all, name, one_line, seen};
use super::links::Base;
use super::words::{Contents, of_content};
use crate::Fault;

/// The most words and addresses that a fault names.
const NAMED: usize = 12;

/// Names words, links and pictures of an element that its content does not have at all. What fields of a form say stands
/// in the file of the form.
pub(crate) fn lost(el: El<'_>, base: &Base, content: &Map<String, Value>) -> Option<Fault> {
    let after = of_content(&Value::Object(content.clone()));
    let before = Contents::of(el, base);
    let forms = all(el, |el| matches!(name(el), "form" | "nav"));
    let of_forms: String = forms.into_iter().map(|form| seen(form) + "\n").collect();
    let of_forms: Vec<&str> = of_forms.split_whitespace().collect();
    let is_gone = |word: &&String| !after.words.contains_key(*word) && !of_forms.contains(&word.as_str());
    let words = before.words.keys().filter(is_gone);
    let links = before.links.iter().filter(|link| after.links.binary_search(link).is_err());
    let pictures = before.pictures.iter().filter(|picture| after.pictures.binary_search(picture).is_err());
    let gone: Vec<&str> = words.chain(links).chain(pictures).map(String::as_str).collect();
    if gone.is_empty() {
        return None;
    }
    let more = if gone.len() > NAMED { format!(" and {} more", gone.len() - NAMED) } else { String::new() };
    let named = one_line(&gone[..gone.len().min(NAMED)].join(", "));
    let message = format!("Something of this page was not taken over: {named}{more}.");
    Some(Fault::new(0, message, "look at the old page, and add what is missing"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::page::dom::parse;

    #[test]
    fn s_527_what_is_lost_is_named() {
        let html =
            "<p>One two <a href=\"/x\">two</a></p><form>Name</form><img src=\"https://a.example/p.jpg\">";
        let page = parse(html);
        let base = Base::new("", None, &[]);
        let block = json!({"blocks": [{"type": 2, "value": {"html": "<p>One</p>"}}]});
        let fault = lost(page.root_element(), &base, block.as_object().unwrap()).unwrap();
        assert_eq!(
            fault.message,
            "Something of this page was not taken over: two, /x, https://a.example/p.jpg."
        );
        let whole = json!({"blocks": [{"type": 2, "value": {"html": html}}]});
        assert_eq!(lost(page.root_element(), &base, whole.as_object().unwrap()), None);
    }
}
