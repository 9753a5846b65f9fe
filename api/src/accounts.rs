//! Accounts: made, listed, changed, removed.

use crate::clock::{DAY, HOUR};
use crate::emails;
use crate::emails::account::{Change, Reason};
use crate::error::ApiError;
use crate::passwords;
use crate::published::{Publications, Published};
use crate::repository::account_key::{self, AccountKey, KeyKind};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::{Connection, Db, factor, outbox, session, site_user};
use crate::roles::Role;
use crate::token;
use loggia_commerce::forms::Email;
use serde_json::{Value, json};

/// How long the key of an invitation holds.
const INVITATION: i64 = 7 * DAY;

/// Why an account was not made.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The address is none.
    #[error("{0}")]
    Email(#[from] loggia_commerce::forms::EmailProblem),
    /// A password that nobody may choose.
    #[error("{0}")]
    Password(#[from] passwords::Weak),
    /// The address has an account.
    #[error("{0} has an account already")]
    Taken(String),
    /// Nobody has it.
    #[error("{0} has no account")]
    Unknown(String),
    /// Nobody is invited by it.
    #[error("{0} has no invitation that could be taken back")]
    NotInvited(String),
    /// The store refused.
    #[error(transparent)]
    Store(#[from] ApiError),
}

/// Makes an account; its id.
pub async fn add(
    db: &Db,
    email: &str,
    password: &str,
    roles: &[Role],
    now: i64,
) -> Result<String, AccountError> {
    let email = Email::parse(email)?.key();
    let hash = hashed(password, &[&email]).await?;
    let roles = serde_json::to_string(roles).map_err(ApiError::from)?;
    let address = email.clone();
    let made = db
        .write(async move |connection| {
            let made = site_user::add(connection, &address, &hash, &roles, now).await?;
            if let Some(id) = &made {
                let roles: Value = serde_json::from_str(&roles)?;
                let event = Event::new(Kind::AccountMade, id).with("roles", roles).about(&address);
                record::write(connection, &Actor::command(), event, now).await?;
            }
            Ok(made)
        })
        .await?;
    made.ok_or(AccountError::Taken(email))
}

/// Every account, by address, with its roles.
pub async fn list(db: &Db) -> Result<Vec<(String, Vec<Role>)>, AccountError> {
    let accounts = db.read(async |connection| site_user::list(connection).await).await?;
    let with_roles =
        |(email, roles): (String, String)| Ok((email, serde_json::from_str(&roles).map_err(ApiError::from)?));
    accounts.into_iter().map(with_roles).collect()
}

/// Sets a new password and ends every session.
pub async fn set_password(db: &Db, email: &str, password: &str, now: i64) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let hash = hashed(password, &[&email]).await?;
    let address = email.clone();
    let known = db
        .write(async move |connection| {
            session::end_all_of(connection, &address).await?;
            account_key::remove_of(connection, &address).await?;
            let known = site_user::set_password(connection, &address, &hash).await?;
            commanded(connection, Kind::PasswordChanged, &address, Value::Null, now).await?;
            Ok(known)
        })
        .await?;
    known_or(email, known)
}

/// Sets what a person may do, and ends every session: anyone who logs in next has the new rights under a new token.
pub async fn set_roles(db: &Db, email: &str, roles: &[Role], now: i64) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let roles = serde_json::to_string(roles).map_err(ApiError::from)?;
    let address = email.clone();
    let known = db
        .write(async move |connection| {
            session::end_all_of(connection, &address).await?;
            let before = site_user::by_email(connection, &address).await?;
            let before: Value =
                before.map_or(Ok(Value::Null), |account| serde_json::from_str(&account.roles))?;
            let after: Value = serde_json::from_str(&roles)?;
            let known = site_user::set_roles(connection, &address, &roles).await?;
            let facts = json!({"before": before, "after": after});
            commanded(connection, Kind::RolesChanged, &address, facts, now).await?;
            Ok(known)
        })
        .await?;
    known_or(email, known)
}

/// Removes an account with its sessions; what the person bought stays.
pub async fn remove(db: &Db, email: &str, now: i64) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let address = email.clone();
    let known = db
        .write(async move |connection| {
            session::end_all_of(connection, &address).await?;
            account_key::remove_of(connection, &address).await?;
            commanded(connection, Kind::AccountRemoved, &address, Value::Null, now).await?;
            site_user::remove(connection, &address, now).await
        })
        .await?;
    known_or(email, known)
}

/// Takes every second factor of an account away, ends its sessions and tells its address: for somebody who lost them all.
pub async fn reset_factors(
    db: &Db,
    publications: &Publications,
    email: &str,
    now: i64,
) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let published = publications.newest(db).await?;
    let email_message = emails::account::factor_changed(&published, &email, Change::Reset);
    let address = email.clone();
    let known = db
        .write(async move |connection| {
            let Some(account) = site_user::by_email(connection, &address).await? else { return Ok(false) };
            session::end_all_of(connection, &address).await?;
            factor::remove_all(connection, &account.id).await?;
            let cause = format!("account-{}", token::new_id());
            let body = serde_json::to_string(&email_message)?;
            outbox::add(connection, &cause, outbox::MAIL, &body, now).await?;
            let facts = json!({"kind": "all"});
            commanded(connection, Kind::SecondFactorRemoved, &address, facts, now).await?;
            Ok(true)
        })
        .await?;
    known_or(email, known)
}

