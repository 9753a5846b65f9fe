//! `loggia build`: a site into a folder of static files.

use anyhow::Context;

use super::setup::options;
use super::speech::Speech;
use crate::cli::{BuildArgs, Exit};
use crate::pipeline::build;

/// Builds once.
pub fn run(args: &BuildArgs) -> anyhow::Result<Exit> {
    let speech = Speech::new(&args.speech);
    let options = options(&args.site);
    let built = build(&options, &args.out, &speech).context("the site was not built")?;
    speech.built(&built, &format!("built {}", args.out.display()));
    Ok(if built.written.is_some() { Exit::Ok } else { Exit::Content })
}
