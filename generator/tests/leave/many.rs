//! A large site: how much is asked and held. `LOGGIA_LEAVE_PAGES=5000` for the figures of the documentation.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::mover::Mover;
use crate::old_site::OldSite;

/// The most memory that a run may take, kB.
const MOST: u64 = 300 << 10;

#[test]
fn s_548_a_large_site_is_left_in_bounded_memory() {
    let pages: usize = std::env::var("LOGGIA_LEAVE_PAGES").map_or(200, |count| count.parse().unwrap());
    let old = OldSite::large(pages);
    old.calm();
    let mover = Mover::of(&old.address);
    let said = mover.beside("said.json");
    for run in ["first", "second"] {
        let (mark, begin) = (old.mark(), Instant::now());
        let mut child = mover
            .command(&["--mine"])
            .stdout(fs::File::create(&said).unwrap())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let now = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
            peak = peak.max(now);
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(child.wait().unwrap().success());
        let asked = old.asked_since(mark);
        let sent = asked.iter().filter(|(_, status)| *status == 200).count();
        println!(
            "{run} run of {pages} pages more: {:.1?}, {} calls, {sent} with a body, {} MB at most",
            begin.elapsed(),
            asked.len(),
            peak >> 10
        );
        assert!(peak <= MOST, "{peak} kB");
        assert!(asked.len() >= pages && (run == "first" || sent == 0), "{sent}");
    }
    let said: serde_json::Value = serde_json::from_str(&fs::read_to_string(said).unwrap()).unwrap();
    assert_eq!(said["left"]["lost"], serde_json::json!([]));
    let items = fs::read_dir(mover.site().join("content/journal")).unwrap().count();
    assert!(items > pages, "{items} of {pages}");
}
