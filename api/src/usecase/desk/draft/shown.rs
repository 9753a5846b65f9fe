//! A draft as the desk shows it, and the list of them.

use super::body::DraftBody;
use super::work_out::work_out;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::cart;
use crate::repository::draft::{self, StoredDraft};
use crate::shopping::Shopping;
use crate::usecase::cart::taxes::{self, When};
use loggia_commerce::Cart;

/// How many a page has.
const PAGE: usize = 50;
/// Behind every id: no id has this letter.
const LAST: &str = "z";

/// One draft.
#[derive(Debug)]
pub struct Shown {
    /// As it is stored.
    pub draft: StoredDraft,
    /// What was entered.
    pub body: DraftBody,
    /// What it comes to: while it can be paid as it was agreed on, else by today's rules. Empty where those refuse it.
    pub cart: Cart,
    /// Why it cannot be worked out any more.
    pub problem: Option<String>,
    /// Where it is paid; none while it cannot be.
    pub link: Option<String>,
}

/// One draft whole.
///
/// # Errors
/// 404 without one; faults of the store.
pub async fn one(context: &Context, id: &str) -> Result<Shown, ApiError> {
    let shown = known(context, id).await?;
    // A service that works out the taxes is asked outside of any transaction.
    if taxes::ask(context, &shown.cart, When::Shown).await? {
        return known(context, id).await;
    }
    Ok(shown)
}

async fn known(context: &Context, id: &str) -> Result<Shown, ApiError> {
    let now = context.clock.now_ms();
    context
        .db
        .read(async |connection| {
            let draft = draft::read(connection, id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            let body: DraftBody = serde_json::from_str(&draft.body)?;
            let is_kept = draft.is_open(now) || draft.order_id.is_some();
            let kept = if is_kept { cart_of(connection, context, id, now).await? } else { None };
            let made = match kept {
                Some(cart) => Ok(cart),
                None => work_out(connection, &context.publications, (id, &body), now)
                    .await
                    .map(|(shopping, _)| shopping.cart),
            };
            let (cart, problem) = match made {
                Ok(cart) => (cart, None),
                Err(fault @ ApiError::Internal(_)) => return Err(fault),
                Err(refusal) => (Cart::default(), Some(refusal.to_string())),
            };
            let published = context.publications.current();
            let links = context.publications.links();
            let until = draft.expires_at.filter(|_| draft.is_open(now) && !draft.is_placed);
            let link =
                until.map(|until| published.address_of(&links.payment((&draft.id, draft.version), until)));
            Ok(Shown { draft, body, cart, problem, link })
        })
        .await
}

/// The cart of a draft, as it was agreed on.
async fn cart_of(
    connection: &mut Connection<'_>,
    context: &Context,
    id: &str,
    now: i64,
) -> Result<Option<Cart>, ApiError> {
    let Some(stored) = cart::by_id(connection, id).await? else { return Ok(None) };
    let mut shopping = Shopping::open(connection, &context.publications, stored).await?;
    shopping.find_taxes(connection, now).await?;
    shopping.settle(now)?;
    Ok(Some(shopping.cart))
}

/// A page of drafts, newest first, and where the next one begins: those that are placed, or those that are not.
///
/// # Errors
/// A cursor of another list; faults of the store.
pub async fn list(
    context: &Context,
    are_placed: bool,
    cursor: &str,
) -> Result<(Vec<StoredDraft>, Option<String>), ApiError> {
    let wrong = || ApiError::bad_request("bad-cursor", "The cursor is none of this list.");
    let before = match cursor {
        "" => (i64::MAX, LAST),
        text => {
            let (moment, id) = text.split_once('.').ok_or_else(wrong)?;
            (moment.parse().map_err(|_| wrong())?, id)
        }
    };
    let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let read = async |connection: &mut Connection<'_>| {
        draft::list(connection, (before.0, before.1), are_placed, limit).await
    };
    let mut drafts = context.db.read(read).await?;
    let next = (drafts.len() > PAGE)
        .then(|| &drafts[PAGE - 1])
        .map(|last| format!("{}.{}", last.created_at, last.id));
    drafts.truncate(PAGE);
    Ok((drafts, next))
}
