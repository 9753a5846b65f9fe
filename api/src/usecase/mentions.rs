//! Notes of the staff that name colleagues: who may be named, how it is kept and read, and who is told of it.

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::outbound::push::Push;
use crate::published::Published;
use crate::repository::device::{self, Told};
use crate::repository::mention::{self, PLACE, StoredMention};
use crate::repository::{Connection, outbox, site_user};
use crate::roles::{Right, Role};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most characters of a note.
const LONGEST_NOTE: usize = 2000;
/// The most places of a note that name somebody.
const MOST: usize = 20;
/// How many notes a list of mentions has.
const LISTED: i64 = 50;
/// How many notes are opened by one call.
const MOST_OPENED: usize = 100;

/// Somebody of the staff who may read orders.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Colleague {
    /// The account.
    pub id: String,
    /// Who that is: an e-mail address.
    pub name: String,
}

/// Those whom a note may name, by name.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Colleagues {
    /// At most 500.
    pub colleagues: Vec<Colleague>,
}

/// A part of a note: words, or somebody whom it names.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotePart {
    /// What is read.
    pub text: String,
    /// It names somebody.
    pub is_mention: bool,
    /// It names who asks.
    pub is_you: bool,
}

/// A note as it is shown.
#[derive(Debug)]
pub struct ShownNote {
    /// The text, with everybody's present name.
    pub text: String,
    /// Its parts; none of a note that names nobody.
    pub parts: Vec<NotePart>,
    /// It names who asks, and they have not opened it.
    pub is_unread: bool,
}

/// A note that names who asks. Moments are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mention {
    /// The note.
    pub note_id: String,
    /// The order it stands at; "" for a note on a customer.
    pub order_id: String,
    /// The number of that order.
    pub number: Option<i64>,
    /// The customer it is on, by their address; "" for a note at an order.
    pub email: String,
    /// Who wrote it.
    pub author: String,
    /// What.
    pub text: String,
    /// When.
    pub created_on: i64,
    /// It was not opened yet.
    pub is_unread: bool,
}

/// The notes that name who asks.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Mentions {
    /// How many were not opened yet.
    pub unread: i64,
    /// The newest 50, newest first.
    pub mentions: Vec<Mention>,
}

/// The text of a new note, looked at, and the accounts that its places name: the first U+FFFC the first, and so on.
#[derive(Clone, Debug)]
pub struct NewWords {
    text: String,
    accounts: Vec<String>,
}

/// Where a note stands.
#[derive(Clone, Copy, Debug)]
pub enum Stands<'a> {
    /// At an order, given by its id and what people call it.
    Order(&'a str, &'a str),
    /// On a customer.
    Customer,
}

/// By what somebody is told: the key of ours that browsers subscribe with, and the site for letters.
#[derive(Clone, Debug)]
pub struct Teller {
    key: String,
    published: Arc<Published>,
}

impl NewWords {
    /// Looks at what was typed.
    ///
    /// # Errors
    /// `malformed-note`; `too-many-mentions`; `malformed-mentions` when the text has not one place for each; `no-such-colleague`.
    pub fn of(text: &str, accounts: &[String]) -> Result<Self, ApiError> {
        let text = text.trim().to_owned();
        let is_text = |one: char| !one.is_control() || one == '\n' || one == '\t';
        if text.is_empty() || text.chars().count() > LONGEST_NOTE || !text.chars().all(is_text) {
            return Err(ApiError::bad_request(
                "malformed-note",
                "Please write a note of at most 2,000 characters.",
            ));
        }
        if accounts.len() > MOST {
            return Err(ApiError::bad_request(
                "too-many-mentions",
                "A note names people at 20 places at most. Please take some out.",
            ));
        }
        if !accounts.is_empty() && text.chars().filter(|one| *one == PLACE).count() != accounts.len() {
            return Err(ApiError::bad_request(
                "malformed-mentions",
                "The text needs one U+FFFC for each account that it names, in their order.",
            ));
        }
        if !accounts.iter().all(|id| is_id(id)) {
            return Err(no_such_colleague());
        }
        Ok(NewWords { text, accounts: accounts.to_vec() })
    }

    /// As it is kept with the note.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As the record has it: the people are no business of the one whom the note is about.
    pub fn without_names(&self) -> String {
        mention::without_names(&self.text)
    }

    /// Keeps whom the note names, and tells them: on their devices that have such notices, else by a letter. Nobody is told twice of a
    /// note, and never who wrote it.
    ///
    /// # Errors
    /// `no-such-colleague` for an account that may not read orders.
    pub async fn write(
        &self,
        connection: &mut Connection<'_>,
        (who, teller): (&SignedIn, &Teller),
        (note_id, stands): (&str, Stands<'_>),
        now: i64,
    ) -> Result<(), ApiError> {
        let mut told = Vec::new();
        // Held in one order, so that two notes never wait for each other.
        for id in self.accounts.iter().collect::<BTreeSet<_>>() {
            let account = site_user::hold(connection, id).await?.filter(|account| may_read(&account.roles));
            told.push(account.ok_or_else(no_such_colleague)?);
        }
        let order_id = match stands {
            Stands::Order(id, _) => Some(id),
            Stands::Customer => None,
        };
        mention::add(connection, (note_id, order_id), &self.accounts, &who.id, now).await?;
        for account in told.iter().filter(|account| account.id != who.id) {
            teller.tell(connection, (&account.id, &account.email), (note_id, stands), now).await?;
        }
        Ok(())
    }
}

impl Teller {
    /// As the server is set up.
    ///
    /// # Errors
    /// Faults of the store.
    pub async fn of(context: &Context) -> Result<Self, ApiError> {
        let key = context.push.as_ref().map(Push::key).unwrap_or_default().to_owned();
        Ok(Teller { key, published: context.publications.newest(&context.db).await? })
    }

