//! The record of the editor's work, which somebody else keeps.

use actix_web::HttpRequest;
use serde_json::Value;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// A file of the site was changed.
    Edit,
    /// The settings of the site were changed.
    Settings,
    /// The site was published.
    Publish,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: String,
    /// Its address.
    pub email: String,
}

/// Who did it, and from where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Author {
    /// Nothing for the one at the machine of a site without accounts.
    pub account: Option<Account>,
    /// The address on the network.
    pub address: String,
    /// What the browser calls itself.
    pub agent: String,
}

/// One thing that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What.
    pub deed: Deed,
    /// To which file, or where to.
    pub subject: String,
    /// Before and after.
    pub detail: Value,
}

/// Where it is written down: the shop's record. It may wait for its disk.
pub trait Record: Send + Sync {
    /// From where a call comes: the address on the network, and what the browser calls itself.
    fn client(&self, request: &HttpRequest) -> (String, String);

    /// Whose session it is.
    ///
    /// # Errors
    /// When it cannot be looked up.
    fn account(&self, session: &str) -> Result<Option<Account>, String>;

    /// Writes down what was done: all of it, in this order.
    fn write(&self, author: &Author, rows: Vec<Row>);
}
