//! The mailing list that a restock sign-up may join and its letter may leave: our own, and the owner's at a mailing service.

use crate::error::ApiError;
use crate::outbound::connector::{Handover, Membership, Service};
use crate::repository::mailing_list::Joined;
use crate::repository::{Connection, mailing_list, outbox};
use crate::token;

/// Where the wish came from, in the list and for the service.
const SOURCE: &str = "restock";

/// Joins the list; the service at `url` is told once of who is new or comes back.
pub(super) async fn join(
    connection: &mut Connection<'_>,
    url: Option<&str>,
    email: &str,
    now: i64,
) -> Result<(), ApiError> {
    let membership = match mailing_list::join(connection, email, SOURCE, now).await? {
        Joined::New => Membership::Joins,
        Joined::Back => Membership::ComesBack,
        Joined::Already => return Ok(()),
    };
    tell(connection, url, email, membership, now).await
}

/// Leaves the list; the service is told of who was on it. `false` when the address is not on it.
pub(in crate::routes) async fn leave(
    connection: &mut Connection<'_>,
    url: Option<&str>,
    email: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let left = mailing_list::leave(connection, email, now).await?;
    if left {
        tell(connection, url, email, Membership::Leaves, now).await?;
    }
    Ok(left)
}

async fn tell(
    connection: &mut Connection<'_>,
    url: Option<&str>,
    email: &str,
    membership: Membership,
    now: i64,
) -> Result<(), ApiError> {
    let Some(url) = url else { return Ok(()) };
    let id = token::new_id();
    let handover = Handover {
        service: Service::Audience,
        url: url.to_owned(),
        submission_id: id.clone(),
        form_name: SOURCE.to_owned(),
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
