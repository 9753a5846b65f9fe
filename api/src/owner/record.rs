//! Who did what: the record, filtered.

use super::page::{Page, View, address, look};
use crate::context::Context;
use crate::repository::record::{Area, Kind};
use crate::roles::Right;
use crate::usecase::owner::record::{self, RecordQuery, RecordRow};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The fields of the filter, by name: the same in the page's address and in those of the tables.
const FIELDS: [&str; 6] = ["person", "area", "kind", "subject", "from", "to"];

/// The record, newest first.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Record, Right::ReadRecord), async |page, who, query| {
        let wanted = RecordQuery {
            person: query.get("person").to_owned(),
            area: query.get("area").to_owned(),
            kind: query.get("kind").to_owned(),
            subject: query.get("subject").trim().to_owned(),
            from: page.day(query.get("from"), 0),
            to: page.day(query.get("to"), 1),
            cursor: query.get("cursor").to_owned(),
        };
        let found = record::list(who, page.context, &wanted).await?;
        let table = table(&wanted);
        let more = found.next_page_cursor.map(|cursor| {
            let filter = FIELDS.iter().map(|name| (*name, query.get(name)));
            address("record", &filter.chain([("cursor", cursor.as_str())]).collect::<Vec<_>>())
        });
        Ok(json!({"title": "Activity", "rows": found.rows.iter().map(|one| row(page, one)).collect::<Vec<_>>(), "more": more,
            "person": wanted.person, "subject": wanted.subject, "from": query.get("from"), "to": query.get("to"),
            "areas": areas(&wanted.area), "kinds": kinds(&wanted.kind),
            "csv": format!("/api/record.csv{table}"), "lines": format!("/api/record.jsonl{table}")}))
    })
    .await
}

/// The same filter as a table's address has it.
fn table(wanted: &RecordQuery) -> String {
    let mut query = form_urlencoded::Serializer::new(String::from("?"));
    let (from, to) = (wanted.from.map(|at| at.to_string()), wanted.to.map(|at| at.to_string()));
    let fields = [
        ("person", wanted.person.as_str()),
        ("area", &wanted.area),
        ("kind", &wanted.kind),
        ("subject", &wanted.subject),
        ("from", from.as_deref().unwrap_or_default()),
        ("to", to.as_deref().unwrap_or_default()),
    ];
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
    }
    let text = query.finish();
    if text == "?" { String::new() } else { text }
}

/// A word of the record as people read it.
fn words(code: &str) -> String {
    let mut text = code.replace('-', " ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

fn areas(chosen: &str) -> Value {
    let one = |code: &str, label: &str| json!({"value": code, "label": label, "isChosen": code == chosen});
    let mut all = vec![one("", "Everything")];
    all.extend(Area::ALL.iter().map(|area| one(area.code(), &words(area.code()))));
    all.into()
}

fn kinds(chosen: &str) -> Value {
    let one = |code: &str, label: &str| json!({"value": code, "label": label, "isChosen": code == chosen});
    let mut all = vec![one("", "Everything")];
    all.extend(Kind::ALL.iter().map(|kind| one(kind.code(), &words(kind.code()))));
    all.into()
}

/// To what, as people know it: an account is its address, which stands beside it already.
fn subject(row: &RecordRow) -> &str {
    let is_told = !row.about.is_empty() || row.actor.strip_prefix("account ") == Some(row.subject.as_str());
    match row.subject.as_str() {
        "unknown" => "an address without an account",
        _ if row.area == Area::Accounts.code() && is_told => "",
        subject => subject,
    }
}

fn row(page: &Page<'_>, row: &RecordRow) -> Value {
    let who = match row.actor.as_str() {
        _ if !row.email.is_empty() => row.email.clone(),
        "machine" => "The one at the machine".to_owned(),
        "command" => "A command".to_owned(),
        "shop" => "The shop itself".to_owned(),
        "program" => "A program with a secret of the shop".to_owned(),
        "visitor" => "A visitor".to_owned(),
        key if key.starts_with("key ") => {
            format!("The key {}", key.splitn(3, ' ').nth(2).unwrap_or_default())
        }
        _ => "Somebody who was erased".to_owned(),
    };
    let detail = if row.detail.as_object().is_some_and(|facts| !facts.is_empty()) {
        serde_json::to_string_pretty(&row.detail).unwrap_or_default()
    } else {
        String::new()
    };
    json!({"when": page.moment(row.made_on), "who": who, "address": row.address, "agent": row.agent, "what": words(&row.kind),
        "subject": subject(row), "about": row.about, "words": row.words, "detail": detail, "hash": row.hash, "seq": row.seq})
}
