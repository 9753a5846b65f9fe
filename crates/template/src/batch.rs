//! The batch protocol: one request in JSON a line in, one answer a line out, so that any two engines of the language
//! can be held against each other.

use std::sync::Arc;

use crate::engine::Engine;
use crate::error::Error;
use crate::expr::ExpressionLimits;
use crate::node::{Arena, Node, write_json_text, write_number};
use crate::runtime::{Injectables, Mode, RenderOptions};
use crate::vocabulary::Vocabulary;

/// Answers requests with one vocabulary.
///
/// A request has `template` and may have `id` (echoed), `json`, `partials`, `inject`, `locale` (default `en`; `none` is
/// no locale), `timezone` (merged in as `website.timeZone`), `now`, `enableExpr`, `enableInclude`, `exprOpts`
/// (`maxTokens`, `maxStringLen`), `mode` (`render`, `parse`, `preprocess`) and `strict`.
///
/// ```
/// use loggia_template::{Batch, Vocabulary};
///
/// let batch = Batch::new(Vocabulary::core());
/// let answer = batch.answer(r#"{"id": 1, "template": "Hi {name}{.end}", "json": {"name": "Ada"}}"#);
/// assert_eq!(
///     answer,
///     concat!(
///         r#"{"id":1,"output":"Hi Ada","errors":[{"code":"NOT_ALLOWED_AT_ROOT","type":"assembler","#,
///         r#""message":"SyntaxError: Instruction END not allowed at root","line":1,"column":10}]}"#,
///     ),
/// );
/// assert!(batch.answer("{").starts_with(r#"{"id":null,"exception":"BadRequest: "#));
/// ```
pub struct Batch {
    vocabulary: Arc<Vocabulary>,
}

impl Batch {
    /// Answers with this vocabulary.
    pub fn new(vocabulary: impl Into<Arc<Vocabulary>>) -> Self {
        Batch { vocabulary: vocabulary.into() }
    }

    /// Answers one line. A line that is no request is answered with an `exception`.
    pub fn answer(&self, line: &str) -> String {
        let arena = Arena::new();
        let request = match arena.parse(line) {
            Ok(request @ Node::Object(_)) => request,
            Ok(_) => return bad_request("a request is an object"),
            Err(error) => return bad_request(&error.to_string()),
        };
        match request.get("template") {
            Node::Text(template) => self.run(&arena, request, template),
            _ => bad_request("\"template\" has to be a text"),
        }
    }

    fn run<'a>(&self, arena: &'a Arena, request: Node<'a>, template: &str) -> String {
        let mut answer = Answer::new(request.get("id"));
        let engine = self.engine(request);
        let mode = request.get("mode").as_str().unwrap_or("render");
        if mode == "parse" {
            let (tree, errors) = engine.code_tree("template", template);
            answer.tree(&tree);
            return answer.finish(&errors);
        }
        let strict = request.get("strict").is_true();
        let compiled = match mode {
            "preprocess" => engine.compile_preprocessor("template", template),
            _ => engine.compile("template", template),
        };
        let mut errors = compiled.errors;
        if strict && !errors.is_empty() {
            errors.truncate(1);
            return answer.finish(&errors);
        }
        let mut injectables = Injectables::new();
        if let Node::Object(inject) = request.get("inject") {
            for (path, node) in inject.members() {
                injectables.insert(path, node);
            }
        }
        let locale = match request.get("locale").as_str() {
            Some("none") => None,
            Some("") | None => Some("en"),
            locale => locale,
        };
        let options = RenderOptions {
            now: request.get("now").as_f64(),
            locale,
            injectables: Some(&injectables),
            expressions: !matches!(request.get("enableExpr"), Node::Boolean(false)),
            includes: !matches!(request.get("enableInclude"), Node::Boolean(false)),
            mode: if strict { Mode::Strict } else { Mode::Safe },
            ..RenderOptions::default()
        };
        let output = engine.render(&compiled.template, data(arena, request), &options);
        answer.output(&output.text);
        errors.extend(output.errors);
        answer.finish(&errors)
    }

    fn engine(&self, request: Node<'_>) -> Engine {
        let limits = request.get("exprOpts");
        let limit = |name: &str| limits.get(name).as_f64().map_or(0, |limit| limit.max(0.0) as usize);
        let limits = ExpressionLimits { tokens: limit("maxTokens"), text: limit("maxStringLen") };
        let mut builder = Engine::builder(Arc::clone(&self.vocabulary)).expression_limits(limits);
        if let Node::Object(partials) = request.get("partials") {
            for (name, text) in partials.members() {
                if let Node::Text(text) = text {
                    builder = builder.partial(name, text);
                }
            }
        }
        builder.build()
    }
}

/// The root of the data, with the request's time zone below the members it has itself.
fn data<'a>(arena: &'a Arena, request: Node<'a>) -> Node<'a> {
    let json = request.get("json");
    let zone = match request.get("timezone") {
        Node::Text(zone) if !zone.is_empty() => zone,
        _ => return json,
    };
    let website = ("website", arena.object([("timeZone", Node::Text(zone))]));
    match json {
        Node::Missing => arena.object([website]),
        Node::Object(object) => arena.object(std::iter::once(website).chain(object.members())),
        other => other,
    }
}

fn bad_request(message: &str) -> String {
    let mut out = String::from("{\"id\":null,\"exception\":");
    write_json_text(&format!("BadRequest: {message}"), &mut out);
    out.push('}');
    out
}

/// An answer that is being written.
struct Answer {
    out: String,
    has_output: bool,
}

impl Answer {
    fn new(id: Node<'_>) -> Self {
        let mut out = String::from("{\"id\":");
        id.write_json(&mut out);
        Answer { out, has_output: false }
    }

    fn tree(&mut self, tree: &str) {
        self.out.push_str(",\"ast\":");
        self.out.push_str(tree);
    }

    fn output(&mut self, text: &str) {
        self.out.push_str(",\"output\":");
        write_json_text(text, &mut self.out);
        self.has_output = true;
    }

    fn finish(mut self, errors: &[Error]) -> String {
        if !self.has_output {
            self.out.push_str(",\"output\":null");
        }
        self.out.push_str(",\"errors\":[");
        for (at, error) in errors.iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.error(error);
        }
        self.out.push_str("]}");
        if self.out.contains(['\u{2028}', '\u{2029}']) {
            // They are legal in JSON, but readers that split lines by Unicode's rules break at them.
            return self.out.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
        }
        self.out
    }

    fn error(&mut self, error: &Error) {
        for (name, value) in [
            ("{\"code\":", error.code()),
            (",\"type\":", error.kind.family().name()),
            (",\"message\":", &error.message()),
        ] {
            self.out.push_str(name);
            write_json_text(value, &mut self.out);
        }
        for (name, value) in [(",\"line\":", error.line), (",\"column\":", error.column)] {
            self.out.push_str(name);
            write_number(f64::from(value), &mut self.out);
        }
        self.out.push('}');
    }
}
