//! Sections of a page: what stands behind its blocks, how high it is, and the grid that they lie in.

use loggia_template::Node;

use super::block::{Block, Column, block_list, rows};
use super::document::Document;
use super::members::Fields;
use super::phone::{self, Wide};
use super::position::Step;
use crate::diagnostic::{Diagnostic, nearest};

/// The heights that have a name; a number is so many hundredths of the window's height.
pub const HEIGHTS: [&str; 3] = ["small", "medium", "large"];
/// How wide the content may be by name; a number is so many hundredths of the section's width.
pub const WIDTHS: [&str; 3] = ["narrow", "medium", "wide"];
/// Where the content stands in a section that is higher than it, and a block in its place.
pub const VERTICAL: [&str; 3] = ["top", "middle", "bottom"];
/// Where the content stands in a section that is wider than it.
pub const HORIZONTAL: [&str; 3] = ["left", "center", "right"];
/// How far the background goes.
pub const BACKGROUND_WIDTHS: [&str; 2] = ["full-bleed", "inset"];
/// The room above and below the content by name; a number is pixels.
pub const SPACES: [&str; 4] = ["none", "small", "medium", "large"];
/// How the upper edge of a section is cut where it lies over the section before it.
pub const DIVIDERS: [&str; 5] = ["slant", "slant-back", "point", "curve", "wave"];
/// The most colors of a gradient.
const COLORS: usize = 5;
/// The kinds of block that keep their shape on a phone, not their height.
const SHAPED: [&str; 5] = ["map", "image", "gallery", "geo", "video"];
/// The most columns and rows of a grid.
pub const LINES: i64 = 500;
/// The widest gap between two columns or rows, in pixels.
const GAP: i64 = 200;
/// The two widths of window that a grid knows.
pub const BREAKPOINTS: [&str; 2] = ["desktop", "mobile"];

/// A length with a name, or a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// One of the names.
    Named(&'static str),
    /// In hundredths of what it is measured by.
    Share(f64),
}

/// The height of a row of a grid: never less, and more where a block needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RowHeight {
    /// Pixels.
    Pixels(f64),
    /// Hundredths of the width of the content: `"2.15%"`.
    Share(f64),
}

/// The columns and rows of one breakpoint. The outermost lines are those of the margins: the first column of the content
/// begins at line 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lines {
    /// Columns between the margins.
    pub columns: i64,
    /// Rows.
    pub rows: i64,
    /// How high a row is at least.
    pub row_height: RowHeight,
}

/// The grid of a section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// From 768 pixels of width on, and below.
    pub lines: [Lines; 2],
    /// Pixels between two columns, and between two rows.
    pub gaps: [i64; 2],
}

/// Where a block lies in the grid: lines, counted from 1, the end not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// First line and last line of its rows.
    pub rows: [i64; 2],
    /// First line and last line of its columns.
    pub columns: [i64; 2],
    /// What is higher lies in front.
    pub z_index: i64,
    /// One of [`VERTICAL`].
    pub alignment: Option<&'static str>,
}

/// A block in a grid.
#[derive(Debug, Clone)]
pub struct Placed<'s> {
    /// The block.
    pub block: Block<'s>,
    /// Its place at each breakpoint; a place that is not said is the next free row.
    pub areas: [Option<Area>; 2],
}

/// A section.
#[derive(Debug, Clone)]
pub struct Section<'s> {
    /// `id`.
    pub id: Option<&'s str>,
    /// `theme`, as the style sheet of the site names it.
    pub theme: Option<&'s str>,
    /// `height`.
    pub height: Option<Size>,
    /// `contentWidth`.
    pub width: Option<Size>,
    /// `verticalAlignment`.
    pub vertical: Option<&'static str>,
    /// `horizontalAlignment`.
    pub horizontal: Option<&'static str>,
    /// `spacing`, above and below the content.
    pub spacing: [Option<Size>; 2],
    /// `divider`.
    pub divider: Option<&'static str>,
    /// `visibleOn`: one of [`BREAKPOINTS`]; nothing where it is seen at every width.
    pub visible_on: Option<&'static str>,
    /// `background`.
    pub background: Background<'s>,
    /// The blocks in the grid.
    pub placed: Vec<Placed<'s>>,
    /// `grid`; nothing where the blocks stand one below the other.
    pub grid: Option<Grid>,
    /// `rows` of columns, after the grid.
    pub rows: Vec<Vec<Column<'s>>>,
}

