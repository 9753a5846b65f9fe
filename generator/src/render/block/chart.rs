//! Charts: the numbers of a dataset as a drawing, and as a table for who does not see it (G-078).
//!
//! `{"dataset": {"columns": ["Month", "Loaves"], "rows": [["May", 120], ["June", 140]]}}`: the first column names the
//! places on the axis, every other one is a series.

use loggia_template::{Arena, Node};

use super::call::Call;
use super::plot::{FIELD, SIZE, Scale, bar, center, label_step, slice, tidy};
use crate::render::website::Members;

/// Series that are told apart by color.
const SERIES: usize = 8;
/// Rows that a drawing can hold.
const ROWS: usize = 200;

struct Dataset<'a> {
    corner: &'a str,
    names: Vec<&'a str>,
    rows: Vec<(String, Vec<f64>)>,
}

/// A bar, line or pie chart.
pub fn chart<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let dataset = dataset(call);
    if dataset.rows.is_empty() || dataset.names.is_empty() {
        let help = "add \"dataset\": {\"columns\": [\"Month\", \"Loaves\"], \"rows\": [[\"May\", 120]]}";
        call.warn("dataset", "This chart has no numbers.", help);
        return Vec::new();
    }
    let kind = kind(call);
    let arena = call.arena;
    let mut members = vec![
        ("kind", Node::Text(kind)),
        ("width", Node::number(SIZE.0)),
        ("height", Node::number(SIZE.1)),
        ("corner", Node::Text(dataset.corner)),
        ("names", arena.list(&dataset.names.iter().map(|name| Node::Text(name)).collect::<Vec<_>>())),
        ("table", table(&dataset, arena)),
    ];
    if kind == "pie" {
        if dataset.names.len() > 1 || dataset.rows.iter().any(|(_, values)| values[0] < 0.0) {
            let help = "give it one column of numbers from 0 on, or make it a bar chart";
            call.warn("dataset", "A pie shows the shares of one column.", help);
        }
        members.push(("slices", pie(&dataset, arena)));
        return members;
    }
    let scale = Scale::of(dataset.rows.iter().flat_map(|(_, values)| values.iter().copied()));
    let (left, _, right, bottom) = FIELD;
    let ticks = scale
        .ticks
        .iter()
        .map(|tick| arena.object([("value", Node::number(*tick)), ("y", Node::number(scale.y(*tick)))]));
    let step = label_step(dataset.rows.len());
    let labels = dataset.rows.iter().enumerate().step_by(step).map(|(index, (label, _))| {
        let x = center(index, dataset.rows.len());
        arena.object([("text", arena.text_node(label)), ("x", Node::number(x))])
    });
    members.extend([
        ("left", Node::number(left)),
        ("right", Node::number(right)),
        ("zero", Node::number(scale.y(0.0))),
        ("labelY", Node::number(bottom + 24.0)),
        ("ticks", arena.list(&ticks.collect::<Vec<_>>())),
        ("labels", arena.list(&labels.collect::<Vec<_>>())),
        ("legend", legend(&dataset, arena)),
    ]);
    members.push(match kind {
        "line" => ("lines", lines(&dataset, &scale, arena)),
        _ => ("bars", bars(&dataset, &scale, arena)),
    });
    members
}

fn kind(call: &mut Call<'_, '_>) -> &'static str {
    let variant = call.block.variant.and_then(|variant| variant.strip_prefix("chart-"));
    match variant.or_else(|| call.text("chartType")).unwrap_or("bar") {
        "bar" => "bar",
        "line" => "line",
        "pie" => "pie",
        other => {
            let message = format!("'{other}' is not a kind of chart.");
            call.warn("chartType", message, "write bar, line or pie");
            "bar"
        }
    }
}

