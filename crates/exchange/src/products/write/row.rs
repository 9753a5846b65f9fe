//! A row that is being written, and cells that both platforms write alike.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::super::model::{LengthUnit, Product, WeightUnit};
use super::lost::Lost;
use crate::posts::text::escaped;

/// Cells by the names of their columns.
pub(super) struct Row<'r> {
    columns: &'r [&'static str],
    pub(super) cells: Vec<Cow<'r, str>>,
}

impl<'r> Row<'r> {
    pub(super) fn new(columns: &'r [&'static str]) -> Row<'r> {
        Row { columns, cells: vec![Cow::Borrowed(""); columns.len()] }
    }

    /// Fills a cell; a column that this list does not have stays away.
    pub(super) fn set(&mut self, column: &str, cell: impl Into<Cow<'r, str>>) {
        if let Some(at) = self.columns.iter().position(|name| *name == column) {
            self.cells[at] = cell.into();
        }
    }
}

/// Names for a cell that parts them by commas: in one of them a comma is a blank.
pub(super) fn joined<'n>(
    names: impl IntoIterator<Item = Cow<'n, str>>,
    (title, lost): (&str, &mut Lost),
) -> String {
    let mut cell = String::new();
    for name in names {
        if !cell.is_empty() {
            cell.push_str(", ");
        }
        if name.contains(',') {
            let what = "Commas part categories and tags in a list, so those in their names became blanks";
            lost.say(title, what, "give them names without commas");
        }
        let words: Vec<&str> = name.split([',', ' ']).filter(|word| !word.is_empty()).collect();
        cell.push_str(&words.join(" "));
    }
    cell
}

/// Both texts of a product: lists have one.
pub(super) fn description<'p>(product: &'p Product, lost: &mut Lost) -> Cow<'p, str> {
    let texts = [&product.excerpt, &product.description];
    let texts = texts.into_iter().map(|text| Cow::Borrowed(text.as_str()));
    let details = product.details.iter().map(|(name, text)| match name.as_str() {
        "" => Cow::Borrowed(text.as_str()),
        name => Cow::Owned(format!("{}: {text}", escaped(name))),
    });
    let mut texts: Vec<Cow<'p, str>> = texts.chain(details).filter(|text| !text.is_empty()).collect();
    match texts.len() {
        0 | 1 => texts.pop().unwrap_or_default(),
        _ => {
            let what = "A list has one text for each product, so the one beside the price and the one below stand in it together";
            lost.say(&product.title, what, "part them again by hand where it matters");
            Cow::Owned(texts.join("\n"))
        }
    }
}

/// The names of the choices, `most` of them: what is more stands in the last.
pub(super) fn options(product: &Product, most: usize) -> Vec<String> {
    let named = product.options.iter().enumerate().map(|(at, name)| match name.trim() {
        "" => format!("Option {}", at + 1),
        name => name.to_owned(),
    });
    folded(named.collect(), most)
}

/// The values of a variant, likewise.
pub(super) fn values(product: &Product, values: &[String], most: usize) -> Vec<String> {
    let all = (0..product.options.len()).map(|at| values.get(at).map_or("", |value| value.trim()).to_owned());
    folded(all.collect(), most)
}

fn folded(mut all: Vec<String>, most: usize) -> Vec<String> {
    if all.len() > most {
        let rest = all.split_off(most - 1);
        all.push(rest.join(" / "));
    }
    all
}

/// An amount of a unit in another one, exact to the ten-thousandth.
fn converted(value: Decimal, from: Decimal, to: Decimal) -> String {
    let value = if from == to {
        Some(value)
    } else {
        value.checked_mul(from).and_then(|value| value.checked_div(to))
    };
    let rounded = value.unwrap_or_default().round_dp(if from == to { 28 } else { 4 });
    rounded.normalize().to_string()
}

/// A weight in kilograms or pounds.
pub(super) fn weight(value: Decimal, unit: WeightUnit, metric: bool) -> String {
    let wanted = if metric { WeightUnit::Kilogram } else { WeightUnit::Pound };
    converted(value, unit.in_grams(), wanted.in_grams())
}

/// A length in centimetres or inches.
pub(super) fn length(value: Decimal, unit: LengthUnit, metric: bool) -> String {
    let wanted = if metric { LengthUnit::Centimetre } else { LengthUnit::Inch };
    converted(value, unit.in_millimetres(), wanted.in_millimetres())
}
