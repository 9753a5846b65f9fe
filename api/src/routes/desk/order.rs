//! One order whole, as the desk shows it.

use super::mark_shown::{self, DeskMark};
use super::return_shown::{DeskReturn, shown};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::signed_in::SignedIn;
use crate::ordered::{OrderWords, Ordered, view};
use crate::repository::desk::notes::{self, StoredNote};
use crate::repository::desk::parcel;
use crate::repository::mention::{self, StoredMention};
use crate::repository::record::{self, Area, Filter};
use crate::repository::stock::taken::{self, Taken};
use crate::repository::{Connection, customer_file, order, refund};
use crate::roles::Right;
use crate::routes::admin::actions::{OwnerAction, action};
use crate::routes::admin::orders::{OrderDetail, detail};
use crate::settlement::order_exchange;
use crate::settlement::refund_by_line::{self, Part};
use crate::usecase::desk::{letter, print, returns, send};
use crate::usecase::mentions::{self, NotePart};
use actix_web::{HttpResponse, get, web};
use loggia_commerce::PageCurrency;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// How much of its history is shown.
const HISTORY: i64 = 100;

/// One order with everything that the desk keeps of it. Moments are epoch milliseconds.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskOrder {
    /// The order.
    pub order: OrderDetail,
    /// What else is said of its lines, in their order.
    pub lines: Vec<DeskLine>,
    /// Its returns, oldest first.
    pub returns: Vec<DeskReturn>,
    /// What of it may still come back by a return: pieces that were sent, were not refunded and are in no other return.
    pub returnable: Vec<DeskPieces>,
    /// Why it is worth a look, oldest first; those that were looked at, too.
    pub marks: Vec<DeskMark>,
    /// Where its pieces were taken from, beside those that came back into stock; empty where the shop keeps everything at one place.
    #[serde(default)]
    pub taken_from: Vec<DeskTaken>,
    /// What was sent, oldest first.
    pub parcels: Vec<DeskParcel>,
    /// What the staff noted, oldest first.
    pub notes: Vec<DeskNote>,
    /// The newest note on the customer; none where there is no note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_note: Option<DeskCustomerNote>,
    /// What the staff sort it by.
    pub tags: Vec<String>,
    /// The letters that were written about it, oldest first.
    pub letters: Vec<DeskLetter>,
    /// What delivery cost, with its taxes on top; minor units.
    pub delivery_paid_cents: i64,
    /// What of that went back as such; minor units.
    pub delivery_refunded_cents: i64,
    /// How its amounts are written, as in the site's own language.
    pub amounts: PageCurrency,
    /// What was done with it, newest first, at most 100.
    pub history: Vec<OwnerAction>,
}

/// What else is said of a line.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskLine {
    /// Its place.
    pub position: i64,
    /// The variant in words; "" when there is none, or its product is not published any more.
    pub options: String,
    /// What was answered to the product's form.
    pub answers: Vec<DeskAnswer>,
    /// How many were sent.
    pub sent: i64,
    /// How many are left to be sent.
    pub left: i64,
    /// How many were refunded by line.
    pub refunded: i64,
    /// What all its pieces cost, with their shares of discounts and of taxes on top; minor units.
    pub paid_cents: i64,
}

/// An answer to a product's form.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskAnswer {
    /// What was asked.
    pub label: String,
    /// What was answered.
    pub value: String,
}

/// A parcel.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskParcel {
    /// Who carries it; "" when nothing was said.
    pub carrier: String,
    /// The carrier's number.
    pub tracking_number: String,
    /// Where it is followed.
    pub tracking_url: String,
    /// When it went out.
    pub created_on: i64,
    /// What is in it.
    pub lines: Vec<DeskPieces>,
}

/// Pieces of a line.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeskPieces {
    /// The line of the order.
    pub position: i64,
    /// How many of it; at least 1.
    pub quantity: i64,
}

/// Pieces of a variant that were taken from a location.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskTaken {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// Where.
    pub location_id: String,
    /// The location's name.
    pub name: String,
    /// How many.
    pub pieces: i64,
}

impl From<Taken> for DeskTaken {
    fn from(taken: Taken) -> Self {
        let Taken { item_id, sku, location, pieces } = taken;
        DeskTaken { item_id, sku, location_id: location.id, name: location.name, pieces }
    }
}

/// A note of the staff.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskNote {
    /// Its id.
    #[serde(default)]
    pub id: String,
    /// Who wrote it.
    pub author: String,
    /// What.
    pub text: String,
    /// The text in parts; none of a note that names nobody.
    #[serde(default)]
    pub parts: Vec<NotePart>,
    /// It names who asks, and they have not opened it.
    #[serde(default)]
    pub is_unread: bool,
    /// When.
    pub created_on: i64,
}

/// What the staff noted last about the customer of an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCustomerNote {
    /// The address under which the customer is known.
    pub email: String,
    /// Who wrote it.
    pub author: String,
    /// What.
    pub text: String,
    /// When.
    pub created_on: i64,
}

/// A letter about an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskLetter {
    /// `confirmation`, `shipped`, `refunded` or `cancelled`.
    pub kind: String,
    /// When it was written.
    pub created_on: i64,
    /// When it was handed over; none while it waits.
    pub sent_on: Option<i64>,
    /// It was given up: see the deliveries.
    pub is_failed: bool,
}

