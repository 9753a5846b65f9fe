//! Fonts by their names: what stands in for one that its owner does not have, and the files of those that they have.

use std::path::Path;

use walkdir::WalkDir;

/// A longer name is none.
const LONGEST: usize = 60;
/// So many files are looked at.
const MOST_FILES: usize = 5_000;
/// Folders of a site in which files of fonts may lie.
const FOLDERS: [&str; 2] = ["template/assets", "files"];

const GROTESK: &str = "\"Helvetica Neue\", Arimo, Arial, sans-serif";
const GEOMETRIC: &str = "Montserrat, \"Century Gothic\", \"URW Gothic\", sans-serif";
const FUTURA: &str = "Jost, \"Century Gothic\", \"URW Gothic\", sans-serif";
const HUMANIST: &str = "\"Open Sans\", \"Segoe UI\", \"Noto Sans\", sans-serif";
const GARAMOND: &str = "\"EB Garamond\", Garamond, \"Palatino Linotype\", P052, serif";
const DIDONE: &str = "\"Playfair Display\", Didot, \"Bodoni MT\", \"Times New Roman\", serif";
const TRANSITIONAL: &str = "\"Libre Baskerville\", Baskerville, Georgia, serif";
const SLAB: &str = "\"Zilla Slab\", Rockwell, \"Courier Prime\", serif";
const TIMES: &str = "\"Times New Roman\", Tinos, Times, serif";
const MONO: &str = "ui-monospace, \"Liberation Mono\", Menlo, Consolas, monospace";
const SCRIPT: &str = "\"Segoe Script\", \"Apple Chancery\", cursive";

/// Fonts that are sold or rented, by the beginning of their names without spaces and strokes, and families of about their
/// shape and width that are free or on most machines.
const ALIKE: &[(&str, &str)] = &[
    ("proximanova", GEOMETRIC),
    ("gotham", GEOMETRIC),
    ("sofiapro", GEOMETRIC),
    ("museosans", GEOMETRIC),
    ("brandongrotesque", FUTURA),
    ("futura", FUTURA),
    ("avenir", "\"Nunito Sans\", Avenir, \"Segoe UI\", sans-serif"),
    ("centurygothic", FUTURA),
    ("europa", GEOMETRIC),
    ("circular", GEOMETRIC),
    ("neuehaas", GROTESK),
    ("neuehelvetica", GROTESK),
    ("helvetica", GROTESK),
    ("aktivgrotesk", GROTESK),
    ("acumin", GROTESK),
    ("nimbussans", GROTESK),
    ("halyard", GROTESK),
    ("clarkson", GROTESK),
    ("univers", GROTESK),
    ("akzidenz", GROTESK),
    ("din", "Barlow, \"Bahnschrift\", \"DIN Alternate\", sans-serif"),
    ("ffdin", "Barlow, \"Bahnschrift\", \"DIN Alternate\", sans-serif"),
    ("myriad", HUMANIST),
    ("freightsans", HUMANIST),
    ("ffmeta", HUMANIST),
    ("gillsans", "\"Gill Sans\", Lato, \"Segoe UI\", sans-serif"),
    ("tradegothic", GROTESK),
    ("adobegaramond", GARAMOND),
    ("garamond", GARAMOND),
    ("sabon", GARAMOND),
    ("minion", GARAMOND),
    ("freighttext", GARAMOND),
    ("freightdisp", DIDONE),
    ("didot", DIDONE),
    ("bodoni", DIDONE),
    ("ivypresto", DIDONE),
    ("canela", DIDONE),
    ("baskerville", TRANSITIONAL),
    ("adobecaslon", "\"Libre Caslon Text\", \"Big Caslon\", Georgia, serif"),
    ("caslon", "\"Libre Caslon Text\", \"Big Caslon\", Georgia, serif"),
    ("georgia", "Georgia, Gelasio, serif"),
    ("rockwell", SLAB),
    ("clarendon", SLAB),
    ("museoslab", SLAB),
];

/// Words that are no names of fonts, with what they mean.
const GENERIC: &[(&str, &str)] = &[
    ("serif", TIMES),
    ("sans-serif", GROTESK),
    ("monospace", MONO),
    ("cursive", SCRIPT),
    ("fantasy", GROTESK),
    ("system-ui", "system-ui, sans-serif"),
    ("ui-sans-serif", "system-ui, sans-serif"),
    ("-apple-system", "system-ui, sans-serif"),
    ("blinkmacsystemfont", "system-ui, sans-serif"),
];

/// Fonts that come with most machines: nobody has to be asked for them.
const COMMON: [&str; 16] = [
    "arial",
    "helvetica",
    "helveticaneue",
    "times",
    "timesnewroman",
    "georgia",
    "verdana",
    "tahoma",
    "trebuchetms",
    "couriernew",
    "courier",
    "impact",
    "lucidagrande",
    "palatino",
    "palatinolinotype",
    "segoeui",
];

/// A font that the old site had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// Its name; nothing when it is a word such as `serif`.
    pub(super) name: Option<String>,
    /// What a style sheet says: its name, and what stands in for it.
    pub(super) stack: String,
}

