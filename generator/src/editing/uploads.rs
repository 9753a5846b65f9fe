//! Files that the owner brings along: pictures, sounds, documents. What a file is, its content says, never its
//! name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use actix_web::http::StatusCode;
use walkdir::WalkDir;

use super::answer::Refused;
use super::change_set::Found;
use super::journal::{Step, WriteError, digest};
use super::list::{PAGE, cursor};
use super::noted;
use super::place::{Place, SECTIONS};
use super::record::Author;
use super::view::{UPLOAD_BYTES, UPLOAD_SIZE};
use super::wire::upload::{Upload, UploadPage, UploadsQuery};
use super::workspace::Workspace;
use crate::asset::slashes;
use crate::picture::{self, sniff};

/// Parts of a site that may name a file.
const NAMING: [&str; 7] = ["site.json", "content", "forms", "fields", "languages", SECTIONS, "template"];

/// The refusal of a file that is too large (E-041, E-042, E-044).
#[must_use]
pub fn too_large() -> Refused {
    let message = format!("File is too large. The maximum size is {UPLOAD_SIZE}.");
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

fn unsupported() -> Refused {
    Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported", "Unsupported file type.")
}

/// Keeps a file that was uploaded; one that is there already is not kept twice.
///
/// # Errors
/// When it is of no kind that may be uploaded, too large, or cannot be written.
pub fn store(
    workspace: &Workspace,
    author: &Author,
    (name, folder): (&str, Option<&str>),
    bytes: Vec<u8>,
) -> Result<Upload, Refused> {
    if bytes.len() as u64 > UPLOAD_BYTES {
        return Err(too_large());
    }
    let ending = sniff::ending(&bytes).ok_or_else(unsupported)?;
    if matches!(ending, "jpg" | "png" | "gif" | "webp") {
        // What the next build would refuse is refused now, with the same words.
        picture::try_out(&bytes).map_err(|why| {
            let message = format!("This picture cannot be used: {why}.");
            Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "picture", message)
        })?;
    }
    let above = folder.map(|folder| format!("{}/", folder.trim_matches('/'))).unwrap_or_default();
    let stem = plain_stem(name).unwrap_or_else(|| "file".to_owned());
    for number in 1..1000 {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let path = format!("files/{above}{stem}{number}.{ending}");
        let file = on_disk(workspace, &path)?;
        let found = Found::read(&file).map_err(|error| Refused::machine(&file, &error))?;
        match found {
            Some(found) if found.digest == digest(&bytes) => return upload(workspace, &file),
            Some(_) => continue,
            None => {
                write(workspace, author, &[Step { path, before: None, after: Some(bytes) }])?;
                return upload(workspace, &file);
            }
        }
    }
    Err(Refused::bad("exists", "There was a problem while uploading your file."))
}

/// Gives a file another name; what names it in the site names it by the new one (E-038, E-039).
///
/// # Errors
/// When the name is blank or taken, or the file is gone.
pub fn rename(workspace: &Workspace, author: &Author, path: &str, name: &str) -> Result<Upload, Refused> {
    if name.trim().is_empty() {
        return Err(Refused::bad("name", "Please enter a file name"));
    }
    let file = on_disk(workspace, path)?;
    let found = Found::read(&file).map_err(|error| Refused::machine(&file, &error))?;
    let found = found.ok_or_else(Refused::missing)?;
    let (above, old) = path.rsplit_once('/').unwrap_or(("files", path));
    let ending = old.rsplit_once('.').map_or("", |(_, ending)| ending);
    let own_ending = format!(".{}", ending.to_ascii_lowercase());
    let bare = name.trim();
    let bare = match bare.to_ascii_lowercase().ends_with(&own_ending) {
        true => &bare[..bare.len() - own_ending.len()],
        false => bare,
    };
    let stem = plain(bare).ok_or_else(|| Refused::bad("name", "Please enter a file name"))?;
    let to = format!("{above}/{stem}.{ending}");
    let target = on_disk(workspace, &to)?;
    if to == path {
        return upload(workspace, &file);
    }
    if target.exists() {
        let message = "There is a file of this name already.";
        return Err(Refused::new(StatusCode::CONFLICT, "exists", message));
    }
    let mut steps = vec![
        Step { path: to.clone(), before: None, after: Some(found.bytes) },
        Step { path: path.to_owned(), before: Some(found.digest), after: None },
    ];
    let (from, into) = (format!("/{path}"), format!("/{to}"));
    steps.extend(naming(workspace, &from, Some(&into)));
    write(workspace, author, &steps)?;
    upload(workspace, &target)
}

