//! From what pages say of themselves to the values of a look.

use std::collections::{BTreeMap, BTreeSet};

use super::fonts;
use super::measure::{Band, Button, Color, Colors, Font, Head, Measured};
use super::token::{PALETTE, Values};

/// A page in the widths in which it was read.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// How many style sheets were asked for, and how many of them came.
    pub(super) sheets: [u32; 2],
    /// In a window of 1280 pixels.
    pub(super) wide: Measured,
    /// In one of 390.
    pub(super) narrow: Measured,
    /// In one of 1920, of the front page alone.
    pub(super) widest: Option<Measured>,
}

/// What was read of a site.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) values: Values,
    /// Themes of sections that have values, in order.
    pub(super) themes: BTreeSet<String>,
    /// Sections without a theme of their own that look like one, by their id.
    pub(super) sections: BTreeMap<String, String>,
    /// Fonts of the old site, by name.
    pub(super) fonts: BTreeSet<String>,
}

/// Windows in which pages are read, in pixels.
const WIDE: f64 = 1_280.0;
const NARROW: f64 = 390.0;
const WIDEST: f64 = 1_920.0;
/// A darker ground is dark, of 1.
const DARK: f64 = 0.3;
const WHITE: Color = [255, 255, 255, 255];
const BLACK: Color = [0, 0, 0, 255];
/// Words with less contrast are not seen at all.
const LEAST: f64 = 1.5;
/// So many sections are told apart by their ids.
const SECTIONS: usize = 60;
/// The rooms of small, medium and large sections, as shares of the medium one.
const ROOMS: [(&str, f64); 3] = [("small", 0.5), ("medium", 1.0), ("large", 1.5)];

/// Reduces pages to values; the front page comes first. `asked` are the themes that the content names.
pub(super) fn reduce(pages: &[Page], asked: &BTreeSet<String>) -> Read {
    let mut read = Read::default();
    let Some(front) = pages.first() else { return read };
    colors(pages, asked, &mut read);
    text(pages, &mut read);
    head(front, &mut read);
    foot(pages, &mut read);
    button(pages, &mut read);
    space(pages, &mut read.values);
    lists(pages, &mut read);
    read
}

type Pick = fn(&Page) -> &Measured;

fn wide(page: &Page) -> &Measured {
    &page.wide
}

fn narrow(page: &Page) -> &Measured {
    &page.narrow
}

fn first<T>(pages: &[Page], find: impl FnMut(&Page) -> Option<T>) -> Option<T> {
    pages.iter().find_map(find)
}

/// The colors of the page and of each theme.
fn colors(pages: &[Page], asked: &BTreeSet<String>, read: &mut Read) {
    let Some(front) = pages.first() else { return };
    let bands: Vec<&Band> = pages.iter().flat_map(|page| &page.wide.bands).collect();
    let base = if front.wide.has_sections {
        of_theme("", front, &bands)
    } else {
        // Words go with what is behind them.
        let alike: Vec<&Band> =
            bands.iter().copied().filter(|band| band.colors.ground == front.wide.ground).collect();
        of_theme("", front, &alike)
    };
    let ground = if front.wide.has_sections { base.ground.or(front.wide.ground) } else { front.wide.ground };
    let base = Colors { ground, text: base.text.or(front.wide.text), ..base };
    put("", &base, &mut read.values);
    let palette = front.wide.probes.first().map(|probe| probe.palette.as_slice()).unwrap_or_default();
    for (name, color) in PALETTE.into_iter().zip(palette).filter(|_| front.wide.has_sections) {
        read.values.color(name, Some(opaque(*color)));
    }
    let probed = front.wide.probes.iter().map(|probe| probe.theme.as_str());
    let themes: BTreeSet<&str> =
        probed.chain(asked.iter().map(String::as_str)).filter(|name| is_theme(name)).collect();
    for theme in themes {
        let found = of_theme(theme, front, &bands);
        let differs = found.ground != base.ground || found.text != base.text;
        if found.ground.is_some() && front.wide.has_sections && (differs || asked.contains(theme)) {
            put(theme, &found, &mut read.values);
            read.themes.insert(theme.to_owned());
        }
    }
    if !front.wide.has_sections {
        parts(&bands, base.ground, read);
    }
}

