//! What is written to people about their account. The reader of one of these emails reads the address it went to, and
//! that is what its key proves.

use super::name;
use crate::outbound::email::EmailMessage;
use crate::published::Published;

/// Why an email with a key is sent.
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

/// An email with a key that lets its reader choose a password. `hours` is how long the key holds.
pub fn key(published: &Published, email: &str, reason: Reason, key: &str, hours: i64) -> EmailMessage {
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
    EmailMessage {
        to: email.to_owned(),
        subject,
        text: format!("{begin}\n\n{address}\n\nThe address holds for {time} and works once.\n\n{end}\n"),
        ..EmailMessage::default()
    }
}

/// What became of somebody's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was taken away.
    PasskeyRemoved,
    /// An authenticator app was set up.
    TotpAdded,
    /// The authenticator app was taken away.
    TotpRemoved,
    /// There are new recovery codes.
    NewCodes,
    /// Everything was taken away by the operator of the server.
    Reset,
}

/// What to do when it was somebody else.
const NOT_YOU: &str = "If it was not you, somebody else is in your account: choose a new password with \"Forgotten password\" at \
                       once, and write to us.";

fn about(published: &Published, email: &str, subject: &str, text: &str) -> EmailMessage {
    EmailMessage {
        to: email.to_owned(),
        subject: format!("{}: {subject}", name(published)),
        text: format!("{text}\n\n{NOT_YOU}\n"),
        ..EmailMessage::default()
    }
}

/// The second factor was changed.
pub fn factor_changed(published: &Published, email: &str, change: Change) -> EmailMessage {
    let what = match change {
        Change::PasskeyAdded => "A passkey was added to your account.",
        Change::PasskeyRemoved => "A passkey was removed from your account.",
        Change::TotpAdded => "An authenticator app was added to your account.",
        Change::TotpRemoved => "The authenticator app was removed from your account.",
        Change::NewCodes => "New recovery codes were made for your account. Those of before hold no more.",
        Change::Reset => {
            "Every passkey, authenticator app and recovery code was removed from your account on the server, and every \
             session was ended."
        }
    };
    about(published, email, "your log-in was changed", what)
}

/// A recovery code was used; `left` are still there.
pub fn recovery_code_used(published: &Published, email: &str, left: i64) -> EmailMessage {
    let text = format!("A recovery code of your account was used. {left} are left.");
    about(published, email, "a recovery code was used", &text)
}

/// Somebody logged in from a browser that was not seen before. `when` is a moment as people read it.
pub fn new_device(
    published: &Published,
    email: &str,
    (device, place, when): (&str, &str, &str),
) -> EmailMessage {
    let text = format!(
        "Somebody logged in to your account with a browser that was not used for it before.\n\nWith: {device}\nFrom: {place}\nWhen: {when}"
    );
    about(published, email, "a log-in from a new device", &text)
}

/// Somebody knew the password, and gave too many wrong codes.
pub fn wrong_codes(
    published: &Published,
    email: &str,
    (device, place, when): (&str, &str, &str),
) -> EmailMessage {
    let text = format!(
        "Somebody gave the password of your account, and then too many wrong codes. They were not let in.\n\nWith: {device}\nFrom: {place}\nWhen: {when}"
    );
    about(published, email, "wrong codes at a log-in", &text)
}

/// An administrator changed what somebody may do. `roles` are their names.
pub fn roles_changed(published: &Published, email: &str, roles: &[String]) -> EmailMessage {
    let shop = name(published);
    let now = if roles.is_empty() {
        "You have no role there any more.".to_owned()
    } else {
        format!("Your roles are now: {}.", roles.join(", "))
    };
    EmailMessage {
        to: email.to_owned(),
        subject: format!("{shop}: your roles were changed"),
        text: format!(
            "An administrator of {shop} changed what your account may do. {now}\n\nEvery session of the account was ended: log in once more.\n"
        ),
        ..EmailMessage::default()
    }
}

/// The password was changed.
pub fn password_changed(published: &Published, email: &str) -> EmailMessage {
    EmailMessage {
        to: email.to_owned(),
        subject: format!("{}: your password was changed", name(published)),
        text: "The password of your account was changed, and every session was ended.\n\n\
               If it was not you, choose a new one with \"Forgotten password\" at once, and write to us.\n"
            .to_owned(),
        ..EmailMessage::default()
    }
}
