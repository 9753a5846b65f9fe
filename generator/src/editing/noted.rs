//! What is written down of the editor's work: who changed which files, which values, and what was published. Values are
//! bounded: a long text by the part that changed, a large value by its size.

use actix_web::HttpRequest;
use serde_json::{Map, Value, json};

use super::answer::Refused;
use super::guard::Caller;
use super::journal::Step;
use super::json::Json;
use super::record::{Author, Deed, Row};
use super::wire::change::Edit;
use super::wire::{Change, ChangeAnswer, ChangeRequest, Changed};
use super::workspace::{Outcome, Workspace};

/// The most files of one change that have a row each.
const MOST_FILES: usize = 50;
/// The most edits that a row tells.
const MOST_EDITS: usize = 50;
/// The most bytes of edits that a row tells, as JSON.
const MOST_BYTES: usize = 3000;
/// The largest list or object that is recorded as it is, in bytes of JSON.
const LARGEST_VALUE: usize = 200;
/// The longest part of a text that is recorded, in characters.
const LONGEST_PART: usize = 120;
/// So much of a text stands around the part that changed, in characters.
const AROUND: usize = 20;
/// What stands for a secret.
const HIDDEN: &str = "***";

/// Who calls, before it is looked up whose session it is.
#[derive(Debug, Clone)]
pub struct By {
    session: Option<String>,
    client: (String, String),
}

impl By {
    /// Of a call.
    #[must_use]
    pub fn of(workspace: &Workspace, caller: &Caller, request: &HttpRequest) -> By {
        let client = workspace.record().map(|record| record.client(request)).unwrap_or_default();
        By { session: caller.session.clone(), client }
    }

    /// Looks up who it is. That is done before anything is changed: a session can end meanwhile.
    ///
    /// # Errors
    /// When nobody can say who it is: nothing is changed then.
    pub fn author(self, workspace: &Workspace) -> Result<Author, Refused> {
        let (address, agent) = self.client;
        let account = match (&self.session, workspace.record()) {
            (Some(session), Some(record)) => {
                let found = record.account(session);
                let found = found.map_err(|why| Refused::machine(&workspace.root, &why))?;
                Some(found.ok_or_else(Refused::signed_out)?)
            }
            _ => None,
        };
        Ok(Author { account, address, agent })
    }
}

/// Changes files, and writes down what was changed. What is refused, or only asked, changes nothing and is not written down.
pub fn change(workspace: &Workspace, caller: &Caller, by: By, request: &ChangeRequest) -> Outcome {
    let author = match by.author(workspace) {
        Ok(author) => author,
        Err(why) => return Outcome::Refused(why),
    };
    let outcome = workspace.change(caller, request);
    if let (Outcome::Done(answer), false) = (&outcome, request.dry_run) {
        write(workspace, &author, rows(request, answer));
    }
    outcome
}

/// Files were written or taken away, each as a whole.
pub fn put(workspace: &Workspace, author: &Author, steps: &[Step]) {
    let rows = steps.iter().map(|step| {
        let detail = match &step.after {
            Some(bytes) => json!({"written": {"bytes": bytes.len(), "isNew": step.before.is_none()}}),
            None => json!({"deleted": true}),
        };
        row(&step.path, detail)
    });
    write(workspace, author, rows.collect());
}

/// The site was published to a target.
pub fn published(workspace: &Workspace, author: &Author, target: &str, detail: Value) {
    write(workspace, author, vec![Row { deed: Deed::Publish, subject: target.to_owned(), detail }]);
}

fn write(workspace: &Workspace, author: &Author, mut rows: Vec<Row>) {
    let Some(record) = workspace.record() else { return };
    if rows.is_empty() {
        return;
    }
    if rows.len() > MOST_FILES {
        let more = rows.len() - MOST_FILES;
        rows.truncate(MOST_FILES);
        rows.push(Row { deed: Deed::Edit, subject: format!("{more} more files"), detail: Value::Null });
    }
    record.write(author, rows);
}

fn row(path: &str, detail: Value) -> Row {
    let deed = if path == "site.json" { Deed::Settings } else { Deed::Edit };
    Row { deed, subject: path.to_owned(), detail }
}

/// A row for each file that is another one now. The answer has the files in the order of the request.
fn rows(request: &ChangeRequest, answer: &ChangeAnswer) -> Vec<Row> {
    let pairs = request.changes.iter().zip(&answer.files);
    let changed = pairs.filter(|(change, done)| {
        change.delete || change.rename_to.is_some() || done.digest != change.base_digest
    });
    changed.map(|(change, done)| row(&change.path, described(change, done))).collect()
}

fn described(change: &Change, done: &Changed) -> Value {
    if let Some(edits) = &change.edits {
        return described_edits(&change.path, edits, done.inverse.edits.as_deref().unwrap_or_default());
    }
    if let Some(to) = &change.rename_to {
        return json!({"renamedTo": to});
    }
    if change.delete {
        return json!({"deleted": true});
    }
    let text = change.text.as_ref().map(String::len);
    let bytes = text.or_else(|| change.json.as_ref().map(|json| value(json).to_string().len()));
    json!({"written": {"bytes": bytes, "isNew": change.base_digest.is_none()}})
}

