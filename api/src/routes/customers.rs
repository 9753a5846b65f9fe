//! Who bought. Calls name a person in their body, so that no log has the address.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::customers::{self, Customer, Customers};
use crate::usecase::mentions::NewWords;
use crate::usecase::{came_along, customer_file, customer_groups};
use actix_web::{HttpResponse, delete, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest search or address, in characters.
const LONGEST: usize = 320;

/// Which customers.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomersWanted {
    /// Words of name, e-mail, phone, company or address of their orders; the last word may be its beginning. "" for all.
    pub text: String,
    /// The key of a group; "" for everybody.
    pub group: String,
    /// Those who came along from another shop, and nobody else.
    pub brought: bool,
    /// `nextCursor` of the page before.
    pub cursor: String,
}

/// Which customer.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct CustomerWanted {
    /// The e-mail address, in any spelling.
    pub email: String,
}

fn short(text: &str) -> Result<(), ApiError> {
    if text.chars().count() > LONGEST {
        return Err(ApiError::bad_request("search-too-long", "Please search for at most 320 characters."));
    }
    Ok(())
}

/// Lists who bought, guests and members alike, each once by their e-mail address; for ADMIN and STORE_MANAGER. With words somebody may
/// stand on two pages.
#[utoipa::path(tag = "owner", request_body = CustomersWanted, responses((status = 200, body = Customers), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/customers")]
pub async fn list_customers(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<CustomersWanted>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    short(&body.text)?;
    let page = if body.brought {
        came_along::list(&context, &body.text, &body.cursor).await?
    } else if body.group.is_empty() {
        customers::customers(&context, &body.text, &body.cursor).await?
    } else {
        customer_groups::members(&context, &body.group, &body.text, &body.cursor).await?
    };
    Ok(HttpResponse::Ok().json(page))
}

/// Gives one customer: orders, what they came to, addresses, consent and notes; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = CustomerWanted, responses((status = 200, body = Customer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/customers/one")]
pub async fn get_customer(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<CustomerWanted>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    short(&body.email)?;
    Ok(HttpResponse::Ok().json(customers::customer(&context, &who, &body.email).await?))
}

/// A note about a customer.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCustomerNote {
    /// One of the customer's addresses.
    pub email: String,
    /// What: at most 2,000 characters. One U+FFFC (object replacement character) stands for each account of `mentions`.
    pub text: String,
    /// The accounts that the note names, in the order of their places in the text; at most 20, each of somebody who may read orders.
    /// They are told.
    #[serde(default)]
    pub mentions: Vec<String>,
}

/// Notes something about a customer, for the staff alone; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = NewCustomerNote, responses((status = 200, body = Customer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/commerce/customers/notes")]
pub async fn note_customer(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewCustomerNote>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    short(&body.email)?;
    let words = NewWords::of(&body.text, &body.mentions)?;
    customer_file::add_note(&context, who.clone(), &body.email, words).await?;
    Ok(HttpResponse::Ok().json(customers::customer(&context, &who, &body.email).await?))
}

/// Takes a note about a customer away; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("noteId" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/customers/notes/{noteId}")]
pub async fn remove_customer_note(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    customer_file::remove_note(&context, who, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Two customers who are one person.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersToMerge {
    /// An address of the customer who stays.
    pub email: String,
    /// An address of the one whose addresses become other addresses of the first.
    pub second: String,
}

/// Makes one customer of two, and gives that one; nothing undoes it. Accounts to log in with are never merged: a second customer with
/// one is refused. For ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = CustomersToMerge, responses((status = 200, body = Customer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/customers/merge")]
pub async fn merge_customers(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<CustomersToMerge>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    short(&body.email)?;
    short(&body.second)?;
    customer_file::merge(&context, who.clone(), &body.email, &body.second).await?;
    Ok(HttpResponse::Ok().json(customers::customer(&context, &who, &body.email).await?))
}
