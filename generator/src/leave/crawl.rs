//! The walk through a site: from its front page and its sitemap to whatever they name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use reqwest::Url;
use serde_json::Value;

use super::address::{self, Origin};
use super::archive::{Answer, Archive};
use super::client::Client;
use super::discover::{self, Found};
use super::robots::{self, Robots};
use crate::import::listed;
use crate::picture::gate;

/// Calls on their way at the same time.
const LANES: usize = 2;
/// A larger page, list or sitemap is not read.
pub const LARGEST_TEXT: u64 = 16 << 20;
/// So many links away from the front page is as far as one goes.
const DEEPEST: usize = 200;
/// So many spellings of one path with something behind `?` are asked: calendars go on for ever.
const MOST_QUERIES: usize = 500;

/// How a site is asked.
#[derive(Debug, Clone)]
pub struct Manner {
    /// Calls in a second.
    pub rate: f64,
    /// Whether the site is the caller's own, so that `robots.txt` does not matter.
    pub mine: bool,
    /// So many addresses are asked at most.
    pub limit: usize,
    /// Nobody is asked; what is in the archive is gone through.
    pub offline: bool,
}

/// Hears how far a walk is.
pub trait Progress {
    /// So many addresses are done of those that are known.
    fn walked(&self, done: usize, known: usize, address: &str);
}

/// What is asked for at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Json,
    Feed,
    File,
    Sitemap,
}

#[derive(Debug, Clone)]
struct Task {
    url: Url,
    kind: Kind,
    depth: usize,
}

/// What a walk left out, and why.
#[derive(Debug, Default)]
pub struct Left {
    /// What did not come, with the reason.
    pub failed: BTreeMap<String, String>,
    /// What `robots.txt` asks to leave alone.
    pub forbidden: BTreeSet<String>,
    /// What is beyond a bound: too many, too deep, too many spellings.
    pub beyond: BTreeMap<&'static str, (usize, String)>,
    /// Whether the JSON of pages could not be asked for because of `robots.txt`.
    pub without_json: bool,
}

/// A walk.
pub struct Crawl<'a> {
    origin: &'a Origin,
    archive: &'a Archive,
    client: Client<'a>,
    manner: Manner,
    robots: Robots,
    queue: VecDeque<Task>,
    seen: BTreeSet<String>,
    queries: BTreeMap<String, usize>,
    done: usize,
    is_hosted: bool,
    left: Left,
}

