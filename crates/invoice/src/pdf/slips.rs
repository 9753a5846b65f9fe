//! What is printed to send orders: a list of what to take from the shelves, a slip for each parcel, a label for each address.

use std::collections::BTreeMap;

use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};

use super::NotDrawn;
use super::font::{Fonts, Style};
use super::font_folders::FontFolders;
use super::sheet::{A4, Mark, Paper, Sheets};
use super::slip_words::SlipWords;

const PLAIN: Style = Style { size: 10.0, is_bold: false, is_quiet: false };
const STRONG: Style = Style { is_bold: true, ..PLAIN };
const SMALL: Style = Style { size: 8.0, is_bold: false, is_quiet: true };
const TITLE: Style = Style { size: 16.0, is_bold: true, is_quiet: false };
/// The width of the column of quantities.
const QUANTITY: f32 = 40.0;
/// The sizes that an address on a label is tried in, in points.
const SIZES: [f32; 6] = [16.0, 14.0, 12.0, 10.0, 8.0, 6.5];

/// A size of paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
    /// A label of 4 × 6 inches.
    Label,
}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlipSheet {
    /// What all the orders need, each thing once.
    PickList,
    /// What is in each parcel.
    PackingSlips,
    /// To whom each goes.
    Labels,
}

/// An order that is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slip {
    /// What people call it.
    pub name: String,
    /// The day it was placed, as it is written.
    pub placed: String,
    /// Whom and where it goes, line by line; none of what goes to no address.
    pub to: Vec<String>,
    /// A phone number for the carrier.
    pub phone: String,
    /// How it goes.
    pub delivery: String,
    /// What the shopper asked for.
    pub note: String,
    /// What is said to whom it is given; "" when nothing is.
    pub gift_message: String,
    /// What is left to be sent.
    pub lines: Vec<SlipLine>,
}

/// Pieces of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlipLine {
    /// How many.
    pub quantity: i64,
    /// What.
    pub name: String,
    /// Which variant of it; "" when there is one alone.
    pub options: String,
    /// The shop's own word for it.
    pub sku: String,
    /// What was answered to the product's form.
    pub answers: Vec<String>,
    /// Where the order's pieces of it lie, and how many, for the pick list; none where there is one place.
    pub places: Vec<(String, i64)>,
}

/// What is printed, on what, of which orders.
#[derive(Debug, Clone, Default)]
pub struct Printing {
    /// A BCP 47 tag: English, German, French and Spanish are known.
    pub language: String,
    /// Who sends, line by line.
    pub from: Vec<String>,
    /// The paper.
    pub paper: PaperSize,
    /// Which sheets, in their order.
    pub sheets: Vec<SlipSheet>,
    /// The orders, in their order.
    pub orders: Vec<Slip>,
}

/// What was printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed {
    /// A PDF.
    pub file: Vec<u8>,
    /// Orders with letters that no face has: each is a question mark, and the sheet says so.
    pub unknown_letters: Vec<String>,
    /// Orders without a label, because they go to no address.
    pub without_label: Vec<String>,
}

/// What the orders need of one thing.
#[derive(Default)]
struct Thing<'a> {
    quantity: i64,
    orders: Vec<String>,
    places: BTreeMap<&'a str, i64>,
}

impl Thing<'_> {
    /// Where it lies. How many of it where is said while all of it is to be taken; of what was sent in part nobody knows.
    fn shelves(&self) -> String {
        let is_whole = self.places.values().sum::<i64>() == self.quantity;
        let one = |(place, pieces): (&&str, &i64)| {
            if is_whole && self.places.len() > 1 { format!("{place}: {pieces}") } else { (*place).to_owned() }
        };
        self.places.iter().map(one).collect::<Vec<_>>().join(" · ")
    }
}

impl PaperSize {
    const fn paper(self) -> Paper {
        match self {
            PaperSize::A4 => A4,
            PaperSize::Letter => {
                Paper { width: 612.0, height: 792.0, left: 56.0, right: 564.0, top: 50.0, bottom: 738.0 }
            }
            PaperSize::Label => {
                Paper { width: 288.0, height: 432.0, left: 18.0, right: 270.0, top: 18.0, bottom: 398.0 }
            }
        }
    }

