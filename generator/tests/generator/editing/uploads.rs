//! Files that the owner brings along.

use serde_json::{Value, json};

use super::{Answer, Editor, bakery};

/// One black pixel.
const SMALL_GIF: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

fn upload(editor: &Editor, name: &str, bytes: &[u8]) -> Answer {
    let headers = [("content-type", "application/octet-stream"), ("x-loggia-editor", editor.crumb.as_str())];
    editor.own(&format!("POST /config/api/upload?name={name}"), &headers, bytes)
}

fn rename(editor: &Editor, path: &str, name: &str) -> Answer {
    editor.post("/config/api/rename", &json!({"path": path, "name": name}))
}

fn remove(editor: &Editor, path: &str) -> Answer {
    editor.own(&format!("DELETE /config/api/upload?path={path}"), &[("x-loggia-editor", &editor.crumb)], &[])
}

#[test]
fn e_038_files_are_uploaded_renamed_listed_and_taken_away() {
    let editor = Editor::open(bakery());
    let picture = std::fs::read(editor.site.root().join("files/linen-bag.jpg")).unwrap();
    let mut other = picture.clone();
    other.extend_from_slice(b"another");
    let stored = upload(&editor, "Linen%20Bag.JPEG", &other).ok();
    assert_eq!(
        (&stored["path"], &stored["url"]),
        (&json!("files/linen-bag-2.jpg"), &json!("/files/linen-bag-2.jpg"))
    );
    assert_eq!(
        (&stored["width"], &stored["height"], &stored["type"]),
        (&json!(1200), &json!(900), &json!("image/jpeg"))
    );
    assert_eq!(stored["size"], other.len());
    assert_eq!(std::fs::read(editor.site.root().join("files/linen-bag-2.jpg")).unwrap(), other);
    // The same file again is not kept twice.
    assert_eq!(upload(&editor, "linen-bag.jpg", &picture).ok()["path"], "files/linen-bag.jpg");
    let list = editor.get("/config/api/uploads?search=linen&type=image/").ok();
    assert_eq!(list["total"], 2);
    assert_eq!(editor.get("/config/api/uploads?limit=5").ok()["nextCursor"], "5");
    // What names it names it by its new name.
    let renamed = rename(&editor, "files/linen-bag.jpg", "Cloth bag").ok();
    assert_eq!(renamed["path"], "files/cloth-bag.jpg");
    let post = editor.on_disk("content/blog/03-how-to-keep-a-loaf.json");
    assert!(post.contains("\"/files/cloth-bag.jpg\"") && !post.contains("/files/linen-bag.jpg"));
    let used = remove(&editor, "files/cloth-bag.jpg");
    // S-288: by its title, not by the name of its file.
    let (words, file) = ("on “How to keep a loaf for four days”", "03-how-to-keep-a-loaf");
    assert!(
        used.status == 409 && used.text().contains(words) && !used.text().contains(file),
        "{}",
        used.text()
    );
    assert_eq!(remove(&editor, "files/linen-bag-2.jpg").status, 204);
    assert!(!editor.site.root().join("files/linen-bag-2.jpg").exists());
    assert_eq!(remove(&editor, "files/linen-bag-2.jpg").status, 404);
    // E-039.
    for name in ["", "   "] {
        let blank = rename(&editor, "files/cloth-bag.jpg", name);
        assert_eq!((blank.status, &blank.json()["message"]), (400, &json!("Please enter a file name")));
    }
    assert_eq!(rename(&editor, "files/cloth-bag.jpg", "oven-at-four").status, 409);
    assert!(editor.site.root().join("files/cloth-bag.jpg").exists());
    for path in ["site.json", "files/../site.json", "content/blog/collection.json"] {
        assert_eq!(rename(&editor, path, "x").status, 400, "{path}");
        assert_eq!(remove(&editor, path).status, 400, "{path}");
    }
}

/// E-040 to E-042, E-044.
#[test]
fn e_042_what_may_not_be_uploaded_is_refused_in_the_words_of_the_specification() {
    let editor = Editor::open(bakery());
    let before = std::fs::read_dir(editor.site.root().join("files")).unwrap().count();
    let refusal = |answer: Answer| (answer.status, answer.json()["message"].clone());
    for (name, bytes) in [
        ("a.exe", &b"MZ\x90\x00"[..]),
        ("a.jpg", b"MZ\x90\x00"),
        ("a.html", b"<!doctype html>"),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        ("a.json", b"{}"),
    ] {
        assert_eq!(refusal(upload(&editor, name, bytes)), (415, json!("Unsupported file type.")), "{name}");
    }
    let mut large = vec![0; 20_000_001];
    large[..3].copy_from_slice(b"\xff\xd8\xff");
    let wanted = (413, json!("File is too large. The maximum size is 20 MB."));
    assert_eq!(refusal(upload(&editor, "large.jpg", &large)), wanted);
    assert_eq!(
        std::fs::read_dir(editor.site.root().join("files")).unwrap().count(),
        before,
        "nothing was kept"
    );
    let mut document = vec![b' '; 20_000_000];
    document[..5].copy_from_slice(b"%PDF-");
    assert_eq!(upload(&editor, "just-right.pdf", &document).ok()["size"], 20_000_000);
    // Its content says what it is, not its name.
    let gif = upload(&editor, "photo.exe", SMALL_GIF).ok();
    assert_eq!((&gif["path"], &gif["type"]), (&json!("files/photo.gif"), &json!("image/gif")));
    let inside = editor.own(
        "POST /config/api/upload?name=x.gif&folder=../template",
        &[("x-loggia-editor", &editor.crumb)],
        SMALL_GIF,
    );
    assert_eq!(inside.status, 400, "{}", inside.text());
    let none: Value = editor.get("/config/api/uploads?search=template").ok();
    assert_eq!(none["total"], 0);
}

/// What a build would stop at is never kept.
#[test]
fn s_141_a_picture_that_asks_for_gigabytes_is_refused_before_it_is_kept() {
    let editor = Editor::open(bakery());
    let before = std::fs::read_dir(editor.site.root().join("files")).unwrap().count();
    let mut bomb = SMALL_GIF.to_vec();
    bomb[6..10].fill(0xff);
    for (name, bytes) in [("bomb.gif", bomb.as_slice()), ("cut.gif", &SMALL_GIF[..20])] {
        let refused = upload(&editor, name, bytes);
        assert_eq!((refused.status, refused.json()["code"].clone()), (415, json!("picture")), "{name}");
    }
    assert_eq!(std::fs::read_dir(editor.site.root().join("files")).unwrap().count(), before);
}
