//! Goods of an order that come back: asked for by who bought, accepted or declined; received and refunded.

use super::page::opened;
use crate::clock::DAY;
use crate::context::Context;
use crate::emails;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::ordered::Ordered;
use crate::published::Published;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::order_return::{self, NewLine, NewReturn, ReturnLine, StoredReturn};
use crate::repository::record::{self, Actor, Event, Kind};
use crate::repository::refund::lines as refunded_lines;
use crate::repository::{Connection, outbox};
use crate::roles::Right;
use crate::settlement::refund::{self, Return};
use crate::settlement::{self, cards, order_exchange, refund_by_line};
use crate::token;
use crate::usecase::desk::refund_to_card;
use crate::usecase::owner::note::note;
use crate::usecase::paging::{After, ONE_MORE, Page, page};
use loggia_commerce::ProductType;
use serde_json::{Value, json};

/// The longest reason or answer, in characters.
pub const LONGEST: usize = 1000;

/// A line of an order of which something may come back.
pub struct Returnable {
    /// Its place.
    pub position: i64,
    /// What it was called.
    pub title: String,
    /// How many at most.
    pub most: i64,
}

/// What of an order may come back now: pieces that were sent and did not come back, were not refunded and are not in another return.
///
/// # Errors
/// Faults of the store.
pub async fn returnable(
    connection: &mut Connection<'_>,
    order: &StoredOrder,
) -> Result<Vec<Returnable>, ApiError> {
    if !order.is_paid() || order.cancelled_at.is_some() {
        return Ok(Vec::new());
    }
    let lines = order::lines(connection, &order.id).await?;
    let back = refunded_lines(connection, &order.id).await?;
    let awaited = order_return::awaited(connection, &order.id).await?;
    let most = |line: &StoredLine| {
        let is_it = |position: &i64| *position == line.position;
        let refunded = back.iter().find(|one| is_it(&one.position)).map_or(0, |one| one.quantity);
        let awaited = awaited.iter().find(|(position, _)| is_it(position)).map_or(0, |(_, pieces)| *pieces);
        (line.sent - line.returned).min(line.quantity - refunded.max(line.restocked)) - awaited
    };
    let goods = lines.into_iter().filter(|line| line.product_type == i64::from(ProductType::Physical.code()));
    let all = goods.map(|line| Returnable { most: most(&line), position: line.position, title: line.title });
    Ok(all.filter(|line| line.most > 0).collect())
}

/// Whether the buyer of an order may ask for a return at `now`: for as many days as the shop takes goods back after they were sent.
pub fn is_in_time(published: &Published, order: &StoredOrder, now: i64) -> bool {
    let days = i64::from(published.catalog.order_settings.return_days);
    order.fulfilled_at.or(order.shipped_at).is_some_and(|sent| now < sent + days * DAY)
}

/// What comes back, and why.
#[derive(Clone, Debug)]
pub struct ReturnRequest {
    /// Which pieces, and why each.
    pub pieces: Vec<NewLine>,
    /// In words.
    pub reason: String,
}

/// Asks for a return of the order that `key` opens: the shop decides.
///
/// # Errors
/// `link-refused`; `return-not-possible`; `return-nothing`; `return-too-many`; `malformed-reason`.
pub async fn ask(context: &Context, (id, key): (&str, &str), request: ReturnRequest) -> Result<(), ApiError> {
    let wanted = context.db.read(async |connection| opened(connection, context, (id, key)).await).await?;
    let reason = tidied(&request.reason)?;
    let pieces = named(request.pieces)?;
    let published = context.publications.newest(&context.db).await?;
    let (id, now) = (wanted.id, context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            // Held, so that two requests at once never name one piece twice.
            order::hold(connection, &id).await?;
            let order = order::read(connection, &id).await?;
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let may = returnable(connection, &order).await?;
            if !is_in_time(&published, &order, now) || may.is_empty() {
                return Err(ApiError::refused(
                    StatusCode::CONFLICT,
                    "return-not-possible",
                    "Nothing of this order can be returned here now. Please write to the shop.",
                ));
            }
            check(&may, &pieces)?;
            let new = token::new_id();
            let begun = NewReturn {
                id: &new,
                order_id: &id,
                by_staff: false,
                is_told: true,
                reason: &reason,
                answer: "",
            };
            order_return::add(connection, &begun, &pieces, now).await?;
            let event = Event::new(Kind::RequestReturn, &id).with("returnId", new.clone());
            let event = event.with("lines", told(&pieces)).about(&order.email).words(&reason);
            let one = order_return::read(connection, &new).await?;
            let one = one.ok_or_else(|| ApiError::not_found("Not found"))?;
            record::write(connection, &Actor::shop(), event, now).await?;
            tell_owner(connection, &published, (&order, &one), now).await?;
            tell(connection, &published, (&order, &one), now).await
        })
        .await
}

