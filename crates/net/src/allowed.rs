//! The hosts an operator allows by name, and the judgement of an address as it is written.

use crate::address::is_public;
use std::net::IpAddr;
use url::{Host, Url};

/// The setting with the list: hosts with or without a port, divided by commas, such as `photos.lan,127.0.0.1:9000`.
pub const SETTING: &str = "LOGGIA_ALLOW_HOSTS";

/// The hosts that may be called although they are not public: by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// A host, and the one port of it, or any.
    hosts: Vec<(Host, Option<u16>)>,
}

/// A line of the list that names no host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{SETTING}: `{0}` is no host. Write names or addresses with or without a port, divided by commas, such as \
     photos.lan,127.0.0.1:9000"
)]
pub struct ListError(pub String);

/// How an address may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Only if its name leads to a public address at the moment of connecting.
    Public,
    /// As it is: the operator allows this host by its name.
    Named,
}

/// Why an address may not be called.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Neither `http` nor `https`, or without a host.
    #[error("is not an address of the web")]
    NotWeb,
    /// Into this machine or its network. The host as it was understood.
    #[error("`{0}` is not open to everybody; whoever runs this server may allow it with {SETTING}")]
    Private(String),
}

impl Allowed {
    /// Reads the list; an empty one allows nothing.
    ///
    /// # Errors
    /// When an entry names no host. `*` does not either: each host is allowed by its name.
    pub fn parse(list: &str) -> Result<Self, ListError> {
        let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let hosts = entries.map(|entry| entry_of(entry).ok_or_else(|| ListError(entry.to_owned())));
        Ok(Allowed { hosts: hosts.collect::<Result<_, _>>()? })
    }

    /// Judges an address as it is written. The parts of `url` are what every client will understand by it: `0x7f.1` and
    /// `2130706433` are addresses here as there.
    ///
    /// # Errors
    /// When it leads into the machine or its network, or not into the web at all.
    pub fn way(&self, url: &Url) -> Result<Way, Refused> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refused::NotWeb);
        }
        let host = url.host().ok_or(Refused::NotWeb)?.to_owned();
        let port = url.port_or_known_default();
        if self.names(&host, port) {
            return Ok(Way::Named);
        }
        let is_open = match &host {
            Host::Ipv4(address) => is_public(IpAddr::V4(*address)),
            Host::Ipv6(address) => is_public(IpAddr::V6(*address)),
            Host::Domain(name) => !is_local_name(name),
        };
        if is_open { Ok(Way::Public) } else { Err(Refused::Private(host.to_string())) }
    }

    fn names(&self, host: &Host, port: Option<u16>) -> bool {
        let host = without_dot(host.clone());
        self.hosts.iter().any(|(named, of)| *named == host && (of.is_none() || *of == port))
    }
}

/// `name`, `name:port`, `[v6]` or `[v6]:port`.
fn entry_of(entry: &str) -> Option<(Host, Option<u16>)> {
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port.parse().ok()?)),
        _ => (entry, None),
    };
    if name.contains('*') {
        return None;
    }
    Some((without_dot(Host::parse(name).ok()?), port))
}

/// `localhost.` is `localhost`.
fn without_dot(host: Host) -> Host {
    match host {
        Host::Domain(name) => Host::Domain(name.trim_end_matches('.').to_owned()),
        host => host,
    }
}

/// Names that never leave the machine or its network, whatever they lead to.
fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let last = name.rsplit('.').next().unwrap_or_default();
    matches!(last, "" | "localhost" | "local" | "internal") || !name.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(list: &str, url: &str) -> Result<Way, Refused> {
        Allowed::parse(list).unwrap().way(&Url::parse(url).unwrap())
    }

    #[test]
    fn s_050_however_a_private_address_is_written_it_is_refused() {
        for url in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://0/",
            "http://[::1]/",
            "http://[::ffff:7f00:1]/",
            "http://[::ffff:169.254.169.254]/",
            "http://169.254.169.254/latest/meta-data",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://printer.local/",
            "http://metadata.google.internal/",
            "http://db/",
            "http://shop.example@10.0.0.1/",
            "http://１２７.０.０.１/",
            "http://①②⑦.0.0.1/",
        ] {
            assert!(matches!(way("", url), Err(Refused::Private(_))), "{url}: {:?}", way("", url));
        }
        for url in ["file:///etc/passwd", "ftp://shop.example/", "gopher://127.0.0.1/", "data:,x"] {
            assert_eq!(way("", url), Err(Refused::NotWeb), "{url}");
        }
        assert_eq!(way("", "https://shop.example/"), Ok(Way::Public));
    }

    #[test]
    fn s_051_an_operator_allows_hosts_by_name_and_port() {
        let list = "photos.lan, 127.0.0.1:9000,[::1]:80,Localhost";
        for url in [
            "http://photos.lan/",
            "https://photos.lan:8443/",
            "http://127.0.0.1:9000/",
            "http://2130706433:9000/",
            "http://[::1]/",
            "http://localhost.:1/",
        ] {
            assert_eq!(way(list, url), Ok(Way::Named), "{url}");
        }
        for url in [
            "http://127.0.0.1/",
            "http://127.0.0.1:9001/",
            "http://[::1]:81/",
            "http://a.photos.lan.localhost/",
        ] {
            assert!(way(list, url).is_err(), "{url}");
        }
        // A name of the open internet below an allowed one is not allowed with it.
        assert_eq!(way(list, "http://a.photos.lan/"), Ok(Way::Public));
    }

    #[test]
    fn s_051_a_list_that_names_no_host_is_refused_with_the_entry() {
        for entry in ["*", "*.lan", "http://a.lan", "a.lan/x", "a.lan:x", "a.lan:70000", "a b"] {
            let fault = Allowed::parse(&format!("good.lan,{entry}")).unwrap_err();
            assert!(fault.to_string().contains(&format!("`{entry}`")), "{fault}");
        }
        assert_eq!(Allowed::parse(" , "), Ok(Allowed::default()));
    }
}
