//! How long texts take to compile, and data to parse.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use loggia_template::{Arena, Engine, Vocabulary};

const PAGE: &str = include_str!("../../../benches/template/workloads/list/template.html");
const DATA: &str = include_str!("../../../benches/template/workloads/list/data.json");

fn compile(criterion: &mut Criterion) {
    let engine = Engine::new(Vocabulary::core());
    let mut group = criterion.benchmark_group("compile");
    for (name, text) in [
        ("page", PAGE.to_owned()),
        ("tags", "{a|html} {b.c, d|truncate 10|json}{.section e}{.or}{.end}".repeat(100)),
        ("text", "body { color: red } <p>words</p>\n".repeat(100)),
        ("expressions", "{.eval @a = 1 + b.c * max(2, 3)}".repeat(100)),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| engine.compile("page", black_box(&text))));
    }
    group.finish();
}

fn json(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("json");
    group.throughput(Throughput::Bytes(DATA.len() as u64));
    let mut arena = Arena::new();
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            let size = arena.parse(black_box(DATA)).map_or(0, |node| node.size());
            arena.reset();
            size
        });
    });
    group.finish();
}

criterion_group!(benches, compile, json);
criterion_main!(benches);
