//! Errors for people: the source line with a caret, what was expected, and the nearest known word.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::nearest::nearest;
use crate::opcode::Opcode;
use crate::vocabulary::Vocabulary;

/// An error shown with its source.
///
/// ```
/// use loggia_template::{Engine, Report, Vocabulary};
///
/// let engine = Engine::new(Vocabulary::core());
/// let source = "<h1>\n  {title|truncat 20}\n</h1>";
/// let page = engine.compile("blog.list", source);
/// let report = Report::new(&page.errors[0], source).with_words(engine.vocabulary());
/// assert_eq!(
///     report.to_string(),
///     "blog.list:2:3: SyntaxError: Formatter 'truncat' is unknown\n\
///      \u{20} |\n\
///      2 |   {title|truncat 20}\n\
///      \u{20} |          ^^^^^^^ did you mean `truncate`?\n",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Report<'e> {
    error: &'e Error,
    source: &'e str,
    words: Vec<&'e str>,
}

impl<'e> Report<'e> {
    /// The report of an error in a template of this text.
    pub fn new(error: &'e Error, source: &'e str) -> Self {
        Report { error, source, words: Vec::new() }
    }

    /// Adds the words that an unknown one may stand for.
    #[must_use]
    pub fn with_words(mut self, vocabulary: &'e Vocabulary) -> Self {
        match self.error.kind {
            ErrorKind::FormatterUnknown(_) => self.words.extend(vocabulary.formatter_names()),
            ErrorKind::PredicateUnknown(_) => self.words.extend(vocabulary.predicate_names()),
            _ => {}
        }
        self
    }

    /// Adds the names of the partials that a missing one may stand for.
    #[must_use]
    pub fn with_partials(mut self, names: impl IntoIterator<Item = &'e str>) -> Self {
        if matches!(self.error.kind, ErrorKind::PartialMissing(_)) {
            self.words.extend(names);
        }
        self
    }

    /// The known word that is nearest to the unknown one, if one is near.
    pub fn suggestion(&self) -> Option<&'e str> {
        let unknown = subject(&self.error.kind)?;
        nearest(unknown, self.words.iter().copied())
    }

    /// What the author can do about it.
    pub fn advice(&self) -> String {
        if let Some(word) = self.suggestion() {
            return format!("did you mean `{word}`?");
        }
        advice(&self.error.kind)
    }

    /// The part of the source to point at: its offset in bytes and its length. It is the word that the error is about
    /// where there is one, else the whole tag.
    pub fn span(&self) -> (usize, usize) {
        let start = (self.error.offset as usize).min(self.source.len());
        let length = (self.error.length as usize).min(self.source.len() - start);
        let tag = self.source.get(start..start + length).unwrap_or_default();
        let inside =
            subject(&self.error.kind).and_then(|word| tag.find(word).map(|at| (start + at, word.len())));
        inside.unwrap_or((start, length))
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.error)?;
        let (start, length) = self.span();
        let Some(before) = self.source.get(..start) else { return Ok(()) };
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.source[line_start..].lines().next().unwrap_or_default();
        let number = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
        let gutter = " ".repeat(number.to_string().len());
        writeln!(f, "{gutter} |")?;
        writeln!(f, "{number} | {line}")?;
        // Tabs before the caret stay tabs, so that it stands where the reader's editor puts the tag.
        let indent: String = before[line_start..]
            .chars()
            .map(|character| if character == '\t' { '\t' } else { ' ' })
            .collect();
        let end = (start + length).min(line_start + line.len()).max(start);
        let width = self.source.get(start..end).map_or(1, |text| text.chars().count().max(1));
        writeln!(f, "{gutter} | {indent}{} {}", "^".repeat(width), self.advice())
    }
}

/// The word that an error is about.
fn subject(kind: &ErrorKind) -> Option<&str> {
    match kind {
        ErrorKind::FormatterUnknown(name)
        | ErrorKind::PredicateUnknown(name)
        | ErrorKind::PartialMissing(name)
        | ErrorKind::PartialDepth(name, _)
        | ErrorKind::PartialSyntax(name, _) => Some(name),
        _ => None,
    }
}

fn advice(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::FormatterUnknown(_) => {
            "there is no formatter of this name; the tag is printed as text".into()
        }
        ErrorKind::PredicateUnknown(_) => "there is no predicate of this name; the block never runs".into(),
        ErrorKind::DeadCodeBlock => {
            "an {.or} without a predicate before it always runs; remove one of the two".into()
        }
        ErrorKind::EofInBlock(_) => "this block is never closed; add {.end}".into(),
        ErrorKind::NotAllowedInBlock(Opcode::AlternatesWith, Opcode::Repeated) => {
            "a {.repeated section} takes one {.alternates with}".into()
        }
        ErrorKind::NotAllowedInBlock(Opcode::AlternatesWith, _) => {
            "{.alternates with} belongs into a {.repeated section}, before its {.or}".into()
        }
        ErrorKind::NotAllowedInBlock(..) => {
            "a {.macro} has no {.or}; put a {.section} or {.if} inside it".into()
        }
        ErrorKind::NotAllowedAtRoot(Opcode::End) => {
            "no block is open here; remove it, or look for an {.end} too many above".into()
        }
        ErrorKind::NotAllowedAtRoot(_) => {
            "no block is open here; open one first, such as {.section name}".into()
        }
        ErrorKind::TransitionFromEof(_) => "nothing is read after {.eof}".into(),
        ErrorKind::PartialMissing(_) => {
            "there is no partial or macro of this name; a macro has to stand before its use".into()
        }
        ErrorKind::PartialDepth(_, limit) => {
            format!("it applies itself, directly or through others, more than {limit} deep")
        }
        ErrorKind::PartialSyntax(..) => "the partial renders nothing until this is mended".into(),
        ErrorKind::ExpressionParse(..) => "expected an expression such as {.eval price * 2}".into(),
        ErrorKind::ExpressionReduce(..) => {
            "expected numbers, text, true, false or null on every side of an operator".into()
        }
        ErrorKind::Unexpected(_, Opcode::If, _) => "expected a name or a predicate after {.if".into(),
        ErrorKind::Unexpected(..) => "the value does not suit this tag; it prints nothing".into(),
        ErrorKind::NotImplemented(_) => "this word is reserved and always false".into(),
        ErrorKind::StepLimit(_) | ErrorKind::OutputLimit(_) | ErrorKind::MemoryLimit(_) => {
            "rendering was stopped here; look for a partial that multiplies itself".into()
        }
        ErrorKind::NestingLimit(_) => "expected fewer blocks inside each other".into(),
    }
}
