//! What the catalogue says of each variant, written down beside its count, so that lists and searches read a few rows however many
//! variants there are. A catalogue of a hundred thousand products is taken over in some hundred statements, one that changed little in
//! a few: nobody can buy while it is written.

use crate::error::ApiError;
use crate::repository::catalog::{ROWS, StockRow};
use crate::repository::connection::{Connection, affected, change, fetch, statements};
use crate::repository::desk::terms;
use crate::repository::stock::ledger;
use sqlx_macros::FromRow;
use std::collections::{BTreeSet, HashMap};

statements! {
    ALL = "SELECT item_id, sku, title, options, picture, words, listed, unlimited FROM stock";
    SET_UNLIMITED = "UPDATE stock SET unlimited = $3 WHERE item_id = $1 AND sku = $2";
    DESCRIBE = "UPDATE stock SET title = $3, options = $4, picture = $5, place = $6, words = $7, listed = TRUE WHERE item_id = $1 AND sku = $2";
    DESCRIBE_LEVELS = "UPDATE stock_level SET place = $3 WHERE item_id = $1 AND sku = $2 AND place <> $3";
    IS_UNDESCRIBED = "SELECT item_id FROM stock WHERE listed IS NULL LIMIT 1";
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

    /// What it is sorted by.
    fn place(&self) -> String {
        self.title.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
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
    unlimited: bool,
}

/// A word, and the product and the variant that are found by it.
type Term<'a> = (String, &'a str, &'a str);

/// Takes over what a catalogue sells: counts what was not known, as many as it says; one that is counted keeps its count, and only
/// learns whether it is unlimited and what is said of it.
///
/// # Errors
/// Faults of the store.
pub async fn take_over(
    connection: &mut Connection<'_>,
    stock: &[StockRow],
    variants: &[Described],
    now: i64,
) -> Result<(), ApiError> {
    let rows: Vec<Row> = fetch!(connection, |c| sqlx::query_as(ALL).fetch_all(c).await)?;
    let known: HashMap<_, _> =
        rows.iter().map(|row| ((row.item_id.as_str(), row.sku.as_str()), row.unlimited)).collect();
    let described = by_piece(variants);
    let mut new = Vec::new();
    for row in stock {
        let piece = (row.item_id.as_str(), row.sku.as_str());
        match (known.get(&piece), described.get(&piece)) {
            (None, Some(one)) => new.push((row, *one)),
            (Some(unlimited), _) if *unlimited != row.unlimited => {
                affected!(connection, SET_UNLIMITED, piece.0, piece.1, row.unlimited)?;
            }
            _ => {}
        }
    }
    begin(connection, &new, now).await?;
    describe_rows(connection, &rows, &described).await
}

/// Begins to count.
async fn begin(
    connection: &mut Connection<'_>,
    new: &[(&StockRow, &Described)],
    now: i64,
) -> Result<(), ApiError> {
    for some in new.chunks(ROWS) {
        let made: Vec<(String, String, i64)> = change!(connection, |c| {
            let mut query = sqlx::QueryBuilder::new(
                "INSERT INTO stock (item_id, sku, quantity, unlimited, title, options, picture, place, words, listed, low_at) ",
            );
            query.push_values(some, |mut row, (stock, one)| {
                row.push_bind(&stock.item_id)
                    .push_bind(&stock.sku)
                    .push_bind(stock.quantity)
                    .push_bind(stock.unlimited);
                row.push_bind(&one.title).push_bind(&one.options).push_bind(&one.picture);
                row.push_bind(one.place()).push_bind(one.words());
                row.push("TRUE").push("(SELECT low_at FROM stock_low WHERE id = 1)");
            });
            query.push(" ON CONFLICT (item_id, sku) DO NOTHING RETURNING item_id, sku, quantity");
            query.build_query_as().fetch_all(c).await
        })?;
        let made: Vec<_> =
            made.iter().map(|(item_id, sku, left)| (item_id.as_str(), sku.as_str(), *left)).collect();
        ledger::begin(connection, &made, now).await?;
    }
    let terms: Vec<Term<'_>> = new
        .iter()
        .flat_map(|(_, one)| {
            let words = one.words();
            let terms: Vec<_> = words
                .split_whitespace()
                .map(|word| (word.to_owned(), one.item_id.as_str(), one.sku.as_str()))
                .collect();
            terms
        })
        .collect();
    put(connection, &terms).await
}

/// Writes down what leads to which variant.
async fn put(connection: &mut Connection<'_>, terms: &[Term<'_>]) -> Result<(), ApiError> {
    for some in terms.chunks(ROWS) {
        change!(connection, |c| {
            let mut query = sqlx::QueryBuilder::new("INSERT INTO stock_term (term, item_id, sku) ");
            query.push_values(some, |mut row, (term, item_id, sku)| {
                row.push_bind(term).push_bind(*item_id).push_bind(*sku);
            });
            query.push(" ON CONFLICT (term, item_id, sku) DO NOTHING");
            query.build().execute(c).await.map(drop)
        })?;
    }
    Ok(())
}

