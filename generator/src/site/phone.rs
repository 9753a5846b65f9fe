//! Where the blocks of a section lie on a phone, as long as nobody has said it: one below the other, in the order in which
//! one reads them on a wide screen, and what stands right below another in the same columns stays below it. The editor shows the same (`widgets/src/editor/sections/phone.ts`); both are held to
//! `vectors/phone_layout.json`.

/// The most rows of one block.
const TALLEST: i64 = 30;
/// The rows that all blocks of a section may have together, so that gaps fit below the most lines of a grid.
const TOGETHER: i64 = 430;
/// The free rows above the first block and below the last that are kept.
const MARGIN: i64 = 2;

/// Where a block lies on a wide screen: lines, the end not included.
#[derive(Debug, Clone, Copy)]
pub struct Wide {
    /// First line and last line of its rows.
    pub rows: [i64; 2],
    /// First line and last line of its columns.
    pub columns: [i64; 2],
    /// Whether it keeps its shape, as a picture does, and not its height.
    pub keeps_shape: bool,
}

/// The rows that are needed, and the rows and columns of each block.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many rows the grid has.
    pub rows: i64,
    /// The lines of rows and of columns, for each block.
    pub places: Vec<[[i64; 2]; 2]>,
}

/// The layout on a phone of `narrow` columns, made of that on a wide screen of `columns` and `rows`. A block that has no
/// place there comes last, in a row of its own.
#[must_use]
pub fn layout(blocks: &[Option<Wide>], columns: i64, rows: i64, narrow: i64) -> Layout {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    let begin = |index: usize| blocks[index].map_or([i64::MAX; 2], |wide| [wide.rows[0], wide.columns[0]]);
    order.sort_by_key(|&index| {
        let head = head(blocks, index);
        (begin(head), head, begin(index), index)
    });
    let most = (TOGETHER / (blocks.len() as i64).max(1)).clamp(1, TALLEST);
    let first = order.first().and_then(|&index| blocks[index]).map_or(0, |wide| wide.rows[0] - 1);
    let mut line = 1 + first.min(MARGIN);
    let mut before: Option<i64> = None;
    let mut places = vec![[[1, 2], [2, narrow + 2]]; blocks.len()];
    for (at, index) in order.into_iter().enumerate() {
        let wide = blocks[index];
        let from_edge_to_edge = wide.is_some_and(|wide| wide.columns == [1, columns + 3]);
        let across = if from_edge_to_edge { [1, narrow + 3] } else { [2, narrow + 2] };
        let height = wide.map_or(1, |wide| height(&wide, across[1] - across[0])).clamp(1, most);
        // What stands right below another stays there; all else gets a free row.
        if at > 0 && (wide.is_none() || before != wide.map(|wide| wide.rows[0])) {
            line += 1;
        }
        places[index] = [[line, line + height], across];
        line += height;
        before = wide.map(|wide| wide.rows[1]);
    }
    let last = blocks.iter().flatten().map(|wide| wide.rows[1]).max();
    let below = last.map_or(0, |last| (rows + 1 - last).clamp(0, MARGIN));
    Layout { rows: (line - 1 + below).max(1), places }
}

/// The uppermost of the blocks that stand right below each other in the same columns: a picture, its words, its button.
fn head(blocks: &[Option<Wide>], of: usize) -> usize {
    let mut head = of;
    while let Some(wide) = blocks[head] {
        let above = |other: &Option<Wide>| {
            other.is_some_and(|other| other.rows[1] == wide.rows[0] && other.columns == wide.columns)
        };
        let Some(next) = blocks.iter().position(above) else { break };
        head = next;
    }
    head
}

/// As many rows as a block has on a wide screen, or as many as keep its shape, rounded to the nearest.
fn height(wide: &Wide, across: i64) -> i64 {
    let [height, width] = [wide.rows, wide.columns].map(|[start, end]| end - start);
    if wide.keeps_shape { (2 * height * across + width) / (2 * width) } else { height }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-292: the same cases as the editor's.
    #[test]
    fn the_vectors_hold() {
        let text = include_str!("../../vectors/phone_layout.json");
        let cases: serde_json::Value = serde_json::from_str(text).unwrap();
        let number = |value: &serde_json::Value| value.as_i64().unwrap();
        for case in cases.as_array().unwrap() {
            let blocks: Vec<Option<Wide>> = case["blocks"]
                .as_array()
                .unwrap()
                .iter()
                .map(|block| {
                    let place = block["place"].as_array()?;
                    let [top, left, bottom, right] = [0, 1, 2, 3].map(|at| number(&place[at]));
                    let keeps_shape = block["keepsShape"] == true;
                    Some(Wide { rows: [top, bottom], columns: [left, right], keeps_shape })
                })
                .collect();
            let found =
                layout(&blocks, number(&case["columns"]), number(&case["rows"]), number(&case["narrow"]));
            let places: Vec<[i64; 4]> = found
                .places
                .iter()
                .map(|[rows, columns]| [rows[0], columns[0], rows[1], columns[1]])
                .collect();
            assert_eq!(serde_json::json!(places), case["expected"]["places"], "{}", case["name"]);
            assert_eq!(serde_json::json!(found.rows), case["expected"]["rows"], "{}", case["name"]);
        }
    }
}