/// Takes a file away that nothing names.
///
/// # Errors
/// When something does, or it is gone.
pub fn remove(workspace: &Workspace, author: &Author, path: &str) -> Result<(), Refused> {
    let file = on_disk(workspace, path)?;
    let found = Found::read(&file).map_err(|error| Refused::machine(&file, &error))?;
    let found = found.ok_or_else(Refused::missing)?;
    let users = naming(workspace, &format!("/{path}"), None);
    if !users.is_empty() {
        let places: BTreeSet<String> =
            users.iter().map(|step| place_in_words(workspace, &step.path)).collect();
        let message = format!(
            "This file is still used {}. Put another one in its place there or take it out, and delete it then.",
            listed(&places)
        );
        return Err(Refused::new(StatusCode::CONFLICT, "in-use", message));
    }
    write(workspace, author, &[Step { path: path.to_owned(), before: Some(found.digest), after: None }])
}

/// The files there are, by name.
///
/// # Errors
/// When the cursor is none of ours.
pub fn list(workspace: &Workspace, query: &UploadsQuery) -> Result<UploadPage, Refused> {
    let search = query.search.as_deref().unwrap_or_default().to_lowercase();
    let walk = WalkDir::new(workspace.root.join("files")).sort_by_file_name().into_iter().flatten();
    let wanted = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let media = mime_guess::from_path(entry.path()).first_or_octet_stream();
        entry.file_type().is_file()
            && !name.starts_with('.')
            && name.to_lowercase().contains(&search)
            && query.media_type.as_deref().is_none_or(|wanted| media.essence_str().starts_with(wanted))
    };
    let found: Vec<_> = walk.filter(wanted).collect();
    let from = cursor(query.after.as_deref())?;
    let limit = query.limit.unwrap_or(PAGE.0).clamp(1, PAGE.1);
    let files: Vec<Upload> = found
        .iter()
        .skip(from)
        .take(limit)
        .filter_map(|entry| upload(workspace, entry.path()).ok())
        .collect();
    let next = from + limit;
    let next_cursor = (next < found.len()).then(|| next.to_string());
    Ok(UploadPage { files, total: found.len(), next_cursor })
}

fn on_disk(workspace: &Workspace, path: &str) -> Result<std::path::PathBuf, Refused> {
    let bad = |why: super::place::PathError| Refused::bad("path", why.to_string());
    let place = Place::parse(path).map_err(bad)?;
    if place.kind() != super::wire::FileKind::File {
        return Err(Refused::bad("path", "This is not an uploaded file."));
    }
    place.on_disk(&workspace.root).map_err(bad)
}

/// Writes files among those that were uploaded, and writes down who brought them.
///
/// # Errors
/// When one of them is there meanwhile, or the machine refuses.
pub(super) fn write(workspace: &Workspace, author: &Author, steps: &[Step]) -> Result<(), Refused> {
    workspace.put(steps).map_err(|error| match error {
        WriteError::Changed(path) => {
            let message = format!("{path} was changed in this moment. Try again.");
            Refused::new(StatusCode::CONFLICT, "changed", message)
        }
        WriteError::Io { path, source } => Refused::machine(&path, &source),
    })?;
    noted::put(workspace, author, steps);
    Ok(())
}

fn upload(workspace: &Workspace, file: &Path) -> Result<Upload, Refused> {
    let machine = |error: std::io::Error| Refused::machine(file, &error);
    let found = fs::metadata(file).map_err(machine)?;
    let path = slashes(file.strip_prefix(&workspace.root).unwrap_or(file));
    let media = mime_guess::from_path(file).first_or_octet_stream();
    let is_pixels = media.type_() == "image" && media.subtype() != "svg";
    let size = is_pixels
        .then(|| {
            crate::folder::open(file)
                .ok()
                .and_then(|file| imagesize::reader_size(std::io::BufReader::new(file)).ok())
        })
        .flatten();
    let pixels = |pixels: usize| u32::try_from(pixels).ok();
    let updated = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(Upload {
        url: format!("/{path}"),
        name: path.rsplit('/').next().unwrap_or_default().to_owned(),
        path,
        width: size.and_then(|size| pixels(size.width)),
        height: size.and_then(|size| pixels(size.height)),
        size: found.len(),
        media_type: media.essence_str().to_owned(),
        updated_on: updated.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(0)),
    })
}

/// The name of a file without its ending and without what has no place in an address.
fn plain_stem(name: &str) -> Option<String> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    plain(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

fn plain(name: &str) -> Option<String> {
    let kept = name.trim().chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' });
    let kept: String = kept.take(100).collect::<String>().to_lowercase();
    let parts: Vec<&str> = kept.split('-').filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("-"))
}

