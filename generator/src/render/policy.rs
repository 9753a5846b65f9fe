//! What a page may load and run: a Content-Security-Policy made from the page itself.
//!
//! It stands in the page, before anything that it rules, so that it is right on every host and after every build, and its
//! size does not grow with the site. What a policy in a page cannot say (who may frame it) the host says
//! (`super::headers`).

use std::collections::BTreeSet;
use std::convert::Infallible;

use base64::Engine as _;
use html5gum::Tokenizer;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use sha2::{Digest as _, Sha256};

use super::context::RenderContext;
use super::evaluation::evaluates;
use super::headers::Headers;
use super::origin::{each_origin, origin};
use crate::site::consent::consent;

/// What a page names, as far as its policy asks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    /// Hashes of scripts that stand in the page.
    scripts: BTreeSet<String>,
    /// Hashes of programs that stand in attributes.
    handlers: BTreeSet<String>,
    /// Where its scripts lie.
    script_hosts: BTreeSet<String>,
    /// Where its style sheets lie.
    style_hosts: BTreeSet<String>,
    /// What it shows in frames, now or when it is clicked.
    frames: BTreeSet<String>,
    /// Where its forms go.
    forms: BTreeSet<String>,
    /// What its own scripts name: they may load and call it.
    called: BTreeSet<String>,
    has_checkout: bool,
    /// The addresses of the template's scripts that it loads.
    own_scripts: BTreeSet<String>,
    /// Whether one of its scripts makes programs of texts.
    evaluates: bool,
    /// Whether one of them waits for the visitor's consent.
    has_held_script: bool,
}

impl Named {
    /// Takes in what another page names.
    fn and(mut self, other: Named) -> Named {
        let Named {
            scripts,
            handlers,
            script_hosts,
            style_hosts,
            frames,
            forms,
            called,
            has_checkout,
            own_scripts,
            evaluates,
            has_held_script,
        } = other;
        for (own, more) in [
            (&mut self.scripts, scripts),
            (&mut self.handlers, handlers),
            (&mut self.script_hosts, script_hosts),
            (&mut self.style_hosts, style_hosts),
            (&mut self.frames, frames),
            (&mut self.forms, forms),
            (&mut self.called, called),
            (&mut self.own_scripts, own_scripts),
        ] {
            own.extend(more);
        }
        self.has_checkout |= has_checkout;
        self.evaluates |= evaluates;
        self.has_held_script |= has_held_script;
        self
    }
}

