//! What the engine promises beside the language: limits, strictness, sharing, places.

use std::sync::Arc;
use std::time::{Duration, Instant};

use loggia_template::{
    Arena, Batch, Engine, ExpressionLimits, Limits, Mode, Output, RenderOptions, Report, Vocabulary,
};

fn render(template: &str, json: &str, options: &RenderOptions<'_>) -> Output {
    let engine = Engine::new(Vocabulary::core());
    let page = engine.compile("page.html", template);
    let arena = Arena::new();
    engine.render(&page.template, arena.parse(json).expect("the data of a test is JSON"), options)
}

fn codes(output: &Output) -> Vec<&str> {
    output.errors.iter().map(|error| error.code()).collect()
}

/// T-016
#[test]
fn t_016_the_same_input_gives_the_same_output_on_every_thread() {
    let engine = Engine::builder(Arc::new(Vocabulary::core())).partial("p", "<{name|html}>").build();
    let page =
        engine.compile("page", "{.repeated section items}{@index}{@|apply p}{.var @v name}{@v|json}{.end}");
    let arena = Arena::new();
    let data = arena.parse(r#"{"items": [{"name": "A&B"}, {"name": "C"}, {}]}"#).unwrap();
    let outputs: Vec<Output> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| engine.render(&page.template, data, &RenderOptions::default())))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outputs[0].text, "1<A&amp;B>\"A&B\"2<C>\"C\"3<>");
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}

/// T-033
#[test]
fn t_033_a_thousand_partials_take_no_time() {
    let engine = Engine::builder(Vocabulary::core()).partial("item", "{.if a}{b}{.or}{@}{.end}").build();
    let page = engine.compile("page", "{.repeated section @}{@|apply item}{.end}");
    let list: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
    let json = format!("[{}]", list.join(","));
    let arena = Arena::new();
    let data = arena.parse(&json).unwrap();
    let start = Instant::now();
    let output = engine.render(&page.template, data, &RenderOptions::default());
    assert!(start.elapsed() < Duration::from_millis(100));
    assert_eq!(output.text, list.concat());
}

/// T-048: the limits of an engine that sets no others.
#[test]
fn t_048_an_expression_has_at_most_a_thousand_tokens() {
    let sum = |count: usize| format!("{{.eval {}1}}", "1+".repeat(count));
    let at_limit = render(&format!("{{.eval {}1;}}", "1+".repeat(499)), "{}", &RenderOptions::default());
    assert_eq!((at_limit.text.as_str(), at_limit.errors.len()), ("500", 0));
    let above = render(&sum(500), "{}", &RenderOptions::default());
    assert_eq!(above.text, "");
    assert!(above.errors[0].message().ends_with("maximum number of allowed tokens: 1000"));
}

/// T-048
#[test]
fn t_048_a_concatenation_has_at_most_a_hundred_thousand_code_units() {
    let json = format!(r#"{{"a": "{}"}}"#, "x".repeat(50_000));
    let options = RenderOptions::default();
    assert_eq!(render("{.eval a + a}", &json, &options).text.len(), 100_000);
    let above = render("{.eval a + a + 'y'}", &json, &options);
    assert_eq!(codes(&above), ["EXPRESSION_REDUCE"]);
    let free = Engine::builder(Vocabulary::core())
        .expression_limits(ExpressionLimits { tokens: 0, text: 0 })
        .build();
    let page = free.compile("page", "{.eval a + a + 'y'}");
    let arena = Arena::new();
    let output = free.render(&page.template, arena.parse(&json).unwrap(), &options);
    assert_eq!(output.text.len(), 100_001);
}

#[test]
fn a_runaway_template_ends_at_its_limit_of_steps() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let options = RenderOptions { limits, ..RenderOptions::default() };
    let output = render("a{.repeated section @}x{.end}b", &format!("[{}1]", "1,".repeat(9999)), &options);
    assert_eq!(codes(&output).last(), Some(&"CODE_LIMIT_REACHED"));
    assert_eq!(codes(&output).iter().filter(|code| **code == "CODE_LIMIT_REACHED").count(), 1);
    assert!(output.text.starts_with("ax"));
    assert!(!output.text.ends_with('b'));
}

