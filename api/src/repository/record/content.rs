//! What a row says: the event and its author, bounded and masked, and the hashes over it.

use super::kind::Kind;
use crate::token;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The longest before and after, as JSON, in bytes.
pub const LONGEST_DETAIL: usize = 4096;
/// The longest text inside it, in characters.
const LONGEST_TEXT: usize = 300;
/// The longest subject, address or user agent, in characters.
const LONGEST_NAME: usize = 200;
/// The most entries of a list or an object inside it.
const MOST_ENTRIES: usize = 50;
/// Names of values that are never written down: whatever has one of these in it, in small letters without `-` and `_`.
const MASKED: [&str; 8] =
    ["password", "secret", "token", "hash", "apikey", "authorization", "cookie", "recoverycode"];

/// From where a call came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Client {
    /// The address on the network.
    pub address: String,
    /// What the browser calls itself.
    pub agent: String,
}

/// Who did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// `account ID`, `key ID NAME`, `machine`, `command`, `shop`, `program` or `visitor`.
    pub(super) name: String,
    /// The address of the account.
    pub(super) email: String,
    /// From where.
    pub(super) client: Client,
}

impl Actor {
    /// Somebody with an account.
    pub fn account(id: &str, email: &str, client: Client) -> Self {
        Actor { name: format!("account {id}"), email: email.to_owned(), client }
    }

    /// The one at the machine, in the editor of a site without accounts.
    pub fn machine(client: Client) -> Self {
        Actor { name: "machine".to_owned(), email: String::new(), client }
    }

    /// A program with a key, which has a name.
    pub fn key(id: &str, name: &str, client: Client) -> Self {
        Actor { name: format!("key {id} {name}"), email: String::new(), client }
    }

    /// The person who ran a command beside the database.
    pub fn command() -> Self {
        Actor { name: "command".to_owned(), email: String::new(), client: Client::default() }
    }

    /// The shop itself: what is due, what a payment provider reported.
    pub fn shop() -> Self {
        Actor { name: "shop".to_owned(), email: String::new(), client: Client::default() }
    }

    /// A program that holds a secret of the shop: a publish, a reader of reports.
    pub fn program(client: Client) -> Self {
        Actor { name: "program".to_owned(), email: String::new(), client }
    }

    /// The same without an address that must not stay; another's stays.
    pub fn without(&self, email: &str) -> Self {
        let is_theirs = self.email == email;
        Actor {
            name: self.name.clone(),
            email: if is_theirs { String::new() } else { self.email.clone() },
            client: if is_theirs { Client::default() } else { self.client.clone() },
        }
    }

    /// Somebody who is not signed in.
    pub fn visitor(client: Client) -> Self {
        Actor { name: "visitor".to_owned(), email: String::new(), client }
    }
}

/// What happened. `subject` and the values of before and after must not name a person: who it is about goes into
/// [`Event::about`], what somebody typed into [`Event::words`]; both can be erased later without breaking the chain.
#[derive(Clone, Debug)]
pub struct Event {
    pub(super) kind: Kind,
    pub(super) subject: String,
    pub(super) detail: Map<String, Value>,
    pub(super) about: String,
    pub(super) words: String,
}

impl Event {
    /// Something of a kind that was done to `subject`: the id of an order or an account, `item sku`, a coupon's code, a file.
    pub fn new(kind: Kind, subject: &str) -> Self {
        Event {
            kind,
            subject: subject.to_owned(),
            detail: Map::new(),
            about: String::new(),
            words: String::new(),
        }
    }

    /// How it was and how it is.
    pub fn change(self, before: Value, after: Value) -> Self {
        self.with("before", before).with("after", after)
    }

    /// One more fact, by name.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.detail.insert(name.to_owned(), value.into());
        self
    }

    /// The facts of an object, by their names.
    pub fn told(mut self, facts: Value) -> Self {
        match facts {
            Value::Object(facts) => self.detail.extend(facts),
            Value::Null => {}
            other => drop(self.detail.insert("value".to_owned(), other)),
        }
        self
    }

    /// Whose address it is about, when that is not who did it.
    pub fn about(mut self, email: &str) -> Self {
        self.about = email.to_ascii_lowercase();
        self
    }

    /// What somebody typed: a reason, a note.
    pub fn words(mut self, words: &str) -> Self {
        self.words = words.to_owned();
        self
    }
}

/// A personal part as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) salt: String,
    pub(super) email: String,
    pub(super) body: String,
}

impl Person {
    /// `None` when there is nothing personal.
    fn new(email: &str, body: Value) -> Option<Self> {
        let empty = body.as_object().is_none_or(Map::is_empty);
        if email.is_empty() && empty {
            return None;
        }
        Some(Person { salt: token::opaque(), email: name(email), body: body.to_string() })
    }

    /// Who did it, and from where.
    pub(super) fn who(actor: &Actor) -> Option<Self> {
        let (address, agent) = (name(&actor.client.address), name(&actor.client.agent));
        let facts = [("address", address), ("agent", agent)];
        Self::new(&actor.email, object(facts))
    }

