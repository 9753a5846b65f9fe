//! The blocks that a page or an item is put together from.

use loggia_template::Node;

use super::code::block;
use super::document::{Document, Fields};
use super::position::Step;
use crate::diagnostic::{Diagnostic, nearest};

/// A block: `{"type": 2, "value": {"html": "…"}}`. The type may be given by its name.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// One of [`block::ALL`].
    pub code: i64,
    /// The name of the code.
    pub name: &'static str,
    /// The name of its variant, where it has one.
    pub variant: Option<&'static str>,
    /// `id`.
    pub id: Option<&'static str>,
    /// What it shows.
    pub value: Node<'static>,
}

/// A column of a row: how many twelfths it is wide, and its blocks.
#[derive(Debug, Clone)]
pub struct Column {
    /// From 1 to 12.
    pub span: i64,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}

/// The blocks of an item or a collection: `blocks`, or `rows` of `columns` of `blocks`. Plain blocks are one row of one
/// column. Faults are added.
#[must_use]
pub fn read(document: Document, faults: &mut Vec<Diagnostic>) -> Vec<Vec<Column>> {
    let mut fields = Fields::of(document, faults);
    let mut rows = Vec::new();
    let plain = list(&mut fields);
    if !plain.is_empty() {
        rows.push(vec![Column { span: 12, blocks: plain }]);
    }
    for row in 0..fields.list("rows").len() {
        let mut row = fields.inner(&["rows".into(), row.into()]);
        let mut columns = Vec::new();
        for column in 0..row.list("columns").len() {
            let mut column = row.inner(&["columns".into(), column.into()]);
            let span = column.whole("span").unwrap_or(12);
            if !(1..=12).contains(&span) {
                column.warn(
                    &["span".into()],
                    "block",
                    format!("{span} is not a width of a column."),
                    "write 1 to 12",
                );
            }
            columns.push(Column { span: span.clamp(1, 12), blocks: list(&mut column) });
        }
        rows.push(columns);
    }
    rows
}

fn list(fields: &mut Fields<'_>) -> Vec<Block> {
    (0..fields.list("blocks").len())
        .filter_map(|index| one(&mut fields.inner(&["blocks".into(), index.into()])))
        .collect()
}

fn one(fields: &mut Fields<'_>) -> Option<Block> {
    let at: [Step; 1] = ["type".into()];
    let found = match fields.node.get("type") {
        Node::Text(name) => {
            let named = block::named(name);
            if named.is_none() {
                let near = nearest(name, block::ALL.iter().map(|(_, name)| *name));
                let help = near.map_or_else(
                    || "2 is html, 5 image, 53 button".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                fields.warn(
                    &at,
                    "block",
                    format!("'{name}' is not a kind of block; it shows nothing."),
                    help,
                );
            }
            named
        }
        _ => {
            let code = fields.whole("type")?;
            let name = block::name(code);
            if name.is_none() {
                fields.warn(
                    &at,
                    "block",
                    format!("{code} is not a kind of block; it shows nothing."),
                    "2 is html, 5 image, 53 button",
                );
            }
            name.map(|name| (code, name))
        }
    };
    let (code, name) = found?;
    let variant = fields.whole("variant").and_then(|code| {
        let name = block::variant(code);
        if name.is_none() {
            fields.warn(
                &["variant".into()],
                "block",
                format!("{code} is not a variant of a block."),
                "write 1000 to 1019",
            );
        }
        name
    });
    Some(Block { code, name, variant, id: fields.text("id"), value: fields.object("value") })
}