/// Pages without themes still have light and dark parts: those that are not as the page is.
fn parts(bands: &[&Band], ground: Option<Color>, read: &mut Read) {
    for (theme, is_dark) in [("dark", true), ("light", false)] {
        let fits = |band: &&&Band| {
            let words = band.colors.text.or(band.colors.heading);
            // On a picture the words say which it is.
            let dark = match band.pictured {
                true => words.map(|words| luminance(words) > 0.6),
                false => {
                    band.colors.ground.filter(|own| Some(*own) != ground).map(|own| luminance(own) < DARK)
                }
            };
            words.is_some() && dark == Some(is_dark)
        };
        let fitting: Vec<&&Band> = bands.iter().filter(fits).collect();
        let area = |band: &&&&Band| (!band.pictured, band.area.unwrap_or_default().max(0.0) as u64);
        let Some(largest) = fitting.iter().max_by_key(area) else { continue };
        put(theme, &largest.colors, &mut read.values);
        read.themes.insert(theme.to_owned());
        for band in fitting.iter().filter(|band| is_id(&band.id)).take(SECTIONS) {
            read.sections.insert(band.id.clone(), theme.to_owned());
        }
    }
}

/// Whether an id may stand in a style sheet.
pub(super) fn is_id(id: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !id.is_empty() && id.len() <= 60 && id.chars().all(is_plain)
}

/// What a theme's sections have: what a new one would have, and what those of the pages have.
fn of_theme(theme: &str, front: &Page, bands: &[&Band]) -> Colors {
    let probe = front.wide.probes.iter().find(|probe| probe.theme == theme).map(|probe| &probe.colors);
    let own: Vec<&&Band> = bands.iter().filter(|band| band.theme == theme).collect();
    let mut plain: Vec<&&Band> = own.iter().copied().filter(|band| !band.pictured).collect();
    if plain.is_empty() {
        plain = own;
    }
    plain.sort_by(|one, two| two.area.unwrap_or_default().total_cmp(&one.area.unwrap_or_default()));
    let seen = |pick: fn(&Colors) -> Option<Color>| plain.iter().find_map(|band| pick(&band.colors));
    let pick = |pick: fn(&Colors) -> Option<Color>| {
        let probed = probe.and_then(pick);
        if front.wide.has_sections { probed.or_else(|| seen(pick)) } else { seen(pick).or(probed) }
    };
    Colors {
        ground: pick(|colors| colors.ground),
        text: pick(|colors| colors.text),
        heading: pick(|colors| colors.heading),
        link: pick(|colors| colors.link),
        fill: pick(|colors| colors.fill),
        ink: pick(|colors| colors.ink),
        edge: pick(|colors| colors.edge),
    }
}

/// The name of a color of a theme.
pub(super) fn color_name(theme: &str, end: &str) -> String {
    if theme.is_empty() { end.to_owned() } else { format!("theme-{theme}-{end}") }
}

/// Whether a theme's name may stand in a style sheet.
pub(super) fn is_theme(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain)
}

fn put(theme: &str, colors: &Colors, values: &mut Values) {
    // What stood on a picture may not be seen on the color behind it.
    let is_seen = |ink: &Color| colors.ground.is_none_or(|ground| contrast(*ink, ground) > LEAST);
    let plain = colors.ground.map(|ground| if luminance(ground) < 0.5 { WHITE } else { BLACK });
    let text = colors.text.filter(is_seen).or(colors.heading.filter(is_seen)).or(plain);
    let heading = colors.heading.filter(is_seen);
    let link = colors.link.filter(is_seen);
    for (end, color) in [
        ("background", colors.ground.map(opaque)),
        ("text", text.map(opaque)),
        ("heading", heading.or(text).map(opaque)),
        ("link", link.or(text).map(opaque)),
        ("button-fill", colors.fill),
        ("button-ink", colors.ink.map(opaque)),
        ("button-edge", colors.edge.or(colors.fill)),
    ] {
        values.color(&color_name(theme, end), color);
    }
}

