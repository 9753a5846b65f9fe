//! Ten codes on paper, for the day when everything else is lost: each holds once.

use super::holder::{Holder, tell, wrong_code};
use crate::context::Context;
use crate::error::ApiError;
use crate::letters;
use crate::repository::record::{self, Actor, Client, Event, Kind};
use crate::repository::{Connection, factor};
use crate::token::{self, TokenHash};

/// How many there are.
pub const HOW_MANY: usize = 10;

/// What is kept of a code, however it was typed.
fn hash(site_user_id: &str, code: &str) -> TokenHash {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    token::hash(&format!("{site_user_id} {}", plain.to_ascii_uppercase()))
}

/// Ten new codes in place of those of before, in the transaction that needs them. They are shown once.
pub async fn renew(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    codes: &[String],
    now: i64,
) -> Result<(), ApiError> {
    let hashes: Vec<TokenHash> = codes.iter().map(|code| hash(site_user_id, code)).collect();
    factor::put_codes(connection, site_user_id, &hashes, now).await
}

/// Ten codes.
pub fn codes() -> Vec<String> {
    (0..HOW_MANY).map(|_| token::recovery_code()).collect()
}

/// Uses up a code of the account, and tells its address. `from` is who gave it, for the record.
///
/// # Errors
/// `wrong-code`.
pub async fn spend(context: &Context, holder: &Holder, from: &Client, code: &str) -> Result<(), ApiError> {
    let (hash, now) = (hash(&holder.id, code), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let (id, email) = (holder.id.clone(), holder.email.clone());
    let actor = Actor::account(&id, &email, from.clone());
    let spent = context
        .db
        .write(async move |connection| {
            if !factor::spend_code(connection, &id, &hash).await? {
                return Ok(false);
            }
            let left = factor::codes_left(connection, &id).await?;
            tell(connection, &letters::account::recovery_code_used(&published, &email, left), now).await?;
            let event = Event::new(Kind::RecoveryCodeUsed, &id).with("left", left);
            record::write(connection, &actor, event, now).await?;
            Ok(true)
        })
        .await?;
    if spent { Ok(()) } else { Err(wrong_code()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_182_a_code_is_the_same_however_it_is_typed() {
        assert_eq!(hash("ann", "ABCD-EFGH-JKLM-NPQR"), hash("ann", " abcdefgh jklm-npqr"));
        assert_ne!(hash("ann", "ABCD-EFGH-JKLM-NPQR"), hash("bob", "ABCD-EFGH-JKLM-NPQR"));
        let all = codes();
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), HOW_MANY);
    }
}
