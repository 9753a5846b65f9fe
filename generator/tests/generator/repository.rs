//! The repository itself, as its owners, developers and pipelines find it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The verbs of the Makefile.
fn verbs() -> BTreeSet<String> {
    let verb = |line: &str| {
        let (name, _) = line.split_once(':')?;
        let is_verb = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        (is_verb && line.contains("## ")).then(|| name.to_owned())
    };
    text("Makefile").lines().filter_map(verb).collect()
}

/// G-001: what lies at the top, beside the house's own papers.
#[test]
fn g_001_the_top_level_holds_what_the_house_says() {
    for name in [
        "Cargo.toml",
        "generator",
        "api",
        "widgets",
        "site-fixtures",
        "output",
        "netlify.toml",
        "Makefile",
        "README.md",
        "crates",
    ] {
        assert!(root().join(name).exists(), "{name}");
    }
}

/// G-002: the libraries of the workspace are used, not only named.
#[test]
fn g_002_the_workspace_uses_its_libraries() {
    let members = ["generator", "api", "crates/commerce", "crates/template", "crates/formatters"];
    let manifests: Vec<String> = members.iter().map(|member| text(&format!("{member}/Cargo.toml"))).collect();
    for library in [
        "clap",
        "serde",
        "serde_json",
        "rayon",
        "notify",
        "walkdir",
        "minify-html",
        "actix-web",
        "sqlx",
        "rust_decimal",
    ] {
        let named = format!("\n{library} =");
        let dotted = format!("\n{library}.");
        assert!(
            manifests.iter().any(|manifest| manifest.contains(&named) || manifest.contains(&dotted)),
            "{library}"
        );
    }
}

/// G-003: the libraries of the frontend, and the verbs that run them.
#[test]
fn g_003_the_frontend_uses_its_libraries() {
    let package: serde_json::Value = serde_json::from_str(&text("widgets/package.json")).unwrap();
    let depends =
        |name: &str| ["dependencies", "devDependencies"].iter().any(|kind| package[kind].get(name).is_some());
    for library in ["react", "react-dom", "vite", "storybook", "jest"] {
        assert!(depends(library), "{library}");
    }
    for script in ["build", "build-storybook", "test"] {
        assert!(package["scripts"].get(script).is_some(), "{script}");
    }
}

/// G-004: no floating point where prices are reckoned.
#[test]
fn g_004_prices_are_never_floating_point() {
    for entry in walkdir::WalkDir::new(root().join("crates/commerce/src")).into_iter().flatten() {
        // A quantity comes as any JSON number, and is turned into a whole one there.
        let is_quantity = entry.file_name() == "quantity.rs";
        if entry.path().extension().is_some_and(|extension| extension == "rs") && !is_quantity {
            let code = fs::read_to_string(entry.path()).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let words: Vec<&str> = line.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
                assert!(
                    !words.contains(&"f64") && !words.contains(&"f32"),
                    "{}: {line}",
                    entry.path().display()
                );
            }
        }
    }
}

/// G-005: one verb for each thing that is done with the whole.
#[test]
fn g_005_every_verb_is_there_and_explained() {
    let verbs = verbs();
    for verb in ["setup", "demo", "build", "test", "serve", "publish", "clean", "lint", "bench", "ci"] {
        assert!(verbs.contains(verb), "{verb}");
    }
    let phony =
        text("Makefile").lines().skip_while(|line| !line.starts_with(".PHONY")).take(3).collect::<String>();
    for verb in &verbs {
        assert!(phony.split([' ', ':', '\\']).any(|name| name == verb), "{verb} is not in .PHONY");
    }
}

/// G-006: the README tells owners, developers and pipelines what to run, and nothing that is not there.
#[test]
fn g_006_the_readme_tells_what_is_there() {
    let readme = text("README.md");
    for command in [
        "loggia new",
        "loggia serve",
        "loggia build",
        "loggia check",
        "loggia publish",
        "make test",
        "make build",
    ] {
        assert!(readme.contains(command), "{command}");
    }
    let verbs = verbs();
    let named = readme.match_indices("`make ").map(|(at, word)| &readme[at + word.len()..]);
    for rest in named {
        let verb: String =
            rest.chars().take_while(|letter| letter.is_ascii_lowercase() || *letter == '-').collect();
        assert!(verbs.contains(&verb), "`make {verb}` of the README is no verb");
    }
}

/// G-007: how the demonstration site is hosted.
#[test]
fn g_007_the_host_knows_folders_caches_and_the_api() {
    let host = text("netlify.toml");
    let line = |wanted: &str| host.lines().any(|line| line.trim() == wanted);
    assert!(line("publish = \"output\""));
    assert!(line("for = \"/assets/*\"") && line("Cache-Control = \"public, max-age=31536000, immutable\""));
    assert!(line("from = \"/api/*\"") && host.contains("/api/:splat"));
    assert!(!host.contains("_data"), "data for programs is not there at all");
}

/// G-009: a new site brings its pipeline, which runs the same commands.
#[test]
fn g_009_a_new_site_is_published_when_its_content_changes() {
    let workflow = text("generator/starters/shared/workflow/publish.yml");
    for part in ["push:", "loggia check", "loggia publish", "cache"] {
        assert!(workflow.contains(part), "{part}");
    }
}
