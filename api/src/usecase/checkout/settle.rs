//! The amounts of a cart for the customer who buys it.

use super::purchase::Purchase;

use crate::error::ApiError;
use crate::repository::Connection;
use crate::repository::coupon_use::Customer;
use crate::shopping::Shopping;
use loggia_commerce::{Money, Problem};

/// Works out the amounts for whoever buys, who is known by an address only now: a code that counted in the cart and does not
/// count for this address is said, and so is a total that nobody was shown.
pub async fn settle(
    connection: &mut Connection<'_>,
    shopping: &mut Shopping,
    purchase: &Purchase,
) -> Result<(), ApiError> {
    shopping.settle(purchase.now)?;
    let counted = std::mem::take(&mut shopping.cart.valid_coupons);
    let customer = Customer::new(&purchase.email, purchase.member.as_deref());
    shopping.settle_for(connection, customer, purchase.now).await?;
    let refused = shopping.cart.invalid_coupons.iter().find(|code| {
        let by_customer =
            matches!(code.problem, Some(Problem::CouponUsedByCustomer | Problem::CouponFirstOrder));
        by_customer && counted.iter().any(|before| before.code == code.code)
    });
    if let Some(problem) = refused.and_then(|code| code.problem.clone()) {
        return Err(problem.into());
    }
    let total = shopping.cart.grand_total_cents;
    if purchase.request.total_cents.is_some_and(|shown| shown != total.get()) {
        let total = Money::new(total, shopping.cart.currency).format();
        let because = shopping.cart.invalid_coupons.iter().filter_map(|code| code.problem.as_ref());
        let because = because.filter(|problem| comes_by_itself(problem)).map(|problem| format!("{problem} "));
        let message = format!(
            "{}The total changed to {total}. Please look at it and pay again.",
            because.collect::<String>()
        );
        return Err(ApiError::bad_request("total-changed", message));
    }
    Ok(())
}

/// A code that counted before does not count for this without anything the shopper did.
const fn comes_by_itself(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::CouponExpired
            | Problem::CouponUsedUp
            | Problem::CouponUsedByCustomer
            | Problem::GiftCardEmpty
            | Problem::GiftCardBlocked
    )
}
