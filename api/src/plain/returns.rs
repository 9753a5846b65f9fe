//! Returns on the page of an order: those there are, and the form that asks for one.

use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::OrderWords;
use crate::pages::form_guard::FormFields;
use crate::repository::order_return::{self, NewLine, ReturnLine};
use crate::usecase::order::page::Opened;
use crate::usecase::order::returns::{self, LONGEST, ReturnRequest};
use loggia_commerce::ReturnReason;
use serde_json::{Value, json};

/// What the page says of returns: `asked` before, and the `fields` of a new one where that is possible, as they were `sent` before
/// when that was refused.
pub(super) async fn shown(
    context: &Context,
    words: &OrderWords<'_>,
    opened: &Opened,
    sent: Option<&FormFields>,
) -> Result<Value, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let order = &opened.order;
    let (asked, may) = context
        .db
        .read(async |connection| {
            let mut asked = Vec::new();
            for one in order_return::of_order(connection, &order.id).await? {
                let lines = order_return::lines(connection, &one.id).await?;
                asked.push((one, lines));
            }
            Ok((asked, returns::returnable(connection, order).await?))
        })
        .await?;
    let state = |state: &str| match state {
        "requested" => "orderReturnRequested",
        "accepted" => "orderReturnAccepted",
        "declined" => "orderReturnDeclined",
        _ => "orderReturnRefunded",
    };
    let line = |line: &ReturnLine| {
        let pieces = format!("{} × {}", line.quantity, words.apart(&line.title));
        match ReturnReason::parse(&line.reason).unwrap_or(ReturnReason::Other) {
            ReturnReason::Unsaid => pieces,
            reason => format!("{pieces}: {}", words.return_reason(reason)),
        }
    };
    let asked: Vec<Value> = asked
        .iter()
        .map(|(one, lines)| {
            let lines: Vec<String> = lines.iter().map(line).collect();
            json!({"when": published.moment(one.created_at), "state": words.get(state(&one.state)), "answer": one.answer, "lines": lines})
        })
        .collect();
    let is_open = returns::is_in_time(&published, order, context.clock.now_ms());
    let typed = |name: &str| sent.map(|sent| sent.get(name).to_owned()).unwrap_or_default();
    let piece = |line: &returns::Returnable| {
        let (name, why) = (format!("line-{}", line.position), format!("reason-{}", line.position));
        let (value, chosen) = (typed(&name), typed(&why));
        let value = if value.is_empty() { "0".to_owned() } else { value };
        let choice = |reason: ReturnReason| json!({"value": reason.code(), "label": words.return_reason(reason), "isChosen": reason.code() == chosen});
        let choices: Vec<Value> = ReturnReason::ALL.into_iter().map(choice).collect();
        [
            json!({"id": name, "name": name, "control": "input", "type": "number", "value": value, "minimum": "0", "maximum": line.most,
                "label": words.with("orderReturnOf", &[("title", &line.title)])}),
            json!({"id": why, "name": why, "control": "select", "choices": choices,
                "label": words.with("orderReturnWhyOf", &[("title", &line.title)])}),
        ]
    };
    let mut fields: Vec<Value> = may.iter().filter(|_| is_open).flat_map(piece).collect();
    if !fields.is_empty() {
        fields.push(json!({"id": "reason", "name": "reason", "control": "area", "value": typed("reason"), "maxLength": LONGEST, "label": words.get("orderReturnReason")}));
    }
    let form = (!fields.is_empty()).then(|| json!({"fields": fields, "isOpen": sent.is_some()}));
    Ok(json!({"asked": asked, "form": form}))
}

/// What the form of a return says.
pub(super) fn request_of(sent: &FormFields, lines: usize) -> Result<ReturnRequest, ApiError> {
    let mut pieces = Vec::new();
    for position in 0..i64::try_from(lines).unwrap_or(0) {
        let typed = sent.get(&format!("line-{position}")).trim().to_owned();
        if typed.is_empty() {
            continue;
        }
        let wrong = |_| ApiError::bad_request("return-too-many", "That is more than can be returned.");
        let quantity = typed.parse().map_err(wrong)?;
        let reason = ReturnReason::parse(sent.get(&format!("reason-{position}"))).ok_or_else(|| {
            ApiError::bad_request("unknown-reason", "Please choose one of the reasons of the list.")
        })?;
        pieces.push(NewLine { position, quantity, reason });
    }
    Ok(ReturnRequest { pieces, reason: sent.get("reason").to_owned() })
}