/// Words that fade in are read while nobody sees them yet.
fn opaque([red, green, blue, _]: Color) -> Color {
    [red, green, blue, 255]
}

fn luminance([red, green, blue, _]: Color) -> f64 {
    (f64::from(red) * 0.2126 + f64::from(green) * 0.7152 + f64::from(blue) * 0.0722) / 255.0
}

/// How well one color is told from another: from 1 to 21, as WCAG 2 defines it.
fn contrast(one: Color, two: Color) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let light =
        |[red, green, blue, _]: Color| 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    let (one, two) = (light(one) + 0.05, light(two) + 0.05);
    one.max(two) / one.min(two)
}

/// How the words of pages are set.
fn text(pages: &[Page], read: &mut Read) {
    let of = |level: &'static str, pick: Pick| {
        let seen = || first(pages, |page| pick(page).fonts.get(level).cloned().flatten());
        let probed = || {
            first(pages, |page| {
                pick(page).probes.first().and_then(|probe| probe.fonts.get(level).cloned().flatten())
            })
        };
        let has_sections = pages.first().is_some_and(|page| page.wide.has_sections);
        if has_sections { probed().or_else(seen) } else { seen().or_else(probed) }
    };
    if let Some(body) = of("p", wide) {
        set("body", &body, read);
        let values = &mut read.values;
        values.choice("body-style", slant(&body));
        values.number("body-size", body.size);
        values.number("body-size-small", of("p", narrow).and_then(|font| font.size).or(body.size));
        values.number("body-line", body.line);
        for (name, level) in [("large", "large"), ("little", "small")] {
            let of = |pick: Pick| {
                let probe = first(pages, |page| pick(page).probes.first().cloned())?;
                probe.fonts.get(level).cloned().flatten().and_then(|font| font.size)
            };
            values.number(&format!("{name}-size"), of(wide));
            values.number(&format!("{name}-size-small"), of(narrow));
        }
        values.number("footer-size", body.size);
    }
    let headings: Vec<(&str, Font)> =
        ["h1", "h2", "h3", "h4"].into_iter().filter_map(|level| Some((level, of(level, wide)?))).collect();
    let shown = headings
        .iter()
        .find(|(level, _)| first(pages, |page| page.wide.fonts.get(*level).cloned().flatten()).is_some());
    if let Some((_, heading)) = shown.or(headings.first()) {
        set("heading", heading, read);
        read.values.choice("heading-style", slant(heading));
    }
    for (level, font) in &headings {
        read.values.number(&format!("{level}-size"), font.size);
        let small = of(level, narrow).and_then(|font| font.size).or(font.size);
        read.values.number(&format!("{level}-size-small"), small);
        read.values.number(&format!("{level}-line"), font.line);
    }
    let meta = first(pages, |page| page.wide.fonts.get("meta").cloned().flatten());
    read.values.number("meta-size", meta.and_then(|font| font.size));
}

fn slant(font: &Font) -> &'static str {
    if font.italic { "italic" } else { "normal" }
}

/// Family, weight, letters and case under a name.
fn set(name: &str, font: &Font, read: &mut Read) {
    let named = fonts::named(&font.family);
    read.values.font(&format!("{name}-font"), named.as_ref().map(|named| named.stack.clone()));
    read.fonts.extend(named.and_then(|named| named.name));
    read.values.number(&format!("{name}-weight"), font.weight);
    read.values.number(&format!("{name}-spacing"), font.spacing);
    read.values.choice(&format!("{name}-transform"), &font.transform);
}

