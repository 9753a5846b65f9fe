//! The tokens of a look: every value that the template "as it was" knows, with its range.

use std::collections::BTreeMap;

use super::measure::Color;

/// What a value may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// A color, `#rrggbb` or `#rrggbbaa`.
    Color(&'static str),
    /// Families of fonts.
    Font(&'static str),
    /// The least, the most, the step, and the value where nothing is known.
    Number(f64, f64, f64, f64),
    /// One of some words.
    Choice(&'static [&'static str], &'static str),
    /// Yes or no.
    Switch(bool),
}

/// A value of the template: a custom property of its sheet, and a tweak of its owner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) name: &'static str,
    pub(super) category: &'static str,
    pub(super) label: &'static str,
    pub(super) kind: Kind,
}

const fn token(name: &'static str, category: &'static str, label: &'static str, kind: Kind) -> Token {
    Token { name, category, label, kind }
}

const SANS: &str = "\"Helvetica Neue\", Arial, sans-serif";
const CASES: &[&str] = &["none", "uppercase", "lowercase", "capitalize"];
const STYLES: &[&str] = &["normal", "italic"];
/// Where the name and the menu of a site stand.
pub(super) const LAYOUTS: &[&str] =
    &["nav-right", "nav-left", "nav-center", "logo-center", "stacked", "stacked-left"];

const fn weight(value: f64) -> Kind {
    Kind::Number(100.0, 900.0, 100.0, value)
}

const fn size(value: f64) -> Kind {
    Kind::Number(8.0, 240.0, 0.5, value)
}

const fn line(value: f64) -> Kind {
    Kind::Number(0.7, 3.0, 0.05, value)
}

const SPACING: Kind = Kind::Number(-0.2, 1.0, 0.005, 0.0);

