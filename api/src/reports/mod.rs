//! What an owner reads of the visits: metrics of a span of time, from hours and days that were rolled up.
//!
//! Nothing here reads an event, so a report of ten million of them costs as much as one of ten thousand; and a year is
//! read as weeks that were added up when they were over (`repository/visits/week`). Days are days of UTC.

mod fault;
mod range;
mod sales;
mod vitals;

pub use fault::{ErrorDetail, Faults, ListedError, OriginalFrame, error, errors};
pub use range::{Range, RangeQuery};
pub use sales::Sales;
pub use vitals::{Vital, VitalsOfPage, VitalsReport, rating, vitals};

use crate::context::Context;
use crate::error::ApiError;
use crate::repository::visits::metric::{self, Moment};
use crate::repository::visits::span::Span;
use crate::tracking::{Distinct, FUNNEL, kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most names a ranking has.
pub const MOST_RANKED: i64 = 100;

/// An hour or a day.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Period {
    /// When it begins; epoch milliseconds.
    pub starts_at: i64,
    /// Different visitors.
    pub visitors: i64,
    /// Visits.
    pub visits: i64,
    /// Page views.
    pub views: i64,
}

/// Visitors, visits and views.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewReport {
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// How long a period is, in milliseconds.
    pub step: i64,
    /// Different visitors of the whole span; the standard error is 1.6 %.
    pub visitors: i64,
    /// Visits; the standard error is 1.6 %.
    pub visits: i64,
    /// Page views, exactly.
    pub views: i64,
    /// Orders that browsers reported, exactly.
    pub orders: i64,
    /// What the shop's books say was sold, by currency; imported orders are part of it, and counted apart as well.
    pub sales: Vec<Sales>,
    /// Errors of pages, exactly.
    pub errors: i64,
    /// Searches, exactly.
    pub searches: i64,
    /// Every period of the span, also those without a visit.
    pub periods: Vec<Period>,
}

/// What a ranking is of.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Ranked {
    /// Views by path.
    Pages,
    /// Arrivals by the site that led here.
    Sources,
    /// Searches by what was looked for.
    Searches,
    /// Everything else that browsers tell.
    Events,
}

impl Ranked {
    fn kind(self) -> &'static str {
        match self {
            Ranked::Pages => kind::PAGE,
            Ranked::Sources => kind::SOURCE,
            Ranked::Searches => kind::SEARCH,
            Ranked::Events => kind::OTHER,
        }
    }
}

/// A name and how often it was counted.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema, PartialEq, Eq)]
pub struct RankedRow {
    /// The path, the host, the words looked for.
    pub name: String,
    /// How often.
    pub times: i64,
}

/// A ranking, the most frequent first.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingReport {
    /// What is ranked.
    pub of: Ranked,
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// How often all of them were counted.
    pub total: i64,
    /// Of sources: visits that no other site led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direct: Option<i64>,
    /// At most a hundred.
    pub rows: Vec<RankedRow>,
}

/// A step to an order.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema, PartialEq, Eq)]
pub struct FunnelStep {
    /// visit, product, cart, checkout, order.
    pub step: String,
    /// Different visitors who took it; the standard error is 1.6 %.
    pub visitors: i64,
    /// How often it was taken, exactly.
    pub times: i64,
}

/// From a visit to an order.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FunnelReport {
    /// From this moment on; epoch milliseconds.
    pub from: i64,
    /// Before this one.
    pub to: i64,
    /// In the order in which they are taken.
    pub steps: Vec<FunnelStep>,
}

fn merged<'a>(sketches: impl Iterator<Item = &'a Vec<u8>>) -> Distinct {
    let mut all = Distinct::default();
    sketches.for_each(|sketch| all.absorb(sketch));
    all
}

/// Visitors, visits and views of a span.
pub async fn overview(context: &Context, range: Range) -> Result<OverviewReport, ApiError> {
    let span = |kind| range.span(kind);
    let (moments, orders, errors, searches) = context
        .tracking
        .db()
        .read(async |connection| {
            let orders = metric::of_name(connection, &span(kind::FUNNEL), "order").await?;
            Ok((
                metric::moments(connection, &span(kind::VIEW)).await?,
                orders.iter().map(|(_, times)| times).sum(),
                metric::total(connection, &span(kind::ERROR)).await?,
                metric::total(connection, &span(kind::SEARCH)).await?,
            ))
        })
        .await?;
    let period = |starts_at: i64| {
        let found: Option<&Moment> = moments.iter().find(|moment| moment.starts_at == starts_at);
        Period {
            starts_at,
            visitors: found.map_or(0, |moment| merged(moment.visitors.iter()).count()),
            visits: found.map_or(0, |moment| merged(moment.visits.iter()).count()),
            views: found.map_or(0, |moment| moment.times),
        }
    };
    Ok(OverviewReport {
        from: range.from,
        to: range.to,
        step: range.step,
        visitors: merged(moments.iter().filter_map(|moment| moment.visitors.as_ref())).count(),
        visits: merged(moments.iter().filter_map(|moment| moment.visits.as_ref())).count(),
        views: moments.iter().map(|moment| moment.times).sum(),
        orders,
        sales: sales::sales(context, range).await?,
        errors,
        searches,
        periods: range.starts().map(period).collect(),
    })
}

/// What was counted most often in a span.
pub async fn ranking(context: &Context, of: Ranked, range: Range) -> Result<RankingReport, ApiError> {
    let span = range.span(of.kind());
    let (rows, total) = context
        .tracking
        .db()
        .read(async |connection| {
            Ok((
                metric::ranked(connection, &span, MOST_RANKED).await?,
                metric::total(connection, &span).await?,
            ))
        })
        .await?;
    let direct = if of == Ranked::Sources { Some(direct(context, range, total).await?) } else { None };
    let rows = rows.into_iter().map(|(name, times)| RankedRow { name, times }).collect();
    Ok(RankingReport { of, from: range.from, to: range.to, total, direct, rows })
}

/// Visits that no other site led to: those that are left over.
async fn direct(context: &Context, range: Range, arrivals: i64) -> Result<i64, ApiError> {
    let span: Span = range.span(kind::VIEW);
    let moments =
        context.tracking.db().read(async |connection| metric::moments(connection, &span).await).await?;
    let visits = merged(moments.iter().filter_map(|moment| moment.visits.as_ref())).count();
    Ok((visits - arrivals).max(0))
}

/// From a visit to an order.
pub async fn funnel(context: &Context, range: Range) -> Result<FunnelReport, ApiError> {
    let span = range.span(kind::FUNNEL);
    let moments =
        context.tracking.db().read(async |connection| metric::moments(connection, &span).await).await?;
    let step = |step: &str| {
        let of_step = || moments.iter().filter(|moment| moment.name == step);
        FunnelStep {
            step: step.to_owned(),
            visitors: merged(of_step().filter_map(|moment| moment.visitors.as_ref())).count(),
            times: of_step().map(|moment| moment.times).sum(),
        }
    };
    Ok(FunnelReport { from: range.from, to: range.to, steps: FUNNEL.into_iter().map(step).collect() })
}
