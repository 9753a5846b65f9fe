//! The blocks that a page or an item is put together from, and the slices of a cover page.

use loggia_template::Node;

use super::code::{block, slice};
use super::document::Document;
use super::members::Fields;
use super::position::Step;
use crate::diagnostic::{Diagnostic, nearest};

/// A block: `{"type": 2, "value": {"html": "…"}}`. The type may be given by its name. A slice has the same shape.
#[derive(Debug, Clone)]
pub struct Block<'s> {
    /// One of [`block::ALL`] or [`slice::ALL`].
    pub code: i64,
    /// The name of the code; [`OWN`] where the kind is the template's.
    pub name: &'static str,
    /// The kind, where it is no kind of ours.
    pub own: Option<&'s str>,
    /// The name of its variant, where it has one.
    pub variant: Option<&'static str>,
    /// `id`.
    pub id: Option<&'s str>,
    /// What it shows.
    pub value: Node<'s>,
    /// Where it stands in its file.
    pub at: Vec<Step>,
}

/// A column of a row: how many twelfths it is wide, and its blocks.
#[derive(Debug, Clone)]
pub struct Column<'s> {
    /// From 1 to 12.
    pub span: i64,
    /// From top to bottom.
    pub blocks: Vec<Block<'s>>,
    /// Rows inside the column, after its blocks.
    pub rows: Vec<Vec<Column<'s>>>,
}

/// The name of a block whose kind is one of the template's. Its code is 0.
pub const OWN: &str = "own";

/// How deep rows may stand in columns.
const DEPTH: usize = 16;

/// The keys under which a file holds blocks or slices.
pub const KEYS: [&str; 4] = ["blocks", "rows", "sections", "slices"];

/// Whether a file holds any.
#[must_use]
pub fn is_built(root: Node<'_>) -> bool {
    KEYS.iter().any(|key| !root.get(*key).is_nothing())
}

/// The blocks of an item or a collection: `blocks`, or `rows` of `columns` of `blocks`. Plain blocks are one row of one
/// column. Faults are added.
#[must_use]
pub fn read<'s>(document: Document<'s>, faults: &mut Vec<Diagnostic>) -> Vec<Vec<Column<'s>>> {
    let mut fields = Fields::of(document, faults);
    let mut all = Vec::new();
    let plain = block_list(&mut fields);
    if !plain.is_empty() {
        all.push(vec![Column { span: 12, blocks: plain, rows: Vec::new() }]);
    }
    all.extend(rows(&mut fields));
    all
}

/// The `blocks` of an object.
pub(super) fn block_list<'s>(fields: &mut Fields<'_, 's>) -> Vec<Block<'s>> {
    list(fields, "blocks", &BLOCKS)
}

/// The `rows` of an object.
pub(super) fn rows<'s>(fields: &mut Fields<'_, 's>) -> Vec<Vec<Column<'s>>> {
    rows_at(fields, 0)
}

fn rows_at<'s>(fields: &mut Fields<'_, 's>, depth: usize) -> Vec<Vec<Column<'s>>> {
    let mut rows = Vec::new();
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
            let blocks = block_list(&mut column);
            let rows = rows_in(&mut column, depth);
            columns.push(Column { span: span.clamp(1, 12), blocks, rows });
        }
        rows.push(columns);
    }
    rows
}

/// The rows inside a column.
fn rows_in<'s>(column: &mut Fields<'_, 's>, depth: usize) -> Vec<Vec<Column<'s>>> {
    if column.node.get("rows").is_nothing() {
        return Vec::new();
    }
    if depth < DEPTH {
        return rows_at(column, depth + 1);
    }
    let message = format!("Rows stand in columns more than {DEPTH} deep; these are left out.");
    column.fault(&["rows".into()], "block", message, "put them into the page itself");
    Vec::new()
}

/// The slices of a cover page. Faults are added.
#[must_use]
pub fn read_slices<'s>(document: Document<'s>, faults: &mut Vec<Diagnostic>) -> Vec<Block<'s>> {
    list(&mut Fields::of(document, faults), "slices", &SLICES)
}

/// How many blocks a layout has, whatever is wrong with them; those in its sections are counted by themselves.
#[must_use]
pub fn count(root: Node<'_>) -> usize {
    let mut count = 0;
    let mut open = vec![root];
    while let Some(layout) = open.pop() {
        count += layout.get("blocks").elements().len();
        let rows = layout.get("rows").elements().iter();
        open.extend(rows.flat_map(|row| row.get("columns").elements()));
    }
    count
}

