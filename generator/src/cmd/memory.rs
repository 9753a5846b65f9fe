//! Memory of a program that runs for long.

use std::env;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::process::Command;

/// How many milliseconds the allocator keeps memory that was freed before the system gets it back.
const DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Starts the program anew, in the same process, with an allocator that gives memory back at once. The sites that an owner
/// edits replace each other; kept for the next one, they would take the room of two. A build that ends is quicker without.
/// The allocator reads its settings before `main`, so they cannot be changed later.
pub fn give_back_at_once() {
    if env::var_os(DELAY).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut again = Command::new(program);
    again.args(env::args_os().skip(1)).env(DELAY, "0");
    // Comes back only when it did not work: everything goes on as it is.
    #[cfg(unix)]
    drop(again.exec());
}
