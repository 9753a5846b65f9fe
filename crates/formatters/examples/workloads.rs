//! Renders the workloads of a folder (a template, partials, data, the expected text each), checks every text, and says
//! how long one render takes: `workloads FOLDER [NAME…]`; a name
//! may end in `*`.
//!
//! One JSON object a line: the workload's name, whether the text is as expected, and microseconds of processor time
//! for parsing the template and for rendering it, the best of several batches. With RENDER_ONLY=n it renders n times and says nothing,
//! for a profiler to look at.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use loggia_template::{Arena, Engine, RenderOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the folder of the workloads is missing")?);
    let wanted: Vec<String> = arguments.collect();
    let mut workloads: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    workloads.sort();
    for path in workloads.iter().filter(|path| path.join("template.html").is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_wanted = |wanted: &String| match wanted.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *wanted,
        };
        if wanted.is_empty() || wanted.iter().any(is_wanted) {
            run(&name, path)?;
        }
    }
    Ok(())
}

fn run(name: &str, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let read = |file: &str| std::fs::read_to_string(path.join(file));
    let arena = Arena::new();
    let (meta, partials) = (read("meta.json")?, read("partials.json")?);
    let (meta, partials) = (arena.parse(&meta)?, arena.parse(&partials)?);
    let data = read(meta.get("data").as_str().unwrap_or("data.json"))?;
    let data = arena.parse(&data)?;
    let template = read("template.html")?;
    let mut engine = Engine::builder(loggia_formatters::vocabulary());
    for (name, text) in partials.as_object().into_iter().flat_map(|partials| partials.members()) {
        engine = engine.partial(name, text.as_str().unwrap_or_default());
    }
    let engine = engine.build();
    let compiled = engine.compile("template.html", &template);
    let mut options = RenderOptions {
        now: meta.get("now").as_f64(),
        locale: meta.get("locale").as_str(),
        expressions: meta.get("enableExpr").is_true(),
        includes: meta.get("enableInclude").is_true(),
        ..RenderOptions::default()
    };
    let text = engine.render(&compiled.template, data, &options).text;
    options.capacity = text.len();
    let is_right = text == read("expected.html")?;
    if let Some(times) = std::env::var("RENDER_ONLY").ok().and_then(|times| times.parse::<u32>().ok()) {
        (0..times).for_each(|_| drop(engine.render(&compiled.template, data, &options)));
        return Ok(());
    }
    let parse = best(|| drop(engine.compile("template.html", &template)));
    let render = best(|| drop(engine.render(&compiled.template, data, &options)));
    println!(
        "{{\"name\":\"{name}\",\"right\":{is_right},\"bytes\":{},\"parse_us\":{parse:.3},\"render_us\":{render:.3}}}",
        text.len()
    );
    Ok(())
}

/// Microseconds of processor time in the fastest of ten batches of at least 60 milliseconds.
fn best(mut work: impl FnMut()) -> f64 {
    let mut batch = |times: u32| {
        let start = spent();
        (0..times).for_each(|_| work());
        spent() - start
    };
    let mut times = 1u32;
    while batch(times) < Duration::from_millis(60) {
        times *= 2;
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(times);
    (0..10).map(|_| micros(batch(times))).fold(f64::INFINITY, f64::min)
}

/// The processor time of this program where the system tells it, so that other programs do not count; else the clock.
fn spent() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
