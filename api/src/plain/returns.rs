//! Returns on the page of an order: those there are, and the form that asks for one.

use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::OrderWords;
use crate::pages::form_guard::FormFields;
use crate::repository::order_return;
use crate::usecase::order::page::Opened;
use crate::usecase::order::returns::{self, LONGEST, Wish};
use serde_json::{Value, json};

/// What the page says of returns: `asked` before, and the `fields` of a new one where that is possible.
pub(super) async fn shown(
    context: &Context,
    words: &OrderWords<'_>,
    opened: &Opened,
) -> Result<Value, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let order = &opened.order;
    let (asked, may) = context
        .db
        .read(async |connection| {
            let asked = order_return::of_order(connection, &order.id).await?;
            Ok((asked, returns::returnable(connection, order).await?))
        })
        .await?;
    let state = |state: &str| match state {
        "requested" => "orderReturnRequested",
        "accepted" => "orderReturnAccepted",
        "declined" => "orderReturnDeclined",
        _ => "orderReturnRefunded",
    };
    let asked: Vec<Value> = asked
        .iter()
        .map(|one| json!({"when": published.moment(one.created_at), "state": words.get(state(&one.state)), "answer": one.answer}))
        .collect();
    let is_open = returns::is_in_time(&published, order, context.clock.now_ms());
    let piece = |line: &returns::Returnable| {
        let name = format!("line-{}", line.position);
        json!({"id": name, "name": name, "control": "input", "type": "number", "value": "0", "minimum": "0", "maximum": line.most,
            "label": words.with("orderReturnOf", &[("title", &line.title)])})
    };
    let mut fields: Vec<Value> = may.iter().filter(|_| is_open).map(piece).collect();
    if !fields.is_empty() {
        fields.push(json!({"id": "reason", "name": "reason", "control": "area", "value": "", "maxLength": LONGEST, "label": words.get("orderReturnReason")}));
    }
    Ok(json!({"asked": asked, "form": (!fields.is_empty()).then(|| json!({"fields": fields}))}))
}

/// What the form of a return says.
pub(super) fn wish(sent: &FormFields, lines: usize) -> Result<Wish, ApiError> {
    let mut pieces = Vec::new();
    for position in 0..i64::try_from(lines).unwrap_or(0) {
        let typed = sent.get(&format!("line-{position}")).trim().to_owned();
        if typed.is_empty() {
            continue;
        }
        let quantity = typed.parse();
        let wrong = |_| ApiError::bad_request("return-too-many", "That is more than can be returned.");
        pieces.push((position, quantity.map_err(wrong)?));
    }
    Ok(Wish { pieces, reason: sent.get("reason").to_owned() })
}
