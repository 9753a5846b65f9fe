//! Gift cards that were sold elsewhere, with what is left on them.

use serde::{Deserialize, Serialize};

use super::amount::cents;
use crate::Fault;
use crate::fault::short;
use crate::posts::text::time;
use crate::sheet::Sheet;

/// A gift card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Card {
    /// What its owner types; empty when only its hash is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code: String,
    /// The SHA-256 of the code in hexadecimal digits, as a shop of this program keeps it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub code_hash: String,
    /// ISO 4217 code; empty when the source names none.
    pub currency: String,
    /// What it was worth, in hundredths.
    pub worth_cents: i64,
    /// What is left of it.
    pub balance_cents: i64,
    /// When it was sold: milliseconds since 1970, UTC; 0 when it is not known.
    pub created_on: i64,
    /// The line of the list.
    #[serde(skip)]
    pub line: usize,
}

const CODE: [&str; 7] = [
    "Gift Card Code",
    "Code",
    "gift_card_number",
    "Card Number",
    "Gift card number",
    "coupon_code",
    "Card Code",
];
const BALANCE: [&str; 8] = [
    "Balance",
    "Current Balance",
    "Remaining Balance",
    "Remaining",
    "balance_remaining",
    "Remaining Amount",
    "Balance Remaining",
    "Current value",
];
const WORTH: [&str; 8] = [
    "Initial Balance",
    "Initial Value",
    "Issued Value",
    "Original Balance",
    "Amount",
    "Issued Amount",
    "Original Amount",
    "worth",
];
const CREATED: [&str; 5] = ["Created At", "Purchase Date", "Issued At", "Date Issued", "createdOn"];
const EXPIRES: [&str; 5] = ["Expires On", "expiration_date", "Expiry Date", "Expires", "Expiration"];
const STATE: [&str; 4] = ["Enabled?", "Status", "active", "Expired?"];
const CURRENCY: [&str; 1] = ["Currency"];
const HASH: [&str; 1] = ["codeHash"];

/// Whether a table is one of gift cards.
#[must_use]
pub fn is_cards(sheet: &Sheet) -> bool {
    (sheet.has_any(&CODE) || sheet.has_any(&HASH) || sheet.has(&["Last Characters"]))
        && sheet.has_any(&BALANCE)
}

/// Reads a table of gift cards.
#[must_use]
pub fn read(sheet: &Sheet) -> (Vec<Card>, Vec<Fault>) {
    let (mut cards, mut faults) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let get = |names: &[&str]| sheet.get(row, names);
        let (code, hash) = (get(&CODE), get(&HASH));
        let letters = code.chars().filter(char::is_ascii_alphanumeric).count();
        if hash.is_empty() && letters < 6 {
            let message = "This gift card has no code, or only the end of it: it was left out, and cannot be spent here.";
            let help = "ask the old shop for the whole codes, or give its owner a new card";
            faults.push(Fault::new(row.line, message, help).because("card-no-code"));
            continue;
        }
        let name = if code.is_empty() { "this card" } else { code };
        let state = get(&STATE).to_lowercase();
        let is_over = ["false", "disabled", "expired", "inactive", "no", "0", "void", "deactivated"]
            .contains(&state.as_str())
            || get(&["Expired?"]).eq_ignore_ascii_case("true");
        if is_over {
            faults.push(
                Fault::new(
                    row.line,
                    format!("The gift card {name} is disabled or expired; it was left out."),
                    "make a new card if it is still good",
                )
                .because("card-over"),
            );
            continue;
        }
        let Some(balance) = cents(get(&BALANCE)).filter(|balance| *balance >= 0) else {
            let message =
                format!("'{}' on the gift card {name} is no amount; the card was left out.", get(&BALANCE));
            let why = ("card-balance", [("text", short(get(&BALANCE)))]);
            faults.push(Fault::new(row.line, message, "mend the balance in the list").because(why));
            continue;
        };
        if !get(&EXPIRES).is_empty() {
            let message =
                format!("The gift card {name} ends on {}, and cards have no end here.", get(&EXPIRES));
            faults.push(
                Fault::new(row.line, message, "take it back on that day if it shall not be spent later")
                    .because(("card-ends", [("day", short(get(&EXPIRES)))])),
            );
        }
        let worth = cents(get(&WORTH)).filter(|worth| *worth >= balance).unwrap_or(balance);
        cards.push(Card {
            code: code.to_owned(),
            code_hash: hash.to_lowercase(),
            currency: get(&CURRENCY).to_uppercase(),
            worth_cents: worth,
            balance_cents: balance,
            created_on: time(get(&CREATED)).unwrap_or(0),
            line: row.line,
        });
    }
    (cards, faults)
}
