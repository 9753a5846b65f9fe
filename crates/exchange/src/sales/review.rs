//! Reviews of products.

use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::posts::text::{plain, time};
use crate::sheet::Sheet;

/// A review.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Review {
    /// What makes it itself: its id at the source, or its product, author and time.
    pub key: String,
    /// The product's id in the shop; empty when it is known by its address or SKU at the source alone.
    pub product_id: String,
    /// The product's address or SKU at the source.
    pub product: String,
    /// Who wrote it.
    pub author: String,
    /// 1 to 5.
    pub rating: i64,
    /// Its title.
    pub title: String,
    /// What it says.
    pub text: String,
    /// When: milliseconds since 1970, UTC.
    pub created_on: i64,
    /// Whether everybody sees it.
    pub is_published: bool,
    /// The line of the list.
    #[serde(skip)]
    pub line: usize,
}

const PRODUCT: [&str; 9] = [
    "product_handle",
    "Product Handle",
    "Product SKU",
    "SKU",
    "Product URL",
    "product_id",
    "Product ID",
    "Product",
    "product_title",
];
const RATING: [&str; 4] = ["rating", "review_score", "Score", "Stars"];
const AUTHOR: [&str; 6] = ["reviewer_name", "Reviewer", "author", "display_name", "Author Name", "Name"];
const TITLE: [&str; 3] = ["title", "review_title", "Review Title"];
const TEXT: [&str; 7] = ["body", "review_content", "review_text", "Content", "Review", "text", "Comment"];
const CREATED: [&str; 6] = ["review_date", "created_at", "Date", "createdOn", "Created At", "date_created"];
const STATE: [&str; 5] = ["curated", "published", "status", "State", "isPublished"];
const KEY: [&str; 4] = ["key", "review_id", "Review ID", "id"];

/// Whether a table is one of reviews.
#[must_use]
pub fn is_reviews(sheet: &Sheet) -> bool {
    sheet.has_any(&RATING) && sheet.has_any(&TEXT) && (sheet.has_any(&PRODUCT) || sheet.has(&["productId"]))
}

/// Reads a table of reviews.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Review>, Vec<Fault>) {
    let (mut reviews, mut faults) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let get = |names: &[&str]| sheet.get(row, names);
        let rating =
            get(&RATING).split(['.', '/']).next().and_then(|number| number.trim().parse::<i64>().ok());
        let Some(rating) = rating.filter(|rating| (1..=5).contains(rating)) else {
            let message = format!("'{}' is no rating from 1 to 5; the review was left out.", get(&RATING));
            faults
                .push(Fault::new(row.line, message, "mend the rating in the list").because("review-rating"));
            continue;
        };
        let state = get(&STATE).to_lowercase();
        let (product, author) = (get(&PRODUCT).to_owned(), get(&AUTHOR).to_owned());
        let created_on = time(get(&CREATED)).unwrap_or(0);
        let key = match get(&KEY) {
            "" => format!("{product} {author} {created_on} {}", get(&TITLE)),
            key => key.to_owned(),
        };
        reviews.push(Review {
            key,
            product_id: get(&["productId"]).to_owned(),
            product,
            author,
            rating,
            title: plain(get(&TITLE)),
            text: plain(get(&TEXT)),
            created_on,
            is_published: ["", "ok", "true", "published", "approved", "1", "yes"].contains(&state.as_str()),
            line: row.line,
        });
    }
    (reviews, faults)
}
