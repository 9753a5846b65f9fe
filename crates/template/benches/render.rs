//! How long compiled templates take to render.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use loggia_template::{Arena, Engine, Node, RenderOptions, Vocabulary};

const PAGE: &str = include_str!("../../../benches/template/workloads/list/template.html");
const PARTIALS: &str = include_str!("../../../benches/template/workloads/list/partials.json");
const DATA: &str = include_str!("../../../benches/template/workloads/list/data.json");

fn render(criterion: &mut Criterion) {
    let memory = Arena::new();
    let data = memory.parse(DATA).expect("the data of the workload is JSON");
    let partials = memory.parse(PARTIALS).expect("the partials of the workload are JSON");
    let partials = partials.as_object().into_iter().flat_map(|object| object.members());
    let partials = partials.map(|(name, text)| (name, text.as_str().unwrap_or_default()));
    let engine = Engine::builder(Vocabulary::core()).partials(partials).build();
    let options = RenderOptions { capacity: 64 << 10, ..RenderOptions::default() };
    let mut group = criterion.benchmark_group("render");
    for (name, template, data) in [
        ("page", PAGE, data),
        ("lookup", "{.repeated section items}{price.value}{website.place.city}{.end}", data),
        ("escape", "{.repeated section items}{note|html}{picture.title|htmlattr}{.end}", data),
        ("conditions", "{.repeated section items}{.if onSale}a{.or equal? kind 1}b{.or}c{.end}{.end}", data),
        ("locals", "{.repeated section items}{.var @t title|html}{@t}{@t|count}{.end}", data),
        ("expressions", "{.repeated section items}{.eval @w = weight * 2; @w + stock}{.end}", data),
        ("json", "{items|json}", data),
        ("nothing", "", Node::Null),
    ] {
        let compiled = engine.compile("page", template);
        let bytes = engine.render(&compiled.template, data, &options).text.len();
        group.throughput(Throughput::Bytes(bytes as u64));
        let mut arena = Arena::new();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let length =
                    engine.render_in(&arena, &compiled.template, black_box(data), &options).text.len();
                arena.reset();
                length
            });
        });
    }
    group.finish();
}

criterion_group!(benches, render);
criterion_main!(benches);
