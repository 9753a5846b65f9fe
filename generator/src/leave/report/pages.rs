//! Every old page beside the new one: what of its words, links, pictures, fields and prices is there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use loggia_exchange::page::{Count, LONGEST_TALLY, Shown, Tally, tally};
use rayon::prelude::*;
use reqwest::Url;
use serde_json::Value;

use super::found;
use super::model::{Figures, Missing, OldAddresses, PageReport, Report, Share};
use super::new_site::{Lead, NewSite};
use crate::asset::percent_decoded;
use crate::leave::address::{self, Origin};
use crate::leave::archive::{Answer, Archive};
use crate::leave::goods;

/// A longer title is cut.
const TITLE: usize = 200;
/// So many different things that are missing on several pages are counted.
const MOST_COMMON: usize = 20_000;
/// So many of them are named.
const NAMED: usize = 40;
/// Endings of pictures: a link to one shows it, and leads nowhere.
const PICTURES: [&str; 8] = ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "bmp"];
/// So many steps of the old site are followed to a picture.
const STEPS: usize = 4;

/// Both sites.
pub(super) struct Sites<'s> {
    pub origin: &'s Origin,
    pub archive: &'s Archive,
    pub new: &'s NewSite,
}

/// A page of the old site.
struct OldPage {
    answer: Answer,
    path: String,
    /// Whether its HTML was kept; else only its JSON was.
    is_html: bool,
}

/// Compares everything.
pub(super) fn compare(sites: &Sites<'_>, report: &mut Report) {
    let answers = sites.archive.answers();
    report.addresses = addresses(sites, &answers);
    let (pages, lists) = old_pages(sites, answers);
    report.lists = lists;
    let linked: Mutex<HashMap<String, u32>> = Mutex::default();
    let common: Mutex<BTreeMap<String, u32>> = Mutex::default();
    let compared: Vec<(PageReport, Option<PageReport>)> =
        pages.par_iter().map(|page| one(sites, page, &linked, &common)).collect();
    let linked = linked.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (mut page, around) in compared {
        let path = percent_decoded(&page.path).unwrap_or_else(|| page.path.clone());
        page.linked = linked.get(&path).copied().unwrap_or_default();
        report.figures.add(&page.figures);
        report.pages.push(page);
        report.around = report.around.take().or(around);
    }
    if let Some(around) = &report.around {
        report.figures.add(&around.figures);
    }
    report.pages.sort_by(|a, b| {
        b.weight().cmp(&a.weight()).then(b.linked.cmp(&a.linked)).then_with(|| a.path.cmp(&b.path))
    });
    let common = common.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut often: Vec<(String, u32)> = common.into_iter().filter(|(_, pages)| *pages > 2).collect();
    often.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    often.truncate(NAMED);
    report.common = often.into_iter().collect();
}

/// What became of every address that the old site answered to visitors.
fn addresses(sites: &Sites<'_>, answers: &[Answer]) -> OldAddresses {
    let mut all = OldAddresses::default();
    let mut seen = BTreeSet::new();
    for answer in answers {
        let visited = crate::leave::compare::visited(sites.origin, answer);
        let is_one = !crate::leave::compare::is_twin(sites.archive, answer);
        let Some((path, query)) = visited.filter(|_| is_one) else { continue };
        let asked = query.as_ref().map_or_else(|| path.clone(), |query| format!("{path}?{query}"));
        if !seen.insert(asked.clone()) {
            continue;
        }
        all.old += 1;
        match sites.new.lead(&path, query.as_deref()) {
            Lead::There { steps: 0, .. } => all.same += 1,
            Lead::There { steps: 1, .. } | Lead::Elsewhere(_) => all.led += 1,
            Lead::There { .. } => all.astray.push(asked),
            Lead::Lost => all.lost.push(asked),
        }
    }
    all
}

/// The pages that are compared, and how many lists of other pages there are beside them.
fn old_pages(sites: &Sites<'_>, answers: Vec<Answer>) -> (Vec<OldPage>, u64) {
    let mut pages: BTreeMap<String, OldPage> = BTreeMap::new();
    let mut lists = 0;
    for answer in answers.into_iter().filter(|answer| answer.status == 200) {
        let Some(url) = Url::parse(&answer.url).ok().filter(|url| sites.origin.is_own(url)) else { continue };
        let is_json = url.query() == Some("format=json");
        let is_html = answer.is_html();
        if !(is_html || is_json) || url.path().starts_with("/s/") {
            continue;
        }
        if (url.query().is_some() && !is_json) || crate::leave::hand_over::is_archive(url.path()) {
            lists += u64::from(is_html);
            continue;
        }
        if crate::leave::compare::is_twin(sites.archive, &answer) {
            continue;
        }
        let path = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_owned());
        let known = pages.get(&path).is_some_and(|known| known.is_html);
        if !known {
            pages.insert(path.clone(), OldPage { answer, path, is_html });
        }
    }
    (pages.into_values().collect(), lists)
}

