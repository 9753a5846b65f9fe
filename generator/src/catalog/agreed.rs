//! The terms that buyers agree to: the page that has them, and a digest of what it says.

use loggia_commerce::StoreSettings;

use super::notes::{Notes, step};
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::site::Site;
use crate::site::position::Step;

/// Works out the digest of the terms as the site says them, and the whole address of their page; a page that there is not is a
/// fault.
pub(super) fn complete(site: &Site<'_>, settings: &mut StoreSettings, faults: &mut Vec<Diagnostic>) {
    let Some(terms) = &mut settings.checkout.terms else { return };
    let said = address(&terms.page).to_owned();
    terms.translated = Vec::new();
    match digest(site, &said) {
        Some(digest) => terms.digest = digest.to_string(),
        // Of a site in another language the site itself has said so.
        None if site.website.prefix.is_empty() => {
            let path: [Step; 4] =
                ["websiteSettings".into(), "storeSettings".into(), "checkout".into(), "terms".into()];
            let mut notes = Notes { site, faults, code: "terms", any: false };
            let help = "write the address of a page of the site that everybody may see, such as /terms";
            notes.wrong(&step(&path, "page"), format!("There is no page '{said}' with the terms."), help);
        }
        None => {}
    }
    terms.page = format!("{}{said}", site.website.prefix);
}

/// The settings as the api needs them: it takes the terms in every language of the site.
pub(super) fn in_all<'a, 's: 'a>(
    settings: &StoreSettings,
    versions: impl Iterator<Item = &'a Site<'s>>,
) -> StoreSettings {
    let mut settings = settings.clone();
    if let Some(terms) = &mut settings.checkout.terms {
        let others = versions.filter_map(|site| digest(site, &terms.page)).map(|digest| digest.to_string());
        terms.translated = others.filter(|other| *other != terms.digest).collect();
    }
    settings
}

/// Whether the terms stand at an address, from the root of one language of the site.
#[must_use]
pub fn is_of_terms(settings: &StoreSettings, full_url: &str) -> bool {
    settings.checkout.terms.as_ref().is_some_and(|terms| terms.page.ends_with(full_url))
}

fn address(page: &str) -> &str {
    match page.trim().trim_end_matches('/') {
        "" => "/",
        page => page,
    }
}

/// Of what the page at an address says, when everybody may see it.
fn digest(site: &Site<'_>, address: &str) -> Option<Digest> {
    let public = site.collections.iter().filter(|collection| collection.is_public);
    public.into_iter().find_map(|collection| {
        if collection.full_url == address {
            return Some(collection.hash);
        }
        let item = collection.items.iter().find(|item| item.is_public && item.full_url == address);
        item.map(|item| item.hash)
    })
}
