//! Logging out.

use super::carts::copy_cart;
use crate::extract::visitor::Visitor;

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::record::{self, Event};
use crate::repository::session::{self, Session};
use crate::token;

/// Ends the session of a call. With `clone_cart` the person's cart stays as a copy of its own for the anonymous visitor
/// the token that opens it, when there was one to copy.
pub async fn log_out(
    context: &Context,
    visitor: &Visitor,
    session: Option<Session>,
    clone_cart: bool,
) -> Result<Option<String>, ApiError> {
    let hash = visitor.session_token.as_deref().map(token::hash);
    let actor = session.as_ref().map(|session| visitor.account(&session.id, &session.email));
    let (member, now) = (session.map(|session| session.id), context.clock.now_ms());
    let copy = token::opaque();
    let copy_hash = token::hash(&copy);
    let copied = context
        .db
        .write(async move |connection| {
            if let Some(hash) = &hash {
                session::end(connection, hash).await?;
            }
            let copied = match member.as_deref().filter(|_| clone_cart) {
                Some(member) => copy_cart(connection, member, &copy_hash, now).await?,
                None => false,
            };
            if let (Some(actor), Some(member)) = (&actor, &member) {
                record::write(connection, actor, Event::new(record::Kind::LogOut, member), now).await?;
            }
            Ok(copied)
        })
        .await?;
    Ok(copied.then_some(copy))
}
