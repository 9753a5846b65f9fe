//! How often coupons and discounts without a code were used: taken with the order's transaction, given back when the order comes to nothing.

use super::connection::{Connection, affected, change, fetch, statements};
use super::coupon::key;
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use loggia_commerce::{AutomaticDiscount, Coupon, CouponUses};
use sqlx_macros::FromRow;

statements! {
    // The row is held until the transaction ends: the transaction that takes the next use sees this one.
    COUNT_UP = "INSERT INTO coupon_count (code_key, uses) VALUES ($1, 1) ON CONFLICT (code_key) DO UPDATE SET uses = coupon_count.uses + 1 RETURNING uses";
    COUNT_DOWN = "UPDATE coupon_count SET uses = uses - 1 WHERE code_key = $1";
    ADD = "INSERT INTO coupon_use (order_id, code_key, email_hash, site_user_id, discount_cents, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    REMOVE = "DELETE FROM coupon_use WHERE order_id = $1 RETURNING code_key";
    BY_CUSTOMER = "SELECT COUNT(*) FROM coupon_use WHERE code_key = $1 AND (email_hash = $2 OR site_user_id = $3)";
    // But for the pending order of the cart that is looked at.
    SEEN = "SELECT COALESCE((SELECT uses FROM coupon_count WHERE code_key = $1), 0) AS in_all, \
        (SELECT COUNT(*) FROM coupon_use WHERE code_key = $1 AND (email_hash = $2 OR site_user_id = $3)) AS by_customer, \
        (SELECT COUNT(*) FROM coupon_use JOIN shop_order ON shop_order.id = coupon_use.order_id \
        WHERE coupon_use.code_key = $1 AND shop_order.cart_id = $4 AND shop_order.status = 'pending') AS own, \
        (SELECT COUNT(*) FROM coupon_use JOIN shop_order ON shop_order.id = coupon_use.order_id \
        WHERE coupon_use.code_key = $1 AND shop_order.cart_id = $4 AND shop_order.status = 'pending' AND (email_hash = $2 OR coupon_use.site_user_id = $3)) AS own_by_customer";
    ALL = "SELECT code_key, uses FROM coupon_count WHERE code_key <> '' AND uses > 0 ORDER BY code_key LIMIT 5000";
    OF_ONE = "SELECT COALESCE((SELECT uses FROM coupon_count WHERE code_key = $1), 0)";
    ORDERS = "SELECT coupon_use.order_id, shop_order.number, shop_order.status, shop_order.email, shop_order.test_mode, shop_order.currency, coupon_use.discount_cents, \
        coupon_use.created_at FROM coupon_use JOIN shop_order ON shop_order.id = coupon_use.order_id WHERE coupon_use.code_key = $1 AND ($2 = '' OR coupon_use.order_id < $2) \
        ORDER BY coupon_use.order_id DESC LIMIT $3";
    ADD_FIRST = "INSERT INTO first_order (customer_hash, order_id) VALUES ($1, $2) ON CONFLICT (customer_hash) DO NOTHING";
    REMOVE_FIRST = "DELETE FROM first_order WHERE order_id = $1";
    // An address counts in lower case and without what follows a plus sign; so do those of earlier orders.
    HAS_ORDERED = "SELECT COUNT(*) FROM shop_order WHERE status <> 'cancelled' AND subscription_id IS NULL AND cart_id <> $4 \
        AND (site_user_id = $1 OR lower(trim(email)) = $2 OR lower(trim(email)) LIKE $3 ESCAPE '!')";
}

/// Who uses a code: an address, an account, or both.
#[derive(Clone, Debug, Default)]
pub struct Customer {
    /// The address in one spelling; empty when it is not known yet.
    email: String,
    /// The account, when somebody is signed in.
    site_user_id: Option<String>,
}

impl Customer {
    /// A customer by an address as it was typed, and an account.
    ///
    /// One address has many spellings. Small letters, no white space around it and nothing after a plus sign are one
    /// customer here; dots, which some providers leave out and others do not, are not looked at.
    pub fn new(email: &str, site_user_id: Option<&str>) -> Self {
        let lower = email.trim().to_lowercase();
        let email = match lower.rsplit_once('@') {
            Some((name, domain)) => format!("{}@{domain}", name.split('+').next().unwrap_or(name)),
            None => lower,
        };
        Customer { email, site_user_id: site_user_id.map(str::to_owned) }
    }