impl<'a> Crawl<'a> {
    /// A walk that has not begun.
    ///
    /// # Errors
    /// When the machine refuses to call anybody.
    pub fn new(origin: &'a Origin, archive: &'a Archive, manner: Manner) -> io::Result<Crawl<'a>> {
        Ok(Crawl {
            origin,
            archive,
            client: Client::new(archive, manner.rate)?,
            manner,
            robots: Robots::default(),
            queue: VecDeque::new(),
            seen: BTreeSet::new(),
            queries: BTreeMap::new(),
            done: 0,
            is_hosted: false,
            left: Left::default(),
        })
    }

    /// Walks through the whole site.
    ///
    /// # Errors
    /// When the machine refuses to keep what comes, or the site cannot be reached at all.
    pub async fn site(&mut self, progress: &dyn Progress) -> io::Result<()> {
        let front = self.origin.front().clone();
        self.read_robots(&front).await?;
        let task = Task { url: front.clone(), kind: Kind::Page, depth: 0 };
        let answer = self.answer(&task).await?;
        if answer.status == 0 {
            let why = answer.error.unwrap_or_default();
            let what = if self.manner.offline { "is not among what was saved" } else { "cannot be reached" };
            return Err(io::Error::other(format!("{front} {what}: {why}")));
        }
        if answer.is_redirect()
            && let Some(to) = answer.location.as_deref().and_then(|to| front.join(to).ok())
            && matches!(to.scheme(), "http" | "https")
        {
            self.origin.adopt(&to);
        }
        self.seen.insert(front.to_string());
        self.read(&task, &answer);
        let maps = std::mem::take(&mut self.robots.sitemaps);
        for map in maps.iter().map(String::as_str).chain(["/sitemap.xml"]) {
            if let Some(url) = front.join(map).ok().filter(|url| self.origin.is_own(url)) {
                self.push(Task { url, kind: Kind::Sitemap, depth: 0 });
            }
        }
        self.walk(progress).await
    }

    /// Fetches pictures that exports name beside what the site itself names.
    ///
    /// # Errors
    /// When the machine refuses to keep what comes.
    pub async fn files(&mut self, addresses: &BTreeSet<String>, progress: &dyn Progress) -> io::Result<()> {
        for address in addresses {
            if let Some(url) = address::file(self.origin.front(), address) {
                self.push(Task { url, kind: Kind::File, depth: 0 });
            }
        }
        self.walk(progress).await
    }

    /// What was left out.
    #[must_use]
    pub fn left(&self) -> &Left {
        &self.left
    }

    /// How many addresses are known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.seen.len()
    }

    /// Whether nobody is asked.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.manner.offline
    }

    /// Calls made, answers with nothing new, bytes that came.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        self.client.counts()
    }

    async fn read_robots(&mut self, front: &Url) -> io::Result<()> {
        let Ok(url) = front.join("/robots.txt") else { return Ok(()) };
        let answer = self.answer(&Task { url, kind: Kind::Sitemap, depth: 0 }).await?;
        if answer.status == 200 {
            self.robots = Robots::parse(&self.archive.text(&answer, robots::LARGEST).unwrap_or_default());
        }
        if !self.manner.mine
            && let Some(delay) = self.robots.delay
        {
            self.client.slow_down(delay);
        }
        Ok(())
    }

    /// Goes through all that is known, and once more through what did not come.
    async fn walk(&mut self, progress: &dyn Progress) -> io::Result<()> {
        let mut failed = self.round(progress).await?;
        if !failed.is_empty() && !self.manner.offline {
            self.done -= failed.len();
            self.queue.extend(failed);
            failed = self.round(progress).await?;
        }
        for task in failed {
            let why = self.archive.get(task.url.as_str()).and_then(|answer| answer.error);
            let why = why.unwrap_or_else(|| "it was not saved".to_owned());
            self.left.failed.insert(task.url.to_string(), why);
        }
        Ok(())
    }

    async fn round(&mut self, progress: &dyn Progress) -> io::Result<Vec<Task>> {
        let mut failed = Vec::new();
        loop {
            let mut batch = Vec::new();
            while batch.len() < LANES
                && let Some(task) = self.queue.pop_front()
            {
                batch.push(task);
            }
            if batch.is_empty() {
                return Ok(failed);
            }
            let mut calls: FuturesUnordered<_> = batch
                .into_iter()
                .map(|task| {
                    let (client, archive, offline) = (&self.client, self.archive, self.manner.offline);
                    async move { (answer(client, archive, &task, offline).await, task) }
                })
                .collect();
            let mut came = Vec::new();
            while let Some(one) = calls.next().await {
                came.push(one);
            }
            drop(calls);
            for (answer, task) in came {
                let answer = answer?;
                self.done += 1;
                progress.walked(self.done, self.seen.len(), task.url.path());
                if answer.status == 0 {
                    failed.push(task);
                } else {
                    self.read(&task, &answer);
                }
            }
        }
    }

    async fn answer(&self, task: &Task) -> io::Result<Answer> {
        answer(&self.client, self.archive, task, self.manner.offline).await
    }

    /// Reads what an answer names.
    fn read(&mut self, task: &Task, answer: &Answer) {
        if answer.is_redirect() {
            return self.follow(task, answer);
        }
        let is_text = match task.kind {
            Kind::Page => answer.is_html(),
            Kind::Json | Kind::Sitemap => true,
            Kind::Feed | Kind::File => false,
        };
        if answer.status != 200 || !is_text {
            return;
        }
        let text = match self.archive.text(answer, LARGEST_TEXT) {
            Ok(text) => text,
            Err(error) => {
                self.left.failed.insert(task.url.to_string(), error.to_string());
                return;
            }
        };
        let found = match task.kind {
            Kind::Sitemap if task.url.path() == "/robots.txt" => return,
            Kind::Sitemap => return self.take_sitemap(task, discover::sitemap(&text)),
            Kind::Json => {
                let mut found = Found::default();
                let Ok(page) = serde_json::from_str::<Value>(&text) else { return };
                discover::json(&page, 0, &mut found);
                if listed(&page).next().is_some() && !task.url.query().unwrap_or_default().contains("offset=")
                {
                    let mut page = task.url.clone();
                    page.set_query(None);
                    self.push(Task { url: address::format(&page, "rss"), kind: Kind::Feed, ..task.clone() });
                }
                found
            }
            _ => discover::html(&text),
        };
        self.is_hosted |= found.context.is_some();
        if task.kind == Kind::Page && self.is_hosted && has_json(&task.url) {
            self.push(Task { url: address::format(&task.url, "json"), kind: Kind::Json, ..task.clone() });
        }
        self.take(task, found);
    }

    fn take(&mut self, task: &Task, found: Found) {
        // What a list names is as deep as the list: nobody clicks through its pages one by one.
        let depth = task.depth + usize::from(task.kind == Kind::Page);
        for list in &found.lists {
            if let Some(url) = self.origin.page(&task.url, list) {
                self.push(Task { url: address::format(&url, "json"), kind: Kind::Json, depth });
                self.push(Task { url, kind: Kind::Page, depth });
            }
        }
        for page in &found.pages {
            if let Some(url) = self.origin.page(&task.url, page) {
                self.push(Task { url, kind: Kind::Page, depth });
            }
        }
        for file in &found.files {
            if let Some(url) = address::file(&task.url, file) {
                self.push(Task { url, kind: Kind::File, depth });
            }
        }
    }

    fn take_sitemap(&mut self, task: &Task, found: Found) {
        for address in &found.pages {
            let Some(url) = task.url.join(address).ok().filter(|url| self.origin.is_own(url)) else {
                continue;
            };
            if url.path().ends_with(".xml") {
                self.push(Task { url, kind: Kind::Sitemap, depth: task.depth + 1 });
            } else if let Some(url) = self.origin.page(&task.url, address) {
                self.push(Task { url, kind: Kind::Page, depth: 1 });
            }
        }
        self.take(task, Found { files: found.files, ..Found::default() });
    }

    fn follow(&mut self, task: &Task, answer: &Answer) {
        let Some(to) = answer.location.as_deref().and_then(|to| task.url.join(to).ok()) else { return };
        let task = Task { depth: task.depth + 1, ..task.clone() };
        match (task.kind, self.origin.page(&task.url, to.as_str())) {
            (Kind::Page, Some(url)) => self.push(Task { url, ..task }),
            // A download of the site may lie on another host.
            (Kind::Page, None) if is_download(&task.url) => {
                self.push(Task { url: to, kind: Kind::File, ..task })
            }
            (Kind::File, _) => self.push(Task { url: to, ..task }),
            _ => {}
        }
    }

    fn push(&mut self, task: Task) {
        let is_own = self.origin.is_own(&task.url);
        if self.seen.contains(task.url.as_str()) || (is_own && is_private(task.url.path())) {
            return;
        }
        let asked = match task.url.query() {
            Some(query) => format!("{}?{query}", task.url.path()),
            None => task.url.path().to_owned(),
        };
        if is_own && !self.manner.mine && !self.robots.allows(&asked) {
            self.left.without_json |= task.kind == Kind::Json;
            self.left.forbidden.insert(task.url.to_string());
            return;
        }
        let queries = self.queries.entry(task.url.path().to_owned()).or_default();
        let bound = if self.seen.len() >= self.manner.limit {
            Some("addresses")
        } else if task.depth > DEEPEST {
            Some("links away from the front page")
        } else if task.kind == Kind::Page && task.url.query().is_some() && *queries >= MOST_QUERIES {
            Some("spellings of one address")
        } else {
            None
        };
        if let Some(bound) = bound {
            let beyond = self.left.beyond.entry(bound).or_insert_with(|| (0, task.url.to_string()));
            beyond.0 += 1;
            return;
        }
        *queries += usize::from(task.kind == Kind::Page && task.url.query().is_some());
        self.seen.insert(task.url.to_string());
        self.queue.push_back(task);
    }
}

