//! Mistakes of template authors and what `loggia render` says to each: the place, the line, what to do.

use std::fs;
use std::process::{Command, Output};

/// The mistake, the template, and the message.
type Mistake = (&'static str, &'static str, &'static str);

const MISTAKES: [Mistake; 12] = [
    (
        "T-222 a formatter is misspelt",
        "<h1>{title}</h1>\n<p>{price|money-fromat}</p>",
        "error[template-syntax]: Formatter 'money-fromat' is unknown.
  --> page.html:2:11
   |
 2 | <p>{price|money-fromat}</p>
   |           ^^^^^^^^^^^^
  = help: did you mean `money-format`?
",
    ),
    (
        "T-223 a predicate is misspelt",
        "{.evne? price}yes{.end}",
        "error[template-syntax]: Predicate 'evne?' is unknown.
  --> page.html:1:3
   |
 1 | {.evne? price}yes{.end}
   |   ^^^^^
  = help: did you mean `even?`?
",
    ),
    (
        "T-225 a block is not closed",
        "{.section author}\n  <b>{name}</b>",
        "error[template-syntax]: Reached EOF in the middle of SECTION.
  --> page.html:1:1
   |
 1 | {.section author}
   | ^^^^^^^^^^^^^^^^^
  = help: this block is never closed; add {.end}
",
    ),
    (
        "T-227 an end too many",
        "{.repeated section items}<li>{@}</li>{.end}\n\t{.end}",
        "error[template-syntax]: Instruction END not allowed at root.
  --> page.html:2:2
   |
 2 |  {.end}
   |  ^^^^^^
  = help: no block is open here; remove it, or look for an {.end} too many above
",
    ),
    (
        "T-226 alternates with outside of a repeated section",
        "{.section a}{.alternates with}-{.end}",
        "error[template-syntax]: ALTERNATES_WITH instruction is not allowed inside SECTION block.
  --> page.html:1:13
   |
 1 | {.section a}{.alternates with}-{.end}
   |             ^^^^^^^^^^^^^^^^^^
  = help: {.alternates with} belongs into a {.repeated section}, before its {.or}
",
    ),
    (
        "T-224 a branch that never runs",
        "{.if title}1{.or}2{.or}3{.end}",
        "error[template-syntax]: This OR_PREDICATE block will never execute.
  --> page.html:1:19
   |
 1 | {.if title}1{.or}2{.or}3{.end}
   |                   ^^^^^
  = help: an {.or} without a predicate before it always runs; remove one of the two
",
    ),
    (
        "T-229 a partial is misspelt",
        "<ul>{@|apply card.blok}</ul>",
        "error[template-render]: Attempt to apply partial 'card.blok' which could not be found.
  --> page.html:1:14
   |
 1 | <ul>{@|apply card.blok}</ul>
   |              ^^^^^^^^^
  = help: did you mean `card.block`?
",
    ),
    (
        "T-229 a partial that nobody has",
        "{@|apply newsletter}",
        "error[template-render]: Attempt to apply partial 'newsletter' which could not be found.
  --> page.html:1:10
   |
 1 | {@|apply newsletter}
   |          ^^^^^^^^^^
  = help: add the block newsletter.block, or define a macro named newsletter before its use
",
    ),
    (
        "T-036 a partial that applies itself, reported in its own file",
        "{@|apply loop}",
        "error[template-render]: Attempt to apply partial 'loop' exceeded maximum recursion depth of 16.
  --> blocks/loop.block:1:10
   |
 1 | {@|apply loop}
   |          ^^^^
  = help: it applies itself, directly or through others, more than 16 deep
",
    ),
    (
        "T-046 an expression that is none",
        "{.eval price +}",
        "error[template-render]: Error reducing expression: price +: Invalid arguments to operator add.
  --> page.html:1:1
   |
 1 | {.eval price +}
   | ^^^^^^^^^^^^^^^
  = help: expected numbers, text, true, false or null on every side of an operator
",
    ),
    (
        "T-086 a predicate that is reserved",
        "{.units-metric?}m{.end}",
        "error[template-render]: \"units-metric?\" formatter is not yet implemented.
  --> page.html:1:1
   |
 1 | {.units-metric?}m{.end}
   | ^^^^^^^^^^^^^^^^
  = help: this word is reserved and always false
",
    ),
    (
        "T-226 an or in a macro",
        "{.macro hello}{.or}{.end}",
        "error[template-syntax]: OR_PREDICATE instruction is not allowed inside MACRO block.
  --> page.html:1:15
   |
 1 | {.macro hello}{.or}{.end}
   |               ^^^^^
  = help: a {.macro} has no {.or}; put a {.section} or {.if} inside it
",
    ),
];

const DATA: &str = r#"{"title": "Title", "price": 12, "items": []}"#;

fn render(template: &str, data: &str, extra: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("blocks")).unwrap();
    fs::write(folder.path().join("blocks/card.block"), "<i>{title}</i>").unwrap();
    fs::write(folder.path().join("blocks/loop.block"), "{@|apply loop}").unwrap();
    fs::write(folder.path().join("page.html"), template).unwrap();
    fs::write(folder.path().join("data.json"), data).unwrap();
    Command::new(env!("CARGO_BIN_EXE_loggia"))
        .current_dir(folder.path())
        .args(["render", "page.html", "data.json", "--partials", "blocks"])
        .args(extra)
        .output()
        .unwrap()
}

#[test]
fn each_mistake_is_reported_with_its_place_and_what_to_do() {
    for (name, template, message) in MISTAKES {
        let output = render(template, DATA, &[]);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message, "{name}");
        assert_eq!(output.status.code(), Some(1), "{name}");
    }
}

#[test]
fn broken_data_is_reported_with_its_place() {
    let output = render("{title}", "{\"title\": \"Title\",\n \"price\": 12,,\n}", &[]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error[json-syntax]: This is not JSON: expected a member's name in quotes, found ','.
  --> data.json:2:14
   |
 2 |  \"price\": 12,,
   |              ^
"
    );
    assert!(output.stdout.is_empty());
}

#[test]
fn programs_get_the_same_as_data() {
    let output = render("<b>{title}</b>\n{é}{title|slugfy}", DATA, &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        answer,
        serde_json::json!({
            "output": "<b>Title</b>\n{é}{title|slugfy}",
            "errors": [{
                "severity": "error",
                "code": "template-syntax",
                "file": "page.html",
                "line": 2,
                "column": 11,
                "length": 6,
                "message": "Formatter 'slugfy' is unknown.",
                "help": "did you mean `slugify`?",
                "sourceLine": "{é}{title|slugfy}"
            }]
        })
    );
}

#[test]
fn strict_rendering_ends_with_the_first_mistake() {
    let template = "a{title|nope}b{.nope?}c{.end}";
    let safe = String::from_utf8(render(template, DATA, &[]).stderr).unwrap();
    assert_eq!(safe.matches("error[").count(), 2, "{safe}");
    let strict = render(template, DATA, &["--strict"]);
    assert_eq!(String::from_utf8(strict.stderr).unwrap().matches("error[").count(), 1);
    assert!(strict.stdout.is_empty());
}
