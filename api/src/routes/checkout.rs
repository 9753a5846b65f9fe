//! From a cart to an order: one transaction takes the stock and writes the order down, the provider is asked outside of
//! any transaction, a second one settles the order by the answer.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody, TotalChanged};
use crate::extract::call_key::key_of;
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::rates::Class;
use crate::repository::cart::Kind;
use crate::respond::cart::forget;
use crate::usecase::checkout::answer::CheckoutAnswer;
use crate::usecase::checkout::buy::{Bought, PaymentPending, buy};
use crate::usecase::checkout::purchase::Checkout;
use actix_web::{HttpRequest, HttpResponse, post, web};

/// Buys a cart for the total that was shown: `totalCents` and `cartDigest` of the cart as it was read. If it
/// comes to anything else by now, nothing is charged and nothing is kept, and the answer says the new total. Sent again, with the same `Idempotency-Key` or for the same cart, it answers the same order.
#[utoipa::path(tag = "checkout", request_body = Checkout,
    params(("Idempotency-Key" = Option<String>, Header, description = "The same for every repeat of one purchase")),
    responses((status = 200, body = CheckoutAnswer), (status = 202, body = PaymentPending), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = TotalChanged),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/commerce/checkout")]
pub async fn check_out(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    checkout: web::Json<Checkout>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::Checkout, &request, "").await?;
    let key = key_of(&request);
    Ok(match buy(&context, &shopper, checkout.into_inner(), key).await? {
        Bought::Pending(pending) => HttpResponse::Accepted().json(pending),
        Bought::Paid(answer, kind) => {
            let mut response = HttpResponse::Ok();
            if kind == Kind::Cart {
                forget(&context.settings, &mut response, shopper.member.is_none());
            }
            response.json(answer)
        }
    })
}
