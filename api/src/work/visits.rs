//! Events become metrics, and what is too old is forgotten.

use crate::context::Context;
use crate::error::ApiError;
use crate::tracking::{self, Kept};

/// Rolls up what waits, whichever server took it.
pub(super) async fn roll_up(context: &Context) -> Result<(), ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let paths = published.catalog.products.iter().map(|product| product.full_url.trim_end_matches('/'));
    let products = paths.filter(|path| !path.is_empty()).map(str::to_owned).collect();
    tracking::roll_up(context.tracking.db(), products, context.clock.now_ms()).await?;
    tracking::make_room(&context.tracking, context.settings.tracking.visits_bytes()).await
}

/// Forgets what is older than the settings say.
pub(super) async fn forget(context: &Context) -> Result<(), ApiError> {
    let settings = &context.settings.tracking;
    let kept = Kept { events: settings.events_kept(), metrics: settings.metrics_kept() };
    tracking::forget(context.tracking.db(), kept, context.clock.now_ms()).await
}
