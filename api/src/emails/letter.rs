//! A letter as text and as HTML, made of templates: the site's own where it has one that works, else ours.

use crate::ordered::OrderWords;
use crate::outbound::email::EmailMessage;
use crate::published::Published;
use loggia_commerce::LETTER_BYTES_MAXIMUM;
use loggia_template::{Arena, Engine, Limits, Mode, RenderOptions, Template, Vocabulary};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// What a template of a letter may do. None needs a hundredth of it.
const LIMITS: Limits = Limits { steps: 200_000, output_bytes: 400_000, memory_bytes: 2_000_000 };
/// The longest subject, in characters.
const LONGEST_SUBJECT: usize = 200;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(Vocabulary::core()));
static TEXT: LazyLock<Template> =
    LazyLock::new(|| ENGINE.compile("letter.txt", include_str!("templates/letter.txt")).template);
static HTML: LazyLock<Template> =
    LazyLock::new(|| ENGINE.compile("letter.html", include_str!("templates/letter.html")).template);

/// A letter before it is written.
pub(super) struct Letter<'a> {
    /// Which templates of the site it has: `confirmation`, `shipped`, … (`docs/owners/selling.md` has them all), or another word for none.
    pub kind: &'static str,
    /// The site.
    pub published: &'a Published,
    /// The words of its reader's language.
    pub words: &'a OrderWords<'a>,
    /// Whom it is for.
    pub to: &'a str,
    /// What it is about, unless a template says it.
    pub subject: String,
    /// What it says, for the templates: members of an object.
    pub content: Map<String, Value>,
}

impl Letter<'_> {
    /// The letter. A template of the site's that does not work is logged, and ours takes its place.
    pub fn write(mut self) -> EmailMessage {
        let website = &self.published.catalog.website;
        let frame = json!({
            "t": self.words.all(),
            "subject": self.subject,
            "language": self.words.tag(),
            "dir": self.words.direction(),
            "shop": {"name": super::name(self.published), "url": website.base_url},
        });
        if let Value::Object(frame) = frame {
            self.content.extend(frame);
        }
        let data = Value::Object(std::mem::take(&mut self.content)).to_string();
        let letters = &self.published.catalog.letters;
        let own =
            letters.get(&format!("{}/{}", self.words.tag(), self.kind)).or_else(|| letters.get(self.kind));
        let own_part = |part: &str, text: Option<&String>| {
            self.own(part, text?, &data).filter(|made| !made.trim().is_empty())
        };
        let subject = own_part("subject", own.and_then(|own| own.subject.as_ref()));
        let text = own_part("txt", own.and_then(|own| own.text.as_ref()));
        let html = own_part("html", own.and_then(|own| own.html.as_ref()));
        EmailMessage {
            to: self.to.to_owned(),
            subject: one_line(&subject.unwrap_or(self.subject)),
            text: text.unwrap_or_else(|| own_template(&TEXT, &data)),
            html: Some(html.unwrap_or_else(|| own_template(&HTML, &data))),
            ..EmailMessage::default()
        }
    }

    /// What a template of the site's makes; `None` when it does not work.
    fn own(&self, part: &str, template: &str, data: &str) -> Option<String> {
        let made = if template.len() > LETTER_BYTES_MAXIMUM {
            Err("it is too long".to_owned())
        } else {
            let compiled = ENGINE.compile(part, template);
            match compiled.errors.first() {
                Some(error) => Err(error.message()),
                None => render(&compiled.template, data, Mode::Strict),
            }
        };
        made.map_err(|fault| {
            tracing::error!(kind = self.kind, part, fault, "a letter's template of the site failed")
        })
        .ok()
    }
}

/// What a template of ours makes.
fn own_template(template: &Template, data: &str) -> String {
    render(template, data, Mode::Safe).unwrap_or_else(|fault| {
        tracing::error!(fault, "a letter's template of ours failed");
        String::new()
    })
}

fn render(template: &Template, data: &str, mode: Mode) -> Result<String, String> {
    let arena = Arena::new();
    let node = arena.parse(data).map_err(|fault| fault.to_string())?;
    let options = RenderOptions {
        mode,
        expressions: false,
        includes: false,
        limits: LIMITS,
        ..RenderOptions::default()
    };
    let output = ENGINE.render(template, node, &options);
    match output.errors.first() {
        Some(error) => Err(error.message()),
        None => Ok(output.text),
    }
}

fn one_line(subject: &str) -> String {
    let words: Vec<&str> = subject.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_SUBJECT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use loggia_commerce::LetterTemplate;

    fn letter<'a>(published: &'a Published, words: &'a OrderWords<'a>, heading: &str) -> Letter<'a> {
        let Value::Object(content) =
            json!({"heading": heading, "lines": [{"quantity": 1, "title": heading, "amount": "$1.00"}]})
        else {
            unreachable!()
        };
        Letter {
            kind: "confirmation",
            published,
            words,
            to: "a@b.example",
            subject: format!("About {heading}"),
            content,
        }
    }

    fn with(template: LetterTemplate) -> Published {
        let mut published = Published::default();
        published.catalog.website.title = "Shop".into();
        published.catalog.letters.insert("confirmation".into(), template);
        published
    }

    #[test]
    fn s_657_our_templates_compile_and_escape() {
        for text in [include_str!("templates/letter.txt"), include_str!("templates/letter.html")] {
            assert!(ENGINE.compile("letter", text).errors.is_empty());
        }
        let published = Published::default();
        let words = OrderWords::of(&published, "en");
        let evil = "<script>alert(1)</script>\" onclick=x\r\nBcc: all@b.example";
        let made = letter(&published, &words, evil).write();
        let html = made.html.unwrap();
        assert!(
            !html.contains("<script") && !html.contains("\" onclick") && html.contains("&lt;script&gt;"),
            "{html}"
        );
        assert!(!made.subject.contains(['\r', '\n']));
    }

    #[test]
    fn s_657_a_site_s_own_template_is_used_part_by_part() {
        let own = LetterTemplate {
            subject: Some("Hi {heading}\nX: y".into()),
            text: None,
            html: Some("<p>{heading|htmltag}</p>".into()),
        };
        let published = with(own);
        let words = OrderWords::of(&published, "");
        let made = letter(&published, &words, "A & B").write();
        assert_eq!(
            (made.subject.as_str(), made.html.as_deref()),
            ("Hi A & B X: y", Some("<p>A &amp; B</p>"))
        );
        assert!(made.text.starts_with("A & B\n"), "{}", made.text);
    }

    #[test]
    fn s_657_a_broken_or_endless_template_falls_back_to_ours() {
        for broken in [
            "{.section lines}".to_owned(),
            "{heading|no-such-word}".to_owned(),
            "x".repeat(LETTER_BYTES_MAXIMUM + 1),
            "{.repeated section lines}".repeat(40) + &"{heading}".repeat(2000) + &"{.end}".repeat(40),
            " \n".to_owned(),
        ] {
            let published = with(LetterTemplate {
                html: Some(broken.clone()),
                text: Some(broken.clone()),
                subject: Some(broken.clone()),
            });
            let words = OrderWords::of(&published, "");
            let long = "y".repeat(2000);
            let made = letter(&published, &words, &long).write();
            assert!(made.html.unwrap().starts_with("<!doctype html>"), "{:.40}", broken);
            assert!(made.text.starts_with("yyy") && made.subject.starts_with("About y"), "{:.40}", broken);
        }
    }
}