/// The pieces that are named, without lines of which there are none.
///
/// # Errors
/// `return-nothing`.
pub(in crate::usecase) fn named(pieces: Vec<NewLine>) -> Result<Vec<NewLine>, ApiError> {
    let pieces: Vec<NewLine> = pieces.into_iter().filter(|line| line.quantity != 0).collect();
    if pieces.is_empty() {
        return Err(ApiError::bad_request("return-nothing", "Please say how many pieces come back."));
    }
    Ok(pieces)
}

/// Whether so many of each line may come back, each line named once.
///
/// # Errors
/// `return-too-many`.
pub(in crate::usecase) fn check(may: &[Returnable], pieces: &[NewLine]) -> Result<(), ApiError> {
    let is_good = |wanted: &NewLine| {
        let is_enough = |line: &Returnable| {
            line.position == wanted.position && (1..=line.most).contains(&wanted.quantity)
        };
        may.iter().any(is_enough)
            && pieces.iter().filter(|other| other.position == wanted.position).count() == 1
    };
    if pieces.iter().all(is_good) { Ok(()) } else { Err(too_many()) }
}

/// The pieces of a return, as the record tells them: place of the line, how many, and why.
pub(in crate::usecase) fn told(pieces: &[NewLine]) -> Value {
    pieces.iter().map(|line| json!([line.position, line.quantity, line.reason.code()])).collect()
}

/// What the staff say to a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It may be sent.
    Accept,
    /// Nothing comes of it.
    Decline,
}

/// Accepts a return, or declines it, and writes to the buyer what the shop says to it, unless the staff began it without a letter.
/// The order that it is of.
///
/// # Errors
/// 404 without a return; `return-decided`; `exchange-pending`; `malformed-reason`.
pub async fn decide(
    context: &Context,
    who: SignedIn,
    id: &str,
    (decision, answer): (Decision, &str),
) -> Result<String, ApiError> {
    who.must(Right::ManageStore)?;
    let answer = tidied(answer)?;
    let published = context.publications.newest(&context.db).await?;
    let (id, now) = (id.to_owned(), context.clock.now_ms());
    context
        .db
        .write(async move |connection| {
            let (order, _) = whole(connection, &id).await?;
            order::hold(connection, &order.id).await?;
            order_exchange::check(connection, &order.id, Some(&id)).await?;
            let (done, kind) = match decision {
                Decision::Accept => {
                    (order_return::accept(connection, &id, &answer).await?, Kind::AcceptReturn)
                }
                Decision::Decline => {
                    (order_return::decline(connection, &id, &answer, now).await?, Kind::DeclineReturn)
                }
            };
            let (order, one) = whole(connection, &id).await?;
            if !done {
                return Err(decided());
            }
            let event = Event::new(kind, &order.id).with("returnId", one.id.clone());
            note(connection, &who, event.about(&order.email).words(&answer), now).await?;
            tell(connection, &published, (&order, &one), now).await?;
            Ok(order.id)
        })
        .await
}

/// Pieces of a line that came.
#[derive(Clone, Copy, Debug)]
pub struct Received {
    /// The line of the order.
    pub position: i64,
    /// How many came.
    pub quantity: i64,
    /// They go back into stock.
    pub restock: bool,
}

/// What a return gives back.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// What came.
    pub came: Vec<Received>,
    /// What the shop keeps of what the pieces cost, in minor units.
    pub fee_cents: i64,
    /// What would go back in money goes to a new gift card.
    pub to_card: bool,
}

