//! Groups of customers. People are named in the body of a call, so that no log has an address.

use super::admin::csv::{self, moment};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::repository::customer_group::CustomerGroup;
use crate::roles::Right;
use crate::usecase::customer_groups;
use crate::usecase::owner::note::note_export;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, delete, get, post, put, web};
use futures_util::stream;
use loggia_commerce::GroupRule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every group of customers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct CustomerGroups {
    /// By key.
    pub groups: Vec<GroupOfCustomers>,
}

/// A group of customers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupOfCustomers {
    /// Names it in discounts; never changed.
    pub key: String,
    /// What the staff call it.
    pub name: String,
    /// Who belongs to it; none where customers are put in by hand.
    pub rule: Option<GroupRule>,
    /// How many are in it by hand; none of a rule's, which is asked anew each time.
    pub members: Option<i64>,
}

impl From<CustomerGroup> for GroupOfCustomers {
    fn from(group: CustomerGroup) -> Self {
        let members = group.rule.is_none().then_some(group.members);
        GroupOfCustomers { key: group.key, name: group.name, rule: group.rule, members }
    }
}

/// What a group is to be.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct CustomerGroupRequest {
    /// What the staff call it: 1 to 100 characters.
    pub name: String,
    /// Who belongs to it; left out where customers are put in by hand.
    #[serde(default)]
    pub rule: Option<GroupRule>,
}

/// Who is put in and who is taken out.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MembersChange {
    /// E-mail addresses; they need not have bought yet.
    pub add: Vec<String>,
    /// E-mail addresses.
    pub take_out: Vec<String>,
}

/// What became of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembersChanged {
    /// How many were put in who were not in it.
    pub added: u64,
    /// How many were taken out who were in it.
    pub taken_out: u64,
}

async fn all(context: &Context) -> Result<HttpResponse, ApiError> {
    let groups = customer_groups::list(context).await?.into_iter().map(GroupOfCustomers::from).collect();
    Ok(HttpResponse::Ok().json(CustomerGroups { groups }))
}

/// Lists the groups of customers; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = CustomerGroups), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/customer-groups")]
pub async fn list_groups_of_customers(
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    all(&context).await
}

/// Makes a group, or changes its name or its rule, and gives all groups; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("key" = String, Path)), request_body = CustomerGroupRequest, responses((status = 200, body = CustomerGroups),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[put("/commerce/customer-groups/{key}")]
pub async fn put_group_of_customers(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    key: web::Path<String>,
    body: web::Json<CustomerGroupRequest>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let body = body.into_inner();
    customer_groups::put(&context, who, &key, (&body.name, body.rule)).await?;
    all(&context).await
}

/// Removes a group that no code and no discount is for; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("key" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[delete("/commerce/customer-groups/{key}")]
pub async fn delete_group_of_customers(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    key: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    customer_groups::remove(&context, who, &key).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Puts people into a group that is filled by hand, and takes others out, at most 200 at once; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("key" = String, Path)), request_body = MembersChange, responses((status = 200, body = MembersChanged),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
#[post("/commerce/customer-groups/{key}/members")]
pub async fn change_members_of_group(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    key: web::Path<String>,
    body: web::Json<MembersChange>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let (added, taken_out) =
        customer_groups::change_members(&context, who, &key, (&body.add, &body.take_out)).await?;
    Ok(HttpResponse::Ok().json(MembersChanged { added, taken_out }))
}

/// Gives who is in a group as CSV; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("key" = String, Path)), responses((status = 200, body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[get("/commerce/customer-groups/{key}/members.csv")]
pub async fn export_group_of_customers(
    who: SignedIn,
    context: web::Data<Context>,
    key: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must_recently(Right::ManageStore, &context)?;
    // A group that is not there is said before the table begins.
    customer_groups::members(&context, &key, "", "").await?;
    note_export(&context, &who, "customer-group").await?;
    let table = Table {
        context,
        key: key.into_inner(),
        cursor: Some(String::new()),
        head: Some(csv::line(["email", "name", "orders", "lastOrderOn"])),
    };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"customers.csv\""))
        .streaming(stream::try_unfold(table, next)))
}

struct Table {
    context: web::Data<Context>,
    key: String,
    /// Where the next page begins; none behind the last.
    cursor: Option<String>,
    head: Option<String>,
}

async fn next(mut table: Table) -> Result<Option<(Bytes, Table)>, ApiError> {
    if let Some(head) = table.head.take() {
        return Ok(Some((Bytes::from(head), table)));
    }
    // A page of a rule may have nobody on it while others follow; nothing is no part of a stream.
    while let Some(cursor) = table.cursor.take() {
        let page = customer_groups::members(&table.context, &table.key, "", &cursor).await?;
        table.cursor = page.next_cursor;
        let lines: String = page
            .customers
            .iter()
            .map(|row| {
                let (orders, last) = (row.orders.to_string(), row.last_on.map(moment).unwrap_or_default());
                csv::line([row.email.as_str(), row.name.as_str(), orders.as_str(), last.as_str()])
            })
            .collect();
        if !lines.is_empty() {
            return Ok(Some((Bytes::from(lines), table)));
        }
    }
    Ok(None)
}