/// All of them but those of themes, as the Look panel shows them.
pub(super) const TOKENS: &[Token] = &[
    token("background", "Colors", "Background", Kind::Color("#ffffff")),
    token("text", "Colors", "Text", Kind::Color("#1a1a1a")),
    token("heading", "Colors", "Headings", Kind::Color("#1a1a1a")),
    token("link", "Colors", "Links", Kind::Color("#1a1a1a")),
    token("button-fill", "Colors", "Buttons", Kind::Color("#1a1a1a")),
    token("button-ink", "Colors", "Words on buttons", Kind::Color("#ffffff")),
    token("button-edge", "Colors", "Borders of buttons", Kind::Color("#1a1a1a")),
    token("header-background", "Colors", "Header", Kind::Color("#ffffff")),
    token("header-ink", "Colors", "Words of the header", Kind::Color("#1a1a1a")),
    token("footer-background", "Colors", "Foot", Kind::Color("#ffffff")),
    token("footer-ink", "Colors", "Words of the foot", Kind::Color("#1a1a1a")),
    token("palette-white", "Palette", "White", Kind::Color("#ffffff")),
    token("palette-black", "Palette", "Black", Kind::Color("#000000")),
    token("palette-accent", "Palette", "Accent", Kind::Color("#1a1a1a")),
    token("palette-light-accent", "Palette", "Light accent", Kind::Color("#e6e6e6")),
    token("palette-dark-accent", "Palette", "Dark accent", Kind::Color("#4d4d4d")),
    token("body-font", "Text", "Font", Kind::Font(SANS)),
    token("body-weight", "Text", "Weight", weight(400.0)),
    token("body-style", "Text", "Style", Kind::Choice(STYLES, "normal")),
    token("body-size", "Text", "Size", size(16.0)),
    token("body-size-small", "Text", "Size on phones", size(16.0)),
    token("body-line", "Text", "Height of lines", line(1.6)),
    token("body-spacing", "Text", "Between letters", SPACING),
    token("body-transform", "Text", "Case", Kind::Choice(CASES, "none")),
    token("large-size", "Text", "Size of large text", size(19.0)),
    token("large-size-small", "Text", "Size of large text on phones", size(18.0)),
    token("little-size", "Text", "Size of small text", size(14.0)),
    token("little-size-small", "Text", "Size of small text on phones", size(14.0)),
    token("meta-size", "Text", "Size of dates", size(14.0)),
    token("heading-font", "Headings", "Font", Kind::Font(SANS)),
    token("heading-weight", "Headings", "Weight", weight(600.0)),
    token("heading-style", "Headings", "Style", Kind::Choice(STYLES, "normal")),
    token("heading-spacing", "Headings", "Between letters", SPACING),
    token("heading-transform", "Headings", "Case", Kind::Choice(CASES, "none")),
    token("h1-size", "Headings", "Size of the first", size(48.0)),
    token("h1-size-small", "Headings", "Size of the first on phones", size(34.0)),
    token("h1-line", "Headings", "Height of lines of the first", line(1.2)),
    token("h2-size", "Headings", "Size of the second", size(34.0)),
    token("h2-size-small", "Headings", "Size of the second on phones", size(27.0)),
    token("h2-line", "Headings", "Height of lines of the second", line(1.25)),
    token("h3-size", "Headings", "Size of the third", size(25.0)),
    token("h3-size-small", "Headings", "Size of the third on phones", size(21.0)),
    token("h3-line", "Headings", "Height of lines of the third", line(1.3)),
    token("h4-size", "Headings", "Size of the fourth", size(19.0)),
    token("h4-size-small", "Headings", "Size of the fourth on phones", size(18.0)),
    token("h4-line", "Headings", "Height of lines of the fourth", line(1.4)),
    token("header-layout", "Header", "Where name and menu stand", Kind::Choice(LAYOUTS, "nav-right")),
    token("header-space", "Header", "Room above and below", Kind::Number(0.0, 120.0, 1.0, 24.0)),
    token("header-space-small", "Header", "The same on phones", Kind::Number(0.0, 80.0, 1.0, 16.0)),
    token("header-sticky", "Header", "Stays in view", Kind::Switch(false)),
    token("header-over", "Header", "Lies over the first section", Kind::Switch(false)),
    token("header-line", "Header", "A line below", Kind::Switch(false)),
    token("header-cart", "Header", "Shows the cart", Kind::Switch(false)),
    token("logo-height", "Header", "Height of the logo", Kind::Number(8.0, 300.0, 1.0, 48.0)),
    token("logo-height-small", "Header", "Height of the logo on phones", Kind::Number(8.0, 200.0, 1.0, 40.0)),
    token("title-font", "Header", "Font of the name", Kind::Font(SANS)),
    token("title-weight", "Header", "Weight of the name", weight(600.0)),
    token("title-size", "Header", "Size of the name", size(22.0)),
    token("title-size-small", "Header", "Size of the name on phones", size(20.0)),
    token("title-spacing", "Header", "Between letters of the name", SPACING),
    token("title-transform", "Header", "Case of the name", Kind::Choice(CASES, "none")),
    token("menu-font", "Menu", "Font", Kind::Font(SANS)),
    token("menu-weight", "Menu", "Weight", weight(400.0)),
    token("menu-size", "Menu", "Size", size(16.0)),
    token("menu-spacing", "Menu", "Between letters", SPACING),
    token("menu-transform", "Menu", "Case", Kind::Choice(CASES, "none")),
    token("menu-gap", "Menu", "Between entries", Kind::Number(4.0, 80.0, 1.0, 24.0)),
    token("button-font", "Buttons", "Font", Kind::Font(SANS)),
    token("button-weight", "Buttons", "Weight", weight(500.0)),
    token("button-size", "Buttons", "Size", size(16.0)),
    token("button-spacing", "Buttons", "Between letters", SPACING),
    token("button-transform", "Buttons", "Case", Kind::Choice(CASES, "none")),
    token("button-radius", "Buttons", "Rounding", Kind::Number(0.0, 100.0, 1.0, 0.0)),
    token("button-x", "Buttons", "Room beside the words", Kind::Number(0.0, 100.0, 1.0, 32.0)),
    token("button-y", "Buttons", "Room above the words", Kind::Number(0.0, 60.0, 1.0, 16.0)),
    token("button-border", "Buttons", "Border", Kind::Number(0.0, 12.0, 0.5, 0.0)),
    token("page-width", "Space", "Width of the content", Kind::Number(320.0, 3_000.0, 10.0, 1_400.0)),
    token("column-width", "Space", "Width of a post", Kind::Number(280.0, 1_600.0, 10.0, 720.0)),
    token("gutter", "Space", "Beside the content", Kind::Number(0.0, 200.0, 1.0, 51.0)),
    token("gutter-small", "Space", "Beside the content on phones", Kind::Number(0.0, 60.0, 1.0, 23.0)),
    token("section-space", "Space", "Above and below sections", Kind::Number(0.0, 300.0, 1.0, 84.0)),
    token("section-space-small", "Space", "The same on phones", Kind::Number(0.0, 200.0, 1.0, 56.0)),
    token("grid-space", "Space", "Above and below grids", Kind::Number(0.0, 200.0, 1.0, 13.0)),
    token("grid-space-small", "Space", "The same on phones", Kind::Number(0.0, 120.0, 1.0, 9.0)),
    token("picture-radius", "Lists", "Rounding of pictures", Kind::Number(0.0, 60.0, 1.0, 0.0)),
    token("card-size", "Lists", "Size of titles", size(19.0)),
    token("products-columns", "Lists", "Products beside each other", Kind::Number(1.0, 8.0, 1.0, 3.0)),
    token(
        "products-columns-small",
        "Lists",
        "Products beside each other on phones",
        Kind::Number(1.0, 3.0, 1.0, 2.0),
    ),
    token("products-gap", "Lists", "Between products", Kind::Number(0.0, 120.0, 1.0, 24.0)),
    token(
        "products-aspect",
        "Lists",
        "Pictures of products, width by height",
        Kind::Number(0.3, 4.0, 0.05, 1.0),
    ),
    token("products-centered", "Lists", "Words of products in the middle", Kind::Switch(false)),
    token("posts-columns", "Lists", "Posts beside each other", Kind::Number(1.0, 6.0, 1.0, 2.0)),
    token(
        "posts-columns-small",
        "Lists",
        "Posts beside each other on phones",
        Kind::Number(1.0, 3.0, 1.0, 1.0),
    ),
    token("posts-gap", "Lists", "Between posts", Kind::Number(0.0, 160.0, 1.0, 40.0)),
    token("posts-aspect", "Lists", "Pictures of posts, width by height", Kind::Number(0.3, 4.0, 0.05, 1.5)),
    token("posts-beside", "Lists", "Pictures beside the words of posts", Kind::Switch(false)),
    token("posts-dates", "Lists", "Dates of posts", Kind::Switch(true)),
    token("posts-excerpts", "Lists", "First words of posts", Kind::Switch(true)),
    token("footer-size", "Foot", "Size of its words", size(15.0)),
    token("footer-space", "Foot", "Room above and below", Kind::Number(0.0, 200.0, 1.0, 48.0)),
];