/// What is given back for pieces that came, less the fee: what they cost with their shares of discounts and taxes.
///
/// # Errors
/// `return-too-many`; `return-nothing`; `fee-negative`; `fee-too-large`; those of refunds by line.
pub(in crate::usecase) async fn owed(
    connection: &mut Connection<'_>,
    (order, one): (&StoredOrder, &StoredReturn),
    receipt: &Receipt,
) -> Result<Return, ApiError> {
    let fee_cents = receipt.fee_cents;
    if fee_cents < 0 {
        return Err(ApiError::bad_request("fee-negative", "The fee is less than nothing."));
    }
    let announced = order_return::lines(connection, &one.id).await?;
    let sold = order::lines(connection, &order.id).await?;
    let came = || receipt.came.iter().filter(|line| line.quantity != 0);
    for line in came() {
        let is_it = |other: &&ReturnLine| other.position == line.position;
        let most = announced.iter().find(is_it).map_or(0, |line| line.quantity);
        let sent = sold.iter().find(|other| other.position == line.position);
        let sent = sent.map_or(0, |line| line.sent - line.returned);
        if !(1..=most.min(sent)).contains(&line.quantity) {
            return Err(too_many());
        }
    }
    let pieces: Vec<(i64, i64)> = came().map(|line| (line.position, line.quantity)).collect();
    if pieces.is_empty() {
        return Err(ApiError::bad_request("return-nothing", "Please say how many pieces came back."));
    }
    let lines = refund_by_line::chosen(connection, order, (&pieces, None)).await?;
    let cost: i64 = lines.iter().map(|line| line.cents).sum();
    if fee_cents > cost {
        return Err(ApiError::bad_request("fee-too-large", "The fee is more than these pieces cost."));
    }
    let restock = came().filter(|line| line.restock).map(|line| (line.position, line.quantity));
    Ok(Return {
        amount_cents: Some(cost - fee_cents),
        restock: restock.collect(),
        reason: one.reason.clone(),
        even_if_spent: false,
        lines,
    })
}

/// The order of a refund, and the refund, when money goes back.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The order.
    pub order_id: String,
    /// The refund; `None` when all of it went to gift cards, or nothing was left.
    pub refund_id: Option<String>,
}

/// Notes what came of an accepted return and gives back what those pieces cost, less a fee, the way it was paid; goods go back into
/// stock as it is said. Once: the return has ended then.
///
/// # Errors
/// 404 without a return; `return-decided`; `exchange-pending`; `return-too-many`; `return-nothing`; `fee-too-large`; those of a refund.
pub async fn receive(
    context: &Context,
    who: SignedIn,
    id: &str,
    receipt: Receipt,
) -> Result<Settled, ApiError> {
    who.must_recently(Right::ManageStore, context)?;
    let (id, now, publications) = (id.to_owned(), context.clock.now_ms(), context.publications.clone());
    let payments = context.payments.clone();
    context
        .db
        .write(async move |connection| {
            let (order, one) = whole(connection, &id).await?;
            cards::hold(connection, &order.id).await?;
            order_exchange::check(connection, &order.id, Some(&id)).await?;
            // A fee below nothing is refused before the store is asked to keep it.
            let fee_cents = receipt.fee_cents.max(0);
            if !order_return::end(connection, &id, fee_cents, now).await? {
                return Err(decided());
            }
            let order = order::read(connection, &order.id).await?.filter(StoredOrder::is_paid);
            let order = order.ok_or_else(|| ApiError::not_found("Not found"))?;
            let what = owed(connection, (&order, &one), &receipt).await?;
            let came: Vec<&Received> = receipt.came.iter().filter(|line| line.quantity != 0).collect();
            for line in &came {
                let restocked = if line.restock { line.quantity } else { 0 };
                order_return::receive(connection, &id, line.position, (line.quantity, restocked)).await?;
            }
            let refund_id = token::new_id();
            let returned = if receipt.to_card {
                let of_shop = (&publications, &payments);
                let of_order = (&order, &what, refund_id.as_str());
                refund_to_card::give_back(connection, of_shop, of_order, (&who.email, now)).await?
            } else {
                refund::give_back(connection, &order, &what, &refund_id, now).await?
            };
            settlement::credit_given_back(connection, &publications, &order.id, now).await?;
            let pieces: Vec<(i64, i64)> = came.iter().map(|line| (line.position, line.quantity)).collect();
            let event = Event::new(Kind::Refund, &order.id).with("returnId", one.id.clone());
            let event = event.with("returned", json!(returned)).with("feeCents", fee_cents);
            let event = event.with("toCard", receipt.to_card);
            note(connection, &who, event.with("lines", json!(pieces)).about(&order.email), now).await?;
            Ok(Settled { order_id: order.id, refund_id: returned.refund_id })
        })
        .await
}

