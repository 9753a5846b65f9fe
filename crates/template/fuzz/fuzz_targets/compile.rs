//! Any text compiles, in all ways, and says where its errors are.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use loggia_template::{Arena, Engine, Report, Vocabulary};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(Vocabulary::core()));

fuzz_target!(|text: &str| {
    let compiled = ENGINE.compile("t", text);
    for error in &compiled.errors {
        assert!(error.line >= 1 && error.column >= 1);
        assert!(error.offset as usize + error.length as usize <= text.len());
        let _ = Report::new(error, text).with_words(ENGINE.vocabulary()).to_string();
    }
    let _ = ENGINE.compile_preprocessor("t", text);
    let (tree, errors) = ENGINE.code_tree("t", text);
    assert_eq!(errors, compiled.errors);
    // A tree nests two levels for each block, and a deep one is more than the parser of JSON reads.
    if let Err(error) = Arena::new().parse(&tree) {
        assert!(error.message.contains("nested deeper"), "{error}");
    }
});
