//! Load, compile, plan, render, minify, write, in order.

mod cache;
mod language;
mod session;
pub mod trial;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use language::Translation;
use loggia_template::Arena;
use session::Past;
pub use session::Session;

use crate::asset::{Asset, Assets};
use crate::block_html::BlockHtml;
use crate::cache::Cache;
use crate::catalog::{Store, sold};
use crate::check::Checker;
use crate::diagnostic::{Diagnostic, nearest};
use crate::manifest::{Digest, Manifest};
use crate::output::{Output, OutputError, Written};
use crate::picture::{self, Pictures};
use crate::plan::{Page, plan};
use crate::render::block::How;
use crate::render::feed::Translated;
use crate::render::island::Settings;
use crate::render::language::Version;
use crate::render::scope::{Shared, answers};
use crate::render::{self, Material};
use crate::report::Timings;
use crate::search;
use crate::site::code::collection::PRODUCTS;
use crate::site::{LoadOptions, OwnedSite, Site};
use crate::style::{self, Styles};
use crate::theme::Theme;
use crate::widgets::Widgets;

/// How a site is built.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of the site.
    pub site: PathBuf,
    /// The clock, milliseconds since 1970 (UTC). The same clock and the same site give the same bytes.
    pub now: i64,
    /// Whether HTML is made small.
    pub minify: bool,
    /// Whether it is made as small as it can be, at any price.
    pub minify_whole: bool,
    /// Whether what can be built is built although there are errors.
    pub lenient: bool,
    /// The widgets' folder, in place of those inside the program.
    pub widgets: Option<PathBuf>,
    /// dev, qa, staging or prod.
    pub environment: &'static str,
    /// Whether what is not public is shown as well.
    pub drafts: bool,
    /// Whether a site that exceeds a limit is built all the same: while somebody works on it (G-127).
    pub beyond_limits: bool,
    /// The site whose cache is used; its own when none is named.
    pub cache_of: Option<PathBuf>,
}

impl Options {
    /// What was worked out by earlier builds.
    fn cache(&self) -> Cache {
        Cache::of_site(self.cache_of.as_ref().unwrap_or(&self.site))
    }
}

/// A site with everything that is needed to make its pages.
pub struct Loaded {
    /// The content.
    pub site: OwnedSite,
    /// The HTML of its blocks.
    pub blocks: BlockHtml<'static>,
    /// The templates.
    pub theme: Theme,
    /// Products and forms.
    pub store: Store,
    /// Pictures and other files.
    pub assets: Assets,
    /// The addresses of files that are sold, with the products that sell them.
    sold: BTreeMap<String, BTreeSet<String>>,
    /// Those files, by address; they are not published.
    pub withheld: BTreeMap<String, Asset>,
    /// What is known of the pictures, and where their variants lie.
    pub pictures: Pictures,
    /// The style sheets.
    pub styles: Styles,
    /// The widgets' program.
    pub widgets: Option<Widgets>,
    /// What is said with every file.
    pub headers: render::headers::Headers,
    /// What visitors may find.
    pub search: search::Index,
    /// The digests of what the queries of templates answer.
    answers: BTreeMap<String, Digest>,
    /// Every page.
    pub pages: Vec<Page>,
    /// The site in its other languages.
    pub translations: Vec<Translation>,
}

impl Loaded {
    /// How many pages the site has, in all languages.
    fn count(&self) -> usize {
        self.pages.len() + self.translations.iter().map(|other| other.pages.len()).sum::<usize>()
    }

    /// Whether any page may have blocks, or a built-in list that looks like them; that of products does not.
    fn has_block_styles(&self) -> bool {
        let own = |name: &str| self.theme.template(&format!("collections/{name}.list")).is_some();
        let site = self.site.get();
        site.has_blocks()
            || site.collections.iter().any(|collection| {
                let built_in = collection.is_list() && !own(collection.type_name);
                collection.is_public && built_in && collection.type_code != PRODUCTS
            })
    }
}

/// What came of a build.
pub struct Built {
    /// Everything that was found wrong, in order of file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// How many pages the site has.
    pub pages: usize,
    /// What was written; `None` when nothing was, because of errors.
    pub written: Option<(Arc<Manifest>, Written)>,
    /// How long it took.
    pub timings: Timings,
}

/// Hears how far a build is: steps by name, pages by number.
pub trait Progress: Sync {
    /// Pages are about to be rendered: so many.
    fn pages(&self, count: usize);
    /// One of them is done.
    fn page(&self);
    /// The build has ended.
    fn end(&self);
}

