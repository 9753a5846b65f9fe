//! What the catalogue says of each variant, written down beside its count, so that lists and searches read a few rows however many
//! variants there are.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::repository::desk::terms;
use sqlx_macros::FromRow;
use std::collections::{BTreeSet, HashMap};

statements! {
    ALL = "SELECT item_id, sku, title, options, picture, words, listed FROM stock";
    DESCRIBE = "UPDATE stock SET title = $3, options = $4, picture = $5, place = $6, words = $7, listed = TRUE WHERE item_id = $1 AND sku = $2";
    DESCRIBE_LEVELS = "UPDATE stock_level SET place = $3 WHERE item_id = $1 AND sku = $2 AND place <> $3";
    UNLIST = "UPDATE stock SET listed = FALSE WHERE item_id = $1 AND sku = $2";
    IS_UNDESCRIBED = "SELECT item_id FROM stock WHERE listed IS NULL LIMIT 1";
    PUT = "INSERT INTO stock_term (term, item_id, sku) VALUES ($1, $2, $3) ON CONFLICT (term, item_id, sku) DO NOTHING";
    TAKE = "DELETE FROM stock_term WHERE term = $1 AND item_id = $2 AND sku = $3";
}

/// The most words of one variant.
const MOST: usize = 40;

/// A variant as the catalogue has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The product.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// The product's title.
    pub title: String,
    /// The variant in words; "" when there is none.
    pub options: String,
    /// The address of its picture; "" when there is none.
    pub picture: String,
}

impl Described {
    /// What it is found by: each word behind a blank.
    fn words(&self) -> String {
        let texts = [&self.title, &self.options, &self.sku];
        let words: BTreeSet<String> = texts.into_iter().flat_map(|text| terms::words(text)).collect();
        words.into_iter().take(MOST).map(|word| format!(" {word}")).collect::<String>() + " "
    }
}

#[derive(FromRow)]
struct Row {
    item_id: String,
    sku: String,
    title: String,
    options: String,
    picture: String,
    words: String,
    listed: Option<bool>,
}

/// Writes down what the catalogue says of each variant that is counted; what is not in it is sold no more.
///
/// # Errors
/// Faults of the store.
pub async fn describe(connection: &mut Connection<'_>, variants: &[Described]) -> Result<(), ApiError> {
    let now: HashMap<(&str, &str), &Described> =
        variants.iter().map(|one| ((one.item_id.as_str(), one.sku.as_str()), one)).collect();
    let rows: Vec<Row> = fetch!(connection, |c| sqlx::query_as(ALL).fetch_all(c).await)?;
    for row in rows {
        match now.get(&(row.item_id.as_str(), row.sku.as_str())) {
            Some(one) => write(connection, &row, one).await?,
            None if row.listed != Some(false) => {
                affected!(connection, UNLIST, &row.item_id, &row.sku)?;
            }
            None => {}
        }
    }
    Ok(())
}

async fn write(connection: &mut Connection<'_>, row: &Row, one: &Described) -> Result<(), ApiError> {
    let words = one.words();
    let same = (&row.title, &row.options, &row.picture, &row.words)
        == (&one.title, &one.options, &one.picture, &words);
    if same && row.listed == Some(true) {
        return Ok(());
    }
    let Described { item_id, sku, title, options, picture } = one;
    let place = title.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    affected!(connection, DESCRIBE, item_id, sku, title, options, picture, &place, &words)?;
    affected!(connection, DESCRIBE_LEVELS, item_id, sku, &place)?;
    let before: BTreeSet<&str> = row.words.split_whitespace().collect();
    let after: BTreeSet<&str> = words.split_whitespace().collect();
    for term in before.difference(&after) {
        affected!(connection, TAKE, term, item_id, sku)?;
    }
    for term in after.difference(&before) {
        affected!(connection, PUT, term, item_id, sku)?;
    }
    Ok(())
}

/// There are variants of which nothing was written down yet.
///
/// # Errors
/// Faults of the store.
pub async fn is_undescribed(connection: &mut Connection<'_>) -> Result<bool, ApiError> {
    let found: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(IS_UNDESCRIBED).fetch_optional(c).await)?;
    Ok(found.is_some())
}
