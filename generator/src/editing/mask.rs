//! What stands for a stored password wherever the editor sees one (E-069).

use super::json::Json;
use super::pointer::Pointer;

/// The placeholder. Saving it keeps the password that is there.
pub const MASK: &str = "••••••••";

const KEY: &str = "password";

/// A file's value with the placeholder in place of every password.
#[must_use]
pub fn masked(value: Json) -> Json {
    match value {
        Json::Object(members) => {
            let hidden = members.into_iter().map(|(key, value)| {
                let is_password = key == KEY && value.as_str().is_some_and(|text| !text.is_empty());
                let value = if is_password { Json::Text(MASK.to_owned()) } else { masked(value) };
                (key, value)
            });
            Json::Object(hidden.collect())
        }
        Json::List(elements) => Json::List(elements.into_iter().map(masked).collect()),
        scalar => scalar,
    }
}

/// A new value with the passwords that are there in place of the placeholder.
#[must_use]
pub fn kept(value: Json, pointer: &Pointer, there: Option<&Json>) -> Json {
    let named = pointer.steps().last().is_some_and(|step| step == KEY);
    if named && value.as_str() == Some(MASK) {
        return there.cloned().unwrap_or_else(|| Json::Text(String::new()));
    }
    match value {
        Json::Object(members) => {
            let whole = members.into_iter().map(|(key, value)| {
                let there = there.and_then(|there| there.get(&key));
                let value = kept(value, &Pointer::default().inner(key.clone()), there);
                (key, value)
            });
            Json::Object(whole.collect())
        }
        other => other,
    }
}

/// Whether a value has the placeholder in it.
#[must_use]
pub fn hides(value: &Json) -> bool {
    match value {
        Json::Text(text) => text == MASK,
        Json::List(elements) => elements.iter().any(hides),
        Json::Object(members) => members.iter().any(|(_, value)| hides(value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e_069_passwords_are_a_mask_and_the_mask_keeps_them() {
        let file =
            Json::parse(r#"{"title": "T", "password": "open sesame", "x": {"password": ""}}"#).unwrap();
        let shown = masked(file.clone());
        assert_eq!(shown.get("password"), Some(&Json::Text(MASK.into())));
        assert_eq!(shown.get("x"), file.get("x"), "no password is no secret");
        assert_eq!(kept(shown, &Pointer::default(), Some(&file)), file);
        let place = Pointer::parse("/password").unwrap();
        let new = Json::Text("other".into());
        assert_eq!(kept(new.clone(), &place, file.at(&place)), new);
    }
}
