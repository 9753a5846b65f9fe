//! Which line bears how much of what codes take off.

use crate::money::Cents;

/// Splits `amount` among lines by what is left of each, to the cent: the shares are never below 0, none is more than is
/// left of its line, and together they are `amount`, or all that is left when that is less.
pub(super) fn split(amount: Cents, left: &[Cents]) -> Vec<Cents> {
    let all = left.iter().fold(Cents::ZERO, |all, cents| all.saturating_add(cents.at_least_zero()));
    in_proportion(amount.min(all), left)
}

/// Splits `amount` among lines in proportion to what is left of each, to the cent, however much that is: the shares are
/// never below 0, and together they are `amount`; all are 0 where nothing is left.
///
/// Each line takes the difference of two roundings of the running sum, so no remainder is lost or invented.
pub(super) fn in_proportion(amount: Cents, left: &[Cents]) -> Vec<Cents> {
    let all: i128 = left.iter().map(|cents| i128::from(cents.at_least_zero().get())).sum();
    let amount = i128::from(amount.at_least_zero().get());
    let mut seen = 0;
    let mut given = 0;
    let share = |cents: &Cents| {
        seen += i128::from(cents.at_least_zero().get());
        let until_here = if all == 0 { 0 } else { amount * seen / all };
        let share = until_here - given;
        given = until_here;
        // At most the amount, which is a count of cents.
        i64::try_from(share).ok().and_then(Cents::new).unwrap_or(Cents::ZERO)
    };
    left.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn split_of(amount: i64, left: &[i64]) -> Vec<i64> {
        let left: Vec<Cents> = left.iter().copied().map(cents).collect();
        split(cents(amount), &left).into_iter().map(Cents::get).collect()
    }

    #[test]
    fn s_003_shares_are_the_whole_and_never_more_than_a_line() {
        assert_eq!(split_of(100, &[1, 1, 1]), [1, 1, 1]);
        assert_eq!(split_of(1, &[1, 1, 1]), [0, 0, 1]);
        assert_eq!(split_of(10, &[100, 0, 200]), [3, 0, 7]);
        assert_eq!(split_of(-5, &[100]), [0]);
        assert_eq!(split_of(5, &[]), Vec::<i64>::new());
        assert_eq!(split_of(5, &[0, 0]), [0, 0]);
        let parts = [1, 0, 2].map(cents);
        assert_eq!(
            in_proportion(cents(500), &parts).into_iter().map(Cents::get).collect::<Vec<_>>(),
            [166, 0, 334]
        );
        let large = crate::CENTS_MAXIMUM;
        assert_eq!(split_of(large, &[large, large]).iter().sum::<i64>(), large);
    }
}
