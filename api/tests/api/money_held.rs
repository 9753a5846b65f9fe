//! What everybody has of the money that was paid, from what the owner is shown of each order and from the ledger of cards.

use crate::app::TestApp;
use serde_json::Value;

/// An amount that the owner is shown, in minor units.
pub fn cents(of: &Value, member: &str) -> i64 {
    of[member].as_i64().unwrap_or_else(|| panic!("{member}: {of}"))
}

/// Sums over orders, in minor units.
#[derive(Default)]
pub struct Held {
    /// What was paid.
    pub put_in: i64,
    /// What went back of it.
    pub back: i64,
    /// What everybody has: money that went back, goods, and cards.
    pub has: i64,
    /// What a bank took from the shop although a card was spent before: that cannot be taken back.
    pub lost_to_disputes: i64,
}

impl Held {
    /// Adds an order in which gift cards of so much were bought.
    pub async fn add(
        &mut self,
        app: &TestApp,
        id: &str,
        order: &Value,
        cards_bought: i64,
        is_disputed: bool,
    ) {
        let (paid, refunded) = (cents(order, "grandTotalCents"), cents(order, "refundedCents"));
        let cards = order["giftCards"].as_array().unwrap();
        let sum = |member: &str| cards.iter().map(|card| cents(card, member)).sum::<i64>();
        let spent_here = app.number(&format!("SELECT CAST(COALESCE(-SUM(change_cents), 0) AS BIGINT) FROM gift_card_change WHERE order_id = '{id}' AND reason = 'spent'")).await;
        let to_cards = spent_here - cents(order, "paidByGiftCardsCents");
        assert!(refunded <= paid && (0..=spent_here).contains(&to_cards), "{order}");
        // What came back beyond what was taken back is for the goods.
        let goods_left = paid + spent_here - cards_bought - (refunded + to_cards - sum("voidedCents"));
        if goods_left < 0 {
            assert!(is_disputed, "more than the goods came back: {order}");
            assert!(-goods_left <= sum("spentCents"), "{order}");
            self.lost_to_disputes -= goods_left;
        }
        self.put_in += paid;
        self.back += refunded;
        self.has += refunded + goods_left.max(0) + sum("balanceCents");
    }

    /// Nobody has more than was paid.
    pub fn is_no_more(&self) {
        let Held { put_in, has, lost_to_disputes, .. } = self;
        assert!(
            *has <= put_in + lost_to_disputes,
            "paid {put_in}, has {has}, {lost_to_disputes} lost to disputes"
        );
    }
}