    /// Whether anything is known of the customer.
    pub fn is_known(&self) -> bool {
        !self.email.is_empty() || self.site_user_id.is_some()
    }

    /// The account, when somebody is signed in.
    pub fn account(&self) -> Option<&str> {
        self.site_user_id.as_deref()
    }

    fn email_hash(&self) -> TokenHash {
        // Nobody's address is nobody's: it equals no other.
        if self.email.is_empty() { Vec::new() } else { token::hash(&format!("email {}", self.email)) }
    }

    fn account_hash(&self) -> Option<TokenHash> {
        self.site_user_id.as_ref().map(|id| token::hash(&format!("account {id}")))
    }

    /// The same address with anything after a plus sign, as a pattern.
    fn with_tag(&self) -> String {
        let escaped: String = self
            .email
            .chars()
            .flat_map(|letter| matches!(letter, '%' | '_' | '!').then_some('!').into_iter().chain([letter]))
            .collect();
        escaped.rsplit_once('@').map_or_else(String::new, |(name, domain)| format!("{name}+%@{domain}"))
    }
}

/// What is used, and by whom at most.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limited {
    /// Names it among all.
    key: String,
    uses_in_all: Option<u32>,
    uses_per_customer: Option<u32>,
    first_order_only: bool,
}

impl From<&Coupon> for Limited {
    fn from(coupon: &Coupon) -> Self {
        Limited {
            key: key(&coupon.code),
            uses_in_all: coupon.limits.uses_in_all,
            uses_per_customer: coupon.limits.uses_per_customer,
            first_order_only: coupon.limits.first_order_only,
        }
    }
}

impl From<&AutomaticDiscount> for Limited {
    fn from(discount: &AutomaticDiscount) -> Self {
        Limited {
            key: discount_key(&discount.id),
            uses_in_all: discount.limits.uses_in_all,
            uses_per_customer: discount.limits.uses_per_customer,
            first_order_only: false,
        }
    }
}

impl Limited {
    /// Whether its uses decide anything.
    pub fn is_counted(&self) -> bool {
        self.uses_in_all.is_some() || self.uses_per_customer.is_some()
    }
}

/// The key of a discount without a code. No code begins with white space.
fn discount_key(id: &str) -> String {
    format!(" {id}")
}

#[derive(FromRow)]
struct Seen {
    in_all: i64,
    by_customer: i64,
    own: i64,
    own_by_customer: i64,
}

/// How often it was used, under the name that is given, but for the pending order of the cart.
pub async fn of(
    connection: &mut Connection<'_>,
    (name, limited): (&str, &Limited),
    customer: &Customer,
    cart_id: &str,
) -> Result<CouponUses, ApiError> {
    let (email, account) = (customer.email_hash(), &customer.site_user_id);
    let seen: Seen = fetch!(connection, |c| sqlx::query_as(SEEN)
        .bind(&limited.key)
        .bind(&email)
        .bind(account)
        .bind(cart_id)
        .fetch_one(c)
        .await)?;
    let count = |all: i64, own: i64| u64::try_from(all - own).unwrap_or(0);
    Ok(CouponUses {
        code: name.to_owned(),
        in_all: count(seen.in_all, seen.own),
        by_customer: count(seen.by_customer, seen.own_by_customer),
    })
}

/// Whether the customer has an order that was not cancelled, but for those of the cart.
pub async fn has_ordered(
    connection: &mut Connection<'_>,
    customer: &Customer,
    cart_id: &str,
) -> Result<bool, ApiError> {
    if !customer.is_known() {
        return Ok(false);
    }
    let orders: i64 = fetch!(connection, |c| sqlx::query_scalar(HAS_ORDERED)
        .bind(&customer.site_user_id)
        .bind(&customer.email)
        .bind(customer.with_tag())
        .bind(cart_id)
        .fetch_one(c)
        .await)?;
    Ok(orders > 0)
}

