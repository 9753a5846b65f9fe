//! The mailing list: joined by forms and restock notices, left by emails and by the owner; our own, and the owner's at a mailing
//! service. The person who types an address need not be its owner: an email asks, and only an address that is confirmed is a member
//! and is passed on.

use crate::clock::DAY;
use crate::config::ListConfirmation;
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::outbound::connector::{Handover, Membership, Service};
use crate::published::Published;
use crate::repository::list_request::{self, Kept};
use crate::repository::mailing_list::Joined;
use crate::repository::{Connection, mailing_list, outbox};
use crate::token;
use std::sync::Arc;

/// How long the link of an email holds.
const HOLDS: i64 = 7 * DAY;
/// One email an address in this time, however often it is asked for.
const PAUSE: i64 = DAY;
/// No more emails than this to an address that never confirms, until its request is forgotten.
const MOST_EMAILS: i64 = 3;
/// When that is.
pub const FORGOTTEN_AFTER: i64 = 30 * DAY;
/// The most messages to mailing services that wait for one confirmation.
const MOST_HANDOVERS: usize = 10;
/// Where a request of a restock notice came from, in the list and for the service.
const RESTOCK: &str = "restock";

/// Why an address is to be on the list.
#[derive(Clone, Debug)]
pub struct JoinRequest {
    source: String,
    tells: bool,
}

impl JoinRequest {
    /// By a restock notice: the mailing service is notified as well.
    pub fn restock() -> Self {
        JoinRequest { source: RESTOCK.to_owned(), tells: true }
    }

    /// By a form that feeds the list.
    pub fn form(id: &str) -> Self {
        JoinRequest { source: format!("form {id}"), tells: false }
    }
}

/// How lists are joined and left here.
#[derive(Clone)]
pub struct Lists {
    confirms: bool,
    audience: Option<String>,
    base_url: String,
    published: Arc<Published>,
}

impl Lists {
    /// By the settings of this server.
    ///
    /// # Errors
    /// When the store refuses.
    pub async fn of(context: &Context) -> Result<Self, ApiError> {
        let published = context.publications.newest(&context.db).await?;
        let settings = &context.settings;
        let base_url =
            settings.public_url.clone().unwrap_or_else(|| published.catalog.website.base_url.clone());
        Ok(Lists {
            confirms: settings.list_confirmation == ListConfirmation::Double,
            audience: settings.commerce.audience_url.clone(),
            base_url,
            published,
        })
    }

    /// An address (in lower case) is to join: it does once its owner confirmed it, or at once where nobody is asked.
    pub async fn join(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        request: JoinRequest,
        now: i64,
    ) -> Result<(), ApiError> {
        if !self.confirms {
            return self.add(connection, email, &request, now).await;
        }
        if mailing_list::is_member(connection, email).await? {
            return Ok(());
        }
        let wanted =
            Kept { source: request.source, is_member: true, tells: request.tells, ..Kept::default() };
        self.ask(connection, email, wanted, None, now).await
    }

    /// A mailing service is to hear of addresses: of each once its owner confirmed it.
    pub async fn pass_on(
        &self,
        connection: &mut Connection<'_>,
        cause: &str,
        handover: Handover,
        now: i64,
    ) -> Result<(), ApiError> {
        if !self.confirms || handover.emails.is_empty() {
            let body = serde_json::to_string(&handover)?;
            return outbox::add(connection, cause, outbox::HANDOVER, &body, now).await;
        }
        for (index, email) in handover.emails.iter().enumerate() {
            let cause = if index == 0 { cause.to_owned() } else { format!("{cause}-{index}") };
            let one = Handover { emails: vec![email.clone()], ..handover.clone() };
            let body = serde_json::to_string(&one)?;
            if mailing_list::is_member(connection, email).await? {
                outbox::add(connection, &cause, outbox::HANDOVER, &body, now).await?;
            } else {
                let source = format!("form {}", handover.form_name);
                let wanted = Kept { source, ..Kept::default() };
                self.ask(connection, email, wanted, Some((cause, body)), now).await?;
            }
        }
        Ok(())
    }

