//! `use` declarations, one entry for each name they bring.

use crate::position::{Position, start};
use syn::UseTree;
use syn::ext::IdentExt;

/// One name that a `use` brings into its module.
#[derive(Debug, Clone)]
pub(crate) struct Imported {
    /// What is imported, as it is written.
    pub path: Vec<(String, Position)>,
    /// The name it has here; nothing for `*` and for `_`.
    pub name: Option<String>,
    /// `path::*`
    pub glob: bool,
    /// Another name than the one it has at home.
    pub renamed: bool,
}

/// Every name that the declaration brings.
pub(crate) fn imported(item: &syn::ItemUse) -> Vec<Imported> {
    let mut found = Vec::new();
    if item.leading_colon.is_none() {
        tree(&item.tree, &mut Vec::new(), &mut found);
    }
    found
}

fn tree(of: &UseTree, path: &mut Vec<(String, Position)>, found: &mut Vec<Imported>) {
    match of {
        UseTree::Path(inner) => {
            path.push((inner.ident.unraw().to_string(), start(inner.ident.span())));
            tree(&inner.tree, path, found);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|item| tree(item, path, found)),
        UseTree::Name(name) => {
            let at = start(name.ident.span());
            let word = name.ident.unraw().to_string();
            let mut path = path.clone();
            if word != "self" || path.is_empty() {
                path.push((word, at));
            }
            let name = path.last().map(|(name, _)| name.clone());
            found.push(Imported { path, name, glob: false, renamed: false });
        }
        UseTree::Rename(renamed) => {
            let at = start(renamed.ident.span());
            let word = renamed.ident.unraw().to_string();
            let mut path = path.clone();
            if word != "self" || path.is_empty() {
                path.push((word, at));
            }
            let name = (renamed.rename != "_").then(|| renamed.rename.unraw().to_string());
            found.push(Imported { path, name, glob: false, renamed: true });
        }
        UseTree::Glob(_) => {
            found.push(Imported { path: path.clone(), name: None, glob: true, renamed: false });
        }
    }
}
