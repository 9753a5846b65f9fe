//! What a build may and may not do to the folder.

use super::*;

fn build(folder: &Path, files: &[(&str, &str)]) -> Result<Written, OutputError> {
    let output = Output::open(folder)?;
    for (path, text) in files {
        output.put(path, text.as_bytes().to_vec())?;
    }
    output.commit().map(|(_, written)| written)
}

#[test]
fn only_what_changed_is_written_and_what_went_is_removed() {
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("out");
    fs::create_dir(&folder).unwrap();
    let first = build(&folder, &[("a/index.html", "a"), ("b/c/index.html", "b")]).unwrap();
    assert_eq!(first.written, ["a/index.html", "b/c/index.html"]);
    let again = build(&folder, &[("a/index.html", "a"), ("b/c/index.html", "b")]).unwrap();
    assert_eq!((again.written.len(), again.removed.len(), again.unchanged), (0, 0, 2));
    let third = build(&folder, &[("a/index.html", "A")]).unwrap();
    assert_eq!((third.written, third.removed), (vec!["a/index.html".into()], vec!["b/c/index.html".into()]));
    assert!(!folder.join("b").exists());
    assert_eq!(fs::read_to_string(folder.join("a/index.html")).unwrap(), "A");
}

#[test]
fn files_of_others_are_neither_replaced_nor_removed() {
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("out");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("CNAME"), "shop.example").unwrap();
    fs::write(folder.join("index.html"), "mine").unwrap();
    let error = build(&folder, &[("index.html", "new"), ("x.html", "x")]).unwrap_err();
    assert!(error.to_string().contains("index.html was not written by loggia"), "{error}");
    assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "mine");
    assert!(!folder.join("x.html").exists(), "nothing of a refused build stays");
    build(&folder, &[("index.html", "mine"), ("y.html", "y")]).unwrap();
    build(&folder, &[]).unwrap();
    assert!(folder.join("CNAME").exists());
}

#[test]
fn a_discarded_build_leaves_the_folder_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = Output::open(&out).unwrap();
    output.put("a/b.html", b"x".to_vec()).unwrap();
    output.discard();
    assert!(!out.join("a").exists() && !folder.path().join("out.data").exists());
    build(&out, &[("a.html", "old")]).unwrap();
    let output = Output::open(&out).unwrap();
    output.put("a.html", b"new".to_vec()).unwrap();
    output.discard();
    assert_eq!(fs::read_to_string(out.join("a.html")).unwrap(), "old");
    assert_eq!(build(&out, &[("a.html", "old")]).unwrap().unchanged, 1);
}

/// Nothing for programs lies where a web server serves, and nobody else may read it where it lies.
#[test]
fn s_153_data_for_programs_lies_beside_the_folder_and_is_its_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (out, data) = (folder.path().join("out"), folder.path().join("out.data"));
    let files = [("a.html", "a"), ("_data/catalog.json", "codes"), ("_data/protected/b.html", "b")];
    // An output that an earlier version wrote.
    build(&out, &files).unwrap();
    fs::create_dir(out.join("_data")).unwrap();
    fs::rename(data.join("manifest.json"), out.join("_data/manifest.json")).unwrap();
    fs::write(out.join("_data/catalog.json"), "codes").unwrap();
    fs::write(out.join("gone.html"), "").unwrap();
    let written = build(&out, &files).unwrap();
    assert!(!out.join("_data").exists());
    assert_eq!(written.unchanged, 3, "{written:?}");
    assert_eq!(fs::read_to_string(data.join("catalog.json")).unwrap(), "codes");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let protected = folder.path().join("out.protected");
        for (path, mode) in [
            (data.clone(), 0o700),
            (data.join("catalog.json"), 0o600),
            (data.join("manifest.json"), 0o600),
            (protected.clone(), 0o700),
            (protected.join("b.html"), 0o600),
        ] {
            let found = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(found, mode, "{}", path.display());
        }
    }
    // A folder of somebody else's of this name stays.
    fs::create_dir(out.join("_data")).unwrap();
    fs::write(out.join("_data/mine.txt"), "mine").unwrap();
    build(&out, &files).unwrap();
    assert!(out.join("_data/mine.txt").exists());
}