/// Nobody listens.
pub struct Silent;

impl Progress for Silent {
    fn pages(&self, _: usize) {}
    fn page(&self) {}
    fn end(&self) {}
}

/// Loads and compiles a site; every fault is given. Without a readable `site.json` there is nothing.
#[must_use]
pub fn load(options: &Options, timings: &mut Timings) -> (Option<Loaded>, Vec<Diagnostic>) {
    let root = options.site.as_path();
    let outside = crate::site::links::leading_elsewhere(root);
    if !outside.is_empty() {
        // Whatever else is asked for: nothing is read through them.
        return (None, outside);
    }
    let asked = LoadOptions { now: options.now, environment: options.environment, language: None };
    let (owned, mut faults) = OwnedSite::load(root, asked);
    let site = owned.as_ref().map(OwnedSite::get);
    timings.step("load");
    let theme = Theme::load(root, &mut faults);
    timings.step("templates");
    let mut assets = Assets::load(root).unwrap_or_else(|found| {
        faults.extend(found);
        Assets::default()
    });
    if let Some(site) = site {
        assets.host.clone_from(&site.website.assets_base_url);
    }
    // Before anything is made of them: what is sold is nowhere in what is published.
    let mut sold = site.map(sold::files).unwrap_or_default();
    let mut withheld = assets.withhold(sold.keys());
    if let Some(site) = site {
        sold::check(site, &sold, &withheld.keys().map(String::as_str).collect(), &mut faults);
    }
    timings.step("assets");
    let cache = options.cache();
    let asked = site.map(|site| picture::settings(site.website.document, &mut faults));
    let pictures =
        picture::prepare(&mut assets, &asked.unwrap_or_default(), &cache, options.now, &mut faults);
    let owned = owned.map(|site| site.changed(|site| picture::complete(site, &pictures)));
    let site = owned.as_ref().map(OwnedSite::get);
    timings.step("pictures");
    let declared = theme.conf.tweaks.as_slice();
    let tweaks = site.map(|site| style::tweaks(site.website.document, declared, &mut faults));
    let styles = style::compile(&style::Wanted {
        root,
        named: theme.conf.stylesheets.as_deref(),
        math: theme.conf.math,
        tweaks: &tweaks.unwrap_or_default(),
        assets: &assets,
        cache: &cache,
    });
    faults.extend(styles.diagnostics.iter().cloned());
    let widgets = Widgets::load(options.widgets.as_deref()).unwrap_or_else(|fault| {
        faults.push(fault);
        None
    });
    timings.step("styles");
    faults = softened(options, faults).collect();
    let (Some(owned), Some(site)) = (&owned, site) else { return (None, faults) };
    let sheets = styles.sheets.iter().map(|sheet| sheet.bytes.as_slice());
    let headers = render::headers::read(site, sheets, &mut faults);
    let store = Store::read(site, &mut faults);
    let how = How { environment: options.environment, now: options.now, marks: false };
    let blocks = render::block::all(site, &theme, &store, how, &mut faults);
    let pages = plan(site, options.drafts, options.now);
    let search = search::Index::of((site, &blocks), &store, &assets, &pages, None);
    let answers = answers(site, &blocks, &theme, options.drafts);
    let parts = language::Parts { theme: &theme, assets: &assets, pictures: &pictures };
    let translations = language::load(site, &parts, options, &mut faults);
    for (address, products) in translations.iter().flat_map(|other| sold::files(other.site.get())) {
        sold.entry(address).or_default().extend(products);
    }
    withheld.extend(assets.withhold(sold.keys()));
    check_layouts(site, &theme, &mut faults);
    check_queries(site, &theme, &mut faults);
    check_menus(site, &theme, &mut faults);
    timings.step("plan");
    let loaded = Loaded {
        site: owned.clone(),
        blocks,
        theme,
        store,
        assets,
        sold,
        withheld,
        pictures,
        styles,
        widgets,
        headers,
        search,
        answers,
        pages,
        translations,
    };
    (Some(loaded), faults)
}

/// Faults as they count: while somebody works on a site, limits only warn.
fn softened(options: &Options, faults: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    let beyond_limits = options.beyond_limits;
    faults.into_iter().map(move |fault| match beyond_limits && fault.code == "limit" {
        true => fault.into_warning(),
        false => fault,
    })
}

