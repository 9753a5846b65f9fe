//! Who works on the site: the list, one of them, invitations.

use super::page::{View, address, change as change_page, look};
use super::security::rows as session_rows;
use crate::context::Context;
use crate::error::ApiError;
use crate::pages::form_guard::FormFields;
use crate::roles::{Right, Role};
use crate::usecase::account::sessions;
use crate::usecase::owner::team::{self as people, InvitationRequest, PersonAnswer};
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

const TITLE: &str = "People";

/// The names of roles, as one text.
fn names(codes: &[u8]) -> String {
    let names: Vec<String> =
        codes.iter().filter_map(|code| Role::try_from(*code).ok()).map(|role| role.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn choices(chosen: &[u8]) -> Vec<Value> {
    let choice = |role: Role| json!({"code": role.code(), "label": role.to_string(), "isChosen": chosen.contains(&role.code())});
    Role::ALL.into_iter().map(choice).collect()
}

fn factor(person: &PersonAnswer) -> &'static str {
    if person.has_second_factor { "Second factor: yes" } else { "Second factor: no" }
}

/// The roles that a form chose.
fn chosen(sent: &FormFields) -> Result<Vec<u8>, ApiError> {
    let unknown = |_| ApiError::bad_request("unknown-role", "This is no role.");
    sent.all("role").map(|code| code.parse().map_err(unknown)).collect()
}

/// Everybody who has a role, and who is invited. The person who looks has proved lately who they are, so that the forms work.
pub(super) async fn list(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Team, Right::ManagePeople), async |page, who, query| {
        who.recently(page.context)?;
        let sought = query.get("email");
        let found = people::list(page.context, who, sought).await?;
        let row = |person: &PersonAnswer| {
            json!({"url": address(&format!("team/{}", person.id), &[]), "email": person.email, "roles": names(&person.roles),
                "factor": if person.has_second_factor { "yes" } else { "no" }, "seen": person.seen_on.map_or_else(String::new, |seen| page.moment(seen))})
        };
        let rows: Vec<Value> = found.people.iter().map(row).collect();
        let invitations: Vec<Value> = found
            .invitations
            .iter()
            .map(|one| {
                json!({"email": one.email, "roles": names(&one.roles), "until": page.moment(one.expires_on),
                    "takes": format!("Take the invitation of {} back", one.email)})
            })
            .collect();
        Ok(json!({"title": TITLE, "sought": sought, "rows": rows, "invitations": invitations, "roleChoices": choices(&[])}))
    })
    .await
}

/// One of them.
pub(super) async fn show(request: HttpRequest, context: Data<Context>, id: Path<String>) -> HttpResponse {
    look(&request, &context, (View::Person, Right::ManagePeople), async |page, who, _| {
        who.recently(page.context)?;
        let person = people::find(page.context, who, &id).await?;
        let found = sessions::of(page.context, &person.id, who).await?.sessions;
        let here = address(&format!("team/{}", person.id), &[]);
        let rows = session_rows(page, &found, &format!("{here}/sessions"));
        Ok(json!({"title": person.email, "here": here, "factor": factor(&person), "since": page.moment(person.created_on),
            "isSelf": person.is_self, "roleChoices": choices(&person.roles), "rows": rows}))
    })
    .await
}

/// Sets roles, sends an email, removes.
pub(super) async fn change(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change_page(&request, &context, &body, Right::ManagePeople, async |who, sent| {
        let here = address(&format!("team/{id}"), &[]);
        match sent.get("do") {
            "roles" => {
                people::set_roles(&context, &who, &id, &chosen(&sent)?).await?;
                Ok((here, "rolesSet"))
            }
            "password" => {
                people::send_password(&context, &who, &id).await?;
                Ok((here, "letter"))
            }
            "remove" => {
                people::remove(&context, &who, &id).await?;
                Ok((address("team", &[]), "removed"))
            }
            _ => Err(ApiError::bad_request("unknown-action", "Something went wrong")),
        }
    })
    .await
}

/// Ends a session of somebody.
pub(super) async fn end(
    request: HttpRequest,
    context: Data<Context>,
    id: Path<String>,
    body: Bytes,
) -> HttpResponse {
    change_page(&request, &context, &body, Right::ManagePeople, async |who, sent| {
        who.recently(&context)?;
        sessions::end_one(&context, &who, id.to_string(), sent.get("id").to_owned()).await?;
        Ok((address(&format!("team/{id}"), &[]), "sessionEnded"))
    })
    .await
}

/// Invites somebody, or takes an invitation back.
pub(super) async fn invite(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change_page(&request, &context, &body, Right::ManagePeople, async |who, sent| {
        let here = address("team", &[]);
        if sent.get("do") == "takeBack" {
            people::take_back(&context, &who, sent.get("email")).await?;
            return Ok((here, "takenBack"));
        }
        let days = sent.get("days").trim();
        let days = if days.is_empty() { None } else { Some(days.parse().unwrap_or(0)) };
        let invitation =
            InvitationRequest { email: sent.get("email").to_owned(), roles: chosen(&sent)?, days };
        people::invite(&context, &who, &invitation).await?;
        Ok((here, "invited"))
    })
    .await
}
