//! The parts of replication by themselves: names, the log's format, what a restore needs; and what is refused or said.

use crate::process::Server;
use crate::replica_setup::{
    Replicator, Setup, Writers, caught_up, close, committed, dump, execute, make, open, restore, run, said,
    until, url,
};
use crate::s3_server::S3;
use loggia_api::replicate::layout::{Generations, Kept, Name, Position, arrange, expired, generation_at};
use loggia_api::replicate::wal::{Chain, HEADER, Header};
use loggia_api::replicate::{Remote, restore as restore_from};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// S-372: the names are those that Litestream 0.3.13 was seen to write.
#[test]
fn s_372_pieces_have_the_names_of_litestream() {
    let generation = "86c8a7d0cc7e29bd".to_owned();
    let segment = Name::Segment(generation.clone(), Position { index: 0, offset: 0x17248 });
    for (path, name) in [
        ("generations/86c8a7d0cc7e29bd/wal/00000000_00017248.wal.lz4", segment),
        ("generations/86c8a7d0cc7e29bd/snapshots/0000000a.snapshot.lz4", Name::Snapshot(generation, 10)),
    ] {
        assert_eq!(name.path(), path);
        assert_eq!(Name::read(path), Some(name));
    }
    for other in [
        "generations/86c8a7d0cc7e29bd/wal/00000000_00017248.wal",
        "generations/86C8A7D0CC7E29BD/wal/00000000_00017248.wal.lz4",
        "generations/86c8a7d0cc7e29bd/wal/0_0.wal.lz4",
        "generations/86c8a7d0cc7e29bd/snapshots/x/0000000a.snapshot.lz4",
        "loggia-replicator.json",
    ] {
        assert_eq!(Name::read(other), None, "{other}");
    }
}

/// What a restore to a moment is made of.
fn plan(all: &Generations, at: i64) -> Option<(String, u32, BTreeSet<Position>)> {
    let name = generation_at(all, at)?;
    let one = &all[name];
    let first = one.snapshot(at)?;
    let segments = one.segments.iter().filter(|(place, kept)| place.index >= first && kept.at_ms <= at);
    Some((name.to_owned(), first, segments.map(|(place, _)| *place).collect()))
}

/// S-370: what is taken away changes no restore within the kept time, whatever was written when; and of what is old, little stays.
#[test]
fn s_370_nothing_is_taken_away_that_a_restore_needs() {
    for _ in 0..300 {
        let mut objects: Vec<(String, Kept)> = Vec::new();
        let mut at = 0;
        let mut current = String::new();
        for number in 0..rand::random_range(1..5u64) {
            current = format!("{:016x}", rand::random::<u64>() ^ number);
            let (mut index, mut offset) = (0, 0);
            for step in 0..rand::random_range(1..40) {
                at += rand::random_range(0..50);
                let is_copy = step == 0 || rand::random_bool(0.1);
                let name = if is_copy {
                    Name::Snapshot(current.clone(), index)
                } else {
                    offset += 1;
                    Name::Segment(current.clone(), Position { index, offset })
                };
                objects.push((name.path(), Kept { at_ms: at, bytes: 1 }));
                if rand::random_bool(0.2) {
                    (index, offset) = (index + 1, 0);
                }
            }
        }
        let arranged =
            |objects: &[(String, Kept)]| arrange(objects.iter().map(|(path, kept)| (path.as_str(), *kept)));
        let before = arranged(&objects);
        let since = rand::random_range(0..=at);
        let old: BTreeSet<String> = expired(&before, &current, since).iter().map(Name::path).collect();
        objects.retain(|(path, _)| !old.contains(path));
        let after = arranged(&objects);
        for moment in since..=at + 1 {
            assert_eq!(plan(&before, moment), plan(&after, moment), "at {moment} of {since}..={at}");
        }
        assert!(expired(&after, &current, since).is_empty(), "what goes, goes at once");
    }
}

/// A real log: its bytes, with the connection that keeps it.
async fn a_log(folder: &Path) -> (Vec<u8>, sqlx::SqliteConnection) {
    let file = folder.join("log.db");
    make(&file).await;
    let mut connection = open(&file).await;
    for _ in 0..5 {
        execute(&mut connection, "INSERT INTO entry SELECT 1, COUNT(*), randomblob(6000) FROM entry").await;
    }
    let bytes = std::fs::read(folder.join("log.db-wal")).unwrap();
    (bytes, connection)
}

