//! A formatter that is prepared once.

use std::sync::Arc;

/// One prepared formatter for every call of it.
pub(super) struct Shared<T>(pub(super) Arc<T>);
