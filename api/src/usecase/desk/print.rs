//! What is printed to send orders: pick lists, packing slips and labels, in one file.

use super::send::left;
use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::{OrderWords, Ordered, view};
use crate::published::Published;
use crate::repository::Connection;
use crate::repository::order::{self, StoredLine, StoredOrder};
use crate::repository::stock::taken;
use loggia_commerce::OfferedShippingOption;
use loggia_invoice::{FontFolders, PaperSize, Printed, Printing, Slip, SlipLine, SlipSheet, print};
use serde_json::Value;

/// The most orders that are printed by one call.
const MOST: usize = 200;

/// What is printed.
#[derive(Clone, Debug)]
pub struct PrintRequest {
    /// The orders, by their ids, in their order.
    pub orders: Vec<String>,
    /// Which sheets.
    pub sheets: Vec<SlipSheet>,
    /// On what.
    pub paper: PaperSize,
}

/// Prints what is needed to send orders. Of one of which nothing is left to be sent it is everything that was bought.
///
/// # Errors
/// `too-many-orders`; `nothing-to-print` without an order or a sheet, or when labels alone are asked of orders without an address; 404
/// when one of them is not there.
pub async fn sheets(context: &Context, request: PrintRequest) -> Result<Printed, ApiError> {
    if request.orders.len() > MOST {
        return Err(ApiError::bad_request("too-many-orders", "Please name at most 200 orders at once."));
    }
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    let ids = &request.orders;
    let orders = context
        .db
        .read(async |connection| {
            let mut orders = Vec::new();
            for id in ids {
                orders.push(slip(connection, &published, id, now).await?);
            }
            Ok(orders)
        })
        .await?;
    let labels_alone = request.sheets.iter().all(|sheet| *sheet == SlipSheet::Labels);
    let has_no_label = labels_alone && orders.iter().all(|order| order.to.is_empty());
    if request.sheets.is_empty() || orders.is_empty() || has_no_label {
        return Err(ApiError::bad_request(
            "nothing-to-print",
            "Please choose orders, and sheets that they have: a label needs an address.",
        ));
    }
    let printing = Printing {
        language: published.catalog.website.locale.clone(),
        from: from(&published),
        paper: request.paper,
        sheets: request.sheets,
        orders,
    };
    let folders = FontFolders(context.settings.font_folders.clone());
    let printed = tokio::task::spawn_blocking(move || print(&printing, &folders)).await;
    let printed = printed.map_err(|fault| ApiError::Internal(fault.into()))?;
    printed.map_err(|fault| ApiError::Internal(fault.into()))
}

/// Who sends: the seller, or the site's title where none is named.
fn from(published: &Published) -> Vec<String> {
    let title = || vec![published.catalog.website.title.clone()];
    let Some(seller) = published.catalog.seller.as_ref().filter(|seller| !seller.name.trim().is_empty())
    else {
        return title();
    };
    let town = format!("{} {}", seller.postal_code, seller.city);
    let lines = [&seller.name, &seller.line1, &seller.line2, &town, &seller.country];
    lines.into_iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

async fn slip(
    connection: &mut Connection<'_>,
    published: &Published,
    id: &str,
    now: i64,
) -> Result<Slip, ApiError> {
    let order = order::read(connection, id).await?.ok_or_else(|| ApiError::not_found("Not found"))?;
    let lines = order::lines(connection, id).await?;
    let ordered = Ordered { published, order: &order, lines: &lines, files: &[], now };
    let said = view(&OrderWords::of(published, ""), &ordered)?;
    let taken = taken::of_order(connection, id).await?;
    let places = |line: &StoredLine| -> Vec<(String, i64)> {
        let own = taken.iter().filter(|one| one.item_id == line.item_id && one.sku == line.sku);
        own.map(|one| (one.location.name.clone(), one.pieces)).collect()
    };
    let is_left = lines.iter().any(|line| left(line) > 0);
    let quantity = |line: &StoredLine| if is_left { left(line) } else { line.quantity - line.restocked };
    let about = |index: usize| said.get("lines").and_then(|lines| lines.get(index));
    let printed = lines.iter().enumerate().map(|(index, line)| {
        let answers = answers_of(about(index)).into_iter().map(|(label, value)| format!("{label}: {value}"));
        SlipLine {
            quantity: quantity(line),
            name: line.title.clone(),
            options: about(index).and_then(|said| said["options"].as_str()).unwrap_or_default().to_owned(),
            sku: line.sku.clone(),
            answers: answers.collect(),
            places: places(line),
        }
    });
    let lines = printed.filter(|line| line.quantity > 0).collect();
    slip_of(published, &order, lines)
}

fn slip_of(published: &Published, order: &StoredOrder, lines: Vec<SlipLine>) -> Result<Slip, ApiError> {
    let buyer = order.buyer()?;
    let option = order.option()?;
    // Of what goes no way only the place of its tax is known.
    let to = if option.is_some() { order.parcel_lines()? } else { Vec::new() };
    Ok(Slip {
        name: order.name(),
        placed: published.moment(order.created_at),
        to,
        phone: buyer.phone,
        delivery: option.map(way_and_window).unwrap_or_default(),
        note: buyer.note,
        gift_message: buyer.gift_message,
        lines,
    })
}

/// A way of delivery, and when it comes or is collected where that was chosen.
fn way_and_window(option: OfferedShippingOption) -> String {
    match &option.window {
        Some(window) => format!("{} · {}", option.name, window.text()),
        None => option.name,
    }
}

/// What was answered to the product's form, as a line's view has it: label and value.
pub fn answers_of(said: Option<&Value>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let answer = |one: &Value| (text(&one["label"]), text(&one["value"]));
    let mut answers: Vec<(String, String)> = said
        .and_then(|said| said["answers"].as_array())
        .map(|all| all.iter().map(answer).collect())
        .unwrap_or_default();
    answers.extend(said.and_then(|said| said.get("gift")).filter(|gift| gift.is_object()).map(answer));
    answers
}
