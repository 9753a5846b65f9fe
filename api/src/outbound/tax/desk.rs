//! The tax service as carts ask it: with a limit to their patience, and not again and again while it is away.

use super::service::{TaxAnswer, TaxService};
use loggia_commerce::TaxQuestion;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// So long nobody who only looks at a cart waits for a service that did not answer; milliseconds.
const AWAY: i64 = 20_000;

/// Somebody who works out taxes, and whether they answered last.
pub struct TaxDesk {
    service: Arc<dyn TaxService>,
    /// So long a cart waits for its taxes.
    patience: Duration,
    away_until: AtomicI64,
}

impl TaxDesk {
    /// The desk of a service that carts wait for so long.
    pub fn new(service: Arc<dyn TaxService>, patience: Duration) -> Self {
        TaxDesk { service, patience, away_until: AtomicI64::new(0) }
    }

    /// The service itself, for what is told it after a sale.
    pub fn service(&self) -> &dyn TaxService {
        &*self.service
    }

    /// The taxes of a cart; `None` when the service does not answer in time. `is_paid`: somebody pays now, and it is asked even
    /// if it was away a moment ago.
    pub async fn ask(&self, question: &TaxQuestion, (is_paid, now): (bool, i64)) -> Option<TaxAnswer> {
        if !is_paid && now < self.away_until.load(Ordering::Relaxed) {
            return None;
        }
        let answered = tokio::time::timeout(self.patience, self.service.calculate(question)).await;
        let fault = match answered {
            Ok(Ok(answer)) => {
                self.away_until.store(0, Ordering::Relaxed);
                return Some(answer);
            }
            Ok(Err(fault)) => fault.0,
            Err(_) => "it took too long".to_owned(),
        };
        tracing::error!(fault, "the tax service does not answer");
        self.away_until.store(now + AWAY, Ordering::Relaxed);
        None
    }
}
