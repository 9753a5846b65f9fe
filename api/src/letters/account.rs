//! What is written to people about their account. Whoever reads one of these letters reads the address it went to, and
//! that is what its key proves.

use super::name;
use crate::outbound::mail::Letter;
use crate::published::Published;

/// Why a letter with a key is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Somebody wants an account for the address.
    Join,
    /// The owner gives an account to the address.
    Invitation,
    /// The password is forgotten.
    Forgotten,
    /// Somebody wants an account for an address that has one.
    HasOne,
}

/// A letter with a key that lets its reader choose a password. `hours` is how long the key holds.
pub fn key(published: &Published, email: &str, reason: Reason, key: &str, hours: i64) -> Letter {
    let shop = name(published);
    // Behind the `#`: what stands there is sent to no server and stands in no log.
    let address = format!("{}/account#key={key}", published.catalog.website.base_url.trim_end_matches('/'));
    let (subject, begin, end) = match reason {
        Reason::Join => (
            format!("{shop}: your account"),
            format!("You can now choose the password of your account at {shop}:"),
            "If you did not ask for an account, do nothing: there is none without a password.",
        ),
        Reason::Invitation => (
            format!("{shop}: an account for you"),
            format!("{shop} has made an account for you. Choose its password here:"),
            "If you do not want it, do nothing: it cannot be used without a password.",
        ),
        Reason::Forgotten => (
            format!("{shop}: a new password"),
            "You can choose a new password here:".to_owned(),
            "If you did not ask for it, do nothing: your password stays as it is.",
        ),
        Reason::HasOne => (
            format!("{shop}: you have an account"),
            "Somebody asked for an account with your address, which has one already. If it was you and you do not know the \
             password any more, choose a new one here:"
                .to_owned(),
            "Otherwise do nothing: your password stays as it is.",
        ),
    };
    let time = if hours == 1 { "an hour".to_owned() } else { format!("{hours} hours") };
    Letter {
        to: email.to_owned(),
        subject,
        text: format!("{begin}\n\n{address}\n\nThe address holds for {time} and works once.\n\n{end}\n"),
        ..Letter::default()
    }
}

/// The password was changed.
pub fn password_changed(published: &Published, email: &str) -> Letter {
    Letter {
        to: email.to_owned(),
        subject: format!("{}: your password was changed", name(published)),
        text: "The password of your account was changed, and every session was ended.\n\n\
               If it was not you, choose a new one with \"Forgotten password\" at once, and write to us.\n"
            .to_owned(),
        ..Letter::default()
    }
}
