//! Lists of people: they live in the database of the shop, and never in a site folder, which may be public.

use std::path::Path;

use super::draft::Draft;

/// What marks a list by its columns, and what it is called.
const LISTS: [(&[&str], &str); 6] = [
    (&["email", "lineitem quantity"], "orders"),
    // Whoever gives a list away may have taken the addresses out.
    (&["lineitem name", "lineitem quantity"], "orders"),
    (&["discount code", "discount type"], "discounts"),
    (&["email", "subscribed_to_emails"], "members"),
    (&["email", "accepts email marketing"], "customers"),
    (&["gift card code"], "gift cards"),
];
/// Columns of an address for email, by which all other lists of people are known.
const ADDRESSES: [&str; 4] = ["email", "email address", "e-mail", "customer email"];

/// Notes a list that belongs to the shop's database; `false` when the file is none.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) -> bool {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let Ok(head) = reader.headers() else { return false };
    let columns: Vec<String> = head.iter().map(|name| name.trim().to_lowercase()).collect();
    let has = |name: &str| columns.iter().any(|column| column == name);
    let known = LISTS.iter().find(|(names, _)| names.iter().all(|name| has(name)));
    let kind = match known {
        Some((_, kind)) => kind,
        None if ADDRESSES.iter().any(|name| has(name)) && !has("title") && !has("handle") => "people",
        None => return false,
    };
    let message =
        format!("This is a list of {kind}: it belongs into the shop's database, not into the site's folder.");
    draft.warn(file, 1, message, "give it to `loggia-api import`");
    true
}
