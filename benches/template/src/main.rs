//! Measures our engine on a folder of workloads and prints a JSON object a workload, in microseconds of CPU time:
//! rendering with everything compiled, parsing the template with its partials, parsing the data.
//!
//! `loggia-bench-template WORKLOADS [--only PREFIX] [--exactly NAME] [--quick]`, or `--peers` for the list page in other
//! ways of making it: with minijinja, and by hand.

mod clock;
mod peers;
mod workload;

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use loggia_template::{Arena, Engine, Limits, RenderOptions, Vocabulary};
use workload::Workload;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .context("usage: loggia-bench-template WORKLOADS [--only PREFIX] [--quick] [--peers]")?;
    let (mut only, mut exactly, mut quick, mut compare) = (String::new(), None, false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().unwrap_or_default(),
            "--exactly" => exactly = arguments.next(),
            "--quick" => quick = true,
            "--peers" => compare = true,
            other => bail!("unknown argument {other}"),
        }
    }
    let vocabulary = Arc::new(loggia_formatters::vocabulary());
    for workload in workload::load(folder.as_ref())? {
        let wanted = match &exactly {
            Some(name) => workload.name == *name,
            None => workload.name.starts_with(&only),
        };
        if wanted && compare {
            println!("{}", peers::measure(&vocabulary, &workload, quick)?);
        } else if wanted {
            println!("{}", measure(&vocabulary, &workload, quick)?);
        }
    }
    Ok(())
}

fn engine(vocabulary: &Arc<Vocabulary>, workload: &Workload) -> Engine {
    let partials = workload.partials.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Engine::builder(Arc::clone(vocabulary)).partials(partials).build()
}

fn measure(vocabulary: &Arc<Vocabulary>, workload: &Workload, quick: bool) -> Result<String> {
    let engine_once = engine(vocabulary, workload);
    let page = engine_once.compile("page", &workload.template);
    let data_arena = Arena::new();
    let data = data_arena.parse(&workload.data)?;
    let limits = Limits { steps: u64::MAX, output_bytes: usize::MAX, ..Limits::default() };
    let mut options =
        RenderOptions { now: workload.now, locale: workload.locale.as_deref(), limits, ..Default::default() };
    let first = engine_once.render(&page.template, data, &options);
    options.capacity = first.text.len() + 64;

    let mut arena = Arena::new();
    let exec = clock::measure(quick, || {
        let length = engine_once.render_in(&arena, &page.template, data, &options).text.len();
        arena.reset();
        length
    });
    // Partials are parsed where an engine is made; without any one engine parses all, as one compiler does for the peer.
    let plain_engine = workload.partials.is_empty().then(|| engine(vocabulary, workload));
    let parse = clock::measure(quick, || match &plain_engine {
        Some(engine) => engine.compile("page", &workload.template).errors.len(),
        None => engine(vocabulary, workload).compile("page", &workload.template).errors.len(),
    });
    let mut arena = Arena::new();
    let json = clock::measure(quick, || {
        let length = arena.parse(&workload.data).map_or(0, |node| node.size());
        arena.reset();
        length
    });
    Ok(format!(
        "{{\"engine\":\"loggia\",\"workload\":\"{}\",\"parse\":{parse:.3},\"exec\":{exec:.3},\"json\":{json:.3},\
         \"memory\":{:.1},\"bytes\":{},\"errors\":{},\"output\":\"{}\"}}",
        workload.name,
        clock::peak_memory(),
        first.text.len(),
        page.errors.len() + first.errors.len(),
        STANDARD.encode(&first.text),
    ))
}
