//! Setting up a second factor: by somebody signed in, or by a log-in that waits for the first one.

use super::factors::{of, word};
use crate::extract::visitor::Visitor;
use crate::usecase::session::begin::Begun;
use crate::usecase::session::confirm;
use crate::usecase::session::second_step::{self, Waiting};

use crate::context::Context;
use crate::emails::account::Change;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::factors::totp::{self};
use crate::factors::{self, Holder, passkey, recovery};
use crate::rates::Class;
use crate::repository::factor;
use crate::repository::record::{self, Event, Kind};
use serde_json::Value;

/// Who sets a factor up.
pub enum Caller {
    /// Somebody signed in, who proved lately who they are.
    SignedIn(Holder),
    /// A log-in that waits for its first factor.
    Waiting(Box<Waiting>),
}

impl Caller {
    /// Of a call: `who` is the person signed in, or why nobody is.
    ///
    /// # Errors
    /// 401; `confirm-again`; `no-account`.
    pub async fn of(
        context: &Context,
        visitor: &Visitor,
        who: Result<SignedIn, ApiError>,
    ) -> Result<Self, ApiError> {
        match who {
            Ok(who) => Self::signed_in(context, visitor, &who),
            Err(why) => Self::waiting(context, visitor, why).await,
        }
    }

    fn signed_in(context: &Context, visitor: &Visitor, who: &SignedIn) -> Result<Self, ApiError> {
        let holder = confirm::holder(visitor, who)?;
        who.recently(context)?;
        Ok(Caller::SignedIn(holder))
    }

    async fn waiting(context: &Context, visitor: &Visitor, why: ApiError) -> Result<Self, ApiError> {
        if why.code() != "unauthorized" {
            return Err(why);
        }
        let waiting = second_step::waiting(context, visitor).await.map_err(|_| why)?;
        // Anyone who knows the password alone adds nothing to an account that has a factor.
        if !waiting.sets_up || of(context, &waiting.holder.id).await?.any() {
            return Err(second_step::over());
        }
        Ok(Caller::Waiting(Box::new(waiting)))
    }

    /// Whose account it is.
    pub fn holder(&self) -> &Holder {
        match self {
            Caller::SignedIn(holder) => holder,
            Caller::Waiting(waiting) => &waiting.holder,
        }
    }
}

/// A new factor, and the session that it completed.
pub struct Added {
    /// Ten codes, when it is the first.
    pub codes: Option<Vec<String>>,
    /// The session that began, when a log-in waited for the factor.
    pub begun: Option<Begun>,
}

/// A factor was added: codes with the first one, an email, a line in the record, and a session for a log-in that waited for it.
async fn added(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    caller: Caller,
    change: Change,
) -> Result<Added, ApiError> {
    let holder = caller.holder().clone();
    let actor = visitor.account(&holder.id, &holder.email);
    let (now, fresh) = (context.clock.now_ms(), recovery::codes());
    let codes = context
        .db
        .write(async move |connection| {
            let is_first = factor::codes_left(connection, &holder.id).await? == 0;
            if is_first {
                recovery::renew(connection, &holder.id, &fresh, now).await?;
            }
            let event = Event::new(Kind::SecondFactorAdded, &holder.id).with("kind", word(change));
            record::write(connection, &actor, event, now).await?;
            Ok(is_first.then(|| fresh.clone()))
        })
        .await?;
    factors::tell_change(context, &caller.holder().email, change).await?;
    let begun = match caller {
        Caller::SignedIn(..) => None,
        Caller::Waiting(waiting) => Some(second_step::complete(context, visitor, shopper, *waiting).await?),
    };
    Ok(Added { codes, begun })
}

/// Takes the first code of an authenticator app, which counts from now on.
///
/// # Errors
/// `wrong-code`; `too-many-requests`.
pub async fn add_totp(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    caller: Caller,
    code: &str,
) -> Result<Added, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "factor").await?;
    totp::confirm(context, &caller.holder().id, code).await?;
    added(context, visitor, shopper, caller, Change::TotpAdded).await
}

/// Keeps a passkey that the browser has made: its name, and what the browser answered.
///
/// # Errors
/// `wrong-passkey`.
pub async fn add_passkey(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    caller: Caller,
    made: (&str, &Value),
) -> Result<Added, ApiError> {
    passkey::finish_adding(context, caller.holder(), made).await?;
    added(context, visitor, shopper, caller, Change::PasskeyAdded).await
}