/// S-366: of a log that breaks off or is damaged anywhere, exactly the transactions before are taken.
#[tokio::test]
async fn s_366_a_torn_log_gives_whole_transactions_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, _connection) = a_log(folder.path()).await;
    let header = Header::read(&bytes).unwrap();
    // The ends of transactions: where a frame's head says how many pages there are then.
    let frame = 24 + header.page_size;
    let ends: Vec<usize> = bytes[HEADER..]
        .chunks_exact(frame)
        .enumerate()
        .filter(|(_, one)| one[4..8] != [0; 4])
        .map(|(number, _)| (number + 1) * frame)
        .collect();
    assert!(ends.len() >= 5 && ends.iter().any(|end| end % frame == 0), "{ends:?}");
    let taken = |bytes: &[u8]| Chain::begin(header).go_over(bytes);
    let whole = |until: usize| ends.iter().copied().filter(|end| *end <= until).max().unwrap_or(0);
    let log = &bytes[HEADER..];
    for length in (0..log.len()).step_by(97).chain([log.len()]) {
        assert_eq!(taken(&log[..length]), whole(length), "cut at {length}");
        let mut damaged = log.to_vec();
        if length < log.len() {
            damaged[length] ^= 0x10;
            let found = taken(&damaged);
            // The number of pages in a head is part of the sum as well, so no byte but the sum's own copy goes unseen.
            assert!(found <= whole(length), "damaged at {length}: {found}");
        }
    }
    for at in 0..HEADER {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_ne!(Header::read(&damaged), Some(header), "byte {at}");
    }
    // In pieces, wherever they end, it is the same.
    let mut chain = Chain::begin(header);
    let mut at = 0;
    while at < log.len() {
        let piece = &log[at..(at + 2 * frame + 7).min(log.len())];
        at += match chain.go_over(piece) {
            0 => match chain.go_over(&log[at..]) {
                0 => break,
                more => more,
            },
            more => more,
        };
    }
    assert_eq!(at, whole(log.len()));
}

fn generations(place: &Path) -> usize {
    std::fs::read_dir(place.join("generations")).map_or(0, Iterator::count)
}

/// S-369: the log begins anew while no replicator runs, and another file is put in place while one does: a new generation begins, and
/// nothing is mixed.
#[tokio::test(flavor = "multi_thread")]
async fn s_369_a_gap_begins_a_new_generation() {
    let setup = Setup::in_folder().await;
    let (folder, copies, file) = (setup.folder(), setup.copies(), setup.file.clone());
    let mut keeper = open(&file).await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 1, 'a')").await;
    setup.caught_up().await;
    drop(replicator);
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 2, 'b')").await;
    let replicator = setup.replicate();
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 3, 'c')").await;
    setup.caught_up().await;
    assert_eq!(generations(&copies), 1, "killed and begun again, it goes on\n{}", setup.said());

    drop(replicator);
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 4, 'd')").await;
    execute(&mut keeper, "PRAGMA wal_checkpoint(TRUNCATE)").await;
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 5, 'e')").await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    assert_eq!(generations(&copies), 2, "{}", setup.said());

    // Another file in its place, as a restore by hand would put it there.
    let other = folder.join("other.db");
    make(&other).await;
    execute(&mut open(&other).await, "INSERT INTO entry VALUES (7, 7, 'other')").await;
    drop(keeper);
    for end in ["", "-wal", "-shm"] {
        let from = PathBuf::from(format!("{}{end}", other.display()));
        let to = PathBuf::from(format!("{}{end}", file.display()));
        let _ = std::fs::remove_file(&to);
        if from.exists() {
            std::fs::rename(from, to).unwrap();
        }
    }
    let to = setup.caught_up().await;
    assert_eq!(dump(&to).await.len(), 1);
    assert_eq!(generations(&copies), 3, "{}", setup.said());
    assert!(replicator.terminate(), "{}", setup.said());
}

