//! What the scripts of a template call of the platform's: its picture loader, `Y`, `Squarespace`, the page's context.

use std::collections::BTreeSet;
use std::path::Path;

use memchr::memmem;
use walkdir::WalkDir;

/// The largest script that is looked into, in bytes: a bundle is smaller, and what is larger is no program.
const LARGEST: u64 = 8 << 20;

/// A part of what the platform's scripts are to templates; each is a script of its own of the widgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `Modernizr`.
    Features,
    /// `ImageLoader`.
    Pictures,
    /// `Y` and `YUI`.
    Yui,
    /// `Squarespace`, `Singleton`, tweaks and money.
    Squarespace,
    /// Modules of `Y.Squarespace`: slideshows, what stands above the page, and small ones.
    Modules,
}

impl Part {
    /// Every part, in the order in which they run: each stands on some before it.
    pub const ALL: [Part; 5] = [Part::Features, Part::Pictures, Part::Yui, Part::Squarespace, Part::Modules];

    /// The name of its file among the widgets.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Part::Features => "features",
            Part::Pictures => "pictures",
            Part::Yui => "yui",
            Part::Squarespace => "squarespace",
            Part::Modules => "modules",
        }
    }

    /// Names that only what calls this part has: beginnings of words.
    fn names(self) -> &'static [&'static str] {
        match self {
            Part::Features => &["Modernizr."],
            Part::Pictures => &["ImageLoader.load", "window.ImageLoader"],
            Part::Yui => &["YUI(", "YUI.add", "YUI.use"],
            Part::Squarespace => &[
                "Squarespace.onInitialize",
                "Squarespace.onDestroy",
                "Squarespace.afterBodyLoad",
                "Squarespace.global",
                "Squarespace.initialize",
                "Squarespace.AFTER_BODY_LOADED",
                "window.Squarespace",
                "Y.Squarespace",
                "Singleton.create",
                "Class.create",
            ],
            Part::Modules => &[
                "Squarespace.Gallery",
                "Squarespace.Lightbox",
                "Squarespace.Loader",
                "Squarespace.Widgets",
                "Squarespace.TextShrink",
                "Squarespace.VideoLoader",
                "Squarespace.ResizeEmitter",
                "Squarespace.SocialButtons",
                "Squarespace.SimpleLike",
                "Squarespace.FollowButtonUtils",
                "Squarespace.Singletons",
            ],
        }
    }

    /// The parts that it stands on.
    fn needs(self) -> &'static [Part] {
        match self {
            Part::Features | Part::Pictures | Part::Yui | Part::Squarespace => &[],
            Part::Modules => &[Part::Pictures, Part::Yui],
        }
    }
}

/// Members of `Y` by which it is known: `Y` alone is a name like any other.
const MEMBERS: [&str; 31] = [
    "Anim",
    "Array",
    "Cookie",
    "DOM",
    "Data",
    "Easing",
    "EventTarget",
    "Global",
    "HistoryHash",
    "JSON",
    "Lang",
    "Node",
    "NodeList",
    "Object",
    "UA",
    "add",
    "all",
    "augment",
    "bind",
    "config",
    "delegate",
    "extend",
    "fire",
    "io",
    "later",
    "namespace",
    "on",
    "once",
    "one",
    "throttle",
    "use",
];

/// What is called, by the scripts of a whole template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls {
    /// `Static.SQUARESPACE_CONTEXT`: what a page says of itself and of the site.
    pub context: bool,
    /// The parts, with those that they stand on.
    pub parts: BTreeSet<Part>,
}

