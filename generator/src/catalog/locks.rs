//! The passwords of locked pages as the api keeps them. Working one out takes long on purpose; what was worked out is kept
//! in the site's cache, beside the content in which the passwords stand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use argon2::{Argon2, PasswordHasher};
use loggia_commerce::Access;
use rayon::prelude::*;

use crate::cache::Cache;
use crate::manifest::{Digest, PROTECTED};
use crate::plan::{Page, Subject};
use crate::site::Site;
use crate::site::access::password;
use crate::site::page_access::of_page;

/// The folder of the cache.
const KIND: &str = "locks";

/// The hash of every locked page that has a password, by the page's address.
#[must_use]
pub fn hashes<'p>(site: &Site, pages: &'p [Page], cache: &Cache, now: i64) -> BTreeMap<&'p str, String> {
    let locked = pages.par_iter().filter(|page| page.path.starts_with(PROTECTED));
    let worked_out: Vec<(&str, String, Option<PathBuf>)> = locked
        .filter_map(|page| {
            let place = format!("{} {}", site.website.id, page.url);
            let (hash, file) = hashed(of(site, page)?, &place, cache)?;
            Some((page.url.as_str(), hash, file))
        })
        .collect();
    if !worked_out.is_empty() {
        cache.sweep(KIND, worked_out.iter().filter_map(|(_, _, file)| file.as_deref()), now);
    }
    worked_out.into_iter().map(|(url, hash, _)| (url, hash)).collect()
}

/// The password that opens a page.
fn of<'s>(site: &'s Site, page: &Page) -> Option<&'s str> {
    let (collection, item) = match &page.subject {
        Subject::Item { collection, item, .. } => (&site.collections[*collection], Some(*item)),
        Subject::Page { collection } | Subject::List { collection, .. } => {
            (&site.collections[*collection], None)
        }
        _ => return None,
    };
    let item = item.map(|item| &collection.items[item]);
    let own = item.and_then(|item| password(item.document.root));
    own.or_else(|| password(collection.document.root)).filter(|_| of_page(collection, item) == Access::Locked)
}

/// A password as the api keeps it, and the file of the cache that has it. The salt is of the site and the page, so that
/// the same site gives the same bytes.
fn hashed(password: &str, place: &str, cache: &Cache) -> Option<(String, Option<PathBuf>)> {
    let key = Digest::of(format!("{place}\n{password}").as_bytes());
    let known = cache.get(KIND, key, "txt").and_then(|bytes| String::from_utf8(bytes).ok());
    if let Some(known) = known.filter(|known| known.starts_with("$argon2")) {
        return Some((known, cache.file(KIND, key, "txt")));
    }
    let salt = Digest::of(place.as_bytes());
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt.as_bytes()[..16]);
    let hash = hash.ok()?.to_string();
    let file = cache.put(KIND, key, "txt", hash.as_bytes());
    Some((hash, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_worked_out_once_and_gives_the_same_bytes_without_a_cache() {
        let site = tempfile::tempdir().unwrap();
        let cache = Cache::of_site(site.path());
        let (first, file) = hashed("open sesame", "site /a", &cache).unwrap();
        assert!(first.starts_with("$argon2id$") && file.is_some_and(|file| file.exists()));
        assert_eq!(hashed("open sesame", "site /a", &Cache::default()).unwrap().0, first);
        assert_ne!(hashed("open sesame", "site /b", &cache).unwrap().0, first, "each page has its own salt");
        assert_ne!(hashed("another", "site /a", &cache).unwrap().0, first);
        // What the cache says is taken, so nothing is worked out.
        let (_, file) = hashed("open sesame", "site /a", &cache).unwrap();
        std::fs::write(file.unwrap(), "$argon2 as it was kept").unwrap();
        assert_eq!(hashed("open sesame", "site /a", &cache).unwrap().0, "$argon2 as it was kept");
    }
}