/// One page; of the front page also what stands around it.
fn one(
    sites: &Sites<'_>,
    page: &OldPage,
    linked: &Mutex<HashMap<String, u32>>,
    common: &Mutex<BTreeMap<String, u32>>,
) -> (PageReport, Option<PageReport>) {
    let mut report = PageReport { path: escaped(&page.path), ..PageReport::default() };
    let lead = sites.new.lead(&page.path, None);
    let (new_path, elsewhere) = match lead {
        Lead::There { path, .. } => (Some(path), None),
        Lead::Elsewhere(to) => (None, Some(to)),
        Lead::Lost => (None, None),
    };
    report.new = elsewhere.clone().or_else(|| new_path.as_deref().map(escaped));
    let old = match old_tally(sites, page) {
        Ok(old) => old,
        Err(why) => {
            report.why = Some(format!("The old page could not be counted: {why}."));
            return (report, None);
        }
    };
    report.title = old.title.chars().take(TITLE).collect();
    let old = named(&old, &OldNames { sites, page: &page.answer.url });
    count_links(&old.0, &page.path, linked);
    if elsewhere.is_some() {
        return (report, None);
    }
    let new = new_path.as_deref().and_then(|path| sites.new.html(path).map(|html| (path, html)));
    let new = new.map(|(path, html)| tally(&html).map(|new| named(&new, &NewNames { sites, page: path }).0));
    let new = match new {
        Some(Ok(new)) => new,
        Some(Err(why)) => {
            report.why = Some(format!("The new page could not be counted: {why}."));
            Tally::default()
        }
        None => {
            if new_path.is_some() {
                report.why = Some("The new address is no page that could be read.".to_owned());
            }
            Tally::default()
        }
    };
    (report.figures, report.missing) = found::own(&old.0, &new);
    said(&mut report.missing, &old.1);
    prices(sites, page, &mut report.figures, &mut report.missing);
    note(&report.missing, common);
    let around = (page.path == "/").then(|| {
        let mut around = around(&report, &old.0, &new);
        said(&mut around.missing, &old.1);
        around
    });
    (report, around)
}

fn around(front: &PageReport, old: &Tally, new: &Tally) -> PageReport {
    let (figures, missing) = found::around(old, new);
    let title = "Head, menus and foot".to_owned();
    PageReport {
        path: front.path.clone(),
        new: front.new.clone(),
        title,
        figures,
        missing,
        ..PageReport::default()
    }
}

fn old_tally(sites: &Sites<'_>, page: &OldPage) -> Result<Tally, String> {
    let text = sites.archive.text(&page.answer, LONGEST_TALLY as u64).map_err(|error| error.to_string())?;
    if page.is_html {
        return tally(&text);
    }
    let json: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let text = |path: &str| json.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let title = [text("/item/title"), text("/collection/title")].into_iter().find(|title| !title.is_empty());
    let mut all = tally(text("/mainContent"))?;
    for part in ["/item/body", "/item/excerpt"] {
        all.own.add(&tally(text(part))?.own);
    }
    all.own.add(&std::mem::take(&mut all.around));
    all.title = title.unwrap_or_default().to_owned();
    Ok(all)
}

/// The prices of a product's page: those of its variants, to the minor unit, in place of those that it writes.
fn prices(sites: &Sites<'_>, page: &OldPage, figures: &mut Figures, missing: &mut Missing) {
    let Some(product) = item(sites, page).as_ref().and_then(goods::of_item) else { return };
    let new = sites.new.products.get(&product.id.to_string()).map(goods::offers).unwrap_or_default();
    let old = goods::offers(&product);
    (figures.prices, missing.prices) = (Share { found: 0, of: old.len() as u64 }, Vec::new());
    for (old, new) in goods::pairs(&old, &new) {
        if new.is_some_and(|new| new.price == old.price) {
            figures.prices.found += 1;
            continue;
        }
        let now = new.map_or("it is not there".to_owned(), |new| format!("now {}", goods::amount(new.price)));
        missing.prices.push(found::cut(&format!("{} {}: {now}", old.name(), goods::amount(old.price))));
    }
}

/// The item whose page it is, as its JSON says.
fn item(sites: &Sites<'_>, page: &OldPage) -> Option<Value> {
    let json = match page.is_html {
        true => sites.archive.get(address::format(&Url::parse(&page.answer.url).ok()?, "json").as_str())?,
        false => page.answer.clone(),
    };
    let text = sites.archive.text(&json, LONGEST_TALLY as u64).ok()?;
    let mut json: Value = serde_json::from_str(&text).ok()?;
    json.get_mut("item").map(Value::take).filter(Value::is_object)
}

fn count_links(old: &Tally, own: &str, linked: &Mutex<HashMap<String, u32>>) {
    let all: BTreeSet<&String> = old.own.links.keys().chain(old.around.links.keys()).collect();
    let mut linked = linked.lock().unwrap_or_else(PoisonError::into_inner);
    for link in all.into_iter().filter(|link| link.starts_with('/') && link.as_str() != own) {
        match linked.get_mut(link) {
            Some(count) => *count = count.saturating_add(1),
            None => {
                linked.insert(link.clone(), 1);
            }
        }
    }
}