/// What stands behind a section.
#[derive(Debug, Clone, Default)]
pub struct Background<'s> {
    /// A color as style sheets write it.
    pub color: Option<&'s str>,
    /// `gradient`.
    pub gradient: Option<Gradient<'s>>,
    /// The object of a picture.
    pub image: Node<'s>,
    /// The object of a film: `url` or `oembed`.
    pub video: Node<'s>,
    /// Hundredths of the theme's color over the picture.
    pub overlay: Option<i64>,
    /// One of [`BACKGROUND_WIDTHS`].
    pub width: Option<&'static str>,
}

/// Colors that flow into each other.
#[derive(Debug, Clone)]
pub struct Gradient<'s> {
    /// Degrees; 180 goes from top to bottom.
    pub angle: i64,
    /// At least two, each a color and nothing else.
    pub colors: Vec<&'s str>,
}

/// The sections of a page or an item. Faults are added.
#[must_use]
pub fn read<'s>(document: Document<'s>, faults: &mut Vec<Diagnostic>) -> Vec<Section<'s>> {
    let mut fields = Fields::of(document, faults);
    let count = fields.list("sections").len();
    (0..count).map(|index| section(&mut fields.inner(&["sections".into(), index.into()]))).collect()
}

/// How many blocks each section has, whatever is wrong with them. A section is a layout of its own.
#[must_use]
pub fn counts(root: Node<'_>) -> Vec<usize> {
    root.get("sections").elements().iter().map(|section| super::block::count(*section)).collect()
}

fn section<'s>(fields: &mut Fields<'_, 's>) -> Section<'s> {
    let mut grid = grid(fields);
    let blocks = block_list(fields);
    let mut placed: Vec<Placed<'s>> = blocks
        .into_iter()
        .map(|block| {
            let Some(Step::Index(index)) = block.at.last().cloned() else {
                return Placed { block, areas: [None; 2] };
            };
            let mut own = fields.inner(&["blocks".into(), index.into()]);
            let areas = [0, 1].map(|at| area(&mut own, BREAKPOINTS[at], grid.map(|grid| grid.lines[at])));
            Placed { block, areas }
        })
        .collect();
    if let Some(grid) = &mut grid {
        follow(grid, &mut placed);
    }
    Section {
        id: fields.text("id"),
        theme: fields.text("theme"),
        height: size(fields, "height", &HEIGHTS, 500.0),
        width: size(fields, "contentWidth", &WIDTHS, 100.0),
        vertical: word(fields, "verticalAlignment", &VERTICAL),
        horizontal: word(fields, "horizontalAlignment", &HORIZONTAL),
        spacing: spacing(fields),
        divider: word(fields, "divider", &DIVIDERS),
        visible_on: word(fields, "visibleOn", &BREAKPOINTS),
        background: background(fields),
        placed,
        grid,
        rows: rows(fields),
    }
}

