//! From where somebody logs in, for emails about it.

use crate::extract::visitor::Visitor;

use crate::context::Context;
use crate::emails;
use crate::error::ApiError;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use std::sync::Arc;

/// From where somebody calls, in words.
pub struct Origin {
    /// Browser and system.
    pub device: String,
    /// As far as the address says.
    pub place: String,
    /// The moment, as people of the site read it.
    pub when: String,
    /// The site.
    pub published: Arc<Published>,
}

impl Origin {
    /// Of a call.
    pub async fn of(visitor: &Visitor, context: &Context) -> Result<Self, ApiError> {
        let published = context.publications.newest(&context.db).await?;
        Ok(Origin {
            device: visitor.device.clone(),
            place: visitor.place.clone(),
            when: published.moment(context.clock.now_ms()),
            published,
        })
    }

    /// The email about a log-in from a browser that was not seen before.
    pub fn new_device(&self, email: &str) -> EmailMessage {
        emails::account::new_device(&self.published, email, (&self.device, &self.place, &self.when))
    }
}