/// The answer of an address: as it came in this run, or by asking. A picture that came once is not asked for again: its
/// address changes with it.
async fn answer(client: &Client<'_>, archive: &Archive, task: &Task, offline: bool) -> io::Result<Answer> {
    let address = task.url.as_str();
    let known = archive.get(address).filter(|known| known.status != 200 || archive.has_body(known));
    let is_kept = known.as_ref().is_some_and(|known| task.kind == Kind::File && known.status == 200);
    match known {
        Some(known) if known.status > 0 && (offline || is_kept || archive.is_fresh(address)) => Ok(known),
        _ if offline => Ok(Answer::of(address, 0)),
        _ => {
            let most = match task.kind {
                Kind::Json | Kind::Sitemap => LARGEST_TEXT,
                _ => gate::LARGEST_FILE,
            };
            client.ask(&task.url, most).await
        }
    }
}

/// Whether a page has JSON of its own: what is asked behind it, and archives of lists, show what other pages have.
fn has_json(page: &Url) -> bool {
    let path = page.path();
    page.query().is_none()
        && !["/tag/", "/category/"].iter().any(|folder| path.contains(folder))
        && !is_download(page)
}

fn is_download(page: &Url) -> bool {
    page.path().starts_with("/s/")
}

/// What is nobody's page: calls, the owner's own pages, what belongs to a visitor.
fn is_private(path: &str) -> bool {
    ["/api", "/config", "/universal", "/checkout", "/account", "/cart", "/search"]
        .iter()
        .any(|known| path.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}
