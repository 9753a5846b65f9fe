//! The addresses that a site had at a hosted builder: each is answered by a page or by one redirection, whatever host the
//! output is put on.

use std::fs;

use serde_json::json;

use crate::hosted::{Host, live};
use crate::site::TestSite;

/// A site that was at a hosted builder, whose front page was `/home`.
fn moved() -> TestSite {
    let site = TestSite::tiny();
    site.change("site.json", |site| site["website"]["homepage"] = json!("home"));
    site.change("content/notes/collection.json", |notes| {
        notes["archives"] = json!(["tag", "category", "author", "month"]);
    });
    site.change("content/notes/first.json", |note| {
        note["categories"] = json!(["Long Walks", "À la carte", "50% off/now", "..", "rye"]);
        note["author"] = json!({ "id": "5f0c", "displayName": "Ada Marsh" });
    });
    site.write("files/papers/Price list.pdf", "%PDF-1.4 prices");
    site.write("template/scripts/site.js", "window.there = true;");
    site.build();
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
    site
}

/// The addresses of the hosted site, and the page or file that each means.
const ADDRESSES: [(&str, &str); 13] = [
    ("/home", "/"),
    ("/notes/category/Long%20Walks", "/notes/category/long-walks"),
    ("/notes/category/Long+Walks", "/notes/category/long-walks"),
    ("/notes/category/News", "/notes/category/news"),
    ("/notes/category/%C3%80%20la%20carte", "/notes/category/%C3%A0-la-carte"),
    ("/notes/tag/Old%20Times", "/notes/tag/old-times"),
    ("/notes/tag/Old+Times", "/notes/tag/old-times"),
    ("/notes/author/Ada%20Marsh", "/notes/author/ada-marsh"),
    ("/assets/dot.svg", ""),
    ("/scripts/site.js", ""),
    ("/files/papers/Price%20list.pdf", ""),
    ("/s/Price%20list.pdf", ""),
    ("/notes/category/rye", ""),
];

/// What is asked behind the address of a list, for hosts that look at it.
const ASKED: [(&str, &str); 6] = [
    ("/notes?category=Long%20Walks", "/notes/category/long-walks"),
    ("/notes?category=Long+Walks", "/notes/category/long-walks"),
    ("/notes?tag=Old%20Times", "/notes/tag/old-times"),
    ("/notes?author=Ada%20Marsh", "/notes/author/ada-marsh"),
    ("/notes?month=01-2026", "/notes/month/2026-01"),
    ("/notes?month=2026-01", "/notes/month/2026-01"),
];

/// A folder that a host serves as it is: the page itself, a small page that leads on, or the file.
#[test]
fn s_450_a_plain_folder_answers_the_addresses_of_a_hosted_builder() {
    let site = moved();
    for (address, to) in ADDRESSES {
        let path = loggia_generator::asset::percent_decoded(&address[1..]).unwrap();
        let file = live(&site).join(&path);
        if file.is_dir() && !to.is_empty() {
            let page = fs::read_to_string(file.join("index.html")).unwrap();
            assert!(page.contains(&format!("content=\"0; url={to}\"")), "{address}: {page}");
            assert!(
                page.contains(&format!("<link rel=\"canonical\" href=\"https://tiny.example{to}\">")),
                "{page}"
            );
        } else {
            assert!(file.is_file() || file.join("index.html").is_file(), "{address}");
        }
    }
    // What no file can be called has its own address alone.
    assert!(live(&site).join("notes/category/50-off-now/index.html").is_file());
    assert!(!live(&site).join("notes/category/50% off").exists());
    let sheet = fs::read(live(&site).join("s/Price list.pdf")).unwrap();
    assert_eq!(sheet, b"%PDF-1.4 prices");
    // The output itself has none of them: on hosts that read rules `News` and `news` are one folder.
    let of_output = site.tree().into_keys().filter(|path| !path.starts_with("_data/"));
    let small: Vec<String> =
        of_output.filter(|path| path.contains("News") || path.starts_with("s/")).collect();
    assert!(small.is_empty(), "{small:?}");
}

