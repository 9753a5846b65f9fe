//! What other services say, asked as the shop asks.

use futures_util::future::LocalBoxFuture;
use loggia_api::clock::Clock;
use loggia_api::outbound::connector::Connectors;
use loggia_forms::StorageKind;

use crate::editing::Outside;
use crate::editing::wire::outside::ConnectionKind;

/// Asks other services as the shop does: with its secrets, and never into the network of this machine where that is not
/// one for developing.
pub(super) struct Carrier {
    /// What the shop reaches.
    pub connectors: Connectors,
    /// The shop's.
    pub clock: Clock,
}

impl Outside for Carrier {
    fn try_out<'a>(
        &'a self,
        kind: ConnectionKind,
        target: &'a str,
    ) -> LocalBoxFuture<'a, Result<(), String>> {
        let kind = match kind {
            ConnectionKind::Inbox => StorageKind::Inbox,
            ConnectionKind::Email => StorageKind::Email,
            ConnectionKind::List => StorageKind::List,
            ConnectionKind::Webhook => StorageKind::Webhook,
            ConnectionKind::Hook => StorageKind::Hook,
            ConnectionKind::Audience => StorageKind::Audience,
            ConnectionKind::Sheet => StorageKind::Sheet,
        };
        let now = self.clock.now_ms();
        Box::pin(async move {
            self.connectors.try_out(kind, target, now).await.map_err(|fault| fault.to_string())
        })
    }

    fn look<'a>(&'a self, url: &'a str) -> LocalBoxFuture<'a, Result<serde_json::Value, String>> {
        Box::pin(async move { self.connectors.look(url).await.map_err(|fault| fault.to_string()) })
    }
}
