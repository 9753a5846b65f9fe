//! How fast pages were: of each metric the value that three of four views were at least as good as.

use super::range::Range;
use crate::context::Context;
use crate::error::ApiError;
use crate::repository::visits::metric;
use crate::repository::visits::vital::{self, Measured};
use crate::tracking::{THE_REST, Values, kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How many pages are told apart.
const MOST_PAGES: i64 = 20;

/// One metric of the whole site.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Vital {
    /// TTFB, FCP, LCP, CLS, INP or FID.
    pub metric: String,
    /// How many views measured it.
    pub times: i64,
    /// Milliseconds; CLS has no unit.
    pub p75: f64,
    /// `good`, `fair` or `poor`, by the limits the web agreed on.
    pub rating: String,
    /// The same by hour or day, as `[start, p75]`.
    pub periods: Vec<(i64, f64)>,
}

/// The metrics of one page.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VitalsOfPage {
    /// Its path.
    pub path: String,
    /// How many views were measured.
    pub times: i64,
    /// Metric to p75.
    pub p75: BTreeMap<String, f64>,
}

/// How fast pages were.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VitalsReport {
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// Of the whole site.
    pub metrics: Vec<Vital>,
    /// The pages of which most was measured, at most twenty; by day, whatever the range.
    pub pages: Vec<VitalsOfPage>,
}

/// The limits of `good` and `fair`.
const LIMITS: [(&str, f64, f64); 6] = [
    ("LCP", 2500.0, 4000.0),
    ("INP", 200.0, 500.0),
    ("CLS", 0.1, 0.25),
    ("FCP", 1800.0, 3000.0),
    ("TTFB", 800.0, 1800.0),
    ("FID", 100.0, 300.0),
];

/// How a value is called.
pub fn rating(metric: &str, value: f64) -> &'static str {
    let limits = LIMITS.iter().find(|(name, ..)| *name == metric);
    match limits {
        Some((_, good, _)) if value <= *good => "good",
        Some((_, _, fair)) if value > *fair => "poor",
        _ => "fair",
    }
}

/// How fast the pages of a span were.
pub async fn vitals(context: &Context, range: Range) -> Result<VitalsReport, ApiError> {
    let (span, by_day) = (range.span(""), Range { step: crate::clock::DAY, ..range }.span(kind::MEASURED));
    let (site, pages) = context
        .tracking
        .db()
        .read(async |connection| {
            let site = vital::of_path(connection, &span, "").await?;
            // One more, because those that are not told apart may be one of them.
            let ranked = metric::ranked(connection, &by_day, MOST_PAGES + 1).await?;
            let ranked = ranked.into_iter().filter(|(path, _)| path != THE_REST);
            let ranked: Vec<(String, i64)> = ranked.take(usize::try_from(MOST_PAGES).unwrap_or(0)).collect();
            let paths: Vec<String> = ranked.iter().map(|(path, _)| path.clone()).collect();
            let measured = vital::of_pages(connection, &by_day, &paths).await?;
            Ok((site, ranked.into_iter().zip(measured).collect::<Vec<_>>()))
        })
        .await?;
    let metrics = LIMITS.iter().filter_map(|(metric, ..)| of_metric(metric, &site)).collect();
    let pages = pages.into_iter().map(|((path, times), measured)| of_page(path, times, &measured)).collect();
    Ok(VitalsReport { from: range.from, to: range.to, metrics, pages })
}

fn merged<'a>(measured: impl Iterator<Item = &'a Measured>) -> Values {
    let mut values = Values::default();
    measured.for_each(|one| values.absorb(&one.sketch));
    values
}

fn of_metric(metric: &str, site: &[Measured]) -> Option<Vital> {
    let of = || site.iter().filter(move |one| one.metric == metric);
    let p75 = merged(of()).p75()?;
    let mut periods: Vec<(i64, f64)> =
        of().filter_map(|one| Some((one.starts_at, merged(std::iter::once(one)).p75()?))).collect();
    periods.sort_by_key(|(starts_at, _)| *starts_at);
    let times = of().map(|one| one.times).sum();
    Some(Vital { metric: metric.to_owned(), times, p75, rating: rating(metric, p75).to_owned(), periods })
}

fn of_page(path: String, times: i64, measured: &[Measured]) -> VitalsOfPage {
    let of = |metric: &'static str| measured.iter().filter(move |one| one.metric == metric);
    let p75 = LIMITS
        .iter()
        .filter_map(|(metric, ..)| Some(((*metric).to_owned(), merged(of(metric)).p75()?)))
        .collect();
    VitalsOfPage { path, times, p75 }
}

#[cfg(test)]
mod tests {
    use super::rating;

    #[test]
    fn values_are_called_by_the_limits() {
        let ratings =
            [rating("LCP", 2500.0), rating("LCP", 2501.0), rating("CLS", 0.26), rating("INP", 500.0)];
        assert_eq!(ratings, ["good", "fair", "poor", "fair"]);
    }
}
