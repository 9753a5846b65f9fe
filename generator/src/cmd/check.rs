//! `loggia check`: load, compile and render everything, write nothing.

use super::setup::options;
use super::speech::Speech;
use crate::cli::{CheckArgs, Exit, Format, SpeechArgs};
use crate::pipeline::check;
use crate::report;

/// Says every fault of a site.
pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let json = args.speech.json || args.format == Format::Json;
    let github = args.format == Format::Github;
    let speech = Speech::new(&SpeechArgs { json, quiet: args.speech.quiet || github });
    let checked = check(&options(&args.site), &speech);
    if github {
        print!("{}", report::annotations(&checked.diagnostics));
    } else {
        speech.built(&checked, "checked");
    }
    let failed = checked.diagnostics.iter().any(crate::diagnostic::Diagnostic::is_error);
    Ok(if failed && !args.site.lenient { Exit::Content } else { Exit::Ok })
}