/// S-375: a replicator that was killed, and one that ended in order with the last connection of the file, are gone on from in the same
/// generation, with no whole copy more; one whose file was written meanwhile begins anew.
#[tokio::test(flavor = "multi_thread")]
async fn s_375_the_next_replicator_goes_on_where_the_last_one_ended() {
    let setup = Setup::in_folder().await;
    let (folder, copies, file) = (setup.folder(), setup.copies(), setup.file.clone());
    let mut keeper = open(&file).await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 1, 'a')").await;
    setup.caught_up().await;
    drop(replicator);
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 2, 'b')").await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    for sql in ["INSERT INTO entry VALUES (1, 3, 'c')", "DELETE FROM entry WHERE number = 1"] {
        execute(&mut keeper, sql).await;
    }
    close(keeper).await;
    assert!(replicator.terminate(), "{}", setup.said());
    assert!(!folder.join("shop.db-wal").exists(), "the last connection leaves no log");
    // Twice, once with nothing written in between.
    let replicator = setup.replicate();
    setup.caught_up().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(replicator.terminate(), "{}", setup.said());
    let replicator = setup.replicate();
    let mut keeper = open(&file).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 4, 'd')").await;
    setup.caught_up().await;
    assert_eq!(generations(&copies), 1, "{}", setup.said());
    assert!(replicator.terminate(), "{}", setup.said());
    execute(&mut keeper, "INSERT INTO entry VALUES (1, 5, 'e')").await;
    close(keeper).await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    assert_eq!(generations(&copies), 2, "{}", setup.said());
    assert!(replicator.terminate(), "{}", setup.said());
}

/// The pieces of the only generation, the oldest first.
fn pieces(copies: &Path) -> Vec<PathBuf> {
    let entries =
        |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let Some(generation) = entries(&copies.join("generations")).next() else { return Vec::new() };
    let mut pieces: Vec<_> = entries(&generation.join("wal")).collect();
    pieces.sort();
    pieces
}

/// S-371: a piece that is torn, damaged or gone ends the restore before it, and that is said; a file that is there is not written over.
#[tokio::test(flavor = "multi_thread")]
async fn s_371_a_torn_piece_is_said_and_ends_the_restore() {
    let setup = Setup::in_folder().await;
    let (folder, copies, file) = (setup.folder(), setup.copies(), setup.file.clone());
    let replicator = setup.replicate();
    setup.caught_up().await;
    let writers = Writers::start(&file, 1, 20);
    until(|| writers.commits() > 0 && pieces(&copies).len() >= 6, || setup.said()).await;
    writers.stop().await;
    let whole = committed(&setup.caught_up().await).await;
    assert!(replicator.terminate(), "{}", setup.said());

    let pieces = pieces(&copies);
    let last = pieces.last().unwrap();
    let bytes = std::fs::read(last).unwrap();
    let damaged =
        bytes.iter().enumerate().map(|(at, byte)| if at == bytes.len() / 2 { byte ^ 0x55 } else { *byte });
    for (name, torn) in [
        ("cut", bytes[..bytes.len() / 2].to_vec()),
        ("empty", Vec::new()),
        ("damaged", damaged.collect()),
        ("other", b"no piece".to_vec()),
    ] {
        std::fs::write(last, torn).unwrap();
        let to = folder.join(format!("{name}.db"));
        let output = setup.restore(&to, None).await;
        assert!(output.status.success() && said(&output).contains("is damaged"), "{name}: {}", said(&output));
        let restored = committed(&to).await;
        assert!((1..whole).contains(&restored), "{name}: {restored} of {whole}");
    }
    std::fs::write(last, &bytes).unwrap();
    let gone = &pieces[pieces.len() - 3];
    let kept = std::fs::read(gone).unwrap();
    std::fs::remove_file(gone).unwrap();
    let to = folder.join("gone.db");
    let output = setup.restore(&to, None).await;
    assert!(output.status.success() && said(&output).contains("lacking"), "{}", said(&output));
    assert!(committed(&to).await < whole);
    std::fs::write(gone, kept).unwrap();

    let before = std::fs::read(&to).unwrap();
    let output = setup.restore(&to, None).await;
    assert!(!output.status.success() && said(&output).contains("never written over"), "{}", said(&output));
    assert_eq!(std::fs::read(&to).unwrap(), before);
    std::fs::write(folder.join("new.db-wal"), "the log of another file").unwrap();
    let output = setup.restore(&folder.join("new.db"), None).await;
    assert!(
        !output.status.success() && said(&output).contains("new.db-wal is there already"),
        "{}",
        said(&output)
    );
    let output = setup.restore(&folder.join("early.db"), Some(1_000_000_000_000)).await;
    assert!(
        !output.status.success() && said(&output).contains("nothing to restore from before 2001"),
        "{}",
        said(&output)
    );
    let to = folder.join("all.db");
    assert!(setup.restore(&to, None).await.status.success());
    assert_eq!(committed(&to).await, whole);
    let left = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));

    let list = run(&["replicate", "--list", "--to", &setup.place]);
    assert!(
        said(&list).contains("whole copies") && said(&list).contains("ended in order"),
        "{}",
        said(&list)
    );
}