/// G-055: what is not for everybody lies beside the folder, is ours as all else, and goes with its page.
#[test]
fn what_is_not_for_everybody_lies_beside_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (out, beside) = (folder.path().join("out"), folder.path().join("out.protected"));
    let files = [("a.html", "lock"), ("_data/protected/a/index.html", "text")];
    // An output that an earlier version wrote.
    write(&out.join("_data/protected/a/index.html"), b"text").unwrap();
    let text = || fs::read_to_string(beside.join("a/index.html")).unwrap();
    build(&out, &files).unwrap();
    assert_eq!(text(), "text");
    assert!(!out.join("_data/protected").exists());
    assert_eq!(build(&out, &files).unwrap().unchanged, 2);
    fs::remove_file(beside.join("a/index.html")).unwrap();
    assert_eq!(build(&out, &files).unwrap().unchanged, 1, "what is missing there is written again");
    build(&out, &[files[0], (files[1].0, "another")]).unwrap();
    assert_eq!(text(), "another");
    fs::write(beside.join("mine.txt"), "mine").unwrap();
    build(&out, &files[..1]).unwrap();
    assert!(!beside.join("a").exists() && beside.join("mine.txt").exists());
    fs::remove_file(beside.join("mine.txt")).unwrap();
    build(&out, &files).unwrap();
    build(&out, &files[..1]).unwrap();
    assert!(!beside.exists() && out.exists());
}

#[test]
fn a_build_that_was_killed_is_mended_by_the_next() {
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("out");
    fs::create_dir(&folder).unwrap();
    let output = Output::open(&folder).unwrap();
    output.put("half/index.html", b"half".to_vec()).unwrap();
    drop(output);
    let next = build(&folder, &[("index.html", "whole")]).unwrap();
    assert_eq!(next.removed, ["half/index.html"]);
    assert!(!folder.join("half").exists());
    // Killed inside a commit: the file is new, the manifest is old, the path is noted.
    fs::write(folder.join("index.html"), "other").unwrap();
    fs::write(data_file(&folder, INCOMPLETE), "index.html\n").unwrap();
    build(&folder, &[("index.html", "whole")]).unwrap();
    assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "whole");
}

/// S-123: neither what is handed in nor what an earlier note names leads out of the folder.
#[test]
fn s_123_no_path_leads_out_of_the_folder() {
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("out");
    fs::create_dir(&folder).unwrap();
    fs::write(kept.path().join("victim"), "mine").unwrap();
    for path in
        ["../victim", "a/../../victim", "/victim", "..", "", "a/./../../victim", "protected/../../victim"]
    {
        assert!(build(&folder, &[(path, "theirs")]).is_err(), "{path}");
        Output::open(&folder).unwrap().remove(path);
        assert_eq!(fs::read_to_string(kept.path().join("victim")).unwrap(), "mine", "{path}");
    }
}

/// S-597: a file that is written into the output by parts is as one that was handed in whole: new, as before, changed, in
/// the way of somebody else's, and gone with a build that fails.
#[test]
fn s_597_a_large_file_is_handed_in_by_what_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let (out, file) = (folder.path().join("out"), folder.path().join("out.data/catalog.json"));
    let filled = |path: &str, text: &str| {
        let output = Output::open(&out).unwrap();
        let entry = output.put_filled(path, |file| {
            text.as_bytes().chunks(3).try_for_each(|part| io::Write::write_all(file, part))
        });
        assert_eq!(entry.unwrap(), Entry::of(text.as_bytes()));
        output
    };
    filled("_data/catalog.json", "first text").discard();
    assert!(!file.exists());
    let (manifest, written) = filled("_data/catalog.json", "first text").commit().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "first text");
    assert_eq!(manifest.files["_data/catalog.json"], Entry::of(b"first text"));
    assert_eq!(written.written, ["_data/catalog.json"]);
    let (_, written) = filled("_data/catalog.json", "first text").commit().unwrap();
    assert_eq!((written.written.len(), written.unchanged), (0, 1));
    filled("_data/catalog.json", "second").discard();
    assert_eq!(fs::read_to_string(&file).unwrap(), "first text");
    let (_, written) = filled("_data/catalog.json", "second").commit().unwrap();
    assert_eq!((written.written.len(), fs::read_to_string(&file).unwrap()), (1, "second".to_owned()));
    fs::write(out.join("mine.txt"), "mine").unwrap();
    assert!(filled("mine.txt", "ours").commit().is_err());
    assert_eq!(fs::read_to_string(out.join("mine.txt")).unwrap(), "mine");
    assert!(!folder.path().join("out.data/.waiting").exists());
}