    /// Keeps a request and sends its email, unless one was sent lately or often enough.
    async fn ask(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        wanted: Kept,
        handover: Option<(String, String)>,
        now: i64,
    ) -> Result<(), ApiError> {
        let before = list_request::read(connection, email).await?;
        let mut kept =
            before.clone().unwrap_or_else(|| Kept { handovers: "[]".to_owned(), ..wanted.clone() });
        if wanted.is_member && !kept.is_member {
            kept.source.clone_from(&wanted.source);
        }
        kept.is_member |= wanted.is_member;
        kept.tells |= wanted.tells;
        let mut handovers: Vec<(String, String)> = serde_json::from_str(&kept.handovers)?;
        handovers.extend(handover.filter(|_| handovers.len() < MOST_HANDOVERS));
        kept.handovers = serde_json::to_string(&handovers)?;
        let is_quiet = before.is_some_and(|kept| now - kept.sent_at < PAUSE || kept.letters >= MOST_EMAILS);
        if is_quiet {
            return list_request::add_to(connection, email, &kept).await;
        }
        let key = token::opaque();
        kept.letters += 1;
        kept.sent_at = now;
        list_request::put(connection, email, &token::hash(&key), &kept, now + HOLDS).await?;
        let address = format!("{}/api/plain/confirm?key={key}", self.base_url.trim_end_matches('/'));
        let email_message = emails::confirm_list(&self.published, email, &address, HOLDS / DAY);
        let cause = format!("list-{}", token::new_id());
        outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now).await
    }

    /// The owner of an address confirmed what waits for it; `None` when the key is unknown or does not hold any more.
    pub async fn confirm(
        &self,
        connection: &mut Connection<'_>,
        key: &str,
        now: i64,
    ) -> Result<Option<String>, ApiError> {
        let Some(confirmed) = list_request::take(connection, &token::hash(key), now).await? else {
            return Ok(None);
        };
        if confirmed.is_member {
            let request = JoinRequest { source: confirmed.source, tells: confirmed.tells };
            self.add(connection, &confirmed.email, &request, now).await?;
        }
        let handovers: Vec<(String, String)> = serde_json::from_str(&confirmed.handovers)?;
        for (cause, body) in handovers {
            outbox::add(connection, &cause, outbox::HANDOVER, &body, now).await?;
        }
        Ok(Some(confirmed.email))
    }

    /// Joins the list; the service is notified once of an address that is new or comes back.
    async fn add(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        request: &JoinRequest,
        now: i64,
    ) -> Result<(), ApiError> {
        let membership = match mailing_list::join(connection, email, &request.source, now).await? {
            Joined::New => Membership::Joins,
            Joined::Back => Membership::ComesBack,
            Joined::Already => return Ok(()),
        };
        if request.tells { self.tell(connection, email, membership, now).await } else { Ok(()) }
    }

    /// Leaves the list; the service is notified of an address that was on it. `false` when the address is not on it.
    pub async fn leave(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        now: i64,
    ) -> Result<bool, ApiError> {
        list_request::forget(connection, email).await?;
        let left = mailing_list::leave(connection, email, now).await?;
        if left {
            self.tell(connection, email, Membership::Leaves, now).await?;
        }
        Ok(left)
    }

    /// The service is notified of an address that was erased here, and left by that.
    pub async fn tell_left(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        now: i64,
    ) -> Result<(), ApiError> {
        self.tell(connection, email, Membership::Leaves, now).await
    }

    async fn tell(
        &self,
        connection: &mut Connection<'_>,
        email: &str,
        membership: Membership,
        now: i64,
    ) -> Result<(), ApiError> {
        let Some(url) = &self.audience else { return Ok(()) };
        let id = token::new_id();
        let handover = Handover {
            service: Service::Audience,
            url: url.clone(),
            submission_id: id.clone(),
            form_name: RESTOCK.to_owned(),
            created_on: now,
            page_path: String::new(),
            suspect: false,
            answers: Vec::new(),
            emails: vec![email.to_owned()],
            name: None,
            membership,
        };
        let body = serde_json::to_string(&handover)?;
        outbox::add(connection, &format!("membership-{id}"), outbox::HANDOVER, &body, now).await
    }
}