/// The blocks lie on a phone as on a wide screen, one below the other, as long as none says where it lies there.
fn follow(grid: &mut Grid, placed: &mut [Placed<'_>]) {
    if placed.iter().all(|placed| placed.areas[0].is_none())
        || placed.iter().any(|placed| placed.areas[1].is_some())
    {
        return;
    }
    let wide: Vec<Option<Wide>> = placed
        .iter()
        .map(|placed| {
            let Area { rows, columns, .. } = placed.areas[0]?;
            Some(Wide { rows, columns, keeps_shape: SHAPED.contains(&placed.block.name) })
        })
        .collect();
    let [desktop, mobile] = &mut grid.lines;
    let layout = phone::layout(&wide, desktop.columns, desktop.rows, mobile.columns);
    mobile.rows = layout.rows;
    for (placed, [rows, columns]) in placed.iter_mut().zip(layout.places) {
        let alignment = placed.areas[0].and_then(|area| area.alignment);
        placed.areas[1] = Some(Area { rows, columns, z_index: 0, alignment });
    }
}

fn spacing(fields: &mut Fields<'_, '_>) -> [Option<Size>; 2] {
    if fields.object("spacing").is_nothing() {
        return [None; 2];
    }
    let mut own = fields.inner(&["spacing".into()]);
    ["top", "bottom"].map(|key| size(&mut own, key, &SPACES, 400.0))
}

fn background<'s>(fields: &mut Fields<'_, 's>) -> Background<'s> {
    if fields.object("background").is_nothing() {
        return Background::default();
    }
    let mut fields = fields.inner(&["background".into()]);
    let color = fields.text("color").filter(|color| color_or_fault(&mut fields, &["color".into()], color));
    Background {
        color,
        gradient: gradient(&mut fields),
        image: fields.object("image"),
        video: fields.object("video"),
        overlay: whole(&mut fields, "overlayOpacity", 0, 100),
        width: word(&mut fields, "width", &BACKGROUND_WIDTHS),
    }
}

fn gradient<'s>(fields: &mut Fields<'_, 's>) -> Option<Gradient<'s>> {
    if fields.object("gradient").is_nothing() {
        return None;
    }
    let mut fields = fields.inner(&["gradient".into()]);
    let angle = whole(&mut fields, "angle", 0, 360).unwrap_or(180);
    let all = fields.texts("colors");
    if !(2..=COLORS).contains(&all.len()) {
        let message = format!("A gradient has 2 to {COLORS} colors, not {}.", all.len());
        // Where there are none, the place is the gradient's own.
        let place: &[Step] = if fields.node.get("colors").is_missing() { &[] } else { &["colors".into()] };
        fields.fault(place, "section", message, "write \"colors\": [\"#112233\", \"#445566\"]");
        return None;
    }
    let are_colors: Vec<bool> = all
        .iter()
        .enumerate()
        .map(|(index, color)| color_or_fault(&mut fields, &["colors".into(), index.into()], color))
        .collect();
    are_colors.iter().all(|is_color| *is_color).then_some(Gradient { angle, colors: all })
}

fn color_or_fault(fields: &mut Fields<'_, '_>, place: &[Step], color: &str) -> bool {
    let known = is_color(color);
    if !known {
        let message = format!("'{color}' is not a color.");
        fields.fault(place, "section", message, "write #112233, or rgb(17 34 51 / 50%)");
    }
    known
}

/// Whether a text is a color and nothing else: it goes into a style attribute.
fn is_color(text: &str) -> bool {
    let plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '#' | '(' | ')' | '%' | '.' | ',' | ' ' | '/' | '-')
    };
    !text.trim().is_empty() && text.len() <= 80 && text.chars().all(plain) && !text.contains("url(")
}

fn grid(fields: &mut Fields<'_, '_>) -> Option<Grid> {
    if fields.object("grid").is_nothing() {
        return None;
    }
    let mut grid = fields.inner(&["grid".into()]);
    let gaps = ["columnGap", "rowGap"].map(|key| whole(&mut grid, key, 0, GAP).unwrap_or(0));
    let lines = [(24, RowHeight::Share(2.15)), (8, RowHeight::Pixels(24.0))];
    let lines = [0, 1].map(|at| {
        let (columns, row_height) = lines[at];
        let mut own = grid.inner(&[BREAKPOINTS[at].into()]);
        Lines {
            columns: whole(&mut own, "columns", 1, LINES).unwrap_or(columns),
            rows: whole(&mut own, "rows", 1, LINES).unwrap_or(1),
            row_height: row_height_of(&mut own).unwrap_or(row_height),
        }
    });
    Some(Grid { lines, gaps })
}

