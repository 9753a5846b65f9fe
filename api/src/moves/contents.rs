//! What a file is, and what it says: known by its content, not by its name.

use crate::repository::imported::Submission;
use loggia_commerce::Coupon;
use loggia_exchange::Fault;
use loggia_exchange::people::{self, Person};
use loggia_exchange::posts::{self, Comment};
use loggia_exchange::sales::{self, Card, Discounted, Order, Review};
use loggia_exchange::sheet::{self, Sheet};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 512 * 1024 * 1024;

/// One kind of records.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is described where it is defined")]
pub enum Part {
    Orders(Vec<Order>),
    People(Vec<Person>),
    Coupons(Vec<Discounted>),
    Cards(Vec<Card>),
    Reviews(Vec<Review>),
    Comments(Vec<Comment>),
    Submissions(Vec<Submission>),
}

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Its records.
    pub parts: Vec<Part>,
    /// What could not be read as it was.
    pub faults: Vec<Fault>,
}

impl Contents {
    fn of<T>(part: impl Fn(Vec<T>) -> Part, (records, faults): (Vec<T>, Vec<Fault>)) -> Contents {
        Contents { parts: vec![part(records)], faults }
    }

    fn nothing(help: &str) -> Contents {
        let fault = Fault::new(
            0,
            "This is no export of orders, customers, subscribers, discounts, gift cards, reviews or comments.",
            help,
        )
        .because("no-list");
        Contents { parts: Vec::new(), faults: vec![fault] }
    }
}

/// Reads a file.
#[must_use]
pub fn read(bytes: &[u8]) -> Contents {
    let text = sheet::text(bytes);
    match text.trim_start().chars().next() {
        Some('{') => json(&text),
        Some('<') => xml(&text),
        _ => table(&text),
    }
}

fn xml(text: &str) -> Contents {
    let begin: String = text.chars().take(1000).collect();
    let export = if begin.contains("<disqus") { posts::disqus(text) } else { posts::wordpress(text) };
    let mut comments = export.comments;
    for comment in &mut comments {
        if comment.item_id.is_empty() && export.source != "disqus" {
            comment.item_id = format!("post-{}", comment.entry);
        }
    }
    Contents { parts: vec![Part::Comments(comments)], faults: Vec::new() }
}

fn table(text: &str) -> Contents {
    let sheet = Sheet::read(text);
    let mut contents = if sales::is_orders(&sheet) {
        Contents::of(Part::Orders, sales::orders(&sheet))
    } else if sales::is_reviews(&sheet) {
        Contents::of(Part::Reviews, sales::reviews(&sheet))
    } else if sales::is_cards(&sheet) {
        Contents::of(Part::Cards, sales::cards(&sheet))
    } else if sales::is_discounts(&sheet) {
        Contents::of(Part::Coupons, sales::discounts(&sheet))
    } else if people::is_people(&sheet) {
        Contents::of(Part::People, people::read(&sheet))
    } else {
        Contents::nothing(
            "give the CSV as the old shop exported it, with its first line; lists of products belong to `loggia import`",
        )
    };
    contents.faults.extend(sheet.faults);
    contents
}

fn json(text: &str) -> Contents {
    let document: Value = match serde_json::from_str(text) {
        Ok(document) => document,
        Err(error) => {
            let fault = Fault::new(error.line(), format!("This is not JSON: {error}."), "export it again")
                .because(("not-json", [("line", error.line().to_string())]));
            return Contents { parts: Vec::new(), faults: vec![fault] };
        }
    };
    if posts::is_ghost(&document) {
        return Contents {
            parts: vec![Part::People(people::members_of_ghost(&document))],
            faults: Vec::new(),
        };
    }
    let mut contents = Contents::default();
    let form = document["form"].as_str().unwrap_or_default();
    let part = match form {
        "loggia-orders-1" => list(&document, "orders", &mut contents.faults).map(Part::Orders),
        "loggia-people-1" => list(&document, "people", &mut contents.faults).map(Part::People),
        "loggia-coupons-1" => list::<Coupon>(&document, "coupons", &mut contents.faults).map(|coupons| {
            Part::Coupons(coupons.into_iter().map(|coupon| Discounted { coupon, line: 0 }).collect())
        }),
        "loggia-gift-cards-1" => list(&document, "giftCards", &mut contents.faults).map(Part::Cards),
        "loggia-reviews-1" => list(&document, "reviews", &mut contents.faults).map(Part::Reviews),
        "loggia-comments-1" => list(&document, "comments", &mut contents.faults).map(Part::Comments),
        "loggia-submissions-1" => list(&document, "submissions", &mut contents.faults).map(Part::Submissions),
        _ => return Contents::nothing("pages saved as JSON belong to `loggia import`"),
    };
    contents.parts.extend(part);
    contents
}

/// The records of a document; one that cannot be read is named by its place, and the others are kept.
fn list<T: DeserializeOwned>(document: &Value, member: &str, faults: &mut Vec<Fault>) -> Option<Vec<T>> {
    let records = document[member].as_array()?;
    let mut read = Vec::with_capacity(records.len());
    for (place, record) in records.iter().enumerate() {
        match serde_json::from_value(record.clone()) {
            Ok(record) => read.push(record),
            Err(error) => {
                let message =
                    format!("Number {} of '{member}' cannot be read: {error}; it was left out.", place + 1);
                let why = ("record-unreadable", [("number", (place + 1).to_string())]);
                faults.push(Fault::new(0, message, "export it again").because(why));
            }
        }
    }
    Some(read)
}
