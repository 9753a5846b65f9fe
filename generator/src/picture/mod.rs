//! Pictures: each once as its owner gave it, and beside it narrower ones, for screens of every width.
//!
//! Every picture in `files/` gets the widths of the specification's section 9 that are not larger than itself, in WebP
//! or what `pictures.formats` of site.json says, and the facts that content may leave out: `originalSize`, `colorData`,
//! `systemDataVariants` (G-039), and `placeholder`, a blurred picture in a few hundred bytes. Content and templates keep
//! the address of the original with `?format=500w`; it leads to the variant when the page is written
//! ([`crate::asset::Assets::resolve`]).
//!
//! What was made is kept in the cache by the digest of the picture and of the settings, and never made twice.

#[cfg_attr(not(feature = "pictures"), expect(dead_code, reason = "only codecs need memory"))]
mod budget;
#[cfg(feature = "pictures")]
mod codec;
mod complete;
mod facts;
pub mod gate;
mod settings;
pub mod sniff;
pub mod svg;

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::asset::{Alternative, Asset, Assets, hashed_name};
use crate::cache::Cache;
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, Entry};
use budget::Budget;
pub use complete::{complete, complete_node};
#[cfg(feature = "pictures")]
use facts::height_at;
pub use facts::{Facts, Pictures, Variant};
pub use settings::{Format, Settings, WIDTHS, settings};

const KIND: &str = "pictures";
/// Goes up when the same picture and settings give other bytes or facts.
#[cfg(feature = "pictures")]
const VERSION: u32 = 1;
/// Bytes of pictures that are open at the same time.
const MEMORY: u64 = 512 << 20;

/// Makes what is missing of a site's pictures, in parallel, and offers the variants with the assets. Faults are added.
///
/// `now` is in milliseconds since 1970 (UTC).
#[must_use]
pub fn prepare(
    assets: &mut Assets,
    settings: &Settings,
    cache: &Cache,
    now: i64,
    faults: &mut Vec<Diagnostic>,
) -> Pictures {
    let cache = cache.clone().or_temporary(KIND);
    let budget = Budget::new(MEMORY);
    let found: Vec<(String, Asset)> = assets
        .iter()
        .filter(|(address, _)| is_picture(address))
        .map(|(address, asset)| (address.clone(), asset.clone()))
        .collect();
    check_files(assets, faults);
    // The same picture under two names is one.
    let once: BTreeMap<Digest, &Asset> = found
        .iter()
        .filter(|(address, _)| is_own(address))
        .map(|(_, asset)| (asset.entry.hash, asset))
        .collect();
    let done: BTreeMap<Digest, Result<Done, String>> =
        once.into_par_iter().map(|(hash, asset)| (hash, picture(asset, settings, &cache, &budget))).collect();
    let mut pictures = Pictures::default();
    let mut used = Vec::new();
    for done in done.values().flatten() {
        pictures.unpacked += usize::from(done.unpacked);
        pictures.made += done.made;
        used.extend(done.files(&cache));
    }
    for (address, asset) in found {
        let facts = match done.get(&asset.entry.hash).filter(|_| is_own(&address)) {
            None => header(&asset),
            Some(Ok(done)) => {
                assets.offer(&address, alternatives(&asset, done, &cache));
                done.facts.clone()
            }
            Some(Err(message)) => {
                let message = format!("This picture cannot be read: {}.", message.trim_end_matches('.'));
                let fault = Diagnostic::error("picture", address.trim_start_matches('/'), message);
                faults.push(fault.help("open it and save it again as JPEG, PNG or WebP, or remove it"));
                continue;
            }
        };
        if facts.width > 0 {
            pictures.facts.insert(address, facts);
        }
    }
    cache.sweep(KIND, used.iter().map(std::path::PathBuf::as_path), now);
    pictures.cache = cache;
    pictures
}

/// Whether a file that somebody brings along is a picture that a build takes; only its header is read where the program
/// has no codecs. One at a time, however many are brought at once.
///
/// # Errors
/// Why it is none.
pub fn try_out(bytes: &[u8]) -> Result<(), String> {
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    gate::look(bytes)?;
    let _alone = ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    #[cfg(feature = "pictures")]
    codec::Picture::read(bytes)?;
    Ok(())
}

/// Says which pictures of lines carry a program, and which pictures are of another format than their name says.
fn check_files(assets: &Assets, faults: &mut Vec<Diagnostic>) {
    let ending = |address: &str| address.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let found: Vec<Diagnostic> = assets
        .iter()
        .filter(|(address, _)| is_own(address))
        .par_bridge()
        .filter_map(|(address, asset)| {
            let file = address.trim_start_matches('/');
            match ending(address).as_str() {
                "svg" | "svgz" => {
                    let why = crate::folder::read(&asset.source).map_err(|error| error.to_string());
                    let why = why.and_then(|bytes| svg::check(&bytes)).err()?;
                    let message = format!("This picture is not published: {why}.");
                    let help = "save it as plain SVG, without scripts, entities and addresses elsewhere";
                    Some(Diagnostic::error("picture-program", file, message).help(help))
                }
                _ => None,
            }
        })
        .collect();
    let mut found = found;
    found.sort_by(|a, b| a.file.cmp(&b.file));
    faults.extend(found);
}

/// One picture after the work.
#[derive(Debug, Default)]
struct Done {
    facts: Facts,
    key: Option<Digest>,
    unpacked: bool,
    made: usize,
}

