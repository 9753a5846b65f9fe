//! Who is on the mailing list, and taking somebody off it.

use super::note::note;
use crate::usecase::paging::{After, ONE_MORE, page};

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::lists::Lists;
use crate::repository::Connection;
use crate::repository::mailing_list::{self, Member};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A page of the mailing list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailingListPage {
    /// By address.
    pub members: Vec<MailingListMember>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Somebody on the mailing list.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailingListMember {
    /// In lower case.
    pub email: String,
    /// Where the request came from: `restock`, or `form` and the form's id.
    pub source: String,
    /// Epoch milliseconds.
    pub joined_on: i64,
}

impl From<Member> for MailingListMember {
    fn from(member: Member) -> Self {
        MailingListMember { email: member.email, source: member.source, joined_on: member.created_at }
    }
}

/// A page of the mailing list, by address.
///
/// # Errors
/// `forbidden`; `malformed-cursor`.
pub async fn list(who: &SignedIn, context: &Context, cursor: &str) -> Result<MailingListPage, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        mailing_list::list(connection, after.part(0), ONE_MORE).await
    };
    let page =
        page(context, (who, Right::EditCampaigns), cursor, load, |row| vec![row.email.as_str()]).await?;
    Ok(MailingListPage {
        has_next_page: page.has_next(),
        members: page.rows.into_iter().map(MailingListMember::from).collect(),
        next_page_cursor: page.next,
    })
}

/// Takes somebody off the mailing list, at the owner's mailing service as well; they may join again themselves.
///
/// # Errors
/// `forbidden`; `not-found`.
pub async fn remove(who: SignedIn, context: &Context, email: &str) -> Result<(), ApiError> {
    who.must(Right::EditCampaigns)?;
    let (now, email) = (context.clock.now_ms(), email.to_lowercase());
    let lists = Lists::of(context).await?;
    context
        .db
        .write(async move |connection| {
            if !lists.leave(connection, &email, now).await? {
                return Err(ApiError::not_found("Not found"));
            }
            note(connection, &who, Event::new(Kind::RemoveMailingListMember, "").about(&email), now).await
        })
        .await
}