/// Puts an email on its way with a key that lets its reader choose the password of `email` (in lower case) for `lifetime`
/// milliseconds; an account made by it has `roles`.
pub async fn send_key(
    connection: &mut Connection<'_>,
    published: &Published,
    (email, roles): (&str, &[Role]),
    reason: Reason,
    (now, lifetime): (i64, i64),
) -> Result<(), ApiError> {
    let key = token::opaque();
    let opens = AccountKey { email: email.to_owned(), roles: serde_json::to_string(roles)? };
    let kind = if reason == Reason::Invitation { KeyKind::Invitation } else { KeyKind::Password };
    account_key::add(connection, &token::hash(&key), (&opens, kind), (now, now + lifetime)).await?;
    let email_message = emails::account::key(published, email, reason, &key, lifetime / HOUR);
    let cause = format!("account-key-{}", token::new_id());
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now).await
}

/// Writes what [`send_key`] writes, for an address nobody is written to at: so the work of a call tells nothing of who has an
/// account. The key is thrown away, and the message is carried nowhere.
pub async fn send_nothing(
    connection: &mut Connection<'_>,
    whose: &str,
    (now, lifetime): (i64, i64),
) -> Result<(), ApiError> {
    let opens = AccountKey { email: whose.to_owned(), roles: "[]".to_owned() };
    let key = token::hash(&token::opaque());
    account_key::add(connection, &key, (&opens, KeyKind::Password), (now, now + lifetime)).await?;
    let cause = format!("account-key-{}", token::new_id());
    outbox::add(connection, &cause, outbox::NOTHING, "{}", now).await
}

/// Invites an address that has no account: an email with a key that holds for a week.
pub async fn invite(
    db: &Db,
    publications: &Publications,
    email: &str,
    roles: &[Role],
    now: i64,
) -> Result<(), AccountError> {
    invite_for(db, publications, (email, roles), (now, INVITATION)).await?;
    let (address, facts) = (Email::parse(email)?.key(), json!({"roles": roles, "days": INVITATION / DAY}));
    let write = async move |connection: &mut Connection<'_>| {
        let event = Event::new(Kind::InvitationSent, "").told(facts.clone()).about(&address);
        record::write(connection, &Actor::command(), event, now).await
    };
    Ok(db.write(write).await?)
}

/// The same with a key that holds for `lifetime` milliseconds. An invitation of before holds no more.
pub async fn invite_for(
    db: &Db,
    publications: &Publications,
    (email, roles): (&str, &[Role]),
    (now, lifetime): (i64, i64),
) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let published = publications.newest(db).await?;
    let (address, roles) = (email.clone(), roles.to_vec());
    let sent = db
        .write(async move |connection| {
            if site_user::by_email(connection, &address).await?.is_some() {
                return Ok(false);
            }
            let opens = (address.as_str(), roles.as_slice());
            let time = (now, lifetime);
            send_key(connection, &published, opens, Reason::Invitation, time).await?;
            Ok(true)
        })
        .await?;
    if sent { Ok(()) } else { Err(AccountError::Taken(email)) }
}

/// Takes an invitation back: the key in its email opens nothing more.
pub async fn take_back(db: &Db, email: &str, now: i64) -> Result<(), AccountError> {
    let email = Email::parse(email)?.key();
    let address = email.clone();
    let known = db
        .write(async move |connection| {
            let known = account_key::take_back_invitation(connection, &address).await?;
            if known {
                let event = Event::new(Kind::InvitationRevoked, "").about(&address);
                record::write(connection, &Actor::command(), event, now).await?;
            }
            Ok(known)
        })
        .await?;
    if known { Ok(()) } else { Err(AccountError::NotInvited(email)) }
}

/// Writes down what a command does to an account, if there is one.
async fn commanded(
    connection: &mut Connection<'_>,
    kind: Kind,
    email: &str,
    facts: Value,
    now: i64,
) -> Result<(), ApiError> {
    let Some(account) = site_user::by_email(connection, email).await? else { return Ok(()) };
    let event = Event::new(kind, &account.id).told(facts).about(email);
    record::write(connection, &Actor::command(), event, now).await
}

fn known_or(email: String, known: bool) -> Result<(), AccountError> {
    if known { Ok(()) } else { Err(AccountError::Unknown(email)) }
}

/// The hash to keep of a password that one may choose; `words` as in [`passwords::check`].
pub(crate) async fn hashed(password: &str, words: &[&str]) -> Result<String, AccountError> {
    passwords::check(password, words)?;
    Ok(passwords::hash(password.to_owned()).await?)
}