/// A page of returns with their pieces, the newest first.
///
/// # Errors
/// A cursor of another list; nobody with the right to see it.
pub async fn list(
    who: &SignedIn,
    context: &Context,
    cursor: &str,
) -> Result<Page<(StoredReturn, Vec<ReturnLine>)>, ApiError> {
    let load = async |connection: &mut Connection<'_>, after: &After| {
        let mut found = Vec::new();
        for one in order_return::list(connection, after.part(0), ONE_MORE).await? {
            let lines = order_return::lines(connection, &one.id).await?;
            found.push((one, lines));
        }
        Ok(found)
    };
    page(context, (who, Right::ManageStore), cursor, load, |(row, _)| vec![&row.id]).await
}

/// A return and its order.
///
/// # Errors
/// 404 without a return; faults of the store.
pub(in crate::usecase) async fn whole(
    connection: &mut Connection<'_>,
    id: &str,
) -> Result<(StoredOrder, StoredReturn), ApiError> {
    let not_found = || ApiError::not_found("Not found");
    let one = order_return::read(connection, id).await?.ok_or_else(not_found)?;
    let order = order::read(connection, &one.order_id).await?.ok_or_else(not_found)?;
    Ok((order, one))
}

/// The lines of the order with as many pieces as come back.
async fn pieces_of(connection: &mut Connection<'_>, one: &StoredReturn) -> Result<Vec<StoredLine>, ApiError> {
    let announced = order_return::lines(connection, &one.id).await?;
    let quantity =
        |position: i64| announced.iter().find(|line| line.position == position).map(|line| line.quantity);
    let lines = order::lines(connection, &one.order_id).await?.into_iter();
    let lines =
        lines.filter_map(|line| quantity(line.position).map(|quantity| StoredLine { quantity, ..line }));
    Ok(lines.collect())
}

/// Writes to who bought how the return stands, unless that was not wanted.
///
/// # Errors
/// Faults of the store.
pub(in crate::usecase) async fn tell(
    connection: &mut Connection<'_>,
    published: &Published,
    (order, one): (&StoredOrder, &StoredReturn),
    now: i64,
) -> Result<(), ApiError> {
    if !one.is_told {
        return Ok(());
    }
    let lines = pieces_of(connection, one).await?;
    let ordered = Ordered { published, order, lines: &lines, files: &[], now };
    let letter = emails::order::returned(&ordered, &one.state, &one.answer)?;
    let cause = format!("return-{}-{}", one.state, one.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

async fn tell_owner(
    connection: &mut Connection<'_>,
    published: &Published,
    (order, one): (&StoredOrder, &StoredReturn),
    now: i64,
) -> Result<(), ApiError> {
    let settings = &published.catalog.order_settings;
    let owner = settings.email.as_ref().or(published.catalog.website.owner_email.as_ref());
    let Some(owner) = owner else { return Ok(()) };
    let lines = pieces_of(connection, one).await?;
    let ordered = Ordered { published, order, lines: &lines, files: &[], now };
    let letter = emails::order::return_to_owner(&ordered, owner)?;
    let cause = format!("owner-return-{}", one.id);
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&letter)?, now).await
}

/// What somebody wrote, without space around it.
///
/// # Errors
/// `malformed-reason` of what is too long, or has characters that nobody can read.
pub(in crate::usecase) fn tidied(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    let is_text = |one: char| !one.is_control() || matches!(one, '\n' | '\r' | '\t');
    if text.chars().count() > LONGEST || !text.chars().all(is_text) {
        return Err(ApiError::bad_request("malformed-reason", "Please write at most 1,000 characters."));
    }
    Ok(text.to_owned())
}

fn too_many() -> ApiError {
    ApiError::bad_request("return-too-many", "That is more than can be returned.")
}

/// It is not to be decided, or received, any more.
pub(in crate::usecase) fn decided() -> ApiError {
    ApiError::refused(StatusCode::CONFLICT, "return-decided", "This return was decided meanwhile.")
}
