//! Groups of customers: made, changed, filled by hand, and listed; who is in one that a rule makes is asked anew each time.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::repository::customer_group::{self, CustomerGroup};
use crate::repository::record::{Event, Kind};
use crate::repository::{Connection, coupon, customer, customer_file};
use crate::usecase::customers::{self, Customers};
use crate::usecase::owner::note::note;
use loggia_commerce::forms::Email;
use loggia_commerce::{GroupRule, Problem, is_group_key};
use serde_json::json;
use std::collections::BTreeSet;

/// The most groups of a shop.
const MOST_GROUPS: usize = 100;
/// The most characters of a name.
const LONGEST_NAME: usize = 100;
/// The most people who are put in and taken out by one call.
const MOST_AT_ONCE: usize = 200;
/// How many customers one page looks through for those who meet a rule.
const LOOKED_THROUGH: usize = 4;

/// The refusal of a key that no group has.
fn missing() -> ApiError {
    ApiError::refused(
        StatusCode::NOT_FOUND,
        "group-missing",
        "There is no such group of customers. It may have been removed; please load the groups again.",
    )
}

/// Every group, by key.
///
/// # Errors
/// Faults of the store.
pub async fn list(context: &Context) -> Result<Vec<CustomerGroup>, ApiError> {
    context.db.read(async |connection| customer_group::list(connection).await).await
}

async fn one(connection: &mut Connection<'_>, key: &str) -> Result<CustomerGroup, ApiError> {
    customer_group::by_key(connection, key).await?.ok_or_else(missing)
}

/// Makes a group, or gives one another name or another rule.
///
/// # Errors
/// `malformed-group`; 409 for one that is filled by hand and would be by a rule, or the other way round, and for too many.
pub async fn put(
    context: &Context,
    who: SignedIn,
    key: &str,
    (name, rule): (&str, Option<GroupRule>),
) -> Result<(), ApiError> {
    let malformed = |text: String| ApiError::bad_request("malformed-group", text);
    let (key, name, now) = (key.to_owned(), name.trim().to_owned(), context.clock.now_ms());
    if !is_group_key(&key) {
        return Err(malformed(
            "The key of a group is made of 1 to 60 small letters from a to z, digits and hyphens, such as trade-2."
                .to_owned(),
        ));
    }
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(malformed("Please give the group a name of at most 100 characters.".to_owned()));
    }
    if let Some(Err((member, expected))) = rule.as_ref().map(GroupRule::check) {
        return Err(malformed(format!("This rule makes no group: {member}: {expected}.")));
    }
    let write = async move |connection: &mut Connection<'_>| {
        let groups = customer_group::list(connection).await?;
        let before = groups.iter().find(|group| group.key == key);
        if before.is_some_and(|before| before.rule.is_some() != rule.is_some()) {
            return Err(ApiError::refused(
                StatusCode::CONFLICT,
                "group-of-another-kind",
                "A group is filled by hand or by a rule for as long as it is there. Please make another one.",
            ));
        }
        if before.is_none() && groups.len() >= MOST_GROUPS {
            return Err(ApiError::refused(
                StatusCode::CONFLICT,
                "too-many-groups",
                "A shop has at most 100 groups of customers. Please remove one first.",
            ));
        }
        customer_group::put(connection, (&key, &name), rule.as_ref(), now).await?;
        let shown = |name: &str, rule: Option<&GroupRule>| json!({"name": name, "rule": rule});
        let event = Event::new(Kind::PutCustomerGroup, &key).change(
            json!(before.map(|before| shown(&before.name, before.rule.as_ref()))),
            shown(&name, rule.as_ref()),
        );
        note(connection, &who, event, now).await
    };
    context.db.write(write).await
}

/// Removes a group that no code and no discount is for.
///
/// # Errors
/// `group-missing`; `group-in-use`.
pub async fn remove(context: &Context, who: SignedIn, key: &str) -> Result<(), ApiError> {
    let (key, now) = (key.to_owned(), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let write = async move |connection: &mut Connection<'_>| {
        let groups = customer_group::list(connection).await?;
        let group = groups.into_iter().find(|group| group.key == key).ok_or_else(missing)?;
        let catalog = &published.catalog;
        let of_the_shop = coupon::list(connection).await?;
        let codes = catalog.coupons.iter().chain(&of_the_shop);
        let codes = codes.filter(|coupon| coupon.limits.groups.contains(&key)).map(|coupon| &coupon.code);
        let discounts = catalog.discounts.iter().filter(|discount| discount.limits.groups.contains(&key));
        if let Some(user) = codes.chain(discounts.map(|discount| &discount.name)).next() {
            return Err(ApiError::refused(
                StatusCode::CONFLICT,
                "group-in-use",
                format!("\"{user}\" is for this group. Take the group out of it first, or remove it."),
            ));
        }
        customer_group::remove(connection, &key).await?;
        let event = Event::new(Kind::RemoveCustomerGroup, &key)
            .with("before", json!({"name": group.name, "rule": group.rule, "members": group.members}));
        note(connection, &who, event, now).await
    };
    context.db.write(write).await
}

