//! Which file a path leads to.

use crate::tree::{Module, Name, Tree};

/// How many imports may lead to one another.
const MAX_STEPS: usize = 16;

/// Where a path leads.
#[derive(Debug, Default)]
pub(crate) struct Target {
    /// The files that hold the path's names: more than one when it goes through an import of a module.
    pub files: Vec<usize>,
    /// The module, when the path ends in one.
    pub module: Option<usize>,
}

impl Tree {
    /// Where `path` leads when it is written in `module`. Names of other crates lead nowhere.
    pub(crate) fn resolve(&self, module: usize, path: &[String]) -> Target {
        let mut target = Target::default();
        self.from(module, path, MAX_STEPS, &mut target);
        target
    }

    fn from(&self, module: usize, path: &[String], steps: usize, target: &mut Target) {
        let mut current = module;
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => current = self.root(current),
                "super" => current = self.modules[current].parent.unwrap_or(current),
                "self" => {}
                _ => break,
            }
            rest = after;
        }
        if rest.is_empty() {
            target.files.push(self.modules[current].file);
            target.module = Some(current);
        } else {
            self.member(current, rest, rest.len() == path.len(), steps, target);
        }
    }

    /// Looks up `path` in a module; `inside` when it is written there itself.
    fn member(&self, module: usize, path: &[String], inside: bool, steps: usize, target: &mut Target) {
        let Some((name, rest)) = path.split_first() else { return };
        if steps == 0 {
            return;
        }
        let here: &Module = &self.modules[module];
        if inside && let Some(import) = here.local.get(name) {
            return self.through(module, import, rest, steps, target);
        }
        let meanings = here.names.get(name).map_or(&[][..], Vec::as_slice);
        // A module and a function may have one name: only the module has names within.
        let modules = !rest.is_empty() && meanings.iter().any(|meaning| matches!(meaning, Name::Module(_)));
        for meaning in meanings.iter().filter(|meaning| !modules || matches!(meaning, Name::Module(_))) {
            match meaning {
                Name::Module(child) if rest.is_empty() => {
                    target.files.push(self.modules[*child].file);
                    target.module = Some(*child);
                }
                Name::Module(child) => self.member(*child, rest, false, steps - 1, target),
                Name::Item => target.files.push(here.file),
                Name::Import(import) => {
                    // The `use` itself counts for the file it stands in; who comes from outside uses that file.
                    if !inside {
                        target.files.push(here.file);
                    }
                    self.through(module, import, rest, steps, target);
                }
            }
        }
        if meanings.is_empty() && !self.globbed(module, path, inside, steps, target) && !inside {
            // A name that a macro makes.
            target.files.push(here.file);
        }
    }

    /// Goes on behind an imported name: only a module leads further than the import itself.
    fn through(&self, module: usize, import: &[String], rest: &[String], steps: usize, target: &mut Target) {
        let mut imported = Target::default();
        self.from(module, import, steps - 1, &mut imported);
        match imported.module {
            Some(end) if !rest.is_empty() => self.member(end, rest, false, steps - 1, target),
            end => target.module = target.module.or(end),
        }
    }

    /// Looks among the names that `use path::*` brings.
    fn globbed(
        &self,
        module: usize,
        path: &[String],
        inside: bool,
        steps: usize,
        target: &mut Target,
    ) -> bool {
        let here = &self.modules[module];
        for glob in &here.globs {
            let mut imported = Target::default();
            self.from(module, glob, steps / 2, &mut imported);
            let Some(end) = imported.module.filter(|end| *end != module) else { continue };
            if !self.has(end, &path[0], steps / 2) {
                continue;
            }
            if !inside {
                target.files.push(here.file);
            }
            if path.len() > 1 {
                let mut further = Target::default();
                self.member(end, path, false, steps - 1, &mut further);
                target.files.append(&mut further.files);
                target.module = further.module;
            }
            return true;
        }
        false
    }

    fn has(&self, module: usize, name: &str, steps: usize) -> bool {
        let here = &self.modules[module];
        here.names.contains_key(name)
            || (steps > 0
                && here.globs.iter().any(|glob| {
                    let mut imported = Target::default();
                    self.from(module, glob, steps / 2, &mut imported);
                    imported.module.is_some_and(|end| end != module && self.has(end, name, steps / 2))
                }))
    }

    fn root(&self, module: usize) -> usize {
        let mut root = module;
        while let Some(parent) = self.modules[root].parent {
            root = parent;
        }
        root
    }
}
