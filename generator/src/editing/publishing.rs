//! Publishing from the editor: what it would change, page by page, and doing it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use super::answer::Refused;
use super::faults::faults;
use super::noted;
use super::publish_refusal::for_owner;
use super::record::Author;
use super::wire::publish::PublishPlace;
use super::wire::{PublishLine, PublishPlan, PublishedPage};
use super::workspace::Workspace;
use crate::manifest::{Entry, Manifest};
use crate::pipeline::{Built, Options, Silent, build};
use crate::publish::config::Config;
use crate::publish::operator::Operator;
use crate::publish::place::PlaceKind;
use crate::publish::{Kept, Target, publish_with_catalog};

/// Where the site is built to be published; it is not the one that is looked at.
const FOLDER: &str = "published/site";
/// What was published last, a file a target.
const NOTES: &str = "published";
/// How many versions a target keeps.
const KEEP: usize = 5;
/// Only so much of a page is read to find its title.
const HEAD: usize = 64 << 10;

/// Where it is published.
pub(super) struct Aim {
    pub(super) name: String,
    pub(super) config: Config,
    pub(super) target: Box<dyn Target>,
    pub(super) operator: Operator,
}

pub(super) fn aim(workspace: &Workspace, to: Option<&str>) -> Result<Aim, Refused> {
    let file = workspace.root.join("site.json");
    let text = crate::folder::read_to_string(&file).map_err(|error| Refused::machine(&file, &error))?;
    let site_json: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let name = target_name(&site_json["publish"], to)?;
    let config = Config::read(&text).map_err(|error| for_owner(&error))?;
    let operator = Operator::from_environment().map_err(|error| for_owner(&error))?;
    let target = config.target(&workspace.root, to, KEEP, &operator).map_err(|error| for_owner(&error))?;
    Ok(Aim { name, config, target, operator })
}

/// The target that is meant.
fn target_name(publish: &serde_json::Value, to: Option<&str>) -> Result<String, Refused> {
    let named = |name: &str| publish["targets"].get(name).is_some() || publish["to"].as_str() == Some(name);
    // A page may only choose among what the site itself says.
    if to.is_some_and(|name| !named(name)) {
        let message = "This site is not published to a place of that name any more. Look at it once more.";
        return Err(Refused::bad("place-unknown", message));
    }
    let only = || publish["targets"].as_object().filter(|all| all.len() == 1)?.keys().next().cloned();
    let name = to.map(str::to_owned).or_else(|| publish["to"].as_str().map(str::to_owned)).or_else(only);
    name.ok_or_else(|| {
        let message = "It is not set yet where this site is published to. Whoever set the site up says it.";
        Refused::bad("no-place", message)
    })
}

fn out(workspace: &Workspace) -> Result<PathBuf, Refused> {
    own(workspace, FOLDER)
}

/// A place of the program's own below the site.
fn own(workspace: &Workspace, inside: &str) -> Result<PathBuf, Refused> {
    crate::folder::own(&workspace.root, inside).map_err(|error| Refused::machine(&workspace.root, &error))
}

fn built(workspace: &Workspace) -> Result<Built, Refused> {
    let options = Options { drafts: false, beyond_limits: false, lenient: false, ..workspace.options() };
    let folder = out(workspace)?;
    let notes = own(workspace, NOTES)?;
    let ignore = own(workspace, &format!("{NOTES}/.gitignore"))?;
    let ignored = fs::create_dir_all(&notes).and_then(|()| fs::write(ignore, "*\n"));
    ignored.map_err(|error| Refused::machine(&notes, &error))?;
    build(&options, &folder, &Silent).map_err(|error| Refused::machine(&folder, &error))
}

/// What was published last from here: in the folder itself when that is the target, else as it was noted.
fn published(workspace: &Workspace, target: &str) -> Option<(Manifest, Option<PathBuf>)> {
    let text = crate::folder::read_to_string(workspace.root.join("site.json")).ok()?;
    let site_json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let named = &site_json["publish"]["targets"][target];
    let folder = named["path"].as_str().or_else(|| target.strip_prefix("dir:"));
    if let Some(folder) = folder {
        let live = workspace.root.join(folder).join("current").canonicalize().ok()?;
        let manifest = Manifest::read_file(&live.parent()?.join("manifest.json"))?;
        return Some((manifest, Some(live)));
    }
    Some((Manifest::read_file(&note(workspace, target).ok()?)?, None))
}

/// When it was published last to the target that is meant when none is named; nothing before the first time.
#[must_use]
pub fn last(workspace: &Workspace) -> Option<i64> {
    let text = crate::folder::read_to_string(workspace.root.join("site.json")).ok()?;
    let site_json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let target = target_name(&site_json["publish"], None).ok()?;
    let (_, live) = published(workspace, &target)?;
    published_on(workspace, &target, live.as_deref())
}

fn published_on(workspace: &Workspace, target: &str, live: Option<&Path>) -> Option<i64> {
    live.and_then(time_of).or_else(|| time_of(&note(workspace, target).ok()?))
}

/// The file that says what was published last to a target elsewhere.
pub(super) fn note(workspace: &Workspace, target: &str) -> Result<PathBuf, Refused> {
    let name = crate::manifest::Digest::of(target.as_bytes()).short();
    own(workspace, &format!("{NOTES}/{name}.json"))
}