/// The numbers; a row without its label, and what is no number, are reported and count as 0.
fn dataset<'a>(call: &mut Call<'_, 'a>) -> Dataset<'a> {
    let node = call.value("dataset");
    let columns: Vec<&'a str> =
        node.get("columns").elements().iter().filter_map(|column| column.as_str()).collect();
    let (corner, names) = columns.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
    let rows = node.get("rows").elements();
    if names.len() > SERIES || rows.len() > ROWS {
        let message = format!("A chart shows at most {SERIES} columns of numbers and {ROWS} rows.");
        call.warn("dataset", message, "show fewer at once");
    }
    let names: Vec<&'a str> = names.iter().take(SERIES).copied().collect();
    let mut read = Vec::new();
    for (index, row) in rows.iter().take(ROWS).enumerate() {
        let cells = row.elements();
        let label = cells.first().map(|label| label.to_text().into_owned()).unwrap_or_default();
        let mut values = Vec::new();
        for column in 1..=names.len() {
            let number = cells.get(column).and_then(|cell| cell.as_f64()).filter(|number| number.is_finite());
            if number.is_none() {
                let path = ["dataset".into(), "rows".into(), index.into()];
                let help = "write one number for each column";
                call.fields().fault(&path, "chart", "This row of a chart lacks a number.", help);
            }
            values.push(number.unwrap_or(0.0));
        }
        read.push((label, values));
    }
    Dataset { corner, names, rows: read }
}

fn table<'a>(dataset: &Dataset<'a>, arena: &'a Arena) -> Node<'a> {
    let rows = dataset.rows.iter().map(|(label, values)| {
        let values: Vec<Node<'a>> = values.iter().map(|value| Node::number(*value)).collect();
        arena.object([("label", arena.text_node(label)), ("values", arena.list(&values))])
    });
    arena.list(&rows.collect::<Vec<_>>())
}

/// The names of the series; one alone needs no legend.
fn legend<'a>(dataset: &Dataset<'a>, arena: &'a Arena) -> Node<'a> {
    let entries = dataset.names.iter().enumerate().map(|(index, name)| {
        arena.object([("series", Node::number(index as f64 + 1.0)), ("text", Node::Text(name))])
    });
    let entries: Vec<Node<'a>> = entries.collect();
    if entries.len() < 2 { Node::List(&[]) } else { arena.list(&entries) }
}

fn bars<'a>(dataset: &Dataset<'a>, scale: &Scale, arena: &'a Arena) -> Node<'a> {
    let mut bars = Vec::new();
    for (place, (label, values)) in dataset.rows.iter().enumerate() {
        for (series, value) in values.iter().enumerate() {
            let (x, width) = bar(place, dataset.rows.len(), series, values.len());
            let (y, zero) = (scale.y(*value), scale.y(0.0));
            bars.push(arena.object([
                ("series", Node::number(series as f64 + 1.0)),
                ("x", Node::number(x)),
                ("y", Node::number(y.min(zero))),
                ("width", Node::number(width)),
                ("height", Node::number(tidy((zero - y).abs()))),
                ("label", arena.text_node(label)),
                ("name", Node::Text(dataset.names[series])),
                ("value", Node::number(*value)),
            ]));
        }
    }
    arena.list(&bars)
}

fn lines<'a>(dataset: &Dataset<'a>, scale: &Scale, arena: &'a Arena) -> Node<'a> {
    let lines = (0..dataset.names.len()).map(|series| {
        let mut path = String::new();
        let mut points = Vec::new();
        for (place, (label, values)) in dataset.rows.iter().enumerate() {
            let (x, y) = (center(place, dataset.rows.len()), scale.y(values[series]));
            path.push_str(&format!("{}{x},{y}", if place == 0 { "" } else { " " }));
            points.push(arena.object([
                ("x", Node::number(x)),
                ("y", Node::number(y)),
                ("label", arena.text_node(label)),
                ("value", Node::number(values[series])),
            ]));
        }
        arena.object([
            ("series", Node::number(series as f64 + 1.0)),
            ("name", Node::Text(dataset.names[series])),
            ("path", arena.text_node(&path)),
            ("points", arena.list(&points)),
        ])
    });
    arena.list(&lines.collect::<Vec<_>>())
}

fn pie<'a>(dataset: &Dataset<'a>, arena: &'a Arena) -> Node<'a> {
    let whole: f64 = dataset.rows.iter().map(|(_, values)| values[0].max(0.0)).sum();
    let mut from = 0.0;
    let mut slices = Vec::new();
    for (index, (label, values)) in dataset.rows.iter().enumerate() {
        let share = if whole > 0.0 { values[0].max(0.0) / whole } else { 0.0 };
        if share > 0.0 {
            slices.push(arena.object([
                ("series", Node::number((index % SERIES) as f64 + 1.0)),
                ("path", arena.text_node(&slice(from, from + share))),
                ("label", arena.text_node(label)),
                ("value", Node::number(values[0])),
                ("percent", Node::number((share * 100.0).round())),
            ]));
        }
        from += share;
    }
    arena.list(&slices)
}
