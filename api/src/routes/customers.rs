//! Who bought. Calls name a person in their body, so that no log has the address.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::customers::{self, Customer, Customers};
use actix_web::{HttpResponse, post, web};
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
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/customers")]
pub async fn list_customers(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<CustomersWanted>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    short(&body.text)?;
    Ok(HttpResponse::Ok().json(customers::customers(&context, &body.text, &body.cursor).await?))
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
    Ok(HttpResponse::Ok().json(customers::customer(&context, &body.email).await?))
}
