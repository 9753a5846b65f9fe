//! Where things stand in a chart: ticks, bars, points and slices. Numbers in, numbers out.

use std::f64::consts::TAU;

/// Width and height of the whole drawing.
pub const SIZE: (f64, f64) = (640.0, 340.0);
/// Left, top, right and bottom of the field.
pub const FIELD: (f64, f64, f64, f64) = (64.0, 16.0, 628.0, 300.0);

/// The scale of values: from the lowest to the highest tick, both round numbers, with zero among them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// From the lowest to the highest.
    pub ticks: Vec<f64>,
}

impl Scale {
    /// A scale of about five ticks around all values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Scale {
        let (mut low, mut high) = (0.0f64, 0.0f64);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if low == high {
            high = 1.0;
        }
        let step = round_step((high - low) / 4.0);
        let first = (low / step).floor() as i64;
        let last = (high / step).ceil() as i64;
        Scale { ticks: (first..=last).map(|tick| tidy(tick as f64 * step)).collect() }
    }

    /// The height of a value in the field.
    pub fn y(&self, value: f64) -> f64 {
        let low = self.ticks.first().copied().unwrap_or(0.0);
        let high = self.ticks.last().copied().unwrap_or(1.0);
        let (_, top, _, bottom) = FIELD;
        tidy(bottom - (value - low) / (high - low) * (bottom - top))
    }
}

/// The nearest of 1, 2, 2.5 and 5 times a power of ten that is not smaller.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let shares = [1.0, 2.0, 2.5, 5.0, 10.0];
    let share = shares.into_iter().find(|share| share * power >= step * 0.999_999).unwrap_or(10.0);
    share * power
}

/// At most three digits behind the point: enough for a drawing, and the same on every machine.
pub fn tidy(number: f64) -> f64 {
    let tidy = (number * 1000.0).round() / 1000.0;
    if tidy == 0.0 { 0.0 } else { tidy }
}

/// The middle of a place on the axis, of so many.
pub fn center(index: usize, count: usize) -> f64 {
    let (left, _, right, _) = FIELD;
    tidy(left + (index as f64 + 0.5) / count.max(1) as f64 * (right - left))
}

/// Left edge and width of a bar: that of one series among so many, at one place among so many.
pub fn bar(place: usize, places: usize, series: usize, all: usize) -> (f64, f64) {
    let (left, _, right, _) = FIELD;
    let room = (right - left) / places.max(1) as f64;
    let group = (room * 0.72).min(96.0 * all as f64);
    let width = group / all.max(1) as f64;
    let start = left + room * place as f64 + (room - group) / 2.0;
    (tidy(start + width * series as f64), tidy(width * 0.94))
}

/// The outline of a slice of a round, between two shares of the whole; a whole round is two halves.
pub fn slice(from: f64, to: f64) -> String {
    let (middle, radius) = ((SIZE.0 / 2.0, SIZE.1 / 2.0), 150.0);
    let at = |share: f64| {
        let angle = share * TAU - TAU / 4.0;
        (tidy(middle.0 + radius * angle.cos()), tidy(middle.1 + radius * angle.sin()))
    };
    let (x1, y1) = at(from);
    let (x2, y2) = at(to);
    if to - from >= 0.999_999 {
        let (x, y) = at(from + 0.5);
        return format!("M{x1} {y1}A{radius} {radius} 0 0 1 {x} {y}A{radius} {radius} 0 0 1 {x1} {y1}Z");
    }
    let long = u8::from(to - from > 0.5);
    format!("M{} {}L{x1} {y1}A{radius} {radius} 0 {long} 1 {x2} {y2}Z", middle.0, middle.1)
}

/// Every how manieth label is written, so that so many fit beside each other.
pub fn label_step(count: usize) -> usize {
    count.div_ceil(12).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_all_values_and_zero() {
        assert_eq!(Scale::of([12.0, 30.0, 21.0]).ticks, [0.0, 10.0, 20.0, 30.0]);
        assert_eq!(Scale::of([-4.0, 9.0]).ticks, [-5.0, 0.0, 5.0, 10.0]);
        assert_eq!(Scale::of([0.1, 0.3]).ticks, [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(Scale::of([]).ticks, [0.0, 0.25, 0.5, 0.75, 1.0]);
        let scale = Scale::of([100.0]);
        assert_eq!((scale.y(0.0), scale.y(100.0)), (FIELD.3, FIELD.1));
    }

    #[test]
    fn bars_stand_beside_each_other_within_their_place() {
        let (first, width) = bar(0, 3, 0, 2);
        let (second, _) = bar(0, 3, 1, 2);
        assert!(first + width <= second && second + width <= FIELD.0 + (FIELD.2 - FIELD.0) / 3.0);
    }

    #[test]
    fn slices_are_drawn_from_the_top_on() {
        assert_eq!(slice(0.0, 0.25), "M320 170L320 20A150 150 0 0 1 470 170Z");
        assert!(slice(0.0, 0.75).contains("0 1 1"), "more than a half goes the long way");
        assert_eq!(slice(0.0, 1.0).matches('A').count(), 2);
    }
}
