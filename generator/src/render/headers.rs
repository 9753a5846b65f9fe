//! What static hosts say with every file: `headers` of site.json, which only an administrator may change.
//!
//! ```json
//! "headers": {
//!   "strictTransportSecurity": 31536000,
//!   "contentSecurityPolicy": {"script-src": ["https://stats.example"], "frame-ancestors": ["https://partner.example"]},
//!   "securityTxt": {"contact": ["mailto:security@shop.example"], "expires": "2027-06-30T00:00:00Z"}
//! }
//! ```

use std::collections::{BTreeMap, BTreeSet};

use loggia_template::Node;

use super::evaluation::evaluates;
use super::origin::{each_origin, origin, without_comments};
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::document::Document;

/// Two years: what browsers' own lists ask for.
const HSTS: u64 = 63_072_000;
/// Parts of the policy to which sources may be added.
const DIRECTIVES: [&str; 7] =
    ["connect-src", "font-src", "form-action", "frame-ancestors", "frame-src", "script-src", "style-src"];
/// What pages of this kind never need, unless a site says otherwise.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self \"https://js.stripe.com\"), usb=()";
/// Pages where somebody pays, or sees what is theirs: nobody may show them in a frame.
const PRIVATE: [&str; 4] = ["/account", "/cart", "/checkout", "/gift-card"];

/// The headers of the files of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headers {
    /// For how many seconds browsers ask by `https` alone; 0: no such header.
    pub transport: u64,
    /// Whether pages carry a policy.
    pub policy: bool,
    /// Sources that the operator adds to the policy of every page, by directive.
    pub more: BTreeMap<String, BTreeSet<String>>,
    /// Hosts that the site's style sheets name.
    pub style_hosts: BTreeSet<String>,
    /// Hosts that the template's scripts name: they may load and call them, as those that stand in a page may.
    pub called: BTreeSet<String>,
    /// The template's scripts that make programs of texts, as they lie in the output: pages that load one allow it.
    pub evaluating: BTreeSet<String>,
    /// Lines of `/.well-known/security.txt`; empty: there is none.
    pub security_txt: String,
}

impl Default for Headers {
    fn default() -> Self {
        Headers {
            transport: HSTS,
            policy: true,
            more: BTreeMap::new(),
            style_hosts: BTreeSet::new(),
            called: BTreeSet::new(),
            evaluating: BTreeSet::new(),
            security_txt: String::new(),
        }
    }
}

/// Reads the settings of a site; faults are added. `sheets` are the texts of its style sheets, `scripts` those of its
/// template's scripts, with the paths at which they lie in the output.
#[must_use]
pub fn read<'s>(
    site: &Site,
    sheets: impl Iterator<Item = &'s [u8]>,
    scripts: impl Iterator<Item = (String, Vec<u8>)>,
    faults: &mut Vec<Diagnostic>,
) -> Headers {
    let mut headers = Headers::default();
    for sheet in sheets {
        each_origin(sheet, |origin| {
            headers.style_hosts.insert(origin);
        });
    }
    for (path, script) in scripts {
        if evaluates(&script) {
            headers.evaluating.insert(path);
        }
        each_origin(&without_comments(&script), |origin| {
            // The names of XML's vocabularies are no addresses that anybody asks.
            if !origin.ends_with("www.w3.org") {
                headers.called.insert(origin);
            }
        });
    }
    let document = site.website.document;
    let own = document.root.get("headers");
    let Some(members) = own.as_object() else { return headers };
    for (key, value) in members.members() {
        let wrong = match key {
            "strictTransportSecurity" => transport(value).map(|seconds| headers.transport = seconds),
            "contentSecurityPolicy" => policy(value, &mut headers),
            "securityTxt" => security_txt(value).map(|text| headers.security_txt = text),
            _ => Err("is no setting of 'headers'".to_owned()),
        };
        if let Err(why) = wrong {
            faults.push(fault(document, key, &why));
        }
    }
    headers
}

fn fault(document: Document, key: &str, why: &str) -> Diagnostic {
    let path = ["headers".into(), key.into()];
    document.fault(&path, "headers", format!("'{key}' {why}."))
}

fn transport(value: Node<'_>) -> Result<u64, String> {
    match value {
        Node::Boolean(false) => Ok(0),
        Node::Boolean(true) => Ok(HSTS),
        other => other
            .as_f64()
            .filter(|seconds| (0.0..=1e9).contains(seconds) && seconds.fract() == 0.0)
            .map(|seconds| seconds as u64)
            .ok_or_else(|| "is false, or a whole number of seconds".to_owned()),
    }
}

fn policy(value: Node<'_>, headers: &mut Headers) -> Result<(), String> {
    if matches!(value, Node::Boolean(false)) {
        headers.policy = false;
        return Ok(());
    }
    let members = value.as_object().ok_or("is false, or an object of lists")?;
    for (directive, sources) in members.members() {
        if !DIRECTIVES.contains(&directive) {
            return Err(format!("has '{directive}'; sources may be added to {}", DIRECTIVES.join(", ")));
        }
        for source in sources.elements() {
            let source = source.as_str().and_then(allowed);
            let source = source.ok_or_else(|| {
                format!("has a source in '{directive}' that is no host: write \"https://stats.example\"")
            })?;
            headers.more.entry(directive.to_owned()).or_default().insert(source);
        }
    }
    Ok(())
}