/// How often each code was used, by its key; discounts without a code are left out.
pub async fn all(connection: &mut Connection<'_>) -> Result<Vec<(String, i64)>, ApiError> {
    let mut uses: Vec<(String, i64)> = fetch!(connection, |c| sqlx::query_as(ALL).fetch_all(c).await)?;
    uses.retain(|(key, _)| !key.starts_with(' '));
    Ok(uses)
}

/// How many orders use a discount without a code.
pub async fn of_discount(connection: &mut Connection<'_>, id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OF_ONE).bind(discount_key(id)).fetch_one(c).await)?)
}

/// An order that used a code or a discount. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
#[expect(missing_docs, reason = "the columns of the tables, whose meaning stands with the orders")]
pub struct UsedBy {
    pub order_id: String,
    pub number: Option<i64>,
    pub status: String,
    pub email: String,
    pub test_mode: bool,
    pub currency: String,
    /// What it took off.
    pub discount_cents: i64,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// The orders that use a code and were not called off before they were paid, the newest first.
///
/// # Errors
/// Faults of the store.
pub async fn orders(
    connection: &mut Connection<'_>,
    code: &str,
    before: &str,
    limit: i64,
) -> Result<Vec<UsedBy>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS)
        .bind(key(code))
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// What became of the request to use a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is this order's.
    Yes,
    /// As many orders as may use the code.
    UsedUp,
    /// As many of this customer.
    ByCustomer,
    /// It is for a first order, and this is not one.
    NotFirst,
}

/// Takes a use for an order that was just written down. On anything but [`Taken::Yes`] the transaction is not to
/// be kept.
pub async fn take(
    connection: &mut Connection<'_>,
    limited: &Limited,
    (order_id, cart_id): (&str, &str),
    customer: &Customer,
    (discount_cents, now): (i64, i64),
) -> Result<Taken, ApiError> {
    let email = customer.email_hash();
    let uses: i64 =
        change!(connection, |c| sqlx::query_scalar(COUNT_UP).bind(&limited.key).fetch_one(c).await)?;
    if limited.uses_in_all.is_some_and(|most| uses > i64::from(most)) {
        return Ok(Taken::UsedUp);
    }
    if let Some(most) = limited.uses_per_customer {
        let used: i64 = fetch!(connection, |c| sqlx::query_scalar(BY_CUSTOMER)
            .bind(&limited.key)
            .bind(&email)
            .bind(&customer.site_user_id)
            .fetch_one(c)
            .await)?;
        if used >= i64::from(most) {
            return Ok(Taken::ByCustomer);
        }
    }
    if limited.first_order_only {
        for hash in [Some(email.clone()), customer.account_hash()].into_iter().flatten() {
            if affected!(connection, ADD_FIRST, hash, order_id)? == 0 {
                return Ok(Taken::NotFirst);
            }
        }
        if has_ordered(connection, customer, cart_id).await? {
            return Ok(Taken::NotFirst);
        }
    }
    affected!(connection, ADD, order_id, &limited.key, email, &customer.site_user_id, discount_cents, now)?;
    Ok(Taken::Yes)
}

/// Gives back what an order used that came to nothing.
pub async fn undo_order(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    let mut codes: Vec<String> =
        change!(connection, |c| sqlx::query_scalar(REMOVE).bind(order_id).fetch_all(c).await)?;
    // Rows are always turned in one order, so that no two transactions wait for each other.
    codes.sort();
    for code in codes {
        affected!(connection, COUNT_DOWN, &code)?;
    }
    affected!(connection, REMOVE_FIRST, order_id)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_006_one_customer_has_many_spellings() {
        let email = |text: &str| Customer::new(text, None).email;
        assert_eq!(email(" Ann+Bread@Shopper.Example "), "ann@shopper.example");
        assert_eq!(email("a.b+x+y@gmail.com"), "a.b@gmail.com");
        assert_eq!(email("\"odd@name\"@b.example"), "\"odd@name\"@b.example");
        assert_eq!(Customer::new("a_b@c.example", None).with_tag(), "a!_b+%@c.example");
        assert!(!Customer::new("", None).is_known() && Customer::new("", Some("u")).is_known());
    }
}
