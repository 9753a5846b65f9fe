//! The JSON a template sees: what all pages share, made once, and the few values of a page beside it.

use std::collections::{BTreeMap, BTreeSet};

use loggia_commerce::Access;
use loggia_template::{Arena, Node};

use super::query;
use super::website::{Members, object_members, set, set_default, site_members};
use crate::block_html::BlockHtml;
use crate::catalog::access;
use crate::manifest::Digest;
use crate::plan::{Page, Subject, System, Term, list_url};
use crate::site::access::link_label;
use crate::site::accessibility;
use crate::site::code::folder;
use crate::site::page_access::of_page;
use crate::site::{Collection, Item, Site};
use crate::theme::Theme;

/// What every page of a build shares. Pages refer to it and never copy it.
pub struct Shared<'b> {
    blocks: &'b BlockHtml<'b>,
    members: Members<'b>,
    queries: Node<'b>,
    answers: BTreeMap<String, Digest>,
    menus: Vec<(&'b str, Vec<Entry<'b>>)>,
    /// Menus that a template shows and the site does not fill.
    empty_menus: BTreeSet<&'b str>,
    search: Option<&'b str>,
    drafts: bool,
    asks: bool,
    /// What the pages that every site has are called, as `pages/<name>.page.conf` says it.
    titles: BTreeMap<System, &'b str>,
}

/// An entry of a menu, made once: as it is, and as it is on the page that it leads to.
struct Entry<'b> {
    url: Option<&'b str>,
    plain: Node<'b>,
    active: Node<'b>,
    items: Vec<Entry<'b>>,
}

/// What decides, besides the site, what pages share.
#[derive(Clone, Copy)]
pub struct Terms<'b> {
    /// dev, qa, staging or prod.
    pub environment: &'b str,
    /// Whether queries answer with items that are not public as well.
    pub drafts: bool,
    /// The address of the search's index.
    pub search: Option<&'b str>,
}