    /// Whom it is about, and what was typed.
    pub(super) fn about(event: &Event) -> Option<Self> {
        Self::new(&event.about, object([("words", text(&event.words, 1000))]))
    }

    /// What the chain keeps of it.
    pub(super) fn digest(&self) -> String {
        digest("loggia record person 1", &[&self.salt, &self.email, &self.body])
    }
}

fn object<const N: usize>(facts: [(&str, String); N]) -> Value {
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    Value::Object(facts.map(|(name, value)| (name.to_owned(), Value::String(value))).collect())
}

/// The before and after as they are written down: masked, and never longer than [`LONGEST_DETAIL`].
pub(super) fn bounded(detail: Map<String, Value>) -> String {
    let whole = kept(Value::Object(detail), 0);
    let written = whole.to_string();
    if written.len() <= LONGEST_DETAIL {
        return written;
    }
    // Too much all the same: the beginning of each fact, as text, with its length.
    let short: Map<String, Value> = match whole {
        Value::Object(facts) => facts
            .into_iter()
            .take(6)
            .map(|(name, value)| {
                let all = value.to_string();
                let beginning = text(&all, 60);
                (text(&name, 40), json!({"cut": beginning, "length": all.len()}))
            })
            .collect(),
        _ => Map::new(),
    };
    Value::Object(short).to_string()
}

fn kept(value: Value, depth: usize) -> Value {
    match value {
        Value::String(whole) => Value::String(text(&whole, LONGEST_TEXT)),
        Value::Array(_) | Value::Object(_) if depth > 8 => json!("…"),
        Value::Array(all) => all.into_iter().take(MOST_ENTRIES).map(|value| kept(value, depth + 1)).collect(),
        Value::Object(all) => Value::Object(
            all.into_iter()
                .take(MOST_ENTRIES)
                .map(|(key, value)| {
                    let value = if is_masked(&key) && !value.is_null() {
                        json!("***")
                    } else {
                        kept(value, depth + 1)
                    };
                    (name(&key), value)
                })
                .collect(),
        ),
        plain => plain,
    }
}

fn is_masked(key: &str) -> bool {
    let plain: String = key.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let plain = plain.to_lowercase();
    MASKED.iter().any(|word| plain.contains(word)) || plain == "key" || plain.ends_with("privatekey")
}

/// A short text on one line.
pub(super) fn name(whole: &str) -> String {
    let plain: String = whole.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text(&plain, LONGEST_NAME)
}

/// A text of at most `most` characters, without what a database refuses.
fn text(whole: &str, most: usize) -> String {
    let plain = whole.chars().filter(|letter| *letter != '\0');
    let mut cut: String = plain.take(most + 1).collect();
    if cut.chars().count() > most {
        cut = cut.chars().take(most - 1).chain(['…']).collect();
    }
    cut
}

/// A row as the chain sees it.
#[derive(Clone, Debug, sqlx_macros::FromRow)]
pub(super) struct Link {
    pub(super) seq: i64,
    pub(super) made_at: i64,
    pub(super) actor: String,
    pub(super) area: String,
    pub(super) kind: String,
    pub(super) subject: String,
    pub(super) detail: String,
    pub(super) who_digest: String,
    pub(super) about_digest: String,
    pub(super) previous_hash: String,
    pub(super) hash: String,
}

impl Link {
    /// The hash over everything else in the row.
    pub(super) fn sealed(&self) -> String {
        let (seq, made_at) = (self.seq.to_string(), self.made_at.to_string());
        let fields = [
            &self.previous_hash,
            &seq,
            &made_at,
            &self.actor,
            &self.area,
            &self.kind,
            &self.subject,
            &self.detail,
            &self.who_digest,
            &self.about_digest,
        ];
        digest("loggia record 1", &fields.map(String::as_str))
    }
}

/// SHA-256 as hexadecimal text over fields whose lengths go before them: no two lists of fields are hashed alike.
fn digest(purpose: &str, fields: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for field in [&[purpose], fields].concat() {
        hasher.update((field.len() as u64).to_be_bytes());
        hasher.update(field.as_bytes());
    }
    hex::encode(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_222_secrets_are_masked_and_length_is_bounded() {
        let detail = json!({"before": {"password": "hunter22hunter", "stripe_secret-key": "sk_live_1", "note": "x".repeat(9000)},
            "after": (0..5000).map(|n| format!("entry number {n} of very many")).collect::<Vec<_>>()});
        let Value::Object(detail) = detail else { panic!() };
        let written = bounded(detail);
        assert!(written.len() <= LONGEST_DETAIL, "{}", written.len());
        assert!(!written.contains("hunter22") && !written.contains("sk_live"), "{written}");
        let many: Map<String, Value> = (0..500).map(|n| (format!("{n}"), json!("y".repeat(400)))).collect();
        assert!(bounded(many).len() <= LONGEST_DETAIL);
    }

    #[test]
    fn s_220_fields_are_not_mixed_up() {
        assert_ne!(digest("a", &["bc", "d"]), digest("a", &["b", "cd"]));
    }
}