impl Calls {
    /// Looks into the scripts of a site's template: what is served of them, and what stands in `templates`. A script that
    /// cannot be read is reported where it is copied.
    #[must_use]
    pub fn read<'t>(root: &Path, templates: impl Iterator<Item = &'t str>) -> Calls {
        let mut calls = Calls::default();
        for text in templates {
            inline(text).for_each(|script| calls.add(script.as_bytes()));
        }
        for folder in ["template/scripts", "template/assets"] {
            for entry in WalkDir::new(root.join(folder)).sort_by_file_name().into_iter().flatten() {
                let is_script =
                    entry.path().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("js"));
                let is_small = entry.metadata().is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
                if is_script
                    && is_small
                    && let Ok(text) = crate::folder::read(entry.path())
                {
                    calls.add(&text);
                }
            }
        }
        calls
    }

    /// Takes in what one script calls.
    fn add(&mut self, script: &[u8]) {
        let named = |part: &Part| part.names().iter().any(|name| begins_word(script, name));
        let parts: Vec<Part> = Part::ALL.into_iter().filter(named).collect();
        self.parts.extend(parts.iter().flat_map(|part| part.needs()).copied());
        self.parts.extend(parts);
        if calls_y(script) {
            self.parts.insert(Part::Yui);
        }
        // Tweaks and money are read from the context.
        self.context |= begins_word(script, "SQUARESPACE_CONTEXT") || self.parts.contains(&Part::Squarespace);
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

/// Whether a word begins so.
fn begins_word(script: &[u8], name: &str) -> bool {
    memmem::find_iter(script, name.as_bytes()).any(|at| at == 0 || !is_of_word(script[at - 1]))
}

/// Whether a member of `Y` is named that templates call.
fn calls_y(script: &[u8]) -> bool {
    memmem::find_iter(script, b"Y.").filter(|at| *at == 0 || !is_of_word(script[at - 1])).any(|at| {
        let member = &script[at + 2..];
        let length = member.iter().position(|byte| !is_of_word(*byte)).unwrap_or(member.len());
        MEMBERS.iter().any(|known| known.as_bytes() == &member[..length])
    })
}

/// The texts of the scripts that stand in a template.
fn inline(template: &str) -> impl Iterator<Item = &str> {
    let begins = memmem::find_iter(template.as_bytes(), b"<script");
    begins.filter_map(|at| {
        let text = &template[at..].split_once('>')?.1;
        Some(text.split("</script").next().unwrap_or(text))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn of(script: &str) -> Vec<&'static str> {
        let mut calls = Calls::default();
        calls.add(script.as_bytes());
        calls.parts.into_iter().map(Part::file).chain(calls.context.then_some("context")).collect()
    }

    #[test]
    fn parts_are_known_by_the_names_that_scripts_say() {
        for (script, parts) in [
            ("ImageLoader.load(img, {load: true})", vec!["pictures"]),
            ("a = window.ImageLoader;", vec!["pictures"]),
            ("Y.use('node', function (Y) { Y.one('a'); });", vec!["yui"]),
            ("window.Y.Global.on('x', f)", vec!["yui"]),
            ("YUI().use('node', f)", vec!["yui"]),
            ("Squarespace.onInitialize(Y, f)", vec!["squarespace", "context"]),
            ("Y.Squarespace.Template.getTweakValue('a')", vec!["squarespace", "context"]),
            ("new Y.Squarespace.Gallery2({})", vec!["pictures", "yui", "squarespace", "modules", "context"]),
            ("new Y.Squarespace.Lightbox2({})", vec!["pictures", "yui", "squarespace", "modules", "context"]),
            // S-686.
            ("new Y.Squarespace.Loader({})", vec!["pictures", "yui", "squarespace", "modules", "context"]),
            ("Static.SQUARESPACE_CONTEXT.tweakJSON", vec!["context"]),
            // S-326.
            ("Y.namespace('T').Nav = Class.create({})", vec!["yui", "squarespace", "context"]),
            // S-324.
            ("if (!Modernizr.touch) go()", vec!["features"]),
        ] {
            assert_eq!(of(script), parts, "{script}");
        }
    }

    #[test]
    fn other_names_call_nothing() {
        for script in [
            "var Y = 3; e.transform(X, Y.value)",
            "// A template for Squarespace. It loads nothing.",
            "class MyImageLoader { load() {} } new MyImageLoader().load()",
            "DAY.one('x'); $Y.all(1)",
            "Static.files = 1",
            "Y.",
            "// see Modernizr",
            "",
        ] {
            assert!(of(script).is_empty(), "{script}");
        }
    }

    /// Only what a browser runs is looked into: neither the text of a template, nor scripts that are not served.
    #[test]
    fn scripts_are_those_that_a_page_can_run() {
        let site = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let file = site.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write("template/source/a.js", "ImageLoader.load(1)");
        write("template/scripts/readme.md", "ImageLoader.load(1)");
        let read = |template: &str| Calls::read(site.path(), std::iter::once(template)).parts;
        assert!(read("<p>ImageLoader.load</p><script>a()</script> Y.one( <script").is_empty());
        assert_eq!(read("<p><script type='x'>\nY.one('a')</script>"), BTreeSet::from([Part::Yui]));
        write("template/scripts/deep/a.js", "ImageLoader.load(1)");
        assert_eq!(read(""), BTreeSet::from([Part::Pictures]));
    }
}
