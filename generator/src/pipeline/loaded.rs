//! A site with everything that its pages are made of: files, templates, pictures, style sheets, other languages.

use std::collections::{BTreeMap, BTreeSet};

use super::language::{self, Translation};
use super::options::{Options, softened};
use crate::asset::{Asset, Assets};
use crate::block_html::BlockHtml;
use crate::catalog::{Store, sold};
use crate::diagnostic::{Diagnostic, nearest};
use crate::manifest::Digest;
use crate::picture::{self, Pictures};
use crate::plan::{Page, plan};
use crate::render;
use crate::render::block::How;
use crate::render::scope::answers;
use crate::report::Timings;
use crate::search;
use crate::site::{LoadOptions, OwnedSite, Site};
use crate::style::{self, Styles};
use crate::theme::Theme;
use crate::widgets::Widgets;

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
    pub(super) sold: BTreeMap<String, BTreeSet<String>>,
    /// Those files, by address; they are not published.
    pub withheld: BTreeMap<String, Asset>,
    /// What is known of the pictures, and where their variants lie.
    pub pictures: Pictures,
    /// The style sheets.
    pub styles: Styles,
    /// The widgets' program.
    pub widgets: Option<Widgets>,
    /// The headers of every file.
    pub headers: render::headers::Headers,
    /// What visitors may find.
    pub search: search::Index,
    /// The digests of what the queries of templates answer.
    pub(super) answers: BTreeMap<String, Digest>,
    /// Every page.
    pub pages: Vec<Page>,
    /// The site in its other languages.
    pub translations: Vec<Translation>,
}

impl Loaded {
    /// How many pages the site has, in all languages.
    pub(super) fn count(&self) -> usize {
        self.pages.len() + self.translations.iter().map(|other| other.pages.len()).sum::<usize>()
    }

    /// Whether any page may have blocks, or a built-in list that looks like them.
    pub(super) fn has_block_styles(&self) -> bool {
        let own = |name: &str| self.theme.template(&format!("collections/{name}.list")).is_some();
        let site = self.site.get();
        site.has_blocks()
            || site.collections.iter().any(|collection| {
                let built_in = collection.is_list() && !own(collection.type_name);
                collection.is_public && built_in
            })
    }
}

/// A script that is larger names more hosts than anybody meant.
const LARGEST_SCRIPT: u64 = 8 << 20;

/// The texts of the scripts of a template, with their paths in the output.
fn scripts(assets: &Assets) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let own =
        assets.iter().filter(|(address, _)| address.ends_with(".js") && !address.starts_with("/files/"));
    let small = own.filter(|(_, asset)| asset.entry.size < LARGEST_SCRIPT);
    small.filter_map(|(_, asset)| Some((asset.path.clone(), crate::folder::read(&asset.source).ok()?)))
}

/// Loads and compiles a site; every fault is given. Without a readable `site.json` there is nothing.
#[must_use]
pub fn load(options: &Options, timings: &mut Timings) -> (Option<Loaded>, Vec<Diagnostic>) {
    load_with(options, timings, true)
}

/// Loads a site for what it says alone: nothing is made of its pictures.
#[must_use]
pub fn load_content(options: &Options) -> (Option<Loaded>, Vec<Diagnostic>) {
    load_with(options, &mut Timings::default(), false)
}

/// The same; without what is made of pictures, which changes no address and takes the most time and memory of all.
fn load_with(
    options: &Options,
    timings: &mut Timings,
    with_pictures: bool,
) -> (Option<Loaded>, Vec<Diagnostic>) {
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
    let asked = asked.unwrap_or_default();
    let pictures = match with_pictures {
        true => picture::prepare(&mut assets, &asked, &cache, options.now, &mut faults),
        false => Pictures::default(),
    };
    let owned = owned.map(|site| site.changed(|site| picture::complete(site, &pictures)));
    let site = owned.as_ref().map(OwnedSite::get);
    timings.step("pictures");
    let declared = theme.conf.tweaks.as_slice();
    let tweaks = site.map(|site| style::tweaks(site.website.document, declared, &mut faults));
    let styles = style::compile(&style::Wanted {
        root,
        named: theme.conf.stylesheets.as_deref(),
        tweaks: &tweaks.unwrap_or_default(),
        declared,
        assets: &assets,
        cache: &cache,
    });
    faults.extend(styles.diagnostics.iter().cloned());
    let mut widgets = Widgets::load(options.widgets.as_deref()).unwrap_or_else(|fault| {
        faults.push(fault);
        None
    });
    if let Some(widgets) = &mut widgets {
        widgets.keep_shim(|part| theme.calls.parts.iter().any(|called| called.file() == part));
    }
    timings.step("styles");
    faults = softened(options, faults).collect();
    let (Some(owned), Some(site)) = (&owned, site) else { return (None, faults) };
    let sheets = styles.sheets.iter().map(|sheet| sheet.bytes.as_slice());
    let headers = render::headers::read(site, sheets, scripts(&assets), &mut faults);
    render::consent::faults(site, &headers, &mut faults);
    render::announcement::faults(site, &mut faults);
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
    // What is wrong with the content stops `build` as it stops `check`.
    for site in std::iter::once(site).chain(translations.iter().map(|other| other.site.get())) {
        faults.extend(crate::check::content(site, &theme));
    }
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

/// A collection may only ask for a layout that is there.
fn check_layouts(site: &Site, theme: &Theme, faults: &mut Vec<Diagnostic>) {
    for collection in &site.collections {
        // What a type of the template asks for in vain is the template's business: the default is shown.
        let own = collection.document.root.get("layout").as_str();
        let Some(layout) = own.filter(|layout| !theme.has_layout(layout)) else { continue };
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
        let mut fault = place.clone();
        fault.message = format!("There is no menu '{name}'; nothing is shown here.");
        let near = nearest(name, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| {
            format!("add \"{name}\": [{{\"title\": …, \"url\": …}}] to navigation in site.json")
        });
        fault.help = Some(help.into());
        faults.push(fault);
    }
}

/// A query of a collection that is not there finds nothing.
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
            fault.message =
                format!("The query asks the collection '{wanted}', which is not there; it finds nothing.");
            let near = nearest(wanted, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let help =
                near.unwrap_or_else(|| format!("a collection with \"urlId\": \"{wanted}\" would be found"));
            fault.help = Some(help.into());
            faults.push(fault);
        }
    }
}
