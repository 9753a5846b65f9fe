//! The grid of a section as its style element says it: columns and rows of both widths of window, the place of each block.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The two widths of window by the names that a section has for them.
const DESKTOP: usize = 0;
const MOBILE: usize = 1;

/// What was found in a style element.
#[derive(Debug, Default)]
pub(crate) struct FluidStyle {
    /// Of the grid itself: property and value at each width.
    grid: [BTreeMap<String, String>; 2],
    /// Of each block, by its id.
    blocks: BTreeMap<String, [BTreeMap<String, String>; 2]>,
}

impl FluidStyle {
    /// Reads a style element. Rules of anything else are not looked at.
    pub(crate) fn read(css: &str) -> FluidStyle {
        let mut style = FluidStyle::default();
        for rule in rules(css) {
            let width = match rule.media.as_deref() {
                Some(media) if media.contains("min-width") => DESKTOP,
                Some(media) if media.contains("max-width") => MOBILE,
                Some(_) => continue,
                None => MOBILE,
            };
            style.take(&rule, width);
        }
        style
    }

    fn take(&mut self, rule: &Rule, width: usize) {
        for selector in rule.selector.split(',') {
            let mut parts = selector.split_whitespace();
            let last_block = parts.clone().find_map(|part| part.strip_prefix(".fe-block-"));
            let target = parts.next_back().unwrap_or_default();
            let declared = match (last_block, target) {
                (Some(id), ".sqs-block") => {
                    // How a block stands in its place is said of the block inside.
                    let align = rule.declarations.iter().filter(|(key, _)| *key == "justify-content");
                    let entry = self.blocks.entry(id.to_owned()).or_default();
                    entry[width].extend(align.map(|(key, value)| (key.clone(), value.clone())));
                    continue;
                }
                (Some(id), own) if own.strip_prefix(".fe-block-") == Some(id) => {
                    &mut self.blocks.entry(id.to_owned()).or_default()[width]
                }
                (None, own) if own.starts_with(".fe-") && !own.contains("inset") => &mut self.grid[width],
                _ => continue,
            };
            declared.extend(rule.declarations.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }

    /// The `grid` of a section; nothing where the style does not say one.
    pub(crate) fn grid(&self) -> Option<Value> {
        let mut grid = Map::new();
        for (width, name) in [(DESKTOP, "desktop"), (MOBILE, "mobile")] {
            let own = &self.grid[width];
            let mut lines = Map::new();
            let mut count = |key: &str, name: &str| {
                if let Some(count) = own.get(key).and_then(|value| repeats(value)) {
                    lines.insert(name.to_owned(), count.clamp(1, 500).into());
                }
            };
            count("grid-template-columns", "columns");
            count("grid-template-rows", "rows");
            let scale = own.get("--row-height-scaling-factor").and_then(|value| value.parse::<f64>().ok());
            let pixels = own.get("grid-template-rows").and_then(|value| least_pixels(value));
            if let Some(scale) = scale.filter(|scale| (0.0..=1.0).contains(scale)) {
                let share = (scale * 10_000.0).round() / 100.0;
                lines.insert("rowHeight".to_owned(), format!("{share}%").into());
            } else if let Some(pixels) = pixels {
                lines.insert("rowHeight".to_owned(), json!(pixels));
            }
            if !lines.is_empty() {
                grid.insert(name.to_owned(), Value::Object(lines));
            }
        }
        for (key, name) in [("row-gap", "rowGap"), ("column-gap", "columnGap")] {
            let gap = [DESKTOP, MOBILE].iter().find_map(|width| self.grid[*width].get(key));
            if let Some(gap) = gap.and_then(|gap| pixels(gap)) {
                grid.insert(name.to_owned(), (gap.round().clamp(0.0, 200.0) as i64).into());
            }
        }
        (!grid.is_empty()).then_some(Value::Object(grid))
    }

    /// The places of a block: members `desktop` and `mobile`.
    pub(crate) fn places(&self, id: &str) -> Map<String, Value> {
        let mut places = Map::new();
        let Some(own) = self.blocks.get(id) else { return places };
        for (width, name) in [(DESKTOP, "desktop"), (MOBILE, "mobile")] {
            // What is not said for the wide window is as in the narrow one.
            let say = |key: &str| own[width].get(key).or_else(|| own[MOBILE].get(key));
            let Some(area) = say("grid-area").and_then(|area| lines(area)) else { continue };
            let [row_start, column_start, row_end, column_end] = area;
            let mut place = json!({
                "rowStart": row_start, "columnStart": column_start, "rowEnd": row_end, "columnEnd": column_end,
            });
            if let Some(z) = say("z-index").and_then(|z| z.parse::<i64>().ok()).filter(|z| *z != 0) {
                place["zIndex"] = z.clamp(-1000, 1000).into();
            }
            let align = say("justify-content").map(String::as_str);
            if let Some(align) = align.and_then(|align| match align {
                "center" => Some("middle"),
                "flex-end" | "end" => Some("bottom"),
                _ => None,
            }) {
                place["verticalAlignment"] = align.into();
            }
            places.insert(name.to_owned(), place);
        }
        places
    }
}

/// `2/5/16/13`: the lines of rows and columns, start and end; each at least one apart, and none beyond what a grid may have.
fn lines(area: &str) -> Option<[i64; 4]> {
    let parts: Vec<i64> = area.split('/').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    let [row_start, column_start, row_end, column_end] = parts.try_into().ok()?;
    let good = |start: i64, end: i64| start >= 1 && end > start && end <= 503;
    (good(row_start, row_end) && good(column_start, column_end)).then_some([
        row_start,
        column_start,
        row_end,
        column_end,
    ])
}

/// How often `repeat(24, …)` repeats.
fn repeats(value: &str) -> Option<i64> {
    let rest = &value[value.find("repeat(")? + 7..];
    rest[..rest.find(',')?].trim().parse().ok()
}

/// The pixels of `minmax(24px, auto)`.
fn least_pixels(value: &str) -> Option<f64> {
    let rest = &value[value.find("minmax(")? + 7..];
    pixels(&rest[..rest.find(',')?])
}

fn pixels(value: &str) -> Option<f64> {
    let number: f64 = value.trim().strip_suffix("px")?.trim().parse().ok()?;
    (0.0..=1000.0).contains(&number).then_some(number)
}

/// A rule, and the condition of the window that it stands under.
struct Rule {
    media: Option<String>,
    selector: String,
    declarations: Vec<(String, String)>,
}

/// The rules of a style sheet, conditions inside of rules as well. What is not closed ends with the sheet.
fn rules(css: &str) -> Vec<Rule> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let css = without_comments(css);
    let mut start = 0;
    for (at, c) in css.char_indices().filter(|(_, c)| matches!(c, '{' | '}' | ';')) {
        let text = css[start..at].trim();
        match c {
            '{' => open.push(text.to_owned()),
            _ => {
                declare(&open, text, &mut found);
                if c == '}' {
                    open.pop();
                }
            }
        }
        start = at + 1;
    }
    found
}

fn declare(open: &[String], text: &str, found: &mut Vec<Rule>) {
    let Some((key, value)) = text.split_once(':') else { return };
    let media = open.iter().rev().find(|own| own.starts_with("@media"));
    let Some(selector) = open.iter().rev().find(|own| !own.starts_with('@')) else { return };
    found.push(Rule {
        media: media.cloned(),
        selector: selector.clone(),
        declarations: vec![(key.trim().to_owned(), value.trim().to_owned())],
    });
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_522_both_widths_of_a_grid_and_of_its_blocks_are_read() {
        let style = FluidStyle::read(
            ".fe-1 { grid-template-rows: repeat(9, minmax(24px, auto)); row-gap: 11.0px; column-gap: 11.0px;
               grid-template-columns: minmax(var(--g), 1fr) repeat(8, minmax(0, 1fr)) minmax(var(--g), 1fr); }
             @media (min-width: 768px) { .background-width--inset .fe-1 { --inset-padding: 1; }
               .fe-1 { --row-height-scaling-factor: 0.0215; grid-template-rows: repeat(5, minmax(calc(1px * 2), auto));
                 grid-template-columns: minmax(0, 1fr) repeat(24, minmax(0, 1fr)) minmax(0, 1fr); } }
             .fe-block-a { grid-area: 2/2/4/10; z-index: 3; @media (max-width: 767px) { } }
             .fe-block-a .sqs-block { justify-content: center; }
             @media (min-width: 768px) { .fe-block-a { grid-area: 1/5/3/13; z-index: 7; }
               .fe-block-a .sqs-block { justify-content: flex-end; } }
             .fe-block-b { grid-area: auto; }",
        );
        assert_eq!(
            style.grid().unwrap(),
            json!({"desktop": {"columns": 24, "rows": 5, "rowHeight": "2.15%"},
                   "mobile": {"columns": 8, "rows": 9, "rowHeight": 24.0}, "rowGap": 11, "columnGap": 11})
        );
        assert_eq!(
            Value::Object(style.places("a")),
            json!({"desktop": {"rowStart": 1, "columnStart": 5, "rowEnd": 3, "columnEnd": 13, "zIndex": 7, "verticalAlignment": "bottom"},
                   "mobile": {"rowStart": 2, "columnStart": 2, "rowEnd": 4, "columnEnd": 10, "zIndex": 3, "verticalAlignment": "middle"}})
        );
        assert!(style.places("b").is_empty() && style.places("c").is_empty());
    }

    #[test]
    fn a_sheet_that_is_cut_off_is_read_as_far_as_it_goes() {
        for css in ["", "}}}", ".fe-block-a {", "/*", ".fe-block-a { grid-area: 1/1/2/2; } } {", "@media {"] {
            FluidStyle::read(css);
        }
    }
}
