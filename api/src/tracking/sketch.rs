//! Counts of different things and percentiles of values, small, and added to each other without a loss.

use datasketches::common::SearchCriteria;
use datasketches::hll::{HllSketch, HllType, HllUnion};
use datasketches::kll::{KllFloat, KllSketch};

/// 4,096 registers: the standard error is 1.6 %; up to some hundreds the count is exact for all that matters.
const LG_REGISTERS: u8 = 12;
/// A percentile is off by at most 1.3 % of the ranks; up to 200 values it is exact.
const VALUES_AT_A_LEVEL: u16 = 200;
const POSSIBLE: &str = "the size is one that the library knows";

/// How many different ones there were.
#[derive(Clone, Debug)]
pub struct Distinct(HllUnion);

impl Default for Distinct {
    fn default() -> Self {
        Distinct(HllUnion::new(LG_REGISTERS).expect(POSSIBLE))
    }
}

impl Distinct {
    /// Counts one; the same once more changes nothing.
    pub fn add(&mut self, id: &str) {
        self.0.update_value(id);
    }

    /// Adds those of a sketch that was kept; one that cannot be read counts nothing.
    pub fn absorb(&mut self, bytes: &[u8]) {
        match HllSketch::deserialize(bytes) {
            Ok(other) => self.0.update(&other),
            Err(fault) => tracing::warn!(%fault, "a sketch of visitors cannot be read"),
        }
    }

    /// As it is kept: at most two kilobytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.to_sketch(HllType::Hll4).serialize()
    }

    /// How many, to the nearest whole one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an estimate of visitors is far below the end of the numbers"
    )]
    pub fn count(&self) -> i64 {
        self.0.estimate().round() as i64
    }
}

/// Values of which percentiles are asked.
#[derive(Clone, Debug)]
pub struct Values(KllSketch<KllFloat<f64>>);

impl Default for Values {
    fn default() -> Self {
        Values(KllSketch::new(VALUES_AT_A_LEVEL).expect(POSSIBLE))
    }
}

impl Values {
    /// Adds one; what is no number is none.
    pub fn add(&mut self, value: f64) {
        if let Ok(value) = KllFloat::<f64>::new(value) {
            self.0.update(value);
        }
    }

    /// Adds those of a sketch that was kept.
    pub fn absorb(&mut self, bytes: &[u8]) {
        let merged = KllSketch::deserialize(bytes).and_then(|other| self.0.merge(&other));
        if let Err(fault) = merged {
            tracing::warn!(%fault, "a sketch of values cannot be read");
        }
    }

    /// As it is kept.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.serialize()
    }

    /// How many there are.
    pub fn count(&self) -> i64 {
        i64::try_from(self.0.n()).unwrap_or(i64::MAX)
    }

    /// The value that three of four are at most: the nearest rank. `None` without any.
    pub fn p75(&self) -> Option<f64> {
        self.0.quantile(0.75, SearchCriteria::Inclusive).ok().flatten().map(KllFloat::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_counted_once_across_days() {
        let (mut monday, mut tuesday) = (Distinct::default(), Distinct::default());
        for id in 0..300 {
            monday.add(&format!("v{id}"));
            monday.add(&format!("v{id}"));
            tuesday.add(&format!("v{}", id + 200));
        }
        let mut week = Distinct::default();
        week.absorb(&monday.bytes());
        week.absorb(&tuesday.bytes());
        week.absorb(b"no sketch");
        for (counted, real) in [(monday.count(), 300_i64), (tuesday.count(), 300), (week.count(), 500)] {
            assert!((counted - real).abs() * 100 <= real * 4, "{counted} of {real}");
        }
        assert!(week.bytes().len() < 3000);
    }

    /// The standard error is 1.6 %: of a hundred thousand, four times that is no chance any more.
    #[test]
    fn many_visitors_are_counted_within_the_error() {
        let mut all = Distinct::default();
        for id in 0..100_000 {
            all.add(&format!("{id:032x}"));
        }
        assert!((all.count() - 100_000).abs() < 6_500, "{}", all.count());
    }

    #[test]
    fn a_113_the_75th_percentile_is_the_nearest_rank() {
        let of = |values: &[f64]| {
            let mut all = Values::default();
            values.iter().for_each(|value| all.add(*value));
            all.p75()
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[5.0]), Some(5.0));
        assert_eq!(of(&[4.0, 1.0, 3.0, 2.0]), Some(3.0));
        assert_eq!(of(&[f64::NAN]), None);
    }

    #[test]
    fn a_113_percentiles_of_days_make_that_of_a_month() {
        let mut month = Values::default();
        for day in 0..30 {
            let mut one = Values::default();
            (0..1000).for_each(|value| one.add(f64::from(value * 30 + day)));
            month.absorb(&one.bytes());
        }
        assert_eq!(month.count(), 30_000);
        let p75 = month.p75().unwrap();
        assert!((p75 - 22_500.0).abs() < 900.0, "{p75}");
    }
}
