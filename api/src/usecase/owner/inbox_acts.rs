//! What the staff do with a message: read it, put it away, give it to one of them, note something, and reply by letter.

use super::inbox as messages;
use super::inbox_kind::{Folder, MessageKind};
use super::moderation;
use super::note::note;
use crate::context::Context;
use crate::emails::reply::{self, Reply};
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::inbox::{self, Entry, Stored};
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, outbox};
use crate::roles::Right;
use crate::usecase::social::ModerationStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of a note.
const LONGEST_NOTE: usize = 2000;
/// The most characters of a reply.
const LONGEST_REPLY: usize = 10_000;
/// The most characters of what a reply is about.
const LONGEST_SUBJECT: usize = 200;

/// What becomes of a message; what is left out stays.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MessageChange {
    /// Whether it is read.
    pub is_read: Option<bool>,
    /// Where it lies: `INBOX`, `ARCHIVED` or `BIN`. A comment or a review that goes into the bin is hidden.
    pub folder: Option<Folder>,
    /// Whose it is to answer: the address of somebody who may see it; "" for nobody's.
    pub assignee: Option<String>,
}

fn missing() -> ApiError {
    ApiError::not_found("Not found")
}

async fn found(connection: &mut Connection<'_>, kind: MessageKind, id: &str) -> Result<Stored, ApiError> {
    inbox::one(connection, kind.word(), id).await?.ok_or_else(missing)
}

fn must(who: &SignedIn, kind: MessageKind) -> Result<(), ApiError> {
    who.must(Right::UseInbox)?;
    who.must(kind.right())
}

/// Changes what the staff make of a message.
///
/// # Errors
/// `forbidden`; 404; `message-stays` for what cannot be put there; `no-such-colleague`.
pub async fn change(
    who: &SignedIn,
    context: &Context,
    (kind, id): (MessageKind, &str),
    change: MessageChange,
) -> Result<(), ApiError> {
    must(who, kind)?;
    let stays = match change.folder {
        Some(Folder::Spam) => true,
        Some(Folder::Bin) => kind == MessageKind::Restock,
        _ => false,
    };
    if stays {
        return Err(ApiError::bad_request(
            "message-stays",
            "This cannot be put there. Archive it, or mark it as spam where it can be judged.",
        ));
    }
    if change.folder == Some(Folder::Bin) {
        hide(who, context, kind, id).await?;
    }
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let stored = found(connection, kind, &id).await?;
        if let Some(is_read) = change.is_read {
            inbox::read(connection, kind.word(), &id, is_read).await?;
        }
        if let Some(folder) = change.folder {
            let word = folder.stored();
            inbox::put(connection, kind.word(), &id, word, now).await?;
            // Whoever puts something away has seen it.
            if !word.is_empty() {
                inbox::read(connection, kind.word(), &id, true).await?;
            }
            let event = Event::new(Kind::MoveMessage, &id).with("kind", kind.word());
            note(connection, &who, event.change(stored.folder.into(), folder.word().into()), now).await?;
        }
        if let Some(email) = &change.assignee {
            if !email.is_empty() && !messages::staff(connection, kind).await?.contains(email) {
                return Err(ApiError::bad_request(
                    "no-such-colleague",
                    "Nobody who may see this message has that address. Please choose somebody from the list.",
                ));
            }
            inbox::assign(connection, kind.word(), &id, email).await?;
            let event = Event::new(Kind::AssignMessage, &id).with("kind", kind.word());
            note(connection, &who, event.about(email), now).await?;
        }
        Ok(())
    };
    context.db.write(write).await
}

/// What goes into the bin is not shown on the site any more.
async fn hide(who: &SignedIn, context: &Context, kind: MessageKind, id: &str) -> Result<(), ApiError> {
    let load = async |connection: &mut Connection<'_>| found(connection, kind, id).await;
    let stored = context.db.read(load).await?;
    if stored.mark == ModerationStatus::Spam.word() {
        return Ok(());
    }
    let hidden = ModerationStatus::Rejected;
    match kind {
        MessageKind::Comment => moderation::judge_comment(who, context, stored.id, hidden).await.map(|_| ()),
        MessageKind::Review => {
            moderation::judge_review(who, context, (stored.about, stored.id), hidden).await.map(|_| ())
        }
        MessageKind::Form | MessageKind::Restock => Ok(()),
    }
}