    async fn tell(
        &self,
        connection: &mut Connection<'_>,
        (account_id, email): (&str, &str),
        (note_id, stands): (&str, Stands<'_>),
        now: i64,
    ) -> Result<(), ApiError> {
        let order = match stands {
            Stands::Order(id, name) => Some((id, name)),
            Stands::Customer => None,
        };
        let (id, name) = order.unwrap_or_default();
        let facts = json!({"order": id, "name": name});
        let (to, kind) = ((account_id, self.key.as_str()), Told::Mention);
        if !self.key.is_empty() && device::tell_one(connection, to, kind, &facts, now).await? {
            return Ok(());
        }
        let letter = serde_json::to_string(&emails::mention::mention(&self.published, email, order))?;
        outbox::add(connection, &format!("mention-{note_id}-{account_id}"), outbox::MAIL, &letter, now).await
    }
}

/// Whether a text may be an id: no other is looked for.
fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn no_such_colleague() -> ApiError {
    ApiError::bad_request(
        "no-such-colleague",
        "Somebody whom the note names may not see orders, or has no account any more. Please choose from the list.",
    )
}

/// Whether role codes as they are kept open orders; of what cannot be read none does.
fn may_read(roles: &str) -> bool {
    let roles: Vec<Role> = serde_json::from_str(roles).unwrap_or_default();
    roles.iter().any(|role| role.has(Right::ManageStore))
}

/// Those whom a note may name.
///
/// # Errors
/// Faults of the store.
pub async fn colleagues(context: &Context) -> Result<Colleagues, ApiError> {
    let people = context.db.read(async |connection| site_user::people(connection, "").await).await?;
    let open = people.into_iter().filter(|person| may_read(&person.roles));
    Ok(Colleagues { colleagues: open.map(|one| Colleague { id: one.id, name: one.email }).collect() })
}

/// A note as it is shown to somebody.
pub fn shown(who: &SignedIn, (id, body): (&str, &str), mentions: &[StoredMention]) -> ShownNote {
    let is_own = |one: &StoredMention| one.site_user_id.as_deref() == Some(&who.id);
    let part = |part: mention::Part<'_>| NotePart {
        is_mention: part.mention.is_some(),
        is_you: part.mention == Some(&who.id),
        text: part.text,
    };
    ShownNote {
        text: mention::readable(body, id, mentions),
        parts: mention::parts(body, id, mentions).into_iter().map(part).collect(),
        is_unread: mentions.iter().any(|one| one.note_id == id && is_own(one) && one.read_at.is_none()),
    }
}

/// The notes that name who asks.
///
/// # Errors
/// Faults of the store.
pub async fn list(context: &Context, who: &SignedIn) -> Result<Mentions, ApiError> {
    context
        .db
        .read(async |connection| {
            let (listed, beside) = mention::list(connection, &who.id, LISTED).await?;
            let mentions = listed.into_iter().map(|one| Mention {
                text: mention::readable(&one.body, &one.note_id, &beside),
                note_id: one.note_id,
                order_id: one.order_id,
                number: one.number,
                email: one.email,
                author: one.author,
                created_on: one.created_at,
                is_unread: one.read_at.is_none(),
            });
            Ok(Mentions { unread: mention::unread(connection, &who.id).await?, mentions: mentions.collect() })
        })
        .await
}

/// Who asks has opened these notes; those that do not name them stay as they are.
///
/// # Errors
/// `too-many-notes`.
pub async fn open(context: &Context, who: &SignedIn, notes: Vec<String>) -> Result<Mentions, ApiError> {
    if notes.len() > MOST_OPENED {
        return Err(ApiError::bad_request("too-many-notes", "Please name at most 100 notes at once."));
    }
    let (id, now) = (who.id.clone(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        for note in notes.iter().filter(|note| is_id(note)) {
            mention::read(connection, note, &id, now).await?;
        }
        Ok(())
    };
    context.db.write(write).await?;
    list(context, who).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, accounts: usize) -> Option<String> {
        let accounts = vec!["a".to_owned(); accounts];
        NewWords::of(text, &accounts).err().map(|fault| fault.code().to_owned())
    }

    #[test]
    fn s_775_a_note_has_a_place_for_each_whom_it_names() {
        assert_eq!(refused("\u{FFFC} rang", 1), None);
        assert_eq!(refused("pasted \u{FFFC}", 0), None);
        assert_eq!(refused("\u{FFFC} rang", 2).as_deref(), Some("malformed-mentions"));
        assert_eq!(refused("rang", 1).as_deref(), Some("malformed-mentions"));
        assert_eq!(refused(&"\u{FFFC}".repeat(20), 20), None);
        assert_eq!(refused(&"\u{FFFC}".repeat(21), 21).as_deref(), Some("too-many-mentions"));
        for text in ["", " \n", "a\u{0}b", "a\u{7}b", &"x".repeat(2001)] {
            assert_eq!(refused(text, 0).as_deref(), Some("malformed-note"));
        }
    }

    #[test]
    fn s_775_only_who_may_read_orders_is_named() {
        assert!(may_read("[8]") && may_read("[7,1]"));
        assert!(!may_read("[4,6,3]") && !may_read("[]") && !may_read("nonsense") && !may_read("[99]"));
    }
}
