//! One inbox for what visitors sent: answers to forms, comments, reviews and restock sign-ups; of each kind for who has its right.

use super::inbox_kind::{Folder, MessageKind};
use super::submissions::{self, ListedAnswer};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::published::{Published, variant_name};
use crate::repository::desk::notes;
use crate::repository::form::StoredSubmission;
use crate::repository::inbox::{self, Entry, Filter, Stored};
use crate::repository::{Connection, mailing_list, site_user};
use crate::roles::{Right, Role};
use crate::usecase::paging::{ONE_MORE, public_page};
use loggia_commerce::forms::{Answers, Email};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many characters of a text a list shows.
const EXCERPT: usize = 160;

/// Which messages.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MessagesWanted {
    /// Where they lie.
    pub folder: Folder,
    /// Only those that are not read.
    pub unread: bool,
    /// Only those of this kind.
    pub kind: Option<MessageKind>,
    /// Only those about this form, page or product.
    pub about: String,
    /// Only those that say this; at most 320 characters.
    pub text: String,
    /// Only those of this member of the staff.
    pub assignee: String,
    /// `nextCursor` of the page before.
    pub cursor: String,
}

/// A page of messages.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Messages {
    /// Newest first.
    pub messages: Vec<Message>,
    /// Where the next page begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Something that a visitor sent.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// What it is.
    pub kind: MessageKind,
    /// Its id among its kind.
    pub id: String,
    /// The id of its form, page or product.
    pub about: String,
    /// What that is called, as long as it is published.
    pub about_name: String,
    /// Who sent it, as far as they say.
    pub from: String,
    /// How it begins.
    pub excerpt: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// Somebody has read or judged it.
    pub is_read: bool,
    /// Where it lies.
    pub folder: Folder,
    /// Whose it is to answer; "" for nobody's.
    pub assignee: String,
    /// Of a comment or a review how it was judged: `PENDING`, `APPROVED`, `REJECTED` or `SPAM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Of a review: 1 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
}

/// A note of the staff, or a reply by letter.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadEntry {
    /// Its id.
    pub id: String,
    /// Who wrote it.
    pub author: String,
    /// Whom the letter went to; "" for a note.
    pub to: String,
    /// What the letter is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// Of a letter: `WAITING`, `SENT` or `FAILED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// One message, whole.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneMessage {
    /// As in the list.
    #[serde(flatten)]
    pub message: Message,
    /// Of a form every field with its label and the answer.
    pub answers: Vec<ListedAnswer>,
    /// Of a review its title.
    pub title: String,
    /// The text of a comment or a review; of a restock sign-up the values of the variant, or its SKU where it is sold no more.
    pub text: String,
    /// The page it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_path: Option<String>,
    /// Why a program may have sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspicion: Option<String>,
    /// Where a reply goes; none without an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// Since when that address is on the mailing list; epoch milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_mailing_list_since: Option<i64>,
    /// Notes and replies, oldest first.
    pub thread: Vec<ThreadEntry>,
    /// Who it may be given to: the addresses of those who may see it.
    pub staff: Vec<String>,
}

/// How many messages are unread.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageCounts {
    /// All that the one who asks may see.
    pub unread: i64,
    /// The same by form, page and product.
    pub by_about: Vec<CountAbout>,
}

/// How many messages about one thing are unread.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountAbout {
    /// Of which kind.
    pub kind: MessageKind,
    /// The id of the form, page or product.
    pub about: String,
    /// How many.
    pub unread: i64,
}

/// How a text begins.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The answers of a form as the store has them.
fn submission(stored: &Stored) -> StoredSubmission {
    StoredSubmission {
        id: stored.id.clone(),
        form_id: stored.about.clone(),
        site_user_id: stored.site_user_id.clone(),
        answers: stored.body.clone(),
        page: stored.page.clone(),
        created_at: stored.created_at,
        is_suspect: !stored.mark.is_empty(),
        suspicion: stored.mark.clone(),
    }
}

/// The address among the answers.
fn address(answers: &[ListedAnswer]) -> Option<String> {
    answers.iter().find_map(|answer| Email::parse(&answer.text).ok()).map(|email| email.key())
}

