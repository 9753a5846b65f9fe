//! A database whose every change is shipped elsewhere, whatever breaks meanwhile; and the way back. Nothing here depends on how fast
//! the machine is: what is restored is a prefix of what was committed, with everything that the place had acknowledged.

use crate::replica_setup::{Commit, Setup, Writers, committed, execute, now, open, said, until};
use crate::s3_server::{Mood, S3};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many transactions there can be at most in what was shipped by `at`, a moment of the place's: it tells whole seconds.
fn most(commits: &[Commit], at: i64) -> i64 {
    commits.iter().filter(|commit| commit.asked < at + 1000).map(|commit| commit.number).max().unwrap_or(0)
}

/// S-366, S-367, S-370: writers write, the replicator is killed and begun again at random, the store refuses and hangs at random: what is
/// restored is a moment of the database, never more than what was committed, and in the end all of it. Every moment in which nothing
/// was broken is restored as it was.
#[tokio::test(flavor = "multi_thread")]
async fn s_366_killed_and_cut_off_at_random_nothing_is_torn_and_all_arrives() {
    let store = S3::start().await;
    let setup = Setup::in_store(&store).await;
    let writers = Writers::start(&setup.file, 3, 15);
    let mut replicator = setup.replicate();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut calm = Vec::new();
    for round in 0..8 {
        match rand::random_range(0..4) {
            0 => {
                drop(replicator);
                tokio::time::sleep(Duration::from_millis(rand::random_range(0..1500))).await;
                replicator = setup.replicate();
            }
            1 => {
                store.set(if round % 2 == 0 { Mood::Hangs } else { Mood::Refuses });
                tokio::time::sleep(Duration::from_millis(rand::random_range(200..2500))).await;
                store.set(Mood::There);
            }
            2 => {
                // Somebody else brings the log into the file, and empties it where he may; who waits to do so holds writers up.
                let mut other = open(&setup.file).await;
                execute(&mut other, "PRAGMA busy_timeout = 200").await;
                execute(&mut other, "PRAGMA wal_checkpoint(TRUNCATE)").await;
            }
            _ => {
                calm.push(now() + 500);
                tokio::time::sleep(Duration::from_millis(1500)).await;
            }
        }
        let to = setup.folder().join(format!("round-{round}.db"));
        let output = setup.restore(&to, None).await;
        if output.status.success() {
            // Whatever it is, it is whole: every total is right.
            committed(&to).await;
        }
    }
    assert!(writers.commits() > 0);
    let commits = writers.stop().await;
    setup.caught_up().await;
    for (number, at) in calm.into_iter().enumerate() {
        let to = setup.folder().join(format!("calm-{number}.db"));
        let output = setup.restore(&to, Some(at)).await;
        if !output.status.success() {
            continue;
        }
        let (restored, most) = (committed(&to).await, most(&commits, at));
        assert!(restored <= most, "{restored} of {most} at {at}\n{}", setup.said());
    }
    assert!(replicator.terminate(), "{}", setup.said());
}

/// Waits until the place has acknowledged everything that is committed now; how many transactions that are. The piece that is on its
/// way may have been read before, so the one after it counts.
async fn acknowledged(setup: &Setup) -> i64 {
    let (count, before) = (committed(&setup.file).await, setup.shipped());
    until(|| setup.shipped() >= before + 2, || setup.said()).await;
    count
}

/// S-368, S-370, S-983: the machine is lost in the middle of writing: what is restored is a prefix of what was committed, with everything
/// that the place had acknowledged; so is every moment before. How many milliseconds are lost is a benchmark: `make bench-replicate`.
#[tokio::test(flavor = "multi_thread")]
async fn s_368_s_983_a_lost_machine_loses_nothing_that_was_acknowledged() {
    let asked: Option<usize> = std::env::var(ROUNDS).ok().map(|rounds| rounds.parse().unwrap());
    let mut figures = Figures::default();
    for _ in 0..asked.unwrap_or(3) {
        let store = S3::start().await;
        let setup = Setup::in_store(&store).await;
        let replicator = setup.replicate();
        setup.caught_up().await;
        let writers = Writers::start(&setup.file, 2, 10);
        let mut marks = Vec::new();
        for _ in 0..3 {
            let sure = acknowledged(&setup).await;
            marks.push((sure, now()));
            tokio::time::sleep(Duration::from_millis(rand::random_range(0..900))).await;
        }
        drop(replicator);
        let died = now();
        let commits = writers.stop().await;
        let to = setup.folder().join("restored.db");
        let output = setup.restore(&to, None).await;
        assert!(output.status.success() && said(&output).contains("it holds together"), "{}", said(&output));
        assert!(
            !said(&output).contains("warning"),
            "every piece that is there is brought in: {}",
            said(&output)
        );
        let (restored, all) =
            (committed(&to).await, commits.iter().map(|commit| commit.number).max().unwrap());
        figures.add(&commits, restored, died);
        let sure = marks.last().unwrap().0;
        assert!((sure..=all).contains(&restored), "{restored} is not in {sure}..={all}\n{}", setup.said());
        for (number, (sure, at)) in marks.into_iter().enumerate() {
            let to = setup.folder().join(format!("mark-{number}.db"));
            let output = setup.restore(&to, Some(at)).await;
            assert!(output.status.success(), "{}", said(&output));
            let (restored, most) = (committed(&to).await, most(&commits, at));
            assert!(
                (sure..=most).contains(&restored),
                "{restored} is not in {sure}..={most}\n{}",
                setup.said()
            );
        }
    }
    if asked.is_some() {
        figures.print();
    }
}