/// Hosts that read `_redirects`: the first row that fits answers, and it leads to a page at once.
#[test]
fn s_451_a_host_that_reads_redirects_answers_with_one() {
    let site = moved();
    let rows: Vec<Vec<String>> = site
        .page("_redirects")
        .lines()
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect();
    let answer = |address: &str| {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        rows.iter().find_map(|row| match row.as_slice() {
            [from, to, status] if from == path && query.is_empty() => Some((to.clone(), status.clone())),
            [from, asked, to, status] if from == path && query.replace('+', "%20") == *asked => {
                Some((to.clone(), status.clone()))
            }
            _ => None,
        })
    };
    for (address, to) in ADDRESSES.into_iter().chain(ASKED).filter(|(_, to)| !to.is_empty()) {
        if address.eq_ignore_ascii_case(to) {
            assert_eq!(answer(address), None, "{address}: such a host leads to small letters by itself");
            continue;
        }
        let (to_row, status) = answer(address).unwrap_or_else(|| panic!("no row for {address}"));
        assert_eq!((to_row.as_str(), status.trim_end_matches('!')), (to, "301"), "{address}");
        assert_eq!(answer(to), None, "{address}: what it leads to is no redirection itself");
    }
    // Where a plain name leads is not remembered: the file may be another tomorrow.
    for (address, begins) in
        [("/assets/dot.svg", "/assets/dot."), ("/s/Price%20list.pdf", "/assets/files/papers/")]
    {
        let (to, status) = answer(address).unwrap();
        assert!(to.starts_with(begins) && status == "302", "{address}: {to} {status}");
    }
}

/// The documented nginx with the lines that the build wrote, over a socket.
#[test]
fn s_452_nginx_answers_with_one_redirection() {
    let site = moved();
    let lines = site.page("_nginx.conf");
    assert!(lines.contains("location = \"/notes/category/Long Walks\" { return 301"), "{lines}");
    let Some(host) = Host::nginx(&site) else {
        println!("nginx is not installed: its lines were read, not run");
        return;
    };
    follows(&site, &host);
}

/// S-390: the documented Caddy with the lines that the build wrote.
#[test]
fn s_390_caddy_answers_with_one_redirection() {
    let site = moved();
    let Some(host) = Host::caddy(&site) else {
        println!("Caddy is not installed: its lines were not run");
        return;
    };
    follows(&site, &host);
}

/// Every other address leads to its page or file in one step.
fn follows(site: &TestSite, host: &Host) {
    let server = |address: &str| {
        let answer = host.get(address, "");
        (answer.status, answer.headers)
    };
    for (address, to) in ADDRESSES.into_iter().chain(ASKED) {
        let (status, headers) = server(address);
        if to.is_empty() {
            assert_eq!(status, 200, "{address}");
            let forever = headers.get("cache-control").is_some_and(|keep| keep.contains("immutable"));
            assert!(!forever, "{address} may change");
        } else {
            let location = headers.get("location").map(|location| {
                location
                    .split_once("://")
                    .map_or(location.as_str(), |(_, rest)| &rest[rest.find('/').unwrap()..])
            });
            assert_eq!((status, location), (301, Some(to)), "{address}");
            assert_eq!(server(to).0, 200, "{to}");
        }
    }
    assert_eq!(server("/notes?category=nothing").0, 200);
    assert_eq!(server("/notes/category/nothing").0, 404);
    let hashed =
        site.tree().into_keys().find(|path| path.starts_with("assets/dot.") && path.len() > 20).unwrap();
    let (status, headers) = server(&format!("/{hashed}"));
    assert!(status == 200 && headers["cache-control"].contains("immutable"), "{hashed}: {headers:?}");
}

/// A site with redirects of its owner, and those that a move left.
fn led() -> TestSite {
    let site = TestSite::tiny();
    site.write(
        "redirects/mine.txt",
        "/about-us -> /notes/first 301\n/soon -> /notes 302\n/chain -> /about-us\n/log/[year]/[name] -> /notes/[name]\n\
         /shop/* -> https://goods.example/all/*\n/old.html -> /notes#top 301\n/notes?format=rss -> /notes/feed.xml\n\
         /gone?p=3 -> /notes/first\n/gone -> /notes\n/round -> /trip\n/trip -> /round\n/odd \"name\"{} -> /notes\n",
    );
    site.write("redirects/moved.csv", "/about-us,/notes\n/left,/notes/first\n/notes,/\n/images/list.pdf,/files/papers/list.pdf\n/images,/notes\n");
    site.write("files/papers/list.pdf", "%PDF-1.4 prices");
    site
}

/// Old addresses, with what is asked, and where they lead.
const LED: [(&str, &str, u16); 11] = [
    ("/about-us", "/notes/first", 301),
    ("/about-us?ref=1&x=2", "/notes/first?ref=1&x=2", 301),
    ("/soon", "/notes", 302),
    ("/chain", "/notes/first", 301),
    ("/log/2019/first", "/notes/first", 301),
    ("/log/2019/a%20b?c=d", "/notes/a%20b?c=d", 301),
    ("/shop/pots/bowl", "https://goods.example/all/pots/bowl", 301),
    ("/gone?p=3", "/notes/first", 301),
    ("/gone", "/notes", 301),
    ("/left", "/notes/first", 301),
    ("/notes?format=rss", "/notes/feed.xml", 301),
];

