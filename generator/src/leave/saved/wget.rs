//! A folder of `wget --mirror`, with and without `-E` (endings), `-k` (links made local) and `-p` (what pages need).
//!
//! Files lie under the name of their host, `?` in their names as it was asked (or `@` where a system does not take it). With
//! `-E` a page has `.html` at its end, which its address did not have.

use std::io;
use std::path::Path;

use reqwest::Url;
use walkdir::WalkDir;

use super::super::address::Origin;
use super::super::archive::Answer;
use super::keeper::Keeper;
use crate::asset::slashes;

pub(super) fn read(folder: &Path, origin: &Origin, keeper: &mut Keeper<'_>) -> io::Result<()> {
    let name = origin.name();
    let bare = name.split(':').next().unwrap_or_default();
    let is_host = |path: &Path| path.file_name().is_some_and(|found| found.to_string_lossy().contains('.'));
    let hosts: Vec<std::path::PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir() && is_host(path))
        .collect();
    if hosts.is_empty() {
        // The folder of the host itself (`-nH`).
        return host(folder, origin.front(), keeper);
    }
    for path in hosts {
        let found = path.file_name().unwrap_or_default().to_string_lossy().replace('+', ":");
        let plain = found.trim_start_matches("www.");
        let own = [name.as_str(), bare].iter().any(|own| own.trim_start_matches("www.") == plain);
        let base = match own {
            true => origin.front().clone(),
            false => match Url::parse(&format!("https://{found}/")) {
                Ok(base) => base,
                Err(_) => continue,
            },
        };
        host(&path, &base, keeper)?;
    }
    Ok(())
}

fn host(folder: &Path, base: &Url, keeper: &mut Keeper<'_>) -> io::Result<()> {
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        if !entry.file_type().is_file() || entry.file_name().to_string_lossy().ends_with(".orig") {
            continue;
        }
        let path = slashes(entry.path().strip_prefix(folder).unwrap_or(entry.path()));
        // `-K` keeps what came beside what `-k` made of it.
        let original = entry.path().with_file_name(format!("{}.orig", entry.file_name().to_string_lossy()));
        let file = if original.is_file() { original.as_path() } else { entry.path() };
        let begins = beginning(file)?;
        let is_html = looks_like_html(&begins);
        let time = entry.metadata().ok().and_then(|found| found.modified().ok());
        let time = time.and_then(|time| jiff::Timestamp::try_from(time).ok());
        let at = time.map_or(0, |time| time.as_millisecond());
        for address in addresses(&path, is_html) {
            let Ok(url) = base.join(&address) else { continue };
            let kind = match (is_html, begins.trim_ascii_start().first()) {
                (true, _) => "text/html".to_owned(),
                (false, Some(b'{')) => "application/json".to_owned(),
                _ => mime_guess::from_path(&path).first_or_octet_stream().to_string(),
            };
            let answer = Answer { status: 200, kind, ..Answer::of(url.as_str(), at) };
            let opened = crate::folder::open(file)?;
            keeper.keep(file, answer, io::BufReader::new(opened))?;
        }
    }
    Ok(())
}

fn beginning(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(crate::folder::open(file)?, 1_024), &mut bytes)?;
    Ok(bytes)
}

fn looks_like_html(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    ["<!doctype html", "<html", "<head", "<body"].iter().any(|start| text.contains(start))
}

/// The addresses that a file of a mirror has: its path, with what was asked; of `index.html` that of its folder; of a page
/// whose `.html` is of wget's making the one without it.
fn addresses(path: &str, is_html: bool) -> Vec<String> {
    let path = plain(path);
    let path = path.as_str();
    let encoded =
        |path: &str| crate::asset::percent_encoded(&crate::asset::percent_decoded(path).unwrap_or_default());
    let split = path.find('?').or_else(|| {
        // Where `?` is no letter of a name, `@` stands for it; an `@` without anything asked behind it is one.
        path.find('@').filter(|at| path[*at..].contains('='))
    });
    let (file, query) = match split {
        Some(at) => (&path[..at], Some(&path[at + 1..])),
        None => (path, None),
    };
    if let Some(query) = query {
        let query = if is_html { query.strip_suffix(".html").unwrap_or(query) } else { query };
        let query = query.strip_suffix(".json").unwrap_or(query);
        let file = file.strip_suffix("index.html").unwrap_or(file);
        let file = if file.is_empty() { file } else { file.trim_end_matches('/') };
        return vec![format!("/{}?{query}", encoded(file))];
    }
    if let Some(folder) =
        file.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'))
    {
        return vec![format!("/{}", encoded(folder.trim_end_matches('/')))];
    }
    match file.strip_suffix(".html").filter(|_| is_html) {
        Some(bare) => vec![format!("/{}", encoded(bare)), format!("/{}", encoded(file))],
        None => {
            let address = format!("/{}", encoded(file));
            // wget writes `+` where an address had it or `%2B`, which are two for a server.
            let spelled = address.contains('+').then(|| address.replace('+', "%2B"));
            spelled.into_iter().chain([address]).collect()
        }
    }
}

/// A name as it was before a disk that does not take every letter kept it: `?`, `:` and a few others stand there in the
/// area for private use, each F000 (hexadecimal) beyond its own place.
fn plain(path: &str) -> String {
    let letter = |c: char| match u32::from(c).checked_sub(0xf000).and_then(|code| u8::try_from(code).ok()) {
        Some(code) if (0x20..0x7f).contains(&code) => char::from(code),
        _ => c,
    };
    path.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_539_files_of_a_mirror_have_the_addresses_that_they_came_from() {
        for (path, is_html, wanted) in [
            ("index.html", true, vec!["/"]),
            ("blog/index.html", true, vec!["/blog"]),
            ("blog/one", true, vec!["/blog/one"]),
            ("blog/one.html", true, vec!["/blog/one", "/blog/one.html"]),
            ("blog?offset=12.html", true, vec!["/blog?offset=12"]),
            ("blog@offset=12", true, vec!["/blog?offset=12"]),
            ("blog\u{f03f}offset=12.html", true, vec!["/blog?offset=12"]),
            ("index.html?format=json", false, vec!["/?format=json"]),
            ("blog?format=json", false, vec!["/blog?format=json"]),
            ("s/Price list.pdf", false, vec!["/s/Price%20list.pdf"]),
            ("a@b.pdf", false, vec!["/a@b.pdf"]),
            ("a+b.jpg", false, vec!["/a%2Bb.jpg", "/a+b.jpg"]),
        ] {
            assert_eq!(addresses(path, is_html), wanted, "{path}");
        }
    }
}