/// How many rounds the benchmark (`make bench-replicate`) makes; none in a run of the tests.
const ROUNDS: &str = "LOGGIA_REPLICATE_ROUNDS";

/// What a round says: milliseconds of commits that were lost with the machine, and those that each commit took.
#[derive(Default)]
struct Figures {
    lost: Vec<i64>,
    waits: Vec<i64>,
}

impl Figures {
    fn add(&mut self, commits: &[Commit], restored: i64, died: i64) {
        let is_lost = |commit: &&Commit| commit.number > restored && commit.done <= died;
        self.lost.push(commits.iter().filter(is_lost).map(|commit| died - commit.done).max().unwrap_or(0));
        self.waits.extend(commits.iter().map(|commit| commit.done - commit.begun));
    }

    fn print(mut self) {
        self.lost.sort_unstable();
        self.waits.sort_unstable();
        let at = |sorted: &[i64], percent: usize| sorted[(sorted.len() - 1) * percent / 100];
        let (lost, waits) = (&self.lost, &self.waits);
        println!(
            "lost with the machine, ms of {} rounds: median {}, worst {}",
            lost.len(),
            at(lost, 50),
            at(lost, 100)
        );
        println!(
            "a commit beside the replicator, ms of {}: median {}, p95 {}, worst {}",
            waits.len(),
            at(waits, 50),
            at(waits, 95),
            at(waits, 100)
        );
    }
}

/// Readers that begin, look, and stay for a while at what they saw.
async fn read_on(file: PathBuf, stop: Arc<AtomicBool>) {
    let mut connection = open(&file).await;
    while !stop.load(Ordering::Relaxed) {
        execute(&mut connection, "BEGIN").await;
        execute(&mut connection, "SELECT COUNT(*) FROM entry").await;
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..60))).await;
        execute(&mut connection, "COMMIT").await;
    }
}

/// S-369: a log that begins anew under the replicator, again and again and while others read, is followed: it stays short, and no
/// generation but the first begins.
#[tokio::test(flavor = "multi_thread")]
async fn s_369_a_log_that_begins_anew_under_the_replicator_is_followed() {
    let store = S3::start().await;
    let setup = Setup::in_store(&store).await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    let stop = Arc::new(AtomicBool::new(false));
    let reading: Vec<_> =
        (0..2).map(|_| tokio::spawn(read_on(setup.file.clone(), Arc::clone(&stop)))).collect();
    let writers = Writers::start(&setup.file, 4, 2);
    let mut longest = 0;
    let pieces = store.bucket().join("shop/generations");
    let turned = || {
        let generations = std::fs::read_dir(&pieces).unwrap().map(|one| one.unwrap().path().join("wal"));
        generations
            .filter_map(|wal| std::fs::read_dir(wal).ok())
            .flatten()
            .filter_map(|piece| u32::from_str_radix(piece.unwrap().file_name().to_str()?.get(..8)?, 16).ok())
            .max()
    };
    let goes_on = || {
        writers.commits();
        longest = longest.max(std::fs::metadata(setup.folder().join("shop.db-wal")).unwrap().len());
        turned() >= Some(4)
    };
    until(goes_on, || setup.said()).await;
    stop.store(true, Ordering::Relaxed);
    // A writer who was refused would have failed by now.
    writers.stop().await;
    for one in reading {
        one.await.unwrap();
    }
    setup.caught_up().await;
    assert!(longest < 64 << 20, "the log had {longest} bytes");
    assert_eq!(std::fs::read_dir(&pieces).unwrap().count(), 1, "{}", setup.said());
    assert!(replicator.terminate(), "{}", setup.said());
}
