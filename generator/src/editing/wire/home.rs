//! What the first panel of the editor shows: how far the site has come, and what is unfinished.

use serde::Serialize;
use utoipa::ToSchema;

use super::list::Status;

/// How far a site has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Home {
    /// What makes a site one's own, in the order in which it is done. Only what the caller's roles may do.
    pub steps: Vec<Step>,
    /// Whether the site has a list of products.
    pub sells: bool,
    /// Whether its pages count visits.
    pub counts: bool,
    /// Its time zone: `Europe/Berlin`.
    pub time_zone: String,
    /// What is not among what visitors see, the first of it.
    pub drafts: Vec<Draft>,
    /// How much of that there is in all.
    pub draft_count: usize,
    /// When the site was published last, as far as this machine knows; absent before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_on: Option<i64>,
}

/// One thing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Step {
    /// Which.
    pub name: StepName,
    /// Whether it is done, by what the files of the site say now.
    pub done: bool,
}

/// What makes a site one's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StepName {
    /// It has a name of its own.
    Name,
    /// It has a logo.
    Logo,
    /// Colors, fonts or the template are others than those of the look that it began with.
    Design,
    /// It sells something that is not of the examples.
    Product,
    /// Goods have a way to shoppers.
    Delivery,
    /// The site names a way of paying, with all that a shopper needs. The shop may have a provider besides.
    Payment,
    /// It was published once.
    Publish,
}

/// A page, a list or an entry that visitors do not see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// Its title.
    pub title: String,
    /// Its file.
    pub path: String,
    /// The folder of the list whose settings these are; absent for a page and for an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Draft or Needs Review.
    pub status: Status,
}
