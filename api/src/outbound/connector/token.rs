//! The token of a service account: a signed statement (RS256) is exchanged for it and kept until it is nearly over.

use crate::outbound::email::Undelivered;
use crate::outbound::hook::Hooks;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::Method;
use serde::{Deserialize, Serialize};
use std::fmt;
use tokio::sync::Mutex;

/// What the account may do with the token: rows of sheets.
const SCOPE: &str = "https://www.googleapis.com/auth/spreadsheets";
/// How long a statement holds, in seconds; the longest that is taken.
const HOLDS: i64 = 3600;
/// A token that ends sooner than this, in seconds, is asked for anew.
const NEARLY_OVER: i64 = 60;

/// An account of a program, from the file its service gave to the owner.
pub struct ServiceAccount {
    email: String,
    token_url: String,
    key: EncodingKey,
    /// The token, and when it ends; epoch seconds.
    kept: Mutex<Option<(String, i64)>>,
}

impl fmt::Debug for ServiceAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ServiceAccount").field("email", &self.email).finish_non_exhaustive()
    }
}

/// Why a text is no service account.
#[derive(Debug, thiserror::Error)]
pub enum ServiceAccountProblem {
    /// It is not the file.
    #[error("LOGGIA_SHEET_ACCOUNT is not the JSON of a service account: {0}")]
    Json(#[from] serde_json::Error),
    /// Its key cannot be read.
    #[error("the private_key of LOGGIA_SHEET_ACCOUNT is not an RSA key in PKCS #8")]
    Key,
}

#[derive(Deserialize)]
struct File {
    client_email: String,
    private_key: String,
    token_uri: String,
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
    expires_in: i64,
}

impl ServiceAccount {
    /// Reads the file's text.
    ///
    /// # Errors
    /// [`ServiceAccountProblem`].
    pub fn read(text: &str) -> Result<Self, ServiceAccountProblem> {
        let file: File = serde_json::from_str(text)?;
        let key =
            EncodingKey::from_rsa_pem(file.private_key.as_bytes()).map_err(|_| ServiceAccountProblem::Key)?;
        // The key is taken apart only when it signs.
        Claims { iss: &file.client_email, scope: SCOPE, aud: &file.token_uri, iat: 0, exp: 0 }
            .signed(&key)
            .map_err(|_| ServiceAccountProblem::Key)?;
        Ok(ServiceAccount {
            email: file.client_email,
            token_url: file.token_uri,
            key,
            kept: Mutex::new(None),
        })
    }

    /// A token that holds.
    pub(super) async fn token(&self, http: &Hooks, now_ms: i64) -> Result<String, Undelivered> {
        let now = now_ms.div_euclid(1000);
        let mut kept = self.kept.lock().await;
        if let Some((token, _)) = kept.as_ref().filter(|(_, over)| *over > now + NEARLY_OVER) {
            return Ok(token.clone());
        }
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")
            .append_pair("assertion", &self.statement(now)?)
            .finish();
        let request = http
            .request(Method::POST, &self.token_url)?
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(body);
        let answer = http.call(request, &self.token_url).await?;
        let token: Token =
            serde_json::from_value(answer).map_err(|_| Undelivered::Later("no token was given".into()))?;
        *kept = Some((token.access_token.clone(), now + token.expires_in));
        Ok(token.access_token)
    }

    /// Who asks, for what, until when; signed.
    fn statement(&self, now: i64) -> Result<String, Undelivered> {
        Claims { iss: &self.email, scope: SCOPE, aud: &self.token_url, iat: now, exp: now + HOLDS }
            .signed(&self.key)
            .map_err(|_| Undelivered::Later("the statement could not be signed".into()))
    }
}

/// What the account states, in the claims' own names; times are epoch seconds.
#[derive(Serialize)]
struct Claims<'text> {
    iss: &'text str,
    scope: &'text str,
    aud: &'text str,
    iat: i64,
    exp: i64,
}

impl Claims<'_> {
    fn signed(&self, key: &EncodingKey) -> jsonwebtoken::errors::Result<String> {
        jsonwebtoken::encode(&Header::new(Algorithm::RS256), self, key)
    }
}
