//! What the staff change of an order before it is sent, what they note about it, and by what they sort it.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::desk::{notes, terms};
use crate::repository::order::{self, StoredOrder};
use crate::repository::record::{Event, Kind};
use crate::settlement::order_address;
use crate::usecase::desk::send::order_change_waits;
use crate::usecase::mentions::{NewWords, Stands, Teller};
use crate::usecase::owner::note::note;
use loggia_commerce::{
    Asked, Buyer, Catalog, Details, OfferedShippingOption, ShippingLocation, has_same_taxes,
};
use serde_json::json;

/// The most tags of an order, and the most characters of one.
const MOST_TAGS: usize = 20;
const LONGEST_TAG: usize = 40;

/// Where an order goes, and to whom.
#[derive(Clone, Debug)]
pub struct Recipient {
    /// The name on the parcel.
    pub name: String,
    /// The company there.
    pub company: String,
    /// A phone number for the carrier.
    pub phone: String,
    /// The address.
    pub location: ShippingLocation,
}

/// Sends a paid order elsewhere, before any of it was sent. Country and region stay, and the postal code is one to which its
/// delivery goes and where its taxes are the same: they were paid.
///
/// # Errors
/// 404 without a paid order; the faults of an address by field; `address-other-place`; `not-changeable`.
pub async fn readdress(
    context: &Context,
    who: &SignedIn,
    id: &str,
    recipient: Recipient,
) -> Result<(), ApiError> {
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let by_service = context.publications.taxes().is_some();
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order = order::read(connection, &id).await?.filter(StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let (buyer, location, option) = kept(&order, &recipient)?;
            if order_address::waits(connection, &id).await? {
                return Err(order_change_waits());
            }
            let place = order.location()?.unwrap_or_default().tidied();
            let terms = (&published.catalog, by_service);
            if !is_paid_for(terms, option.id.as_str(), &place, &location) {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "address-other-place",
                    "Delivery or tax is another at this address than what was paid. Please look at the new total first, and change the address with it.",
                ));
            }
            if !order_address::write(connection, &order, (&buyer, &location), None).await? {
                return Err(not_changeable());
            }
            let words = order.parcel_lines()?.join(", ");
            note(connection, &who, Event::new(Kind::Readdress, &id).about(&order.email).words(&words), now).await
        })
        .await
}

/// The buyer and the address as they are kept of an order that is to go elsewhere, and the way it goes.
///
/// # Errors
/// `not-changeable`; the faults of an address by field.
pub(super) fn kept(
    order: &StoredOrder,
    recipient: &Recipient,
) -> Result<(Buyer, ShippingLocation, OfferedShippingOption), ApiError> {
    let goes_to_an_address = !order.parcel_lines()?.is_empty() && order.shipped_at.is_none();
    let option = order.option()?.filter(|_| goes_to_an_address).ok_or_else(not_changeable)?;
    let location = recipient.location.tidied();
    let before = order.buyer()?;
    let said = Buyer {
        name: recipient.name.clone(),
        company: recipient.company.clone(),
        phone: recipient.phone.clone(),
        ..Buyer::default()
    };
    let mut found = Details::default();
    let asked = Asked { name: true, address: true, phone: false, billing: false, gift: false };
    let kept = said.checked(asked, Some(&location), &mut found);
    if !found.is_empty() {
        return Err(found.into());
    }
    Ok((Buyer { name: kept.name, company: kept.company, phone: kept.phone, ..before }, location, option))
}

/// Whether what was paid for delivery and taxes at one address is what the other costs, by the shop's terms of now and, with the
/// flag, the service that works out its taxes.
pub(super) fn is_paid_for(
    (catalog, by_service): (&Catalog, bool),
    option_id: &str,
    before: &ShippingLocation,
    after: &ShippingLocation,
) -> bool {
    let mut options = catalog.shipping_options.iter().filter(|option| option.id == option_id);
    (&before.country, &before.region) == (&after.country, &after.region)
        && options.all(|option| option.reaches_as_well(before, after))
        && has_same_taxes(&catalog.tax_rules, by_service, before, after)
}

