//! Load, compile, plan, render, minify, write, in order.

mod addresses;
mod built;
mod cache;
mod finish;
mod language;
mod loaded;
mod options;
mod own_threads;
mod sample;
mod session;
pub mod trial;
mod versions;
mod write;

use std::path::Path;

use loggia_template::Arena;

pub use addresses::{Addresses, addresses as addresses_of};
use built::ended;
pub use built::{Built, Progress, Silent};
use finish::finish;
pub use loaded::{Loaded, load, load_content};
use options::failed;
pub use options::{ENVIRONMENTS, Options};
pub use own_threads::on_own_threads;
pub use sample::samples;
pub use session::Session;
use versions::{addresses, render_context};

use crate::check::Checker;
use crate::output::OutputError;
use crate::plan::Page;
use crate::render;
use crate::render::feed::Translated;
use crate::report::Timings;

/// Builds a site into a folder. With errors nothing is written, unless the build is lenient.
///
/// # Errors
/// When the folder cannot be written, or holds files of somebody else.
pub fn build(options: &Options, out: &Path, progress: &dyn Progress) -> Result<Built, OutputError> {
    let mut timings = Timings::default();
    let (loaded, diagnostics) = load(options, &mut timings);
    match loaded.filter(|_| !failed(options, &diagnostics)) {
        Some(loaded) => {
            let (mut built, _) = finish(&loaded, diagnostics, options, out, progress, timings)?;
            built.prices = prices(&loaded, options).filter(|_| built.written.is_some());
            Ok(built)
        }
        None => Ok(ended(diagnostics, 0, None, timings)),
    }
}

/// The history of prices with those that this build shows to the public, if it is another one than before and the law of the
/// seller's country asks for it.
fn prices(loaded: &Loaded, options: &Options) -> Option<String> {
    let is_public = options.environment == "prod" && !options.drafts && !options.lenient;
    let site = loaded.site.get();
    let (history, today) = site.website.price_notes.as_ref().filter(|_| is_public)?.history()?;
    let items = site.collections.iter().flat_map(|collection| &collection.items);
    let sold = items.filter(|item| item.is_public).filter_map(|item| item.product.as_deref());
    let next = history.with(sold, today);
    (next != *history).then(|| next.to_text())
}

/// Loads, compiles and renders a site and writes nothing.
#[must_use]
pub fn check(options: &Options, progress: &dyn Progress) -> Built {
    let mut timings = Timings::default();
    let (loaded, mut diagnostics) = load(options, &mut timings);
    let Some(loaded) = loaded else { return ended(diagnostics, 0, None, timings) };
    let sheets = addresses(&loaded);
    let versions = versions::versions(&loaded);
    let arena = Arena::new();
    let shared = versions::shared(&loaded, options, &arena);
    let own = render_context(&loaded, options, &sheets, &versions, &shared[0]);
    let others = versions::render_contexts(&loaded, own, &shared[1..]);
    let translated: Vec<_> = others.iter().map(|(context, pages)| (context, *pages)).collect();
    let feeds = render::feed::files(&own, &loaded.pages, &translated);
    let files = addresses::files(&loaded, &feeds);
    let all = || std::iter::once((&own, loaded.pages.as_slice())).chain(translated.iter().copied());
    let localized = |(context, pages): Translated<'_>| {
        pages.iter().map(|page| context.site.website.localized(&page.url)).collect::<Vec<_>>()
    };
    let addresses: Vec<String> = all().flat_map(localized).collect();
    progress.pages(addresses.len());
    for (context, pages) in all() {
        let checker = Checker::new(context.site, &loaded.theme, &addresses, files.iter().cloned());
        let checker = checker.after(&diagnostics);
        let pages: Vec<&Page> = pages.iter().collect();
        let rendered = render::pages(context, &pages, |page, rendered| {
            checker.page(page, &rendered.bytes);
            progress.page();
            Ok::<(), std::convert::Infallible>(())
        });
        match rendered {
            Ok(found) => diagnostics.extend(found),
            Err(never) => match never {},
        }
        diagnostics.extend(checker.finish());
    }
    progress.end();
    let cache = (&options.cache(), options.now);
    drop(loaded.store.catalog(loaded.site.get(), &loaded.pages, &[], cache, &mut diagnostics));
    timings.step("render");
    ended(diagnostics, loaded.count(), None, timings)
}
