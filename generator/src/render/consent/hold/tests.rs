use std::collections::BTreeSet;

use super::*;
use crate::site::consent::Consent;

/// A page of `own.example` whose owner says of `stats.example` that it counts and of `cdn.example` that it is needed.
fn held(page: &str) -> (String, Asked) {
    let consent = Consent {
        hosts: [
            ("stats.example".to_owned(), Category::Statistics),
            ("cdn.example".to_owned(), Category::Necessary),
        ]
        .into(),
        ..Consent::default()
    };
    let hosts = Hosts { own: ["own.example".to_owned()].into(), consent: &consent, maps: BTreeSet::new() };
    hold(page, &hosts, &|host, address| format!("<p>{host}<a href=\"{}\">", address.unwrap_or("-")))
}

/// What a browser would fetch or run of a page that was held: nothing of others.
fn is_quiet(html: &str) -> bool {
    !["src=\"https://", "src=https://", "href=\"https://evil", "type=\"module\""]
        .iter()
        .any(|bad| html.match_indices(bad).any(|(at, _)| !html[..at].ends_with('-')))
}

#[test]
fn s_823_scripts_of_others_wait_with_all_that_they_had() {
    for (page, expected) in [
        (
            "<p>a<script src=\"https://stats.example/x.js\" async integrity=i></script>b",
            "<p>a<script async=\"\" data-held=\"statistics\" data-held-src=\"https://stats.example/x.js\" data-held-type=\"\" \
             integrity=\"i\" type=\"text/plain\"></script>b",
        ),
        (
            "<SCRIPT TYPE=Module SRC=//Evil.Example/a></SCRIPT>",
            "<script data-held=\"marketing\" data-held-src=\"//Evil.Example/a\" data-held-type=\"Module\" type=\"text/plain\"></SCRIPT>",
        ),
        (
            "<script>load('https://stats.example/t.js') // <b>\n</script><i>",
            "<script data-held=\"statistics\" data-held-type=\"\" type=\"text/plain\">load('https://stats.example/t.js') // <b>\n</script><i>",
        ),
        (
            "<script>x = 'https://stats.example'; y = 'https://evil.example'</script>",
            "<script data-held=\"marketing\" data-held-type=\"\" type=\"text/plain\">x = 'https://stats.example'; y = 'https://evil.example'</script>",
        ),
        (
            "<script>s.src = ('https:' == p ? 'https://ssl' : 'http://www') + '.google-analytics.com/ga.js'</script>",
            "<script data-held=\"statistics\" data-held-type=\"\" type=\"text/plain\">s.src = ('https:' == p ? 'https://ssl' : 'http://www') + '.google-analytics.com/ga.js'</script>",
        ),
        (
            "<svg><script href=\"https://evil.example/x\"/><circle/></svg>",
            "<svg><script data-held=\"marketing\" data-held-href=\"https://evil.example/x\" data-held-type=\"\" type=\"text/plain\"/><circle/></svg>",
        ),
        (
            "<svg><script>fetch('https:&#47;&#47;evil.example')</script></svg>",
            "<svg><script data-held=\"marketing\" data-held-type=\"\" type=\"text/plain\">fetch('https:&#47;&#47;evil.example')</script></svg>",
        ),
        (
            "<svg><title><script src=https://evil.example></script></title></svg>",
            "<svg><title><script data-held=\"marketing\" data-held-src=\"https://evil.example\" data-held-type=\"\" type=\"text/plain\"></script></title></svg>",
        ),
        (
            "<script type=module>import 'https://evil.example/m.js'</script>",
            "<script data-held=\"marketing\" data-held-type=\"module\" type=\"text/plain\">import 'https://evil.example/m.js'</script>",
        ),
        (
            "<script src='https://evil.example'>never ends",
            "<script data-held=\"marketing\" data-held-src=\"https://evil.example\" data-held-type=\"\" type=\"text/plain\">never ends",
        ),
    ] {
        let (html, asked) = held(page);
        assert_eq!(html, expected);
        assert!(is_quiet(&html), "{html}");
        assert_eq!(asked.len(), 1, "{page}: {asked:?}");
        assert_eq!(held(&html).0, html, "once is enough");
    }
}

#[test]
fn s_823_what_asks_nobody_else_stays_byte_for_byte() {
    for page in [
        "<!-- <script src=\"https://evil.example/x\"></script> --><p class=a>",
        "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\"}</script>",
        "<script type=application/json>{\"a\":\"https://evil.example\"}</script><script type=text/template><img src=https://evil.example>",
        "<script>document.querySelector('a').href = '/b' // \"</scr\"</script>",
        "<script type=module src=/assets/a.js></script><script src=\"https://own.example/a.js\"></script>",
        "<script src=https://cdn.example/lib.js></script><script>go('https://a.cdn.example')</script>",
        "<script src=https://evil.example data-consent=necessary></script>",
        "<textarea><script src=https://evil.example></script></textarea><title><iframe src=https://evil.example></title>",
        "<p title=\"<script src='https://evil.example'></script>\">",
        "<a href=https://evil.example ping=/p>x</a><form action=//evil.example><link rel=canonical href=https://evil.example>",
        "<img src=https://pictures.example/a.jpg width=800><video src=//films.example/a.mp4 controls></video>",
        "<iframe src=/own></iframe><iframe srcdoc=\"<p>own\"></iframe><iframe></iframe>",
        "<style>@import '/a.css'; a { background: url(data:image/png;base64,AA//) }</style>",
        "<div data-html=\"&lt;iframe src=https://films.example>\" data-consent=marketing>",
        "<svg><use href=\"#a\"/><style>a{}</style></svg>",
        "\u{fdd0}headers\u{fdd1} Ünïcödé <script src=",
        "",
    ] {
        let (html, asked) = held(page);
        assert_eq!(html, page);
        assert!(asked.is_empty(), "{page}: {asked:?}");
    }
}