/// The head: where things stand, its colors, how high it is.
fn head(front: &Page, read: &mut Read) {
    let Some(head) = &front.wide.head else { return };
    let on_picture = front.wide.bands.first().is_some_and(|band| band.pictured);
    let is_over = head.over && head.ground.is_none() && on_picture;
    let ground = head.ground.or(head.behind).map(opaque);
    // Words that were meant for a picture are not seen without it.
    let is_seen = |ink: &Color| is_over || ground.is_none_or(|ground| contrast(*ink, ground) > LEAST);
    let ink = head.ink.map(opaque).filter(is_seen).or(front.wide.text.map(opaque).filter(is_seen));
    let values = &mut read.values;
    values.color("header-background", ground);
    values.color("header-ink", ink);
    values.switch("header-over", is_over);
    values.switch("header-sticky", head.sticky && !is_over);
    values.switch("header-line", head.line);
    values.switch("header-cart", head.cart);
    values.choice("header-layout", layout(head));
    values.number("logo-height", head.logo);
    values.number("menu-gap", head.gap);
    values.number("header-space", room(head));
    // On phones the menu is behind a button.
    let narrow = front.narrow.head.clone().map(|head| Head { menu: None, ..head });
    let narrow = narrow.as_ref();
    values.number("header-space-small", narrow.and_then(room));
    values.number("logo-height-small", narrow.and_then(|head| head.logo));
    if let Some(title) = &head.title {
        values.number("title-size", title.size);
        let small = narrow.and_then(|head| head.title.as_ref()).and_then(|title| title.size);
        values.number("title-size-small", small.or(title.size));
        set("title", title, read);
    }
    if let Some(link) = &head.link {
        read.values.number("menu-size", link.size);
        set("menu", link, read);
    }
}

/// The room above and below what stands in the head.
fn room(head: &Head) -> Option<f64> {
    let brand = head.brand?;
    let below =
        head.menu.filter(|menu| menu.top >= brand.top + brand.height).map_or(0.0, |menu| menu.height + 8.0);
    // What can be pressed is 44 high in the new one.
    let inside = brand.height.max(44.0) + below;
    Some((head.height? - inside) / 2.0)
}

/// Where name and menu stand, by their places.
fn layout(head: &Head) -> &'static str {
    let Some((brand, menu)) = head.brand.zip(head.menu) else { return "nav-right" };
    let middle = (brand.left + brand.width / 2.0) / WIDE;
    let is_centered = (middle - 0.5).abs() < 0.08;
    let is_below = menu.top >= brand.top + brand.height - 4.0 || menu.top + menu.height <= brand.top + 4.0;
    let of_menu = (menu.left + menu.width / 2.0) / WIDE;
    match (is_centered, is_below) {
        (true, true) => "stacked",
        (true, false) => "logo-center",
        (false, true) => "stacked-left",
        (false, false) if (of_menu - 0.5).abs() < 0.06 => "nav-center",
        (false, false) if menu.left - (brand.left + brand.width) < 0.1 * WIDE && of_menu < 0.5 => "nav-left",
        (false, false) => "nav-right",
    }
}

fn foot(pages: &[Page], read: &mut Read) {
    let Some(foot) = first(pages, |page| page.wide.foot.clone()) else { return };
    read.values.color("footer-background", foot.colors.ground.map(opaque));
    read.values.color("footer-ink", foot.colors.text.or(foot.colors.heading).map(opaque));
    read.values.number("footer-size", foot.font.and_then(|font| font.size));
}

fn button(pages: &[Page], read: &mut Read) {
    let has_sections = pages.first().is_some_and(|page| page.wide.has_sections);
    let seen = || first(pages, |page| page.wide.button.clone());
    let probed = || first(pages, |page| page.wide.probes.first().and_then(|probe| probe.button.clone()));
    let found: Option<Button> = if has_sections { probed().or_else(seen) } else { seen().or_else(probed) };
    let Some(button) = found else { return };
    // A link without a frame or a ground is no button.
    let is_bare = button.fill.is_none_or(|fill| fill[3] == 0) && button.border.unwrap_or_default() < 0.5;
    if is_bare {
        return;
    }
    let values = &mut read.values;
    values.number("button-radius", button.radius);
    values.number("button-x", button.x);
    values.number("button-y", button.y);
    values.number("button-border", button.border);
    if let Some(font) = &button.font {
        values.number("button-size", font.size);
        set("button", font, read);
    }
}