/// What was answered, without the fields that were left empty.
pub(super) fn given(published: &Published, stored: &Stored) -> Result<Vec<ListedAnswer>, ApiError> {
    let kept: Answers = serde_json::from_str(&stored.body)?;
    let mut answers = submissions::listed(published, submission(stored))?.answers;
    answers.retain(|answer| kept.contains_key(&answer.id) && !answer.text.trim().is_empty());
    Ok(answers)
}

fn message(published: &Published, kind: MessageKind, stored: &Stored) -> Result<Message, ApiError> {
    let catalog = &published.catalog;
    let (from, text, about_name) = match kind {
        MessageKind::Form => {
            let answers = given(published, stored)?;
            let from = address(&answers).unwrap_or_default();
            let texts = answers.iter().map(|answer| answer.text.trim());
            let texts: Vec<&str> = texts.filter(|text| !text.eq_ignore_ascii_case(&from)).collect();
            let name = catalog.form(&stored.about).map(|form| form.name.clone());
            (from, texts.join(" · "), name)
        }
        MessageKind::Comment => {
            let page = catalog.pages.iter().find(|page| page.id == stored.about);
            let name = page.map(|page| if page.title.is_empty() { &page.url } else { &page.title });
            (stored.author.clone(), stored.body.clone(), name.cloned())
        }
        MessageKind::Review | MessageKind::Restock => {
            let name = published.product(&stored.about).map(|product| product.title.clone());
            let text = if kind == MessageKind::Review { &stored.body } else { "" };
            (stored.author.clone(), text.to_owned(), name)
        }
    };
    let is_judged = matches!(kind, MessageKind::Comment | MessageKind::Review);
    Ok(Message {
        kind,
        id: stored.id.clone(),
        about: stored.about.clone(),
        about_name: about_name.unwrap_or_default(),
        from,
        excerpt: excerpt(&text),
        created_on: stored.created_at,
        is_read: stored.is_read,
        folder: Folder::of(&stored.folder),
        assignee: stored.assignee.clone(),
        status: is_judged.then(|| stored.mark.clone()),
        rating: if kind == MessageKind::Review { stored.page.parse().ok() } else { None },
    })
}

/// The kinds that somebody may see.
fn kinds(who: &SignedIn) -> Result<Vec<MessageKind>, ApiError> {
    who.must(Right::UseInbox)?;
    Ok(MessageKind::ALL.into_iter().filter(|kind| who.may(kind.right())).collect())
}

/// A page of messages, newest first, of the kinds that the one who asks may see.
///
/// # Errors
/// `forbidden`; `malformed-cursor`; `search-too-long`.
pub async fn list(who: &SignedIn, context: &Context, wanted: &MessagesWanted) -> Result<Messages, ApiError> {
    let mut kinds = kinds(who)?;
    kinds.retain(|kind| wanted.kind.is_none_or(|only| only == *kind));
    if wanted.text.chars().count() > 320 {
        return Err(ApiError::bad_request("search-too-long", "Please search for at most 320 characters."));
    }
    let (page, ()) = public_page(
        context,
        &wanted.cursor,
        async |connection, after| {
            let filter = Filter {
                before: after.part(0).to_owned(),
                text: wanted.text.clone(),
                folder: wanted.folder.word().to_owned(),
                about: wanted.about.clone(),
                assignee: wanted.assignee.clone(),
                unread: wanted.unread,
                id: String::new(),
            };
            let mut found = Vec::new();
            for kind in &kinds {
                let rows = inbox::list(connection, kind.word(), &filter, ONE_MORE).await?;
                found.extend(rows.into_iter().map(|row| (*kind, row)));
            }
            found.sort_by(|(_, one), (_, other)| other.id.cmp(&one.id));
            Ok((found, ()))
        },
        |(_, row)| vec![row.id.as_str()],
    )
    .await?;
    let published = context.publications.newest(&context.db).await?;
    let messages = page.rows.iter().map(|(kind, row)| message(&published, *kind, row));
    Ok(Messages { messages: messages.collect::<Result<_, ApiError>>()?, next_cursor: page.next })
}

/// How many are unread.
///
/// # Errors
/// `forbidden`.
pub async fn counts(who: &SignedIn, context: &Context) -> Result<MessageCounts, ApiError> {
    let kinds = kinds(who)?;
    let load = async |connection: &mut Connection<'_>| {
        let mut counts = MessageCounts::default();
        for kind in &kinds {
            for row in inbox::unread(connection, kind.word()).await? {
                counts.unread += row.unread;
                counts.by_about.push(CountAbout { kind: *kind, about: row.about, unread: row.unread });
            }
        }
        Ok::<_, ApiError>(counts)
    };
    context.db.read(load).await
}