impl<'b> Shared<'b> {
    /// Works out what pages share.
    #[must_use]
    pub fn new(
        site: &'b Site<'b>,
        blocks: &'b BlockHtml<'b>,
        theme: &'b Theme,
        terms: Terms<'b>,
        arena: &'b Arena,
    ) -> Shared<'b> {
        let Terms { environment, drafts, search } = terms;
        let answers = theme
            .queries
            .iter()
            .map(|(key, query)| (arena.text(key), query::answer((site, blocks), query, drafts, arena)));
        let answers: BTreeMap<&str, Node<'b>> = answers.collect();
        let menus = site.website.node("navigation");
        let menus = menus.as_object().into_iter().flat_map(|menus| menus.members());
        Shared {
            blocks,
            queries: arena.object(answers),
            answers: self::answers(site, blocks, theme, drafts),
            menus: menus.map(|(name, entries)| (name, entries_of(site, entries, arena))).collect(),
            empty_menus: empty_menus(site, theme),
            members: site_members(site, environment, arena),
            search,
            drafts,
            asks: super::links::are_written(theme),
            titles: System::ALL
                .map(|page| (page, theme.page_title(page.name()).unwrap_or(system_title(page, site))))
                .into(),
        }
    }

    /// The same with the HTML of blocks out of another table; what queries answer stays as it is.
    #[must_use]
    pub fn with_blocks(self, blocks: &'b BlockHtml<'b>) -> Shared<'b> {
        Shared { blocks, ..self }
    }

    /// The HTML of blocks.
    #[must_use]
    pub fn blocks(&self) -> &'b BlockHtml<'b> {
        self.blocks
    }

    /// Whether templates write links that ask a server.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// The address of the search's index.
    #[must_use]
    pub fn search(&self) -> Option<&str> {
        self.search
    }

    /// The digest of the answer to a query.
    #[must_use]
    pub fn answer_digest(&self, query: &str) -> Digest {
        // Every query of the theme has been asked; the name of one that was not stands for itself.
        self.answers.get(query).copied().unwrap_or_else(|| Digest::of(query.as_bytes()))
    }

    /// The members of a page's root object, apart from what its content becomes part of.
    #[must_use]
    pub fn page<'p>(&'p self, site: &'p Site<'p>, page: &'p Page, arena: &'p Arena) -> Members<'p> {
        let blocks: &'p BlockHtml<'p> = self.blocks;
        let mut members: Members<'p> = self.members.clone();
        let lists: Members<'p> =
            self.menus.iter().map(|(name, entries)| (*name, menu(entries, &page.url, arena))).collect();
        let menus = lists
            .iter()
            .map(|(name, items)| (*name, arena.object([("id", Node::Text(name)), ("items", *items)])));
        let empty =
            |name: &&'p str| (*name, arena.object([("id", Node::Text(name)), ("items", Node::List(&[]))]));
        let empty = self.empty_menus.iter().map(empty);
        let navigations = arena.object(menus.chain(empty).collect::<Vec<_>>());
        let folder = lists.iter().find_map(|(_, entries)| {
            entries.elements().iter().find(|entry| entry.get("folderActive").is_true()).copied()
        });
        let neutral = [
            ("queries", self.queries),
            ("navigations", navigations),
            ("folderNavigation", folder.unwrap_or(Node::Missing)),
        ];
        let neutral = arena.object(neutral.into_iter().filter(|(_, value)| !value.is_missing()));
        members.push(("navigation", arena.object(lists)));
        members.push(("loggia", neutral));
        members.push(("url", arena.text_node(&page.url)));
        match &page.subject {
            Subject::List { collection, page: number, term, items, pages, upcoming, month } => {
                let collection = &site.collections[*collection];
                let nodes: Vec<Node<'p>> =
                    items.iter().map(|item| blocks.listed(&collection.items[*item], arena)).collect();
                members.push(("collection", blocks.collection(collection, arena)));
                members.push(("items", arena.list(&nodes)));
                members
                    .push(("pagination", list_pagination(collection, term.as_ref(), *number, *pages, arena)));
                if collection.is_events() {
                    members.push(("upcoming", arena.list(&nodes[..*upcoming])));
                    members.push(("past", arena.list(&nodes[*upcoming..])));
                }
                if let Some(month) = month {
                    let listed = |item: &'p Item<'p>| blocks.listed(item, arena);
                    let grid = super::month::grid(site, collection, *month, self.drafts, listed, arena);
                    members.push(("calendar", grid));
                }
                if let Some(term) = term {
                    members.push(("archive", super::month::archive(&site.website, term, arena)));
                    let text = arena.text_node(&term.text());
                    members.push((filter_of(term), text));
                }
            }
            Subject::Item { collection, item, previous, next } => {
                let collection = &site.collections[*collection];
                members.push(("collection", collection.node));
                members.push(("item", blocks.item(&collection.items[*item], arena)));
                let neighbour = |item: &Option<usize>| {
                    item.map_or(Node::Missing, |item| blocks.listed(&collection.items[item], arena))
                };
                let pagination = [("prevItem", neighbour(previous)), ("nextItem", neighbour(next))];
                members.push((
                    "pagination",
                    arena.object(pagination.into_iter().filter(|(_, node)| !node.is_missing())),
                ));
            }
            Subject::Page { collection } => {
                let collection = &site.collections[*collection];
                if collection.folder_behavior == folder::INDEX {
                    let children = children((site, blocks), collection, self.drafts, arena);
                    members.push(("children", children));
                    let mut own = object_members(blocks.collection(collection, arena));
                    set(&mut own, "collections", children);
                    members.push(("collection", arena.object(own)));
                } else {
                    members.push(("collection", blocks.collection(collection, arena)));
                }
            }
            Subject::Redirect { collection, to } => {
                members.push(("collection", site.collections[*collection].node));
                members.push(("redirectTo", arena.text_node(to)));
            }
            Subject::Lock { collection, item, .. } => {
                let collection = &site.collections[*collection];
                let title = item.map_or(collection.title, |item| collection.items[item].title);
                members.push(("collection", lock_collection(collection, title, &page.url, arena)));
            }
            Subject::System(system) => {
                members.push(("collection", system_collection(*system, self.titles[system], arena)));
                if *system == System::Search {
                    members.push(("search", search_page(site, self.search, arena)));
                }
                if *system == System::Accessibility {
                    members.push(("accessibility", super::accessibility::data(site, arena)));
                }
            }
        }
        members
    }
}

/// The menus that a template shows and the site does not fill: each is there and has no entries.
fn empty_menus<'b>(site: &'b Site<'b>, theme: &'b Theme) -> BTreeSet<&'b str> {
    let own = site.website.node("navigation");
    let shown = theme.menu_places.iter().map(|(name, _)| name.as_str());
    shown.filter(|name| own.get(*name).is_missing()).collect()
}