/// The rooms between things.
fn space(pages: &[Page], values: &mut Values) {
    let Some(front) = pages.first() else { return };
    let left = |measured: &Measured, own: &str, width: f64| {
        let brand = measured.head.as_ref().and_then(|head| head.brand).map(|brand| brand.left);
        let bands = measured.bands.iter().filter(|band| !band.fluid).filter_map(|band| band.left);
        let least = bands.chain(brand).filter(|left| *left > 1.0).min_by(f64::total_cmp);
        length(own, width).or(least).map(|left| left.min(width * 0.16))
    };
    values.number("gutter", left(&front.wide, &front.wide.gutter, WIDE));
    values.number("gutter-small", left(&front.narrow, &front.narrow.narrow_gutter, NARROW));
    let widest = front.widest.as_ref();
    let measured = widest.and_then(|page| {
        let spans = page.bands.iter().filter_map(|band| Some((band.left?, band.right? - band.left?)));
        let spans = spans.filter(|(left, width)| *left > WIDEST * 0.08 && *width > 400.0);
        spans.map(|(_, width)| width).max_by(f64::total_cmp)
    });
    values.number("page-width", length(&front.wide.max_width, WIDE).or(measured));
    values.number("column-width", first(pages, |page| page.wide.column));
    for (end, pick) in [("", wide as Pick), ("-small", narrow)] {
        let bands: Vec<&Band> = pages.iter().flat_map(|page| &pick(page).bands).collect();
        let rooms = bands.iter().filter(|band| !band.fluid).filter_map(|band| {
            let share = ROOMS.iter().find(|(name, _)| *name == band.size).map_or(1.0, |(_, share)| *share);
            Some(band.above? / share)
        });
        values.number(&format!("section-space{end}"), middle(rooms.filter(|room| *room >= 4.0).collect()));
        let grids = bands.iter().filter(|band| band.fluid).filter_map(|band| band.above);
        values.number(&format!("grid-space{end}"), middle(grids.collect()));
    }
    values.number("picture-radius", first(pages, |page| page.wide.picture_radius));
}

/// The one in the middle.
fn middle(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// A length with its unit, in pixels; shares of the window are those of its width.
fn length(text: &str, width: f64) -> Option<f64> {
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let number: f64 = text[..at].parse().ok()?;
    let pixels = match text[at..].trim() {
        "px" => number,
        "vw" => number * width / 100.0,
        "rem" | "em" => number * 16.0,
        _ => return None,
    };
    pixels.is_finite().then_some(pixels)
}

fn lists(pages: &[Page], read: &mut Read) {
    let values = &mut read.values;
    if let Some(list) = first(pages, |page| page.wide.products.clone()) {
        values.number("products-columns", list.columns);
        values.number("products-gap", list.gap);
        values.number("products-aspect", list.aspect);
        values.switch("products-centered", list.centered);
        values.number("card-size", list.title.and_then(|font| font.size));
    }
    values.number("products-columns-small", first(pages, |page| page.narrow.products.as_ref()?.columns));
    if let Some(list) = first(pages, |page| page.wide.posts.clone()) {
        values.number("posts-columns", list.columns);
        values.number("posts-gap", list.gap);
        values.number("posts-aspect", list.aspect);
        values.switch("posts-beside", list.beside);
        values.switch("posts-dates", list.dated);
        values.switch("posts-excerpts", list.excerpted);
        values.number("card-size", list.title.and_then(|font| font.size));
    }
    values.number("posts-columns-small", first(pages, |page| page.narrow.posts.as_ref()?.columns));
}
