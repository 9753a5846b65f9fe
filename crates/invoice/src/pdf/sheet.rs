//! Sheets that fill from above. Lengths are points.

use krilla::color::luma;
use krilla::geom::{PathBuilder, Point};
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;

use super::font::{Fonts, Style};

/// The width of a sheet.
pub const WIDTH: f32 = 595.0;
/// Its height.
pub const HEIGHT: f32 = 842.0;
/// Where text begins.
pub const LEFT: f32 = 56.0;
/// Where text ends.
pub const RIGHT: f32 = WIDTH - 48.0;
/// What one line takes, as a share of its size.
const LINE: f32 = 1.4;

/// A size of paper, and where on it text stands.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    pub width: f32,
    pub height: f32,
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
}

/// A4 with the margins of a letter.
pub const A4: Paper =
    Paper { width: WIDTH, height: HEIGHT, left: LEFT, right: RIGHT, top: 56.0, bottom: HEIGHT - 60.0 };

/// Something on a sheet.
#[derive(Debug)]
pub enum Mark {
    /// A text from its left end on, at its base line.
    Text { x: f32, y: f32, style: Style, text: String },
    /// A thin line.
    Rule { from: f32, to: f32, y: f32 },
    /// A thin line downwards.
    Upright { from: f32, to: f32, x: f32 },
}

impl Mark {
    /// Puts it there.
    pub fn draw(&self, surface: &mut Surface<'_>, fonts: &Fonts<'_>) {
        match self {
            Mark::Text { x, y, style, text } => {
                let gray = if style.is_quiet { 90 } else { 0 };
                surface.set_stroke(None);
                surface.set_fill(Some(Fill { paint: luma::Color::new(gray).into(), ..Fill::default() }));
                let mut x = *x;
                for run in fonts.runs(text, style.is_bold) {
                    let font = run.face.font.clone();
                    surface.draw_glyphs(
                        Point::from_xy(x, *y),
                        &run.glyphs,
                        font,
                        &run.text,
                        style.size,
                        false,
                    );
                    x += run.width() * style.size;
                }
            }
            Mark::Rule { from, to, y } => line(surface, (*from, *y), (*to, *y)),
            Mark::Upright { from, to, x } => line(surface, (*x, *from), (*x, *to)),
        }
    }
}

fn line(surface: &mut Surface<'_>, from: (f32, f32), to: (f32, f32)) {
    let mut path = PathBuilder::new();
    path.move_to(from.0, from.1);
    path.line_to(to.0, to.1);
    if let Some(path) = path.finish() {
        surface.set_fill(None);
        let paint = luma::Color::new(150).into();
        surface.set_stroke(Some(Stroke { paint, width: 0.6, ..Stroke::default() }));
        surface.draw_path(&path);
    }
}

/// Sheets that are being filled.
pub struct Sheets<'a> {
    /// The faces.
    pub fonts: &'a Fonts<'a>,
    /// What stands on each sheet.
    pub pages: Vec<Vec<Mark>>,
    /// Where the next line begins.
    pub y: f32,
    /// What each sheet is.
    pub paper: Paper,
}

impl<'a> Sheets<'a> {
    /// An empty sheet.
    pub fn new(fonts: &'a Fonts<'a>, paper: Paper) -> Self {
        Self { fonts, pages: vec![Vec::new()], y: paper.top, paper }
    }

    /// A new sheet.
    pub fn new_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = self.paper.top;
    }

    /// A new sheet, unless there is room for so much on this one; whether there is a new one.
    pub fn make_room(&mut self, height: f32) -> bool {
        if self.y + height <= self.paper.bottom {
            return false;
        }
        self.new_page();
        true
    }

    /// Puts something on the sheet.
    pub fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    /// A line of text at the place where the next line begins, from `x` on or (with `ends`) up to it.
    pub fn text(&mut self, x: f32, ends: bool, text: &str, style: Style) {
        let text = self.fonts.shown(text, style.is_bold);
        let x = if ends { x - self.fonts.width(&text, style) } else { x };
        // Small texts stand on the line of the plain ones beside them.
        let y = self.y + style.size.max(9.0);
        self.mark(Mark::Text { x, y, style, text });
    }

    /// A thin line over the whole width.
    pub fn rule(&mut self, from: f32) {
        let y = self.y;
        self.mark(Mark::Rule { from, to: self.paper.right, y });
    }

    /// Goes on by a line of this size.
    pub fn next(&mut self, style: Style) {
        self.y += style.size * LINE;
    }

    /// The text in lines that are no wider than so much; words that are wider are broken.
    pub fn lines(&self, text: &str, width: f32, style: Style) -> Vec<String> {
        let text = self.fonts.shown(text, style.is_bold);
        let fits = |text: &str| self.fonts.width(text, style) <= width;
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                line.push(letter);
                if !fits(&line) && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, letter.to_string()));
                }
            }
        }
        lines.push(line);
        lines
    }

    /// Writes page numbers below, when there is more than one.
    pub fn number_pages(&mut self, word: &str, style: Style) {
        let count = self.pages.len();
        let (fonts, paper) = (self.fonts, self.paper);
        for (index, page) in self.pages.iter_mut().enumerate().filter(|_| count > 1) {
            let text = fonts.shown(&format!("{word} {}/{count}", index + 1), style.is_bold);
            let x = paper.right - fonts.width(&text, style);
            page.push(Mark::Text { x, y: paper.height - 30.0, style, text });
        }
    }
}