fn entries_of<'b>(site: &'b Site<'b>, entries: Node<'b>, arena: &'b Arena) -> Vec<Entry<'b>> {
    entries.elements().iter().map(|entry| entry_of(site, *entry, arena)).collect()
}

/// An entry with what menus of either style look for: `title` and `url`, or the collection or link behind them.
fn entry_of<'b>(site: &'b Site<'b>, entry: Node<'b>, arena: &'b Arena) -> Entry<'b> {
    let mut members = object_members(entry);
    let url = entry.get("url").as_str();
    let items = entries_of(site, entry.get("items"), arena);
    // An entry of its own answer to each of these, or a look-up would find that of the folder it is in.
    for key in ["active", "folder", "folderActive"] {
        set_default(&mut members, key, Node::Boolean(false));
    }
    set_default(&mut members, "items", Node::List(&[]));
    let target = url.and_then(|url| site.collection_at(url));
    let label = target.map_or("", |collection| link_label(access(collection.document.root)));
    set_default(&mut members, "accessLabel", Node::Text(label));
    if !items.is_empty() {
        set(&mut members, "folder", Node::Boolean(true));
        set(&mut members, "items", arena.list(&items.iter().map(|item| item.plain).collect::<Vec<_>>()));
    }
    match target {
        Some(collection) => {
            let title = entry.get("title");
            let mut named = object_members(collection.listed(arena));
            set(
                &mut named,
                "navigationTitle",
                if title.is_nothing() { Node::Text(collection.title) } else { title },
            );
            set_default(&mut members, "collection", arena.object(named));
        }
        None if url.is_some() => {
            let link = [
                ("url", entry.get("url")),
                ("title", entry.get("title")),
                ("newWindow", entry.get("newWindow")),
            ];
            set_default(&mut members, "externalLink", arena.object(link));
        }
        // A folder of a menu is a collection of the kind folder: its address is that of the first page in it.
        None if !items.is_empty() => {
            let first = items.iter().find_map(|item| item.url);
            let own = [
                ("title", entry.get("title")),
                ("navigationTitle", entry.get("title")),
                ("fullUrl", first.map_or(Node::Missing, Node::Text)),
                ("typeName", Node::Text("folder")),
                ("folder", Node::Boolean(true)),
                ("folderBehavior", Node::number(folder::REDIRECT as f64)),
            ];
            let own = own.into_iter().filter(|(_, value)| !value.is_missing());
            set_default(&mut members, "collection", arena.object(own.collect::<Vec<_>>()));
        }
        None => {}
    }
    let plain = arena.object(members.iter().copied());
    set(&mut members, "active", Node::Boolean(true));
    Entry { url, plain, active: arena.object(members), items }
}

/// The entries of a menu on one page.
fn menu<'p>(entries: &[Entry<'p>], url: &str, arena: &'p Arena) -> Node<'p> {
    let nodes: Vec<Node<'p>> = entries.iter().map(|entry| on_page(entry, url, arena)).collect();
    arena.list(&nodes)
}

fn on_page<'p>(entry: &Entry<'p>, url: &str, arena: &'p Arena) -> Node<'p> {
    if entry.items.iter().any(|item| leads_to(item, url)) {
        let own = if leads_to(entry, url) { entry.active } else { entry.plain };
        let mut members: Members<'p> =
            own.as_object().into_iter().flat_map(|object| object.members()).collect();
        set(&mut members, "items", menu(&entry.items, url, arena));
        set(&mut members, "folderActive", Node::Boolean(true));
        return arena.object(members);
    }
    if leads_to(entry, url) { entry.active } else { entry.plain }
}

/// Whether an entry leads to a page, or to the place that the page is in.
fn leads_to(entry: &Entry<'_>, url: &str) -> bool {
    let Some(own) = entry.url else { return false };
    let own = if own == "/" { own } else { own.trim_end_matches('/') };
    own == url || own != "/" && url.strip_prefix(own).is_some_and(|rest| rest.starts_with('/'))
}

fn list_pagination<'p>(
    collection: &Collection,
    term: Option<&Term>,
    page: usize,
    pages: usize,
    arena: &'p Arena,
) -> Node<'p> {
    let mut members: Members<'p> = vec![
        ("page", Node::number(page as f64)),
        ("pageCount", Node::number(pages as f64)),
        ("pageSize", Node::number(collection.page_size as f64)),
    ];
    if page < pages {
        members.push(("nextPage", Node::Boolean(true)));
        members.push(("nextPageUrl", arena.text_node(&list_url(collection, term, page + 1))));
    }
    if page > 1 {
        members.push(("prevPage", Node::Boolean(true)));
        members.push(("prevPageUrl", arena.text_node(&list_url(collection, term, page - 1))));
    }
    arena.object(members)
}