/// Where a reply to a form goes: the address that was typed, or that of who was signed in.
pub(super) async fn recipient(
    connection: &mut Connection<'_>,
    published: &Published,
    stored: &Stored,
) -> Result<Option<String>, ApiError> {
    let typed = address(&given(published, stored)?);
    match (typed, &stored.site_user_id) {
        (None, Some(id)) => Ok(site_user::by_id(connection, id).await?.map(|account| account.email)),
        (typed, _) => Ok(typed),
    }
}

/// The cause by which the letter of a reply is found again.
pub(super) fn letter_cause(entry: &str) -> String {
    format!("reply-{entry}")
}

async fn thread(connection: &mut Connection<'_>, entries: Vec<Entry>) -> Result<Vec<ThreadEntry>, ApiError> {
    let mut thread = Vec::new();
    for entry in entries {
        let letter = if entry.recipient.is_empty() {
            None
        } else {
            notes::letter(connection, &letter_cause(&entry.id)).await?
        };
        let state = letter.map(|letter| match (letter.done_at, letter.failed_at) {
            (Some(_), _) => "SENT",
            (None, Some(_)) => "FAILED",
            (None, None) => "WAITING",
        });
        thread.push(ThreadEntry {
            id: entry.id,
            author: entry.author,
            to: entry.recipient,
            subject: entry.title,
            text: entry.body,
            created_on: entry.created_at,
            state: state.map(str::to_owned),
        });
    }
    Ok(thread)
}

/// The addresses of those who may see messages of a kind.
pub(super) async fn staff(
    connection: &mut Connection<'_>,
    kind: MessageKind,
) -> Result<Vec<String>, ApiError> {
    let mut staff = Vec::new();
    for person in site_user::people(connection, "").await? {
        let roles: Vec<Role> = serde_json::from_str(&person.roles)?;
        let has = |right: Right| roles.iter().any(|role| role.has(right));
        if has(Right::UseInbox) && has(kind.right()) {
            staff.push(person.email);
        }
    }
    Ok(staff)
}

/// One message, whole.
///
/// # Errors
/// `forbidden`; 404.
pub async fn one(
    who: &SignedIn,
    context: &Context,
    kind: MessageKind,
    id: &str,
) -> Result<OneMessage, ApiError> {
    who.must(Right::UseInbox)?;
    who.must(kind.right())?;
    let published = context.publications.newest(&context.db).await?;
    let load = async |connection: &mut Connection<'_>| {
        let stored = inbox::one(connection, kind.word(), id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found("Not found"))?;
        let reply_to =
            if kind == MessageKind::Form { recipient(connection, &published, &stored).await? } else { None };
        let since = match &reply_to {
            Some(email) => mailing_list::since(connection, email).await?,
            None => None,
        };
        let entries = inbox::entries(connection, kind.word(), id).await?;
        let thread = thread(connection, entries).await?;
        Ok::<_, ApiError>((stored, reply_to, since, thread, staff(connection, kind).await?))
    };
    let (stored, reply_to, on_mailing_list_since, thread, staff) = context.db.read(load).await?;
    let message = message(&published, kind, &stored)?;
    let (answers, page_path) = match kind {
        MessageKind::Form => {
            let listed = submissions::listed(&published, submission(&stored))?;
            (listed.answers, listed.page_path)
        }
        MessageKind::Comment => {
            let page = published.catalog.pages.iter().find(|page| page.id == stored.about);
            (Vec::new(), page.map(|page| page.url.clone()))
        }
        MessageKind::Review | MessageKind::Restock => {
            (Vec::new(), published.product(&stored.about).map(|product| product.full_url.clone()))
        }
    };
    let is_text = kind != MessageKind::Form;
    let text = match kind {
        MessageKind::Form => String::new(),
        MessageKind::Comment | MessageKind::Review => stored.body,
        MessageKind::Restock => variant_name(published.product(&stored.about), &stored.body),
    };
    Ok(OneMessage {
        message,
        answers,
        title: stored.title,
        text,
        page_path,
        suspicion: Some(stored.mark).filter(|mark| !is_text && !mark.is_empty()),
        reply_to,
        on_mailing_list_since,
        thread,
        staff,
    })
}