/// Builds a site into a folder. With errors nothing is written, unless the build is lenient.
///
/// # Errors
/// When the folder cannot be written, or holds files of somebody else.
pub fn build(options: &Options, out: &Path, progress: &dyn Progress) -> Result<Built, OutputError> {
    let mut timings = Timings::default();
    let (loaded, diagnostics) = load(options, &mut timings);
    match loaded.filter(|_| !failed(options, &diagnostics)) {
        Some(loaded) => finish(&loaded, diagnostics, options, out, progress, timings).map(|(built, _)| built),
        None => Ok(ended(diagnostics, 0, None, timings)),
    }
}

/// Whether these faults stop a build.
fn failed(options: &Options, diagnostics: &[Diagnostic]) -> bool {
    !options.lenient && diagnostics.iter().any(Diagnostic::is_error)
}

/// Makes the pages of a site that has been loaded, and writes them.
fn finish(
    loaded: &Loaded,
    mut diagnostics: Vec<Diagnostic>,
    options: &Options,
    out: &Path,
    progress: &dyn Progress,
    mut timings: Timings,
) -> Result<(Built, Option<Past>), OutputError> {
    let output = Output::open(out)?;
    let before = cache::read(out);
    timings.step("cache");
    let rendered = write::all(loaded, options, &output, &before, progress);
    timings.step("render");
    let outcome = match rendered {
        Ok(outcome) => outcome,
        Err(error) => {
            output.discard();
            return Err(error);
        }
    };
    diagnostics.extend(outcome.diagnostics.iter().cloned());
    if failed(options, &diagnostics) {
        output.discard();
        return Ok((ended(diagnostics, loaded.count(), None, timings), None));
    }
    let is_new = outcome.pages != before;
    if is_new {
        cache::forget(out);
    }
    let (manifest, written) = output.commit()?;
    if is_new {
        cache::write(out, &outcome.pages);
    }
    timings.step("write");
    let past = outcome.diagnostics.is_empty().then(|| Past { outcome, manifest: manifest.clone() });
    Ok((ended(diagnostics, loaded.count(), Some((manifest, written)), timings), past))
}

/// Loads, compiles and renders a site and writes nothing.
#[must_use]
pub fn check(options: &Options, progress: &dyn Progress) -> Built {
    let mut timings = Timings::default();
    let (loaded, mut diagnostics) = load(options, &mut timings);
    let Some(loaded) = loaded else { return ended(diagnostics, 0, None, timings) };
    let sheets = addresses(&loaded);
    let versions = language::versions(&loaded);
    let arena = Arena::new();
    let shared = language::shared(&loaded, options, &arena);
    let own = material(&loaded, options, &sheets, &versions, &shared[0]);
    let others = language::materials(&loaded, own, &shared[1..]);
    let translated: Vec<_> = others.iter().map(|(material, pages)| (material, *pages)).collect();
    let feeds = render::feed::files(&own, &loaded.pages, &translated);
    let files = files(&loaded, &feeds);
    let all = || std::iter::once((&own, loaded.pages.as_slice())).chain(translated.iter().copied());
    let localized = |(material, pages): Translated<'_>| {
        pages.iter().map(|page| material.site.website.localized(&page.url)).collect::<Vec<_>>()
    };
    let addresses: Vec<String> = all().flat_map(localized).collect();
    progress.pages(addresses.len());
    let sound = !diagnostics.iter().any(Diagnostic::is_error);
    for (material, pages) in all() {
        let checker = Checker::new(material.site, &loaded.theme, &addresses, files.iter().cloned());
        let pages: Vec<&Page> = pages.iter().collect();
        let rendered = render::pages(material, &pages, |page, rendered| {
            // What is wrong at the source shows on pages as well; it is said once.
            if sound {
                checker.page(page, &rendered.bytes);
            }
            progress.page();
            Ok::<(), std::convert::Infallible>(())
        });
        match rendered {
            Ok(found) => diagnostics.extend(found),
            Err(never) => match never {},
        }
        diagnostics.extend(checker.finish());
        diagnostics.extend(crate::check::content(material.site, &loaded.theme));
    }
    progress.end();
    let cache = (&options.cache(), options.now);
    drop(loaded.store.catalog(loaded.site.get(), &loaded.pages, &[], cache, &mut diagnostics));
    timings.step("render");
    ended(diagnostics, loaded.count(), None, timings)
}

