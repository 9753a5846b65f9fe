//! The people who work on the site: who they are, what they may do, who is invited.
//!
//! Nobody changes their own roles here, and somebody with all rights always stays.

use super::note::note;
use crate::accounts;
use crate::accounts::AccountError;

use crate::clock::{DAY, HOUR};
use crate::context::Context;
use crate::emails::account::{self as emails, Reason};
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::factors;
use crate::passwords::Weak;
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, account_key, session, site_user};
use crate::roles::{Right, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How long the key of an email for a new password holds.
const PASSWORD_KEY: i64 = HOUR;

/// The longest an invitation may hold, in days.
const MOST_DAYS: i64 = 30;

/// How long it holds when nobody says, in days.
const DAYS: i64 = 7;

/// Who works on the site.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct People {
    /// Everybody who has a role, by address.
    pub people: Vec<PersonAnswer>,
    /// Who is invited and has not come yet, by address.
    pub invitations: Vec<InvitationAnswer>,
    /// The site has no users yet: the person at the machine may everything. The first account is their own.
    pub nobody_yet: bool,
}

/// Somebody with an account. Times are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonAnswer {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// Role codes.
    pub roles: Vec<u8>,
    /// There is a second factor.
    pub has_second_factor: bool,
    /// When the account was made.
    pub created_on: i64,
    /// When a session of theirs was last used; nothing when they are signed in nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_on: Option<i64>,
    /// It is the one who asks.
    pub is_self: bool,
}

/// An invitation that was not taken up yet. Times are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationAnswer {
    /// The address.
    pub email: String,
    /// Role codes of the account.
    pub roles: Vec<u8>,
    /// When it was sent.
    pub created_on: i64,
    /// Until when it holds.
    pub expires_on: i64,
}

/// One of those who work on the site.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn find(context: &Context, who: &SignedIn, id: &str) -> Result<PersonAnswer, ApiError> {
    who.must(Right::ManagePeople)?;
    let account = context.db.read(async |connection| person(connection, id).await).await?;
    let found = list(context, who, &account.email).await?.people.into_iter().next();
    found.ok_or_else(|| ApiError::not_found("There is no such account."))
}

/// Who works on the site and who is invited; `email` finds one address, with or without a role.
///
/// # Errors
/// `forbidden`.
pub async fn list(context: &Context, who: &SignedIn, email: &str) -> Result<People, ApiError> {
    who.must(Right::ManagePeople)?;
    let (email, now) = (email.trim().to_ascii_lowercase(), context.clock.now_ms());
    let (people, invitations) = context
        .db
        .read(async |connection| {
            let people = site_user::people(connection, &email).await?;
            Ok((people, account_key::invitations(connection, now).await?))
        })
        .await?;
    let person = |row: site_user::Person| {
        Ok(PersonAnswer {
            is_self: row.id == who.id,
            id: row.id,
            email: row.email,
            roles: serde_json::from_str(&row.roles)?,
            has_second_factor: row.has_factor,
            created_on: row.created_at,
            seen_on: row.seen_at,
        })
    };
    let invitation = |row: account_key::Invitation| {
        Ok(InvitationAnswer {
            email: row.email,
            roles: serde_json::from_str(&row.roles)?,
            created_on: row.created_at,
            expires_on: row.expires_at,
        })
    };
    Ok(People {
        people: people.into_iter().map(person).collect::<Result<_, ApiError>>()?,
        invitations: invitations.into_iter().map(invitation).collect::<Result<_, ApiError>>()?,
        nobody_yet: who.is_alone(),
    })
}

/// Roles from their codes; an unknown code is refused, and each counts once.
fn roles(codes: &[u8]) -> Result<Vec<Role>, ApiError> {
    let mut roles = Vec::new();
    for code in codes {
        let role = Role::try_from(*code)
            .map_err(|_| ApiError::bad_request("unknown-role", format!("{code} is no role.")))?;
        if !roles.contains(&role) {
            roles.push(role);
        }
    }
    Ok(roles)
}

/// The refusal of an account that cannot be made.
pub fn refused(fault: AccountError) -> ApiError {
    match fault {
        AccountError::Store(fault) => fault,
        AccountError::Taken(email) => ApiError::refused(
            StatusCode::CONFLICT,
            "has-account",
            format!("{email} has an account already: look for the address and give it roles."),
        ),
        AccountError::Password(Weak::Short) => ApiError::bad_request("password-short", fault.to_string()),
        AccountError::Password(Weak::Common) => ApiError::bad_request("password-common", fault.to_string()),
        other => ApiError::bad_request("malformed-email", other.to_string()),
    }
}

/// Whom to invite.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct InvitationRequest {
    /// Where the email goes.
    pub email: String,
    /// Role codes of the account, at least one.
    pub roles: Vec<u8>,
    /// For how many days the email holds, 1 to 30; a week when it is not given.
    #[serde(default)]
    pub days: Option<i64>,
}

