//! Groups of customers: how one is named in a discount, and who belongs to one that is made by a rule.

use serde::{Deserialize, Serialize};

use crate::country::is_country;
use crate::currency::CurrencyCode;
use crate::id::ItemId;
use crate::money::Cents;

/// The most characters of a group's key.
pub const GROUP_KEY_MAXIMUM: usize = 60;
/// The most groups that one discount or code is for.
pub const GROUPS_OF_DISCOUNT_MAXIMUM: usize = 20;
/// The most products, and the most countries, that a rule names.
const NAMED_MAXIMUM: usize = 50;

/// Whether a text can name a group in a discount: small letters without accents, digits, and hyphens between them.
#[must_use]
pub fn is_group_key(text: &str) -> bool {
    let is_known = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    (1..=GROUP_KEY_MAXIMUM).contains(&text.len())
        && text.chars().all(is_known)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// Whether what is for these groups is for somebody who is in those: for no group in particular is for all.
pub(crate) fn is_for(groups: &[String], of_customer: &[String]) -> bool {
    groups.is_empty() || groups.iter().any(|group| of_customer.contains(group))
}

/// Who belongs to a group: whoever bought, and meets all that is said here. What is left out is not asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct GroupRule {
    /// Their orders came to so much, less what went back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<GroupSpent>,
    /// They have so many orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders_at_least: Option<u32>,
    /// They bought one of these products, by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bought: Vec<ItemId>,
    /// Their newest order went to one of these countries, by code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// Their first order was placed at this moment or later; epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_order_from: Option<i64>,
    /// Their first order was placed before this moment; epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_order_before: Option<i64>,
    /// They are on the mailing list.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepts_letters: bool,
}

/// An amount in one currency; what was bought in others is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GroupSpent {
    /// ISO 4217 code.
    pub currency: CurrencyCode,
    /// At least so much, in minor units.
    pub cents: Cents,
}

/// What is known of a customer when a rule is asked. Orders are those that are paid and not called off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomerFacts {
    /// How many orders.
    pub orders: u64,
    /// What they came to in the currency of the rule, less what went back.
    pub spent: Cents,
    /// Of the products of the rule those that were bought.
    pub bought: Vec<ItemId>,
    /// Where the newest order went, by code.
    pub country: String,
    /// When the first was placed; epoch milliseconds.
    pub first_on: i64,
    /// On the mailing list.
    pub accepts_letters: bool,
}

impl GroupRule {
    /// Why nobody can meet it, or why it asks nothing.
    ///
    /// # Errors
    /// The member that is wrong, and what is expected.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        if *self == Self::default() {
            return Err(("rule", "at least one condition is expected"));
        }
        if self.spent.as_ref().is_some_and(|spent| spent.cents <= Cents::ZERO) {
            return Err(("spent", "more than 0 is expected"));
        }
        if self.orders_at_least == Some(0) {
            return Err(("ordersAtLeast", "at least 1 is expected"));
        }
        if self.bought.len() > NAMED_MAXIMUM || self.bought.iter().any(|id| id.as_str().is_empty()) {
            return Err(("bought", "at most 50 ids of products are expected"));
        }
        if self.countries.len() > NAMED_MAXIMUM || self.countries.iter().any(|code| !is_country(code)) {
            return Err(("countries", "at most 50 codes of countries such as DE are expected"));
        }
        if self.first_order_from.zip(self.first_order_before).is_some_and(|(from, before)| from >= before) {
            return Err(("firstOrderBefore", "a later moment than firstOrderFrom is expected"));
        }
        Ok(())
    }

    /// Whether a customer meets all of it.
    #[must_use]
    pub fn holds(&self, facts: &CustomerFacts) -> bool {
        facts.orders > 0
            && self.spent.as_ref().is_none_or(|spent| facts.spent >= spent.cents)
            && self.orders_at_least.is_none_or(|least| facts.orders >= u64::from(least))
            && (self.bought.is_empty() || self.bought.iter().any(|id| facts.bought.contains(id)))
            && (self.countries.is_empty() || self.countries.contains(&facts.country))
            && self.first_order_from.is_none_or(|from| facts.first_on >= from)
            && self.first_order_before.is_none_or(|before| facts.first_on < before)
            && (!self.accepts_letters || facts.accepts_letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(amount: i64) -> Cents {
        Cents::new(amount).unwrap()
    }

    /// S-460: each condition decides by itself, at its border.
    #[test]
    fn s_460_a_rule_holds_when_all_of_it_does() {
        let usd = CurrencyCode::default();
        let whole = GroupRule {
            spent: Some(GroupSpent { currency: usd, cents: cents(5000) }),
            orders_at_least: Some(2),
            bought: vec![ItemId::new("bread"), ItemId::new("cake")],
            countries: vec!["DE".to_owned()],
            first_order_from: Some(100),
            first_order_before: Some(200),
            accepts_letters: true,
        };
        let meets = CustomerFacts {
            orders: 2,
            spent: cents(5000),
            bought: vec![ItemId::new("cake")],
            country: "DE".to_owned(),
            first_on: 100,
            accepts_letters: true,
        };
        assert!(whole.holds(&meets));
        let misses: [fn(&mut CustomerFacts); 7] = [
            |facts| facts.orders = 1,
            |facts| facts.spent = Cents::new(4999).unwrap(),
            |facts| facts.bought.clear(),
            |facts| facts.country = "AT".to_owned(),
            |facts| facts.first_on = 99,
            |facts| facts.first_on = 200,
            |facts| facts.accepts_letters = false,
        ];
        for (index, miss) in misses.iter().enumerate() {
            let mut facts = meets.clone();
            miss(&mut facts);
            assert!(!whole.holds(&facts), "{index}");
        }
        let letters = GroupRule { accepts_letters: true, ..GroupRule::default() };
        assert!(!letters.holds(&CustomerFacts { accepts_letters: true, ..CustomerFacts::default() }));
    }

    /// S-460: a rule that asks nothing, or that nobody can meet, is refused; and so is a key that no discount could name.
    #[test]
    fn s_460_what_cannot_be_meant_is_refused() {
        let with = |change: fn(&mut GroupRule)| {
            let mut rule = GroupRule { orders_at_least: Some(1), ..GroupRule::default() };
            change(&mut rule);
            rule.check().map_err(|(member, _)| member)
        };
        assert_eq!(with(|_| {}), Ok(()));
        assert_eq!(with(|rule| rule.orders_at_least = None), Err("rule"));
        assert_eq!(with(|rule| rule.orders_at_least = Some(0)), Err("ordersAtLeast"));
        assert_eq!(with(|rule| rule.countries = vec!["XX".to_owned()]), Err("countries"));
        assert_eq!(with(|rule| rule.bought = vec![ItemId::new("")]), Err("bought"));
        assert_eq!(
            with(|rule| {
                (rule.first_order_from, rule.first_order_before) = (Some(5), Some(5));
            }),
            Err("firstOrderBefore")
        );
        let spent = |rule: &mut GroupRule| {
            rule.spent = Some(GroupSpent { currency: CurrencyCode::default(), cents: Cents::ZERO })
        };
        assert_eq!(with(spent), Err("spent"));
        for (key, is_good) in [
            ("wholesale", true),
            ("vip-2", true),
            ("", false),
            ("-a", false),
            ("a-", false),
            ("A", false),
            ("a b", false),
        ] {
            assert_eq!(is_group_key(key), is_good, "{key}");
        }
        assert!(!is_group_key(&"a".repeat(GROUP_KEY_MAXIMUM + 1)));
    }
}