/// Reads a list of families as a browser gives it; the first is the font. A name that is not plainly one is left out.
pub(super) fn named(list: &str) -> Option<Named> {
    let families: Vec<String> = list.split(',').take(12).filter_map(family).collect();
    let first = families.first()?;
    if let Some((_, stack)) = generic(first) {
        return Some(Named { name: None, stack: (*stack).to_owned() });
    }
    let key = key(first);
    let alike = ALIKE.iter().find(|(start, _)| key.starts_with(start)).map(|(_, stack)| *stack);
    let rest = alike.or_else(|| families.iter().find_map(|family| generic(family)).map(|(_, stack)| *stack));
    let rest = rest.unwrap_or(GROTESK);
    Some(Named { name: Some(first.clone()), stack: format!("\"{first}\", {rest}") })
}

/// Whether a font is on most machines.
pub(super) fn is_common(name: &str) -> bool {
    COMMON.contains(&key(name).as_str())
}

fn family(text: &str) -> Option<String> {
    let name = text.trim().trim_matches(['"', '\'']).trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let begins = name.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    (begins && name.len() <= LONGEST && name.chars().all(is_plain)).then(|| name.to_owned())
}

fn generic(name: &str) -> Option<&'static (&'static str, &'static str)> {
    GENERIC.iter().find(|(word, _)| name.eq_ignore_ascii_case(word))
}

/// A name as it is compared: letters and digits alone.
fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// A file of a font that lies in the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    /// As a style sheet names it.
    pub(super) address: String,
    pub(super) format: &'static str,
    pub(super) weight: u16,
    pub(super) italic: bool,
}

/// The owner's files of a font: those whose names begin with its name, such as `proxima-nova-700-italic.woff2`.
pub(super) fn files(site: &Path, name: &str) -> Vec<File> {
    let wanted = key(name);
    let mut found = Vec::new();
    for folder in FOLDERS {
        let entries = WalkDir::new(site.join(folder)).max_depth(4).sort_by_file_name();
        for entry in entries.into_iter().flatten().take(MOST_FILES) {
            let Ok(path) = entry.path().strip_prefix(site) else { continue };
            let path = crate::asset::slashes(path);
            let is_plain =
                path.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '.'));
            let last = path.rsplit('/').next().unwrap_or_default();
            let Some((stem, ending)) = last.rsplit_once('.').filter(|_| is_plain) else { continue };
            let format = match ending.to_ascii_lowercase().as_str() {
                "woff2" => "woff2",
                "woff" => "woff",
                "ttf" => "truetype",
                "otf" => "opentype",
                _ => continue,
            };
            let Some(rest) = key(stem).strip_prefix(&wanted).map(str::to_owned) else { continue };
            let Some((weight, italic)) = cut(&rest) else { continue };
            let address = path.strip_prefix("template/").map_or_else(|| format!("/{path}"), str::to_owned);
            found.push(File { address, format, weight, italic });
        }
    }
    found
}

/// The weight and slant that the rest of a file's name says; nothing when it says something else.
fn cut(rest: &str) -> Option<(u16, bool)> {
    let (rest, italic) = match rest.strip_suffix("italic").or_else(|| rest.strip_suffix("oblique")) {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let weight = match rest {
        "" | "regular" | "400" | "normal" | "book" => 400,
        "thin" | "hairline" | "100" => 100,
        "extralight" | "ultralight" | "200" => 200,
        "light" | "300" => 300,
        "medium" | "500" => 500,
        "semibold" | "demibold" | "600" => 600,
        "bold" | "700" => 700,
        "extrabold" | "ultrabold" | "800" => 800,
        "black" | "heavy" | "900" => 900,
        _ => return None,
    };
    Some((weight, italic))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-573: nothing of a page stands in a style sheet but a plain name.
    #[test]
    fn s_573_a_font_is_a_plain_name_with_what_stands_in_for_it() {
        let stack = |list: &str| named(list).map(|named| named.stack);
        assert_eq!(stack("\"Proxima Nova\", sans-serif").unwrap(), format!("\"Proxima Nova\", {GEOMETRIC}"));
        assert_eq!(stack("proxima-nova").unwrap(), format!("\"proxima-nova\", {GEOMETRIC}"));
        assert_eq!(stack("Quaint, serif").unwrap(), format!("\"Quaint\", {TIMES}"));
        assert_eq!(stack("serif").unwrap(), TIMES);
        assert_eq!(named("serif").unwrap().name, None);
        for bad in [
            "url(javascript:alert(1))",
            "a;}body{display:none",
            "\"a\\22 b\"",
            "",
            "x</style>",
            &"a".repeat(61),
        ] {
            assert_eq!(stack(bad), None, "{bad}");
        }
        assert_eq!(stack("url(javascript:1), Georgia").unwrap(), "\"Georgia\", Georgia, Gelasio, serif");
    }

    #[test]
    fn s_573_the_owner_s_files_are_found_by_their_names() {
        let site = tempfile::tempdir().unwrap();
        let folder = site.path().join("template/assets/fonts");
        std::fs::create_dir_all(&folder).unwrap();
        for name in [
            "proxima-nova-700-italic.woff2",
            "ProximaNova.otf",
            "proxima-nova-wide.woff2",
            "other.woff2",
            "proxima nova bold.woff2",
        ] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let found = files(site.path(), "Proxima Nova");
        let said: Vec<(&str, u16, bool)> =
            found.iter().map(|file| (file.address.as_str(), file.weight, file.italic)).collect();
        assert_eq!(
            said,
            [
                ("assets/fonts/ProximaNova.otf", 400, false),
                ("assets/fonts/proxima-nova-700-italic.woff2", 700, true)
            ]
        );
    }
}