/// A page with its policy. The page in place of a locked one is overwritten with that one, whose own policy then holds
/// beside the first: `locked` is its HTML, and what it names is allowed from the beginning.
#[must_use]
pub(super) fn with_policy(context: &RenderContext<'_>, html: Vec<u8>, locked: Option<&[u8]>) -> Vec<u8> {
    if !context.headers.policy {
        return html;
    }
    let mut named = read(&html).and(locked.map(read).unwrap_or_default());
    let (consent, _) = consent(&context.site.website);
    if !named.own_scripts.is_empty() {
        // What the site's own files name cannot wait inside of them: without consent to it, it is refused.
        let called = context.headers.called.iter();
        let may = |origin: &&String| named.has_held_script || !consent.waits(origin);
        let called: Vec<String> = called.filter(may).cloned().collect();
        named.called.extend(called);
        let evaluating = &context.headers.evaluating;
        let is_one = |address: &String| evaluating.iter().any(|path| address.ends_with(path));
        named.evaluates |= named.own_scripts.iter().any(is_one);
    }
    let policy = policy(&named, context);
    let mut tag = String::from("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    loggia_template::escape_attribute(&policy, &mut tag);
    tag.push_str("\">");
    let at = place(&html);
    let mut out = Vec::with_capacity(html.len() + tag.len());
    out.extend_from_slice(&html[..at]);
    out.extend_from_slice(tag.as_bytes());
    out.extend_from_slice(&html[at..]);
    out
}

/// The policy in words.
fn policy(named: &Named, context: &RenderContext<'_>) -> String {
    let headers: &Headers = context.headers;
    let website = &context.site.website;
    let (consent, _) = consent(website);
    let style_hosts = || headers.style_hosts.iter().filter(|origin| !consent.waits(origin)).cloned();
    let own = |more: &mut BTreeSet<String>| {
        more.extend(origin(&context.assets.host));
        more.insert("'self'".to_owned());
    };
    let mut scripts: BTreeSet<String> = named.script_hosts.union(&named.called).cloned().collect();
    let mut styles: BTreeSet<String> = named.style_hosts.iter().cloned().chain(style_hosts()).collect();
    let mut frames: BTreeSet<String> = named.frames.union(&named.called).cloned().collect();
    let mut calls = named.called.clone();
    let mut forms = named.forms.clone();
    for set in [&mut scripts, &mut styles, &mut frames, &mut calls, &mut forms] {
        own(set);
    }
    let api = origin(context.settings.api_base_url);
    calls.extend(api.clone());
    forms.extend(api);
    let captcha = website.node("website").get("captchaSettings").get("siteKey").as_str();
    for (wanted, hosts) in [
        (named.has_checkout, &STRIPE),
        (captcha.is_some_and(|key| !key.is_empty() && key != "built-in"), &CAPTCHAS),
    ] {
        if wanted {
            scripts.extend(hosts.scripts.iter().map(|host| (*host).to_owned()));
            frames.extend(hosts.frames.iter().map(|host| (*host).to_owned()));
            calls.extend(hosts.calls.iter().map(|host| (*host).to_owned()));
        }
    }
    scripts.extend(named.scripts.iter().chain(&named.handlers).cloned());
    if !named.handlers.is_empty() {
        scripts.insert("'unsafe-hashes'".to_owned());
    }
    if named.evaluates {
        scripts.insert("'unsafe-eval'".to_owned());
    }
    // Styles stand in attributes of any text with a color; they run nothing.
    styles.insert("'unsafe-inline'".to_owned());
    let mut fonts: BTreeSet<String> = named.style_hosts.iter().cloned().chain(style_hosts()).collect();
    own(&mut fonts);
    fonts.insert("data:".to_owned());
    if fonts.iter().any(|host| host.trim_start_matches("https://") == "fonts.googleapis.com") {
        fonts.insert("https://fonts.gstatic.com".to_owned());
    }
    let mut directives = vec![
        ("script-src", scripts),
        ("style-src", styles),
        ("font-src", fonts),
        ("frame-src", frames),
        ("connect-src", calls),
        ("form-action", forms),
        ("base-uri", BTreeSet::from(["'self'".to_owned()])),
        ("object-src", BTreeSet::from(["'none'".to_owned()])),
    ];
    for (directive, sources) in &mut directives {
        if let Some(more) = headers.more.get(*directive) {
            sources.extend(more.iter().cloned());
        }
    }
    let words = |(directive, sources): &(&str, BTreeSet<String>)| {
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        format!("{directive} {}", sources.join(" "))
    };
    directives.iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Services that the widgets load themselves, where a page needs them.
struct Hosts {
    scripts: &'static [&'static str],
    frames: &'static [&'static str],
    calls: &'static [&'static str],
}

const STRIPE: Hosts = Hosts {
    scripts: &["https://js.stripe.com"],
    frames: &["https://js.stripe.com", "https://hooks.stripe.com"],
    calls: &["https://api.stripe.com"],
};
const CAPTCHAS: Hosts = Hosts {
    scripts: &[
        "https://challenges.cloudflare.com",
        "https://js.hcaptcha.com",
        "https://www.google.com/recaptcha/",
        "https://www.gstatic.com/recaptcha/",
    ],
    frames: &[
        "https://challenges.cloudflare.com",
        "https://*.hcaptcha.com",
        "https://www.google.com/recaptcha/",
    ],
    calls: &["https://*.hcaptcha.com", "https://www.google.com/recaptcha/"],
};

/// Reads a page as a browser does.
fn read(html: &[u8]) -> Named {
    let mut reader = Reader::default();
    let emitter: CallbackEmitter<_, Infallible> = CallbackEmitter::new(|event: CallbackEvent<'_>, _| {
        reader.hear(event);
        None
    });
    let mut emitter = emitter;
    emitter.naively_switch_states(true);
    // The emitter keeps what it sees; there is no token to look at.
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
    reader.named
}

/// The tag that is read, and what was read before.
#[derive(Default)]
struct Reader {
    named: Named,
    tag: Vec<u8>,
    attribute: Vec<u8>,
    /// Of the tag: where it leads, its type, and what kind of link it is.
    address: Option<String>,
    kind: String,
    relation: String,
    /// The type of a script that waits for consent (`super::consent`): it will be run as it stands here.
    held_kind: Option<String>,
    /// Inside a script whose text runs.
    in_script: bool,
}

