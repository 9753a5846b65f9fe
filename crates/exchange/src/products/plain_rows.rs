//! Lists whose rows are of several kinds: a product, a variant of the product above it, one of its pictures.

use super::reader::{Reader, short};
use crate::sheet::Row;

/// Columns that may say of what kind a row is.
const COLUMNS: [&str; 4] = ["kind", "item", "type", "kind #2"];

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A product of its own.
    Product,
    /// One way to buy the product above it, or the one that it names.
    Variant,
    /// A picture of it.
    Picture,
    /// Something else of it, such as a rule for prices.
    Other,
}

/// Where a list says of what kind its rows are; nowhere in most lists.
pub(super) struct Roles(Option<&'static str>);

impl Roles {
    /// The column whose words tell variants or pictures from products.
    pub(super) fn of(reader: &Reader<'_>) -> Roles {
        let tells = |column: &&str| {
            let roles: Vec<Role> =
                reader.table.rows().map(|row| role(reader.table.peek(row, column))).collect();
            let has = |wanted: Role| roles.contains(&wanted);
            has(Role::Product) && (has(Role::Variant) || has(Role::Picture))
        };
        Roles(COLUMNS.into_iter().find(tells))
    }

    /// What a row is.
    pub(super) fn role<'t>(&self, reader: &Reader<'t>, row: &'t Row) -> Role {
        self.0.map_or(Role::Product, |column| role(reader.text(row, &[column])))
    }

    /// Says that a row which is no product was left out.
    pub(super) fn say_left_out<'t>(&self, reader: &mut Reader<'t>, row: &'t Row) {
        let what = self.0.map_or("", |column| reader.text(row, &[column])).to_owned();
        let message = format!("'{what}' is neither a product nor a variant of one; it was left out.");
        let help = "look at the product, and write what is missing into its file";
        reader.notes.once(
            &format!("kind {what}"),
            row.line,
            ("unknown-row", [("kind", short(&what))]),
            message,
            help,
        );
    }
}

fn role(word: &str) -> Role {
    match word.trim().to_lowercase().replace(['_', '-'], " ").as_str() {
        "variant" | "variation" | "product variation" | "product variant" | "sku" | "variante" | "child" => {
            Role::Variant
        }
        "image" | "product image" | "picture" | "bild" => Role::Picture,
        "rule" | "product option" | "option" | "video" | "modifier" => Role::Other,
        _ => Role::Product,
    }
}
