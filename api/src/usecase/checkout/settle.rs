//! The amounts of a cart for the customer who buys it.

use super::purchase::Purchase;

use crate::error::{ApiError, TotalChanged};
use crate::repository::Connection;
use crate::repository::coupon_use::Customer;
use crate::shopping::Shopping;
use loggia_commerce::Problem;

/// Works out the amounts for the buyer, who is known by an address only now: a code that counted in the cart and does not
/// count for this address is said.
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
        let by_customer = matches!(
            code.problem,
            Some(Problem::CouponUsedByCustomer | Problem::CouponFirstOrder | Problem::CouponForGroup)
        );
        by_customer && counted.iter().any(|before| before.code == code.code)
    });
    if let Some(problem) = refused.and_then(|code| code.problem.clone()) {
        return Err(problem.into());
    }
    Ok(())
}

/// Refuses a purchase that comes to something else than the shopper was shown and agreed to, be it more or less.
pub fn check_agreed(shopping: &Shopping, purchase: &Purchase) -> Result<(), ApiError> {
    if purchase.by_staff {
        return Ok(());
    }
    let (cart, request) = (&shopping.cart, &purchase.request);
    let (total, shown) = (cart.grand_total_cents, request.total_cents);
    let said = request.cart_digest.as_deref();
    let is_missing = shown.is_none() || said.is_none();
    let differs =
        shown.is_some_and(|shown| shown != total.get()) || said.is_some_and(|said| said != cart.digest);
    if !is_missing && !differs {
        return Ok(());
    }
    let amount = shopping.published.catalog.amount(total, cart.currency);
    let because = cart.invalid_coupons.iter().filter_map(|code| code.problem.as_ref());
    let because: String =
        because.filter(|problem| comes_by_itself(problem)).map(|problem| format!("{problem} ")).collect();
    let what = match (differs, shown == Some(total.get())) {
        (true, false) => format!("The total changed to {amount}."),
        (true, true) => format!("Your order changed; the total is still {amount}."),
        (false, _) => format!("The total is {amount}."),
    };
    Err(ApiError::TotalChanged(Box::new(TotalChanged {
        error: format!("{because}{what} Please look at it and pay again."),
        code: if differs { "total-changed" } else { "total-missing" }.to_owned(),
        shown_cents: shown,
        total_cents: total.get(),
        currency: cart.currency.to_string(),
        cart_digest: cart.digest.clone(),
        changes: said.map(|said| cart.changed_since(said)).unwrap_or_default(),
    })))
}

/// A code that counted before does not count for this without anything the shopper did.
const fn comes_by_itself(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::CouponExpired
            | Problem::CouponUsedUp
            | Problem::CouponUsedByCustomer
            | Problem::CouponForGroup
            | Problem::GiftCardEmpty
            | Problem::GiftCardBlocked
    )
}
