//! The second factor of an account: passkeys, an authenticator app, recovery codes.
//!
//! Whatever proves something is counted before it is looked at and used up when it was right, so that no two calls at once
//! get more tries than one after the other, and nothing is right twice.

mod holder;
pub mod passkey;
pub mod recovery;
mod seal;
pub mod totp;

pub use holder::{Holder, tell, wrong_code};

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::repository::record::Client;
use crate::repository::{Connection, factor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What somebody gives as second factor: one of both.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Proof {
    /// The six digits of an authenticator app, or a recovery code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What the browser's passkey answered.
    #[schema(value_type = Option<Object>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passkey: Option<Value>,
}

/// The kinds of factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A passkey.
    Passkey,
    /// The six digits of an authenticator app.
    Totp,
    /// One of ten codes on paper.
    RecoveryCode,
}

/// What proved who somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// A passkey, by its credential's id.
    Passkey(String),
    /// The authenticator app.
    Totp,
    /// A recovery code, which is used up.
    RecoveryCode,
}

/// What an account has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    /// How many passkeys.
    pub passkeys: usize,
    /// A confirmed authenticator app.
    pub totp: bool,
    /// Recovery codes that were not used.
    pub codes: i64,
}

impl Factors {
    /// What an account has now.
    pub async fn of(connection: &mut Connection<'_>, site_user_id: &str) -> Result<Self, ApiError> {
        Ok(Factors {
            passkeys: factor::passkeys(connection, site_user_id).await?.len(),
            totp: factor::totp(connection, site_user_id).await?.is_some_and(|totp| totp.is_confirmed),
            codes: factor::codes_left(connection, site_user_id).await?,
        })
    }

    /// Whether there is one; recovery codes alone do not count.
    pub fn any(self) -> bool {
        self.totp || self.passkeys > 0
    }

    /// What may be given.
    pub fn kinds(self) -> Vec<Kind> {
        let all = [
            (self.passkeys > 0, Kind::Passkey),
            (self.totp, Kind::Totp),
            (self.any() && self.codes > 0, Kind::RecoveryCode),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, kind)| kind).collect()
    }
}

/// Passes anyone who gives a second factor of the account; what was given is used up. `purpose` is what a passkey was asked for,
/// `from` whence the call comes.
///
/// # Errors
/// `wrong-code`, `wrong-passkey`; 429 during a pause after wrong codes.
pub async fn prove(
    context: &Context,
    holder: &Holder,
    purpose: &'static str,
    proof: &Proof,
    from: &Client,
) -> Result<Proved, ApiError> {
    if let Some(answer) = &proof.passkey {
        return passkey::prove(context, holder, purpose, answer).await.map(Proved::Passkey);
    }
    let code: String = proof.code.as_deref().unwrap_or_default().split_whitespace().collect();
    if code.len() == totp::DIGITS && code.bytes().all(|digit| digit.is_ascii_digit()) {
        totp::prove(context, &holder.id, &code).await?;
        return Ok(Proved::Totp);
    }
    recovery::spend(context, holder, from, &code).await?;
    Ok(Proved::RecoveryCode)
}

/// Tells the address of an account that its second factor is not what it was.
pub async fn tell_change(
    context: &Context,
    email: &str,
    change: emails::account::Change,
) -> Result<(), ApiError> {
    let (published, now) = (context.publications.newest(&context.db).await?, context.clock.now_ms());
    let email_message = emails::account::factor_changed(&published, email, change);
    context.db.write(async move |connection| tell(connection, &email_message, now).await).await
}
