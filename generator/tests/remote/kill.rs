//! A publish that is killed at any point leaves a whole site, old or new, and the next one completes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use crate::deploys::Service;
use crate::site::tree;
use crate::store::{CREDENTIALS, Store};
use crate::victim::Victim;

/// So many times a publish is killed: every other time at a moment, every other time at a step.
const TIMES: u64 = 20;

/// Every file that visitors get.
type Files = BTreeMap<String, String>;

/// A place that a site is published to, as somebody else sees it.
struct Place<'p> {
    /// What visitors get.
    live: &'p dyn Fn() -> Files,
    /// How many steps a publish that began then has taken.
    steps: &'p dyn Fn(SystemTime) -> usize,
    /// Looks at what visitors get after a kill, beside the version before and the one that was on its way.
    check: &'p dyn Fn(&Files, [&Files; 2]),
}

/// Publishes until something is so; whether the program had to be killed then. How often that is looked at only says how
/// near to the wanted point the kill comes; the points are checked by how many publishes it takes to reach them.
fn until(victim: &Victim, reached: &dyn Fn() -> bool) -> bool {
    let mut publish = victim.command().stderr(Stdio::null()).spawn().unwrap();
    let mut running = true;
    while running && !reached() {
        std::thread::sleep(Duration::from_micros(200));
        running = publish.try_wait().unwrap().is_none();
    }
    let _ = publish.kill();
    publish.wait().unwrap().code().is_none()
}

/// Kills publishes at points spread over the time and the steps that one takes.
fn kill(victim: &Victim, place: &Place<'_>) {
    victim.title(0);
    assert!(victim.command().status().unwrap().success());
    victim.title(1);
    let (begin, began) = (Instant::now(), SystemTime::now());
    assert!(victim.command().status().unwrap().success());
    let (mut takes, mut steps) = (begin.elapsed(), (place.steps)(began));
    assert!(steps > 4, "{steps} steps");
    let (mut number, mut old) = (1, victim.built());
    assert_eq!(of_version((place.live)(), &old), old);
    for point in 0..TIMES {
        let share = (point / 2 + 1) as f64 / (TIMES / 2 + 1) as f64;
        let mut killed = false;
        while !killed {
            number += 1;
            assert!(number < 5 * TIMES, "publishes end before point {point} of {TIMES}");
            victim.title(number);
            let (begin, began) = (Instant::now(), SystemTime::now() - Duration::from_millis(10));
            let (wait, taken) = (takes.mul_f64(share), (steps as f64 * share) as usize);
            killed = match point % 2 {
                0 => until(victim, &|| begin.elapsed() >= wait),
                _ => until(victim, &|| (place.steps)(began) >= taken),
            };
            if !killed {
                (takes, steps) = (takes.mul_f64(0.8), steps * 4 / 5);
            }
            let seen = (place.live)();
            // What the new version is to be is known when the next publish has completed.
            let done = victim.command().output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let new = victim.built();
            (place.check)(&seen, [&old, &new]);
            assert_eq!(of_version((place.live)(), &new), new, "the next publish completes");
            old = new;
        }
    }
}

/// The files below a folder that were written since.
fn written(folder: &Path, since: SystemTime) -> usize {
    let files = walkdir::WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let is_new = |file: &walkdir::DirEntry| {
        file.file_type().is_file()
            && file.metadata().is_ok_and(|file| file.modified().is_ok_and(|time| time >= since))
    };
    files.filter(is_new).count()
}

/// What visitors get, without files of earlier versions that a store keeps so that those can be made live again.
fn of_version(mut live: Files, version: &Files) -> Files {
    live.retain(|path, _| version.contains_key(path) || !path.starts_with("assets/"));
    live
}

fn one_of_two(seen: &Files, [old, new]: [&Files; 2]) {
    assert!(seen == old || seen == new, "{:?}", seen.keys());
}

#[test]
fn g_019_a_killed_publish_to_a_folder_leaves_one_version_whole() {
    let victim = Victim::new("dir:{}/live", &[]);
    let live = victim.beside("live/current");
    let place = Place {
        live: &|| tree(&live.canonicalize().unwrap()),
        steps: &|since| written(&victim.beside("live"), since),
        check: &one_of_two,
    };
    kill(&victim, &place);
}

#[test]
fn g_019_a_killed_publish_to_a_service_leaves_one_version_whole() {
    let service = Service::default();
    let address = service.start();
    let environment = [("LOGGIA_NETLIFY_API", address.as_str()), ("NETLIFY_AUTH_TOKEN", "secret")];
    let victim = Victim::new("netlify:shop", &environment);
    let place =
        Place { live: &|| service.live(), steps: &|since| service.calls_since(since), check: &one_of_two };
    kill(&victim, &place);
}

#[test]
fn g_019_a_killed_publish_to_a_store_leaves_pages_that_are_whole() {
    let store = Store::start();
    let mut environment = CREDENTIALS.to_vec();
    environment.push(("AWS_ENDPOINT", &store.endpoint));
    let victim = Victim::new("s3:shop", &environment);
    let place = Place {
        live: &|| {
            store.wait_for_calls();
            tree(&store.bucket())
        },
        steps: &|since| written(&store.bucket(), since),
        check: &pages_are_whole,
    };
    kill(&victim, &place);
}

/// Every page is of one of the versions, and every file that it names is there.
fn pages_are_whole(seen: &Files, [old, new]: [&Files; 2]) {
    for path in old.keys().filter(|path| new.contains_key(*path)) {
        assert!(seen.contains_key(path), "{path} is gone");
    }
    for (path, text) in seen {
        let known = [old, new].iter().any(|version| version.get(path) == Some(text));
        assert!(known || path.starts_with("assets/"), "{path} is of neither version");
        for part in text.split("/assets/").skip(1).filter(|_| path.ends_with(".html")) {
            let asset = part.split(['"', '\'', ' ', '>', ')', '\\', '?']).next().unwrap();
            assert!(seen.contains_key(&format!("assets/{asset}")), "{path} names assets/{asset}");
        }
    }
}
