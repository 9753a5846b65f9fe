//! A throw-away PostgreSQL cluster: started once by the test run, on a socket of its own, gone when the run ends.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// The running cluster; its watcher stops it when our end of the pipe closes, however this process ends.
struct Cluster {
    socket_folder: PathBuf,
    _watcher: Child,
}

static CLUSTER: OnceCell<Option<Cluster>> = OnceCell::const_new();
static DATABASES: AtomicUsize = AtomicUsize::new(0);

/// The address of a fresh, migrated database; `None` when PostgreSQL is not installed (which fails when `CI` is set). With
/// `LOGGIA_ISOLATION=serializable` (`make isolation-test`) it is a strict one, for every test.
pub async fn fresh_database() -> Option<String> {
    if std::env::var("LOGGIA_ISOLATION").is_ok_and(|level| level == "serializable") {
        return strict_database().await;
    }
    plain_database().await
}

/// The same where every transaction is serializable, and one commit in ten that wrote to the shop loses: the server itself
/// answers 40001 to `COMMIT`, as it does to the loser of a conflict. What tests write by themselves never loses.
pub async fn strict_database() -> Option<String> {
    let url = plain_database().await?;
    let name = url.rsplit('/').find_map(|part| part.split_once('?')).unwrap().0;
    let cluster = CLUSTER.get_or_init(start).await.as_ref()?;
    execute(&cluster.socket_folder, name, include_str!("isolation/lost_commits.sql")).await;
    let strict = format!("ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'");
    execute(&cluster.socket_folder, "postgres", &strict).await;
    Some(format!("{url}&application_name={SHOP}"))
}

/// What the connections of a shop call themselves whose commits may be lost.
const SHOP: &str = "loses";

/// The address by which a test itself writes: its commits are never lost.
pub fn own(url: &str) -> String {
    url.replace(&format!("&application_name={SHOP}"), "")
}

async fn plain_database() -> Option<String> {
    let cluster = CLUSTER.get_or_init(start).await.as_ref()?;
    let name = format!("shop_{}", DATABASES.fetch_add(1, Ordering::SeqCst));
    // Copied as files: by way of the log, which is the default, takes twice as long.
    let made = format!("CREATE DATABASE {name} TEMPLATE shop_template STRATEGY file_copy");
    execute(&cluster.socket_folder, "postgres", &made).await;
    Some(address(&cluster.socket_folder, &name))
}

/// The address of a database without a table.
pub async fn empty_database() -> Option<String> {
    let cluster = CLUSTER.get_or_init(start).await.as_ref()?;
    let name = format!("empty_{}", DATABASES.fetch_add(1, Ordering::SeqCst));
    execute(&cluster.socket_folder, "postgres", &format!("CREATE DATABASE {name}")).await;
    Some(address(&cluster.socket_folder, &name))
}

