//! The memory of a site: what its files say lives in it, and goes when nothing of the site is needed any more.

use std::path::{Path, PathBuf};

use loggia_template::{Arena, JsonError, Keeper, Node};
use thread_local::ThreadLocal;

/// The least that a site takes from the system at once, in bytes. What is smaller than half of it the allocator puts beside what
/// has nothing to do with the site, and one that goes would leave holes between that. What of a piece is never written to
/// costs nothing.
const PIECE: usize = 1 << 20;

/// Where the values of a site are. Pages point into it without copying, so everything that refers to a value of the site
/// borrows its memory. Each thread has an arena of its own, so that files are read in parallel.
pub struct Memory {
    folder: PathBuf,
    arenas: ThreadLocal<Arena>,
}

impl Memory {
    /// Memory for what is read below a folder: the folder of a site, or one that holds some files of it.
    #[must_use]
    pub fn new(folder: &Path) -> Memory {
        Memory { folder: folder.to_path_buf(), arenas: ThreadLocal::new() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The arena of this thread.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        self.arenas.get_or(|| Arena::with_room(PIECE))
    }

    /// Reads files into the arena of this thread.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self.arena())
    }

    /// Bytes taken from the system by the threads of the pool and by this one.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        let of_pool: usize = rayon::broadcast(|_| self.arena().allocated_bytes()).into_iter().sum();
        match rayon::current_thread_index() {
            Some(_) => of_pool,
            None => of_pool + self.arena().allocated_bytes(),
        }
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Reads files into one arena; objects that one reader makes share their keys.
pub struct Reader<'s> {
    keeper: Keeper<'s>,
    /// Where a file is parsed before what it says is copied without what was only needed to parse it.
    scratch: Arena,
}

impl<'s> Reader<'s> {
    /// Reads into this arena.
    #[must_use]
    pub fn new(arena: &'s Arena) -> Reader<'s> {
        Reader { keeper: Keeper::new(arena), scratch: Arena::new() }
    }

    /// The arena.
    #[must_use]
    pub fn arena(&self) -> &'s Arena {
        self.keeper.arena()
    }

    /// The value of a JSON text after `finish` was done with it.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn parse(
        &mut self,
        text: &str,
        finish: impl for<'t> FnOnce(Node<'t>, &'t Arena) -> Node<'t>,
    ) -> Result<Node<'s>, JsonError> {
        self.scratch.reset();
        let root = self.scratch.parse(text)?;
        Ok(self.keeper.copy(finish(root, &self.scratch)))
    }

    /// An object of these members that shares its keys with others that have the same.
    #[must_use]
    pub fn object(&mut self, members: &[(&'s str, Node<'s>)]) -> Node<'s> {
        self.keeper.object(members)
    }

    /// A copy of a text.
    #[must_use]
    pub fn text(&self, text: impl AsRef<str>) -> &'s str {
        self.arena().text(text.as_ref())
    }
}
