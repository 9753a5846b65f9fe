//! A folder of a server: a shell of this machine stands in for the one that `ssh` opens there.

use std::fs;
use std::path::PathBuf;

use loggia_generator::publish::remote::server::Server;
use loggia_generator::publish::{PublishError, Published, Target, publish};

use crate::site::{Site, files, tree};

/// A server whose login shell begins in a folder of its own, and the words that reach it.
struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        // As ssh does: options, `--`, the host, and words that are joined and given to the login shell.
        let script = format!(
            "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\necho \"$2\" >> {0}/hosts\nshift 2\ncd {0}/home && exec sh -c \"$*\"\n",
            folder.path().display()
        );
        fs::write(folder.path().join("ssh"), script).unwrap();
        Machine { folder }
    }

    fn target(&self, folder: &str, keep: usize) -> Server {
        let program = ["sh".to_owned(), self.folder.path().join("ssh").display().to_string()];
        Server::new(&program, "deploy@shop.example", Some(2222), folder, keep).unwrap()
    }

    fn place(&self, path: &str) -> PathBuf {
        self.folder.path().join("home").join(path)
    }
}

fn send(target: &dyn Target, site: &Site, list: &[(&str, &str)], second: i64) -> Published {
    let manifest = site.write(list);
    publish(target, &site.out(), &manifest, 1_775_001_600_000 + second * 1000, &|_| {}).unwrap()
}

