//! Who waits for what, and telling them.

use super::page::{View, address, change, look};
use crate::context::Context;
use crate::roles::Right;
use crate::usecase::restock::send::{self as restock, SendRequest};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The groups, by product and variant.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Restock, Right::ReadRestock), async |page, who, query| {
        let found = restock::groups(who, page.context, query.get("cursor")).await?;
        let rows: Vec<Value> = found
            .sign_up_groups
            .iter()
            .map(|group| {
                let (title, variant) = (&group.product_title, &group.variant_name);
                let named = if variant.is_empty() { title.clone() } else { format!("{title} ({variant})") };
                json!({"productId": group.product_id, "variantId": group.variant_id, "count": group.count, "product": title,
                    "variant": variant, "sendTo": format!("Send to all who wait for {named}")})
            })
            .collect();
        let more = found.next_page_cursor.map(|cursor| address("restock", &[("cursor", &cursor)]));
        Ok(json!({"title": "Restock notices", "rows": rows, "more": more, "maySend": who.may(Right::SendRestock)}))
    })
    .await
}

/// Tells everybody who waits for a variant.
pub(super) async fn send(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, Right::SendRestock, async |who, sent| {
        let group = SendRequest {
            product_id: sent.get("productId").to_owned(),
            variant_id: sent.get("variantId").to_owned(),
        };
        restock::send(&who, &context, vec![group]).await?;
        Ok((address("restock", &[]), "sent"))
    })
    .await
}
