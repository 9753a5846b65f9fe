//! What Cloudflare Pages reads of `_headers` and `_redirects`: the same lines as other hosts, but fewer of them, without conditions,
//! and those with a pattern last.

use std::path::Path;

use crate::manifest::Manifest;
use crate::publish::built::read_as_built;
use crate::publish::error::PublishError;

const HEADERS: &str = "_headers";
const REDIRECTS: &str = "_redirects";
/// The files with rules: they are no files of the site there.
pub const RULES: [&str; 2] = [HEADERS, REDIRECTS];
/// The most addresses that have headers of their own, redirects of one address, and redirects of a pattern.
const MOST_HEADERS: usize = 100;
const MOST_REDIRECTS: usize = 2_000;
const MOST_PATTERNS: usize = 100;
/// The characters of the longest line of either.
const LONGEST_HEADER: usize = 2_000;
const LONGEST_REDIRECT: usize = 1_000;

/// The rules of a site as the service reads them, by the name of their file.
///
/// # Errors
/// When there are more than it reads: it would leave the rest out without a word.
pub fn of(manifest: &Manifest, output: &Path) -> Result<Vec<(&'static str, String)>, PublishError> {
    let mut rules = Vec::new();
    for name in RULES {
        let Some(entry) = manifest.files.get(name) else { continue };
        let bytes = read_as_built(&output.join(name), *entry)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = if name == HEADERS { headers(&text)? } else { redirects(&text, manifest)? };
        rules.push((name, text));
    }
    Ok(rules)
}

fn too_many(what: &str, found: usize, most: usize) -> PublishError {
    PublishError::Refused(format!(
        "the site has {found} {what}, and Cloudflare Pages reads {most}; take some away, or publish elsewhere; nothing was sent"
    ))
}

fn headers(text: &str) -> Result<String, PublishError> {
    let addresses = text.lines().filter(|line| line.starts_with('/') || line.starts_with("http")).count();
    if addresses > MOST_HEADERS {
        return Err(too_many("addresses with headers of their own", addresses, MOST_HEADERS));
    }
    match text.lines().map(|line| line.chars().count()).find(|length| *length > LONGEST_HEADER) {
        Some(length) => Err(too_many("characters in one line of _headers", length, LONGEST_HEADER)),
        None => Ok(text.to_owned()),
    }
}

/// One redirect.
struct Redirect<'a> {
    from: &'a str,
    to: &'a str,
    status: &'a str,
}

impl Redirect<'_> {
    /// What a line says, when the service can read that: no condition, no query, and a status that leads on.
    fn of(line: &str) -> Option<Redirect<'_>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (from, to, status) = match words.as_slice() {
            [from, to] => (*from, *to, "302"),
            [from, to, status] => (*from, *to, status.trim_end_matches('!')),
            _ => return None,
        };
        let is_read = from.starts_with('/')
            && !from.contains('?')
            && matches!(status, "301" | "302" | "303" | "307" | "308")
            && line.chars().count() <= LONGEST_REDIRECT;
        is_read.then_some(Redirect { from, to, status })
    }

    fn is_pattern(&self) -> bool {
        self.from.contains('*') || self.from.contains("/:")
    }

    /// Whether a file of the site stands at the address, which leads on by itself.
    fn is_file(&self, manifest: &Manifest) -> bool {
        let path = percent_encoding::percent_decode_str(&self.from[1..]).decode_utf8_lossy();
        let path = path.trim_end_matches('/');
        let names = [path.to_owned(), format!("{path}/index.html"), format!("{path}.html")];
        names.iter().any(|name| manifest.files.contains_key(name))
    }

    fn line(&self) -> String {
        format!("{} {} {}\n", self.from, self.to, self.status)
    }
}

fn redirects(text: &str, manifest: &Manifest) -> Result<String, PublishError> {
    let all = text.lines().filter(|line| !line.trim_start().starts_with('#')).filter_map(Redirect::of);
    let (patterns, mut single): (Vec<_>, Vec<_>) = all.partition(Redirect::is_pattern);
    if single.len() > MOST_REDIRECTS {
        single.retain(|redirect| !redirect.is_file(manifest));
    }
    if single.len() > MOST_REDIRECTS {
        return Err(too_many("redirects", single.len(), MOST_REDIRECTS));
    }
    if patterns.len() > MOST_PATTERNS {
        return Err(too_many("redirects of a pattern", patterns.len(), MOST_PATTERNS));
    }
    Ok(single.iter().chain(&patterns).map(Redirect::line).collect())
}

#[cfg(test)]
mod tests {
    use super::{MOST_REDIRECTS, headers, redirects};
    use crate::manifest::{Entry, Manifest};
    use std::fmt::Write as _;

    /// S-796: what the service reads stands there, what it cannot read does not, and patterns come last.
    #[test]
    fn s_796_redirects_are_those_that_the_service_reads() {
        let text = "# old addresses\n/old/* /new/:splat 301\n/a /b 301\n/c /d\n/e/:year /f/:year 302!\n\
            /blog/:event format=ical /blog/:event.ics 302\n/gone /404.html 404\n/q?a=1 /b 301\nelse /b 301\n";
        assert_eq!(
            redirects(text, &Manifest::default()).unwrap(),
            "/a /b 301\n/c /d 302\n/old/* /new/:splat 301\n/e/:year /f/:year 302\n"
        );
    }

    #[test]
    fn s_796_of_too_many_those_that_a_file_stands_for_are_left_out_else_it_is_said() {
        let mut text = String::new();
        for number in 0..=MOST_REDIRECTS {
            writeln!(text, "/old-{number} /new 301").unwrap();
        }
        let mut manifest = Manifest::default();
        let why = redirects(&text, &manifest).unwrap_err().to_string();
        assert!(why.contains("2001 redirects") && why.contains("nothing was sent"), "{why}");
        manifest.files.insert("old-7/index.html".to_owned(), Entry::of(b"moved"));
        let read = redirects(&text, &manifest).unwrap();
        assert_eq!(read.lines().count(), MOST_REDIRECTS);
        assert!(!read.contains("/old-7 ") && read.contains("/old-8 "));
        let patterns = "/a/* /b 301\n".repeat(101);
        assert!(
            redirects(&patterns, &manifest).unwrap_err().to_string().contains("101 redirects of a pattern")
        );
    }

    #[test]
    fn s_796_headers_of_too_many_addresses_are_refused() {
        let one = "/x/*\n  X-Frame-Options: DENY\n";
        assert_eq!(headers(one).unwrap(), one);
        assert!(headers(&one.repeat(101)).unwrap_err().to_string().contains("101 addresses"));
        let long = format!("/*\n  Link: {}\n", "x".repeat(2_000));
        assert!(headers(&long).unwrap_err().to_string().contains("characters in one line"));
    }
}