/// What publishing would change; the faults when the site cannot be published.
///
/// # Errors
/// When there is no such target, or the machine refuses.
pub fn plan(
    workspace: &Workspace,
    to: Option<&str>,
) -> Result<Result<PublishPlan, Vec<super::wire::Fault>>, Refused> {
    let _alone = workspace.publishing();
    let aim = aim(workspace, to)?;
    let built = built(workspace)?;
    let Some((manifest, _)) = &built.written else { return Ok(Err(faults(&built.diagnostics))) };
    let (before, live) = published(workspace, &aim.name)
        .map_or((Manifest::default(), None), |(manifest, live)| (manifest, live));
    let new: BTreeMap<&String, &Entry> = manifest.public().collect();
    let old: BTreeMap<&String, &Entry> = before.own().collect();
    let page = |path: &str, folder: Option<&Path>| PublishedPage {
        url: address(path),
        title: folder.and_then(|folder| title(&folder.join(path))).unwrap_or_else(|| address(path)),
    };
    let is_page = |path: &str| path.ends_with(".html");
    let folder = out(workspace)?;
    let mut plan = PublishPlan {
        target: aim.name.clone(),
        place: place(&aim),
        address: base_url(workspace),
        published_on: published_on(workspace, &aim.name, live.as_deref()),
        added: Vec::new(),
        changed: Vec::new(),
        removed: Vec::new(),
        files: 0,
        bytes: 0,
    };
    for (path, entry) in new.iter().filter(|(path, entry)| old.get(*path) != Some(*entry)) {
        plan.bytes += entry.size;
        match (is_page(path), old.contains_key(*path)) {
            (false, _) => plan.files += 1,
            (true, true) => plan.changed.push(page(path, Some(&folder))),
            (true, false) => plan.added.push(page(path, Some(&folder))),
        }
    }
    let gone = old.keys().filter(|path| is_page(path) && !new.contains_key(*path));
    plan.removed = gone.map(|path| page(path, live.as_deref())).collect();
    Ok(Ok(plan))
}

/// Publishes; every line of what happens is given to `say`.
pub fn publish(
    workspace: &Workspace,
    author: &Author,
    to: Option<&str>,
    now: i64,
    say: &(dyn Fn(PublishLine) + Sync),
) {
    if let Err(line) = try_publish(workspace, author, to, now, say) {
        say(line);
    }
}

fn try_publish(
    workspace: &Workspace,
    author: &Author,
    to: Option<&str>,
    now: i64,
    say: &(dyn Fn(PublishLine) + Sync),
) -> Result<(), PublishLine> {
    let _alone = workspace.publishing();
    let failed = |why: Refused| PublishLine::Failed {
        code: why.why.code,
        message: why.why.message,
        diagnostics: Vec::new(),
    };
    let aim = aim(workspace, to).map_err(failed)?;
    say(PublishLine::Building {});
    let built = built(workspace).map_err(failed)?;
    let Some((manifest, _)) = &built.written else {
        let message = "The site has errors; nothing was published.".to_owned();
        return Err(PublishLine::Failed {
            code: "faults".to_owned(),
            message,
            diagnostics: faults(&built.diagnostics),
        });
    };
    let catalog = match aim.target.is_live() {
        true => aim.config.upload(&aim.operator, workspace.options().environment),
        false => Ok(None),
    };
    let catalog = catalog.map_err(|error| failed(for_owner(&error)))?;
    let kept = Kept::of_site(&workspace.root);
    let handed = catalog.as_ref().map(|catalog| (catalog, &kept));
    let folder = out(workspace).map_err(failed)?;
    let note = note(workspace, &aim.name).map_err(failed)?;
    let total = manifest.public().count();
    let sent = AtomicUsize::new(0);
    let done = publish_with_catalog(&*aim.target, &folder, manifest, now, handed, &|_| {
        let sent = sent.fetch_add(1, Ordering::Relaxed) + 1;
        // A line a hundred files says enough.
        if sent.is_multiple_of(100) || sent == 1 {
            say(PublishLine::Sending { sent, total });
        }
    });
    let (published, shop) = done.map_err(|error| failed(for_owner(&error)))?;
    let noted =
        note.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&note, manifest.to_json()));
    if let Err(error) = noted {
        // It is live; only the next list of changes will be longer than it should.
        eprintln!("{}: {error}", note.display());
    }
    if let Err(error) = built.keep_prices(&workspace.root) {
        eprintln!("the prices of this build could not be kept: {error}");
    }
    let detail = json!({"version": published.version, "sent": published.sent.len(), "removed": published.removed.len()});
    noted::published(workspace, author, &aim.name, detail);
    say(PublishLine::Published {
        version: published.version,
        sent: published.sent.len(),
        removed: published.removed.len(),
        bytes: published.bytes,
        address: published.address,
        shop,
    });
    Ok(())
}

fn place(aim: &Aim) -> PublishPlace {
    let (kind, name) = aim.config.place(&aim.name).unwrap_or((PlaceKind::Folder, aim.name.clone()));
    PublishPlace { kind, name }
}

/// The address that the site says of itself.
fn base_url(workspace: &Workspace) -> Option<String> {
    let view = workspace.view();
    let url = view.site()?.website.node("website").get("baseUrl").as_str()?.trim();
    (!url.is_empty()).then(|| url.to_owned())
}

/// The address of a page by its file.
fn address(path: &str) -> String {
    let path = path.strip_suffix("index.html").unwrap_or(path).trim_end_matches('/');
    format!("/{path}")
}

/// The title of a page as its browser tab says it.
fn title(file: &Path) -> Option<String> {
    use std::io::Read;
    let mut head = Vec::new();
    crate::folder::open(file).ok()?.take(HEAD as u64).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    let (_, rest) = text.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    Some(
        names.iter().fold(title.trim().to_owned(), |title, (name, character)| title.replace(name, character)),
    )
}

fn time_of(path: &Path) -> Option<i64> {
    let time = fs::metadata(path).ok()?.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(time.as_millis()).ok()
}
