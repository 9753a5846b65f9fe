//! A draft becomes something that can be paid: what it comes to is kept as it is, its stock is held, and its buyer gets a link.

use super::body::DraftBody;
use super::keep::end_link;
use super::work_out::work_out;
use crate::clock::DAY;
use crate::context::Context;
use crate::emails::payment_link::{self, PaymentLink};
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::published::Publications;
use crate::repository::cart::{self, StoredCart};
use crate::repository::catalog::{self, Reason};
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, draft, order, outbox};
use crate::settlement;
use crate::token;
use crate::usecase::cart::taxes::{self, When};
use crate::usecase::owner::note::note;
use loggia_commerce::forms::{Email, EmailProblem};
use loggia_commerce::{Cart, Cents, Problem};

/// For how many days a link may hold.
pub(in crate::usecase::desk) const MOST_DAYS: i64 = 30;

/// A link to pay, and whether its buyer gets a letter.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// For so many days, from 1 to 30.
    pub days: i64,
    /// Its buyer gets a letter.
    pub notify: bool,
}

/// Makes a link to pay a draft as it is now; a link that it had holds no more.
///
/// # Errors
/// 404 without the draft; `draft-placed`; what is missing of it; too few in stock.
pub async fn send(context: &Context, who: &SignedIn, id: &str, link: Link) -> Result<(), ApiError> {
    if !(1..=MOST_DAYS).contains(&link.days) {
        return Err(ApiError::bad_request("bad-days", "A link holds for 1 to 30 days."));
    }
    ask_taxes(context, id).await?;
    let (id, who, now) = (id.to_owned(), who.clone(), context.clock.now_ms());
    let publications = context.publications.clone();
    let until = now + link.days * DAY;
    context
        .db
        .write(async move |connection| {
            let (cart, version, body) = make_payable(connection, &publications, &id, (now, until)).await?;
            if link.notify {
                write_link(connection, &publications, (&id, version, until), (&cart, &body), now).await?;
            }
            let event = Event::new(Kind::SendDraft, &id)
                .with("totalCents", cart.grand_total_cents.get())
                .with("until", until)
                .with("letter", link.notify);
            note(connection, &who, event.about(body.email.trim()), now).await
        })
        .await
}

/// Writes the letter with the link to pay a draft, by its id, version and end, to its buyer.
///
/// # Errors
/// Faults of the store.
pub(in crate::usecase::desk) async fn write_link(
    connection: &mut Connection<'_>,
    publications: &Publications,
    (id, version, until): (&str, i64, i64),
    (cart, body): (&Cart, &DraftBody),
    now: i64,
) -> Result<(), ApiError> {
    let published = publications.current();
    let url = published.address_of(&publications.links().payment((id, version), until));
    let with = cart.agreed.clone().unwrap_or_default();
    let asked = PaymentLink { email: &with.email, language: &body.language, url: &url, until };
    let letter = serde_json::to_string(&payment_link::letter(&published, cart, asked))?;
    outbox::add(connection, &format!("payment-link-{id}-{version}"), outbox::MAIL, &letter, now).await
}

/// Has a service work out the taxes of a draft, where they are not known.
///
/// # Errors
/// 404 without the draft; a refusal of the shop's rules; faults of the store.
pub(in crate::usecase::desk) async fn ask_taxes(context: &Context, id: &str) -> Result<(), ApiError> {
    if context.taxes.is_none() {
        return Ok(());
    }
    let now = context.clock.now_ms();
    let cart = context
        .db
        .read(async |connection| {
            let draft = draft::read(connection, id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            let body: DraftBody = serde_json::from_str(&draft.body)?;
            Ok(work_out(connection, &context.publications, (id, &body), now).await?.0.cart)
        })
        .await?;
    taxes::ask(context, &cart, When::Paid).await.map(drop)
}

/// Keeps what a draft comes to in a cart of its own, and takes its stock for it; the cart, its version and what was entered.
pub(in crate::usecase::desk) async fn make_payable(
    connection: &mut Connection<'_>,
    publications: &Publications,
    id: &str,
    (now, until): (i64, i64),
) -> Result<(Cart, i64, DraftBody), ApiError> {
    let draft = end_link(connection, publications.links(), id, now).await?;
    let body: DraftBody = serde_json::from_str(&draft.body)?;
    Email::parse(body.email.trim()).map_err(|problem| match problem {
        EmailProblem::Blank => Problem::EmailBlank,
        EmailProblem::Invalid => Problem::EmailInvalid,
    })?;
    let (shopping, mut agreed) = work_out(connection, publications, (id, &body), now).await?;
    let catalog = &shopping.published.catalog;
    let mut settings = catalog.store_settings.clone();
    settings.minimum_order_subtotal_cents = Cents::ZERO;
    shopping.cart.check_checkout(&settings, &shopping.terms(now))?;
    taxes::check(&shopping.cart)?;
    agreed.keep_terms(&shopping.cart, &catalog.shipping_options);
    let kept = StoredCart {
        agreed: Some(serde_json::to_string(&agreed)?),
        // A day longer than its link: what is being paid when that ends is paid.
        expires_at: until + DAY,
        ..shopping.stored
    };
    let token_hash = token::hash(&publications.links().payment_cart((id, draft.version)));
    cart::create_agreed(connection, &token_hash, &kept, now).await?;
    draft::send(connection, id, shopping.cart.grand_total_cents.get(), (now, until)).await?;
    for ((item_id, sku), quantity) in settlement::by_variant(&order::lines_of(&shopping.cart)) {
        if !catalog::take(connection, (&item_id, &sku), quantity, Reason::Draft(id), now).await? {
            let left = catalog::stock_of_item(connection, &item_id).await?;
            let left = left.iter().find(|row| row.sku == sku).map_or(0, |row| row.quantity);
            return Err(Problem::NotEnoughStock { available: u32::try_from(left).unwrap_or(0) }.into());
        }
    }
    Ok((shopping.cart, draft.version, body))
}
