//! LESS → CSS, by the hosted platform's own compiler (`@squarespace/less-ts`, the dialect of LESS 1.3): bundled when loggia
//! was built, run by a JavaScript engine inside this one.
//!
//! The program reaches the site's files and nothing else of the machine. It gets a bounded stack, memory and number of
//! steps, so that a style sheet that never ends is a fault of the sheet.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::function::Func;
use rquickjs::{CatchResultExt, Context, Function, Object, Runtime};
use serde::{Deserialize, Serialize};

use super::loader::Loader;

include!(concat!(env!("OUT_DIR"), "/less.rs"));

/// Bytes of memory that a compilation may take; that of a large template takes a tenth of it.
const MEMORY: usize = 256 << 20;
/// Bytes of stack that the engine may take, and what its thread is given.
const STACK: usize = 8 << 20;
const THREAD_STACK: usize = 12 << 20;
/// How often the engine may ask whether to go on. It asks about a thousand times in the compilation of a large
/// template; the bound is counted, not timed, so that a sheet compiles on a slow machine exactly if on a quick one.
const STEPS: u32 = 400_000;
/// How long a compilation may keep a processor at the very most, whatever the count says: that of a large template takes a
/// second. Time in which the machine does something else does not count.
const LONGEST: Duration = Duration::from_secs(20);
/// How long it may take where the system does not say how long a thread has run: longer, for a busy machine's sake.
const LONGEST_UNTOLD: Duration = Duration::from_secs(120);

/// Whether this program was built with LESS inside.
#[must_use]
pub fn is_built_in() -> bool {
    BUNDLE.is_some()
}

/// The text of LESS: what a kept answer depends on.
#[must_use]
pub fn bundle() -> &'static str {
    BUNDLE.unwrap_or_default()
}

/// What is compiled.
#[derive(Debug, Clone, Serialize)]
pub struct Job<'a> {
    /// The name of the text, from which its imports are found.
    pub entry: &'a str,
    /// LESS.
    pub text: &'a str,
}

/// CSS as LESS wrote it. Offsets count UTF-16 units, as JavaScript does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Css {
    /// The text.
    pub css: String,
    /// The files it came from.
    pub sources: Vec<String>,
    /// For each piece four numbers: its offset, its source, the offset there, and 1 where both run on in step.
    pub places: Vec<usize>,
    /// What was left out, each with its place.
    pub warnings: Vec<Fault>,
}

/// Why a sheet, or a piece of it, could not be compiled. Line from 1, column from 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Such as `Parse`, `Name`, `File`, `Size`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub filename: Option<String>,
    /// Where.
    pub line: Option<usize>,
    /// Where.
    pub column: Option<usize>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Fault { fault: Fault },
    Css(Css),
}

/// Compiles, on a thread of its own with a stack of its own.
///
/// # Errors
/// With the fault of the sheet.
pub fn compile(job: &Job<'_>, loader: Loader) -> (Result<Css, Fault>, Loader) {
    let job = serde_json::to_string(job).unwrap_or_default();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("less".to_owned()).stack_size(THREAD_STACK);
        let running = thread.spawn_scoped(scope, || {
            let loader = Rc::new(RefCell::new(loader));
            let answer = run(&job, &loader);
            (answer, loader.take())
        });
        match running.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(done)) => done,
            // Neither happens while the machine has memory for one more thread.
            _ => (Err(failed("LESS could not be started".to_owned())), Loader::default()),
        }
    })
}

fn failed(message: String) -> Fault {
    Fault { kind: "Run".to_owned(), message, ..Fault::default() }
}