/// A source as a policy takes it: a host by `https` (or of this machine), with or without `*.` before it. Nothing that
/// lets everything through.
fn allowed(source: &str) -> Option<String> {
    let plain = source.replacen("//*.", "//", 1);
    let found = origin(&plain).filter(|found| *found == plain.trim_end_matches('/').to_ascii_lowercase())?;
    let host = found.split("//").nth(1)?;
    let is_here = host.starts_with("localhost") || host.starts_with("127.0.0.1");
    let is_web = found.starts_with("https:") && host.contains('.');
    (is_web || is_here).then(|| source.trim_end_matches('/').to_ascii_lowercase())
}

fn security_txt(value: Node<'_>) -> Result<String, String> {
    const NEEDED: &str = "needs \"contact\" (mailto: or https:) and \"expires\", as in 2027-06-30T00:00:00Z";
    let contact = value.get("contact");
    let contacts: Vec<&str> = match contact.as_str() {
        Some(one) => vec![one],
        None => contact.elements().iter().filter_map(|one| one.as_str()).collect(),
    };
    let expires = value.get("expires").as_str().and_then(|time| time.parse::<jiff::Timestamp>().ok());
    let (false, Some(expires)) = (contacts.is_empty(), expires) else { return Err(NEEDED.to_owned()) };
    let mut lines = Vec::new();
    let mut add = |name: &str, value: &str| -> Result<(), String> {
        let known = ["https://", "mailto:", "tel:"].iter().any(|start| value.starts_with(start));
        if value.chars().any(char::is_control) || (name != "Preferred-Languages" && !known) {
            return Err(NEEDED.to_owned());
        }
        lines.push(format!("{name}: {value}"));
        Ok(())
    };
    for contact in contacts {
        add("Contact", contact)?;
    }
    let rest = [
        ("policy", "Policy"),
        ("encryption", "Encryption"),
        ("acknowledgments", "Acknowledgments"),
        ("canonical", "Canonical"),
        ("preferredLanguages", "Preferred-Languages"),
    ];
    for (key, name) in rest {
        if let Some(value) = value.get(key).as_str() {
            add(name, value)?;
        }
    }
    lines.push(format!("Expires: {}", expires.strftime("%Y-%m-%dT%H:%M:%SZ")));
    Ok(lines.join("\n") + "\n")
}

impl Headers {
    /// The lines of `_headers`, as static hosts read them.
    #[must_use]
    pub fn host_lines(&self) -> String {
        let mut text = String::from(
            "# Files whose names carry the hash of their content never change.\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n\n/*\n",
        );
        for (name, value) in self.every_file() {
            text.push_str(&format!("  {name}: {value}\n"));
        }
        text.push_str(
            "\n# Pictures of lines are documents: opened by themselves, they run nothing.\n/*.svg\n  Content-Security-Policy: ",
        );
        text.push_str(SVG_POLICY);
        text.push_str("\n\n# Nobody else shows these in a frame.\n");
        for page in PRIVATE {
            for page in [page.to_owned(), format!("{page}/*")] {
                text.push_str(&format!("{page}\n  Content-Security-Policy: frame-ancestors 'none'\n"));
            }
        }
        text
    }

    /// The headers of every file: name and value.
    #[must_use]
    pub fn every_file(&self) -> Vec<(&'static str, String)> {
        let mut ancestors = String::from("frame-ancestors 'self'");
        for source in self.more.get("frame-ancestors").into_iter().flatten() {
            ancestors.push_str(&format!(" {source}"));
        }
        let policy = format!("{ancestors}; object-src 'none'; base-uri 'self'");
        let mut lines = vec![
            ("X-Content-Type-Options", "nosniff".to_owned()),
            ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
            ("Permissions-Policy", PERMISSIONS.to_owned()),
            ("Content-Security-Policy", policy),
        ];
        if !self.more.contains_key("frame-ancestors") {
            lines.push(("X-Frame-Options", "SAMEORIGIN".to_owned()));
        }
        if self.transport > 0 {
            lines.push(("Strict-Transport-Security", format!("max-age={}", self.transport)));
        }
        lines
    }
}

/// The policy of a picture of lines that is opened by itself.
pub const SVG_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_152_only_hosts_may_be_added_to_the_policy() {
        for source in [
            "https://stats.example",
            "https://*.stats.example",
            "https://a.example:8443",
            "http://localhost:9000",
        ] {
            assert_eq!(allowed(source).as_deref(), Some(source));
        }
        for source in [
            "*",
            "https:",
            "https://*",
            "'unsafe-inline'",
            "'unsafe-eval'",
            "data:",
            "http://stats.example",
            "https://a.example; script-src *",
            "https://a.example https://b.example",
            "https://com",
            "",
            "https://a.example/path",
            "javascript:alert(1)",
            "https://a.example\n",
        ] {
            assert_eq!(allowed(source), None, "{source}");
        }
    }

    #[test]
    fn s_152_hosts_say_the_same_with_every_file() {
        let lines = Headers::default().host_lines();
        for wanted in [
            "/*\n  X-Content-Type-Options: nosniff\n",
            "  Content-Security-Policy: frame-ancestors 'self'; object-src 'none'; base-uri 'self'\n",
            "  Strict-Transport-Security: max-age=63072000\n",
            "/checkout/*\n  Content-Security-Policy: frame-ancestors 'none'\n",
            "/account\n  Content-Security-Policy: frame-ancestors 'none'\n",
            "/*.svg\n  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox\n",
            "  Permissions-Policy: ",
            "  Referrer-Policy: strict-origin-when-cross-origin\n",
        ] {
            assert!(lines.contains(wanted), "{wanted}\n{lines}");
        }
        let without = Headers { transport: 0, ..Headers::default() };
        assert!(!without.host_lines().contains("Strict-Transport-Security"));
    }
}