/// The path of everything in the output that is no page, and the plain addresses of downloads.
fn files(loaded: &Loaded, feeds: &[(String, String)]) -> Vec<String> {
    let plain = loaded.assets.iter().filter(|(address, _)| address.starts_with("/files/"));
    let assets = loaded.assets.iter().map(|(_, asset)| asset.path.clone());
    let mut files: Vec<String> = plain.map(|(address, _)| address[1..].to_owned()).chain(assets).collect();
    files.extend(loaded.assets.alternatives().map(|alternative| alternative.asset.path.clone()));
    files.extend(loaded.widgets.iter().flat_map(|widgets| &widgets.files).map(|(path, _)| path.clone()));
    files.extend(loaded.styles.sheets.iter().map(|sheet| sheet.path.clone()));
    files.push(style::builtin::blocks().path.clone());
    let searches = loaded.translations.iter().map(|other| &other.search).chain([&loaded.search]);
    files.extend(searches.flat_map(|search| search.files.keys().cloned()));
    files.extend(feeds.iter().map(|(path, _)| path.clone()));
    files
}

fn ended(
    mut diagnostics: Vec<Diagnostic>,
    pages: usize,
    written: Option<(Arc<Manifest>, Written)>,
    timings: Timings,
) -> Built {
    crate::diagnostic::sort(&mut diagnostics);
    diagnostics.dedup();
    Built { diagnostics, pages, written, timings }
}

fn addresses(loaded: &Loaded) -> Vec<String> {
    let host = &loaded.assets.host;
    loaded.styles.sheets.iter().map(|sheet| format!("{host}/{}", sheet.path)).collect()
}

fn material<'b>(
    loaded: &'b Loaded,
    options: &'b Options,
    stylesheets: &'b [String],
    versions: &'b [Version<'b>],
    shared: &'b Shared<'b>,
) -> Material<'b> {
    let site = loaded.site.get();
    Material {
        site,
        theme: &loaded.theme,
        store: &loaded.store,
        assets: &loaded.assets,
        shared,
        stylesheets,
        block_sheet: loaded.has_block_styles().then_some(style::builtin::blocks().path.as_str()),
        widgets: loaded.widgets.as_ref(),
        settings: Settings { api_base_url: &site.website.api_base_url, environment: options.environment },
        versions,
        headers: &loaded.headers,
        drafts: options.drafts,
        now: options.now,
        minify: options.minify,
        minify_whole: options.minify_whole,
    }
}

/// A collection may only ask for a layout that is there.
fn check_layouts(site: &Site, theme: &Theme, faults: &mut Vec<Diagnostic>) {
    for collection in &site.collections {
        let Some(layout) = collection.layout.filter(|layout| !theme.has_layout(layout)) else { continue };
        let near = nearest(layout, theme.layouts()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| "name one of the layouts of template.conf".to_owned());
        let message = format!("There is no layout '{layout}'.");
        faults.push(collection.document.fault(&["layout".into()], "layout-missing", message).help(help));
    }
}

/// A template may only show a menu that `site.json` or `template.conf` knows.
fn check_menus(site: &Site, theme: &Theme, faults: &mut Vec<Diagnostic>) {
    let own = site.website.node("navigation");
    let own = own.as_object().into_iter().flat_map(|menus| menus.members()).map(|(name, _)| name);
    let known: Vec<&str> = own.chain(theme.conf.navigations.iter().map(String::as_str)).collect();
    for (name, place) in theme.menu_places.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        let mut fault = place.clone().into_warning();
        fault.message = format!("There is no menu '{name}'; nothing is shown here.");
        let near = nearest(name, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| {
            format!("add \"{name}\": [{{\"title\": …, \"url\": …}}] to navigation in site.json")
        });
        fault.help = Some(help.into());
        faults.push(fault);
    }
}

/// A query may only ask a collection that is there.
fn check_queries(site: &Site, theme: &Theme, faults: &mut Vec<Diagnostic>) {
    let known: Vec<&str> = site.collections.iter().map(|collection| collection.url_id).collect();
    for (key, place) in &theme.query_places {
        let query = &theme.queries[key];
        if query.named_by.is_some() {
            continue;
        }
        let wanted = query.collection.trim_matches('/');
        let found = site.collections.iter().any(|collection| {
            collection.url_id == wanted || collection.id == wanted || collection.full_url == query.collection
        });
        if !found {
            let mut fault = place.clone();
            fault.message = format!("The query asks the collection '{wanted}', which is not there.");
            fault.help =
                nearest(wanted, known.iter().copied()).map(|near| format!("did you mean `{near}`?").into());
            faults.push(fault);
        }
    }
}
