//! Withdrawal from a contract (Directive 2011/83/EU, article 11a): a consumer declares it, it is acknowledged at once by
//! letter with its day and time, and the owner finds it. Nothing is decided about it here, and nobody learns from an answer
//! whether an order is known.

use crate::clock::{DAY, MINUTE};
use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::withdrawal::{self, StoredWithdrawal};
use crate::repository::{Connection, outbox};
use crate::roles::Right;
use crate::token;
use crate::usecase::paging::{After, ONE_MORE, Page, page};
use loggia_commerce::forms::{Email, EmailProblem};

pub use crate::emails::LetterWords;

/// The longest of each answer, in characters.
const LONGEST_NAME: usize = 200;
const LONGEST_ORDER: usize = 100;
/// The longest list of goods.
pub const LONGEST_GOODS: usize = 2000;
/// The button pressed twice within this time declares one withdrawal.
const TWICE: i64 = 10 * MINUTE;
/// How many acknowledgements go to one address a day: whoever types the address is not always its owner. What is declared
/// beyond them is kept all the same, and shown on the page with its time.
const LETTERS_A_DAY: i64 = 5;

/// What somebody declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declaration {
    /// Their name.
    pub name: String,
    /// The order, as they know it.
    pub order: String,
    /// Where the acknowledgement goes.
    pub email: String,
    /// Which goods; "" for all.
    pub goods: String,
}

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is missing.
    Missing,
    /// It is longer than it may be.
    TooLong,
    /// It is no e-mail address.
    NoEmail,
}

impl Declaration {
    /// What is wrong, by the name of the field.
    #[must_use]
    pub fn faults(&self) -> Vec<(&'static str, Wrong)> {
        let mut faults = Vec::new();
        let fields = [("name", &self.name, LONGEST_NAME), ("order", &self.order, LONGEST_ORDER)];
        for (field, text, longest) in fields {
            if text.trim().is_empty() {
                faults.push((field, Wrong::Missing));
            } else if text.chars().count() > longest {
                faults.push((field, Wrong::TooLong));
            }
        }
        match Email::parse(&self.email) {
            Ok(_) => {}
            Err(EmailProblem::Blank) => faults.push(("email", Wrong::Missing)),
            Err(EmailProblem::Invalid) => faults.push(("email", Wrong::NoEmail)),
        }
        if self.goods.chars().count() > LONGEST_GOODS {
            faults.push(("goods", Wrong::TooLong));
        }
        faults
    }
}

/// Takes a declaration: keeps it, acknowledges it by letter, tells the owner. When it was taken, in milliseconds.
///
/// # Errors
/// `invalid-fields` for a declaration that says too little. Never because no order fits.
pub async fn declare(
    context: &Context,
    declaration: Declaration,
    (language, words): (&str, LetterWords),
) -> Result<i64, ApiError> {
    let faults = declaration.faults();
    if !faults.is_empty() {
        let errors =
            faults.into_iter().map(|(field, _)| (field.to_owned(), "This cannot be used.".to_owned()));
        let message = "Please look at what you filled in.".into();
        return Err(ApiError::Fields { message, errors: errors.collect() });
    }
    let now = context.clock.now_ms();
    let published = context.publications.newest(&context.db).await?;
    let one = StoredWithdrawal {
        id: token::new_id(),
        declared_at: now,
        name: plain(&declaration.name),
        order_name: plain(&declaration.order),
        email: declaration.email.trim().to_lowercase(),
        goods: declaration.goods.trim().to_owned(),
        language: language.to_owned(),
        order_id: None,
        acknowledged: true,
        handled_at: None,
    };
    context
        .db
        .write(async move |connection| {
            if let Some(earlier) = withdrawal::same(connection, &one, now - TWICE).await? {
                return Ok(earlier.declared_at);
            }
            let letters = withdrawal::letters_since(connection, &one.email, now - DAY).await?;
            let typed = one.order_name.trim_start_matches('#').trim().to_lowercase();
            let one = StoredWithdrawal {
                order_id: withdrawal::fitting(connection, &typed, &one.email).await?,
                acknowledged: letters < LETTERS_A_DAY,
                ..one.clone()
            };
            withdrawal::add(connection, &one).await?;
            let mut letters = Vec::new();
            if one.acknowledged {
                letters.push(("withdrawal", emails::withdrawal(&published, &one, words)));
            }
            if let Some(owner) = published.catalog.website.owner_email.as_deref() {
                letters.push(("withdrawal-owner", emails::withdrawal_for_owner(&published, &one, owner)));
            }
            for (cause, letter) in letters {
                let cause = format!("{cause}-{}", one.id);
                outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await?;
            }
            let event = Event::new(Kind::Withdrawal, &one.id).with("orderId", one.order_id.clone());
            record::write(connection, &Actor::shop(), event.about(&one.email), now).await?;
            Ok(now)
        })
        .await
}

/// One line without control characters.
fn plain(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A page of withdrawals for the owner, the newest first.
///
/// # Errors
/// A cursor of another list; nobody with the right to see it.
pub async fn list(
    who: &SignedIn,
    context: &Context,
    cursor: &str,
) -> Result<Page<StoredWithdrawal>, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        withdrawal::list(connection, after.part(0), ONE_MORE).await
    };
    page(context, (who, Right::ManageStore), cursor, load, |row| vec![&row.id]).await
}

/// The owner is done with one.
///
/// # Errors
/// There is none of this id; nobody with the right to it.
pub async fn handle(who: SignedIn, context: &Context, id: &str) -> Result<(), ApiError> {
    who.must(Right::ManageStore)?;
    let (id, now) = (id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let email = withdrawal::email_of(connection, &id).await?;
            let email = email.ok_or_else(|| ApiError::not_found("Not found"))?;
            if !withdrawal::handle(connection, &id, now).await? {
                return Ok(());
            }
            let event = Event::new(Kind::WithdrawalHandled, &id).about(&email);
            record::write(connection, &who.actor(), event, now).await
        })
        .await
}