/// S-373: a file has one replicator, and a place one file.
#[tokio::test(flavor = "multi_thread")]
async fn s_373_two_replicators_do_not_write_to_one_place() {
    let store = S3::start().await;
    let setup = Setup::in_store(&store).await;
    let (folder, other) = (setup.folder(), setup.folder().join("other.db"));
    make(&other).await;
    let replicator = setup.replicate();
    setup.caught_up().await;
    let again = Replicator::start(&setup.file, &store.place("y"), &folder.join("again"));
    assert!(!again.ended().await);
    assert!(
        std::fs::read_to_string(folder.join("again")).unwrap().contains("by another program of this machine")
    );
    let elsewhere = Replicator::start(&other, &setup.place, &folder.join("elsewhere"));
    assert!(!elsewhere.ended().await);
    assert!(
        std::fs::read_to_string(folder.join("elsewhere"))
            .unwrap()
            .contains("is written by another replicator")
    );
    assert!(replicator.terminate(), "{}", setup.said());
    // What ended in order has given the place back.
    let elsewhere = Replicator::start(&other, &setup.place, &folder.join("elsewhere"));
    caught_up(&setup.place, &other, folder).await;
    assert!(elsewhere.terminate());
}

/// S-374: a server replicates by itself where the settings say where to, and says how far behind the replica is; a place that is none
/// and a database that is a server are refused by name.
#[tokio::test(flavor = "multi_thread")]
async fn s_374_a_server_replicates_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (file, copies) = (folder.join("shop.db"), folder.join("copies"));
    let place = format!("dir:{}", copies.display());
    std::fs::write(folder.join("catalog.json"), crate::catalog::catalog().to_string()).unwrap();
    let token = "tests-0123456789abcdefghijklmnopqrstuv";
    let more = [("LOGGIA_REPLICATE", place.as_str()), ("LOGGIA_METRICS_TOKEN", token)];
    let server = Server::start(&url(&file), folder, &more);
    until(|| generations(&copies) > 0, || "nothing is replicated".to_owned()).await;
    let text = reqwest::Client::new()
        .get(format!("{}/metrics", server.base))
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(text.contains("loggia_replication_lag_seconds{} "), "{text}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(server.terminate());
    let to = folder.join("restored.db");
    let restored = restore(&place, &to, None).await;
    assert!(restored.status.success(), "{}", said(&restored));
    let audit = run(&["audit", "--database-url", &url(&to)]);
    assert!(audit.status.success() && said(&audit).contains("the books agree"), "{}", said(&audit));

    let refused = run(&["check", "--replicate", "ftp://elsewhere"]);
    assert!(
        !refused.status.success() && said(&refused).contains("is no place for a replica"),
        "{}",
        said(&refused)
    );
    let refused = run(&["check", "--replicate", "dir:/x", "--database-url", "postgres://localhost/shop"]);
    assert!(
        !refused.status.success() && said(&refused).contains("that server's own archive"),
        "{}",
        said(&refused)
    );
    let refused = run(&["replicate", "--to", "dir:/x", "--database-url", "postgres://localhost/shop"]);
    assert!(
        !refused.status.success() && said(&refused).contains("that server's own archive"),
        "{}",
        said(&refused)
    );
    let missing = folder.join("missing.db");
    let refused = run(&["replicate", "--to", &place, "--database-url", &url(&missing)]);
    assert!(!refused.status.success() && said(&refused).contains("is not there"), "{}", said(&refused));
}

/// What is no replica gives no file.
#[tokio::test]
async fn an_empty_place_has_nothing_to_restore() {
    let folder = tempfile::tempdir().unwrap();
    let place = format!("dir:{}", folder.path().join("copies").display()).parse().unwrap();
    let to = folder.path().join("new.db");
    let refused = restore_from(&Remote::open(&place).unwrap(), &to, None).await.unwrap_err();
    assert!(refused.to_string().contains("has nothing to restore"), "{refused}");
    assert!(!to.exists());
}
