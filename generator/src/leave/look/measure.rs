//! What `read.js` says of a page in one width of window. Lengths are CSS pixels; colors are red, green, blue and how much
//! hides what is behind, each 0 to 255. What could not be read is not there.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Red, green, blue, alpha.
pub(super) type Color = [u8; 4];

/// A page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Measured {
    /// Whether it is made of sections of the newer generation of Squarespace.
    pub(super) has_sections: bool,
    /// Whether it looks as a page without any style sheet does.
    pub(super) bare: bool,
    pub(super) ground: Option<Color>,
    pub(super) text: Option<Color>,
    /// Custom properties of the page, as they are written: a length with its unit.
    pub(super) max_width: String,
    pub(super) gutter: String,
    pub(super) narrow_gutter: String,
    /// By `h1` to `h4`, `p` and `meta`.
    pub(super) fonts: BTreeMap<String, Option<Font>>,
    pub(super) button: Option<Button>,
    pub(super) bands: Vec<Band>,
    pub(super) head: Option<Head>,
    pub(super) foot: Option<Foot>,
    pub(super) products: Option<List>,
    pub(super) posts: Option<List>,
    /// How wide the words of a post are.
    pub(super) column: Option<f64>,
    pub(super) picture_radius: Option<f64>,
    pub(super) probes: Vec<Probe>,
}

/// How words are set. `line` and `spacing` are shares of the size.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Font {
    /// The list of families, as a style sheet has it.
    pub(super) family: String,
    pub(super) weight: Option<f64>,
    pub(super) italic: bool,
    pub(super) size: Option<f64>,
    pub(super) line: Option<f64>,
    pub(super) spacing: Option<f64>,
    pub(super) transform: String,
    pub(super) color: Option<Color>,
}

/// The most frequent button.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Button {
    pub(super) border: Option<f64>,
    pub(super) radius: Option<f64>,
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    pub(super) font: Option<Font>,
    pub(super) fill: Option<Color>,
    pub(super) ink: Option<Color>,
    pub(super) edge: Option<Color>,
}

/// Colors that go together.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Colors {
    pub(super) ground: Option<Color>,
    pub(super) text: Option<Color>,
    pub(super) heading: Option<Color>,
    pub(super) link: Option<Color>,
    /// Of its buttons: what is behind their words, the words, the border.
    pub(super) fill: Option<Color>,
    pub(super) ink: Option<Color>,
    pub(super) edge: Option<Color>,
}

/// A part of a page that is as wide as the page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Band {
    pub(super) theme: String,
    /// What links to it name.
    pub(super) id: String,
    pub(super) area: Option<f64>,
    #[serde(flatten)]
    pub(super) colors: Colors,
    /// Whether a picture or a film is behind it.
    pub(super) pictured: bool,
    /// `small`, `medium`, `large` or nothing.
    pub(super) size: String,
    /// Whether its blocks stand in a grid of their own.
    pub(super) fluid: bool,
    /// The room above its content.
    pub(super) above: Option<f64>,
    pub(super) left: Option<f64>,
    pub(super) right: Option<f64>,
}

/// Where something stands.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct Place {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The head of the page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Head {
    pub(super) height: Option<f64>,
    /// Its own color; none when the page is seen through it.
    pub(super) ground: Option<Color>,
    pub(super) behind: Option<Color>,
    pub(super) ink: Option<Color>,
    /// Whether it lies over the first band.
    pub(super) over: bool,
    pub(super) sticky: bool,
    pub(super) line: bool,
    pub(super) cart: bool,
    pub(super) brand: Option<Place>,
    /// How high the logo is.
    pub(super) logo: Option<f64>,
    pub(super) title: Option<Font>,
    pub(super) menu: Option<Place>,
    pub(super) link: Option<Font>,
    /// Between two entries of the menu.
    pub(super) gap: Option<f64>,
}

/// The foot of the page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Foot {
    #[serde(flatten)]
    pub(super) colors: Colors,
    pub(super) font: Option<Font>,
}

/// A list of products or posts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct List {
    pub(super) columns: Option<f64>,
    pub(super) gap: Option<f64>,
    /// Width by height of the pictures.
    pub(super) aspect: Option<f64>,
    pub(super) radius: Option<f64>,
    /// Whether the picture stands beside the words.
    pub(super) beside: bool,
    pub(super) centered: bool,
    pub(super) title: Option<Font>,
    pub(super) dated: bool,
    pub(super) excerpted: bool,
}

/// How a section of a theme looks.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Probe {
    pub(super) theme: String,
    pub(super) colors: Colors,
    pub(super) fonts: BTreeMap<String, Option<Font>>,
    pub(super) button: Option<Button>,
    /// The colors of words that content may name: white, black, accent, light accent, dark accent.
    pub(super) palette: Vec<Color>,
}
