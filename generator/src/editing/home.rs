//! How far a site has come from the look that it began with to one that is its owner's: what is set up, what is unfinished,
//! when it was published. Everything is read off the site itself, so it is true whoever did it, in the editor or not.

use std::path::Path;

use loggia_commerce::ProductType;
use loggia_template::Node;

use super::publishing;
use super::reads::Sight;
use super::roles;
use super::view::{folder, status};
use super::wire::home::{Draft, Home, Step, StepName};
use super::wire::{Status, Tool};
use super::workspace::Workspace;
use crate::asset::slashes;
use crate::manifest::Digest;
use crate::site::code::collection::PRODUCTS;
use crate::site::{Item, Site};
use crate::starters::{OWN, SHARED};

/// So many unfinished pages and entries are named.
const NAMED: usize = 8;
/// The name that a look has before `loggia new` gives it another.
const UNNAMED: &str = "My site";
/// The files in which a look says how it looks.
const LOOK: [&str; 2] = ["template/template.conf", "template/styles/look.css"];

/// What the first panel shows somebody with these roles.
#[must_use]
pub fn home(workspace: &Workspace, codes: &[u8]) -> Home {
    let view = workspace.view();
    let published_on = publishing::last(workspace);
    let Some(site) = view.site() else { return Home { published_on, ..nothing() } };
    let drafts = drafts(site, &Sight::of(codes, &view), workspace.options().now);
    Home {
        steps: steps(&workspace.root, site, published_on, codes),
        sells: products(site).is_some(),
        counts: site.website.node("websiteSettings").get("tracking").as_object().is_some(),
        time_zone: site.website.node("website").get("timeZone").as_str().unwrap_or_default().to_owned(),
        draft_count: drafts.len(),
        drafts: drafts.into_iter().take(NAMED).collect(),
        published_on,
    }
}

/// Of a site that cannot be read.
fn nothing() -> Home {
    Home {
        steps: Vec::new(),
        sells: false,
        counts: false,
        time_zone: String::new(),
        drafts: Vec::new(),
        draft_count: 0,
        published_on: None,
    }
}

fn steps(root: &Path, site: &Site<'_>, published_on: Option<i64>, codes: &[u8]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut add = |may: bool, name: StepName, done: bool| {
        if may {
            steps.push(Step { name, done });
        }
    };
    let (settings, commerce) = (roles::may(codes, Tool::Settings), roles::may(codes, Tool::Commerce));
    add(settings, StepName::Name, is_named(root, site));
    let logo = site.website.node("website").get("logoImage").get("assetUrl");
    add(settings, StepName::Logo, logo.as_str().is_some_and(|url| !url.is_empty()));
    add(roles::may(codes, Tool::Design), StepName::Design, is_own_look(root, site));
    if let Some(products) = products(site) {
        let own: Vec<&Item<'_>> = products.into_iter().filter(|item| !is_example(item)).collect();
        add(commerce, StepName::Product, !own.is_empty());
        // Who sells nothing that is shipped needs no way to ship it.
        let is_shipped = |item: &&Item<'_>| {
            item.product.as_ref().is_none_or(|product| product.product_type == ProductType::Physical)
        };
        if own.is_empty() || own.iter().any(is_shipped) {
            let ways = elements(site.website.node("shippingOptions"));
            add(commerce, StepName::Delivery, !ways.is_empty());
        }
        add(commerce, StepName::Payment, is_paid(site));
    }
    add(roles::may_publish(codes), StepName::Publish, published_on.is_some());
    steps
}

/// The elements of a list; none of anything else.
fn elements<'s>(node: Node<'s>) -> &'s [Node<'s>] {
    match node {
        Node::List(list) => list,
        _ => &[],
    }
}

/// Every product of a site; nothing when it has no list of any.
fn products<'a, 's>(site: &'a Site<'s>) -> Option<Vec<&'a Item<'s>>> {
    let mut lists = site.collections.iter().filter(|collection| collection.type_code == PRODUCTS).peekable();
    lists.peek()?;
    Some(lists.flat_map(|collection| &collection.items).collect())
}

/// A file of any of the looks.
fn in_looks<'p>(path: &'p str) -> impl Iterator<Item = &'static [u8]> + 'p {
    let own = OWN.iter().flat_map(|(_, files)| files.iter());
    own.filter(move |(other, _)| *other == path).map(|(_, bytes)| *bytes)
}

/// An entry that stands as a look brought it.
fn is_example(item: &Item<'_>) -> bool {
    in_looks(&slashes(item.document.file)).any(|bytes| Digest::of(bytes) == item.document.hash)
}

/// `loggia new` names a site after its folder: with the tag line of the look as well nobody has chosen the name yet.
fn is_named(root: &Path, site: &Site<'_>) -> bool {
    let title = site.website.title.trim();
    if title.is_empty() || title == UNNAMED {
        return false;
    }
    let own = site.website.node("website").get("siteTagLine").as_str().unwrap_or_default();
    let of_look = |bytes: &[u8]| {
        let look: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
        look["website"]["siteTagLine"].as_str() == Some(own)
    };
    let is_folder = root.file_name().is_some_and(|name| name.to_string_lossy() == title);
    !(is_folder && in_looks("site.json").any(of_look))
}

/// Whether colors, fonts or the template are others than those of a look.
fn is_own_look(root: &Path, site: &Site<'_>) -> bool {
    if site.website.node("tweaks").as_object().is_some_and(|tweaks| tweaks.members().next().is_some()) {
        return true;
    }
    let files = LOOK.map(|path| crate::folder::read(root.join(path)).ok());
    let is_of = |(_, look): &(&str, crate::starters::Files)| {
        LOOK.iter().zip(&files).all(|(path, file)| {
            let theirs = look.iter().chain(SHARED).find(|(other, _)| other == path).map(|(_, bytes)| *bytes);
            theirs == file.as_deref()
        })
    };
    !OWN.iter().any(is_of)
}

/// Whether there are ways of paying by hand, and none lacks anything: what stands in [brackets] the look could not know.
fn is_paid(site: &Site<'_>) -> bool {
    let ways = site.website.node("websiteSettings").get("orderSettings").get("manualPayments");
    let ways = elements(ways);
    let mut texts = ways.iter().map(|way| way.get("instructions").as_str().unwrap_or_default());
    !ways.is_empty() && texts.all(|text| !text.contains('['))
}

/// The pages and entries that visitors do not see because they are not finished.
fn drafts(site: &Site<'_>, sight: &Sight, now: i64) -> Vec<Draft> {
    let mut found = Vec::new();
    for collection in &site.collections {
        let path = slashes(collection.document.file);
        if !sight.has(&path) {
            continue;
        }
        if !collection.is_public {
            let list = collection.is_list().then(|| folder(collection).to_owned());
            found.push(Draft { title: collection.title.to_owned(), path, list, status: Status::Draft });
        }
        let unfinished = collection.items.iter().filter_map(|item| {
            let status = status(item, now);
            matches!(status, Status::Draft | Status::NeedsReview).then(|| Draft {
                title: item.title.to_owned(),
                path: slashes(item.document.file),
                list: None,
                status,
            })
        });
        found.extend(unfinished);
    }
    found
}
