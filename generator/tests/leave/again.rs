//! The second time: only what changed is brought, and what the owner changed stays.

use std::fs;

use crate::mover::Mover;
use crate::old_site::OldSite;

/// S-546: a second run asks with what it knows, and only what changed is sent again.
#[test]
fn s_546_a_second_run_brings_only_what_changed() {
    let old = OldSite::start();
    old.calm();
    let mover = Mover::of(&old.address);
    mover.leave(&["--mine"]);
    let first = mover.tree();
    let mark = old.mark();
    let said = mover.leave(&["--mine"]);
    let second = old.asked_since(mark);
    let sent: Vec<_> = second.iter().filter(|(_, status)| *status == 200).collect();
    assert!(sent.is_empty(), "{sent:#?}");
    let pictures = second.iter().filter(|(target, _)| target.starts_with("picture"));
    assert!(pictures.clone().all(|(_, status)| *status == 404), "only what did not come is asked for again");
    assert_eq!(said["left"]["files"]["written"], serde_json::json!([]));
    assert_eq!(mover.tree(), first);
    println!("first run: {mark} calls; second: {} calls, none with a body", second.len());

    old.change("/visit", "<p>New hours.</p>");
    old.change("/shop/harbor-print", "<p>A second edition.</p>");
    let mark = old.mark();
    let said = mover.leave(&["--mine"]);
    let mut sent: Vec<String> = old
        .asked_since(mark)
        .into_iter()
        .filter(|(_, status)| *status == 200)
        .map(|(target, _)| target)
        .collect();
    sent.sort();
    assert_eq!(
        sent,
        ["/shop/harbor-print", "/shop/harbor-print?format=json", "/visit", "/visit?format=json"]
    );
    assert_eq!(
        said["left"]["files"]["written"],
        serde_json::json!(["content/shop/harbor-print.json", "content/visit/collection.json"])
    );
}

/// S-546: what the owner changed stays, and is named.
#[test]
fn s_546_what_the_owner_changed_stays() {
    let old = OldSite::start();
    let mover = Mover::of(&old.address);
    mover.leave(&["--mine"]);
    let file = mover.site().join("content/visit/collection.json");
    let mine = fs::read_to_string(&file).unwrap().replace("The words of", "My words of");
    fs::write(&file, &mine).unwrap();
    old.change("/visit", "<p>New hours.</p>");
    let said = mover.leave(&["--mine"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), mine);
    assert_eq!(said["left"]["files"]["kept"], serde_json::json!(["content/visit/collection.json"]));
    // Without the network the same is made again.
    let mark = old.mark();
    mover.leave(&["--offline"]);
    assert_eq!(old.mark(), mark);
}
