//! `loggia publish`, `loggia rollback`, `loggia list`.

use std::path::Path;

use anyhow::Context;
use serde_json::json;

use super::reporter::Reporter;
use super::setup::options;
use crate::cli::{Compression, Exit, ListArgs, PublishArgs, RollbackArgs, TargetArgs};
use crate::clock;
use crate::pipeline::build;
use crate::publish::catalog::Ready;
use crate::publish::compressed::Coding;
use crate::publish::config::Config;
use crate::publish::operator::Operator;
use crate::publish::{self, Kept, PublishError, Target};
use crate::report::count;
use crate::widgets::Widgets;

/// Builds a site and publishes it. A build with errors publishes nothing.
pub fn run(args: &PublishArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let compress: Vec<Coding> = args.compress.iter().copied().map(coding).collect();
    let (config, target, operator) = match target(&args.site.site, &args.target, &compress) {
        Ok(found) => found,
        Err(error) => return Ok(refused(&error)),
    };
    let catalog = match handed(&config, &*target, &operator, args.site.env.name()) {
        Ok(catalog) => catalog,
        Err(error) => return Ok(refused(&error)),
    };
    let options = options(&args.site);
    let built = build(&options, &args.out, &reporter).context("the site was not built")?;
    let Some((manifest, _)) = &built.written else {
        reporter.built(&built, "built");
        reporter.say("nothing was published: the site that was live still is");
        return Ok(Exit::Content);
    };
    let kept = Kept::of_site(&args.site.site);
    let handed = catalog.as_ref().map(|catalog| (catalog, &kept));
    reporter.start(manifest.files.len(), "publish");
    let done = publish::publish_with_catalog(&*target, &args.out, manifest, clock::now(), handed, &|_| {
        reporter.tick()
    });
    reporter.stop();
    let (published, catalog) = match done {
        Ok(done) => done,
        Err(error @ (PublishError::PagesOnly { .. } | PublishError::StillThere { .. })) => {
            return Err(error.into());
        }
        Err(error) => return Err(error).context("not published; the site that was live still is"),
    };
    if let Err(error) = built.keep_prices(&args.site.site) {
        eprintln!("the prices of this build could not be kept: {error}");
    }
    let maps = match handed {
        Some((ready, _)) => upload_maps(args, ready, &published.version),
        None => None,
    };
    if args.reporter.json {
        let reply = json!({"ok": true, "published": published, "catalog": catalog, "sourceMaps": maps, "diagnostics": built.diagnostics});
        reporter.json(&reply);
    } else {
        reporter.built(&built, "built");
        reporter.say(&format!(
            "published {}: {} changed ({} bytes sent), {} removed, {} unchanged",
            published.version,
            count(published.sent.len(), "file"),
            published.bytes,
            published.removed.len(),
            published.unchanged
        ));
        for line in published.address.iter().chain(&catalog).chain(&maps).filter(|line| !line.is_empty()) {
            reporter.say(line);
        }
    }
    Ok(Exit::Ok)
}

/// Gives the shop the way back from its scripts to what was written. The site is live already: what fails here is reported, and
/// changes nothing of that.
fn upload_maps(args: &PublishArgs, ready: &Ready, version: &str) -> Option<String> {
    let widgets = Widgets::load(args.site.widgets.as_deref()).ok().flatten()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let maps: Vec<_> =
        widgets.maps.into_iter().map(|map| (map.file, text(&map.script), text(&map.map))).collect();
    match ready.upload_maps(version, &maps) {
        Ok(reply) => reply,
        Err(error) => {
            eprintln!("errors of this build show minified scripts: {error}");
            None
        }
    }
}

/// Makes an earlier version live again.
pub fn rollback(args: &RollbackArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    let kept = Kept::of_site(&args.site);
    let rolled = target(&args.site, &args.target, &[]).and_then(|(config, target, operator)| {
        let catalog = handed(&config, &*target, &operator, args.env.name())?;
        let catalog = catalog.as_ref().map(|catalog| (catalog, &kept));
        publish::rollback_with_catalog(&*target, args.version.as_deref(), catalog)
    });
    match rolled {
        Ok((version, catalog)) => {
            reporter.json(&json!({"ok": true, "live": version, "catalog": catalog}));
            reporter.say(&format!("live again: {}", version.id));
            catalog.iter().for_each(|reply| reporter.say(reply));
            Ok(Exit::Ok)
        }
        Err(error @ PublishError::PagesOnly { .. }) => Err(error.into()),
        Err(error @ (PublishError::Target(_) | PublishError::NoVersion(_))) => Ok(refused(&error)),
        Err(error) => Err(error).context("not rolled back; the site that was live still is"),
    }
}

/// Lists the versions that are kept.
pub fn list(args: &ListArgs) -> anyhow::Result<Exit> {
    let reporter = Reporter::new(&args.reporter);
    match target(&args.site, &args.target, &[]).and_then(|(_, target, _)| target.versions()) {
        Ok(versions) => {
            reporter.json(&json!({"ok": true, "versions": versions}));
            for version in &versions {
                let live = if version.live { "  live" } else { "" };
                let files =
                    version.files.map(|files| format!("  {}", count(files, "file"))).unwrap_or_default();
                let bytes = version.bytes.map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
                reporter.say(&format!("{}{files}{bytes}{live}", version.id));
            }
            if versions.is_empty() {
                reporter.say("nothing has been published there yet");
            }
            Ok(Exit::Ok)
        }
        Err(error @ PublishError::Target(_)) => Ok(refused(&error)),
        Err(error) => Err(error).context("the versions cannot be listed"),
    }
}

fn coding(compression: Compression) -> Coding {
    match compression {
        Compression::Brotli => Coding::Brotli,
        Compression::Gzip => Coding::Gzip,
        Compression::Zstd => Coding::Zstd,
    }
}

fn refused(error: &PublishError) -> Exit {
    eprintln!("error: {error}");
    Exit::Usage
}

/// Who takes the catalogue of a version that goes live.
fn handed(
    config: &Config,
    target: &dyn Target,
    operator: &Operator,
    environment: &str,
) -> Result<Option<Ready>, PublishError> {
    if target.is_live() { config.upload(operator, environment) } else { Ok(None) }
}

/// What `publish` of site.json says, the target of the command line or of it, and what the operator says besides.
fn target(
    site: &Path,
    args: &TargetArgs,
    compress: &[Coding],
) -> Result<(Config, Box<dyn Target>, Operator), PublishError> {
    let mut operator = Operator::new(args.run.as_deref(), args.purge_url.as_deref())?;
    operator.compress = compress.to_vec();
    // A site.json that cannot be read is reported by the build, with its place; a target may be named without it.
    let text = crate::folder::read_to_string(site.join("site.json")).unwrap_or_default();
    let config = match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        Ok(_) => Config::read(&text)?,
        Err(_) => Config::default(),
    };
    let target = config.target(site, args.to.as_deref(), args.keep, &operator)?;
    Ok((config, target, operator))
}
