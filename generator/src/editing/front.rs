//! A Markdown file as the JSON document that it stands for, and back: the editor knows documents alone, and what it does not
//! change stays in the file as it was written.

use std::borrow::Cow;
use std::path::Path;

use super::json::Json;
use super::place::Place;
use super::pointer::Pointer;
use super::text::Text;
use crate::site::front_matter::{self, Format, Said, fresh as fresh_file, rewrite, split};

/// The members that stand for the text below the front matter.
const BELOW: [&str; 2] = ["body", "bodyFormat"];

/// The JSON text of a file, its lines as in the file; nothing when it has none.
pub fn document<'t>(place: &Place, text: &'t str) -> Option<Cow<'t, str>> {
    if place.is_json() {
        return Some(Cow::Borrowed(text));
    }
    if !place.is_markdown() {
        return None;
    }
    let parts = split(text)?;
    if parts.format == Format::Json {
        let own = Json::parse(&text[parts.front]).ok()?;
        // One that says them itself cannot be told from its text.
        if BELOW.iter().any(|key| own.get(key).is_some()) {
            return None;
        }
    }
    front_matter::json(Path::new(place.path()), text).ok().map(Cow::Owned)
}

/// The file whose document has become another; nothing when its format cannot say that.
pub fn written(place: &Place, text: &str, document: &str) -> Option<String> {
    if place.is_json() {
        return Some(document.to_owned());
    }
    let after = Json::parse(document).ok()?;
    if after.get("bodyFormat").and_then(Json::as_str) != Some("markdown") {
        return None;
    }
    let body = match after.get("body") {
        None | Some(Json::Null) => "",
        Some(body) => body.as_str()?,
    };
    let parts = split(text)?;
    if parts.format != Format::Json {
        return rewrite(text, &said(&after));
    }
    let mut front = Text::new(document).ok()?;
    for key in BELOW.iter().filter(|key| after.get(key).is_some()) {
        front.remove(&Pointer::default().inner((*key).to_owned())).ok()?;
    }
    let (before, between) = (&text[..parts.front.start], &text[parts.front.end..parts.body.start]);
    // The line that stands before the document is the fence's.
    let front = front.as_str();
    Some(format!("{before}{}{between}{body}", front.strip_prefix('\n').unwrap_or(front)))
}

/// A new file.
pub fn fresh(json: &Json) -> String {
    fresh_file(&said(json))
}

fn said(json: &Json) -> Said {
    match json {
        Json::Null => Said::Nothing,
        Json::Boolean(flag) => Said::Flag(*flag),
        Json::Number(number) => Said::Number(number.clone()),
        Json::Text(text) => Said::Text(text.clone()),
        Json::List(list) => Said::List(list.iter().map(said).collect()),
        Json::Object(members) => {
            Said::Object(members.iter().map(|(key, value)| (key.clone(), said(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::change_set::{Versions, prepare};
    use super::super::journal::digest;
    use super::super::wire::Change;
    use super::*;

    /// What a change makes of a file with this text.
    fn changed(text: &str, change: &str) -> (String, Option<Json>) {
        let folder = tempfile::tempdir().unwrap();
        let path = "content/blog/a.md";
        fs::create_dir_all(folder.path().join("content/blog")).unwrap();
        let mut change: Change = serde_json::from_str(&change.replace("PATH", path)).unwrap();
        if !text.is_empty() {
            fs::write(folder.path().join(path), text).unwrap();
            change.base_digest = Some(digest(text.as_bytes()));
        }
        let mut prepared = prepare(folder.path(), &Versions::default(), &[change]).unwrap();
        let prepared = prepared.remove(0);
        let after = prepared.steps.first().and_then(|step| step.after.clone()).unwrap_or_else(|| text.into());
        (String::from_utf8(after).unwrap(), prepared.changed.json)
    }

    fn edits(edits: &str) -> String {
        format!(r#"{{"path": "PATH", "edits": {edits}}}"#)
    }

    #[test]
    fn s_284_a_markdown_file_is_edited_as_the_document_that_it_stands_for() {
        const TITLE: &str = r#"[{"op": "set", "pointer": "/title", "value": "B"}]"#;
        const BODY: &str = r#"[{"op": "set", "pointer": "/body", "value": "New\n"}]"#;
        for (text, title) in [
            ("---\n{ \"title\":\"A\",\n   \"tags\": [ ] }\n---\n# Text\n", "\"A\""),
            ("\u{feff};;;\r\n{\r\n\t\"title\" : \"A\"\r\n}\r\n;;;\r\n# Text\r\n", "\"A\""),
            ("---\ntitle: \"A\" # one\n---\n# Text\n", "\"A\""),
            ("+++\ntitle = \"A\"\n+++\n# Text\n", "\"A\""),
        ] {
            assert_eq!(changed(text, &edits(TITLE)).0, text.replace(title, "\"B\""));
            let at = text.find("# Text").unwrap();
            assert_eq!(changed(text, &edits(BODY)).0, format!("{}New\n", &text[..at]));
            let both = format!("[{}, {}]", TITLE.trim_matches(['[', ']']), BODY.trim_matches(['[', ']']));
            assert_eq!(
                changed(text, &edits(&both)).0,
                format!("{}New\n", &text[..at]).replace(title, "\"B\"")
            );
        }
        let made = r#"{"path": "PATH", "json": {"title": "A", "bodyFormat": "markdown", "body": "Text\n"}}"#;
        assert_eq!(changed("", made).0, "---\ntitle: A\n---\nText\n");
        // What is said otherwise than it was asked comes back to the editor.
        let time = r#"[{"op": "set", "pointer": "/publishOn", "value": 1700000000000}]"#;
        let (text, json) = changed("---\ntitle: A\n---\n", &edits(time));
        assert_eq!(text, "---\ntitle: A\ndate: 2023-11-14T22:13:20Z\n---\n");
        assert_eq!(json.unwrap().get("publishOn").and_then(Json::as_str), Some("2023-11-14T22:13:20Z"));
    }

    #[test]
    fn s_284_what_is_no_document_stays_a_text() {
        let place = Place::parse("content/blog/a.md").unwrap();
        for text in
            ["# Text\n", "---\n{\"title\": 1,}\n---\n", "---\na: [\n---\n", "---\n{\"body\": \"x\"}\n---\n"]
        {
            assert_eq!(document(&place, text), None, "{text}");
        }
    }
}
