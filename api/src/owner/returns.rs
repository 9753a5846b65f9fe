//! Returns: the list, and what the staff do with each.

use super::page::{View, address, change, look};
use crate::context::Context;
use crate::error::ApiError;
use crate::ordered::OrderWords;
use crate::pages::form_guard::FormFields;
use crate::repository::order_return::{ReturnLine, StoredReturn};
use crate::roles::Right;
use crate::usecase::order::returns::{self, Decision, Receipt, Received};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use loggia_commerce::{Cents, ReturnReason};
use serde_json::{Value, json};

/// The most lines of an order that a form is read for.
const LINES: i64 = 500;

/// The newest first.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Returns, Right::ManageStore), async |page, who, query| {
        let found = returns::list(who, page.context, query.get("cursor")).await?;
        let row = |(one, lines): &(StoredReturn, Vec<ReturnLine>)| {
            let state = match one.state.as_str() {
                "requested" => "Requested",
                "accepted" => "Accepted",
                "declined" => "Declined",
                _ => "Refunded",
            };
            let fee = (one.fee_cents > 0)
                .then(|| OrderWords::english().money(&one.currency, one.fee_cents));
            let name = one.number.map_or_else(|| one.order_id.clone(), |number| format!("#{number}"));
            let lines: Vec<Value> = lines.iter().map(line).collect();
            json!({"when": page.moment(one.created_at), "order": address(&format!("orders/{}", one.order_id), &[]), "name": name,
                "email": one.email, "reason": one.reason, "answer": one.answer, "state": state, "id": one.id, "lines": lines, "fee": fee,
                "currency": one.currency, "isRequested": one.state == "requested", "isAccepted": one.state == "accepted"})
        };
        let rows: Vec<Value> = found.rows.iter().map(row).collect();
        let more = found.next.map(|cursor| address("returns", &[("cursor", &cursor)]));
        Ok(json!({"title": "Returns", "rows": rows, "more": more}))
    })
    .await
}

fn line(line: &ReturnLine) -> Value {
    let came =
        (line.received > 0).then(|| format!("{} came, {} back into stock", line.received, line.restocked));
    let reason = ReturnReason::parse(&line.reason).unwrap_or(ReturnReason::Other);
    let why =
        (reason != ReturnReason::Unsaid).then(|| OrderWords::english().return_reason(reason).to_owned());
    json!({"position": line.position, "quantity": line.quantity, "title": line.title, "came": came, "why": why})
}

/// Accepts one, declines it, or takes it in and refunds it.
pub(super) async fn act(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change(&request, &context, &body, Right::ManageStore, async |who, sent| {
        let answer = sent.get("answer");
        match sent.get("step") {
            "accept" => returns::decide(&context, who, &id, (Decision::Accept, answer)).await.map(drop)?,
            "decline" => returns::decide(&context, who, &id, (Decision::Decline, answer)).await.map(drop)?,
            "receive" => returns::receive(&context, who, &id, came(&sent)?).await.map(drop)?,
            _ => return Err(ApiError::not_found("Not found")),
        }
        Ok((address("returns", &[]), "returned"))
    })
    .await
}

/// What came by the form, and the fee that is kept.
fn came(sent: &FormFields) -> Result<Receipt, ApiError> {
    let wrong = || ApiError::bad_request("malformed-number", "Please enter numbers.");
    let mut came = Vec::new();
    for position in 0..LINES {
        let Some(typed) = sent.find(&format!("line-{position}")).map(str::trim) else { continue };
        let quantity = if typed.is_empty() { 0 } else { typed.parse().map_err(|_| wrong())? };
        came.push(Received {
            position,
            quantity,
            restock: sent.find(&format!("stock-{position}")).is_some(),
        });
    }
    let fee = match sent.get("fee").trim() {
        "" => 0,
        typed => Cents::parse(typed).map_err(|_| wrong())?.get(),
    };
    Ok(Receipt { came, fee_cents: fee, to_card: false })
}
