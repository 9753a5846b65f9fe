//! What of a site somebody may read in the editor: roles that work on no content see no drafts, no names of pages and no
//! words of pages that are not for everybody (S-110).

use super::answer::Refused;
use super::change_set::Found;
use super::json::Json;
use super::place::Place;
use super::roles;
use super::view::{View, folder};
use super::wire::site::{TemplateSummary, Tool};
use super::wire::{FileKind, SiteAnswer};
use crate::site::code::collection::PRODUCTS;

/// The files that somebody may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// All of the site.
    Everything,
    /// One of these files, or what lies in one of these folders, which end with a slash.
    These(Vec<String>),
}

impl Sight {
    /// That of somebody with these roles.
    #[must_use]
    pub fn of(codes: &[u8], view: &View) -> Sight {
        if roles::may(codes, Tool::Content) || roles::may(codes, Tool::Settings) {
            return Sight::Everything;
        }
        let mut these = Vec::new();
        if roles::may(codes, Tool::Commerce) {
            these.extend(["site.json", "forms/", "files/"].map(str::to_owned));
            these.extend(product_folders(view).map(|folder| format!("content/{folder}/")));
        }
        if roles::may(codes, Tool::Campaigns) {
            these.push("forms/".to_owned());
        }
        Sight::These(these)
    }

    /// Whether a file of the site is in it.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        match self {
            Sight::Everything => true,
            Sight::These(these) => these.iter().any(|this| match this.ends_with('/') {
                true => path.starts_with(this.as_str()),
                false => path == this,
            }),
        }
    }

    /// Whether a file may be given out as it was found.
    ///
    /// # Errors
    /// When the role does not read it, or it may say a password and cannot be masked.
    pub fn permits(&self, place: &Place, found: &Found) -> Result<(), Refused> {
        let refused = || Refused::forbidden("role", "Your role may not read this.");
        if !self.has(place.path()) {
            return Err(refused());
        }
        if *self == Sight::Everything || matches!(place.kind(), FileKind::File) {
            return Ok(());
        }
        match found.value(place) {
            Some(value) if place.is_json() || !says_password(&value) => Ok(()),
            _ => Err(refused()),
        }
    }
}

fn product_folders(view: &View) -> impl Iterator<Item = &str> {
    let all = view.site().into_iter().flat_map(|site| &site.collections);
    all.filter(|collection| collection.type_code == PRODUCTS).map(folder)
}

/// Whether a folder of `content/` holds products.
#[must_use]
pub fn has_products(view: &View, name: &str) -> bool {
    product_folders(view).any(|folder| folder == name)
}

fn says_password(value: &Json) -> bool {
    match value {
        Json::Object(members) => members.iter().any(|(key, value)| key == "password" || says_password(value)),
        Json::List(elements) => elements.iter().any(says_password),
        _ => false,
    }
}

/// Takes out of the answer what the caller's roles do not read.
pub fn cut(answer: &mut SiteAnswer, sight: &Sight) {
    answer.diagnostics.retain(|fault| sight.has(&fault.file));
    if *sight == Sight::Everything {
        return;
    }
    answer.collections.retain(|collection| sight.has(&collection.path));
    answer.forms.retain(|form| sight.has(&form.path));
    answer.fields.clear();
    answer.sections.clear();
    answer.redirects.clear();
    answer.navigation = Json::Object(Vec::new());
    answer.targets.clear();
    answer.template = TemplateSummary {
        name: std::mem::take(&mut answer.template.name),
        author: std::mem::take(&mut answer.template.author),
        layouts: Vec::new(),
        navigations: Vec::new(),
        tweaks: Vec::new(),
        types: Vec::new(),
        files: Vec::new(),
        areas: Vec::new(),
        blocks: Vec::new(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_110_who_works_on_no_content_reads_none() {
        let view = View::default();
        for code in [2, 3, 6, 7, 9, 10, 12, 13] {
            assert_eq!(Sight::of(&[code], &view), Sight::These(Vec::new()), "{code}");
        }
        for codes in [&[1][..], &[4], &[3, 4]] {
            assert_eq!(Sight::of(codes, &view), Sight::Everything);
        }
        let store = Sight::of(&[8], &view);
        assert!(store.has("site.json") && store.has("forms/a.json"));
        for path in ["site.jsonx", "content/blog/a.json", "template/a.css", "formsx", "forms"] {
            assert!(!store.has(path), "{path}");
        }
    }
}
