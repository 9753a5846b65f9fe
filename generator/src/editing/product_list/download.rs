//! The products of the shop as a list to keep, to work on in a spreadsheet, or to bring in again.

use std::path::{Component, Path};

use actix_web::http::StatusCode;

use crate::diagnostic::Diagnostic;
use crate::editing::answer::Refused;
use crate::editing::reads::Sight;
use crate::editing::view::folder;
use crate::editing::workspace::Workspace;
use crate::import::listing::Listing;
use crate::pipeline::load_content;

/// Every product that somebody sees, as a list, out of the files as they are now.
///
/// # Errors
/// When the site has errors, so that what it sells is not known.
pub fn download(workspace: &Workspace, sight: &Sight) -> Result<String, Refused> {
    let (loaded, found) = load_content(&workspace.options());
    let Some(loaded) = loaded.filter(|_| !found.iter().any(Diagnostic::is_error)) else {
        let message =
            "The site has errors, so its products cannot be read. Mend what the editor names, and try again.";
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "faults", message));
    };
    let sees =
        |list: &crate::site::Collection<'_>| sight.has(&format!("content/{}/collection.json", folder(list)));
    let website = &loaded.site.get().website;
    Ok(crate::export::product_list(&loaded, &website.base_url, &sees))
}

/// A list that was downloaded here names pictures of this site by their whole address: they are files that are here.
pub(super) fn own_pictures(listing: &mut Listing, workspace: &Workspace) {
    let view = workspace.view();
    let address = view.site().map_or("", |site| site.website.base_url.as_str()).trim_end_matches('/');
    if address.is_empty() {
        return;
    }
    let root = workspace.root.as_path();
    let own = |url: &mut String| {
        let Some(path) = url.strip_prefix(address).filter(|path| path.starts_with('/')) else { return };
        // Whatever a list says: only a file that the site has is its own.
        let inside = Path::new(&path[1..]);
        let is_inside = inside.components().all(|part| matches!(part, Component::Normal(_)));
        if is_inside && root.join(inside).is_file() {
            *url = path.to_owned();
        }
    };
    for listed in &mut listing.products {
        listed.product.pictures.iter_mut().for_each(|picture| own(&mut picture.url));
        listed.product.variants.iter_mut().for_each(|variant| own(&mut variant.picture));
    }
}