/// The colors of words that content may name, in the order of `read.js`.
pub(super) const PALETTE: [&str; 5] =
    ["palette-white", "palette-black", "palette-accent", "palette-light-accent", "palette-dark-accent"];

/// The colors of a theme: the end of their names, what they are called, and the value of the page that they stand for.
pub(super) const OF_THEME: [(&str, &str, &str); 7] = [
    ("background", "background", "ground"),
    ("text", "text", "ink"),
    ("heading", "headings", "head"),
    ("link", "links", "anchor"),
    ("button-fill", "buttons", "fill"),
    ("button-ink", "words on buttons", "on-fill"),
    ("button-edge", "borders of buttons", "edge"),
];

/// The values that are known, by name, as a style sheet has them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Values(pub(super) BTreeMap<String, String>);

impl Values {
    /// Takes a number into its range; one that is none is not taken.
    pub(super) fn number(&mut self, name: &str, value: Option<f64>) {
        let Some(Token { kind: Kind::Number(least, most, step, _), .. }) = find(name) else { return };
        if let Some(value) = value.filter(|value| value.is_finite()) {
            let steps = (value.clamp(*least, *most) / step).round();
            self.0.insert(name.to_owned(), plain(steps * step));
        }
    }

    /// Takes a color.
    pub(super) fn color(&mut self, name: &str, value: Option<Color>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), hex(value));
        }
    }

    /// Takes one of the words that may be chosen.
    pub(super) fn choice(&mut self, name: &str, value: &str) {
        if let Some(Token { kind: Kind::Choice(words, _), .. }) = find(name)
            && words.contains(&value)
        {
            self.0.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Takes yes or no.
    pub(super) fn switch(&mut self, name: &str, value: bool) {
        self.0.insert(name.to_owned(), value.to_string());
    }

    /// Takes families of fonts that [`super::fonts`] has written.
    pub(super) fn font(&mut self, name: &str, stack: Option<String>) {
        if let Some(stack) = stack {
            self.0.insert(name.to_owned(), stack);
        }
    }
}

/// The token of a name.
pub(super) fn find(name: &str) -> Option<&'static Token> {
    TOKENS.iter().find(|token| token.name == name)
}

/// The value that a token has where nothing is known.
pub(super) fn default(kind: &Kind) -> String {
    match kind {
        Kind::Color(value) | Kind::Font(value) | Kind::Choice(_, value) => (*value).to_owned(),
        Kind::Number(.., value) => plain(*value),
        Kind::Switch(value) => value.to_string(),
    }
}

/// A number without what a step in binary leaves behind it.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex([red, green, blue, alpha]: Color) -> String {
    match alpha {
        255 => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}"),
    }
}