/// Removes a database that nobody uses any more.
pub async fn drop_database(url: &str) {
    let Some(Some(cluster)) = CLUSTER.get() else { return };
    let name = url.rsplit('/').find_map(|part| part.split_once('?')).unwrap().0;
    execute(&cluster.socket_folder, "postgres", &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

fn address(socket_folder: &Path, database: &str) -> String {
    format!("postgres://loggia@localhost/{database}?host={}", socket_folder.display())
}

async fn execute(socket_folder: &Path, database: &str, sql: &str) {
    use sqlx::Connection;
    let mut connection = sqlx::PgConnection::connect(&address(socket_folder, database)).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Runs `ask`, and says which scans the statements of every database came to meanwhile, each once, out of the server's log.
pub async fn plans(ask: impl Future) -> std::collections::BTreeSet<String> {
    let folder = &CLUSTER.get().unwrap().as_ref().unwrap().socket_folder;
    let log = || std::fs::read_to_string(folder.join("log")).unwrap();
    let explain = async |from: &str| {
        execute(folder, "postgres", &format!("ALTER SYSTEM SET auto_explain.log_min_duration = '{from}'"))
            .await;
        execute(folder, "postgres", "SELECT pg_reload_conf()").await;
        // Sessions hear of it one after the other.
        tokio::time::sleep(Duration::from_millis(300)).await;
    };
    explain("0").await;
    let before = log().len();
    ask.await;
    let after = log();
    explain("-1").await;
    let lines = after[before..].lines().filter_map(|line| line.split_once("  (cost=")).map(|(step, _)| step);
    lines
        .filter(|step| step.contains(" Scan"))
        .map(|step| step.trim().trim_start_matches("->  ").to_owned())
        .collect()
}

async fn start() -> Option<Cluster> {
    let Some(programs) = programs() else {
        // `make test` asks for it: half of the tests that are left out are no run of all.
        let is_asked_for = ["CI", "LOGGIA_POSTGRES"].iter().any(|name| std::env::var_os(name).is_some());
        assert!(!is_asked_for, "PostgreSQL is not installed: apt-get install postgresql");
        eprintln!("skipped on PostgreSQL: initdb and postgres were not found (apt-get install postgresql)");
        return None;
    };
    let folder = temporary_folder();
    let data = folder.join("data");
    let made = as_plain_user(&programs.join("initdb"))
        .arg("--pgdata")
        .arg(&data)
        .args(["--username=loggia", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
    let watcher = watch(&programs, &folder, &data);
    wait_until_it_answers(&folder).await;
    execute(&folder, "postgres", "CREATE DATABASE shop_template").await;
    let template = address(&folder, "shop_template");
    loggia_api::repository::Db::open(&template, 1).await.unwrap().close().await;
    loggia_api::repository::Db::open_visits(&template, 1).await.unwrap().close().await;
    Some(Cluster { socket_folder: folder, _watcher: watcher })
}

/// A pgbouncer in transaction mode before the database at `url`, with two sessions for everybody, and the address of the database
/// through it; `None` when it is not installed (which fails where `LOGGIA_POSTGRES` is set). Dropped, it is gone.
pub fn pooled(url: &str) -> Option<(Pooler, String)> {
    let Some(program) =
        ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].map(Path::new).into_iter().find(|file| file.is_file())
    else {
        assert!(std::env::var_os("LOGGIA_POSTGRES").is_none(), "apt-get install pgbouncer");
        eprintln!("skipped: pgbouncer was not found (apt-get install pgbouncer)");
        return None;
    };
    let folder = CLUSTER.get()?.as_ref()?.socket_folder.clone();
    let name = url.rsplit('/').find_map(|part| part.split_once('?')).unwrap().0;
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let file = folder.join(format!("{name}.ini"));
    let settings = format!(
        "[databases]\n{name} = host={} user=loggia\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
         auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200\n\
         ignore_startup_parameters = extra_float_digits\n",
        folder.display()
    );
    std::fs::write(&file, settings).unwrap();
    let mut command = as_plain_user(program);
    command.arg("--quiet").arg(file).current_dir(&folder).stdin(Stdio::null());
    let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pooler = Pooler(process);
    let begun = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(10), "pgbouncer does not answer");
        std::thread::sleep(Duration::from_millis(10));
    }
    Some((pooler, format!("postgres://loggia@127.0.0.1:{port}/{name}?sslmode=disable&pooler=transaction")))
}

/// A running pgbouncer.
pub struct Pooler(Child);

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server, and a shell that waits for our end of its input to close, then stops it and removes its folder.
fn watch(programs: &Path, folder: &Path, data: &Path) -> Child {
    let script = r#"
        "$1" -D "$2" -k "$3" $4 -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
            -c max_connections=400 -c shared_buffers=64MB -c max_wal_size=256MB >"$3/log" 2>&1 &
        server=$!
        cat >/dev/null
        kill -INT "$server"; wait "$server"
        rm -rf "$3"
    "#;
    as_plain_user(Path::new("sh"))
        .args(["-c", script, "sh"])
        .arg(programs.join("postgres"))
        .arg(data)
        .arg(folder)
        .arg(if std::env::var_os("LOGGIA_ORDERS").is_some() {
            "-csession_preload_libraries=auto_explain"
        } else {
            ""
        })
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn wait_until_it_answers(folder: &Path) {
    use sqlx::Connection;
    let begun = Instant::now();
    while let Err(fault) = sqlx::PgConnection::connect(&address(folder, "postgres")).await {
        assert!(begun.elapsed() < Duration::from_secs(60), "PostgreSQL does not answer: {fault}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// In memory where there is plenty of it: every test has a database, and a thousand files of one are most of what it costs.
fn temporary_folder() -> PathBuf {
    let base = if has_room("/dev/shm") { "/dev/shm" } else { "/tmp" };
    let made = as_plain_user(Path::new("mktemp"))
        .args(["-d", &format!("{base}/loggia-postgres-XXXXXX")])
        .current_dir("/tmp")
        .output()
        .unwrap();
    assert!(made.status.success(), "mktemp: {}", String::from_utf8_lossy(&made.stderr));
    PathBuf::from(String::from_utf8(made.stdout).unwrap().trim())
}

/// Whether a folder in memory has two gigabytes for files, and the machine as much again for everything else.
fn has_room(folder: &str) -> bool {
    const ROOM_KIB: u64 = 2 * 1024 * 1024;
    let number =
        |text: &str| text.split_whitespace().next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    let df = Command::new("df").args(["--output=avail", "--block-size=1K", folder]).output();
    let free = df.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let free = free.as_deref().and_then(|table| table.lines().nth(1)).map_or(0, number);
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:")).map_or(0, number);
    free >= ROOM_KIB && available >= 2 * ROOM_KIB
}

/// PostgreSQL refuses to run as root; then it runs as the user its package made, or as nobody.
fn as_plain_user(program: &Path) -> Command {
    let id = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
    };
    if id(&["-u"]).as_deref() != Some("0") {
        return Command::new(program);
    }
    let user = if id(&["-u", "postgres"]).is_some() { "postgres" } else { "nobody" };
    let group = id(&["-gn", user]).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", &group, "--clear-groups", "--"]).arg(program);
    command
}

/// The newest folder that has `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let has_both = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(has_both)
        .collect();
    versions.sort();
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).find(has_both));
    versions.pop().or(on_path.flatten())
}