/// The collections that an index folder names, in its order, each with its items.
fn children<'p>(
    (site, blocks): (&'p Site<'p>, &'p BlockHtml<'p>),
    folder: &Collection<'p>,
    drafts: bool,
    arena: &'p Arena,
) -> Node<'p> {
    let nodes = inside(site, folder).map(|collection| {
        // What it shows on its own page stands here as well, unless not everybody may see that.
        let own = match of_page(collection, None) {
            Access::Public => blocks.collection(collection, arena),
            _ => collection.listed(arena),
        };
        let mut members: Members<'p> =
            own.as_object().into_iter().flat_map(|object| object.members()).collect();
        let items = collection.items.iter().filter(|item| item.is_public || drafts);
        let items = items.map(|item| blocks.listed_of(collection, item, arena));
        set(&mut members, "items", arena.list(&items.collect::<Vec<_>>()));
        arena.object(members)
    });
    arena.list(&nodes.collect::<Vec<_>>())
}

/// The collections that a folder names.
pub(super) fn inside<'c, 's>(
    site: &'c Site<'s>,
    folder: &Collection<'c>,
) -> impl Iterator<Item = &'c Collection<'s>> {
    let named = folder.node.get("collections").elements().iter().filter_map(|child| child.as_str());
    named.filter_map(|name| site.collections.iter().find(|other| other.id == name || other.url_id == name))
}

/// The name under which a template finds what a list was narrowed to.
fn filter_of(term: &Term) -> &'static str {
    match term {
        Term::Tag(_) => "tagFilter",
        Term::Category(_) => "categoryFilter",
        Term::Author(_) => "authorFilter",
        Term::Month(_) => "monthFilter",
    }
}

/// What the search page's template sees: where the index lies, and the parts of the site for browsers without scripts.
fn search_page<'p>(site: &'p Site<'p>, index: Option<&'p str>, arena: &'p Arena) -> Node<'p> {
    let open =
        |collection: &&Collection<'_>| collection.is_public && access(collection.node) == Access::Public;
    let lists = site.collections.iter().filter(open).map(|collection| {
        arena.object([("title", Node::Text(collection.title)), ("fullUrl", Node::Text(collection.full_url))])
    });
    arena.object([
        ("index", index.map_or(Node::Missing, Node::Text)),
        ("lists", arena.list(&lists.collect::<Vec<_>>())),
    ])
}

/// What the page in place of a locked one knows: its title and its address.
fn lock_collection<'p>(
    collection: &'p Collection<'p>,
    title: &'p str,
    url: &'p str,
    arena: &'p Arena,
) -> Node<'p> {
    arena.object([
        ("id", Node::Text(collection.id)),
        ("title", Node::Text(title)),
        ("fullUrl", Node::Text(url)),
        ("urlId", Node::Text(collection.url_id)),
        ("typeName", Node::Text("lock")),
        ("system", Node::Boolean(true)),
    ])
}

/// The title of a page that every site has; that of the statement on accessibility is in the language of the site.
pub(super) fn system_title(page: System, site: &Site<'_>) -> &'static str {
    match page {
        System::Accessibility => accessibility::words(site.website.locale).1.title,
        page => page.title(),
    }
}

fn system_collection<'p>(system: System, title: &'p str, arena: &'p Arena) -> Node<'p> {
    arena.object([
        ("id", Node::Text(system.name())),
        ("title", Node::Text(title)),
        ("fullUrl", Node::Text(system.url())),
        ("urlId", Node::Text(system.url().trim_start_matches('/'))),
        ("typeName", Node::Text(system.name())),
        ("system", Node::Boolean(true)),
    ])
}

/// The digests of what the queries of the templates answer.
#[must_use]
pub fn answers(
    site: &Site<'_>,
    blocks: &BlockHtml<'_>,
    theme: &Theme,
    drafts: bool,
) -> BTreeMap<String, Digest> {
    let answers = theme.queries.iter();
    answers.map(|(key, query)| (key.clone(), query::digest(site, blocks, query, drafts))).collect()
}
