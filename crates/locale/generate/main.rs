//! Makes the committed packs and the plural rules from the CLDR JSON packages of npm.
//!
//! ```text
//! npm install cldr-core@48.2.0 cldr-numbers-full@48.2.0 cldr-dates-full@48.2.0 cldr-misc-full@48.2.0 cldr-bcp47@48.2.0 \
//!     cldr-cal-buddhist-modern@43.1.0 cldr-cal-japanese-modern@43.1.0 cldr-dates-43@npm:cldr-dates-modern@43.1.0 \
//!     cldr-cal-persian-full@46.1.0 cldr-dates-46@npm:cldr-dates-full@46.1.0 \
//!     tzdata@1.0.51 --legacy-peer-deps
//! # and beside node_modules: tzdata.zi 2026e, from PyPI's tzdata 2026.5 (the release that jiff has, or a test fails)
//! cargo run -p loggia-locale --example generate -- <folder that holds node_modules>
//! ```
//!
//! The JSON (170 MB) is never committed; what is written here is: `packs/*.pack` (one a language, deflated),
//! `src/pack/table.rs` (their list) and `src/plural/{cardinal,ordinal}.rs` (the UTS 35 plural rules as Rust).
//! The regional calendars are newest on npm in older releases. Of those only the eras, Persia's months, and such patterns
//! are taken as are not the generic calendar's of the same release; all other patterns are the generic calendar's of 48.2.

mod calendars;
mod numbers;
mod output;
mod plurals;
mod source;
mod supplement;
mod zones;

use source::Source;
use std::{collections::BTreeMap, path::Path, process::ExitCode};

/// The flat form of one locale: a dotted key and its text.
type Keys = BTreeMap<String, String>;

fn main() -> ExitCode {
    let Some(root) = std::env::args().nth(1) else {
        eprintln!("usage: generate <folder that holds node_modules with the CLDR packages>");
        return ExitCode::from(2);
    };
    match generate(&Source::new(Path::new(&root))) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("generate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(source: &Source) -> Result<String, Box<dyn std::error::Error>> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = source.locales()?;
    let mut locales = BTreeMap::new();
    for name in &names {
        let mut keys = Keys::new();
        numbers::collect(source, name, &mut keys)?;
        calendars::collect(source, name, &mut keys)?;
        locales.insert(name.clone(), keys);
    }
    calendars::fill_from_parents(source, &mut locales);
    let supplement = supplement::collect(source, &names)?;
    let zones = zones::collect(source)?;
    let report = output::packs(
        crate_folder,
        source,
        &locales,
        &[("supplement", &output::lines(&supplement)), ("zones", &zones)],
    )?;
    plurals::write(crate_folder, source)?;
    Ok(report)
}