fn run(job: &str, loader: &Rc<RefCell<Loader>>) -> Result<Css, Fault> {
    let stopped = Rc::new(Cell::new(0_u32));
    let answer = evaluated(job, loader, &stopped);
    if stopped.get() >= STEPS {
        return Err(failed("the style sheet does not come to an end".to_owned()));
    }
    match serde_json::from_str(&answer.map_err(with_bound)?) {
        Ok(Answer::Css(css)) => Ok(css),
        Ok(Answer::Fault { fault }) => Err(with_bound(fault)),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// A fault that says which bound was met, where the engine only says that its memory is at its end.
fn with_bound(fault: Fault) -> Fault {
    // There may be no memory left for the words either.
    let names_memory =
        ["out of memory", "Allocation failed"].iter().any(|words| fault.message.contains(words));
    if !names_memory && !fault.message.is_empty() {
        return fault;
    }
    let message = format!("the style sheets take more than {} MB of memory to compile", MEMORY >> 20);
    Fault { kind: "Size".to_owned(), message, ..fault }
}

fn evaluated(job: &str, loader: &Rc<RefCell<Loader>>, stopped: &Rc<Cell<u32>>) -> Result<String, Fault> {
    let engine = |error: rquickjs::Error| failed(error.to_string());
    let runtime = Runtime::new().map_err(engine)?;
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let steps = Rc::clone(stopped);
    let (begun, ran_before) = (Instant::now(), processor_time());
    let ran = move || Some(processor_time()?.saturating_sub(ran_before?));
    let is_too_long = move || is_too_long(begun.elapsed(), ran());
    runtime.set_interrupt_handler(Some(Box::new(move || {
        steps.set(if is_too_long() { STEPS } else { steps.get() + 1 });
        steps.get() >= STEPS
    })));
    let context = Context::full(&runtime).map_err(engine)?;
    context.with(|ctx| {
        let call = || -> rquickjs::Result<String> {
            ctx.globals().set("host", host(&ctx, loader)?)?;
            ctx.eval::<(), _>(bundle())?;
            let compile: Function<'_> = ctx.globals().get("compileLess")?;
            compile.call((job,))
        };
        call().catch(&ctx).map_err(|error| failed(error.to_string().trim().to_owned()))
    })
}

/// Whether a compilation is given up that began `passed` ago and has kept a processor for `ran`, as far as that is known.
fn is_too_long(passed: Duration, ran: Option<Duration>) -> bool {
    ran.map_or(passed > LONGEST_UNTOLD, |ran| ran > LONGEST)
}

/// How long this thread has kept a processor; `None` where the system does not say.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// What the program may ask of us.
fn host<'js>(ctx: &rquickjs::Ctx<'js>, loader: &Rc<RefCell<Loader>>) -> rquickjs::Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    let files = Rc::clone(loader);
    let read = move |directory: String, name: String| {
        let answer = match files.borrow_mut().read(&directory, &name) {
            Ok((filename, contents)) => {
                serde_json::json!({ "filename": filename, "contents": contents })
            }
            Err(message) => serde_json::json!({ "message": message }),
        };
        answer.to_string()
    };
    host.set("read", Func::from(read))?;
    let files = Rc::clone(loader);
    host.set("base64", Func::from(move |name: String| files.borrow().base64(&name)))?;
    host.set(
        "mime",
        Func::from(|name: String| mime_guess::from_path(name).first_or_octet_stream().to_string()),
    )?;
    let files = Rc::clone(loader);
    let size = move |name: String| match files.borrow().size(&name) {
        Ok(size) => serde_json::json!(size).to_string(),
        Err(message) => serde_json::json!(message).to_string(),
    };
    host.set("size", Func::from(size))?;
    Ok(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-988: an hour in which other programs ran is no reason; half a minute of work is.
    #[test]
    fn s_988_a_busy_machine_ends_no_compilation() {
        let [second, hour] = [1, 3_600].map(Duration::from_secs);
        assert!(!is_too_long(hour, Some(second)));
        assert!(is_too_long(30 * second, Some(30 * second)));
        assert!(!is_too_long(30 * second, None) && is_too_long(hour, None));
        if cfg!(target_os = "linux") {
            let before = processor_time().expect("Linux says it");
            let worked = (0..2_000_000_u64).fold(0, |sum, next| std::hint::black_box(sum ^ next));
            std::hint::black_box(worked);
            assert!(processor_time().expect("as before") >= before);
        }
    }
}
