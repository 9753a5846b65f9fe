//! Withdrawals from contracts: the list, and marking one as done.

use super::page::{View, address, change, look};
use crate::context::Context;
use crate::roles::Right;
use crate::usecase::withdrawal;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The newest first.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Withdrawals, Right::ManageStore), async |page, who, query| {
        let found = withdrawal::list(who, page.context, query.get("cursor")).await?;
        let rows: Vec<Value> = found
            .rows
            .iter()
            .map(|one| {
                let order = one.order_id.as_ref().map(|id| address(&format!("orders/{id}"), &[]));
                let note = (!one.acknowledged).then_some("No letter: many came with this address today");
                json!({"when": page.published.moment_with_zone(one.declared_at), "name": one.name, "email": one.email,
                    "typed": one.order_name, "order": order, "goods": one.goods, "note": note, "id": one.id,
                    "handled": one.handled_at.map(|at| page.moment(at)), "handles": format!("Done with the withdrawal of {}", one.name)})
            })
            .collect();
        let more = found.next.map(|cursor| address("withdrawals", &[("cursor", &cursor)]));
        Ok(json!({"title": "Withdrawals", "rows": rows, "more": more}))
    })
    .await
}

/// Marks one as done.
pub(super) async fn handle(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, Right::ManageStore, async |who, sent| {
        withdrawal::handle(who, &context, sent.get("id")).await?;
        Ok((address("withdrawals", &[]), "handled"))
    })
    .await
}