#[test]
fn s_823_what_the_owner_says_stands_before_all_else() {
    let (html, asked) = held(
        "<script data-consent=Statistics>count()</script><script data-consent=unheard-of src=/own.js></script>\
         <iframe src=https://films.example/1 data-consent=preferences></iframe><img data-consent=marketing src=/pixel.gif>",
    );
    assert_eq!(html.matches("data-held=").count(), 4, "{html}");
    assert!(
        html.contains("<script data-consent=\"Statistics\" data-held=\"statistics\" data-held-type=\"\""),
        "{html}"
    );
    assert!(html.contains("data-held=\"marketing\" data-held-src=\"/own.js\""), "{html}");
    assert!(html.contains("data-held=\"preferences\" data-held-src=\"https://films.example/1\""), "{html}");
    assert!(
        html.contains(
            "<img data-consent=\"marketing\" data-held=\"marketing\" data-held-src=\"/pixel.gif\">"
        ),
        "{html}"
    );
    let asked: Vec<Category> = asked.into_keys().collect();
    assert_eq!(asked, Category::ASKED);
}

#[test]
fn s_823_a_frame_shows_what_it_is_and_leads_there() {
    let (html, asked) = held(
        "<iframe class=wide width=560 sandbox=allow-scripts src=\"https://films.example/a?b&amp;c\" onload=\"x()\"></iframe>",
    );
    assert_eq!(
        html,
        "<iframe class=\"wide\" data-held=\"marketing\" data-held-onload=\"x()\" data-held-sandbox=\"allow-scripts\" \
         data-held-src=\"https://films.example/a?b&amp;c\" srcdoc=\"&lt;p&gt;films.example&lt;a href=&quot;https://films.example/a?b&amp;c&quot;&gt;\" \
         title=\"films.example\" width=\"560\"></iframe>"
    );
    assert_eq!(asked[&Category::Marketing], BTreeSet::from(["films.example".to_owned()]));
    let (html, _) = held("<iframe title=T srcdoc='<script src=\"https://evil.example\"></script>'></iframe>");
    assert!(
        html.contains(
            "data-held-srcdoc=\"&lt;script src=&quot;https://evil.example&quot;&gt;&lt;/script&gt;\""
        ),
        "{html}"
    );
    assert!(
        html.contains("srcdoc=\"&lt;p&gt;evil.example&lt;a href=&quot;-&quot;&gt;\" title=\"T\""),
        "{html}"
    );
    for page in [
        "<iframe src=\"data:text/html,<img src=https://evil.example>\"></iframe>",
        "<iframe src=\"data:text/html,%3Cimg src=%22https://evil.example%22%3E\"></iframe>",
        "<iframe src=\" javascript:'<img src=//evil.example>'\"></iframe>",
        "<iframe src=\"\\\\evil.example/x\"></iframe>",
        "<IFRAME SRC='ht\ntps://evil.example'></IFRAME>",
    ] {
        let (html, asked) = held(page);
        assert!(html.contains("data-held=\"marketing\""), "{html}");
        assert!(asked[&Category::Marketing].contains("evil.example"), "{asked:?}");
    }
}

#[test]
fn s_823_whatever_else_fetches_waits_too() {
    for page in [
        "<link rel=\"Stylesheet\" href=https://evil.example/a.css onload=\"this.media='all'\">",
        "<link rel=\"dns-prefetch preconnect\" href=//evil.example>",
        "<link rel=preload as=image href=/a.png imagesrcset=\"x\"><style>@import url(https://evil.example/a.css)</style>",
        "<object data=https://evil.example/a></object>",
        "<embed src=https://evil.example/a>",
        "<img src=https://evil.example/p width=1 height=1>",
        "<img alt=a src=https://evil.example/p style=\"display: none\">",
        "<img srcset=\"/a.png 1x, https://stats.example/b 2x\" src=/a.png>",
        "<body onload=\"new Image().src='https://evil.example'\">",
        "<noscript><img src=https://evil.example/p></noscript>",
        "<noscript><iframe src=https://evil.example/ns.html height=0></iframe></noscript>",
        "<noscript><!-- </noscript><script src=https://evil.example></script> -->",
        "<template><script src=https://evil.example></script></template>",
        "<svg><style><img src=https://stats.example/x></style></svg>",
        "<script type=importmap>{\"imports\":{\"a\":\"https://evil.example/a.js\"}}</script>",
        "<script type=speculationrules>{\"prefetch\":[{\"urls\":[\"https://evil.example/\"]}]}</script>",
    ] {
        let (html, asked) = held(page);
        assert!(html.contains("data-held="), "{page} -> {html}");
        assert_eq!(asked.len(), 1, "{page}: {asked:?}");
        assert!(is_quiet(&html), "{html}");
    }
}
