//! What an owner gets to begin with: the manual, and the files by which others build the site.

use std::fs;

use clap::Parser;
use loggia_generator::cli::Cli;

use crate::site::{TestSite, stderr};

#[test]
fn g_007_hosts_know_what_to_build_and_how_long_files_may_be_kept() {
    let site = TestSite::tiny();
    site.loggia(&["new", "mine", "--starter", "magazine"]);
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../netlify.toml");
    for file in [site.beside("mine/netlify.toml"), root] {
        let text = fs::read_to_string(&file).unwrap();
        let config: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(config["build"]["publish"].as_str(), Some("output"));
        let headers = config["headers"].as_array().unwrap();
        let of = |place: &str| headers.iter().find(|rule| rule["for"].as_str() == Some(place)).unwrap();
        let kept = of("/assets/*")["values"]["Cache-Control"].as_str().unwrap();
        assert!(kept.contains("immutable") && kept.contains("max-age=31536000"), "{kept}");
        assert!(of("/*")["values"]["Cache-Control"].as_str().unwrap().contains("must-revalidate"));
        let redirects = config["redirects"].as_array().unwrap();
        let from = |place: &str| redirects.iter().find(|rule| rule["from"].as_str() == Some(place)).unwrap();
        assert!(!text.contains("_data"), "data for programs is not there at all");
        assert_eq!(
            from("/api/*")["status"].as_integer(),
            Some(200),
            "calls reach the api under the site's own origin"
        );
    }
}

#[test]
fn g_009_the_workflow_checks_every_change_and_publishes_those_of_the_main_branch() {
    let site = TestSite::tiny();
    site.loggia(&["new", "mine", "--starter", "magazine"]);
    let text = fs::read_to_string(site.beside("mine/.github/workflows/publish.yml")).unwrap();
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("run: ").filter(|run| run.starts_with("loggia ")))
        .collect();
    assert_eq!(commands, ["loggia check . --format github", "loggia publish ."]);
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        assert!(Cli::try_parse_from(&words).is_ok(), "{command}");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(&words[1..])
            .current_dir(site.beside("mine"))
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0), "{command}: {}", stderr(&done));
    }
    for part in [
        ".loggia/cache",
        "branches: [main]",
        "pull_request:",
        "github.ref == 'refs/heads/main'",
        "secrets.NETLIFY_AUTH_TOKEN",
        "secrets.CLOUDFLARE_API_TOKEN",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains('\t'), "tabs are not allowed in such files");
}

#[test]
fn the_manual_has_a_page_for_every_verb() {
    let site = TestSite::tiny();
    let done = site.loggia(&["man", "--out", "man"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    for verb in ["", "-build", "-publish", "-import", "-rollback", "-new"] {
        let page = fs::read_to_string(site.beside(&format!("man/loggia{verb}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(
        fs::read_to_string(site.beside("man/loggia.1")).unwrap().contains("the site has errors"),
        "exit codes are listed"
    );
}