fn row_height_of(fields: &mut Fields<'_, '_>) -> Option<RowHeight> {
    let found = fields.node.get("rowHeight");
    let read = match found {
        Node::Missing | Node::Null => return None,
        Node::Text(text) => {
            text.strip_suffix('%').and_then(|share| share.trim().parse().ok()).map(RowHeight::Share)
        }
        other => other.as_f64().map(RowHeight::Pixels),
    };
    let read = read.filter(|height| {
        let (RowHeight::Pixels(number) | RowHeight::Share(number)) = height;
        number.is_finite() && (0.0..=1000.0).contains(number)
    });
    if read.is_none() {
        let help = "write pixels as a number, 24, or a share of the width, \"2.15%\"";
        fields.fault(&["rowHeight".into()], "section", "This is not the height of a row.", help);
    }
    read
}

fn area(fields: &mut Fields<'_, '_>, key: &str, lines: Option<Lines>) -> Option<Area> {
    if fields.object(key).is_nothing() {
        return None;
    }
    let mut fields = fields.inner(&[key.into()]);
    let rows = span(&mut fields, ["rowStart", "rowEnd"], lines.map(|lines| lines.rows + 1));
    // Beside the columns of the content there is a margin on either side.
    let columns = span(&mut fields, ["columnStart", "columnEnd"], lines.map(|lines| lines.columns + 3));
    let z_index = whole(&mut fields, "zIndex", -1000, 1000).unwrap_or(0);
    let alignment = word(&mut fields, "verticalAlignment", &VERTICAL);
    Some(Area { rows: rows?, columns: columns?, z_index, alignment })
}

/// The two lines that something lies between. Beyond the last line of the columns there is nothing; rows may be added.
fn span(fields: &mut Fields<'_, '_>, keys: [&'static str; 2], last: Option<i64>) -> Option<[i64; 2]> {
    let [start, end] = keys.map(|key| whole(fields, key, 1, LINES + 3));
    let (start, end) = (start?, end?);
    if end <= start {
        let message = format!("'{}' must come after '{}'.", keys[1], keys[0]);
        fields.fault(&[keys[1].into()], "section", message, format!("write {} or more", start + 1));
        return None;
    }
    if let Some(last) = last.filter(|last| end > *last && keys[1] == "columnEnd") {
        let message = format!("This grid has no line {end}.");
        fields.fault(&[keys[1].into()], "section", message, format!("write at most {last}"));
        return None;
    }
    Some([start, end])
}

fn whole(fields: &mut Fields<'_, '_>, key: &'static str, low: i64, high: i64) -> Option<i64> {
    let number = fields.whole(key)?;
    if !(low..=high).contains(&number) {
        let message = format!("{number} is out of range for '{key}'.");
        fields.fault(&[key.into()], "section", message, format!("write {low} to {high}"));
        return None;
    }
    Some(number)
}

fn word(fields: &mut Fields<'_, '_>, key: &'static str, words: &[&'static str]) -> Option<&'static str> {
    let wanted = fields.text(key)?;
    let found = words.iter().copied().find(|word| *word == wanted);
    if found.is_none() {
        unknown(fields, key, wanted, words, "");
    }
    found
}

fn size(fields: &mut Fields<'_, '_>, key: &'static str, words: &[&'static str], most: f64) -> Option<Size> {
    let node = fields.node.get(key);
    match (node, node.as_f64()) {
        (Node::Missing | Node::Null, _) => None,
        (Node::Text(wanted), _) => {
            let found = words.iter().copied().find(|word| *word == wanted);
            if found.is_none() {
                unknown(fields, key, wanted, words, &format!(", or a number from 0 to {most}"));
            }
            found.map(Size::Named)
        }
        (_, Some(number)) if (0.0..=most).contains(&number) => Some(Size::Share(number)),
        _ => {
            let help = format!("write one of {}, or a number from 0 to {most}", words.join(", "));
            fields.fault(&[key.into()], "section", format!("This is not a value of '{key}'."), help);
            None
        }
    }
}

fn unknown(fields: &mut Fields<'_, '_>, key: &'static str, wanted: &str, words: &[&'static str], more: &str) {
    let near = nearest(wanted, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
    let help = near.unwrap_or_else(|| format!("write one of {}{more}", words.join(", ")));
    fields.fault(&[key.into()], "section", format!("'{wanted}' is not a value of '{key}'."), help);
}
