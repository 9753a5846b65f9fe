//! What can be sent, and where it lies.

use crate::error::ApiError;
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// The answers to a form.
    Form,
    /// A comment on a page.
    Comment,
    /// A review of a product.
    Review,
    /// Somebody waits until a product is back.
    Restock,
}

impl MessageKind {
    /// Each of them.
    pub(super) const ALL: [MessageKind; 4] =
        [MessageKind::Form, MessageKind::Comment, MessageKind::Review, MessageKind::Restock];

    /// As it is stored, and stands in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            MessageKind::Form => "form",
            MessageKind::Comment => "comment",
            MessageKind::Review => "review",
            MessageKind::Restock => "restock",
        }
    }

    /// From an address.
    ///
    /// # Errors
    /// 404 for another word.
    pub fn of(word: &str) -> Result<Self, ApiError> {
        let found = MessageKind::ALL.into_iter().find(|kind| kind.word() == word);
        found.ok_or_else(|| ApiError::not_found("Not found"))
    }

    /// Who may see it.
    pub const fn right(self) -> Right {
        match self {
            MessageKind::Form => Right::EditContent,
            MessageKind::Comment | MessageKind::Review => Right::Moderate,
            MessageKind::Restock => Right::ReadRestock,
        }
    }
}

/// Where it lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Folder {
    /// What is to be done, or was left there.
    #[default]
    Inbox,
    /// What was put away.
    Archived,
    /// What a program may have sent, or somebody called spam.
    Spam,
    /// What goes for good after thirty days.
    Bin,
}

impl Folder {
    /// As it is called.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Folder::Inbox => "INBOX",
            Folder::Archived => "ARCHIVED",
            Folder::Spam => "SPAM",
            Folder::Bin => "BIN",
        }
    }

    /// As it is stored: what lies in no folder of the staff's has none.
    pub(super) const fn stored(self) -> &'static str {
        match self {
            Folder::Inbox | Folder::Spam => "",
            Folder::Archived | Folder::Bin => self.word(),
        }
    }

    /// From how it is called.
    pub(super) fn of(word: &str) -> Self {
        match word {
            "ARCHIVED" => Folder::Archived,
            "SPAM" => Folder::Spam,
            "BIN" => Folder::Bin,
            _ => Folder::Inbox,
        }
    }
}
