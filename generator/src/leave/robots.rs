//! `robots.txt`: what a site asks programs to leave alone (RFC 9309), and how fast it wants to be asked.

use std::time::Duration;

/// The name that the rules of a site may know this program by.
const NAME: &str = "loggia";
/// So much of the file is read.
pub const LARGEST: u64 = 512 << 10;
/// A site that asks for longer pauses is asked with these.
const LONGEST_DELAY: u64 = 60;

/// The rules that are for this program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Robots {
    /// Beginnings of paths with `*` and `$`, and whether they are allowed.
    rules: Vec<(String, bool)>,
    /// The pause between two calls that the site asks for.
    pub delay: Option<Duration>,
    /// The addresses of its sitemaps.
    pub sitemaps: Vec<String>,
}

#[derive(Default)]
struct Group {
    agents: Vec<String>,
    rules: Vec<(String, bool)>,
    delay: Option<Duration>,
}

impl Robots {
    /// Reads the file: the group for this program counts, else the one for everybody.
    #[must_use]
    pub fn parse(text: &str) -> Robots {
        let mut groups: Vec<Group> = Vec::new();
        let mut sitemaps = Vec::new();
        let mut names_agents = false;
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                if !names_agents {
                    groups.push(Group::default());
                }
                names_agents = true;
                groups.iter_mut().last().into_iter().for_each(|group| {
                    group.agents.push(value.to_ascii_lowercase());
                });
                continue;
            }
            match (key.as_str(), groups.last_mut()) {
                ("sitemap", _) => sitemaps.push(value.to_owned()),
                ("allow" | "disallow", Some(group)) => {
                    names_agents = false;
                    if !value.is_empty() {
                        group.rules.push((value.to_owned(), key == "allow"));
                    }
                }
                ("crawl-delay", Some(group)) => {
                    names_agents = false;
                    let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
                    group.delay =
                        seconds.map(|seconds| Duration::from_secs_f64(seconds.min(LONGEST_DELAY as f64)));
                }
                _ => {}
            }
        }
        let of = |name: &str| -> Vec<&Group> {
            groups.iter().filter(|group| group.agents.iter().any(|agent| agent == name)).collect()
        };
        let own = Some(of(NAME)).filter(|own| !own.is_empty()).unwrap_or_else(|| of("*"));
        Robots {
            rules: own.iter().flat_map(|group| group.rules.clone()).collect(),
            delay: own.iter().find_map(|group| group.delay),
            sitemaps,
        }
    }

    /// Whether an address may be asked: the longest rule that fits counts, and of two as long the one that allows.
    #[must_use]
    pub fn allows(&self, path_and_query: &str) -> bool {
        let fitting = self.rules.iter().filter(|(rule, _)| fits(rule, path_and_query));
        fitting.max_by_key(|(rule, allowed)| (rule.len(), *allowed)).is_none_or(|(_, allowed)| *allowed)
    }
}

/// Whether a rule is for a path: `*` stands for anything, `$` for the end.
fn fits(rule: &str, path: &str) -> bool {
    let (rule, to_the_end) = rule.strip_suffix('$').map_or((rule, false), |rule| (rule, true));
    let mut parts = rule.split('*');
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (place, part) in parts.iter().enumerate() {
        if to_the_end && place + 1 == parts.len() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    !to_the_end || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_537_rules_as_sites_write_them() {
        let robots = Robots::parse(
            "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /config\nDisallow: /account$\nDisallow:/*?tag=*\n\
             Disallow: /*?format=json\nDisallow: /api/\nAllow: /api/open\nDisallow:\nCrawl-delay: 1.5 # slow\n\
             Sitemap: https://old.example/sitemap.xml\n",
        );
        for (path, allowed) in [
            ("/", true),
            ("/config", false),
            ("/configure", false),
            ("/account", false),
            ("/account/me", true),
            ("/blog?tag=a", false),
            ("/blog?format=json", false),
            ("/blog?format=rss", true),
            ("/api/x", false),
            ("/api/open/x", true),
        ] {
            assert_eq!(robots.allows(path), allowed, "{path}");
        }
        assert_eq!(robots.delay, Some(Duration::from_millis(1_500)));
        assert_eq!(robots.sitemaps, ["https://old.example/sitemap.xml"]);
        let own =
            Robots::parse("User-agent: *\nDisallow: /\n\nUser-agent: a\nUser-agent: Loggia\nAllow: /\n");
        assert!(own.allows("/x"));
        assert!(!Robots::parse("User-agent: *\nDisallow: /").allows("/"));
        assert!(Robots::parse("<html>no such page").allows("/"));
        assert!(fits("/a*b*c$", "/axxbyyc") && !fits("/a*b*c$", "/axxbyycd") && fits("*", "/"));
    }
}