impl Reader {
    fn hear(&mut self, event: CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = name.to_ascii_lowercase();
                self.in_script = false;
                self.address = None;
                self.kind.clear();
                self.relation.clear();
                self.held_kind = None;
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute = name.to_ascii_lowercase();
                // Without a type of its own it has no value, of which nothing is heard.
                if self.tag == b"script" && self.attribute == b"data-held-type" {
                    self.held_kind = Some(String::new());
                }
            }
            CallbackEvent::AttributeValue { value } => self.value(value),
            CallbackEvent::CloseStartTag { .. } => self.closed(),
            CallbackEvent::String { value } if self.in_script => {
                self.named.scripts.insert(hash(value));
                self.named.evaluates |= evaluates(value);
                each_origin(value, |origin| {
                    self.named.called.insert(origin);
                });
            }
            CallbackEvent::EndTag { .. } => self.in_script = false,
            _ => {}
        }
    }

    fn value(&mut self, value: &[u8]) {
        let text = || String::from_utf8_lossy(value).into_owned();
        match (self.tag.as_slice(), self.attribute.as_slice()) {
            (_, name) if name.starts_with(b"on") && name.len() > 2 => {
                self.named.handlers.insert(hash(value));
            }
            (b"script" | b"iframe" | b"frame", b"src" | b"data-held-src")
            | (b"link", b"href" | b"data-held-href")
            | (b"form", b"action") => self.address = Some(text()),
            (b"script", b"data-held-type") => {
                self.held_kind = Some(text().trim().to_ascii_lowercase());
            }
            (_, name) if name.starts_with(b"data-held-on") => {
                self.named.handlers.insert(hash(value));
            }
            (_, name) if name.starts_with(b"data-held") && name != b"data-held-srcdoc" => {}
            (b"button" | b"input", b"formaction") => self.named.forms.extend(origin(&text())),
            (b"script", b"type") => self.kind = text().trim().to_ascii_lowercase(),
            (b"link", b"rel") => self.relation = text().to_ascii_lowercase(),
            (_, b"data-widget") if value.starts_with(b"checkout") || value == b"account" => {
                self.named.has_checkout = true;
            }
            // Films and maps stand here until they are asked for.
            (_, name) if name.starts_with(b"data-") || name == b"srcdoc" => {
                each_origin(value, |origin| {
                    self.named.frames.insert(origin);
                });
            }
            _ => {}
        }
    }

    fn closed(&mut self) {
        let found = self.address.take();
        let origin = found.as_deref().and_then(origin);
        match self.tag.as_slice() {
            b"script" => {
                let is_held = self.held_kind.is_some();
                let kind = self.held_kind.take().unwrap_or_else(|| std::mem::take(&mut self.kind));
                self.in_script = found.is_none() && runs(&kind);
                let of_template =
                    |address: &str| address.contains("/assets/") && !address.contains("/assets/widgets/");
                let is_of_template = found.as_deref().is_some_and(of_template);
                self.named.own_scripts.extend(found.filter(|_| is_of_template));
                self.named.has_held_script |= is_of_template && is_held;
                self.named.script_hosts.extend(origin);
            }
            b"iframe" | b"frame" => self.named.frames.extend(origin),
            b"form" => self.named.forms.extend(origin),
            b"link" if self.relation.split_whitespace().any(|word| word == "stylesheet") => {
                self.named.style_hosts.extend(origin);
            }
            b"link" if self.relation.contains("modulepreload") => self.named.script_hosts.extend(origin),
            _ => {}
        }
    }
}

/// Whether the text of a script of this type is run, or rules those that are; other types carry data.
pub(super) fn runs(kind: &str) -> bool {
    let essence = kind.split(';').next().unwrap_or_default().trim_end();
    matches!(essence, "" | "module" | "importmap" | "speculationrules")
        || essence.ends_with("javascript")
        || essence.ends_with("ecmascript")
        || essence.ends_with("jscript")
        || essence.ends_with("livescript")
}

fn hash(text: &[u8]) -> String {
    format!("'sha256-{}'", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)))
}

/// Where the policy goes: behind what begins a document, and behind the character set, which must stand near the front.
fn place(html: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = &html[at..];
        let spaces = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let tag = &rest[spaces..];
        let begins = |start: &str| {
            let there =
                tag.get(..start.len()).is_some_and(|there| there.eq_ignore_ascii_case(start.as_bytes()));
            let next = tag.get(start.len());
            there && next.is_none_or(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
        };
        let length = if tag.starts_with(b"<!--") {
            memchr::memmem::find(tag, b"-->").map(|end| end + 3)
        } else if ["<!doctype", "<html", "<head"].iter().any(|start| begins(start)) || is_character_set(tag) {
            end_of_tag(tag)
        } else {
            None
        };
        match length {
            Some(length) => at += spaces + length,
            None => return at,
        }
    }
}

fn is_character_set(tag: &[u8]) -> bool {
    let start = tag[..tag.len().min(32)].to_ascii_lowercase();
    start.starts_with(b"<meta") && start[5..].trim_ascii_start().starts_with(b"charset")
}

