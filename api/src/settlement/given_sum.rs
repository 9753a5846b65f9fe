//! A sum that a provider gave back before it said which refunds it was, and what it named of it since.

use crate::repository::refund::StoredRefund;
use crate::token;

/// How a refund is named whose own name the provider has not reported yet.
const NOT_NAMED: &str = "not-named-";

/// Such a sum. It is kept in the place of the provider's name of a refund: `not-named-…`, then ` name=cents` for each refund of it
/// that was named since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenSum {
    name: String,
    cents: i64,
    parts: Vec<(String, i64)>,
}

impl GivenSum {
    /// A sum of which nothing is named.
    pub fn new(cents: i64) -> GivenSum {
        GivenSum { name: format!("{NOT_NAMED}{}", token::new_id()), cents, parts: Vec::new() }
    }

    /// Whether a refund is named so that its own name is not known.
    pub fn is_name(reference: &str) -> bool {
        reference.starts_with(NOT_NAMED)
    }

    /// The sum that a refund stands for, when it is one and did not fail.
    pub fn of(refund: &StoredRefund) -> Option<GivenSum> {
        let reference = refund.reference.as_deref().filter(|_| refund.status == "done")?;
        let mut words = reference.split(' ');
        let name = words.next().filter(|name| name.starts_with(NOT_NAMED))?;
        let part = |word: &str| {
            let (name, cents) = word.rsplit_once('=')?;
            Some((name.to_owned(), cents.parse().ok()?))
        };
        Some(GivenSum {
            name: name.to_owned(),
            cents: refund.amount_cents,
            parts: words.filter_map(part).collect(),
        })
    }

    /// As it is kept.
    pub fn reference(&self) -> String {
        let parts = self.parts.iter().map(|(name, cents)| format!(" {name}={cents}"));
        parts.fold(self.name.clone(), |all, part| all + &part)
    }

    /// All of it; minor units.
    pub const fn cents(&self) -> i64 {
        self.cents
    }

    /// What of it is not named.
    pub fn rest(&self) -> i64 {
        self.cents - self.parts.iter().map(|(_, cents)| cents).sum::<i64>()
    }

    /// Whether nothing of it is named.
    pub fn is_whole(&self) -> bool {
        self.parts.is_empty()
    }

    /// What a refund of this name is of it.
    pub fn part(&self, name: &str) -> i64 {
        self.parts.iter().filter(|(own, _)| own == name).map(|(_, cents)| cents).sum()
    }

    /// With so much of it under this name.
    pub fn naming(mut self, name: &str, cents: i64) -> GivenSum {
        self.parts.push((name.to_owned(), cents));
        self
    }

    /// What is left of it, as a sum of its own, when so much goes away with what has this name.
    pub fn without(self, name: &str, cents: i64) -> GivenSum {
        let parts = self.parts.into_iter().filter(|(own, _)| own != name).collect();
        GivenSum { parts, ..GivenSum::new(self.cents - cents) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_740_a_sum_is_kept_with_what_is_named_of_it() {
        let sum = GivenSum::new(1000).naming("re_1", 300).naming("re_2", 200);
        let kept = |reference: String, status: &str| StoredRefund {
            id: "1".into(),
            order_id: "2".into(),
            amount_cents: 1000,
            status: status.into(),
            reason: String::new(),
            reference: Some(reference),
            fault: None,
            created_at: 0,
            before_cents: 0,
        };
        assert_eq!(GivenSum::of(&kept(sum.reference(), "done")), Some(sum.clone()));
        assert_eq!(GivenSum::of(&kept(sum.reference(), "failed")), None);
        assert_eq!(GivenSum::of(&kept("re_1".into(), "done")), None);
        assert_eq!((sum.rest(), sum.part("re_1"), sum.part("re_3"), sum.is_whole()), (500, 300, 0, false));
        let left = sum.clone().without("re_1", 300);
        assert_eq!((left.cents(), left.rest(), left.part("re_1"), left.part("re_2")), (700, 500, 0, 200));
        assert_ne!(left.name, sum.name, "what went away keeps the name");
    }
}
