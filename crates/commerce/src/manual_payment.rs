//! Ways of paying that no provider carries out: the shop says how, and notes by itself that the money came.

use serde::{Deserialize, Serialize};

/// The most days that an order may wait for its money.
pub const MANUAL_HOLD_DAYS_MAXIMUM: u32 = 60;
/// The most ways of one shop.
pub const MANUAL_PAYMENTS_MAXIMUM: usize = 10;
/// The longest id, in characters.
const ID_MAXIMUM: usize = 40;
/// The longest name, in characters.
const NAME_MAXIMUM: usize = 100;
/// The longest instructions, in characters.
const INSTRUCTIONS_MAXIMUM: usize = 2000;

/// When such a way is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ManualKind {
    /// Before anything is sent, such as a bank transfer: for every order.
    #[default]
    Transfer,
    /// When the goods are collected: for orders that are.
    Collection,
    /// When the goods are brought: for orders that are.
    Delivery,
}

/// One way of paying (`websiteSettings.orderSettings.manualPayments[]`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ManualPayment {
    /// What orders name it by: small letters, digits and `-`.
    pub id: String,
    /// When it is offered.
    #[serde(default)]
    pub kind: ManualKind,
    /// What shoppers choose, such as "Bank transfer".
    pub name: String,
    /// How it is paid, in the shop's words; `{order}` stands for the order's number and `{total}` for the amount.
    #[serde(default)]
    pub instructions: String,
    /// For so many days an order that is not paid keeps its stock; then it comes to nothing.
    #[serde(default = "hold_days")]
    pub hold_days: u32,
}

const fn hold_days() -> u32 {
    7
}

impl ManualPayment {
    /// What is wrong with it as it is written, for whoever wrote it.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if self.id.is_empty() || self.id.len() > ID_MAXIMUM || !self.id.bytes().all(is_id) {
            return Some(format!("`id` takes 1 to {ID_MAXIMUM} small letters, digits and `-`"));
        }
        if self.name.trim().is_empty() || self.name.chars().count() > NAME_MAXIMUM {
            return Some(format!("`name` takes 1 to {NAME_MAXIMUM} characters"));
        }
        if self.instructions.chars().count() > INSTRUCTIONS_MAXIMUM {
            return Some(format!("`instructions` takes at most {INSTRUCTIONS_MAXIMUM} characters"));
        }
        if self.hold_days == 0 || self.hold_days > MANUAL_HOLD_DAYS_MAXIMUM {
            return Some(format!("`holdDays` is 1 to {MANUAL_HOLD_DAYS_MAXIMUM}"));
        }
        None
    }

    /// Whether an order may be paid so that is shipped (`requires_shipping`) or fetched (`is_collected`).
    #[must_use]
    pub const fn is_offered(&self, requires_shipping: bool, is_collected: bool) -> bool {
        match self.kind {
            ManualKind::Transfer => true,
            ManualKind::Collection => is_collected,
            ManualKind::Delivery => requires_shipping && !is_collected,
        }
    }

    /// The instructions for one order, with its number and its amount as they are read.
    #[must_use]
    pub fn instructions_for(&self, order: &str, total: &str) -> String {
        // The number first: no amount has braces, and a number is no place for one.
        self.instructions.replace("{order}", order).replace("{total}", total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer() -> ManualPayment {
        serde_json::from_str(
            r#"{"id":"transfer","name":"Bank transfer","instructions":"{total} for {order}"}"#,
        )
        .unwrap()
    }

    #[test]
    fn s_760_a_way_has_a_name_and_limits() {
        assert_eq!((transfer().problem(), transfer().hold_days), (None, 7));
        for (wrong, part) in [
            (ManualPayment { id: "Bank Transfer".into(), ..transfer() }, "`id`"),
            (ManualPayment { id: String::new(), ..transfer() }, "`id`"),
            (ManualPayment { name: " ".into(), ..transfer() }, "`name`"),
            (ManualPayment { name: "x".repeat(101), ..transfer() }, "`name`"),
            (ManualPayment { instructions: "x".repeat(2001), ..transfer() }, "`instructions`"),
            (ManualPayment { hold_days: 0, ..transfer() }, "`holdDays`"),
            (ManualPayment { hold_days: 61, ..transfer() }, "`holdDays`"),
        ] {
            assert!(wrong.problem().is_some_and(|problem| problem.starts_with(part)), "{wrong:?}");
        }
    }

    #[test]
    fn s_760_paying_at_the_counter_needs_somebody_who_comes() {
        let of = |kind| ManualPayment { kind, ..transfer() };
        for (kind, shipped, collected, offered) in [
            (ManualKind::Transfer, false, false, true),
            (ManualKind::Transfer, true, true, true),
            (ManualKind::Collection, true, true, true),
            (ManualKind::Collection, true, false, false),
            (ManualKind::Collection, false, false, false),
            (ManualKind::Delivery, true, false, true),
            (ManualKind::Delivery, true, true, false),
            (ManualKind::Delivery, false, false, false),
        ] {
            assert_eq!(of(kind).is_offered(shipped, collected), offered, "{kind:?} {shipped} {collected}");
        }
    }

    #[test]
    fn s_761_instructions_name_order_and_amount() {
        assert_eq!(transfer().instructions_for("#1001", "$5.00"), "$5.00 for #1001");
    }
}
