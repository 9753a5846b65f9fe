//! A run that is killed at any point goes on where it was, and the site is the same to the byte.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::mover::Mover;
use crate::old_site::OldSite;

/// Points by the length of the journal.
const POINTS: u64 = 20;
/// And by the time since its last line, while the site is written.
const LATER: u32 = 4;

/// Kills a run as soon as something is so; whether it had to be killed.
fn kill_when(mover: &Mover, reached: impl Fn() -> bool) -> bool {
    let mut run = mover.command(&["--mine"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    loop {
        if run.try_wait().unwrap().is_some() {
            return false;
        }
        if reached() {
            let _ = run.kill();
            return run.wait().unwrap().code().is_none();
        }
        std::thread::sleep(Duration::from_micros(300));
    }
}

/// S-547: killed at twenty lengths of the journal and while the site is written, then gone on with: the same site.
#[test]
fn s_547_killed_anywhere_and_gone_on_with_it_is_the_same_site() {
    let old = OldSite::start();
    let whole = Mover::of(&old.address);
    whole.leave(&["--mine"]);
    let wanted = whole.tree();
    old.calm();
    let calls = old.mark();
    let length = fs::metadata(whole.journal()).unwrap().len();
    let mut killed = 0;
    // A walk of its own through the numbers, the same each time.
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for point in 0..POINTS + u64::from(LATER) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mover = Mover::of(&old.address);
        let size = || fs::metadata(mover.journal()).map_or(0, |found| found.len());
        killed += u32::from(if point < POINTS {
            let at = random % (length * 95 / 100);
            kill_when(&mover, || size() >= at)
        } else {
            let wait = Duration::from_millis(60 * (point - POINTS));
            let last = std::cell::Cell::new((0, Instant::now()));
            kill_when(&mover, || {
                if size() != last.get().0 {
                    last.set((size(), Instant::now()));
                }
                size() >= length * 9 / 10 && last.get().1.elapsed() >= wait
            })
        });
        let mark = old.mark();
        mover.leave(&["--mine"]);
        if point < POINTS {
            let again = old.mark() - mark;
            assert!(again <= calls + 4, "{again} calls after the kill, {calls} without one");
        }
        let came = mover.tree();
        assert_eq!(came.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "point {point}");
        for (path, bytes) in &wanted {
            assert!(came[path] == *bytes, "{path} differs after point {point}");
        }
    }
    println!("killed {killed} of {} times", POINTS + u64::from(LATER));
    assert!(killed >= 20, "{killed}");
}
