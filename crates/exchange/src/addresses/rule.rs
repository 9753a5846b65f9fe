//! One rule: from where, to where.

use serde::{Deserialize, Serialize};

use super::pattern::{Part, Pattern};

/// Longer addresses are refused.
const LONGEST: usize = 2_048;

/// An address that leads elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The path it is for.
    pub from: Pattern,
    /// What is asked behind it, one name and value such as `p=12`, not escaped; without it whatever is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<(String, String)>,
    /// Scheme and host when it leads to another site, such as `https://shop.example`; empty within this one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
    /// The path it leads to.
    pub to: Pattern,
    /// What follows that path as it was written: `?a=b`, `#part`, or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tail: String,
    /// 301: it moved for good; 302: for now.
    pub status: u16,
    /// The line of its list, from 1.
    #[serde(default)]
    pub line: usize,
}

impl Rule {
    /// Reads the two addresses of a rule. The host of the old one does not matter: a list is of one site.
    ///
    /// # Errors
    /// With what is wrong, for a person.
    pub fn parse(from: &str, to: &str, status: u16, line: usize) -> Result<Rule, String> {
        if from.len() > LONGEST || to.len() > LONGEST {
            return Err(format!("An address has more than {LONGEST} characters"));
        }
        if !matches!(status, 301 | 302 | 303 | 307 | 308) {
            return Err(format!("{status} is no kind of redirect"));
        }
        let (_, from_path, from_tail) = parts(from).ok_or_else(|| format!("'{from}' is no address"))?;
        let (origin, to_path, tail) = parts(to).ok_or_else(|| format!("'{to}' is no address"))?;
        let pattern = |path: &str, whole: &str| {
            Pattern::parse(&decoded(path)).map_err(|why| format!("'{whole}' {why}"))
        };
        let (from_pattern, to_pattern) = (pattern(from_path, from)?, pattern(to_path, to)?);
        let open = to_pattern.names().find(|name| !from_pattern.names().any(|known| known == *name));
        if let Some(name) = open {
            let name = if name == "*" { "*".to_owned() } else { format!("[{name}]") };
            return Err(format!("'{to}' has '{name}', which '{from}' does not have"));
        }
        // The part behind '#' never reaches a host.
        let query = from_tail.split('#').next().unwrap_or_default().trim_start_matches('?');
        let query = match query.split_once('=') {
            _ if query.is_empty() => None,
            _ if query.contains('&') => {
                return Err(format!("'{from}' asks for more than one thing behind '?'"));
            }
            Some((name, value)) if !name.is_empty() => {
                Some((decoded(name), decoded(value).replace('+', " ")))
            }
            _ => return Err(format!("'{from}' asks for something without a value behind '?'")),
        };
        // Temporary ones stay so; the rest mean that it moved.
        let status = if matches!(status, 302 | 303 | 307) { 302 } else { 301 };
        let tail = tail.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
        Ok(Rule { from: from_pattern, query, origin: origin.to_owned(), to: to_pattern, tail, status, line })
    }

    /// Whether it is for one address alone.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.from.is_exact()
    }

    /// Whether it leads to the very address it is for.
    pub(super) fn leads_to_itself(&self) -> bool {
        self.origin.is_empty() && self.from == self.to && self.query.is_none()
    }

    /// The address it leads to as it stands in a link, the path escaped by `escape`; open parts are written by `open`.
    #[must_use]
    pub fn target(&self, escape: impl Fn(&str) -> String, open: impl Fn(&Part) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => escape(text),
            other => open(other),
        };
        let path: Vec<String> = self.to.parts.iter().map(part).collect();
        format!("{}/{}{}", self.origin, path.join("/"), self.tail)
    }
}

/// Origin, path and what follows it.
fn parts(address: &str) -> Option<(&str, &str, &str)> {
    let address = address.trim();
    let (origin, rest) = match address.find("://") {
        Some(at) => {
            let scheme = &address[..at];
            let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            let end = address[at + 3..].find(['/', '?', '#']).map_or(address.len(), |end| at + 3 + end);
            let host = &address[at + 3..end];
            let is_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '_');
            if !is_web || host.is_empty() || !host.chars().all(is_host) {
                return None;
            }
            address.split_at(end)
        }
        // `//host` would lead to another site, and nobody means it in such a list.
        None if address.starts_with('/') && !address.starts_with("//") => ("", address),
        None => return None,
    };
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    Some((origin, &rest[..end], &rest[end..]))
}

/// The text of an escaped path; what is no UTF-8 stays escaped.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|digit| (*digit as char).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.extend(u8::try_from(high * 16 + low));
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
