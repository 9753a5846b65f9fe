//! `#[cfg]`: which code belongs to no program, only to its tests.

use syn::{Attribute, Meta, Token, punctuated::Punctuated};

/// The feature that opens a crate's test helpers to the tests of other crates.
const TESTING: &str = "testing";

/// Which conditions do not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Everything but `cfg(test)`.
    WithTestHelpers,
    /// Neither `cfg(test)` nor the feature `testing`.
    Program,
}

/// Whether an item under these attributes is left out of the build.
pub(crate) fn is_left_out(attributes: &[Attribute], build: Build) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<Meta>().is_ok_and(|meta| holds(&meta, build) == Some(false))
    })
}

/// Whether the condition holds; nothing when it depends on the platform or on a feature.
fn holds(meta: &Meta, build: Build) -> Option<bool> {
    match meta {
        Meta::Path(path) if path.is_ident("test") => Some(false),
        Meta::NameValue(pair) if pair.path.is_ident("feature") => {
            let named = matches!(&pair.value, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(name), .. })
                if name.value() == TESTING);
            (named && build == Build::Program).then_some(false)
        }
        Meta::List(list) => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
            let parts: Vec<Option<bool>> = parts.iter().map(|part| holds(part, build)).collect();
            if list.path.is_ident("all") {
                return if parts.contains(&Some(false)) { Some(false) } else { all(&parts, true) };
            }
            if list.path.is_ident("any") {
                return if parts.contains(&Some(true)) { Some(true) } else { all(&parts, false) };
            }
            parts.first().copied().flatten().map(|held| !held)
        }
        _ => None,
    }
}

fn all(parts: &[Option<bool>], value: bool) -> Option<bool> {
    parts.iter().all(|part| *part == Some(value)).then_some(value)
}
