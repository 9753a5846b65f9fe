//! Plots as drawings: where each bar stands. What they show stands in a table beside them, too.

use super::text;
use serde_json::{Value, json};

/// The drawing's own width and height; it is stretched to its place, and holds no letters.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 100.0;

/// What stands at one place of a plot, from the back to the front.
pub(super) struct Place {
    /// What the place is called.
    pub label: String,
    /// One value for each series.
    pub values: Vec<i64>,
}

/// Bars of one or more series at each place, the first series behind the others. `series` are their names.
#[expect(clippy::cast_precision_loss, reason = "a bar's height is no count")]
pub(super) fn bars(title: &str, series: &[&str], places: &[Place]) -> Value {
    // One alone is neither the back nor the front.
    let key = |number: usize| format!("series-{}", if series.len() == 1 { 1 } else { number });
    let most = places.iter().flat_map(|place| &place.values).copied().max().unwrap_or(0);
    let top = nice(most);
    let width = WIDTH / places.len().max(1) as f64;
    let place = |(index, place): (usize, &Place)| {
        let bar = |(number, value): (usize, &i64)| {
            let height = if top == 0 { 0.0 } else { *value as f64 / top as f64 * HEIGHT };
            // The series in front is the narrower one.
            let inset = width * (0.1 + 0.12 * number as f64);
            json!({"series": key(number), "x": round(index as f64 * width + inset), "width": round(width - 2.0 * inset),
                "y": round(HEIGHT - height), "height": round(height)})
        };
        let values: Vec<String> = series
            .iter()
            .zip(&place.values)
            .map(|(name, value)| format!("{} {}", text::number(*value), name.to_lowercase()))
            .collect();
        json!({"label": place.label, "caption": format!("{}: {}", place.label, values.join(", ")), "x": round(index as f64 * width), "width": round(width),
            "bars": place.values.iter().enumerate().map(bar).collect::<Value>(),
            "cells": place.values.iter().map(|value| text::number(*value)).collect::<Value>()})
    };
    json!({
        "title": title,
        "series": series.iter().enumerate().map(|(number, name)| json!({"name": name, "key": key(number)})).collect::<Value>(),
        "top": text::number(top),
        "middle": if top % 2 == 0 && top > 0 { text::number(top / 2).into() } else { Value::Null },
        "first": places.first().map(|place| place.label.clone()),
        "last": places.last().filter(|_| places.len() > 1).map(|place| place.label.clone()),
        "places": places.iter().enumerate().map(place).collect::<Value>(),
    })
}

/// A bar that stands in a line of a table: its share of the longest, as a percentage.
#[expect(clippy::cast_precision_loss, reason = "a bar's length is no count")]
pub(super) fn line(value: i64, most: i64) -> String {
    if most <= 0 {
        return "0%".to_owned();
    }
    format!("{}%", round((value as f64 / most as f64 * 100.0).max(0.5)))
}

/// The next number that is easy to read: 1, 2 or 5 and noughts.
fn nice(most: i64) -> i64 {
    let mut ten = 1;
    loop {
        for step in [1, 2, 4, 6, 8] {
            if most <= step * ten {
                return if most == 0 { 0 } else { step * ten };
            }
        }
        ten *= 10;
    }
}

fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_plot_is_easy_to_read() {
        assert_eq!([0, 1, 3, 7, 10, 11, 99, 1234].map(nice), [0, 1, 4, 8, 10, 20, 100, 2000]);
        assert_eq!([line(0, 0), line(1, 2), line(1, 10_000)], ["0%", "50%", "0.5%"]);
    }

    #[test]
    fn bars_fill_their_place_and_say_what_they_are() {
        let places = [
            Place { label: "Mon".into(), values: vec![10, 5] },
            Place { label: "Tue".into(), values: vec![0, 0] },
        ];
        let plot = bars("Visits", &["Views", "Visitors"], &places);
        assert_eq!(plot["places"][0]["caption"], "Mon: 10 views, 5 visitors");
        assert_eq!(
            plot["places"][0]["bars"][0],
            json!({"series": "series-0", "x": 50.0, "width": 400.0, "y": 0.0, "height": 100.0})
        );
        assert_eq!(plot["places"][1]["bars"][1]["height"], 0.0);
        assert_eq!((plot["first"].as_str(), plot["last"].as_str()), (Some("Mon"), Some("Tue")));
        assert_eq!(bars("None", &["Views"], &[])["top"], "0");
    }
}
