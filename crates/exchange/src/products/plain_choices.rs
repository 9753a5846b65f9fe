//! What the variants of a plain list choose: in a column of one choice, in numbered columns of names and values, in one cell
//! with all of a row's, or in one with all of a product's.

use std::collections::HashSet;

use super::model::{Product, Variant};
use super::reader::{Reader, parts, short, slug};
use super::texts::in_html;
use crate::sheet::Row;

/// Columns of one choice each.
pub(super) const CHOICES: [&str; 5] = ["variation name", "color", "size", "material", "pattern"];
/// Choices that are numbered.
pub(super) const NUMBERED: usize = 6;
/// How a column begins that is called as the choice is.
const NAMED: &str = "option named ";
/// The most variants that are made of choices.
const VARIANTS: usize = 1000;

/// What a row chooses.
pub(super) fn chosen<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<&'t str> {
    let numbered = (1..=NUMBERED).map(|number| reader.text(row, &[&format!("option {number} value")]));
    let named =
        reader.table.beginning(NAMED).into_iter().map(|name| reader.text(row, &[&name])).collect::<Vec<_>>();
    CHOICES.iter().map(|name| reader.text(row, &[name])).chain(numbered).chain(named).collect()
}

/// The choices that each row names in one cell, beside each other: `Color=Red,Size=S`, `Size: S`. Nothing where the rows do
/// not name the same ones.
fn paired<'t>(reader: &Reader<'t>, rows: &[&'t Row]) -> Vec<Vec<(String, String)>> {
    let of = |row: &&'t Row| {
        let own = pairs(reader.text(row, &["variation name"]));
        let title = reader.text(row, &["title"]);
        if own.is_empty() && title.starts_with('[') { pairs(title) } else { own }
    };
    let all: Vec<Vec<(String, String)>> = rows.iter().map(of).collect();
    let names = |own: &[(String, String)]| own.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let is_alike = all.first().is_some_and(|first| {
        !first.is_empty() && rows.len() > 1 && all.iter().all(|own| names(own) == names(first))
    });
    if is_alike { all } else { Vec::new() }
}

/// Names and values of one cell. How the old shop drew a choice, such as `[S]` or `[#ff0000]`, is left out.
fn pairs(text: &str) -> Vec<(String, String)> {
    let bare = |value: &str| value.split("[#").next().unwrap_or_default().trim().to_owned();
    if text.contains("Name=") && text.contains("|Value=") {
        let one = |part: &str| {
            let said = |key: &str| part.split('|').find_map(|field| field.trim().strip_prefix(key));
            Some((bare(said("Name=")?), bare(said("Value=")?)))
        };
        return text.split("Type=").filter_map(one).collect();
    }
    let one = |part: &str| {
        let part = part.trim();
        let part = if part.starts_with('[') { part.split_once(']')?.1 } else { part };
        let (name, value) = part.split_once('=').or_else(|| part.split_once(": "))?;
        let is_name = !name.trim().is_empty() && name.chars().count() <= 40 && !name.contains(['<', '"']);
        is_name.then(|| (name.trim().to_owned(), bare(value)))
    };
    text.split(',').map(one).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// What a choice is called, of a column that holds the name: `product_variation_option_{Size}`.
fn called(written: &str, plain: &str) -> String {
    let within = |open: char, close: char| {
        let inner = written.split_once(open)?.1.split_once(close)?.0;
        let inner = inner.trim().trim_start_matches("pa_");
        (!inner.is_empty()).then(|| inner.to_owned())
    };
    within('{', '}').or_else(|| within('(', ')')).unwrap_or_else(|| plain.to_owned())
}

/// The values that each row chooses. What all rows have alike is no choice and stands among the details.
pub(super) fn choices<'t>(reader: &Reader<'t>, rows: &[&'t Row], product: &mut Product) -> Vec<Vec<String>> {
    let mut values: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
    let mut put = |name: String, column: Vec<&str>, product: &mut Product| {
        let is_choice = column.iter().any(|value| *value != column[0]);
        if is_choice {
            product.options.push(name);
            values.iter_mut().zip(column).for_each(|(own, value)| own.push(value.to_owned()));
        } else if !column[0].is_empty() {
            product.details.push((name, format!("<p>{}</p>", in_html(column[0]))));
        }
    };
    let paired = paired(reader, rows);
    for (at, name) in paired.first().into_iter().flatten().map(|(name, _)| name).enumerate() {
        let column: Vec<&str> = paired.iter().map(|own| own[at].1.as_str()).collect();
        put(name.clone(), column, product);
    }
    // What a variant is called is made of its choices, where a list has both.
    let numbered = |row: &&'t Row| {
        (1..=NUMBERED)
            .map(|number| reader.text(row, &[&format!("option {number} value")]))
            .collect::<Vec<_>>()
    };
    let is_said = rows.len() > 1 && rows.iter().map(numbered).collect::<HashSet<_>>().len() == rows.len();
    let is_named = paired.is_empty() && !is_said;
    for name in CHOICES.into_iter().filter(|name| is_named || *name != "variation name") {
        let column: Vec<&str> = rows.iter().map(|row| reader.text(row, &[name])).collect();
        let written = if name == "variation name" { "Variant" } else { reader.table.written(name) };
        put(written.to_owned(), column, product);
    }
    for number in 1..=NUMBERED {
        let column: Vec<&str> =
            rows.iter().map(|row| reader.text(row, &[&format!("option {number} value")])).collect();
        let named = rows.iter().map(|row| reader.text(row, &[&format!("option {number} name")]));
        let name = named.into_iter().find(|name| !name.is_empty()).unwrap_or("Option").to_owned();
        put(name, column, product);
    }
    for name in reader.table.beginning(NAMED) {
        let column: Vec<&str> = rows.iter().map(|row| reader.text(row, &[&name])).collect();
        put(called(reader.table.written(&name), &name[NAMED.len()..]), column, product);
    }
    // Variants that chose the same are told apart by what else differs.
    let distinct = |values: &[Vec<String>]| values.iter().collect::<HashSet<_>>().len() == values.len();
    if rows.len() > 1 && !distinct(&values) {
        let column = ["title", "sku", "barcode", "id"]
            .map(|name| rows.iter().map(|row| reader.owned(row, &[name])).collect::<Vec<_>>())
            .into_iter()
            .find(|column| column.iter().collect::<HashSet<_>>().len() == column.len())
            .unwrap_or_else(|| (1..=rows.len()).map(|number| number.to_string()).collect());
        product.options.push("Variant".to_owned());
        values.iter_mut().zip(column).for_each(|(own, value)| own.push(value));
    }
    values
}

