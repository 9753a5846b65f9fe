//! The source maps of the widgets go to the api of the shop with a publish, and to nobody else.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::shop::{SECRET, Shop, TOKEN, site};
use crate::site::tree;
use crate::victim::Victim;

/// A script, its map and the stack of an error in it, as a bundler and a JavaScript engine made them.
fn made() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/tests/minified/made.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The widgets with one script more, and its map.
fn widgets(made: &Value, folder: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/widgets");
    for entry in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let place = folder.join(entry.path().strip_prefix(&source).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
    let file = made["file"].as_str().unwrap();
    fs::write(folder.join(file), made["script"].as_str().unwrap()).unwrap();
    fs::write(folder.join(format!("{file}.map")), made["map"].as_str().unwrap()).unwrap();
}

fn publish(victim: &Victim) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_loggia"))
        .args(["publish", "site", "--now", "1775001600000", "--to"])
        .arg(format!("dir:{}", victim.beside("live").display()))
        .arg(format!("--widgets={}", victim.beside("widgets").display()))
        .current_dir(victim.beside(""))
        .env("LOGGIA_PUBLISH_SECRET", SECRET)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert_eq!(done.status.code(), Some(0), "{printed}");
    printed
}

/// K-069: an error of a published script is read by its owner with the file, the line and the function that were written, by
/// call and in a terminal.
#[test]
fn k_069_a_publish_hands_over_the_maps_and_publishes_none() {
    let (shop, made) = (Shop::start(), made());
    let victim = site(&shop.url(), "dir:{}/live", &[]);
    widgets(&made, &victim.beside("widgets"));
    let printed = publish(&victim);
    assert!(printed.contains("the shop keeps 1 source maps"), "{printed}");
    let file = made["file"].as_str().unwrap();
    let live = tree(&victim.beside("live/current").canonicalize().unwrap());
    assert!(live.keys().any(|path| path.ends_with(file)), "the script is published");
    for files in [live, tree(&victim.beside("output"))] {
        assert!(!files.keys().any(|path| path.ends_with(".map")), "{:?}", files.keys());
    }

    let data = serde_json::json!({"message": made["message"], "stack": made["stack"]}).to_string();
    let sent = serde_json::json!([{"event": "JavascriptError", "data": data, "timestamp": 1}]).to_string();
    let crumb = shop.call("GET /api/crumb", "", "");
    let cookie = crumb.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let value = cookie.split_once('=').unwrap().1;
    let head = format!("cookie: {cookie}\r\nx-csrf-token: {value}\r\ncontent-type: application/json\r\n");
    let taken = shop.call("POST /api/events/RecordJavascriptErrors", &head, &sent);
    assert!(taken.starts_with("HTTP/1.1 204"), "{taken}");
    shop.roll_up();

    let list = shop.report("errors?range=today");
    let fingerprint = list["errors"][0]["fingerprint"].as_str().unwrap();
    let error = shop.report(&format!("errors/{fingerprint}?range=today"));
    for (place, frame) in made["written"].as_array().unwrap().iter().zip(error["frames"].as_array().unwrap())
    {
        for name in ["file", "line", "function"] {
            assert_eq!(frame[name], place[name], "{frame}");
        }
    }
    let stats = |token: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loggia"));
        command.args(["stats", "--range", "today", "--url", shop.url().trim_end_matches('/')]);
        let done = command.env("LOGGIA_REPORT_TOKEN", token).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    let (code, printed) = stats(TOKEN);
    assert!(
        code == Some(0) && printed.contains("1 errors") && printed.contains("Cannot read properties"),
        "{printed}"
    );
    let (code, printed) = stats("");
    assert!(code == Some(2) && printed.contains("set LOGGIA_REPORT_TOKEN"), "{printed}");
    let (code, printed) = stats("another token of reports");
    assert!(code == Some(3) && printed.contains("the token was refused"), "{printed}");
}