    /// How many labels stand beside each other, and below each other.
    const fn labels(self) -> (usize, usize) {
        match self {
            PaperSize::Label => (1, 1),
            PaperSize::A4 | PaperSize::Letter => (2, 2),
        }
    }
}

impl Slip {
    fn lacks(&self, fonts: &Fonts<'_>) -> bool {
        let said = [&self.name, &self.phone, &self.delivery, &self.note, &self.gift_message];
        let of_lines = self.lines.iter().flat_map(|line| {
            let said = [&line.name, &line.options, &line.sku].into_iter().chain(&line.answers);
            said.chain(line.places.iter().map(|(place, _)| place))
        });
        said.into_iter().chain(&self.to).chain(of_lines).any(|text| fonts.lacks(text))
    }
}

/// What stands on each page.
fn pages(printing: &Printing, fonts: &Fonts<'_>) -> Vec<Vec<Mark>> {
    let words = SlipWords::of(&printing.language);
    let mut pages = Vec::new();
    for sheet in &printing.sheets {
        let mut press = Press { sheets: Sheets::new(fonts, printing.paper.paper()), printing, words };
        match sheet {
            SlipSheet::PickList => press.pick_list(),
            SlipSheet::PackingSlips => press.slips(),
            SlipSheet::Labels => press.labels(),
        }
        pages.extend(press.sheets.pages.into_iter().filter(|page| !page.is_empty()));
    }
    if pages.is_empty() {
        pages.push(Vec::new());
    }
    pages
}

