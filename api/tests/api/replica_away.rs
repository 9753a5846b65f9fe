//! A place that is away or hangs, and who may read what lies there.

use crate::replica_setup::{Replicator, Setup, Writers, execute, open, until};
use crate::s3_server::{Mood, S3};
use loggia_api::replicate::{Remote, restore as restore_from};
use std::path::Path;
use std::time::Duration;

/// A store that is away, and a log that grows beyond its bound meanwhile.
async fn away(mood: Mood, pause_ms: u64) {
    let store = S3::start().await;
    let setup = Setup::in_store(&store).await;
    let bound = [("LOGGIA_REPLICATE_LOG_MEGABYTES", "1")];
    let mut replicator = Replicator::start_with(&setup.file, &setup.place, &setup.log, &bound);
    setup.caught_up().await;
    store.set(mood);
    let writers = Writers::start(&setup.file, 2, pause_ms);
    let mut filling = open(&setup.file).await;
    // Beyond the bound at once, however slow the writers are.
    execute(&mut filling, "INSERT INTO filler VALUES (randomblob(3000000))").await;
    let is_given_up = || {
        writers.commits();
        assert!(replicator.is_running(), "{}", setup.said());
        setup.said().contains("it is given up")
    };
    until(is_given_up, || setup.said()).await;
    // Writers go on while nobody answers: they commit more than they had begun.
    let before = writers.commits();
    until(|| writers.commits() > before + 10, || "writers are held up".to_owned()).await;
    let size = std::fs::metadata(setup.folder().join("shop.db-wal")).unwrap().len();
    store.set(Mood::There);
    writers.stop().await;
    assert!(size < 16 << 20, "the log has {size} bytes");
    setup.caught_up().await;
    let told = setup.said();
    assert!(
        told.contains("replication waits: s3://shop/shop") && told.contains("is on this machine alone"),
        "{told}"
    );
    assert!(replicator.terminate());
}

/// S-367: while the store is away writers go on, the log does not fill the disk, since when nothing is shipped is said; and when it is
/// back everything arrives.
#[tokio::test(flavor = "multi_thread")]
async fn s_367_a_store_that_is_away_holds_nobody_up() {
    away(Mood::Refuses, 5).await;
}

/// S-367: one that takes calls and never answers is as bad as none.
#[tokio::test(flavor = "multi_thread")]
async fn s_367_a_store_that_hangs_holds_nobody_up() {
    // So slow that they write less than the bound while a call is waited for, however fast the machine is.
    away(Mood::Hangs, 100).await;
}

/// S-980: a place that takes a call and says nothing is given up within seconds, by the clock of the program: while it is waited for
/// nobody looks how long the log becomes.
#[tokio::test]
async fn s_980_a_call_that_is_not_answered_ends_soon() {
    let store = S3::start().await;
    store.set(Mood::Hangs);
    let remote = Remote::open(&Setup::in_store(&store).await.place.parse().unwrap()).unwrap();
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    let fault = loggia_api::replicate::spans(&remote).await.unwrap_err();
    assert!(fault.to_string().contains("s3://shop/shop"), "{fault}");
    let fault = remote.read("loggia-replicator.json").await.map(|_| ()).unwrap_err();
    assert!(fault.to_string().contains("s3://shop/shop"), "{fault}");
    assert!(begun.elapsed() > Duration::ZERO);
    let begun = tokio::time::Instant::now();
    remote.read("loggia-replicator.json").await.map(|_| ()).unwrap_err();
    assert!(begun.elapsed() <= Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(path).unwrap().permissions()) & 0o777
}

/// S-980: whoever else uses the folder of a replica does not read the shop's customers in it; and a link that somebody planted beside a
/// file that is restored leads nowhere.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn s_980_a_replica_and_what_is_restored_are_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let setup = Setup::in_folder().await;
    std::fs::create_dir(setup.copies()).unwrap();
    std::fs::set_permissions(setup.copies(), std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(setup.copies().join("theirs"), "of another program").unwrap();
    let replicator = setup.replicate();
    let to = setup.caught_up().await;
    assert_eq!((mode(&setup.copies()), mode(&setup.copies().join("generations"))), (0o755, 0o700));
    assert_eq!(mode(&to), 0o600);
    assert!(replicator.terminate(), "{}", setup.said());
    let precious = setup.folder().join("precious");
    std::fs::write(&precious, "kept").unwrap();
    let to = setup.folder().join("new.db");
    let planted = setup.folder().join(format!("new.db.{}.part", std::process::id()));
    std::os::unix::fs::symlink(&precious, &planted).unwrap();
    restore_from(&Remote::open(&setup.place.parse().unwrap()).unwrap(), &to, None).await.unwrap();
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "kept");
    assert!(planted.is_symlink() && !to.is_symlink() && mode(&to) == 0o600);
}
