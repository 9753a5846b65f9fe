//! Who is on the mailing list, and taking somebody off it.

use super::page::{View, address, change, look};
use crate::context::Context;
use crate::roles::Right;
use crate::usecase::owner::mailing_list;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// The members, by address.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::MailingList, Right::EditCampaigns), async |page, who, query| {
        let found = mailing_list::list(who, page.context, query.get("cursor")).await?;
        let rows: Vec<Value> = found
            .members
            .iter()
            .map(|member| {
                let form = member.source.strip_prefix("form ").and_then(|id| page.published.catalog.form(id));
                let source = form.map_or(member.source.as_str(), |form| form.name.as_str());
                let source = if source == "restock" { "a restock notice" } else { source };
                json!({"email": member.email, "source": source, "when": page.moment(member.joined_on),
                    "removes": format!("Take {} off the list", member.email)})
            })
            .collect();
        let more = found.next_page_cursor.map(|cursor| address("mailing-list", &[("cursor", &cursor)]));
        Ok(json!({"title": "Mailing list", "rows": rows, "more": more, "table": "/api/mailing-list/members.csv"}))
    })
    .await
}

/// Takes somebody off the list.
pub(super) async fn remove(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, Right::EditCampaigns, async |who, sent| {
        mailing_list::remove(who, &context, sent.get("email")).await?;
        Ok((address("mailing-list", &[]), "left"))
    })
    .await
}