/// Choices that a single row lists with all their values, as those of Etsy do.
pub(super) fn numbered_values<'t>(reader: &Reader<'t>, row: &'t Row) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for number in 1..=NUMBERED {
        let name = reader.text(row, &[&format!("option {number} name")]);
        // How the old shop drew the choice is its own business.
        reader.text(row, &[&format!("option {number} type")]);
        let values = parts(reader.text(row, &[&format!("option {number} values")]), ',');
        if !values.is_empty() {
            found.push((if name.is_empty() { "Option" } else { name }.to_owned(), values));
        }
    }
    found
}

/// A variant for each combination of the choices.
pub(super) fn combine(
    choices: Vec<(String, Vec<String>)>,
    one: Variant,
    product: &mut Product,
    reader: &mut Reader<'_>,
) {
    let line = one.line;
    let mut one = one;
    let count = choices.iter().try_fold(1_usize, |count, (_, values)| count.checked_mul(values.len()));
    if count.is_none_or(|count| count > VARIANTS) {
        let message =
            format!("The choices of this product make more than {VARIANTS} variants; they were left out.");
        reader.notes.say(
            line,
            ("too-many-variants", [("most", VARIANTS.to_string())]),
            message,
            "write the variants out in the product's file",
        );
        product.variants.push(one);
        return;
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for (name, values) in choices {
        product.options.push(name);
        let with = |before: &Vec<String>, value: &String| before.iter().chain([value]).cloned().collect();
        all = all.iter().flat_map(|before| values.iter().map(move |value| with(before, value))).collect();
    }
    if all.len() > 1 {
        let message = "This list has one price for all variants of a product, and one stock; each variant has them here.";
        let help = "look at the prices, and divide the pieces among the variants, in the product's file";
        reader.notes.once("shared", line, "shared-price", message, help);
    }
    // Several SKUs of one product do not say which variant has which.
    if all.len() > 1 && one.sku.contains(',') {
        let message = format!("'{}' does not say which variant has which SKU; they were left out.", one.sku);
        reader.notes.say(
            line,
            ("shared-sku", [("sku", short(&one.sku))]),
            message,
            "write them into the product's file",
        );
        one.sku.clear();
    }
    for values in all {
        let ending: Vec<String> = values.iter().map(|value| slug(value)).collect();
        let sku = match (product.options.is_empty(), one.sku.as_str()) {
            (_, "") => String::new(),
            (false, sku) => format!("{sku}-{}", ending.join("-")),
            (true, sku) => sku.to_owned(),
        };
        product.variants.push(Variant { sku, values, ..one.clone() });
    }
}
