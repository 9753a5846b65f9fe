//! A publish that is killed at any point leaves a whole site, old or new, and the next one completes.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::deploys::Service;
use crate::site::tree;
use crate::store::{CREDENTIALS, Store};
use crate::victim::Victim;

/// So many times a publish is killed.
const TIMES: u64 = 20;

/// Every file that visitors get.
type Files = BTreeMap<String, String>;

/// Kills publishes at points spread over the time that one takes; `check` looks at the live site after each, beside the
/// version before and the one that was on its way.
fn kill(victim: &Victim, live: &dyn Fn() -> Files, check: &dyn Fn(&Files, [&Files; 2])) {
    victim.title(0);
    let begin = Instant::now();
    assert!(victim.command().status().unwrap().success());
    victim.title(1);
    let again = Instant::now();
    assert!(victim.command().status().unwrap().success());
    let takes = again.elapsed().min(begin.elapsed());
    let (mut killed, mut old) = (0, victim.built());
    assert_eq!(of_version(live(), &old), old);
    for number in 2..2 + TIMES {
        victim.title(number);
        let mut publish = victim.command().stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(takes.as_micros() as u64 * (number - 1) * 21 / 20 / TIMES));
        if publish.try_wait().unwrap().is_none() {
            killed += 1;
        }
        let _ = publish.kill();
        publish.wait().unwrap();
        let seen = live();
        // What the new version is to be is known when the next publish has completed.
        let done = victim.command().output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let new = victim.built();
        check(&seen, [&old, &new]);
        assert_eq!(of_version(live(), &new), new, "the next publish completes");
        old = new;
    }
    assert!(killed >= TIMES / 2, "only {killed} of {TIMES} were killed before their end");
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
    kill(&victim, &|| tree(&live.canonicalize().unwrap()), &one_of_two);
}

#[test]
fn g_019_a_killed_publish_to_a_service_leaves_one_version_whole() {
    let service = Service::default();
    let address = service.start();
    let environment = [("LOGGIA_NETLIFY_API", address.as_str()), ("NETLIFY_AUTH_TOKEN", "secret")];
    kill(&Victim::new("netlify:shop", &environment), &|| service.live(), &one_of_two);
}

#[test]
fn g_019_a_killed_publish_to_a_store_leaves_pages_that_are_whole() {
    let store = Store::start();
    let mut environment = CREDENTIALS.to_vec();
    environment.push(("AWS_ENDPOINT", &store.endpoint));
    let victim = Victim::new("s3:shop", &environment);
    kill(&victim, &|| tree(&store.bucket()), &|seen, [old, new]| {
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
    });
}