/// Addresses as they were typed, each in its one spelling and once.
fn addresses(typed: &[String]) -> Result<BTreeSet<String>, ApiError> {
    let one = |typed: &String| {
        let email = Email::parse(typed).map_err(|_| ApiError::from(Problem::EmailInvalid))?;
        Ok(email.key().clone())
    };
    typed.iter().map(one).collect()
}

/// Puts people into a group and takes others out, all of them or none; how many were not in it, and how many were.
///
/// # Errors
/// An address that is none; `too-many-people`; `group-missing`; `group-by-rule`.
pub async fn change_members(
    context: &Context,
    who: SignedIn,
    key: &str,
    (add, take_out): (&[String], &[String]),
) -> Result<(u64, u64), ApiError> {
    if add.len() + take_out.len() > MOST_AT_ONCE {
        return Err(ApiError::bad_request("too-many-people", "Please name at most 200 people at once."));
    }
    let (add, take_out) = (addresses(add)?, addresses(take_out)?);
    let (key, now) = (key.to_owned(), context.clock.now_ms());
    let write = async move |connection: &mut Connection<'_>| {
        if one(connection, &key).await?.rule.is_some() {
            return Err(ApiError::refused(
                StatusCode::CONFLICT,
                "group-by-rule",
                "Who is in this group follows from its rule. Change the rule, or use a group that is filled by hand.",
            ));
        }
        let (mut added, mut taken_out) = (0, 0);
        for email in &add {
            // The same customer, whichever of their addresses is typed.
            let email = &customer_file::main_of(connection, email).await?;
            if customer_group::add(connection, &key, email, now).await? {
                added += 1;
                let event = Event::new(Kind::JoinCustomerGroup, &key).about(email);
                note(connection, &who, event, now).await?;
            }
        }
        for email in &take_out {
            let email = &customer_file::main_of(connection, email).await?;
            if customer_group::take_out(connection, &key, email).await? {
                taken_out += 1;
                let event = Event::new(Kind::LeaveCustomerGroup, &key).about(email);
                note(connection, &who, event, now).await?;
            }
        }
        Ok((added, taken_out))
    };
    context.db.write(write).await
}

/// A page of a group: of one that is filled by hand by address, with those who never bought; of a rule's who ordered last first,
/// as far as one page looks; with words those whose orders have them.
///
/// # Errors
/// `group-missing`; a cursor of another list; faults of the store.
pub async fn members(context: &Context, key: &str, text: &str, cursor: &str) -> Result<Customers, ApiError> {
    let test_mode = context.publications.is_test();
    let group = context.db.read(async |connection| one(connection, key).await).await?;
    if group.rule.is_none() && text.trim().is_empty() {
        return by_hand(context, key, cursor).await;
    }
    let mut found = Customers { customers: Vec::new(), next_cursor: Some(cursor.to_owned()) };
    for _ in 0..LOOKED_THROUGH {
        let Some(next) = found.next_cursor.take() else { break };
        let page = customers::customers(context, text, &next).await?;
        let (of_group, all) = (&group, page.customers);
        let those = context
            .db
            .read(async |connection| {
                let mut those = BTreeSet::new();
                for row in &all {
                    if customer_group::belongs(connection, of_group, &row.email, test_mode).await? {
                        those.insert(row.email.clone());
                    }
                }
                Ok(those)
            })
            .await?;
        found.customers.extend(all.into_iter().filter(|row| those.contains(&row.email)));
        found.next_cursor = page.next_cursor;
        if found.customers.len() >= customers::PAGE {
            break;
        }
    }
    Ok(found)
}

async fn by_hand(context: &Context, key: &str, cursor: &str) -> Result<Customers, ApiError> {
    context
        .db
        .read(async |connection| {
            let limit = i64::try_from(customers::PAGE).unwrap_or(i64::MAX) + 1;
            let mut emails = customer_group::members(connection, key, cursor, limit).await?;
            let has_next = emails.len() > customers::PAGE;
            emails.truncate(customers::PAGE);
            let mut rows = Vec::with_capacity(emails.len());
            for email in &emails {
                rows.push(match customer::last(connection, email).await? {
                    Some(last) => customers::row(connection, &last).await?,
                    None => customers::without_order(email),
                });
            }
            Ok(Customers { customers: rows, next_cursor: emails.pop().filter(|_| has_next) })
        })
        .await
}