fn by_piece(variants: &[Described]) -> HashMap<(&str, &str), &Described> {
    variants.iter().map(|one| ((one.item_id.as_str(), one.sku.as_str()), one)).collect()
}

/// Writes down what the catalogue says of each variant that is counted; what is not in it is sold no more.
///
/// # Errors
/// Faults of the store.
pub async fn describe(connection: &mut Connection<'_>, variants: &[Described]) -> Result<(), ApiError> {
    let rows: Vec<Row> = fetch!(connection, |c| sqlx::query_as(ALL).fetch_all(c).await)?;
    describe_rows(connection, &rows, &by_piece(variants)).await
}

async fn describe_rows(
    connection: &mut Connection<'_>,
    rows: &[Row],
    now: &HashMap<(&str, &str), &Described>,
) -> Result<(), ApiError> {
    let (mut terms, mut gone) = (Vec::new(), Vec::new());
    for row in rows {
        match now.get(&(row.item_id.as_str(), row.sku.as_str())) {
            Some(one) => terms.extend(write(connection, row, one).await?),
            None if row.listed != Some(false) => gone.push(row),
            None => {}
        }
    }
    unlist(connection, &gone).await?;
    put(connection, &terms).await
}

/// Writes down what is sold no more.
async fn unlist(connection: &mut Connection<'_>, gone: &[&Row]) -> Result<(), ApiError> {
    for some in gone.chunks(ROWS) {
        change!(connection, |c| {
            let mut query =
                sqlx::QueryBuilder::new("UPDATE stock SET listed = FALSE WHERE (item_id, sku) IN (");
            query.push_values(some, |mut one, row| {
                one.push_bind(&row.item_id).push_bind(&row.sku);
            });
            query.push(")");
            query.build().execute(c).await.map(drop)
        })?;
    }
    Ok(())
}

/// Writes down what is said of one, where that changed; the words that lead to it now and did not.
async fn write<'a>(
    connection: &mut Connection<'_>,
    row: &Row,
    one: &'a Described,
) -> Result<Vec<Term<'a>>, ApiError> {
    let words = one.words();
    let same = (&row.title, &row.options, &row.picture, &row.words)
        == (&one.title, &one.options, &one.picture, &words);
    if same && row.listed == Some(true) {
        return Ok(Vec::new());
    }
    let Described { item_id, sku, title, options, picture } = one;
    let place = one.place();
    affected!(connection, DESCRIBE, item_id, sku, title, options, picture, &place, &words)?;
    affected!(connection, DESCRIBE_LEVELS, item_id, sku, &place)?;
    let before: BTreeSet<&str> = row.words.split_whitespace().collect();
    let after: BTreeSet<&str> = words.split_whitespace().collect();
    for term in before.difference(&after) {
        affected!(connection, TAKE, term, item_id, sku)?;
    }
    Ok(after.difference(&before).map(|term| ((*term).to_owned(), item_id.as_str(), sku.as_str())).collect())
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