/// Shows one order with its parcels, notes, letters and history; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = DeskOrder),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/desk/orders/{orderId}")]
pub async fn get_desk_order(
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(whole(&context, &who, &id).await?))
}

/// Everything about an order, as it stands.
pub(super) async fn whole(context: &Context, who: &SignedIn, id: &str) -> Result<DeskOrder, ApiError> {
    let order = detail(context, id).await?;
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    let area = if who.is_admin() { "" } else { Area::Shop.code() };
    context
        .db
        .read(async |connection| {
            let stored =
                order::read(connection, id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
            let lines = order::lines(connection, id).await?;
            let (parcels, pieces) = parcel::of_order(connection, id).await?;
            let notes = notes::of_order(connection, id).await?;
            let named = mention::of_order(connection, id).await?;
            let customer_note = customer_note(connection, &stored.email).await?;
            let refunds = refund::of_order(connection, id).await?;
            let letters = letter::written(connection, id, &parcels, &refunds).await?;
            let filter = Filter { area: area.to_owned(), subject: id.to_owned(), ..Filter::default() };
            let history = record::list(connection, &filter, HISTORY).await?;
            let ordered = Ordered { published: &published, order: &stored, lines: &lines, files: &[], now };
            let said = view(&OrderWords::of(&published, ""), &ordered)?;
            let mut parts = refund_by_line::parts(connection, &stored, &lines).await?;
            let delivery = parts.pop();
            let (back, returnable) = returns::of_order(connection, &stored).await?;
            let waiting = order_exchange::waiting_return(connection, id).await?;
            let about = |index: usize| said.get("lines").and_then(|lines| lines.get(index));
            Ok(DeskOrder {
                lines: lines
                    .iter()
                    .zip(&parts)
                    .enumerate()
                    .map(|(index, (line, part))| line_of(line, part, about(index)))
                    .collect(),
                returns: back.into_iter().map(|one| shown(one, waiting.as_deref())).collect(),
                marks: mark_shown::of_order(connection, id).await?,
                returnable: returnable
                    .into_iter()
                    .map(|line| DeskPieces { position: line.position, quantity: line.most })
                    .collect(),
                delivery_paid_cents: delivery.as_ref().map_or(0, |part| part.cents),
                delivery_refunded_cents: delivery.map_or(0, |part| part.refunded_cents),
                taken_from: taken::of_order(connection, id).await?.into_iter().map(DeskTaken::from).collect(),
                parcels: parcels.into_iter().map(|parcel| parcel_of(parcel, &pieces)).collect(),
                notes: notes.into_iter().map(|note| note_of(who, note, &named)).collect(),
                customer_note,
                tags: stored.tags()?,
                letters: letters
                    .into_iter()
                    .map(|(kind, letter)| DeskLetter {
                        kind: kind.to_owned(),
                        created_on: letter.created_at,
                        sent_on: letter.done_at,
                        is_failed: letter.failed_at.is_some(),
                    })
                    .collect(),
                amounts: OrderWords::of(&published, "").currency(&stored.currency),
                history: history.into_iter().map(action).collect::<Result<_, ApiError>>()?,
                order: order.clone(),
            })
        })
        .await
}

fn line_of(line: &order::StoredLine, part: &Part, said: Option<&Value>) -> DeskLine {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let answers = print::answers_of(said).into_iter();
    DeskLine {
        position: line.position,
        options: said.map(|said| text(&said["options"])).unwrap_or_default(),
        answers: answers.map(|(label, value)| DeskAnswer { label, value }).collect(),
        sent: line.sent,
        left: send::left(line),
        refunded: part.refunded,
        paid_cents: part.cents,
    }
}

fn note_of(who: &SignedIn, note: StoredNote, named: &[StoredMention]) -> DeskNote {
    let shown = mentions::shown(who, (&note.id, &note.body), named);
    DeskNote {
        id: note.id,
        author: note.author,
        text: shown.text,
        parts: shown.parts,
        is_unread: shown.is_unread,
        created_on: note.created_at,
    }
}

/// The newest note on whoever has this address.
async fn customer_note(
    connection: &mut Connection<'_>,
    email: &str,
) -> Result<Option<DeskCustomerNote>, ApiError> {
    let email = customer_file::main_of(connection, &email.trim().to_ascii_lowercase()).await?;
    let Some(note) = customer_file::newest_note(connection, &email).await? else { return Ok(None) };
    let named = mention::of_note(connection, &note.id).await?;
    let text = mention::readable(&note.body, &note.id, &named);
    Ok(Some(DeskCustomerNote { email, author: note.author, text, created_on: note.created_at }))
}

fn parcel_of(stored: parcel::StoredParcel, pieces: &[parcel::ParcelLine]) -> DeskParcel {
    let own = pieces.iter().filter(|piece| piece.shipment_id == stored.id);
    DeskParcel {
        lines: own.map(|piece| DeskPieces { position: piece.position, quantity: piece.quantity }).collect(),
        carrier: stored.carrier,
        tracking_number: stored.tracking_number,
        tracking_url: stored.tracking_url,
        created_on: stored.created_at,
    }
}
