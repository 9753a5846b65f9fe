//! Sections as HTML: the box, what stands behind it, and the grid of its blocks at two widths of window.

use std::fmt::Write as _;

use loggia_template::{Arena, Node};

use super::call::Place;
use super::media::{film_of, picture};
use super::renderer::BlockRenderer;
use crate::diagnostic::Diagnostic;
use crate::render::website::Members;
use crate::site::section::{Area, Background, Grid, Placed, RowHeight, Section, Size};
use crate::theme::block::SECTION;

/// The room above and below the content, as classes and properties of style call it.
const SPACES: [&str; 2] = ["section-space-top", "section-space-bottom"];

impl BlockRenderer<'_> {
    /// One section with all that is in it.
    pub(super) fn section(
        &self,
        section: &Section<'_>,
        place: &Place<'_>,
        faults: &mut Vec<Diagnostic>,
    ) -> String {
        let arena = Arena::new();
        let blocks: Vec<Node<'_>> =
            section.placed.iter().map(|placed| self.placed(placed, section, place, &arena, faults)).collect();
        let html = self.columns(&section.rows, place, faults);
        let style = style_of(section);
        let grid = section.grid.as_ref().map(grid_style).unwrap_or_default();
        let mut members: Members<'_> = vec![
            ("classes", arena.text_node(&classes_of(section))),
            ("style", Node::Text(&style)),
            ("grid", Node::Text(&grid)),
            ("blocks", arena.list(&blocks)),
            ("html", Node::Text(&html)),
        ];
        members.extend(section.id.map(|id| ("id", Node::Text(id))));
        members.extend(section.theme.map(|theme| ("theme", Node::Text(theme))));
        members.extend(behind(&section.background, &arena));
        self.run(SECTION, arena.object(members))
    }

    fn placed<'a>(
        &self,
        placed: &Placed<'_>,
        section: &Section<'_>,
        place: &Place<'_>,
        arena: &'a Arena,
        faults: &mut Vec<Diagnostic>,
    ) -> Node<'a> {
        let html = self.block(&placed.block, place, faults);
        let style = if section.grid.is_some() { area_style(placed.areas) } else { String::new() };
        let mut classes = String::new();
        for (area, width) in placed.areas.iter().zip(["", "-mobile"]) {
            if let Some(alignment) = area.and_then(|area| area.alignment) {
                let _ = write!(classes, " fe-align{width}-{alignment}");
            }
        }
        arena.object([
            ("html", arena.text_node(&html)),
            ("style", arena.text_node(&style)),
            ("classes", arena.text_node(classes.trim())),
        ])
    }
}

/// What stands behind a section; its picture is for the eye alone where it has no words of its own.
fn behind<'a>(background: &Background<'a>, arena: &'a Arena) -> Members<'a> {
    let mut members: Members<'a> = Vec::new();
    members.extend(picture(background.image, "100vw", arena).map(|picture| ("picture", picture)));
    members.extend(film_of(background.video, arena).map(|film| ("film", film)));
    if let Some(overlay) = background.overlay.filter(|overlay| *overlay > 0) {
        members.push(("overlay", Node::number(overlay as f64 / 100.0)));
    }
    if !members.is_empty() || background.color.is_some() || background.gradient.is_some() {
        members.push(("background", Node::Boolean(true)));
    }
    members
}

fn classes_of(section: &Section<'_>) -> String {
    let mut classes = String::new();
    let mut add = |family: &str, word: &str| {
        let _ = write!(classes, " {family}--{word}");
    };
    for (family, size) in [("section-height", section.height), ("content-width", section.width)] {
        match size {
            Some(Size::Named(word)) => add(family, word),
            Some(Size::Share(_)) => add(family, "custom"),
            None => {}
        }
    }
    for (family, word) in [
        ("vertical-alignment", section.vertical),
        ("horizontal-alignment", section.horizontal),
        ("background-width", section.background.width),
        ("section-divider", section.divider),
        ("visible-on", section.visible_on),
    ] {
        if let Some(word) = word {
            add(family, word);
        }
    }
    for (family, space) in SPACES.into_iter().zip(section.spacing) {
        match space {
            Some(Size::Named(word)) => add(family, word),
            Some(Size::Share(_)) => add(family, "custom"),
            None => {}
        }
    }
    if !section.background.image.is_nothing() || !section.background.video.is_nothing() {
        classes.push_str(" has-background");
    }
    classes.trim().to_owned()
}

fn style_of(section: &Section<'_>) -> String {
    let mut style = String::new();
    if let Some(Size::Share(height)) = section.height {
        let _ = write!(style, "min-height:{height}vh;");
    }
    if let Some(Size::Share(width)) = section.width {
        let _ = write!(style, "--section-content-width:{width}%;");
    }
    if let Some(color) = section.background.color {
        let _ = write!(style, "--section-background:{color};");
    }
    if let Some(gradient) = &section.background.gradient {
        let colors = gradient.colors.join(",");
        let _ = write!(style, "--section-gradient:linear-gradient({}deg,{colors});", gradient.angle);
    }
    for (name, space) in SPACES.into_iter().zip(section.spacing) {
        if let Some(Size::Share(pixels)) = space {
            let _ = write!(style, "--{name}:{pixels}px;");
        }
    }
    style
}

/// The columns and rows of both widths as custom properties; the style sheet of blocks takes one or the other.
fn grid_style(grid: &Grid) -> String {
    let mut style = String::new();
    for (lines, name) in grid.lines.iter().zip(["", "-mobile"]) {
        let height = match lines.row_height {
            RowHeight::Pixels(pixels) => format!("{pixels}px"),
            RowHeight::Share(share) => format!("calc(var(--fe-width) * {})", share / 100.0),
        };
        let _ = write!(
            style,
            "--fe-columns{name}:{};--fe-rows{name}:{};--fe-row-height{name}:{height};",
            lines.columns, lines.rows
        );
    }
    let [columns, rows] = grid.gaps;
    let _ = write!(style, "--fe-column-gap:{columns}px;--fe-row-gap:{rows}px");
    style
}

/// The place of a block at both widths. One that says none is as wide as the content, in a row of its own.
fn area_style(areas: [Option<Area>; 2]) -> String {
    let mut style = String::new();
    for (area, name) in areas.iter().zip(["", "-mobile"]) {
        match area {
            Some(Area { rows, columns, z_index, .. }) => {
                let _ = write!(
                    style,
                    "--fe-area{name}:{}/{}/{}/{};--fe-z{name}:{z_index};",
                    rows[0], columns[0], rows[1], columns[1]
                );
            }
            None => {
                let _ = write!(style, "--fe-area{name}:auto/2/auto/-2;--fe-z{name}:0;");
            }
        }
    }
    style
}
