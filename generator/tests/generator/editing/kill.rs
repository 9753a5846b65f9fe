//! The program is ended in the middle of a change of several files: afterwards all of it is there, or none.

use serde_json::json;

use super::{Editor, bakery};

const FILES: [&str; 3] = [
    "content/blog/01-why-our-dough-sleeps.json",
    "content/blog/02-twenty-seven-layers.json",
    "content/blog/03-how-to-keep-a-loaf.json",
];

#[test]
fn a_change_that_is_cut_off_is_finished_or_undone_at_the_next_start() {
    for (place, done) in [
        ("0.part", false),
        ("2.part", false),
        ("journal", true),
        ("rename-0", true),
        ("rename-1", true),
        ("rename-2", true),
    ] {
        let mut editor = Editor::with(bakery(), &[("LOGGIA_STOP_WRITING_AT", place)]);
        let before = FILES.map(|path| editor.on_disk(path));
        let new = "content/blog/09-new.json";
        let mut changes: Vec<_> = FILES[..2]
            .iter()
            .map(|path| {
                let edits = json!([{"op": "set", "pointer": "/title", "value": "Changed"}]);
                json!({"path": path, "baseDigest": editor.file(path)["digest"], "edits": edits})
            })
            .collect();
        changes.push(json!({"path": new, "baseDigest": null, "json": {"title": "New"}}));
        let body = json!({"changes": changes}).to_string();
        let mut stream = std::net::TcpStream::connect(&editor.address).unwrap();
        let head = format!(
            "POST /config/api/changes HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\ncontent-type: application/json\r\nx-loggia-editor: {}\r\ncontent-length: {}\r\n\r\n",
            editor.address,
            editor.cookie,
            editor.crumb,
            body.len()
        );
        std::io::Write::write_all(&mut stream, (head + &body).as_bytes()).unwrap();
        editor.ended();
        let site = editor.end();
        let editor = Editor::open(site);
        let after = FILES.map(|path| editor.on_disk(path));
        assert_eq!(after[2], before[2]);
        for at in 0..2 {
            assert_eq!(after[at].contains("\"Changed\""), done, "{place} {}", FILES[at]);
            assert_eq!(after[at] == before[at], !done, "{place} {}", FILES[at]);
        }
        assert_eq!(editor.site.root().join(new).exists(), done, "{place}");
        let left: Vec<String> = std::fs::read_dir(editor.site.root().join(".loggia/editing"))
            .map(|entries| {
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
            })
            .unwrap_or_default();
        assert!(left.iter().all(|name| name == ".gitignore"), "{place}: {left:?}");
    }
}