/// The edits one after the other, as many as there is room for. What stood there before is known from what undoes them.
fn described_edits(path: &str, edits: &[Edit], undo: &[Edit]) -> Value {
    let (mut described, mut bytes) = (Vec::new(), 0);
    for edit in edits {
        let before = undo.iter().rev().find(|back| back.pointer == edit.pointer);
        let before = before.and_then(|back| back.value.as_ref()).or(edit.was.as_ref());
        let mut one = difference(path, &edit.pointer, before.map(value), edit.value.as_ref().map(value));
        if let Some(from) = &edit.from {
            one = json!({"movedFrom": from});
        }
        // The place is the name of its values, so that the record hides them where it is the name of a secret.
        let place = if edit.pointer.is_empty() { "/" } else { edit.pointer.as_str() };
        let one = json!({ place: one });
        bytes += one.to_string().len();
        if bytes > MOST_BYTES || described.len() == MOST_EDITS {
            break;
        }
        described.push(one);
    }
    let more = edits.len() - described.len();
    let mut detail = json!({ "edits": described });
    if let (Some(detail), true) = (detail.as_object_mut(), more > 0) {
        detail.insert("moreEdits".to_owned(), more.into());
    }
    detail
}

fn value(json: &Json) -> Value {
    serde_json::to_value(json).unwrap_or_default()
}

/// A value before and after: of two texts the part that differs.
fn difference(path: &str, pointer: &str, before: Option<Value>, after: Option<Value>) -> Value {
    let last = pointer.rsplit('/').next().unwrap_or_default();
    let open = |value: Option<Value>| value.map(|value| hidden(path, last, value));
    let (before, after) = (open(before), open(after));
    let mut described = Map::new();
    if let (Some(Value::String(old)), Some(Value::String(new))) = (&before, &after) {
        let (old, new) = parts(old, new);
        described.insert("before".to_owned(), old.into());
        described.insert("after".to_owned(), new.into());
        return Value::Object(described);
    }
    for (name, value) in [("before", before), ("after", after)] {
        described.insert(name.to_owned(), value.map_or(Value::Null, bounded));
    }
    Value::Object(described)
}

/// Where answers of a form are sent is as good as a key: anyone who has the address may write there.
fn hidden(path: &str, name: &str, value: Value) -> Value {
    match value {
        Value::Null => Value::Null,
        _ if name == "target" && path.starts_with("forms/") => HIDDEN.into(),
        Value::Array(all) => all.into_iter().map(|value| hidden(path, "", value)).collect(),
        Value::Object(all) => all
            .into_iter()
            .map(|(name, value)| {
                let value = hidden(path, &name, value);
                (name, value)
            })
            .collect(),
        other => other,
    }
}

fn bounded(value: Value) -> Value {
    match value {
        Value::String(text) => cut(&text.chars().collect::<Vec<_>>(), 0, 0).into(),
        Value::Array(all) if json_length(&Value::Array(all.clone())) > LARGEST_VALUE => {
            json!({"list": all.len()})
        }
        Value::Object(all) if json_length(&Value::Object(all.clone())) > LARGEST_VALUE => {
            json!({"members": all.len()})
        }
        other => other,
    }
}

fn json_length(value: &Value) -> usize {
    value.to_string().len()
}

/// The parts of two texts that differ, with a little around them.
fn parts(old: &str, new: &str) -> (String, String) {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - first;
    let both = old.iter().rev().zip(new.iter().rev()).take(most);
    let last = both.take_while(|(old, new)| old == new).count();
    (cut(&old, first, last), cut(&new, first, last))
}

/// A text without what is the same before and after, and never too long; `…` stands for what is left out.
fn cut(text: &[char], first: usize, last: usize) -> String {
    let from = first.saturating_sub(AROUND);
    let to = (text.len() - last.saturating_sub(AROUND)).min(from + LONGEST_PART);
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    let part: String = text[from..to].iter().collect();
    format!("{}{part}{}", ellipsis(from > 0), ellipsis(to < text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_248_of_long_texts_the_part_that_differs_is_recorded() {
        let long = |word: &str| format!("{}{word}{}", "a".repeat(500), "z".repeat(500));
        let (before, after) = parts(&long("sourdough"), &long("rye"));
        assert_eq!(before, format!("…{}sourdough{}…", "a".repeat(20), "z".repeat(20)));
        assert_eq!(after, format!("…{}rye{}…", "a".repeat(20), "z".repeat(20)));
        assert_eq!(parts("", "Bread"), (String::new(), "Bread".to_owned()));
        assert_eq!(parts("Brot ä", "Brot ö"), ("Brot ä".to_owned(), "Brot ö".to_owned()));
        assert_eq!(parts("aa", "aaa"), ("aa".to_owned(), "aaa".to_owned()));
        let (_, all_new) = parts("", &"ü".repeat(5000));
        assert_eq!(all_new.chars().count(), LONGEST_PART + 1);
    }

    #[test]
    fn s_248_rows_stay_small_whatever_is_changed() {
        let edit = |number: usize| Edit {
            op: super::super::wire::change::Operation::Set,
            pointer: format!("/blocks/{number}/text"),
            from: None,
            value: Some(Json::Text("ü".repeat(100_000))),
            was: None,
            before: None,
            written: None,
        };
        let edits: Vec<Edit> = (0..1000).map(edit).collect();
        let described = described_edits("content/a.json", &edits, &[]);
        assert!(described.to_string().len() < MOST_BYTES + 100, "{}", described.to_string().len());
        let shown = described["edits"].as_array().unwrap().len();
        assert!(shown > 3 && described["moreEdits"] == 1000 - shown, "{described}");
    }

    #[test]
    fn s_248_where_answers_of_a_form_go_is_hidden() {
        let storage = json!([{"kind": "webhook", "target": "https://hooks.example/T0/secret"}]);
        let all = difference("forms/contact.json", "/storage", None, Some(storage.clone()));
        let one = difference("forms/contact.json", "/storage/0/target", Some("a".into()), Some("b".into()));
        assert_eq!(all, json!({"before": null, "after": [{"kind": "webhook", "target": "***"}]}));
        assert_eq!(one, json!({"before": "***", "after": "***"}));
        assert!(
            difference("content/a.json", "/link/target", None, Some("_blank".into()))["after"] == "_blank"
        );
    }
}
