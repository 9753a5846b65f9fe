//! A database that is replicated by a process of its own, and the writers that write to it meanwhile.

use crate::s3_server::{CREDENTIALS, S3};
use loggia_api::clock::Clock;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Row, SqliteConnection};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A wait of a test has no bound that a busy machine could reach; one that is in vain ends all the same.
const LAST_RESORT: Duration = Duration::from_secs(600);

/// Waits until something is so.
pub async fn until(mut is_so: impl FnMut() -> bool, what: impl Fn() -> String) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LAST_RESORT, "it never happened: {}", what());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A database of its own, with the place where its replica lies.
pub struct Setup {
    folder: TempDir,
    /// The database.
    pub file: PathBuf,
    /// The place, as a setting names it.
    pub place: String,
    /// What the replicator says.
    pub log: PathBuf,
}

impl Setup {
    /// With a replica in a folder beside the database.
    pub async fn in_folder() -> Setup {
        Setup::with(|folder| format!("dir:{}", folder.join("copies").display())).await
    }

    /// With a replica in a store.
    pub async fn in_store(store: &S3) -> Setup {
        Setup::with(|_| store.place("shop")).await
    }

    async fn with(place: impl FnOnce(&Path) -> String) -> Setup {
        let folder = tempfile::tempdir().unwrap();
        let (file, place, log) =
            (folder.path().join("shop.db"), place(folder.path()), folder.path().join("log"));
        make(&file).await;
        Setup { folder, file, place, log }
    }

    /// The folder of all of it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of the replica, where it is in one.
    pub fn copies(&self) -> PathBuf {
        self.folder().join("copies")
    }

    /// Begins to replicate.
    pub fn replicate(&self) -> Replicator {
        Replicator::start(&self.file, &self.place, &self.log)
    }

    /// Waits until everything that is committed now is in the place; the file that was restored from it.
    pub async fn caught_up(&self) -> PathBuf {
        caught_up(&self.place, &self.file, self.folder()).await
    }

    /// Restores the replica, as it is or was.
    pub async fn restore(&self, to: &Path, at: Option<i64>) -> Output {
        restore(&self.place, to, at).await
    }

    /// What the replicator has said.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// How many pieces the place has acknowledged.
    pub fn shipped(&self) -> usize {
        let is_one = |line: &&str| line.contains(" shipped ") && line.contains(".wal.lz4");
        self.said().lines().filter(is_one).count()
    }
}

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
        let mut status = None;
        let has_ended = || {
            status = self.0.try_wait().unwrap();
            status.is_some()
        };
        until(has_ended, || "it goes on".to_owned()).await;
        status.unwrap().success()
    }

    /// Whether it runs.
    pub fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
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

pub fn now() -> i64 {
    Clock::System.now_ms()
}

pub async fn open(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(LAST_RESORT)
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
    // Every transaction of a writer, numbered in the order in which they were committed.
    execute(
        &mut connection,
        "CREATE TABLE journal (number INTEGER PRIMARY KEY, writer INTEGER, entries INTEGER)",
    )
    .await;
    execute(&mut connection, "CREATE TABLE filler (content BLOB)").await;
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

/// How many transactions of the writers there are. They are the first ones: none is left out between them, and what each of them wrote
/// is there, and nothing else.
pub async fn committed(file: &Path) -> i64 {
    let mut connection = open(file).await;
    execute(&mut connection, "BEGIN").await;
    let counted = sqlx::query("SELECT COUNT(*), COALESCE(MAX(number), 0) FROM journal");
    let row = counted.fetch_one(&mut connection).await.unwrap();
    let (count, last): (i64, i64) = (row.get(0), row.get(1));
    assert_eq!(count, last, "none is left out");
    let sql = "SELECT total.writer, total.entries, \
        (SELECT COUNT(*) FROM entry WHERE entry.writer = total.writer), (SELECT COALESCE(MAX(number), 0) FROM entry WHERE entry.writer = total.writer), \
        (SELECT entries FROM journal WHERE journal.writer = total.writer ORDER BY number DESC LIMIT 1) FROM total";
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    for row in &rows {
        let [writer, total, count, last, noted]: [i64; 5] = std::array::from_fn(|at| row.get(at));
        assert_eq!((total, count, last), (noted, noted, noted), "transactions are whole: writer {writer}");
    }
    let writers: i64 = sqlx::query_scalar(
        "SELECT (SELECT COUNT(DISTINCT writer) FROM journal) - (SELECT COUNT(*) FROM total)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(writers, 0);
    count
}

/// When a transaction was asked to be committed and was acknowledged, in milliseconds, and its number.
#[derive(Clone, Copy)]
pub struct Commit {
    /// When it waited to write.
    pub begun: i64,
    /// When it was about to be committed.
    pub asked: i64,
    /// When it was acknowledged.
    pub done: i64,
    /// Which it is in the order of all.
    pub number: i64,
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

    /// How many transactions were acknowledged. A writer that failed fails the test here.
    pub fn commits(&self) -> usize {
        assert!(self.tasks.iter().all(|task| !task.is_finished()), "a writer has failed");
        self.commits.lock().unwrap().len()
    }

    /// Lets them end; what they committed.
    pub async fn stop(self) -> Vec<Commit> {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.unwrap();
        }
        self.commits.lock().unwrap().clone()
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
        let journal =
            "INSERT INTO journal SELECT COALESCE(MAX(number), 0) + 1, $1, $2 FROM journal RETURNING number";
        let noting = sqlx::query_scalar(journal).bind(writer).bind(entries + many);
        let number: i64 = noting.fetch_one(&mut connection).await.unwrap();
        let asked = now();
        execute(&mut connection, if kept { "COMMIT" } else { "ROLLBACK" }).await;
        if kept {
            entries += many;
            commits.lock().unwrap().push(Commit { begun, asked, done: now(), number });
        }
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..=pause_ms * 2))).await;
    }
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
        assert!(begun.elapsed() < LAST_RESORT, "it does not catch up: {}", said(&output));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}
