//! Any template renders over any data within its limits. The input is a template, a zero byte, and JSON.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use loggia_template::{Arena, Engine, Limits, RenderOptions, Vocabulary};

static VOCABULARY: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| Arc::new(Vocabulary::core()));

const DATA: &str = r#"{"a":1,"b":[1,2,{"c":"x"}],"c":{"d":{"e":null}},"s":"a <b> \"c\" é😀","n":-1.5,"t":true,"e":""}"#;

fuzz_target!(|input: &str| {
    let (template, json) = input.split_once('\0').unwrap_or((input, DATA));
    let arena = Arena::new();
    let Ok(data) = arena.parse(json) else { return };
    // The template is its own partial too, so that recursion is reached.
    let engine = Engine::builder(Arc::clone(&VOCABULARY)).partial("p", template).build();
    let compiled = engine.compile("t", template);
    let limits = Limits { steps: 20_000, output_bytes: 1 << 20, ..Limits::default() };
    let options = RenderOptions { limits, ..RenderOptions::default() };
    let output = engine.render(&compiled.template, data, &options);
    assert!(output.text.len() <= limits.output_bytes);
    assert_eq!(output, engine.render(&compiled.template, data, &options));
});