/// Prints what is needed to send orders, the same bytes each time; letters that the bundled faces do not have are looked for in the
/// folders.
///
/// # Errors
/// [`NotDrawn`]: a fault of this crate.
pub fn print(printing: &Printing, folders: &FontFolders) -> Result<Printed, NotDrawn> {
    let fault = |what: &str| NotDrawn(what.to_owned());
    let (words, paper) = (SlipWords::of(&printing.language), printing.paper.paper());
    let missing = Fonts::missing(|fonts| drop(pages(printing, fonts)));
    let found = folders.faces_for(&missing.unwrap_or_default());
    let fonts = Fonts::with(&found).ok_or_else(|| fault("no fonts"))?;
    let mut document = Document::new_with(SerializeSettings::default());
    for marks in pages(printing, &fonts) {
        let settings = PageSettings::from_wh(paper.width, paper.height).ok_or_else(|| fault("no page"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        marks.iter().for_each(|mark| mark.draw(&mut surface, &fonts));
        surface.finish();
        page.finish();
    }
    document.set_metadata(
        Metadata::new()
            .title(words.packing_slip.to_owned())
            .creator("Loggia".to_owned())
            .language(words.language.to_owned()),
    );
    let file = document.finish().map_err(|problem| NotDrawn(format!("{problem:?}")))?;
    let names = |is_meant: &dyn Fn(&Slip) -> bool| {
        printing.orders.iter().filter(|order| is_meant(order)).map(|order| order.name.clone()).collect()
    };
    let has_labels = printing.sheets.contains(&SlipSheet::Labels);
    Ok(Printed {
        file,
        unknown_letters: names(&|order| order.lacks(&fonts)),
        without_label: if has_labels { names(&|order| order.to.is_empty()) } else { Vec::new() },
    })
}

struct Press<'a> {
    sheets: Sheets<'a>,
    printing: &'a Printing,
    words: &'static SlipWords,
}

impl Press<'_> {
    fn paragraph(&mut self, x: f32, text: &str, style: Style, width: f32) {
        for line in self.sheets.lines(text, width, style) {
            self.sheets.make_room(style.size * 1.4);
            self.sheets.text(x, false, &line, style);
            self.sheets.next(style);
        }
    }

    /// A quantity, and beside it what it is of.
    fn row(&mut self, quantity: i64, name: &str, more: &[String]) {
        let paper = self.sheets.paper;
        let (x, width) = (paper.left + QUANTITY, paper.right - paper.left - QUANTITY);
        self.sheets.make_room(PLAIN.size * 1.4 + SMALL.size * 1.4 * 2.0);
        self.sheets.text(paper.left, false, &format!("{quantity} ×"), STRONG);
        self.paragraph(x, name, PLAIN, width);
        for line in more.iter().filter(|line| !line.is_empty()) {
            self.paragraph(x, line, SMALL, width);
        }
        self.sheets.y += 4.0;
        self.sheets.rule(paper.left);
        self.sheets.y += 5.0;
    }

    fn pick_list(&mut self) {
        let paper = self.sheets.paper;
        let width = paper.right - paper.left;
        let mut things: BTreeMap<(&str, &str, &str), Thing<'_>> = BTreeMap::new();
        for order in &self.printing.orders {
            for line in &order.lines {
                let thing = things.entry((&line.name, &line.options, &line.sku)).or_default();
                thing.quantity += line.quantity;
                thing.orders.push(format!("{} × {}", line.quantity, order.name));
                for (place, pieces) in &line.places {
                    *thing.places.entry(place).or_default() += pieces;
                }
            }
        }
        self.paragraph(paper.left, self.words.pick_list, TITLE, width);
        let orders = format!("{}: {}", self.words.orders, self.printing.orders.len());
        self.paragraph(paper.left, &orders, SMALL, width);
        self.sheets.y += 8.0;
        for ((name, options, sku), thing) in things {
            let more = [options.to_owned(), sku.to_owned(), thing.shelves(), thing.orders.join(", ")];
            self.row(thing.quantity, name, &more);
        }
        let fonts = self.sheets.fonts;
        if self.printing.orders.iter().any(|order| order.lacks(fonts)) {
            self.paragraph(paper.left, self.words.unknown_letters, SMALL, width);
        }
        self.sheets.number_pages(self.words.page, SMALL);
    }

    fn slips(&mut self) {
        let printing = self.printing;
        for (index, order) in printing.orders.iter().enumerate() {
            if index > 0 {
                self.sheets.new_page();
            }
            self.slip(order);
        }
    }

    fn slip(&mut self, order: &Slip) {
        let (paper, words) = (self.sheets.paper, self.words);
        let width = paper.right - paper.left;
        let from = self.printing.from.join(" · ");
        self.paragraph(paper.left, &from, SMALL, width);
        self.sheets.y += 6.0;
        self.paragraph(paper.left, &format!("{} {}", words.packing_slip, order.name), TITLE, width);
        let facts = [order.placed.as_str(), &order.delivery, &order.phone];
        let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        self.paragraph(paper.left, &facts.join(" · "), SMALL, width);
        self.sheets.y += 8.0;
        if !order.to.is_empty() {
            self.paragraph(paper.left, words.ship_to, SMALL, width);
            order.to.iter().for_each(|line| self.paragraph(paper.left, line, PLAIN, width));
            self.sheets.y += 10.0;
        }
        self.sheets.rule(paper.left);
        self.sheets.y += 5.0;
        for line in &order.lines {
            let more: Vec<String> =
                [line.options.clone(), line.sku.clone()].into_iter().chain(line.answers.clone()).collect();
            self.row(line.quantity, &line.name, &more);
        }
        if !order.note.is_empty() {
            self.paragraph(paper.left, words.note, SMALL, width);
            order.note.lines().for_each(|line| self.paragraph(paper.left, line, PLAIN, width));
        }
        if !order.gift_message.is_empty() {
            self.sheets.y += 4.0;
            self.paragraph(paper.left, words.gift_message, SMALL, width);
            order.gift_message.lines().for_each(|line| self.paragraph(paper.left, line, PLAIN, width));
        }
        if order.lacks(self.sheets.fonts) {
            self.sheets.y += 4.0;
            self.paragraph(paper.left, words.unknown_letters, SMALL, width);
        }
    }

    fn labels(&mut self) {
        let (paper, printing) = (self.sheets.paper, self.printing);
        let (columns, rows) = printing.paper.labels();
        let orders = printing.orders.iter().filter(|order| !order.to.is_empty());
        for (index, order) in orders.enumerate() {
            let place = index % (columns * rows);
            if place == 0 && index > 0 {
                self.sheets.new_page();
            }
            if place == 0 && rows > 1 {
                self.sheets.mark(Mark::Rule { from: 0.0, to: paper.width, y: paper.height / 2.0 });
                self.sheets.mark(Mark::Upright { from: 0.0, to: paper.height, x: paper.width / 2.0 });
            }
            let is = |yes: bool| if yes { 0.5 } else { 0.0 };
            let (column, row) = (is(place % columns == 1), is(place / columns == 1));
            let (width, height) =
                if rows > 1 { (paper.width / 2.0, paper.height / 2.0) } else { (paper.width, paper.height) };
            self.label(order, (column * paper.width, row * paper.height), (width, height));
        }
    }

    /// A label whose corner is there: who sends it small, whom it is for as large as there is room.
    fn label(&mut self, order: &Slip, (x, y): (f32, f32), (width, height): (f32, f32)) {
        let (left, wide) = (x + 18.0, width - 36.0);
        let end = y + height - 18.0;
        self.sheets.y = y + 18.0;
        self.block(left, &[self.printing.from.join(" · ")], SMALL, wide);
        self.sheets.y += 4.0;
        let line = self.sheets.y;
        self.sheets.mark(Mark::Rule { from: left, to: left + wide, y: line });
        self.sheets.y += 16.0;
        let told = [order.name.as_str(), &order.delivery, &order.phone];
        let told: Vec<&str> = told.into_iter().filter(|one| !one.is_empty()).collect();
        let mut foot = vec![told.join(" · ")];
        if order.to.iter().any(|line| self.sheets.fonts.lacks(line)) {
            foot.push(self.words.unknown_letters.to_owned());
        }
        let foot_lines: usize = foot.iter().map(|line| self.sheets.lines(line, wide, SMALL).len()).sum();
        let room = end - self.sheets.y - height_of(foot_lines, SMALL) - 8.0;
        let style = |size: f32| Style { size, is_bold: false, is_quiet: false };
        let fits = |size: &f32| {
            let lines: usize =
                order.to.iter().map(|line| self.sheets.lines(line, wide, style(*size)).len()).sum();
            height_of(lines, style(*size)) <= room
        };
        let size = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
        self.block(left, &order.to, style(size), wide);
        self.sheets.y = end - height_of(foot_lines, SMALL);
        self.block(left, &foot, SMALL, wide);
    }

    /// Lines below each other that never begin a new sheet.
    fn block(&mut self, x: f32, lines: &[String], style: Style, width: f32) {
        for line in lines.iter().flat_map(|line| self.sheets.lines(line, width, style)).collect::<Vec<_>>() {
            self.sheets.text(x, false, &line, style);
            self.sheets.next(style);
        }
    }
}

/// The height of so many lines.
fn height_of(lines: usize, style: Style) -> f32 {
    // No label has more lines than a byte counts.
    f32::from(u8::try_from(lines).unwrap_or(u8::MAX)) * style.size * 1.4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_695_a_pick_list_says_where_a_thing_lies() {
        let thing = |quantity, places: &[(&'static str, i64)]| {
            Thing { quantity, orders: Vec::new(), places: places.iter().copied().collect() }.shelves()
        };
        assert_eq!(thing(3, &[]), "");
        assert_eq!(thing(3, &[("Warehouse", 3)]), "Warehouse");
        assert_eq!(thing(3, &[("Warehouse", 2), ("Shop floor", 1)]), "Shop floor: 1 · Warehouse: 2");
        // One of them was sent, and nobody knows from where.
        assert_eq!(thing(2, &[("Warehouse", 2), ("Shop floor", 1)]), "Shop floor · Warehouse");
    }
}
