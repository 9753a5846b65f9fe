//! What a payment, a refund and a change of a gift card mean in the books. Pure: rows in, rows out.

use crate::error::ApiError;
use crate::repository::order::StoredOrder;

/// A row of the books. Amounts are minor units; what each is stands with the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) cause: String,
    pub(super) at: i64,
    pub(super) orders: i64,
    pub(super) gross_cents: i64,
    pub(super) back_cents: i64,
    pub(super) discount_cents: i64,
    pub(super) delivery_cents: i64,
    pub(super) money_cents: i64,
    pub(super) by_cards_cents: i64,
    pub(super) cards_sold_cents: i64,
    pub(super) taxes: Vec<Tax>,
}

impl Move {
    /// The tax in it.
    pub(super) fn tax_cents(&self) -> i64 {
        self.taxes.iter().map(|tax| tax.tax_cents).sum()
    }
}

/// A tax of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tax {
    pub(super) name: String,
    /// Percent, as text; "" where no tax was taken.
    pub(super) rate: String,
    pub(super) net_cents: i64,
    pub(super) tax_cents: i64,
}

/// What happened to an order after its payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) cause: String,
    pub(super) at: i64,
    /// Money that went out; below zero: that did not after all.
    pub(super) money_out_cents: i64,
    /// What went back to the cards that paid.
    pub(super) to_cards_cents: i64,
    /// What was taken back of the cards it issued; below zero: given back to them.
    pub(super) cards_taken_cents: i64,
}

/// The move of the payment: an order counts at the moment it is paid. `card_lines_cents` is what its gift cards were sold for.
pub(super) fn paid(order: &StoredOrder, card_lines_cents: i64) -> Result<Move, ApiError> {
    let gross_cents = order.grand_total_cents + order.gift_card_cents - card_lines_cents;
    let mut taxes: Vec<Tax> = order
        .tax_lines()?
        .into_iter()
        .map(|line| Tax {
            name: line.name.unwrap_or_default(),
            rate: line.rate.get().normalize().to_string(),
            net_cents: line.net_cents.get(),
            tax_cents: line.tax_cents.get(),
        })
        .collect();
    let listed: i64 = taxes.iter().map(|tax| tax.tax_cents).sum();
    let whole = order.tax_cents + order.included_tax_cents;
    if listed != whole {
        // Of older orders the sum is known, and not by which rates.
        taxes = vec![Tax { net_cents: gross_cents - whole, tax_cents: whole, ..Tax::default() }];
    } else if taxes.is_empty() {
        taxes = vec![Tax { net_cents: gross_cents, ..Tax::default() }];
    }
    Ok(Move {
        cause: "paid".to_owned(),
        at: order.paid_at.unwrap_or(order.created_at),
        orders: 1,
        gross_cents,
        discount_cents: order.discount_cents - order.gift_card_cents,
        delivery_cents: order.shipping_cents - order.shipping_relief_cents,
        money_cents: order.grand_total_cents,
        by_cards_cents: order.gift_card_cents,
        cards_sold_cents: card_lines_cents,
        taxes,
        ..Move::default()
    })
}

/// The move of what happened afterwards, of which so much of the payment's revenue had gone back before. The taxes go back in the
/// proportion of what went back of the whole, so that with the last of it the last of them is gone, whatever the steps were.
pub(super) fn after(payment: &Move, before_cents: i64, event: &Event) -> Move {
    let back_cents = event.money_out_cents + event.to_cards_cents - event.cards_taken_cents;
    let share = |cents: i64, gone: i64| portion(cents, gone, payment.gross_cents);
    let step = |cents: i64| share(cents, before_cents) - share(cents, before_cents + back_cents);
    let taxes = payment.taxes.iter().map(|tax| Tax {
        net_cents: step(tax.net_cents),
        tax_cents: step(tax.tax_cents),
        ..tax.clone()
    });
    Move {
        cause: event.cause.clone(),
        at: event.at,
        back_cents,
        money_cents: -event.money_out_cents,
        by_cards_cents: -event.to_cards_cents,
        cards_sold_cents: -event.cards_taken_cents,
        taxes: taxes.filter(|tax| tax.net_cents != 0 || tax.tax_cents != 0).collect(),
        ..Move::default()
    }
}

/// `cents` × `part` ÷ `whole`, rounded half up, of a part between nothing and the whole.
fn portion(cents: i64, part: i64, whole: i64) -> i64 {
    if whole <= 0 {
        return 0;
    }
    let product = i128::from(cents) * i128::from(part.clamp(0, whole)) * 2 + i128::from(whole);
    i64::try_from(product.div_euclid(i128::from(whole) * 2)).unwrap_or(cents)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(gross_cents: i64, taxes: &[(i64, i64)]) -> Move {
        let taxes = taxes.iter().map(|(net_cents, tax_cents)| Tax {
            net_cents: *net_cents,
            tax_cents: *tax_cents,
            ..Tax::default()
        });
        Move { gross_cents, taxes: taxes.collect(), ..Move::default() }
    }

    /// S-916: whatever the steps by which all of it goes back, each tax goes back whole, and never more than it.
    #[test]
    fn s_916_taxes_go_back_whole_whatever_the_steps() {
        for gross in [1_i64, 7, 119, 10_000, 99_999] {
            let payment =
                payment(gross, &[(gross * 80 / 119, gross * 19 / 119), (gross / 7, gross / 100), (0, 0)]);
            for step in [1, 3, 50, gross] {
                let (mut gone, mut taxes) = (0, 0);
                while gone < gross {
                    let event = Event {
                        cause: gone.to_string(),
                        at: 0,
                        money_out_cents: step.min(gross - gone),
                        to_cards_cents: 0,
                        cards_taken_cents: 0,
                    };
                    let back = after(&payment, gone, &event);
                    gone += back.back_cents;
                    taxes += back.tax_cents();
                    assert!((-payment.tax_cents()..=0).contains(&taxes), "{gross} {step} {gone}");
                }
                assert_eq!(taxes, -payment.tax_cents(), "{gross} {step}");
            }
        }
    }

    /// S-916: a refund that came to nothing takes back what it had done, to the cent.
    #[test]
    fn s_916_what_failed_is_undone() {
        let payment = payment(119, &[(100, 19)]);
        let event =
            Event { cause: "a".into(), at: 0, money_out_cents: 33, to_cards_cents: 0, cards_taken_cents: 0 };
        let done = after(&payment, 20, &event);
        let undone = after(&payment, 53, &Event { money_out_cents: -33, ..event });
        assert_eq!((done.back_cents, done.tax_cents()), (33, -5));
        assert_eq!((undone.back_cents, undone.tax_cents()), (-33, 5));
    }
}