/// Where something stands, as its owner calls it: by the title of the page, not by the name of a file.
fn place_in_words(workspace: &Workspace, path: &str) -> String {
    let place = Place::parse(path).ok();
    let found = Found::read(&workspace.root.join(path)).ok().flatten();
    let value = place.as_ref().zip(found).and_then(|(place, found)| found.value(place));
    let named = |key: &str| {
        let name = value.as_ref().and_then(|value| value.get(key)?.as_str().map(str::to_owned));
        name.filter(|name| !name.trim().is_empty())
    };
    match path.split('/').next().unwrap_or_default() {
        "site.json" => "in the settings of the site".to_owned(),
        "template" => "by the template".to_owned(),
        "forms" => {
            named("name").map_or_else(|| "in a form".to_owned(), |name| format!("in the form “{name}”"))
        }
        "fields" => "in a part that pages have alike".to_owned(),
        SECTIONS => named("title").map_or_else(
            || "in a saved section".to_owned(),
            |title| format!("in the saved section “{title}”"),
        ),
        "languages" => named("title").map_or_else(
            || "in a translation".to_owned(),
            |title| format!("in the translation of “{title}”"),
        ),
        _ => named("title").map_or_else(|| format!("in {path}"), |title| format!("on “{title}”")),
    }
}

/// How many places are named, before the others are only counted.
const NAMED: usize = 3;

fn listed(places: &BTreeSet<String>) -> String {
    let mut named: Vec<&str> = places.iter().take(NAMED).map(String::as_str).collect();
    let more = match places.len().saturating_sub(NAMED) {
        0 => None,
        1 => Some("in one more place".to_owned()),
        more => Some(format!("in {more} more places")),
    };
    named.extend(more.as_deref());
    match named.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// What names a file in the site: each of those files as it is with the new name in place of the old one.
fn naming(workspace: &Workspace, from: &str, to: Option<&str>) -> Vec<Step> {
    let mut steps = Vec::new();
    let encoded = crate::asset::percent_encoded(from);
    for part in NAMING {
        for entry in WalkDir::new(workspace.root.join(part)).sort_by_file_name().into_iter().flatten() {
            let path = slashes(entry.path().strip_prefix(&workspace.root).unwrap_or(entry.path()));
            if !entry.file_type().is_file() || Place::parse(&path).is_err() {
                continue;
            }
            let Ok(text) = crate::folder::read_to_string(entry.path()) else { continue };
            let new = to.unwrap_or_default();
            let mut changed = replaced(&text, from, new);
            if encoded != from {
                changed = replaced(&changed, &encoded, &crate::asset::percent_encoded(new));
            }
            if changed != text {
                let before = Some(digest(text.as_bytes()));
                steps.push(Step { path, before, after: Some(changed.into_bytes()) });
            }
        }
    }
    steps
}

/// A text with an address in place of another one, wherever that is all of an address.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '%');
        let whole = !before.ends_with(inside) && !after.starts_with(inside);
        out.push_str(before);
        out.push_str(if whole { to } else { from });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_addresses() {
        for (name, wanted) in [
            ("Oven at four.JPG", Some("oven-at-four")),
            ("../../etc/passwd.png", Some("passwd")),
            ("C:\\pictures\\Café d’été.jpeg", Some("café-d-été")),
            ("...", None),
            (".htaccess", None),
            ("", None),
        ] {
            assert_eq!(plain_stem(name).as_deref(), wanted, "{name}");
        }
    }

    #[test]
    fn s_288_places_are_listed_as_one_says_them() {
        let places = |all: &[&str]| listed(&all.iter().map(|&place| place.to_owned()).collect());
        assert_eq!(places(&["on “A”"]), "on “A”");
        assert_eq!(places(&["on “A”", "on “B”"]), "on “A” and on “B”");
        assert_eq!(places(&["1", "2", "3", "4"]), "1, 2, 3 and in one more place");
        assert_eq!(places(&["1", "2", "3", "4", "5"]), "1, 2, 3 and in 2 more places");
    }

    #[test]
    fn only_whole_addresses_are_replaced() {
        let text = r#"{"a": "/files/a.jpg", "b": "/files/a.jpg?format=500w", "c": "/files/a.jpgx", "d": "/my/files/a.jpg"}"#;
        let after = replaced(text, "/files/a.jpg", "/files/b.jpg");
        assert_eq!(
            after,
            r#"{"a": "/files/b.jpg", "b": "/files/b.jpg?format=500w", "c": "/files/a.jpgx", "d": "/my/files/a.jpg"}"#
        );
    }
}