/// Invites somebody by an email. An earlier invitation of the address holds no more.
///
/// # Errors
/// `first-account`, `role-missing`, `days-out-of-range`, `has-account`, `malformed-email`; `forbidden`.
pub async fn invite(
    context: &Context,
    who: &SignedIn,
    invitation: &InvitationRequest,
) -> Result<(), ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    if who.is_alone() {
        let message = "Make your own account first: as soon as the site has users, everybody logs in.";
        return Err(ApiError::refused(StatusCode::CONFLICT, "first-account", message));
    }
    let (given, days) = (roles(&invitation.roles)?, invitation.days.unwrap_or(DAYS));
    if given.is_empty() {
        return Err(ApiError::bad_request("role-missing", "Choose at least one role."));
    }
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(ApiError::bad_request("days-out-of-range", "An invitation holds for 1 to 30 days."));
    }
    let now = context.clock.now_ms();
    let to = (invitation.email.as_str(), given.as_slice());
    accounts::invite_for(&context.db, &context.publications, to, (now, days * DAY)).await.map_err(refused)?;
    let (who, email) = (who.clone(), invitation.email.trim().to_ascii_lowercase());
    let facts = json!({"roles": given, "days": days});
    context
        .db
        .write(async move |connection| {
            let event = Event::new(Kind::InvitationSent, "").told(facts.clone()).about(&email);
            note(connection, &who, event, now).await
        })
        .await
}

/// Takes an invitation back: the key of its email opens nothing any more.
///
/// # Errors
/// `not-found`; `forbidden`.
pub async fn take_back(context: &Context, who: &SignedIn, email: &str) -> Result<(), ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let (who, email, now) = (who.clone(), email.trim().to_ascii_lowercase(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            if !account_key::take_back_invitation(connection, &email).await? {
                return Err(ApiError::not_found("There is no such invitation."));
            }
            note(connection, &who, Event::new(Kind::InvitationRevoked, "").about(&email), now).await
        })
        .await
}

/// Sets what somebody may do; not for oneself. Every session of theirs ends.
///
/// # Errors
/// `own-roles`, `unknown-role`, `last-admin`, `not-found`; `forbidden`.
pub async fn set_roles(context: &Context, who: &SignedIn, id: &str, codes: &[u8]) -> Result<(), ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    if id == who.id {
        let message = "Nobody changes their own roles: ask another administrator.";
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "own-roles", message));
    }
    let given = roles(codes)?;
    let published = context.publications.newest(&context.db).await?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let person = person(connection, &id).await?;
            if !given.contains(&Role::Admin) {
                another_admin(connection, &id).await?;
            }
            let text = serde_json::to_string(&given)?;
            session::end_all_of(connection, &person.email).await?;
            site_user::set_roles(connection, &person.email, &text).await?;
            let names: Vec<String> = given.iter().map(Role::to_string).collect();
            let email_message = emails::roles_changed(&published, &person.email, &names);
            factors::tell(connection, &email_message, now).await?;
            let before: Value = serde_json::from_str(&person.roles)?;
            let event = Event::new(Kind::RolesChanged, &id).change(before, json!(given)).about(&person.email);
            note(connection, &who, event, now).await
        })
        .await
}

async fn person(connection: &mut Connection<'_>, id: &str) -> Result<site_user::Account, ApiError> {
    site_user::by_id(connection, id).await?.ok_or_else(|| ApiError::not_found("There is no such account."))
}

/// Passes when somebody else has all rights. Anyone who takes an administrator away at the same time waits for this transaction.
pub async fn another_admin(connection: &mut Connection<'_>, id: &str) -> Result<(), ApiError> {
    let mut is_one = false;
    let mut there_is_another = false;
    for (worker, roles) in site_user::hold_workers(connection).await? {
        let roles: Vec<Role> = serde_json::from_str(&roles)?;
        let is_admin = roles.contains(&Role::Admin);
        is_one |= is_admin && worker == id;
        there_is_another |= is_admin && worker != id;
    }
    if !is_one || there_is_another {
        return Ok(());
    }
    let message = "This is the last administrator: make somebody else one first.";
    Err(ApiError::refused(StatusCode::CONFLICT, "last-admin", message))
}

/// Removes somebody's account with its sessions; not one's own. What they bought stays in the books.
///
/// # Errors
/// `own-account`, `last-admin`, `not-found`; `forbidden`.
pub async fn remove(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    if id == who.id {
        let message = "This is your own account: remove it on your account's page.";
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "own-account", message));
    }
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let person = person(connection, &id).await?;
            another_admin(connection, &id).await?;
            session::end_all_of(connection, &person.email).await?;
            account_key::remove_of(connection, &person.email).await?;
            site_user::forget_cart(connection, &id).await?;
            site_user::remove(connection, &person.email, now).await?;
            let before: Value = serde_json::from_str(&person.roles)?;
            note(
                connection,
                &who,
                Event::new(Kind::AccountRemoved, &id).with("roles", before).about(&person.email),
                now,
            )
            .await
        })
        .await
}

/// Sends somebody an email to choose a new password with. The old one holds until they do.
///
/// # Errors
/// `not-found`; `forbidden`.
pub async fn send_password(context: &Context, who: &SignedIn, id: &str) -> Result<(), ApiError> {
    who.must_recently(Right::ManagePeople, context)?;
    let published = context.publications.newest(&context.db).await?;
    let (who, id, now) = (who.clone(), id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let person = person(connection, &id).await?;
            let (to, time) = ((person.email.as_str(), [].as_slice()), (now, PASSWORD_KEY));
            accounts::send_key(connection, &published, to, Reason::Forgotten, time).await?;
            note(connection, &who, Event::new(Kind::PasswordKeySent, &id).about(&person.email), now).await
        })
        .await
}