/// S-944.
#[test]
fn s_944_only_what_differs_is_sent_and_one_link_is_moved() {
    let (machine, site) = (Machine::new(), Site::new());
    let target = machine.target("www/it's a shop", 5);
    let live = machine.place("www/it's a shop/current");
    let one = [("index.html", "one"), ("a b/ü.html", "ü"), ("-x", "dash"), ("same/deep.css", "a{}")];
    let first = send(&target, &site, &one, 0);
    assert_eq!((first.sent.len(), first.unchanged), (4, 0));
    assert_eq!(tree(&live.canonicalize().unwrap()), files(&one));
    let again = send(&target, &site, &one, 1);
    assert_eq!((again.version.as_str(), again.sent.len()), (first.version.as_str(), 0));

    let two = [("index.html", "two"), ("a b", "a file now"), ("same/deep.css", "a{}")];
    let second = send(&target, &Site::new(), &two, 2);
    assert_eq!((second.sent.len(), second.unchanged), (2, 1));
    assert_eq!(second.removed, ["-x", "a b/ü.html"]);
    assert_eq!(tree(&live.canonicalize().unwrap()), files(&two));
    let release = |id: &str| machine.place(&format!("www/it's a shop/releases/{id}"));
    assert_eq!(tree(&release(&first.version).join("site")), files(&one), "the version before is whole");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let inode = |id: &str| fs::metadata(release(id).join("site/same/deep.css")).unwrap().ino();
        assert_eq!(inode(&first.version), inode(&second.version), "what did not change is one file");
        let mode = fs::metadata(release(&second.version).join("catalog.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(target.catalog(&second.version).unwrap(), b"{}");

    let versions: Vec<(String, bool)> =
        target.versions().unwrap().into_iter().map(|version| (version.id, version.live)).collect();
    assert_eq!(versions, [(first.version.clone(), false), (second.version.clone(), true)]);
    assert_eq!(target.rollback(None).unwrap().id, first.version);
    assert_eq!(tree(&live.canonicalize().unwrap()), files(&one));
    assert!(matches!(target.rollback(None), Err(PublishError::NoVersion(_))));
    assert_eq!(target.rollback(Some(&second.version)).unwrap().id, second.version);
    // The same folder is a `dir:` target of that machine: what is kept there is laid out as here.
    let here = loggia_generator::publish::directory::Directory::new(&machine.place("www/it's a shop"), 5);
    assert_eq!(here.versions().unwrap().iter().filter(|version| version.live).count(), 1);
    assert!(
        fs::read_to_string(machine.folder.path().join("hosts"))
            .unwrap()
            .lines()
            .all(|host| host == "deploy@shop.example")
    );
}

/// S-944: the oldest go, the live one never; what was interrupted is no version.
#[test]
fn s_944_old_versions_go_and_a_version_that_was_given_up_is_none() {
    let (machine, site) = (Machine::new(), Site::new());
    let target = machine.target("shop", 2);
    for second in 0..4 {
        send(&target, &site, &[("index.html", &format!("{second}")), ("kept.html", "kept")], second);
    }
    assert_eq!(target.versions().unwrap().len(), 2);
    let manifest = site.write(&[("index.html", "never"), ("kept.html", "kept")]);
    let given_up = target.begin(&manifest, &site.out(), "20990101T000000000Z-aaaaaa").unwrap();
    for (path, entry) in given_up.missing().to_vec() {
        given_up.put(&path, entry, &site.out().join(&path)).unwrap();
    }
    drop(given_up);
    assert_eq!(target.versions().unwrap().len(), 2);
    let live = machine.place("shop/current").canonicalize().unwrap();
    assert_eq!(fs::read_to_string(live.join("index.html")).unwrap(), "3");
}

/// S-944: two at once are one after the other, or one of them is refused.
#[test]
fn s_944_a_link_that_has_moved_is_not_moved_back() {
    let (machine, one, two) = (Machine::new(), Site::new(), Site::new());
    let target = machine.target("shop", 5);
    send(&target, &one, &[("index.html", "0")], 0);
    let manifest = one.write(&[("index.html", "mine")]);
    let mine = target.begin(&manifest, &one.out(), "20990101T000000000Z-aaaaaa").unwrap();
    for (path, entry) in mine.missing().to_vec() {
        mine.put(&path, entry, &one.out().join(&path)).unwrap();
    }
    send(&target, &two, &[("index.html", "theirs")], 1);
    assert!(matches!(mine.finish(), Err(PublishError::Busy(_))));
    let live = machine.place("shop/current").canonicalize().unwrap();
    assert_eq!(fs::read_to_string(live.join("index.html")).unwrap(), "theirs");
}

#[test]
fn s_944_a_folder_that_others_made_is_left_alone() {
    let (machine, site) = (Machine::new(), Site::new());
    fs::create_dir_all(machine.place("shop/current")).unwrap();
    fs::write(machine.place("shop/current/index.html"), "by hand").unwrap();
    let manifest = site.write(&[("index.html", "mine")]);
    let target = machine.target("shop", 5);
    let why = publish(&target, &site.out(), &manifest, 0, &|_| {}).unwrap_err().to_string();
    assert!(why.contains("shop/current is not a link that loggia made"), "{why}");
    assert_eq!(fs::read_to_string(machine.place("shop/current/index.html")).unwrap(), "by hand");
}

#[test]
fn s_945_neither_a_host_nor_a_folder_is_ever_an_option_or_a_line() {
    for host in ["-oProxyCommand=touch x", "", "a b", "a;b", "$(x)", "a'b", "a\nb"] {
        assert!(Server::new(&[], host, None, "/srv", 5).is_err(), "{host}");
    }
    for folder in ["", "/", "-x", "a\nb"] {
        assert!(Server::new(&[], "shop.example", None, folder, 5).is_err(), "{folder}");
    }
    // A folder whose name is a line stays a name.
    let (machine, site) = (Machine::new(), Site::new());
    let name = "a'; touch ../ran; '$(touch ../ran)`touch ../ran`";
    send(&machine.target(name, 5), &site, &[("index.html", "one")], 0);
    assert!(machine.place(name).join("current/index.html").exists());
    assert!(!machine.folder.path().join("ran").exists() && !machine.place("ran").exists());
    let missing = Server::new(&["no-such-program".to_owned()], "shop.example", None, "/srv", 5).unwrap();
    assert!(
        missing.versions().unwrap_err().to_string().contains("'no-such-program', which is not installed")
    );
}
