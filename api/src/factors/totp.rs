//! Authenticator apps: six digits that change every thirty seconds (RFC 6238). Each counts once, and one step before or after
//! the server's clock.

use super::holder::{Holder, wrong_code};
use super::seal;
use crate::clock::{HOUR, MINUTE};
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::factor;
use actix_web::http::StatusCode;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};
use totp_rs::{Builder, Totp};
use utoipa::ToSchema;

/// How many digits a code has.
pub const DIGITS: usize = 6;
/// Bytes of a secret.
const SECRET: usize = 20;
/// So many wrong codes in a row are looked at without a pause.
const FREE: i64 = 5;

/// What an authenticator app is given, once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpSecret {
    /// To be typed into the app, in base 32.
    pub secret: String,
    /// The same as an address that opens the app.
    pub url: String,
    /// The same as a picture for its camera: SVG.
    pub qr: String,
}

fn app(secret: Vec<u8>, named: Option<(&str, &str)>) -> Result<Totp, ApiError> {
    let mut builder = Builder::new().with_secret(secret);
    if let Some((issuer, account)) = named {
        // Neither may have a colon: it stands between both.
        builder =
            builder.with_issuer(Some(issuer.replace(':', " "))).with_account_name(account.replace(':', " "));
    }
    builder.build().map_err(|fault| ApiError::Internal(fault.to_string().into()))
}

/// Makes a secret for an account, which counts once a code of it comes back.
///
/// # Errors
/// `totp-is-there` when the account has one that counts.
pub async fn start(context: &Context, holder: &Holder) -> Result<TotpSecret, ApiError> {
    let bytes: [u8; SECRET] = rand::random();
    let published = context.publications.newest(&context.db).await?;
    let title = published.catalog.website.title.trim();
    let issuer = if title.is_empty() { "Loggia" } else { title };
    let totp = app(bytes.to_vec(), Some((issuer, &holder.email)))?;
    let url = totp.to_url().map_err(|fault| ApiError::Internal(fault.to_string().into()))?;
    let picture =
        QrCode::new(url.as_bytes()).map_err(|fault| ApiError::Internal(fault.to_string().into()))?;
    let qr = picture.render::<svg::Color<'_>>().min_dimensions(220, 220).build();
    let sealed = seal::seal(&context.secret, &holder.id, &bytes)?;
    let (id, now) = (holder.id.clone(), context.clock.now_ms());
    if !context
        .db
        .write(async move |connection| factor::put_totp(connection, &id, &sealed, now).await)
        .await?
    {
        return Err(ApiError::refused(
            StatusCode::CONFLICT,
            "totp-is-there",
            "There is an authenticator app already. Remove it before you set up another.",
        ));
    }
    // What stands before the picture itself is for files of its own.
    let qr = qr.find("<svg").map_or_else(String::new, |begin| qr[begin..].to_owned());
    Ok(TotpSecret { secret: totp.secret().to_base32(), url, qr })
}

/// What became of a code.
enum Looked {
    Right,
    Wrong,
    /// None is looked at before this moment.
    Paused(i64),
}

/// Passes anyone who gives a code of the account's app.
///
/// # Errors
/// `wrong-code`; 429 during a pause.
pub async fn prove(context: &Context, site_user_id: &str, code: &str) -> Result<(), ApiError> {
    look(context, site_user_id, code, false).await
}

/// The app counts from now on: it has given a right code.
///
/// # Errors
/// `wrong-code`; 429 during a pause.
pub async fn confirm(context: &Context, site_user_id: &str, code: &str) -> Result<(), ApiError> {
    look(context, site_user_id, code, true).await
}

async fn look(context: &Context, site_user_id: &str, code: &str, is_first: bool) -> Result<(), ApiError> {
    let (id, now, secret) = (site_user_id.to_owned(), context.clock.now_ms(), context.secret.clone());
    let code: String = code.split_whitespace().collect();
    let looked = context
        .db
        .write(async move |connection| {
            let stored = factor::totp(connection, &id).await?;
            let Some(stored) = stored.filter(|stored| stored.is_confirmed != is_first) else {
                return Ok(Looked::Wrong);
            };
            // Counted first: of many guesses at once none is looked at that comes after a pause began.
            let Some(tries) = factor::try_code(connection, &id, now).await? else {
                return Ok(Looked::Paused(factor::paused_until(connection, &id).await?));
            };
            if tries >= FREE {
                factor::pause(connection, &id, now + pause(tries)).await?;
            }
            let totp = app(seal::open(&secret, &id, &stored.sealed)?, None)?;
            let Some(step) = totp.check(&code, u64::try_from(now / 1000).unwrap_or_default()) else {
                return Ok(Looked::Wrong);
            };
            if !factor::spend_step(connection, &id, i64::try_from(step).unwrap_or(i64::MAX)).await? {
                return Ok(Looked::Wrong);
            }
            if is_first && !factor::confirm_totp(connection, &id, now).await? {
                return Ok(Looked::Wrong);
            }
            factor::forgive(connection, &id).await?;
            Ok(Looked::Right)
        })
        .await?;
    match looked {
        Looked::Right => Ok(()),
        Looked::Wrong => Err(wrong_code()),
        Looked::Paused(until) => Err(ApiError::TooManyRequests {
            message: "Too many wrong codes. Wait a while, or use a recovery code or a passkey.".into(),
            retry_after: u64::try_from((until - now) / 1000).unwrap_or_default().max(1),
        }),
    }
}

/// How long no code is looked at after so many wrong ones: a minute, and each time twice as long up to an hour.
fn pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries - FREE).unwrap_or(0).min(6);
    (MINUTE << doublings).min(HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, the last six digits for SHA-1.
    #[test]
    fn s_181_the_digits_are_those_of_the_standard() {
        let totp = app(b"12345678901234567890".to_vec(), None).unwrap();
        for (time, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (2_000_000_000, "279037")]
        {
            assert_eq!(totp.generate(time).to_string(), code);
            assert!(totp.check(code, time).is_some());
            assert!(totp.check(code, time + 30).is_some() && totp.check(code, time - 30).is_some());
            assert!(
                totp.check(code, time + 90).is_none() && totp.check(code, time.saturating_sub(90)).is_none()
                    || time < 90
            );
        }
    }

    #[test]
    fn s_183_pauses_grow_to_an_hour() {
        let pauses: Vec<i64> = (5..14).map(|tries| pause(tries) / MINUTE).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }
}