/// S-542: what the lists say stands in `_redirects`, with open parts as such hosts write them, behind what is exact.
#[test]
fn s_542_the_lists_of_the_owner_are_rows_and_small_pages() {
    let site = led();
    let built = site.build();
    let told: Vec<String> =
        built.diagnostics.iter().map(|fault| format!("{} {}", fault.place(), fault.message)).collect();
    for part in [
        "redirects/mine.txt:10 /round leads in a circle",
        "redirects/mine.txt:11 /trip leads in a circle",
        "redirects/moved.csv:1 This address has a redirect already",
        "redirects/moved.csv:3 /notes is a page of the site",
    ] {
        assert!(told.iter().any(|fault| fault.contains(part)), "{part}: {told:#?}");
    }
    let rows = site.page("_redirects");
    for row in [
        "/about-us /notes/first 301\n",
        "/soon /notes 302\n",
        "/notes format=rss /notes/feed.xml 301!\n",
        "/log/:p1/:p2 /notes/:p2 301\n",
        "/shop/* https://goods.example/all/:splat 301\n",
        "/old.html /notes#top 301\n",
    ] {
        assert!(rows.contains(row), "{row}{rows}");
    }
    // A file is one step away, and a file where no host reads rules: others show it on their pages.
    let row = rows.lines().find(|row| row.starts_with("/images/list.pdf ")).unwrap();
    let path = row.split(' ').nth(1).unwrap();
    assert!(path.starts_with("/assets/files/papers/list.") && row.ends_with(" 301"), "{row}");
    assert_eq!(rows.matches("/images/list.pdf ").count(), 1, "{rows}");
    assert_eq!(site.page(&path[1..]), "%PDF-1.4 prices");
    assert!(!rows.contains("/round") && !rows.contains("/trip"), "{rows}");
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
    let page = fs::read_to_string(live(&site).join("about-us/index.html")).unwrap();
    assert!(page.contains("content=\"0; url=/notes/first\""), "{page}");
    assert!(fs::read_to_string(live(&site).join("old.html")).unwrap().contains("/notes#top"));
    assert_eq!(fs::read_to_string(live(&site).join("images/list.pdf")).unwrap(), "%PDF-1.4 prices");
    assert!(live(&site).join("images/index.html").is_file());
    // The script that carries what is asked along is the one that the page allows.
    let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
    let digest = <sha2::Sha256 as sha2::Digest>::digest(script);
    let allowed = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, digest);
    assert!(page.contains(&format!("script-src 'sha256-{allowed}'")), "{page}");
    let bucket: serde_json::Value = serde_json::from_str(&site.page("_s3.json")).unwrap();
    assert_eq!(bucket["RoutingRules"][0]["Condition"]["KeyPrefixEquals"], "shop/");
    assert_eq!(bucket["RoutingRules"][0]["Redirect"]["ReplaceKeyPrefixWith"], "all/");
    assert_eq!(bucket["RoutingRules"][0]["Redirect"]["HostName"], "goods.example");
}

/// S-543: the documented nginx answers each with one redirection, and keeps what was asked.
#[test]
fn s_543_nginx_follows_the_lists_of_the_owner() {
    let site = led();
    site.build();
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
    let Some(host) = Host::nginx(&site) else {
        println!("nginx is not installed: its lines were not run");
        return;
    };
    leads(&host);
}

/// S-390: Caddy answers each of the owner's redirects with one redirection, and keeps what was asked.
#[test]
fn s_390_caddy_follows_the_lists_of_the_owner() {
    let site = led();
    site.build();
    let done = site.loggia(&["publish", "site", "--to", "dir:live"]);
    assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
    let Some(host) = Host::caddy(&site) else {
        println!("Caddy is not installed: its lines were not run");
        return;
    };
    leads(&host);
    // What a table of Caddy cannot hold, and what somebody sends to break out of the answer's head.
    let answer = host.get("/odd%20%22name%22%7B%7D?a=b", "");
    assert_eq!((answer.status, answer.headers["location"].as_str()), (301, "/notes?a=b"));
    let answer = host.get("/log/2019/a%0d%0aSet-Cookie:%20a=b", "");
    assert_eq!(answer.headers["location"], "/notes/a%0d%0aSet-Cookie:%20a=b");
    assert!(!answer.headers.contains_key("set-cookie"));
}

/// Each address of [`LED`] is answered by one redirection, and pages are pages.
fn leads(host: &Host) {
    let server = |address: &str| {
        let answer = host.get(address, "");
        (answer.status, answer.headers)
    };
    for (address, to, status) in LED {
        let (answered, headers) = server(address);
        let location =
            headers.get("location").map(|to| to.replace(&format!("http://127.0.0.1:{}", host.port), ""));
        assert_eq!((answered, location.as_deref()), (status, Some(to)), "{address}");
    }
    assert_eq!((server("/notes").0, server("/notes/first").0, server("/log/x").0), (200, 200, 404));
}
