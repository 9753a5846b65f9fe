//! What the staff do with a customer's file: they note something, and make one customer of two.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, brought, customer, customer_file, customer_group, imported};
use crate::usecase::mentions::{NewWords, Stands, Teller};
use crate::usecase::owner::note::note;

/// The most addresses of one customer.
const MOST_ADDRESSES: usize = 20;

/// The one spelling of an address.
fn spelling(email: &str) -> String {
    email.trim().to_ascii_lowercase()
}

/// The address under which a customer is known: somebody who bought, is in a group by hand, or came along.
async fn known(connection: &mut Connection<'_>, email: &str) -> Result<String, ApiError> {
    let main = customer_file::main_of(connection, &spelling(email)).await?;
    let bought = customer::last(connection, &main).await?.is_some_and(|last| last.email.contains('@'));
    if bought || !customer_group::of_person(connection, &main).await?.is_empty() {
        return Ok(main);
    }
    let came = imported::person(connection, &main).await?.is_some();
    if came || brought::count_of(connection, &main).await? > 0 {
        return Ok(main);
    }
    Err(ApiError::refused(
        StatusCode::NOT_FOUND,
        "customer-missing",
        "Nobody bought with this address. Please check how it is written.",
    ))
}

/// Notes something about a customer, for the staff.
///
/// # Errors
/// `customer-missing`; `no-such-colleague`.
pub async fn add_note(
    context: &Context,
    who: SignedIn,
    email: &str,
    words: NewWords,
) -> Result<(), ApiError> {
    let (email, now) = (email.to_owned(), context.clock.now_ms());
    let teller = Teller::of(context).await?;
    let write = async move |connection: &mut Connection<'_>| {
        let main = known(connection, &email).await?;
        let note_id = customer_file::add_note(connection, &main, (who.name(), words.text()), now).await?;
        words.write(connection, (&who, &teller), (&note_id, Stands::Customer), now).await?;
        let event = Event::new(Kind::NoteCustomer, "customer").about(&main).words(&words.without_names());
        note(connection, &who, event, now).await
    };
    context.db.write(write).await
}

/// Takes a note about a customer away.
///
/// # Errors
/// 404 for one that is not there.
pub async fn remove_note(context: &Context, who: SignedIn, id: &str) -> Result<(), ApiError> {
    let (id, now) = (id.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let about = customer_file::remove_note(connection, &id).await?;
        let about = about.ok_or_else(|| ApiError::not_found("Not found"))?;
        note(connection, &who, Event::new(Kind::RemoveCustomerNote, "customer").about(&about), now).await
    };
    context.db.write(write).await
}

/// Makes one customer of two: the second's addresses become other addresses of the first. Orders, letters and consents stay as they
/// are, and an account stays with the address that it has.
///
/// # Errors
/// `customer-missing`; 409 for two that are one already, for a second with an account to log in with, and for too many addresses.
pub async fn merge(context: &Context, who: SignedIn, email: &str, second: &str) -> Result<(), ApiError> {
    let (email, second, now) = (email.to_owned(), second.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        let (main, second) = (known(connection, &email).await?, known(connection, &second).await?);
        let refused = |code, text| Err(ApiError::refused(StatusCode::CONFLICT, code, text));
        if main == second {
            return refused("one-customer", "Both addresses belong to the same customer already.");
        }
        let mut addresses = customer_file::others(connection, &second).await?;
        addresses.push(second.clone());
        for address in &addresses {
            if customer::has_account(connection, address).await? {
                return refused(
                    "second-has-account",
                    "The second customer has an account to log in with, and accounts are not merged. If only that one has an account, \
                     merge the other way round; if both have, remove one of the accounts first.",
                );
            }
        }
        let own = customer_file::others(connection, &main).await?;
        if own.len() + addresses.len() >= MOST_ADDRESSES {
            return refused("too-many-addresses", "A customer has at most 20 addresses.");
        }
        customer_file::merge(connection, &main, &second).await?;
        for about in [&main, &second] {
            note(connection, &who, Event::new(Kind::MergeCustomers, "customer").about(about), now).await?;
        }
        Ok(())
    };
    context.db.write(write).await
}
