//! What pages load from others, and the question before it.

use crate::site::{TestSite, stderr, tree, widgets};

const THIRD: &str = "notes/third/index.html";
const SCRIPT: &str = "/assets/widgets/consent-0c.js";

/// A site with the banner's script, and a note with what others give: a counter, a film, a pixel.
fn site(consent: &str) -> TestSite {
    let site = TestSite::tiny();
    let folder = site.beside("widgets");
    for (path, text) in tree(&widgets()) {
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let manifest = folder.join(".vite/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let entry = "{ \"src/consent.ts\": { \"file\": \"consent-0c.js\" },";
    std::fs::write(manifest, text.replacen('{', entry, 1)).unwrap();
    std::fs::write(folder.join("consent-0c.js"), "1").unwrap();
    site.change("site.json", |file| file["consent"] = serde_json::from_str(consent).unwrap());
    site.change("content/notes/third.json", |file| {
        file["body"] = "<p>Three.</p><script>count('https://stats.example/c')</script>\
            <iframe src='https://films.example/1' title='A film'></iframe>\
            <noscript><img src='https://pixel.example/p'></noscript>"
            .into();
    });
    site
}

fn build(site: &TestSite) {
    let mut options = site.options();
    options.widgets = Some(site.beside("widgets"));
    let built = site.build_with(&options);
    assert!(built.written.is_some(), "{:?}", built.diagnostics);
}

/// S-822: without a word visitors are asked where the seller is in the EEA or the UK, or where they were asked before.
#[test]
fn s_822_visitors_are_asked_where_the_law_says_so() {
    let asked = |change: &dyn Fn(&mut serde_json::Value)| {
        let site = site("{}");
        site.change("site.json", change);
        build(&site);
        let page = site.page(THIRD);
        let waits = page.contains("data-held=");
        assert_eq!(page.contains("id=loggia-consent"), waits, "{page}");
        assert_eq!(page.contains("<iframe src=https://films.example/1"), !waits, "{page}");
        waits
    };
    assert!(!asked(&|_| ()));
    for (country, is_asked) in [("DE", true), ("NO", true), ("GB", true), ("US", false)] {
        let seller = |file: &mut serde_json::Value| {
            file["seller"] = serde_json::json!({"name": "Tiny", "country": country});
        };
        assert_eq!(asked(&seller), is_asked, "{country}");
    }
    assert!(!asked(&|file| {
        file["seller"] = serde_json::json!({"name": "Tiny", "country": "DE"});
        file["consent"]["banner"] = "off".into();
    }));
    assert!(asked(&|file| file["consent"]["banner"] = "on".into()));
    assert!(asked(&|file| file["websiteSettings"]["cookieSettings"]["isCookieBannerEnabled"] = true.into()));
    assert!(
        !asked(&|file| file["websiteSettings"]["cookieSettings"]["isCookieBannerEnabled"] = false.into())
    );
}

/// S-823: what others give waits, in the page and without a script; pages that load nothing of others have no script for it.
#[test]
fn s_823_nothing_of_others_is_in_a_page_that_waits_but_as_what_waits() {
    let site = site(r#"{"banner": "on", "hosts": {"stats.example": "statistics"}, "policyPage": "/write"}"#);
    build(&site);
    let page = site.page(THIRD);
    assert!(
        page.contains("data-held=statistics data-held-type type=text/plain>count('https://stats.example/c')"),
        "{page}"
    );
    assert!(page.contains("data-held-src=https://films.example/1"), "{page}");
    assert!(page.contains("data-held-src=https://pixel.example/p"), "{page}");
    assert!(!page.contains(" src=https://"), "{page}");
    assert!(page.contains(SCRIPT) && page.contains("href=#cookie-settings"), "{page}");
    // The page with the words on privacy has the settings, whatever it loads.
    assert!(site.page("write/index.html").contains(SCRIPT));
    for page in ["index.html", "notes/first/index.html", "goods/cup/index.html"] {
        let page = site.page(page);
        assert!(!page.contains("consent") && !page.contains("cookie-settings"), "{page}");
    }
    assert!(site.out().join(&SCRIPT[1..]).exists());
}

/// S-827: the policy of a page says exactly what it said before anything waited.
#[test]
fn s_827_the_policy_of_a_page_is_the_same_whether_it_waits_or_not() {
    let policy = |banner: &str| {
        let site = site(&format!(r#"{{"banner": "{banner}"}}"#));
        build(&site);
        let page = site.page(THIRD);
        let tag = page.split('<').find(|tag| tag.contains("Content-Security-Policy"));
        tag.unwrap().to_owned()
    };
    let (without, with) = (policy("off"), policy("on"));
    assert!(with.contains("sha256-") && with.contains("https://films.example"), "{with}");
    assert_eq!(with, without);
}

/// S-827: what the site's own files name cannot wait inside of them; it is refused and said, unless the owner needs it.
#[test]
fn s_827_what_a_style_sheet_or_a_script_names_is_refused_and_said() {
    let site = site(r#"{"banner": "on"}"#);
    site.write(
        "template/styles/more.css",
        "@font-face { font-family: A; src: url(https://fonts.example/a.woff2) }",
    );
    let said = "names https://fonts.example: pages refuse that";
    let done = site.loggia(&["check", "site"]);
    assert!(stderr(&done).contains(said), "{}", stderr(&done));
    build(&site);
    assert!(!site.page(THIRD).contains("fonts.example"));
    site.change("site.json", |file| {
        file["consent"]["hosts"] = serde_json::json!({"fonts.example": "necessary"})
    });
    assert!(!stderr(&site.loggia(&["check", "site"])).contains(said));
    build(&site);
    assert!(site.page(THIRD).contains("https://fonts.example"));
}

/// S-826: the site's own count is statistics: it waits for the answer unless the owner says that it need not.
#[test]
fn s_826_the_count_of_visits_waits_for_the_answer() {
    let site = site(r#"{"banner": "on"}"#);
    let told = |tracking: serde_json::Value| {
        site.change("site.json", |file| file["websiteSettings"]["tracking"] = tracking);
        build(&site);
        site.page("notes/first/index.html")
    };
    let page = told(serde_json::json!({}));
    assert!(page.contains(r#""tracking":{"consentRequired":true}"#), "{page}");
    assert!(page.contains("name=statistics") && !page.contains("name=marketing"), "{page}");
    assert!(page.contains(SCRIPT) && page.contains("<small>Tiny</small>"), "{page}");
    let page = told(serde_json::json!({"pixelUrl": "https://pixel.example/p"}));
    assert!(
        page.contains("\"pixelConsent\":true") && page.contains("<small>pixel.example</small>"),
        "{page}"
    );
    let page = told(serde_json::json!({"consentRequired": false}));
    assert!(!page.contains(SCRIPT) && page.contains(r#""tracking":{"consentRequired":false}"#), "{page}");
}

/// S-825: the banner speaks the language of the site in the site's own words, and asks anew when the question is another.
#[test]
fn s_825_the_banner_says_what_the_owner_says() {
    let site =
        site(r#"{"banner": "on", "text": "Wir <b>fragen</b> erst.", "policyPage": "/write", "months": 12}"#);
    site.edit("site.json", "\"en-US\"", "\"de-DE\"");
    site.change("site.json", |file| {
        file["localizedStrings"] = serde_json::json!({"consentReject": "Nein danke"});
    });
    build(&site);
    let page = site.page(THIRD);
    for text in [
        "Wir &lt;b>fragen&lt;/b> erst.",
        ">Nein danke<",
        ">Alle akzeptieren<",
        "data-months=12",
        "href=/write",
        "lang=de",
    ] {
        assert!(
            page.contains(text)
                || page.contains(&text.replace("&lt;/b>", "&lt;/b&gt;").replace("&lt;b>", "&lt;b&gt;")),
            "{text}: {page}"
        );
    }
    let version = |page: &str| {
        page.split("data-version=")
            .nth(1)
            .unwrap()
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric())
            .collect::<String>()
    };
    let first = version(&page);
    for (change, is_same) in [("text", true), ("version", false)] {
        site.change("site.json", |file| file["consent"][change] = "2".into());
        build(&site);
        assert_eq!(version(&site.page(THIRD)) == first, is_same, "{change}");
    }
    // An owner's own link to the settings stays alone.
    site.change("site.json", |file| {
        file["siteHeaderFooter"]["footer"] = "<a href='/write#cookie-settings'>Cookies</a>".into();
    });
    build(&site);
    assert_eq!(site.page(THIRD).matches("#cookie-settings").count(), 1);
}

/// S-822: settings that cannot be understood are said at their place.
#[test]
fn s_822_settings_that_cannot_be_understood_are_said() {
    for (consent, why) in [
        (r#"{"baner": "off"}"#, "unknown field `baner`"),
        (r#"{"hosts": {"https://a.example/": "statistics"}}"#, "'https://a.example/' in hosts is no host"),
        (r#"{"hosts": {"a.example": "counting"}}"#, "unknown variant `counting`"),
        (r#"{"months": 13}"#, "months is a number from 1 to 12"),
    ] {
        let site = site(consent);
        let done = site.loggia(&["check", "site"]);
        assert_eq!(done.status.code(), Some(1), "{consent}");
        let printed = stderr(&done);
        assert!(
            printed.contains("The settings of the consent banner cannot be read:") && printed.contains(why),
            "{printed}"
        );
    }
}
