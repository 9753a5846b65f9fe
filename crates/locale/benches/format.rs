//! What one value costs when its form is made once, and what making a form costs.

use criterion::{Criterion, criterion_group, criterion_main};
use loggia_locale::{
    DateFormat, DateOptions, Decimal, IntervalFormat, IntervalOptions, Locale, Message, MessageArguments,
    MessageKey, Moment, MoneyFormat, MoneyOptions, NumberFormat, NumberOptions, NumberStyle, PluralRules,
    RelativeFormat, RelativeOptions, Width, Zone,
};
use std::hint::black_box;

fn values(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("value");
    let mut out = String::with_capacity(64);
    let number: Decimal = "123456.789".parse().expect("a number");
    for tag in ["en-US", "de-DE", "ar-EG"] {
        let locale = Locale::resolve(tag);
        let decimal = NumberFormat::new(&locale, &NumberOptions::default());
        group.bench_function(format!("decimal {tag}"), |bencher| {
            bencher.iter(|| write(&mut out, |out| decimal.write(black_box(&number), out)));
        });
        let short =
            NumberFormat::new(&locale, &NumberOptions { style: NumberStyle::Short, ..Default::default() });
        group.bench_function(format!("decimal short {tag}"), |bencher| {
            bencher.iter(|| write(&mut out, |out| short.write(black_box(&number), out)));
        });
        let money = MoneyFormat::new(&locale, "USD", &MoneyOptions::default());
        group.bench_function(format!("money {tag}"), |bencher| {
            bencher.iter(|| {
                let amount = black_box("1234.56").parse::<Decimal>().expect("a number");
                write(&mut out, |out| money.write(&amount, out));
            });
        });
        let zone = Zone::find("America/New_York").expect("a zone");
        let long =
            DateFormat::new(&locale, &DateOptions { date: Some(Width::Long), ..DateOptions::default() });
        group.bench_function(format!("date long {tag}"), |bencher| {
            bencher.iter(|| {
                let moment = Moment::new(black_box(1_582_571_080_000), &zone).expect("in range");
                write(&mut out, |out| long.write(&moment, out));
            });
        });
        let both = DateFormat::new(
            &locale,
            &DateOptions { date: Some(Width::Short), time: Some(Width::Short), ..Default::default() },
        );
        group.bench_function(format!("datetime short {tag}"), |bencher| {
            bencher.iter(|| {
                let moment = Moment::new(black_box(1_582_571_080_000), &zone).expect("in range");
                write(&mut out, |out| both.write(&moment, out));
            });
        });
    }
    group.bench_function("parse decimal", |bencher| {
        bencher.iter(|| black_box("123456.789").parse::<Decimal>());
    });
    group.finish();
}

fn write(out: &mut String, write: impl FnOnce(&mut String)) {
    out.clear();
    write(out);
    black_box(&out);
}

/// One argument, 3.
struct Three;

impl MessageArguments for Three {
    fn write_text(&self, _: &MessageKey, out: &mut String) {
        out.push('3');
    }

    fn number(&self, _: &MessageKey) -> Option<Decimal> {
        Some(3.into())
    }

    fn call(&self, _: &str, _: &[MessageKey], _: &[Box<str>], _: &mut String) {}
}

fn rarer(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rarer");
    let locale = Locale::resolve("en-US");
    let zone = Zone::find("America/New_York").expect("a zone");
    let moment = |milliseconds| Moment::new(milliseconds, &zone).expect("in range");
    let (start, end) = (moment(1_582_663_910_000), moment(1_583_763_910_000));
    let interval = IntervalFormat::new(&locale, &IntervalOptions::default());
    group.bench_function("interval", |bencher| bencher.iter(|| interval.format(black_box(&start), &end)));
    let relative = RelativeFormat::new(&locale, &RelativeOptions::default());
    group.bench_function("relative", |bencher| bencher.iter(|| relative.format(black_box(&start), &end)));
    let plurals = PluralRules::new(&locale);
    let text = "You have {0 plural one {# item} other {# items}}.";
    let message = Message::parse(text, &[]);
    group.bench_function("message", |bencher| bencher.iter(|| message.format(black_box(&Three), &plurals)));
    group.bench_function("parse message", |bencher| bencher.iter(|| Message::parse(black_box(text), &[])));
    group.finish();
}

fn making(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("making");
    let locale = Locale::resolve("de-DE");
    group.bench_function("locale", |bencher| bencher.iter(|| Locale::resolve(black_box("de-DE"))));
    group.bench_function("number", |bencher| {
        bencher.iter(|| NumberFormat::new(black_box(&locale), &NumberOptions::default()));
    });
    group.bench_function("money", |bencher| {
        bencher.iter(|| MoneyFormat::new(black_box(&locale), "EUR", &MoneyOptions::default()));
    });
    group.bench_function("money short", |bencher| {
        let options = MoneyOptions { style: loggia_locale::MoneyStyle::Short, ..Default::default() };
        bencher.iter(|| MoneyFormat::new(black_box(&locale), "EUR", &options));
    });
    group.bench_function("date", |bencher| {
        bencher.iter(|| {
            DateFormat::new(
                black_box(&locale),
                &DateOptions { date: Some(Width::Short), time: Some(Width::Short), ..Default::default() },
            )
        });
    });
    group.bench_function("date skeleton", |bencher| {
        bencher.iter(|| DateFormat::new(black_box(&locale), &DateOptions::skeleton("yMMMEd")));
    });
    group.bench_function("zone", |bencher| bencher.iter(|| Zone::find(black_box("America/New_York"))));
    group.finish();
}

criterion_group!(benches, values, rarer, making);
criterion_main!(benches);
