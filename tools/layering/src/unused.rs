//! Exported functions, types and constants that no program code names.

use crate::parse::{Definition, Kind};
use crate::position::Position;
use crate::tokens::{After, Before, Mention};
use crate::tree::Source;
use crate::workspace::Member;
use std::collections::BTreeMap;
use std::fmt;

/// An exported definition that nothing but tests names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unused {
    /// The file, below the workspace.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The name, with its type's before it for a method: `Cart::total`.
    pub name: String,
}

impl fmt::Display for Unused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{} {}", self.file, self.line, self.name)
    }
}

/// One place where a name is written.
struct Use<'tree> {
    file: usize,
    at: Position,
    mention: &'tree Mention,
    /// Which name of its path it is.
    index: usize,
}

impl Use<'_> {
    fn is_last(&self) -> bool {
        self.index + 1 == self.mention.segments.len()
    }

    /// `Type` of `Type::name`: what stands before the name, when it looks like a type.
    fn type_before(&self) -> Option<&str> {
        let (before, _) = self.mention.segments.get(self.index.checked_sub(1)?)?;
        before.starts_with(|letter: char| letter.is_ascii_uppercase()).then_some(before)
    }
}

/// The exported definitions of `members` that no code of theirs names outside the definition itself. Tests,
/// benchmarks and examples do not count; a re-export alone is no use; texts in attributes are
/// (`#[serde(default = "name")]`). Names are compared as words: one that something else has as well counts as used.
pub fn unused(members: &[Member]) -> Vec<Unused> {
    let files: Vec<(&Member, &Source)> =
        members.iter().flat_map(|member| member.tree.files.iter().map(move |file| (member, file))).collect();
    let mut uses: BTreeMap<&str, Vec<Use<'_>>> = BTreeMap::new();
    for (number, (_, source)) in files.iter().enumerate() {
        collect(number, source, &mut uses);
    }
    let mut found = Vec::new();
    for (number, (member, source)) in files.iter().enumerate() {
        for definition in &source.parsed.definitions {
            let places = uses.get(definition.name.as_str()).into_iter().flatten();
            let named = places.into_iter().any(|place| {
                names(definition, place) && !is_own(definition, number, place, files[place.file].1)
            });
            if !named && definition.name != "main" {
                let name = match &definition.owner {
                    Some(owner) => format!("{owner}::{}", definition.name),
                    None => definition.name.clone(),
                };
                let file = format!("{}/src/{}", member.folder, source.name);
                found.push(Unused { file, name, line: definition.line });
            }
        }
    }
    found.sort();
    found
}

/// Gathers the names in a file's program code.
fn collect<'tree>(file: usize, source: &'tree Source, uses: &mut BTreeMap<&'tree str, Vec<Use<'tree>>>) {
    let parsed = &source.parsed;
    // The last name of an import is no use of it, unless it gets another name here.
    let imported = |at: Position| parsed.uses.iter().any(|range| range.holds(at));
    let renamed: Vec<Position> = parsed
        .modules
        .iter()
        .flat_map(|inner| &inner.imported)
        .filter(|(imported, _)| imported.renamed && imported.name.is_some())
        .filter_map(|(imported, _)| imported.path.last().map(|(_, at)| *at))
        .collect();
    for mention in &parsed.mentions {
        for (index, (name, at)) in mention.segments.iter().enumerate() {
            let last = index + 1 == mention.segments.len();
            if parsed.is_built(*at) && (!last || !imported(*at) || renamed.contains(at)) {
                uses.entry(name).or_default().push(Use { file, at: *at, mention, index });
            }
        }
    }
}

/// Whether the place can name this definition.
fn names(definition: &Definition, place: &Use<'_>) -> bool {
    let mention = place.mention;
    let alone = mention.segments.len() == 1;
    let after_dot = alone && mention.before == Before::Dot;
    if place.is_last() && (mention.before == Before::Keyword && alone || mention.after == After::Colon) {
        return false;
    }
    // What a type has is named behind a dot, or behind that type or what stands for it; what no type has is not.
    let owner = match (&definition.owner, place.type_before()) {
        (Some(owner), Some(before)) => before == owner || before == "Self" || before.len() == 1,
        (Some(_), None) => after_dot || alone && mention.before == Before::Separator,
        (None, Some(_)) => definition.kind == Kind::Type,
        (None, None) => !after_dot,
    };
    owner
        && match definition.kind {
            Kind::Function => {
                let field = after_dot && !matches!(mention.after, After::Call | After::TypeArguments);
                place.is_last() && mention.after != After::Bang && !field
            }
            Kind::Constant => place.is_last() && !after_dot,
            Kind::Type => true,
        }
}

/// Whether the place belongs to the definition: its own text, or an `impl` of its type.
fn is_own(definition: &Definition, file: usize, place: &Use<'_>, source: &Source) -> bool {
    if place.file == file && definition.range.holds(place.at) {
        return true;
    }
    definition.kind == Kind::Type
        && source
            .parsed
            .implementations
            .iter()
            .any(|(owner, range)| *owner == definition.name && range.holds(place.at))
}
