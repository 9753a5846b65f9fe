//! Rows and columns of the old layout engine → rows and columns of ours.

use serde_json::{Value, json};

use super::blocks::{convert, is_block};
use super::dom::{El, attr, children, class_after, has, shows};
use super::reader::{Reader, start_of};

/// How deep rows may stand in columns; what is deeper stays markup. Templates of the hosted builder go to four.
const DEPTH: usize = 12;

/// Whether an element is a layout of rows.
pub(crate) fn is_layout(el: El<'_>) -> bool {
    has(el, "sqs-layout")
}

/// The rows of a layout, or of a column.
pub(crate) fn rows(el: El<'_>, depth: usize, reader: &mut Reader<'_>) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut plain: Vec<Value> = Vec::new();
    for child in children(el) {
        if is_row(child) && depth < DEPTH {
            flush(&mut plain, &mut rows);
            rows.extend(row(child, depth, reader));
        } else {
            plain.extend(blocks(child, depth, reader));
        }
    }
    flush(&mut plain, &mut rows);
    rows
}

fn is_row(el: El<'_>) -> bool {
    has(el, "sqs-row") || (has(el, "row") && children(el).any(is_column))
}

fn is_column(el: El<'_>) -> bool {
    class_after(el, "sqs-col-").is_some() || (has(el, "col") && class_after(el, "span-").is_some())
}

fn flush(plain: &mut Vec<Value>, rows: &mut Vec<Value>) {
    if !plain.is_empty() {
        rows.push(json!({"columns": [{"span": 12, "blocks": std::mem::take(plain)}]}));
    }
}

/// One row. A row that is one column alone is what is in it.
fn row(el: El<'_>, depth: usize, reader: &mut Reader<'_>) -> Vec<Value> {
    let columns: Vec<El<'_>> = children(el).filter(|child| is_column(*child)).collect();
    let others: Vec<El<'_>> = children(el).filter(|child| !is_column(*child)).collect();
    let mut made: Vec<Value> = columns.iter().map(|column| cell(*column, depth, reader)).collect();
    let mut rest: Vec<Value> = others.into_iter().flat_map(|other| blocks(other, depth, reader)).collect();
    let mut rows = Vec::new();
    if made.len() == 1 {
        let only = made.remove(0);
        match only["rows"].as_array() {
            Some(inner) => rows.extend(inner.iter().cloned()),
            None if only["blocks"].as_array().is_some_and(|blocks| !blocks.is_empty()) => {
                rows.push(json!({"columns": [{"span": 12, "blocks": only["blocks"]}]}));
            }
            None => {}
        }
    } else if made.iter().any(holds_any) {
        rows.push(json!({"columns": made}));
    }
    flush(&mut rest, &mut rows);
    rows
}

fn holds_any(cell: &Value) -> bool {
    ["rows", "blocks"].iter().any(|key| cell[*key].as_array().is_some_and(|list| !list.is_empty()))
}

/// A column: its blocks, or its rows where it has some.
fn cell(el: El<'_>, depth: usize, reader: &mut Reader<'_>) -> Value {
    let width = class_after(el, "sqs-col-").or_else(|| class_after(el, "span-"));
    let span = width.and_then(|width| width.parse::<i64>().ok()).unwrap_or(12).clamp(1, 12);
    let mut inside = rows(el, depth + 1, reader);
    let is_plain =
        inside.len() == 1 && inside[0]["columns"].as_array().is_some_and(|columns| columns.len() == 1);
    match inside.len() {
        0 => json!({"span": span, "blocks": []}),
        _ if is_plain => json!({"span": span, "blocks": inside.remove(0)["columns"][0]["blocks"]}),
        _ => json!({"span": span, "rows": inside}),
    }
}

/// What stands in a column besides rows: a block, or something that has blocks in it, or something else.
fn blocks(el: El<'_>, depth: usize, reader: &mut Reader<'_>) -> Vec<Value> {
    if is_block(el) {
        return convert(el, reader);
    }
    let has_blocks = super::dom::below(el).any(is_block);
    if has_blocks && depth < DEPTH {
        return children(el).flat_map(|child| blocks(child, depth + 1, reader)).collect();
    }
    if !shows(el) {
        return Vec::new();
    }
    let html = reader.cleaner().whole(el);
    reader.fault(
        format!("A part of a layout (“{}”) is no block; it was kept as the HTML it was.", start_of(el)),
        "it shows what it showed",
    );
    vec![reader.kept(html, "layout", attr(el, "id"))]
}
