//! The same as `render`, with every formatter and predicate of the project.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use loggia_template::{Arena, Engine, Limits, RenderOptions, Vocabulary};

static VOCABULARY: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| Arc::new(loggia_formatters::vocabulary()));

const DATA: &str = r##"{"a":1582571080000,"b":[1,"x",{"c":2}],"m":{"value":"12.5","currency":"EUR"},"z":"150x75",
"h":"#a0b1c2","i":{"assetUrl":"/a.jpg","originalSize":"10x20","systemDataVariants":"10x20,100w","colorData":
{"topLeftAverage":"abc"}},"p":{"id":"1","structuredContent":{"productType":1,"variants":[{"price":100,"onSale":true,
"salePrice":50,"qtyInStock":1,"attributes":{"Size":"S"},"priceMoney":{"value":"1.00","currency":"USD"}}],
"variantOptionOrdering":["Size"]}},"t":"{0 plural one {#} other {# {1}}}","website":{"timeZone":"Europe/Berlin"}}"##;

fuzz_target!(|input: &str| {
    let (template, json) = input.split_once('\0').unwrap_or((input, DATA));
    let arena = Arena::new();
    let Ok(data) = arena.parse(json) else { return };
    let engine = Engine::new(Arc::clone(&VOCABULARY));
    let compiled = engine.compile("t", template);
    let limits = Limits { steps: 5_000, output_bytes: 1 << 20, ..Limits::default() };
    let options =
        RenderOptions { limits, locale: Some("en"), now: Some(1.6e12), ..RenderOptions::default() };
    let _ = engine.render(&compiled.template, data, &options);
});