/// The length of a tag; a `>` in a quoted value does not end it.
fn end_of_tag(tag: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(set: &BTreeSet<String>) -> Vec<&str> {
        set.iter().map(String::as_str).collect()
    }

    /// The digests are those of `printf … | openssl dgst -sha256 -binary | base64`.
    #[test]
    fn s_150_what_stands_in_a_page_is_known_by_its_hash() {
        let page = "<!doctype html><script>alert(1)</script><script type=application/json>{\"a\":\"https://no.example\"}</script><body onload=\"go(&quot;a&quot;)\"><script type=module src=/assets/a.js></script>";
        let named = read(page.as_bytes());
        assert_eq!(texts(&named.scripts), ["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
        assert_eq!(named.handlers.len(), 1);
        assert_eq!(named.handlers.iter().next(), Some(&hash(b"go(\"a\")")));
        assert!(named.script_hosts.is_empty() && named.called.is_empty() && named.frames.is_empty());
    }

    #[test]
    fn s_150_what_a_page_names_elsewhere_is_allowed_by_its_host() {
        let page = r#"<link rel="stylesheet" href="//Fonts.example/a.css"><script src="https://a.example:8443/x.js"></script>
            <script>load('https://b.example/t.js'); s.src = "\/\/c.example\/x"; // a comment
            /https?:\/\/x/</script><iframe src="https://films.example/1"></iframe>
            <div data-html="&lt;iframe src=&quot;https://later.example/2&quot;>"></div>
            <form action="https://forms.example/x"><button formaction="http://d.example">"#;
        let named = read(page.as_bytes());
        // Without a scheme a host is asked as the page was: by HTTPS alone where the page was.
        assert_eq!(texts(&named.style_hosts), ["fonts.example"]);
        assert_eq!(texts(&named.script_hosts), ["https://a.example:8443"]);
        assert_eq!(texts(&named.called), ["c.example", "https://b.example"]);
        assert_eq!(texts(&named.frames), ["https://films.example", "https://later.example"]);
        assert_eq!(texts(&named.forms), ["http://d.example", "https://forms.example"]);
    }

    /// S-827: what waits is ruled as what it will be.
    #[test]
    fn s_827_what_waits_is_allowed_as_it_will_be() {
        let waiting = r#"<script data-held=marketing data-held-type type=text/plain>load('https://b.example/t.js')</script>
            <script data-held=statistics data-held-src=https://a.example/x.js data-held-type="module" type="text/plain"></script>
            <script type="text/plain" data-held=statistics data-held-type="text/javascript">alert(1)</script>
            <script type="text/plain">alert(2)</script><img data-held=marketing data-held-src=https://pixel.example/p>
            <link rel=stylesheet data-held=preferences data-held-href=https://fonts.example/a.css>
            <iframe data-held=marketing data-held-src=https://films.example/1 srcdoc="ours"></iframe>
            <body data-held-onload="go()">"#;
        let alive = r#"<script>load('https://b.example/t.js')</script><script src=https://a.example/x.js type="module"></script>
            <script type="text/javascript">alert(1)</script><script type="text/plain">alert(2)</script>
            <img src=https://pixel.example/p><link rel=stylesheet href=https://fonts.example/a.css>
            <iframe src=https://films.example/1></iframe><body onload="go()">"#;
        let named = read(waiting.as_bytes());
        assert_eq!(named, read(alive.as_bytes()));
        assert_eq!((named.scripts.len(), named.handlers.len()), (2, 1));
    }

    /// Nothing that a page says can end the policy or add a word to it.
    #[test]
    fn s_151_no_address_writes_into_the_policy() {
        for address in [
            "https://a.example; script-src *",
            "https://a.example'unsafe-inline'",
            "https://a.example\" onload=x",
            "https://a.example,*",
            "https://a.example\n*",
            "https://a.example@evil.example",
        ] {
            assert_eq!(origin(address).as_deref(), Some("https://a.example"), "{address}");
        }
        for address in [
            "/a",
            "#a",
            "mailto:x",
            "javascript://x",
            "data:text/html,x",
            "https://*",
            "https://'self'",
            "//",
        ] {
            assert_eq!(origin(address), None, "{address}");
        }
    }

    #[test]
    fn s_150_the_policy_stands_before_all_that_it_rules() {
        for (page, at) in [
            ("<!doctype html><html lang=en><head><meta charset=utf-8><script>", "<script>"),
            (
                "<!DOCTYPE html>\n<!-- <head> --><html><HEAD class='a>b'>\n<meta charset=\"utf-8\"/><title>",
                "<title>",
            ),
            ("<header>", "<header>"),
            ("<html><body>", "<body>"),
            ("", ""),
        ] {
            assert!(page[place(page.as_bytes())..].trim_start().starts_with(at), "{page}");
        }
    }
}
