//! The fonts that a site may choose from (E-034, E-037): families that the systems of visitors bring, each with what stands
//! in for it where it is not there. Nothing is fetched from anybody.

use super::wire::site::{Font, FontCategory, FontList};
use FontCategory::{Display, Mono, Other, SansSerif, Script, Serif, SlabSerif};

const FONTS: [(&str, FontCategory, &str); 27] = [
    ("System", SansSerif, "system-ui, sans-serif"),
    ("Arial", SansSerif, "Arial, Helvetica, sans-serif"),
    ("Helvetica Neue", SansSerif, "'Helvetica Neue', Helvetica, Arial, sans-serif"),
    ("Verdana", SansSerif, "Verdana, Geneva, sans-serif"),
    ("Tahoma", SansSerif, "Tahoma, Geneva, Verdana, sans-serif"),
    ("Trebuchet", SansSerif, "'Trebuchet MS', Tahoma, sans-serif"),
    (
        "Humanist",
        SansSerif,
        "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif",
    ),
    ("Geometric", SansSerif, "Avenir, Montserrat, Corbel, 'URW Gothic', source-sans-pro, sans-serif"),
    (
        "Rounded",
        SansSerif,
        "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT', Calibri, sans-serif",
    ),
    ("Georgia", Serif, "Georgia, 'Times New Roman', serif"),
    ("Times", Serif, "'Times New Roman', Times, serif"),
    ("Palatino", Serif, "'Palatino Linotype', Palatino, 'Book Antiqua', serif"),
    ("Baskerville", Serif, "Baskerville, 'Libre Baskerville', 'Times New Roman', serif"),
    ("Garamond", Serif, "Garamond, 'EB Garamond', 'Palatino Linotype', serif"),
    ("Transitional", Serif, "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, serif"),
    ("Didone", Display, "Didot, 'Bodoni MT', 'Noto Serif Display', 'URW Palladio L', P052, Sylfaen, serif"),
    ("Impact", Display, "Impact, Haettenschweiler, 'Arial Narrow Bold', sans-serif"),
    (
        "Industrial",
        Display,
        "Bahnschrift, 'DIN Alternate', 'Franklin Gothic Medium', 'Nimbus Sans Narrow', sans-serif-condensed, sans-serif",
    ),
    ("Copperplate", Display, "Copperplate, 'Copperplate Gothic Light', fantasy"),
    ("Brush Script", Script, "'Brush Script MT', 'Segoe Script', cursive"),
    ("Handwritten", Script, "'Segoe Print', 'Bradley Hand', Chilanka, TSCu_Comic, casual, cursive"),
    ("Rockwell", SlabSerif, "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif"),
    ("American Typewriter", SlabSerif, "'American Typewriter', 'Courier Prime', Rockwell, serif"),
    ("System Mono", Mono, "ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"),
    ("Courier", Mono, "'Courier New', Courier, monospace"),
    ("Antique", Other, "Superclarendon, 'Bookman Old Style', 'URW Bookman', 'URW Bookman L', Georgia, serif"),
    ("Inherited", Other, "inherit"),
];

/// The list, by category and then by name.
#[must_use]
pub fn list() -> FontList {
    let font = |(name, category, stack): (&str, FontCategory, &str)| Font {
        name: name.to_owned(),
        category,
        stack: stack.to_owned(),
    };
    let mut fonts: Vec<Font> = FONTS.map(font).into();
    fonts.sort_by(|one, other| (one.category, &one.name).cmp(&(other.category, &other.name)));
    FontList { fonts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e_034_fonts_stand_in_the_seven_categories_in_their_order() {
        let list = serde_json::to_value(list()).unwrap();
        let mut categories: Vec<&str> =
            list["fonts"].as_array().unwrap().iter().map(|font| font["category"].as_str().unwrap()).collect();
        categories.dedup();
        assert_eq!(categories, ["Sans Serif", "Serif", "Display", "Script", "Slab Serif", "Mono", "Other"]);
        let names: std::collections::BTreeSet<&str> = FONTS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(names.len(), FONTS.len());
    }
}
