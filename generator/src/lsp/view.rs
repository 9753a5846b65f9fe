//! An open file with what is known of the folder it belongs to: what every question of an editor is answered from.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use lsp_types::{Location, Uri};
use serde_json::Value;

use super::address;
use super::analysis::{Analysis, Source};
use super::docs::Docs;
use super::fields::{self, Scope};
use super::root::Root;
use super::text::{Text, Units};

/// An open file.
pub struct View<'s> {
    /// Its folder.
    pub root: &'s Root,
    /// The templates of the folder.
    pub analysis: &'s Analysis,
    /// What templates are shown with.
    pub samples: &'s BTreeMap<String, Value>,
    /// What they are shown with where no site is known.
    pub neutral: &'s Value,
    /// The language's pages.
    pub docs: &'s Docs,
    /// Its path.
    pub file: &'s Path,
    /// Its address as the editor writes it.
    pub uri: &'s Uri,
    /// Its text.
    pub text: &'s Text,
    /// Its path below `template/`; empty when it is no template.
    pub template: String,
    /// In what the editor counts.
    pub units: Units,
    /// Whether the editor takes snippets.
    pub snippets: bool,
}

impl View<'_> {
    /// The file as a template.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        self.analysis.sources.get(&self.template)
    }

    /// The values at an offset.
    #[must_use]
    pub fn scope(&self, offset: usize) -> Scope<'_> {
        fields::at(self.analysis, self.samples, self.neutral, &self.template, offset)
    }

    /// A part of a template, by its path below `template/`, as a place.
    #[must_use]
    pub fn location(&self, template: &str, part: Range<usize>) -> Option<Location> {
        let source = self.analysis.sources.get(template)?;
        let uri = self.address(&Path::new("template").join(template))?;
        Some(Location::new(uri, Text::new(source.text.clone()).range(part, self.units)))
    }

    /// The address of a file below a site folder.
    #[must_use]
    pub fn address(&self, inside: &Path) -> Option<Uri> {
        let file = self.root.outside(inside);
        if file == self.file { Some(self.uri.clone()) } else { address::uri(&file) }
    }

    /// The names by which partials can be applied.
    pub fn partials(&self) -> impl Iterator<Item = &str> {
        let names = self.analysis.theme.engine.partials().map(|(name, _)| name);
        names.chain(self.analysis.macros.keys().map(String::as_str))
    }
}
