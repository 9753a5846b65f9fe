//! What visitors say: comments and reviews, each in a state that a moderator gives it.

use crate::repository::social::{StoredComment, StoredReview};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A comment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// Its id.
    pub id: String,
    /// Who wrote it.
    pub author: String,
    /// Its text.
    pub body: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// Shown once approved.
    pub status: ModerationStatus,
}

impl From<StoredComment> for Comment {
    fn from(stored: StoredComment) -> Self {
        Comment {
            id: stored.id,
            author: stored.author,
            body: stored.body,
            created_on: stored.created_at,
            status: ModerationStatus::of(&stored.status),
        }
    }
}

/// What became of something a visitor wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ModerationStatus {
    /// Nobody has looked at it.
    Pending,
    /// Everybody sees it.
    Approved,
    /// Nobody does.
    Rejected,
    /// Nobody does: it is no opinion at all.
    Spam,
}

impl ModerationStatus {
    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            ModerationStatus::Pending => "PENDING",
            ModerationStatus::Approved => "APPROVED",
            ModerationStatus::Rejected => "REJECTED",
            ModerationStatus::Spam => "SPAM",
        }
    }

    /// From how it is stored.
    pub fn of(word: &str) -> Self {
        match word {
            "APPROVED" => ModerationStatus::Approved,
            "REJECTED" => ModerationStatus::Rejected,
            "SPAM" => ModerationStatus::Spam,
            _ => ModerationStatus::Pending,
        }
    }
}

/// A review.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Its id.
    pub id: String,
    /// The product.
    pub product_id: String,
    /// Who wrote it.
    pub author_name: String,
    /// 1 to 5.
    pub rating: i64,
    /// Its title.
    pub title: String,
    /// Its text, at most 2000 characters.
    pub body: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// Shown once approved.
    pub status: ModerationStatus,
}

impl From<StoredReview> for Review {
    fn from(stored: StoredReview) -> Self {
        Review {
            id: stored.id,
            product_id: stored.product_id,
            author_name: stored.author_name,
            rating: stored.rating,
            title: stored.title,
            body: stored.body,
            created_on: stored.created_at,
            status: ModerationStatus::of(&stored.status),
        }
    }
}