/// Notes something about a message, for the staff.
///
/// # Errors
/// `forbidden`; 404; `malformed-note`.
pub async fn add_note(
    who: &SignedIn,
    context: &Context,
    (kind, id): (MessageKind, &str),
    text: &str,
) -> Result<(), ApiError> {
    must(who, kind)?;
    let (who, id, text, now) = (who.clone(), id.to_owned(), text.trim().to_owned(), context.clock.now_ms());
    if text.is_empty() || text.chars().count() > LONGEST_NOTE {
        return Err(ApiError::bad_request(
            "malformed-note",
            "Please write a note of at most 2,000 characters.",
        ));
    }
    let write = async move |connection: &mut Connection<'_>| {
        found(connection, kind, &id).await?;
        let entry = Entry {
            id: String::new(),
            author: who.name().to_owned(),
            recipient: String::new(),
            title: String::new(),
            body: text.clone(),
            created_at: now,
        };
        inbox::add(connection, (kind.word(), &id), &entry).await?;
        note(connection, &who, Event::new(Kind::NoteMessage, &id).with("kind", kind.word()), now).await
    };
    context.db.write(write).await
}

/// Replies to the answers of a form by a letter, which stands in the thread; the message counts as read.
///
/// # Errors
/// `forbidden`; 404; `malformed-reply`; `no-address-to-reply` when the sender left none.
pub async fn reply(
    who: &SignedIn,
    context: &Context,
    (kind, id): (MessageKind, &str),
    (subject, text): (&str, &str),
) -> Result<(), ApiError> {
    must(who, kind)?;
    let subject = subject.split_whitespace().collect::<Vec<_>>().join(" ");
    let (who, id, text, now) =
        (who.clone(), id.to_owned(), text.trim().replace("\r\n", "\n"), context.clock.now_ms());
    let is_fine = |text: &str, most: usize| !text.is_empty() && text.chars().count() <= most;
    if !is_fine(&subject, LONGEST_SUBJECT) || !is_fine(&text, LONGEST_REPLY) {
        return Err(ApiError::bad_request(
            "malformed-reply",
            "The letter was not sent. Please give it a subject of at most 200 characters and a text of at most 10,000.",
        ));
    }
    let published = context.publications.newest(&context.db).await?;
    let write = async move |connection: &mut Connection<'_>| {
        let stored = found(connection, kind, &id).await?;
        let to = match kind {
            MessageKind::Form => messages::recipient(connection, &published, &stored).await?,
            _ => None,
        };
        let to = to.ok_or_else(|| {
            ApiError::refused(
                StatusCode::CONFLICT,
                "no-address-to-reply",
                "The letter was not sent: whoever wrote this left no email address. Ask for one in the form.",
            )
        })?;
        let answers = messages::given(&published, &stored)?;
        let sent: Vec<(&str, &str)> =
            answers.iter().map(|answer| (answer.title.as_str(), answer.text.as_str())).collect();
        let letter =
            reply::letter(&published, Reply { to: &to, subject: &subject, text: &text, sent: &sent });
        let entry = Entry {
            id: String::new(),
            author: who.name().to_owned(),
            recipient: to.clone(),
            title: subject.clone(),
            body: text.clone(),
            created_at: now,
        };
        let own = inbox::add(connection, (kind.word(), &id), &entry).await?;
        let cause = messages::letter_cause(&own);
        outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await?;
        inbox::read(connection, kind.word(), &id, true).await?;
        let event = Event::new(Kind::ReplyMessage, &id).with("kind", kind.word());
        note(connection, &who, event.about(&to), now).await
    };
    context.db.write(write).await
}
