//! `loggia publish`, `loggia rollback`, `loggia list`.

use std::path::Path;

use anyhow::Context;
use serde_json::json;

use super::speech::Speech;
use super::{clock, options};
use crate::cli::{Exit, ListArgs, PublishArgs, RollbackArgs, TargetArgs};
use crate::pipeline::build;
use crate::publish::{self, PublishError, Target};
use crate::report::count;
use crate::site::document::Document;

/// Builds a site and publishes it. A build with errors publishes nothing.
pub fn run(args: &PublishArgs) -> anyhow::Result<Exit> {
    let speech = Speech::new(&args.speech);
    let target = match target(&args.site.site, &args.target) {
        Ok(target) => target,
        Err(error) => return Ok(refused(&error)),
    };
    let options = options(&args.site);
    let built = build(&options, &args.out, &speech).context("the site was not built")?;
    let Some((manifest, _)) = &built.written else {
        speech.built(&built, "built");
        speech.say("nothing was published: the site that was live still is");
        return Ok(Exit::Content);
    };
    speech.start(manifest.files.len(), "publish");
    let published = publish::publish(&*target, &args.out, manifest, clock(), &|_| speech.tick());
    speech.stop();
    let published = match published {
        Ok(published) => published,
        Err(PublishError::NoVersion(_) | PublishError::Target(_)) => unreachable_target()?,
        Err(error) => return Err(error).context("not published; the site that was live still is"),
    };
    if args.speech.json {
        speech.json(&json!({"ok": true, "published": published, "diagnostics": built.diagnostics}));
    } else {
        speech.built(&built, "built");
        speech.say(&format!(
            "published {}: {} changed ({} bytes sent), {} removed, {} unchanged",
            published.version,
            count(published.sent.len(), "file"),
            published.bytes,
            published.removed.len(),
            published.unchanged
        ));
    }
    Ok(Exit::Ok)
}

/// A target is understood before anything is built; it cannot turn out wrong afterwards.
fn unreachable_target<T>() -> anyhow::Result<T> {
    anyhow::bail!("the target changed while the site was being built; publish again")
}

/// Makes an earlier version live again.
pub fn rollback(args: &RollbackArgs) -> anyhow::Result<Exit> {
    let speech = Speech::new(&args.speech);
    let rolled = target(&args.site, &args.target).and_then(|target| target.rollback(args.version.as_deref()));
    match rolled {
        Ok(version) => {
            speech.json(&json!({"ok": true, "live": version}));
            speech.say(&format!("live again: {}", version.id));
            Ok(Exit::Ok)
        }
        Err(error @ (PublishError::Target(_) | PublishError::NoVersion(_))) => Ok(refused(&error)),
        Err(error) => Err(error).context("not rolled back; the site that was live still is"),
    }
}

/// Lists the versions that are kept.
pub fn list(args: &ListArgs) -> anyhow::Result<Exit> {
    let speech = Speech::new(&args.speech);
    match target(&args.site, &args.target).and_then(|target| target.versions()) {
        Ok(versions) => {
            speech.json(&json!({"ok": true, "versions": versions}));
            for version in &versions {
                let live = if version.live { "  live" } else { "" };
                speech.say(&format!(
                    "{}  {}, {} bytes{live}",
                    version.id,
                    count(version.files, "file"),
                    version.bytes
                ));
            }
            if versions.is_empty() {
                speech.say("nothing has been published there yet");
            }
            Ok(Exit::Ok)
        }
        Err(error @ PublishError::Target(_)) => Ok(refused(&error)),
        Err(error) => Err(error).context("the versions cannot be listed"),
    }
}

fn refused(error: &PublishError) -> Exit {
    eprintln!("error: {error}");
    Exit::Usage
}

/// The target of the command line, or of `publish` in site.json: `{"to": "dir:…"}`, or one of its `targets` by name.
fn target(site: &Path, args: &TargetArgs) -> Result<Box<dyn Target>, PublishError> {
    let said = args.to.as_deref();
    if let Some(text) = said.filter(|text| text.contains(':')) {
        return publish::target(text, args.keep);
    }
    let document = Document::read(site, &site.join("site.json"))
        .map_err(|fault| PublishError::Target(fault.to_string()))?;
    let publish = document.root.get("publish");
    if let (None, Some(to)) = (said, publish.get("to").as_str()) {
        return publish::target(to, args.keep);
    }
    let targets = publish.get("targets");
    let members: Vec<_> = targets.as_object().into_iter().flat_map(|targets| targets.members()).collect();
    let chosen = match said {
        Some(name) => members.iter().find(|(key, _)| *key == name),
        None => members.first().filter(|_| members.len() == 1),
    };
    let Some((_, chosen)) = chosen else {
        let names: Vec<&str> = members.iter().map(|(key, _)| *key).collect();
        let known =
            if names.is_empty() { String::new() } else { format!(", or one of: {}", names.join(", ")) };
        return Err(PublishError::Target(format!("say where to publish with --to dir:FOLDER{known}")));
    };
    match (chosen.get("kind").as_str(), chosen.get("path").as_str()) {
        (Some("dir"), Some(path)) => {
            publish::target(&format!("dir:{}", site.join(path).display()), args.keep)
        }
        (kind, _) => Err(PublishError::Target(format!(
            "the target in site.json has the kind '{}'; known: dir, with a path",
            kind.unwrap_or_default()
        ))),
    }
}