pub(super) fn not_changeable() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "not-changeable",
        "This order is on its way, cancelled, or goes to no address.",
    )
}

/// Notes something about an order, for the staff alone.
///
/// # Errors
/// 404 without an order; `no-such-colleague`.
pub async fn add_note(context: &Context, who: &SignedIn, id: &str, words: &NewWords) -> Result<(), ApiError> {
    let (id, who, words, now) = (id.to_owned(), who.clone(), words.clone(), context.clock.now_ms());
    let teller = Teller::of(context).await?;
    context
        .db
        .write(async move |connection| {
            // Who erases the person waits, and finds the note.
            order::hold(connection, &id).await?;
            let order =
                order::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            let note_id = notes::add(connection, &id, (who.name(), words.text()), now).await?;
            let name = order.name();
            let stands = Stands::Order(&id, &name);
            words.write(connection, (&who, &teller), (&note_id, stands), now).await?;
            let event = Event::new(Kind::NoteOrder, &id).about(&order.email).words(&words.without_names());
            note(connection, &who, event, now).await
        })
        .await
}

/// What becomes of an order's tags.
#[derive(Clone, Debug)]
pub enum TagChange {
    /// These stand in place of those it had.
    Set {
        /// Those that are to stand.
        tags: Vec<String>,
        /// Those that were seen before: what somebody else added or took away since then stays so.
        was: Option<Vec<String>>,
    },
    /// Some come and some go.
    Change {
        /// These come.
        add: Vec<String>,
        /// These go, whatever their capitals.
        remove: Vec<String>,
    },
}

impl TagChange {
    /// What an order has after it that had `before`.
    fn of(self, before: &[String]) -> Result<Vec<String>, ApiError> {
        let is_in =
            |tags: &[String], tag: &str| tags.iter().any(|one| one.to_lowercase() == tag.to_lowercase());
        match self {
            TagChange::Set { tags, was: None } => tidied(tags),
            TagChange::Set { tags, was: Some(was) } => {
                let (tags, was) = (tidied(tags)?, tidied(was)?);
                if was == before {
                    return Ok(tags);
                }
                let stay = before.iter().filter(|tag| is_in(&tags, tag) || !is_in(&was, tag)).cloned();
                let come = tags.iter().filter(|tag| !is_in(&was, tag)).cloned();
                tidied(stay.chain(come))
            }
            TagChange::Change { add, remove } => {
                let (add, remove) = (tidied(add)?, tidied(remove)?);
                tidied(before.iter().filter(|tag| !is_in(&remove, tag)).cloned().chain(add))
            }
        }
    }
}

/// The tags in one spelling: of two that differ by capitals the first stays.
fn tidied(tags: impl IntoIterator<Item = String>) -> Result<Vec<String>, ApiError> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags.into_iter().map(|tag| tag.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if tag.is_empty() || kept.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            continue;
        }
        kept.push(tag);
    }
    let is_long = |tag: &String| tag.chars().count() > LONGEST_TAG || tag.contains(char::is_control);
    if kept.len() > MOST_TAGS || kept.iter().any(is_long) {
        return Err(ApiError::bad_request(
            "malformed-tags",
            "Please give at most 20 tags of at most 40 characters each.",
        ));
    }
    Ok(kept)
}

/// Changes the tags of an order.
///
/// # Errors
/// 404 without an order; `malformed-tags`.
pub async fn write_tags(
    context: &Context,
    who: &SignedIn,
    id: &str,
    change: TagChange,
) -> Result<(), ApiError> {
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            order::hold(connection, &id).await?;
            let order =
                order::read(connection, &id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            let before = order.tags()?;
            let kept = change.clone().of(&before)?;
            if before == kept {
                return Ok(());
            }
            notes::set_tags(connection, &id, &serde_json::to_string(&kept)?).await?;
            terms::write(connection, &id).await?;
            let event =
                Event::new(Kind::TagOrder, &id).with("before", json!(before)).with("after", json!(kept));
            note(connection, &who, event, now).await
        })
        .await
}
