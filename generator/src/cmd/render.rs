//! `loggia render`: one template with data, or the batch protocol.

use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use loggia_template::{Arena, Batch, Engine, Error, Limits, Mode, RenderOptions};
use serde_json::json;

use crate::cli::{Exit, RenderArgs};
use crate::clock;
use crate::diagnostic::Diagnostic;
use crate::theme::{explain, vocabulary};

/// A template: the name that it is applied by, its file, its text.
struct Text {
    name: String,
    file: PathBuf,
    text: String,
}

/// Renders to standard output; errors go to standard error. With `--json` both are one object on standard output:
/// `{"output": text, "errors": [diagnostic]}`.
pub fn run(args: &RenderArgs) -> anyhow::Result<Exit> {
    if args.batch {
        return batch();
    }
    let Some(path) = &args.template else { return Ok(Exit::Usage) };
    let template = read(path)?;
    let data = args.data.as_deref().map(read).transpose()?.unwrap_or_else(|| "{}".to_owned());
    let mut texts = args.partials.as_deref().map(partials).transpose()?.unwrap_or_default();
    let named = texts.iter().map(|text| (text.name.as_str(), text.text.as_str()));
    let engine = Engine::builder(vocabulary()).partials(named).build();
    let name = path.display().to_string();
    texts.push(Text { name: name.clone(), file: path.clone(), text: template.clone() });
    let arena = Arena::new();
    let data = match arena.parse(&data) {
        Ok(node) => node,
        Err(fault) => {
            let file = args.data.clone().unwrap_or_default();
            let message = format!("This is not JSON: {}.", fault.message);
            let (line, column) = (fault.line as usize, fault.column as usize);
            let fault = Diagnostic::error("json-syntax", file, message).at(&data, line, column);
            return Ok(answer(args, "", &[fault]));
        }
    };
    let compiled = engine.compile(&name, &template);
    let options = RenderOptions {
        now: Some(args.now.unwrap_or_else(clock::now) as f64),
        locale: Some(&args.locale),
        mode: if args.strict { Mode::Strict } else { Mode::Safe },
        limits: Limits::default(),
        ..RenderOptions::default()
    };
    let mut errors = compiled.errors;
    // Strict execution begins with a template without an error, and ends with the first.
    let mut text = String::new();
    if args.strict && !errors.is_empty() {
        errors.truncate(1);
    } else {
        let output = engine.render(&compiled.template, data, &options);
        text = output.text;
        errors.extend(output.errors);
    }
    let faults: Vec<Diagnostic> = errors.iter().map(|error| fault(error, &texts, &engine)).collect();
    Ok(answer(args, &text, &faults))
}

/// Shows what came out.
fn answer(args: &RenderArgs, text: &str, faults: &[Diagnostic]) -> Exit {
    if args.json {
        println!("{}", json!({"output": text, "errors": faults}));
    } else {
        print!("{text}");
        for fault in faults {
            eprintln!("{fault}");
        }
    }
    if faults.is_empty() { Exit::Ok } else { Exit::Content }
}

/// An error with its source line, what to do, and the nearest known word.
fn fault(error: &Error, texts: &[Text], engine: &Engine) -> Diagnostic {
    let text = texts.iter().find(|text| *text.name == *error.file);
    let source = text.map(|text| explain::Source { written: &text.text, compiled: &text.text });
    let file = text.map_or(Path::new(&*error.file), |text| &text.file);
    explain::error(error, file, source, engine.vocabulary(), texts.iter().map(|text| text.name.as_str()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("standard input cannot be read")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Every file of a folder as a partial, by its name and by its name without the ending.
fn partials(folder: &Path) -> anyhow::Result<Vec<Text>> {
    let mut partials = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort();
    for file in files {
        let text = read(&file)?;
        for name in [file.file_stem(), file.file_name()].into_iter().flatten() {
            let name = name.to_string_lossy().into_owned();
            partials.push(Text { name, file: file.clone(), text: text.clone() });
        }
    }
    Ok(partials)
}

/// One JSON request a line from standard input, one answer a line to standard output.
fn batch() -> anyhow::Result<Exit> {
    let batch = Batch::new(vocabulary());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.context("standard input cannot be read")?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", batch.answer(&line)).context("standard output cannot be written")?;
        out.flush().context("standard output cannot be written")?;
    }
    Ok(Exit::Ok)
}
