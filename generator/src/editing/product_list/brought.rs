//! Pictures of a list, brought from where they are among the files of the site, by the rule that holds for every call of an
//! import: only addresses that are open to everybody, or that the operator allows.

use crate::editing::answer::Refused;
use crate::editing::noted::By;
use crate::editing::wire::product_list::ProductListLine;
use crate::editing::workspace::Workspace;

/// How many pictures came, and the addresses of those that did not.
pub(super) type Came = (usize, Vec<String>);

#[cfg(feature = "remote")]
pub(super) use remote::bring;

/// A program without calls to other machines brings none.
#[cfg(not(feature = "remote"))]
pub(super) fn bring(
    _: &Workspace,
    _: &By,
    addresses: Vec<String>,
    _: &dyn Fn(ProductListLine),
) -> Result<Came, Refused> {
    Ok((0, addresses))
}

#[cfg(feature = "remote")]
mod remote {
    use super::{By, Came, ProductListLine, Refused, Workspace};
    use crate::editing::journal::Step;
    use crate::editing::record::Author;
    use crate::editing::uploads;
    use crate::import;
    use crate::import::brought::stem;

    /// So many pictures are written together: each writing wakes the builder.
    const TOGETHER: usize = 50;
    /// The same in bytes.
    const BYTES_TOGETHER: usize = 64 << 20;
    /// The most bytes of all pictures of one list.
    const BYTES: usize = 1 << 30;
    /// For so long new pictures are asked for. Milliseconds.
    const TIME_MS: i64 = 10 * 60 * 1000;

    /// Brings pictures into `files/imported/`.
    ///
    /// # Errors
    /// When they cannot be written, or nobody may be called at all.
    pub(in super::super) fn bring(
        workspace: &Workspace,
        by: &By,
        addresses: Vec<String>,
        say: &dyn Fn(ProductListLine),
    ) -> Result<Came, Refused> {
        let total = addresses.len();
        if total == 0 {
            return Ok((0, Vec::new()));
        }
        let author = by.clone().author(workspace)?;
        let mut pile = Pile { workspace, author: &author, steps: Vec::new(), bytes: 0, all: 0, failed: None };
        let (mut done, mut came, mut missing) = (0, 0, Vec::new());
        say(ProductListLine::Pictures { done, total });
        let brought = import::bring(addresses, crate::clock::now() + TIME_MS, &mut |answer| {
            match answer {
                Ok((address, bytes, ending)) if pile.takes(&bytes) => {
                    pile.add(Step {
                        path: format!("{}.{ending}", stem(&address)),
                        before: None,
                        after: Some(bytes),
                    });
                    came += 1;
                }
                Ok((address, ..)) | Err((address, _)) => missing.push(address),
            }
            done += 1;
            say(ProductListLine::Pictures { done, total });
        });
        brought.map_err(|error| Refused::machine(&workspace.root, &error))?;
        pile.write();
        match pile.failed {
            Some(refused) => Err(refused),
            None => Ok((came, missing)),
        }
    }

    /// Pictures that wait to be written.
    struct Pile<'p> {
        workspace: &'p Workspace,
        author: &'p Author,
        steps: Vec<Step>,
        bytes: usize,
        /// Bytes of all that came.
        all: usize,
        failed: Option<Refused>,
    }

    impl Pile<'_> {
        fn takes(&self, bytes: &[u8]) -> bool {
            self.failed.is_none() && self.all + bytes.len() <= BYTES
        }

        fn add(&mut self, step: Step) {
            let size = step.after.as_ref().map_or(0, Vec::len);
            self.bytes += size;
            self.all += size;
            self.steps.push(step);
            if self.steps.len() >= TOGETHER || self.bytes >= BYTES_TOGETHER {
                self.write();
            }
        }

        fn write(&mut self) {
            let steps = std::mem::take(&mut self.steps);
            self.bytes = 0;
            if !steps.is_empty() && self.failed.is_none() {
                self.failed = uploads::write(self.workspace, self.author, &steps).err();
            }
        }
    }
}