fn note(missing: &Missing, common: &Mutex<BTreeMap<String, u32>>) {
    let mut common = common.lock().unwrap_or_else(PoisonError::into_inner);
    for what in missing.all().into_iter().flat_map(|(_, all)| all) {
        if let Some(count) = common.get_mut(what) {
            *count += 1;
        } else if common.len() < MOST_COMMON {
            common.insert(what.clone(), 1);
        }
    }
}

/// Names pictures by their addresses.
fn said(missing: &mut Missing, addresses: &BTreeMap<String, String>) {
    for picture in &mut missing.pictures {
        if let Some(address) = addresses.get(picture) {
            *picture = found::cut(address);
        }
    }
}

/// A path as an address has it.
fn escaped(path: &str) -> String {
    crate::asset::percent_encoded(path)
}

/// How links and pictures of a page are known on both sites.
trait Names {
    fn link(&self, href: &str) -> Option<String>;
    fn picture(&self, address: &str) -> String;
}

/// A page with what its links and pictures are known by, and the addresses of pictures by that.
fn named(page: &Tally, names: &dyn Names) -> (Tally, BTreeMap<String, String>) {
    let mut addresses = BTreeMap::new();
    let mut of = |shown: &Shown| {
        let mut named =
            Shown { words: shown.words.clone(), fields: shown.fields.clone(), ..Shown::default() };
        named.prices.clone_from(&shown.prices);
        let mut add = |list: fn(&mut Shown) -> &mut Count, key: String, count: u32| {
            let own = list(&mut named).entry(key).or_default();
            *own = own.saturating_add(count);
        };
        for (href, count) in &shown.links {
            if let Some(key) = names.link(href) {
                add(|shown| &mut shown.links, key, *count);
            }
        }
        for (address, count) in &shown.pictures {
            let key = names.picture(address);
            add(|shown| &mut shown.pictures, key.clone(), *count);
            addresses.insert(key, address.clone());
        }
        named
    };
    let (own, around) = (of(&page.own), of(&page.around));
    (Tally { title: page.title.clone(), own, around }, addresses)
}

/// Where a link of either site leads in the new one: a path, not escaped, or the address of another site.
fn link(sites: &Sites<'_>, base: &Url, href: &str) -> Option<String> {
    let Ok(mut url) = base.join(href) else { return Some(href.to_owned()) };
    url.set_fragment(None);
    let ending = url.path().rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    if ending.is_some_and(|ending| PICTURES.contains(&ending.as_str())) {
        return None;
    }
    if !sites.origin.is_own(&url) {
        return Some(url.to_string());
    }
    let path = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_owned());
    let led = |path: &str, query: Option<&str>| match sites.new.lead(path, query) {
        Lead::There { path, .. } => {
            let path = path.strip_suffix("/index.html").unwrap_or(&path).trim_end_matches('/');
            Some(if path.is_empty() { "/".to_owned() } else { path.to_owned() })
        }
        Lead::Elsewhere(to) => Some(to),
        Lead::Lost => None,
    };
    // A mirror whose links were made fit for its files names a page by its file.
    let bare = path.strip_suffix(".html").map(|bare| bare.strip_suffix("/index").unwrap_or(bare));
    let bare = bare.map(|bare| if bare.is_empty() { "/" } else { bare });
    let there = led(&path, url.query()).or_else(|| led(bare?, None));
    Some(there.unwrap_or_else(|| bare.unwrap_or(&path).to_owned()))
}

struct OldNames<'s> {
    sites: &'s Sites<'s>,
    page: &'s str,
}

impl Names for OldNames<'_> {
    fn link(&self, href: &str) -> Option<String> {
        link(self.sites, &Url::parse(self.page).ok()?, href)
    }

    /// The digest of what came from an address, else the address.
    fn picture(&self, text: &str) -> String {
        let url = Url::parse(self.page).ok().and_then(|base| address::file(&base, text));
        let Some(mut url) = url else { return text.to_owned() };
        for _ in 0..STEPS {
            let Some(answer) = self.sites.archive.get(url.as_str()) else { break };
            if let Some(body) = answer.body.filter(|_| answer.status == 200) {
                return body.chars().take(10).collect();
            }
            match answer.location.and_then(|to| url.join(&to).ok()) {
                Some(to) => url = to,
                None => break,
            }
        }
        url.to_string()
    }
}

struct NewNames<'s> {
    sites: &'s Sites<'s>,
    page: &'s str,
}

impl Names for NewNames<'_> {
    fn link(&self, href: &str) -> Option<String> {
        link(self.sites, &self.sites.origin.front().join(&escaped(self.page)).ok()?, href)
    }

    fn picture(&self, text: &str) -> String {
        let base = self.sites.origin.front();
        let url = base.join(text).ok().filter(|url| self.sites.origin.is_own(url));
        url.and_then(|url| self.sites.new.picture(url.path())).unwrap_or_else(|| text.to_owned())
    }
}
