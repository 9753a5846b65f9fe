//! What a site asks of its pictures: `pictures` of site.json.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::site::document::Document;
use crate::site::members::Fields;

/// The widths in which every picture is kept, smallest first (specification section 9 "Images"); none is larger than
/// the picture itself.
pub const WIDTHS: [u32; 7] = [100, 300, 500, 750, 1000, 1500, 2500];

/// A format of width variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Known to every browser since 2020.
    Webp,
    /// Smaller, and many times slower to make, so only for who asks; known to every browser since spring 2023.
    Avif,
}

impl Format {
    /// As it stands in site.json, in addresses, and at the end of file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Webp => "webp",
            Format::Avif => "avif",
        }
    }

    /// By its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        [Format::Webp, Format::Avif].into_iter().find(|format| format.name() == name)
    }
}

/// `"pictures": {"formats": ["webp", "avif"], "quality": 80}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// In which formats variants are made; an address without a format means the first. Without any, pictures are only
    /// copied.
    pub formats: Vec<Format>,
    /// From 1 to 100.
    pub quality: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { formats: vec![Format::Webp], quality: 80 }
    }
}

/// Reads the settings of site.json; faults are added.
#[must_use]
pub fn settings(document: Document, faults: &mut Vec<Diagnostic>) -> Settings {
    let mut settings = Settings::default();
    let mut fields = Fields::of(document, faults);
    fields.object("pictures");
    let mut fields = fields.inner(&["pictures".into()]);
    if !fields.node.get("formats").is_nothing() {
        settings.formats.clear();
        for (index, name) in fields.texts("formats").into_iter().enumerate() {
            match Format::named(name) {
                Some(format) if !settings.formats.contains(&format) => settings.formats.push(format),
                Some(_) => {}
                None => fields.fault(
                    &["formats".into(), index.into()],
                    "picture-settings",
                    format!("'{name}' is not a format of pictures."),
                    "write webp or avif; the original is always kept beside them",
                ),
            }
        }
    }
    if let Some(quality) = fields.whole("quality") {
        match u8::try_from(quality) {
            Ok(quality @ 1..=100) => settings.quality = quality,
            _ => fields.fault(
                &["quality".into()],
                "picture-settings",
                format!("{quality} is not a quality of pictures."),
                "write a number from 1 to 100; 80 is usual",
            ),
        }
    }
    settings
}
