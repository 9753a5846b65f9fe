//! What may go back of an order, and where it goes (S-010).
//!
//! An order is paid in money, by gift cards, or both; it may issue gift cards itself, and those are paid in money alone.
//! Two sums must hold at every time, whatever is asked for: no more money goes back than came, and the money that is kept
//! covers the cards that were issued and not taken back. So a refund goes, in this order,
//! 1. in money: what was paid in money for anything but gift cards;
//! 2. to the cards that paid: what they paid, never in money;
//! 3. in money: what was paid for the order's own gift cards, which lose as much of their unspent balance.
//!
//! What of those cards was spent cannot be taken back, and so stays paid, unless the owner says so all the same.

/// What stands behind an order. Minor units, each at least 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Funds {
    /// Paid in money and not given back, nor promised to be.
    pub money_cents: i64,
    /// Paid by gift cards and not given back to them.
    pub by_cards_cents: i64,
    /// Of the cards the order issued: what was spent.
    pub spent_cents: i64,
    /// Of the cards the order issued: what is left on them.
    pub unspent_cents: i64,
}

/// What goes back, and what is taken back for it. Minor units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Giving {
    /// In money.
    pub money_cents: i64,
    /// To the gift cards that paid.
    pub to_cards_cents: i64,
    /// Off the unspent balance of the cards the order issued.
    pub void_cents: i64,
}

/// Why that much does not go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundProblem {
    /// It is nothing, or more than is left of what was paid.
    #[error("that is more than is left of what was paid")]
    TooLarge,
    /// It could only come out of what was paid for gift cards that are spent.
    #[error("gift cards of the order are spent: at most {most_cents} can go back")]
    CardsSpent {
        /// What can go back, in minor units.
        most_cents: i64,
    },
}

impl Funds {
    /// Money that was paid for something else than the gift cards that are still out.
    fn free(&self) -> i64 {
        (self.money_cents - self.spent_cents - self.unspent_cents).max(0)
    }

    /// The most that goes back without anybody having more than was paid.
    #[must_use]
    pub fn most(&self) -> i64 {
        let behind_unspent = (self.money_cents - self.free()).min(self.unspent_cents);
        self.free() + behind_unspent + self.by_cards_cents
    }

    /// How much more the cards that are still out are worth than the money that is kept, as far as it can be taken back.
    #[must_use]
    pub fn uncovered(&self) -> i64 {
        (self.spent_cents + self.unspent_cents - self.money_cents).clamp(0, self.unspent_cents)
    }

    /// Where `amount` goes; without one everything that may go back. `even_if_spent`: also what was paid for spent cards.
    ///
    /// # Errors
    /// [`RefundProblem`]; nothing goes back then.
    pub fn give_back(&self, amount: Option<i64>, even_if_spent: bool) -> Result<Giving, RefundProblem> {
        let all = self.money_cents + self.by_cards_cents;
        let most = if even_if_spent { all } else { self.most() };
        let amount = amount.unwrap_or(most);
        if amount < 0 || amount > all {
            return Err(RefundProblem::TooLarge);
        }
        if amount > most {
            return Err(RefundProblem::CardsSpent { most_cents: most });
        }
        let first = amount.min(self.free());
        let to_cards_cents = (amount - first).min(self.by_cards_cents);
        let money_cents = amount - to_cards_cents;
        let kept = Funds { money_cents: self.money_cents - money_cents, ..*self };
        Ok(Giving { money_cents, to_cards_cents, void_cents: kept.uncovered() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn funds(money_cents: i64, by_cards_cents: i64, spent_cents: i64, unspent_cents: i64) -> Funds {
        Funds { money_cents, by_cards_cents, spent_cents, unspent_cents }
    }

    const fn giving(money_cents: i64, to_cards_cents: i64, void_cents: i64) -> Result<Giving, RefundProblem> {
        Ok(Giving { money_cents, to_cards_cents, void_cents })
    }

    #[test]
    fn s_010_what_is_spent_of_a_card_stays_paid() {
        // A loaf of 6 and a card of 25, of which 10 are spent.
        let order = funds(3100, 0, 1000, 1500);
        assert_eq!(order.give_back(None, false), giving(2100, 0, 1500));
        assert_eq!(order.give_back(Some(600), false), giving(600, 0, 0));
        assert_eq!(order.give_back(Some(700), false), giving(700, 0, 100));
        assert_eq!(order.give_back(Some(2101), false), Err(RefundProblem::CardsSpent { most_cents: 2100 }));
        assert_eq!(order.give_back(Some(2101), true), giving(2101, 0, 1500));
        assert_eq!(order.give_back(None, true), giving(3100, 0, 1500));
        assert_eq!(order.give_back(Some(3101), true), Err(RefundProblem::TooLarge));
        assert_eq!(order.give_back(Some(-1), true), Err(RefundProblem::TooLarge));
    }

    #[test]
    fn s_011_what_a_card_paid_goes_back_to_the_card() {
        // Goods of 50, of which a card paid 20.
        let order = funds(3000, 2000, 0, 0);
        assert_eq!(order.give_back(Some(1000), false), giving(1000, 0, 0));
        assert_eq!(order.give_back(Some(3500), false), giving(3000, 500, 0));
        assert_eq!(order.give_back(None, false), giving(3000, 2000, 0));
        assert_eq!(order.give_back(Some(5001), true), Err(RefundProblem::TooLarge));
    }

    #[test]
    fn s_011_money_for_a_card_is_not_given_for_goods_that_a_card_paid() {
        // Goods of 20 paid by one card, and another card of 25 bought.
        let order = funds(2500, 2000, 0, 2500);
        assert_eq!(order.give_back(Some(2000), false), giving(0, 2000, 0));
        assert_eq!(order.give_back(Some(2500), false), giving(500, 2000, 500));
    }
}
