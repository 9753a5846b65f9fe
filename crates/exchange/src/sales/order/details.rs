//! Lines that stand in one cell as a text with names: `Product Qty: 2, Product SKU: M, Product Name: Mug, …|Product …`.

/// A line as it is written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub title: String,
    pub variant: String,
    pub sku: String,
    pub quantity: String,
    pub unit: String,
    pub total: String,
    pub discount: String,
    pub refunded: String,
}

/// What each value is called, behind `Product `.
const KEYS: [&str; 12] = [
    "ID",
    "Qty",
    "Quantity",
    "SKU",
    "Name",
    "Weight",
    "Variation Details",
    "Options",
    "Unit Price",
    "Total Price",
    "UPC",
    "Bin Picking Number",
];

/// Whether a cell is such a text.
pub(super) fn are(cell: &str) -> bool {
    key(cell).is_some()
}

/// The lines of a cell, `most` of them at most. A value ends where the next name begins, so that it may have commas, colons
/// and bars in it.
pub(super) fn read(cell: &str, most: usize) -> Vec<Written> {
    let mut lines: Vec<Vec<(&str, String)>> = Vec::new();
    let (mut rest, mut is_new) = (cell, false);
    while let Some((name, behind)) = key(rest) {
        let (value, next, begins) = value(behind);
        // Each product has a name of a kind once; a bar parts two of them as well.
        let is_next = lines.last().is_none_or(|line| is_new || line.iter().any(|(own, _)| *own == name));
        if is_next {
            if lines.len() == most {
                break;
            }
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push((name, value.trim().to_owned()));
        }
        is_new = begins;
        rest = next;
    }
    lines
        .iter()
        .map(|line| written(line))
        .filter(|line| !line.title.is_empty() || !line.sku.is_empty())
        .collect()
}

/// The name with which a text begins, and what stands behind its colon.
fn key(text: &str) -> Option<(&'static str, &str)> {
    let behind = text.trim_start().strip_prefix("Product ")?;
    KEYS.iter().find_map(|name| Some((*name, behind.strip_prefix(*name)?.strip_prefix(':')?)))
}

/// A value, what stands behind it, and whether that begins another line.
fn value(text: &str) -> (&str, &str, bool) {
    for (at, mark) in text.match_indices([',', '|', '\n', ';']) {
        if key(&text[at + 1..]).is_some() {
            return (&text[..at], &text[at + 1..], mark != ",");
        }
    }
    (text, "", false)
}

fn written(line: &[(&str, String)]) -> Written {
    let of = |names: &[&str]| {
        let found =
            names.iter().find_map(|name| line.iter().find(|(own, value)| own == name && !value.is_empty()));
        found.map(|(_, value)| value.trim_end_matches(['|', ' ', ',']).to_owned()).unwrap_or_default()
    };
    Written {
        title: of(&["Name"]),
        variant: of(&["Variation Details", "Options"]),
        sku: of(&["SKU"]),
        quantity: of(&["Qty", "Quantity"]),
        unit: of(&["Unit Price"]),
        total: of(&["Total Price"]),
        ..Written::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-549: names with commas, colons and bars are whole, and each product is a line.
    #[test]
    fn s_549_products_in_one_text_are_lines() {
        let cell = "Product ID: 7, Product Qty: 2, Product SKU: , Product Name: Bowl, deep | blue, Product Weight: 1.0000, Product Variation Details: Size: L, Color: Blue, Product Unit Price: 4.50, Product Total Price: 9.00|Product ID: 8, Product Qty: 1, Product SKU: LD, Product Name: Ladle: long, Product Variation Details: , Product Unit Price: 3.00, Product Total Price: 3.00";
        let lines = read(cell, 10);
        let seen: Vec<_> = lines
            .iter()
            .map(|line| {
                [&line.title, &line.variant, &line.sku, &line.quantity, &line.unit].map(String::as_str)
            })
            .collect();
        assert_eq!(
            seen,
            [
                ["Bowl, deep | blue", "Size: L, Color: Blue", "", "2", "4.50"],
                ["Ladle: long", "", "LD", "1", "3.00"]
            ]
        );
        assert_eq!(read(cell, 1).len(), 1);
        assert!(!are("a cup, two plates"));
    }
}
