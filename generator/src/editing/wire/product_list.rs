//! A list of products that is brought into the shop: what it would do, and doing it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::change::Changed;
use super::fault::Fault;

/// What becomes of products that the shop has already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Present {
    /// They say what the list says of them.
    #[default]
    Update,
    /// They stay as they are.
    Leave,
    /// The list's are added beside them.
    Add,
}

/// What is done with a list; the body is the file itself.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProductListQuery {
    /// The folder of the page that new products go into; when not said, a new page.
    #[serde(default)]
    pub folder: Option<String>,
    /// The title of the new page; when not said, that of the page in the shop that the list comes from.
    #[serde(default)]
    pub title: Option<String>,
    /// Products that are there already; `update` when not said.
    #[serde(default)]
    #[param(inline)]
    pub present: Present,
    /// Whether new products are kept as drafts. Those of somebody who may not publish always are.
    #[serde(default)]
    pub drafts: bool,
    /// Whether pictures are brought from where they are now; otherwise they stay there.
    #[serde(default)]
    pub pictures: bool,
    /// Whether it is only asked what would become of it.
    #[serde(default)]
    pub dry_run: bool,
    /// The `plan` of the answer to that: nothing is done when it would be another by now.
    #[serde(default)]
    pub plan: Option<String>,
}

/// What a list would do.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListPlan {
    /// Names what would be done.
    pub plan: String,
    /// The platform that wrote the list, such as `Shopify`; absent for a list of no platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The title that a new page would have.
    pub page_title: String,
    /// How many products the list has.
    pub products: usize,
    /// Their variants.
    pub variants: usize,
    /// Different addresses of pictures that the list names.
    pub pictures: usize,
    /// Those that would be brought.
    pub pictures_to_bring: usize,
    /// The sum of all counts of stock.
    pub pieces: u64,
    /// Variants whose stock is not counted.
    pub uncounted: usize,
    /// The sum of the prices of all variants: a decimal in `currency`.
    pub prices: String,
    /// The currency of the shop, which all amounts are taken for.
    pub currency: String,
    /// Products that would be new.
    pub added: usize,
    /// Products that would say something else.
    pub changed: usize,
    /// Products that say the same already.
    pub same: usize,
    /// Products that stay as they are, as it was wished, or because they cannot be taken over.
    pub left: usize,
    /// Whether new products are kept as drafts.
    pub as_drafts: bool,
    /// The first products, in the order of the list.
    pub rows: Vec<ProductListRow>,
    /// What cannot be taken over as it is written, with the columns that nothing reads, in the order of lines; the first of it.
    pub faults: Vec<ProductListFault>,
    /// How much of it there is.
    pub fault_count: usize,
}

/// What becomes of a product of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Becomes {
    /// It is new.
    New,
    /// The shop has it, and it will say something else.
    Changed,
    /// The shop has it as the list says it.
    Same,
    /// The shop has it, and it stays as it is.
    Left,
    /// It cannot be taken over; a fault says why.
    Refused,
}

/// A product of the list.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListRow {
    /// Its line, from 1.
    pub line: usize,
    /// Its name in the list.
    pub title: String,
    /// Its name in the shop, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// How many variants it has in the list.
    pub variants: usize,
    /// The lowest price: a decimal. Absent where no price is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The highest price: a decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
    /// What becomes of it.
    pub becomes: Becomes,
    /// What its owner has to say before it can be sold: a new product in which something is missing is a draft.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub missing: Vec<MissingField>,
}

/// What a product cannot be sold without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingField {
    /// The price of one of its variants.
    Price,
}

/// What of a list cannot be taken over as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListFault {
    /// The line, from 1; 0 when it is about the whole list.
    pub line: usize,
    /// What it is, one of [`CODES`](super::list_fault::CODES), such as `not-amount`. It never changes its meaning.
    #[schema(schema_with = super::list_fault::schema)]
    pub code: String,
    /// What the sentence names, by name, such as `column`; a long text is cut.
    pub values: BTreeMap<String, String>,
    /// Of how many more lines the same is true.
    pub more: usize,
    /// What was found, and what becomes of it, in English.
    pub message: String,
    /// What the line says, where that helps.
    pub row: Vec<ProductListCell>,
}

/// A cell of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductListCell {
    /// Its column as the list writes it.
    pub column: String,
    /// What it says; a long text is cut.
    pub text: String,
}

/// One line of the answer while a list is brought in: `application/x-ndjson`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum ProductListLine {
    /// Pictures are brought.
    #[serde(rename_all = "camelCase")]
    Pictures {
        /// So many of them.
        done: usize,
        /// Of so many.
        total: usize,
    },
    /// All files are tried, and written.
    #[serde(rename_all = "camelCase")]
    Writing {},
    /// It is done.
    #[serde(rename_all = "camelCase")]
    Imported {
        /// Products that are new.
        added: usize,
        /// Products that say something else.
        changed: usize,
        /// Products that said the same.
        same: usize,
        /// Products that stay as they were.
        left: usize,
        /// How many pictures were brought.
        pictures: usize,
        /// The addresses of pictures that did not come; they stay where they are.
        missing: Vec<String>,
        /// The files that were changed, each with what undoes it.
        files: Vec<Changed>,
    },
    /// Nothing was changed but pictures that came already.
    #[serde(rename_all = "camelCase")]
    Failed {
        /// What kind of refusal it is.
        code: String,
        /// Why.
        message: String,
        /// The errors that the site would have.
        diagnostics: Vec<Fault>,
    },
}
