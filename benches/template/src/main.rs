//! Measures our engine on a folder of workloads and prints a JSON object a workload, in microseconds of CPU time:
//! parsing the template with its partials, rendering, and parsing the data.
//!
//! `loggia-bench-template WORKLOADS [--only PREFIX] [--quick]`

mod clock;
mod workload;

use anyhow::{Context, Result, bail};
use loggia_template::{Arena, Engine, Limits, RenderOptions, Vocabulary};
use std::sync::Arc;
use workload::Workload;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder =
        arguments.next().context("usage: loggia-bench-template WORKLOADS [--only PREFIX] [--quick]")?;
    let (mut only, mut quick) = (String::new(), false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().unwrap_or_default(),
            "--quick" => quick = true,
            other => bail!("unknown argument {other}"),
        }
    }
    let vocabulary = Arc::new(vocabulary());
    for workload in workload::load(folder.as_ref())? {
        if workload.name.starts_with(&only) {
            println!("{}", measure(&vocabulary, &workload, quick)?);
        }
    }
    Ok(())
}

fn vocabulary() -> Vocabulary {
    Vocabulary::core()
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
    let limits = Limits { steps: u64::MAX, output_bytes: usize::MAX };
    let mut options =
        RenderOptions { now: workload.now, locale: workload.locale.as_deref(), limits, ..Default::default() };
    let first = engine_once.render(&page.template, data, &options);
    let equal = workload.expected.as_ref().map(|expected| *expected == first.text);
    options.capacity = first.text.len() + 64;

    let mut arena = Arena::new();
    let exec = clock::measure(quick, || {
        let length = engine_once.render_in(&arena, &page.template, data, &options).text.len();
        arena.reset();
        length
    });
    let parse = clock::measure(quick, || {
        let engine = engine(vocabulary, workload);
        engine.compile("page", &workload.template).errors.len()
    });
    let mut arena = Arena::new();
    let json = clock::measure(quick, || {
        let length = arena.parse(&workload.data).map_or(0, |node| node.size());
        arena.reset();
        length
    });
    Ok(format!(
        "{{\"engine\":\"loggia\",\"workload\":\"{}\",\"parse_us\":{parse:.3},\"exec_utf8_us\":{exec:.3},\
         \"json_us\":{json:.3},\"out_bytes\":{},\"errors\":{},\"equal\":{}}}",
        workload.name,
        first.text.len(),
        page.errors.len() + first.errors.len(),
        equal.map_or("null".to_owned(), |equal| equal.to_string()),
    ))
}