#[test]
fn a_runaway_template_ends_at_its_limit_of_output() {
    let limits = Limits { output_bytes: 1000, ..Limits::default() };
    let options = RenderOptions { limits, ..RenderOptions::default() };
    let output = render("{.repeated section @}éèàù{.end}", &format!("[{}1]", "1,".repeat(9999)), &options);
    assert_eq!(codes(&output), ["OUTPUT_LIMIT_REACHED"]);
    assert_eq!(output.text.len(), 1000);
}

#[test]
fn a_template_that_fills_memory_ends_at_its_limit() {
    let limits = Limits { memory_bytes: 1 << 20, ..Limits::default() };
    let options = RenderOptions { limits, ..RenderOptions::default() };
    // Quoting a text again and again doubles its backslashes each time.
    let template = format!("a{{.var @x q|json}}{}{{@x}}b", "{.var @x @x|json}".repeat(60));
    let output = render(&template, r#"{"q": "\""}"#, &options);
    assert_eq!((output.text.as_str(), codes(&output)), ("a", vec!["MEMORY_LIMIT_REACHED"]));
    let output = render(
        "{.repeated section @}{.ctx @x a=@ b=@}{.end}",
        &format!("[{}1]", "1,".repeat(20_000)),
        &options,
    );
    assert_eq!(codes(&output), ["MEMORY_LIMIT_REACHED"]);
}

/// Time that this thread has had a processor, which a busy machine does not stretch; the clock where the system does
/// not tell.
fn processor_time(start: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        stat.as_deref().and_then(|stat| stat.split(' ').next()).and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// One large template takes about as long as ten small ones; were the time that of the square, it would take ten times
/// as long.
fn grows_with_size(make: impl Fn(usize) -> String) {
    let start = Instant::now();
    let time = |template: &str, times: usize| {
        let before = processor_time(start);
        for _ in 0..times {
            render(template, r#"{"a": 1}"#, &RenderOptions::default());
        }
        processor_time(start) - before
    };
    let (small, large) = (time(&make(1_000), 20), time(&make(10_000), 2));
    assert!(large < small * 4 + Duration::from_millis(40), "{small:?} against {large:?}");
}

#[test]
fn no_template_takes_time_out_of_proportion() {
    let many = |make: &dyn Fn(usize) -> String, count: usize| (0..count).map(make).collect::<String>();
    grows_with_size(|count| many(&|at| format!("{{.var @v{at} a}}{{@v{at}}}"), count));
    grows_with_size(|count| many(&|at| format!("{{.macro m{at}}}x{{.end}}{{@|apply m{at}}}"), count));
    grows_with_size(|count| "{.end}é{.nope?}{.end}".repeat(count));
    grows_with_size(|count| many(&|at| format!("{{.eval 1 +* {at} 'x}}"), count));
    grows_with_size(|count| "{.section a}".repeat(count));
    grows_with_size(|count| "{".repeat(count * 10));
    grows_with_size(|count| "{a".repeat(count * 10));
    grows_with_size(|count| format!("{{.eval {}1}}", "(1+".repeat(count)));
    grows_with_size(|count| format!("{{@|output {}}}", "a ".repeat(count)));
}

#[test]
fn blocks_nested_beyond_reason_are_left_out() {
    let template = format!("{}x{}y", "{.section @}".repeat(5000), "{.end}".repeat(5000));
    let output = render(&template, "[1]", &RenderOptions::default());
    assert_eq!(codes(&output), ["NESTING_LIMIT_REACHED"]);
    assert_eq!(output.text, "y");
}

#[test]
fn values_nested_beyond_reason_are_cut() {
    let mut template = String::from("{.var @x a}");
    for _ in 0..5000 {
        template.push_str("{.ctx @x a=@x}");
    }
    template.push_str("{.equal? @x @x}same{.or}too deep{.end}{@x|json|count}");
    let output = render(&template, r#"{"a": 1}"#, &RenderOptions::default());
    assert_eq!(output.errors, []);
    assert!(output.text.starts_with("too deep"));
}

#[test]
fn strict_mode_stops_at_the_first_error() {
    let batch = Batch::new(Vocabulary::core());
    let answer = batch.answer(r#"{"template": "a\n{.nope?}{x|nope}{.end}", "strict": true}"#);
    assert_eq!(answer.matches(r#""code":"#).count(), 1, "{answer}");
    assert!(answer.contains("SyntaxError: Predicate 'nope?' is unknown"), "{answer}");
    let answer = batch.answer(r#"{"template": "{.section a}{.end}", "strict": true}"#);
    assert!(answer.contains(r#""errors":[]"#), "{answer}");

    let options = RenderOptions { mode: Mode::Strict, ..RenderOptions::default() };
    let output = render("a{@|apply nope}b{@|apply nope}c", "{}", &options);
    assert_eq!((output.text.as_str(), output.errors.len()), ("a", 1));
}

/// S-685: the errors of a partial are the same in both ways, and are told once; what could be read of it is shown to who
/// asks for it, through `apply` and through `{.include}`.
#[test]
fn s_685_a_broken_partial_is_shown_as_far_as_it_could_be_read() {
    let broken = [
        // (partial, what is shown of it)
        ("<i>{name|nope}</i>", "<i>{name|nope}</i>"),
        ("<i>{.fresh?}new{.or}old{.end}</i>", "<i>old</i>"),
        ("<i>{.if a}1{.or}2{.or}3{.end}</i>", "<i>23</i>"),
        ("<i>{.section name}{@}", "<i>Rye"),
        ("<i>{name}</i>{.end}", "<i>Rye</i>"),
        ("<i>{name}{.alternates with}, {.end}</i>", "<i>Rye"),
    ];
    for (partial, shown) in broken {
        let engine = Engine::builder(Vocabulary::core()).partial("p", partial).build();
        let template = engine.compile("page", "[{@|apply p}{.include p output}]").template;
        let arena = Arena::new();
        let data = arena.parse(r#"{"name": "Rye"}"#).unwrap();
        let options = RenderOptions { broken_partials: true, ..RenderOptions::default() };
        let (with, without) = (
            engine.render(&template, data, &options),
            engine.render(&template, data, &RenderOptions::default()),
        );
        assert_eq!(without.text, "[]", "{partial}");
        assert!(with.text.starts_with(&format!("[{shown}")) && with.text.ends_with(']'), "{}", with.text);
        assert!(!with.errors.is_empty(), "{partial}");
        assert_eq!(format!("{:?}", with.errors), format!("{:?}", without.errors));
    }
}

/// T-243
#[test]
fn t_243_an_error_in_a_partial_names_the_partial() {
    let engine =
        Engine::builder(Vocabulary::core()).partial("blocks/card.block", "<p>\n  {.eval 1 +}</p>").build();
    let page = engine.compile("page.html", "{@|apply blocks/card.block}");
    let output = engine.render(&page.template, loggia_template::Node::Null, &RenderOptions::default());
    assert_eq!(
        output.errors[0].to_string(),
        "blocks/card.block:2:3: RuntimeError: Error reducing expression: 1 +: Invalid arguments to operator add"
    );
    assert_eq!(output.errors[0].length, 11);
}

#[test]
fn a_preprocessor_run_gives_a_template() {
    let engine = Engine::new(Vocabulary::core());
    let pre = engine
        .compile_preprocessor("p", "{^.repeated section l}{^@}:{name|html}{^.end}{# c }{## d ##}{^## {^# e}");
    let arena = Arena::new();
    let data = arena.parse(r#"{"l": [1, 2], "name": "x"}"#).unwrap();
    let output = engine.render(&pre.template, data, &RenderOptions::default());
    assert_eq!(output.text, "1:{name|html}2:{name|html}{# c }{^## ");
}

#[test]
fn a_report_points_at_the_word_and_suggests_another() {
    let engine = Engine::builder(Vocabulary::core()).partial("card.block", "").build();
    let source = "\t{title|htlm}\n{.eqal? a 1}x{.end}{a|quite-unknown}\n{.section a}";
    let page = engine.compile("page.html", source);
    let reports: Vec<String> = page
        .errors
        .iter()
        .map(|error| Report::new(error, source).with_words(engine.vocabulary()).to_string())
        .collect();
    assert!(
        reports[0].ends_with("1 | \t{title|htlm}\n  | \t       ^^^^ did you mean `html`?\n"),
        "{}",
        reports[0]
    );
    assert!(reports[1].contains("^^^^^ did you mean `equal?`?"), "{}", reports[1]);
    assert!(reports[2].contains("there is no formatter of this name"), "{}", reports[2]);
    assert!(reports[3].contains("3 | {.section a}\n  | ^^^^^^^^^^^^ this block is never closed; add {.end}"));

    let page = engine.compile("page.html", "{@|apply crad.block}");
    let output = engine.render(&page.template, loggia_template::Node::Null, &RenderOptions::default());
    let names = engine.partials().map(|(name, _)| name);
    let report = Report::new(&output.errors[0], page.template.source()).with_partials(names);
    assert_eq!(report.suggestion(), Some("card.block"));
}

/// Editors see every tag, also where the tags do not fit together or name words that there are not.
#[test]
fn every_tag_of_a_text_is_listed_in_its_order() {
    let engine = Engine::new(Vocabulary::core());
    let text = "ä{.repeated section items}{@|apply card.block}{.alternates with}{## a } b ##}{.or}{.var @a b.0.c, d|count}{.end}\
                {.end}{.if a && @b}{.odd? 3}{x|nope}{.nope? 1}{ text }{.macro m}{.eof}";
    let tags = engine.tags(text);
    let seen: Vec<_> =
        tags.iter().map(|tag| (tag.opcode.name(), &text[tag.span.clone()], tag.names.join(" "))).collect();
    let wanted = [
        ("REPEATED", "{.repeated section items}", "items"),
        ("VARIABLE", "{@|apply card.block}", "@"),
        ("ALTERNATES_WITH", "{.alternates with}", ""),
        ("COMMENT", "{## a } b ##}", ""),
        ("OR_PREDICATE", "{.or}", ""),
        ("BINDVAR", "{.var @a b.0.c, d|count}", "b.0.c d"),
        ("END", "{.end}", ""),
        ("END", "{.end}", ""),
        ("IF", "{.if a && @b}", "a @b"),
        ("PREDICATE", "{.odd? 3}", ""),
        ("PREDICATE", "{.nope? 1}", ""),
        ("MACRO", "{.macro m}", ""),
        ("EOF", "{.eof}", ""),
    ];
    let seen: Vec<_> = seen.iter().map(|(kind, span, names)| (*kind, *span, names.as_str())).collect();
    assert_eq!(seen, wanted);
    assert_eq!(&text[tags[1].calls[0].arguments.clone()], " card.block");
    assert_eq!(tags[9].word.clone().map(|word| &text[word]), Some("odd?"));
    assert!(engine.tags("").is_empty() && engine.tags("plain { text").is_empty());
}

/// S-405: the text is the same; each place says which value was printed there, and two equal texts are two.
#[test]
fn s_405_notes_say_which_value_stands_where() {
    let engine = Engine::builder(Vocabulary::core())
        .partial("card", "<b>{title|html}</b>{@missing}")
        .partial("words", "{.macro own}{title}{.end}{title}")
        .build();
    let template = "{title}|{.repeated section items}{@|apply card}{.end}|{.include words}{.include words output}|\
                    {@|apply card|truncate 4}|{title|html|truncate 6}|{.var @t title}{@t}|{n}{empty}{items}";
    let page = engine.compile("page", template);
    let arena = Arena::new();
    let data = arena
        .parse(r#"{"title": "Rye & salt", "n": 3, "empty": "", "items": [{"title": "Rye & salt"}, {"title": "Oats"}]}"#)
        .unwrap();
    let plain = engine.render(&page.template, data, &RenderOptions::default());
    let noted =
        engine.render(&page.template, data, &RenderOptions { notes: true, ..RenderOptions::default() });
    assert_eq!((noted.text.as_str(), plain.notes.len()), (plain.text.as_str(), 0));
    let names =
        [("title", data.get("title")), ("0", data.path("items.0.title")), ("1", data.path("items.1.title"))];
    let said: Vec<(&str, &str)> = noted
        .notes
        .iter()
        .map(|note| {
            let of = names.iter().find(|(_, node)| node.origin() == Some(note.origin));
            (of.map_or("other", |(name, _)| name), &noted.text[note.range.clone()])
        })
        .collect();
    let wanted = [
        ("title", "Rye & salt"),
        ("0", "Rye &amp; salt"),
        ("1", "Oats"),
        // What was included without its text has none, nor has what was captured: its tag says the object instead.
        ("title", "Rye & salt"),
        ("other", "<b>R..."),
        ("title", "Rye ..."),
        ("title", "Rye & salt"),
    ];
    assert_eq!(said, wanted, "{}", noted.text);
}