impl Done {
    /// The files of the cache that hold it.
    fn files(&self, cache: &Cache) -> Vec<std::path::PathBuf> {
        let Some(key) = self.key else { return Vec::new() };
        let variants =
            self.facts.variants.iter().filter_map(|variant| cache.file(KIND, key, &variant.ending()));
        variants.chain(cache.file(KIND, key, FACTS)).collect()
    }
}

impl Variant {
    /// What follows the key in the name of its file in the cache.
    fn ending(&self) -> String {
        format!("{}w.{}", self.width, self.format.name())
    }
}

/// The name of a picture's facts in the cache.
const FACTS: &str = "json";

/// Whether a picture is the owner's, not the template's.
fn is_own(address: &str) -> bool {
    address.starts_with("/files/")
}

fn is_picture(address: &str) -> bool {
    let ending = address.rsplit('.').next().unwrap_or_default();
    ["jpg", "jpeg", "png", "webp", "gif"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// What the first bytes of a file say, for pictures of a template: they have no variants.
fn header(asset: &Asset) -> Facts {
    let size = crate::folder::open(&asset.source)
        .ok()
        .and_then(|file| imagesize::reader_size(std::io::BufReader::new(file)).ok());
    let side = |side: usize| u32::try_from(side).unwrap_or(0);
    size.map_or_else(Facts::default, |size| Facts {
        width: side(size.width),
        height: side(size.height),
        ..Facts::default()
    })
}

/// The variants under the names they are written with.
fn alternatives(asset: &Asset, done: &Done, cache: &Cache) -> Vec<Alternative> {
    let Some(key) = done.key else { return Vec::new() };
    let plain = asset.plain_path();
    let stem = plain.rfind('.').map_or(plain.as_str(), |dot| &plain[..dot]);
    let variants = done.facts.variants.iter().filter_map(|variant| {
        let name = format!("{stem}-{}", variant.ending());
        let asset = Asset {
            source: cache.file(KIND, key, &variant.ending())?,
            path: hashed_name(&name, variant.entry.hash),
            entry: variant.entry,
        };
        Some(Alternative { width: variant.width, format: variant.format.name(), asset })
    });
    variants.collect()
}

/// Without the codecs, only what the first bytes say.
#[cfg(not(feature = "pictures"))]
fn picture(asset: &Asset, _: &Settings, _: &Cache, _: &Budget) -> Result<Done, String> {
    Ok(Done { facts: header(asset), ..Done::default() })
}

/// From the cache, or made.
#[cfg(feature = "pictures")]
fn picture(asset: &Asset, settings: &Settings, cache: &Cache, budget: &Budget) -> Result<Done, String> {
    let wanted = serde_json::to_string(settings).unwrap_or_default();
    let key = Digest::of(format!("{VERSION}\n{}\n{wanted}", asset.entry.hash).as_bytes());
    if let Some(facts) = kept(key, cache) {
        return Ok(Done { facts, key: Some(key), ..Done::default() });
    }
    if asset.entry.size > gate::LARGEST_FILE {
        return Err(gate::file_too_large());
    }
    let bytes = crate::folder::read(&asset.source).map_err(|error| error.to_string())?;
    let look = gate::look(&bytes)?;
    // Three or four bytes a pixel as read, as many again while it is turned or its colors are changed.
    let _share = budget.take(bytes.len() as u64 + u64::from(look.width) * u64::from(look.height) * 8);
    let picture = codec::Picture::read(&bytes)?;
    let (width, height) = picture.pixels.size();
    let mut variants = Vec::new();
    let mut put = |variant: Variant, bytes: &[u8]| {
        let kept = cache.put(KIND, key, &variant.ending(), bytes);
        variants.push(variant);
        kept.map(drop).ok_or("there is no room to keep its variants")
    };
    // From the widest to the narrowest, each from the one before: as sharp, and a fraction of the work.
    let mut scaled: Option<codec::Pixels> = None;
    for wanted in WIDTHS.into_iter().rev().filter(|wanted| *wanted <= width && !picture.is_animated) {
        let larger = scaled.as_ref().unwrap_or(&picture.pixels);
        let scaled = scaled.insert(larger.scaled(wanted, height_at(width, height, wanted))?);
        for format in settings.formats.iter().copied() {
            let bytes = scaled.encoded(format, settings.quality)?;
            put(Variant { width: wanted, format, entry: Entry::of(&bytes) }, &bytes)?;
        }
    }
    let made = variants.len();
    variants.sort_by_key(|variant: &Variant| variant.width);
    let small = scaled.as_ref().unwrap_or(&picture.pixels);
    let facts = Facts {
        width,
        height,
        colors: Some(picture.pixels.averages()?),
        placeholder: Some(small.placeholder()?),
        variants,
    };
    // Last: facts that are there say that every variant is.
    if let Ok(bytes) = serde_json::to_vec(&facts) {
        cache.put(KIND, key, FACTS, &bytes);
    }
    Ok(Done { facts, key: Some(key), unpacked: true, made })
}

/// The facts of an earlier build, when every variant is still there.
#[cfg(feature = "pictures")]
fn kept(key: Digest, cache: &Cache) -> Option<Facts> {
    let facts: Facts = serde_json::from_slice(&cache.get(KIND, key, FACTS)?).ok()?;
    let there = |variant: &Variant| {
        let file = cache.file(KIND, key, &variant.ending());
        file.and_then(|file| std::fs::metadata(file).ok())
            .is_some_and(|found| found.len() == variant.entry.size)
    };
    facts.variants.iter().all(there).then_some(facts)
}

#[cfg(test)]
#[cfg(feature = "pictures")]
mod tests;

#[cfg(test)]
#[cfg(feature = "pictures")]
mod hostile;
