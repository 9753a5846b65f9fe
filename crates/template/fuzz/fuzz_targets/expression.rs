//! Any text is an expression or an error, and gives the same twice.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use loggia_template::{Arena, Engine, RenderOptions, Vocabulary};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(Vocabulary::core()));

fuzz_target!(|text: &str| {
    let template = format!("{{.eval {text}}}[{{@x}}]{{.eval #{text}}}");
    let compiled = ENGINE.compile("t", &template);
    let arena = Arena::new();
    let data = arena.parse(r#"{"a": 1.5, "b": "12", "c": null, "d": [1], "e": {"f": true}}"#).unwrap_or_default();
    let options = RenderOptions::default();
    let output = ENGINE.render(&compiled.template, data, &options);
    assert_eq!(output, ENGINE.render(&compiled.template, data, &options));
});