/// The kinds that a list may hold, and how to speak of them.
struct Kinds {
    what: &'static str,
    all: &'static [(i64, &'static str)],
    example: &'static str,
    /// Whether a template may bring kinds of its own.
    has_own: bool,
}

const BLOCKS: Kinds =
    Kinds { what: "block", all: &block::ALL, example: "2 is html, 5 image, 53 button", has_own: true };
const SLICES: Kinds =
    Kinds { what: "slice", all: &slice::ALL, example: "1 is heading, 3 body, 4 image", has_own: false };

fn list<'s>(fields: &mut Fields<'_, 's>, key: &str, kinds: &Kinds) -> Vec<Block<'s>> {
    (0..fields.list(key).len())
        .filter_map(|index| one(&mut fields.inner(&[key.into(), index.into()]), kinds))
        .collect()
}

fn one<'s>(fields: &mut Fields<'_, 's>, kinds: &Kinds) -> Option<Block<'s>> {
    let (code, name, own) = kind(fields, kinds)?;
    let variant = fields.whole("variant").and_then(|code| {
        let name = block::variant(code);
        if name.is_none() {
            let message = format!("{code} is not a variant of a {}.", kinds.what);
            fields.warn(&["variant".into()], kinds.what, message, "write 1000 to 1019");
        }
        name
    });
    if let Some(variant) = variant.filter(|variant| !suits(name, variant)) {
        let message = format!("The layout '{variant}' is not one of '{name}'.");
        fields.warn(&["variant".into()], kinds.what, message, "leave it out, or choose another");
    }
    Some(Block {
        code,
        name,
        own,
        variant: variant.filter(|variant| suits(name, variant)),
        id: fields.text("id"),
        value: fields.object("value"),
        at: fields.path().to_vec(),
    })
}

/// What `type` says: code, name, and the name of a kind that is not ours. Whether the template has such a kind of block is
/// seen where it is shown. A kind of slice that is not known shows nothing, and is reported.
fn kind<'s>(fields: &mut Fields<'_, 's>, kinds: &Kinds) -> Option<(i64, &'static str, Option<&'s str>)> {
    let (found, shown, help) = match fields.node.get("type") {
        Node::Text(name) => {
            let found = kinds.all.iter().find(|(_, known)| *known == name);
            if found.is_none() && kinds.has_own {
                return Some((0, OWN, Some(name)));
            }
            let near = nearest(name, kinds.all.iter().map(|(_, known)| *known));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            (found, format!("'{name}'"), help)
        }
        Node::Missing | Node::Null => {
            let message = format!("A {} needs its 'type'; this one shows nothing.", kinds.what);
            fields.warn(&[], kinds.what, message, kinds.example);
            return None;
        }
        _ => {
            let code = fields.whole("type")?;
            (kinds.all.iter().find(|(known, _)| *known == code), code.to_string(), None)
        }
    };
    if found.is_none() {
        let message = format!("{shown} is not a kind of {}; it shows nothing.", kinds.what);
        let help = help.unwrap_or_else(|| kinds.example.to_owned());
        fields.warn(&["type".into()], kinds.what, message, help);
    }
    found.map(|(code, name)| (*code, *name, None))
}

/// The fault of a block whose kind neither we nor the template have; it shows nothing.
#[must_use]
pub fn unknown_kind<'k>(
    document: Document<'_>,
    block: &Block<'_>,
    of_template: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let name = block.own.unwrap_or_default();
    let known = BLOCKS.all.iter().map(|(_, known)| *known).chain(of_template).collect::<Vec<_>>();
    let near = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
    let at = [block.at.as_slice(), &["type".into()]].concat();
    let message = format!("'{name}' is not a kind of block; it shows nothing.");
    document
        .fault(&at, BLOCKS.what, message)
        .help(near.unwrap_or_else(|| BLOCKS.example.to_owned()))
        .into_warning()
}

/// Whether a layout is one of a kind's: `summary-wall` of summaries, `reservation-event-…` of the booking services.
fn suits(name: &str, variant: &str) -> bool {
    match variant.split('-').next().unwrap_or_default() {
        "reservation" => matches!(name, "opentable" | "opentable-v2" | "tock" | "zola" | "acuity"),
        "summary" => matches!(name, "summary" | "summary-v2"),
        family => name == family,
    }
}
