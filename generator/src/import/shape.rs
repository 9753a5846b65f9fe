//! Members of old exports that are written otherwise there: what a site reads is made right, or left out and named.

use std::path::Path;

use serde_json::Value;

use super::draft::Draft;
use crate::site::time::parse_time;

/// What a member has to be.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Whole,
    Flag,
    Texts,
    Object,
    Time,
}

/// Members of a collection that the site reads.
const COLLECTION: [(&str, Kind); 11] = [
    ("id", Kind::Text),
    ("type", Kind::Whole),
    ("typeName", Kind::Text),
    ("ordering", Kind::Text),
    ("pageSize", Kind::Whole),
    ("folderBehavior", Kind::Whole),
    ("view", Kind::Text),
    ("showPastOrUpcomingEvents", Kind::Text),
    ("calendarView", Kind::Flag),
    ("layout", Kind::Text),
    ("enabled", Kind::Flag),
];
/// Members of an item that the site reads.
const ITEM: [(&str, Kind); 10] = [
    ("id", Kind::Text),
    ("recordType", Kind::Whole),
    ("structuredContent", Kind::Object),
    ("addedOn", Kind::Time),
    ("publishOn", Kind::Time),
    ("startDate", Kind::Time),
    ("endDate", Kind::Time),
    ("categories", Kind::Texts),
    ("tags", Kind::Texts),
    ("displayIndex", Kind::Whole),
];

/// The collection at a path of a draft.
pub(super) fn collection(draft: &mut Draft, file: &Path, path: &str) {
    let members = draft.file(path);
    // The order is a number there. That of its own kind is each kind's default here.
    if members.get("ordering").is_some_and(Value::is_number) {
        members.remove("ordering");
    }
    mend(draft, file, path, &COLLECTION);
}

/// The item at a path of a draft.
pub(super) fn item(draft: &mut Draft, file: &Path, path: &str) {
    mend(draft, file, path, &ITEM);
}

fn mend(draft: &mut Draft, file: &Path, path: &str, kinds: &[(&str, Kind)]) {
    let members = draft.file(path);
    let mut wrong = Vec::new();
    for (key, kind) in kinds {
        if let Some(value) = members.get_mut(*key)
            && !value.is_null()
            && !right(value, *kind)
        {
            wrong.push(*key);
            members.remove(*key);
        }
    }
    for key in wrong {
        let message =
            format!("'{key}' of {path} is written in a way that nothing is known of; it was left out.");
        draft.warn(file, 0, message, "write it anew, where it matters");
    }
}

/// Whether a value is of its kind, or has been made so.
fn right(value: &mut Value, kind: Kind) -> bool {
    match kind {
        Kind::Text => value.is_string(),
        Kind::Whole => {
            let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
            whole(value, number)
        }
        Kind::Flag => {
            if let Some(flag) = value.as_str().and_then(|text| text.parse::<bool>().ok()) {
                *value = flag.into();
            }
            value.is_boolean()
        }
        Kind::Texts => {
            if let Some(list) = value.as_array_mut() {
                list.retain(Value::is_string);
            }
            value.is_array()
        }
        Kind::Object => value.is_object(),
        Kind::Time => {
            let text = value.as_str().and_then(|text| parse_time(text).or_else(|| text.trim().parse().ok()));
            let number = text.map(|time| time as f64).or_else(|| value.as_f64());
            whole(value, number)
        }
    }
}

fn whole(value: &mut Value, number: Option<f64>) -> bool {
    let number = number.filter(|number| number.fract() == 0.0 && number.abs() < 9e15);
    if let Some(number) = number {
        *value = (number as i64).into();
    }
    number.is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn s_528_members_that_are_written_otherwise_are_made_right_or_named() {
        let mut draft = Draft::default();
        let own = json!({"ordering": 2, "pageSize": "20", "enabled": "true", "folderBehavior": 1, "calendarView": 7, "title": "T"});
        *draft.file("a") = own.as_object().cloned().unwrap_or_default();
        collection(&mut draft, Path::new("a.json"), "a");
        assert_eq!(
            draft.files["a"],
            json!({"pageSize": 20, "enabled": true, "folderBehavior": 1, "title": "T"})
        );
        let own = json!({"publishOn": "2024-05-01T10:00:00Z", "addedOn": 1.5, "tags": ["a", 7, null], "startDate": null});
        *draft.file("b") = own.as_object().cloned().unwrap_or_default();
        item(&mut draft, Path::new("b.json"), "b");
        assert_eq!(
            draft.files["b"],
            json!({"publishOn": 1_714_557_600_000_i64, "tags": ["a"], "startDate": null})
        );
        let said: Vec<&str> = draft.faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("'calendarView' of a") && said[1].contains("'addedOn' of b"), "{said:?}");
    }
}
