//! A database whose every change is shipped elsewhere within a second, whatever breaks meanwhile; and the way back.

use crate::s3_server::{CREDENTIALS, Mood, S3};
use loggia_api::clock::Clock;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Row, SqliteConnection};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Runs a verb of the program to its end.
pub fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loggia-api"));
    command.args(arguments).envs(CREDENTIALS).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).output().unwrap()
}

/// The same, beside a store of the test that must go on answering.
async fn run_beside(arguments: &[&str]) -> Output {
    let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
    let run = move || run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    tokio::task::spawn_blocking(run).await.unwrap()
}

pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A replicator as a process of its own, which can be killed.
pub struct Replicator(Child);

impl Replicator {
    pub fn start(file: &Path, place: &str, log: &Path) -> Replicator {
        Replicator::start_with(file, place, log, &[])
    }

    pub fn start_with(file: &Path, place: &str, log: &Path, more: &[(&str, &str)]) -> Replicator {
        let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
        let process = Command::new(env!("CARGO_BIN_EXE_loggia-api"))
            .args(["replicate", "--to", place, "--database-url", &url(file)])
            .envs(CREDENTIALS)
            .env("LOGGIA_LOG", "info,loggia_api=debug")
            .envs(more.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        Replicator(process)
    }

    /// Waits until it ends by itself; whether in order.
    pub async fn ended(mut self) -> bool {
        for _ in 0..300 {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.success();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it goes on");
    }

    /// `kill -TERM`; whether it ended in order.
    pub fn terminate(mut self) -> bool {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.0.wait().unwrap().success()
    }
}

/// `kill -9`.
impl Drop for Replicator {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn url(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

fn now() -> i64 {
    Clock::System.now_ms()
}

pub async fn open(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(Duration::from_secs(20))
        .disable_statement_logging()
        .connect()
        .await
        .unwrap()
}

pub async fn execute(connection: &mut SqliteConnection, sql: &'static str) {
    sqlx::query(sql).execute(connection).await.unwrap();
}

pub async fn close(connection: SqliteConnection) {
    sqlx::Connection::close(connection).await.unwrap();
}

pub async fn make(file: &Path) {
    let mut connection = open(file).await;
    execute(
        &mut connection,
        "CREATE TABLE entry (writer INTEGER, number INTEGER, content BLOB, PRIMARY KEY (writer, number))",
    )
    .await;
    execute(&mut connection, "CREATE TABLE total (writer INTEGER PRIMARY KEY, entries INTEGER)").await;
}

/// Every row of every table.
pub async fn dump(file: &Path) -> Vec<String> {
    let mut connection = open(file).await;
    let mut rows = Vec::new();
    let entries = sqlx::query("SELECT writer, number, hex(content) FROM entry ORDER BY 1, 2");
    for row in entries.fetch_all(&mut connection).await.unwrap() {
        rows.push(format!("{} {} {}", row.get::<i64, _>(0), row.get::<i64, _>(1), row.get::<String, _>(2)));
    }
    let totals = sqlx::query("SELECT writer, entries FROM total ORDER BY 1");
    for row in totals.fetch_all(&mut connection).await.unwrap() {
        rows.push(format!("{}: {}", row.get::<i64, _>(0), row.get::<i64, _>(1)));
    }
    rows
}

/// How many entries of each writer there are; they are the first ones, and as many as its total says.
pub async fn counts(file: &Path) -> BTreeMap<i64, i64> {
    let mut connection = open(file).await;
    let sql = "SELECT entry.writer, COUNT(*), MAX(number), MIN(number), total.entries FROM entry JOIN total USING (writer) GROUP BY 1";
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    let mut counts = BTreeMap::new();
    for row in rows {
        let [writer, count, last, first, total]: [i64; 5] = std::array::from_fn(|at| row.get(at));
        assert_eq!((count, first, total), (last, 1, last), "transactions are whole, and none is left out");
        counts.insert(writer, count);
    }
    counts
}

/// When a transaction began and was acknowledged, and how many entries its writer had then.
#[derive(Clone, Copy)]
pub struct Commit {
    writer: i64,
    pub begun: i64,
    pub done: i64,
    entries: i64,
}

/// Writers that go on until they are stopped.
pub struct Writers {
    stop: Arc<AtomicBool>,
    commits: Arc<Mutex<Vec<Commit>>>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Writers {
    pub fn start(file: &Path, many: i64, pause_ms: u64) -> Writers {
        let (stop, commits) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let tasks = (0..many).map(|writer| {
            let (file, stop, commits) = (file.to_owned(), Arc::clone(&stop), Arc::clone(&commits));
            tokio::spawn(async move { write(&file, writer, pause_ms, &stop, &commits).await })
        });
        Writers { tasks: tasks.collect(), stop, commits }
    }

    pub async fn stop(self) -> Vec<Commit> {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.unwrap();
        }
        let commits = self.commits.lock().unwrap().clone();
        commits
    }
}

async fn write(file: &Path, writer: i64, pause_ms: u64, stop: &AtomicBool, commits: &Mutex<Vec<Commit>>) {
    let mut connection = open(file).await;
    let last = sqlx::query_scalar("SELECT COALESCE(MAX(number), 0) FROM entry WHERE writer = $1");
    let mut entries: i64 = last.bind(writer).fetch_one(&mut connection).await.unwrap();
    while !stop.load(Ordering::Relaxed) {
        let begun = now();
        execute(&mut connection, "BEGIN IMMEDIATE").await;
        let (kept, many) = (rand::random_bool(0.9), rand::random_range(1..4));
        for number in entries + 1..=entries + many {
            // Now and then one that takes many pages.
            let length = if rand::random_bool(0.03) { 60_000 } else { rand::random_range(0..3000) };
            let content: Vec<u8> = (0..length).map(|_| rand::random()).collect();
            let insert = sqlx::query("INSERT INTO entry VALUES ($1, $2, $3)").bind(writer).bind(number);
            insert.bind(content).execute(&mut connection).await.unwrap();
        }
        let total =
            "INSERT INTO total VALUES ($1, $2) ON CONFLICT (writer) DO UPDATE SET entries = excluded.entries";
        sqlx::query(total).bind(writer).bind(entries + many).execute(&mut connection).await.unwrap();
        execute(&mut connection, if kept { "COMMIT" } else { "ROLLBACK" }).await;
        if kept {
            entries += many;
            commits.lock().unwrap().push(Commit { writer, begun, done: now(), entries });
        }
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..=pause_ms * 2))).await;
    }
}

/// How many entries of a writer were there for sure, and at most, at a moment.
fn between(commits: &[Commit], writer: i64, sure: i64, most: i64) -> (i64, i64) {
    let of = || commits.iter().filter(|commit| commit.writer == writer);
    let least = of().filter(|commit| commit.done <= sure).map(|commit| commit.entries).max();
    let most = of().filter(|commit| commit.begun <= most).map(|commit| commit.entries).max();
    (least.unwrap_or(0), most.unwrap_or(0))
}

pub async fn restore(place: &str, to: &Path, at: Option<i64>) -> Output {
    let at = at.map(|at| jiff::Timestamp::from_millisecond(at).unwrap().to_string());
    let mut arguments = vec!["restore", "--from", place, "--to", to.to_str().unwrap()];
    if let Some(at) = &at {
        arguments.extend(["--at", at]);
    }
    run_beside(&arguments).await
}

/// Waits until everything that is committed now is in the place.
pub async fn caught_up(place: &str, file: &Path, folder: &Path) -> PathBuf {
    let expected = dump(file).await;
    let begun = Instant::now();
    loop {
        let to = folder.join(format!("caught-up-{}.db", rand::random::<u32>()));
        let output = restore(place, &to, None).await;
        if output.status.success() && dump(&to).await == expected {
            return to;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not catch up: {}", said(&output));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

pub fn log_of(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// S-366, S-367, S-370: writers write, the replicator is killed and begun again at random, the store refuses and hangs at random: what is
/// restored is a moment of the database, never more than what was committed, and in the end all of it. Every moment in which nothing
/// was broken is restored as it was.
#[tokio::test(flavor = "multi_thread")]
async fn s_366_killed_and_cut_off_at_random_nothing_is_torn_and_all_arrives() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, store) = (folder.path(), S3::start().await);
    let (file, place, log) = (folder.join("shop.db"), store.place("a/b"), folder.join("log"));
    make(&file).await;
    let writers = Writers::start(&file, 3, 15);
    let mut replicator = Replicator::start(&file, &place, &log);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut calm = Vec::new();
    for round in 0..8 {
        match rand::random_range(0..4) {
            0 => {
                drop(replicator);
                tokio::time::sleep(Duration::from_millis(rand::random_range(0..1500))).await;
                replicator = Replicator::start(&file, &place, &log);
            }
            1 => {
                store.set(if round % 2 == 0 { Mood::Hangs } else { Mood::Refuses });
                tokio::time::sleep(Duration::from_millis(rand::random_range(200..2500))).await;
                store.set(Mood::There);
            }
            2 => {
                // Somebody else brings the log into the file, and empties it where he may; who waits to do so holds writers up.
                let mut other = open(&file).await;
                execute(&mut other, "PRAGMA busy_timeout = 200").await;
                execute(&mut other, "PRAGMA wal_checkpoint(TRUNCATE)").await;
            }
            _ => {
                calm.push(now() + 500);
                tokio::time::sleep(Duration::from_millis(1500)).await;
            }
        }
        let to = folder.join(format!("round-{round}.db"));
        let output = restore(&place, &to, None).await;
        if output.status.success() {
            // Whatever it is, it is whole: every total is right.
            counts(&to).await;
        }
    }
    let commits = writers.stop().await;
    caught_up(&place, &file, folder).await;
    assert!(commits.len() > 100, "only {} commits", commits.len());
    for (number, at) in calm.into_iter().enumerate() {
        let to = folder.join(format!("calm-{number}.db"));
        let output = restore(&place, &to, Some(at)).await;
        if !output.status.success() {
            continue;
        }
        for (writer, entries) in counts(&to).await {
            let (_, most) = between(&commits, writer, 0, at + 1000);
            assert!(entries <= most, "writer {writer}: {entries} of {most} at {at}\n{}", log_of(folder));
        }
    }
    assert!(replicator.terminate(), "{}", log_of(folder));
}

/// How far behind a machine may be that has much else to do, in milliseconds.
const BUSY: i64 = 6000;

/// S-368, S-370: the machine is lost in the middle of writing: the last moments are lost and nothing else; each moment before is restored
/// with what had been committed by then. How long a moment is on a quiet machine is printed; here a busy one has all the time it needs.
#[tokio::test(flavor = "multi_thread")]
async fn s_368_a_lost_machine_loses_its_last_moments_alone() {
    let mut lost = Vec::new();
    for _ in 0..3 {
        let folder = tempfile::tempdir().unwrap();
        let (folder, store) = (folder.path(), S3::start().await);
        let (file, place, log) = (folder.join("shop.db"), store.place("shop"), folder.join("log"));
        make(&file).await;
        let replicator = Replicator::start(&file, &place, &log);
        caught_up(&place, &file, folder).await;
        let writers = Writers::start(&file, 2, 10);
        tokio::time::sleep(Duration::from_millis(rand::random_range(9000..10_000))).await;
        let before = now() - 2000;
        drop(replicator);
        let died = now();
        let commits = writers.stop().await;
        let to = folder.join("restored.db");
        let output = restore(&place, &to, None).await;
        assert!(output.status.success() && said(&output).contains("it holds together"), "{}", said(&output));
        let restored = counts(&to).await;
        let late = commits
            .iter()
            .filter(|commit| {
                commit.done <= died && commit.entries > restored.get(&commit.writer).copied().unwrap_or(0)
            })
            .map(|commit| died - commit.done);
        lost.push(late.max().unwrap_or(0));

        let to = folder.join("before.db");
        let output = restore(&place, &to, Some(before)).await;
        assert!(output.status.success(), "{}", said(&output));
        let restored = counts(&to).await;
        for writer in 0..2 {
            let (least, most) = between(&commits, writer, before - BUSY, before + 1000);
            let entries = restored.get(&writer).copied().unwrap_or(0);
            assert!(
                (least..=most).contains(&entries),
                "writer {writer}: {entries} is not in {least}..={most}\n{}",
                log_of(folder)
            );
        }
    }
    lost.sort_unstable();
    println!("lost, in milliseconds: {lost:?}");
    assert!(lost.iter().all(|lost| *lost <= BUSY), "{lost:?}");
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
    let folder = tempfile::tempdir().unwrap();
    let (folder, store) = (folder.path(), S3::start().await);
    let (file, place, log) = (folder.join("shop.db"), store.place("shop"), folder.join("log"));
    make(&file).await;
    let replicator = Replicator::start(&file, &place, &log);
    caught_up(&place, &file, folder).await;
    let stop = Arc::new(AtomicBool::new(false));
    let reading: Vec<_> = (0..2).map(|_| tokio::spawn(read_on(file.clone(), Arc::clone(&stop)))).collect();
    let writers = Writers::start(&file, 4, 2);
    let begun = Instant::now();
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
    while turned() < Some(4) {
        assert!(begun.elapsed() < Duration::from_secs(90), "{:?}\n{}", turned(), log_of(folder));
        longest = longest.max(std::fs::metadata(folder.join("shop.db-wal")).unwrap().len());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let commits = writers.stop().await;
    for one in reading {
        one.await.unwrap();
    }
    caught_up(&place, &file, folder).await;
    let slowest = commits.iter().map(|commit| commit.done - commit.begun).max().unwrap();
    assert!(slowest < 15_000, "a writer waited {slowest} ms");
    assert!(longest < 64 << 20, "the log had {longest} bytes");
    assert_eq!(std::fs::read_dir(&pieces).unwrap().count(), 1, "{}", log_of(folder));
    assert!(replicator.terminate(), "{}", log_of(folder));
}
