//! The one door: compile once, render many.

use std::sync::Arc;

use crate::compile::{CompileOptions, Pass, Tag, compile, tags};
use crate::error::Error;
use crate::executor;
use crate::expr::ExpressionLimits;
use crate::node::{Arena, Node};
use crate::runtime::{Compiled, Context, Note, Partials, RenderOptions, Template};
use crate::vocabulary::Vocabulary;

/// What a render gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text.
    pub text: String,
    /// The errors of this render, in the order of execution. The template's own errors are in [`Compiled`].
    pub errors: Vec<Error>,
    /// Where values of the data were printed, in the order of the ends; only when [`RenderOptions::notes`] asks for it.
    /// What was captured to be formatted further has none.
    pub notes: Vec<Note>,
}

/// A vocabulary with the partials of a site.
///
/// An engine never changes: it may be shared by all threads, and the same input gives the same output (T-016).
pub struct Engine {
    vocabulary: Arc<Vocabulary>,
    partials: Partials,
    expressions: ExpressionLimits,
}

/// Collects the partials of an [`Engine`].
pub struct EngineBuilder {
    vocabulary: Arc<Vocabulary>,
    partials: Vec<(Box<str>, Box<str>)>,
    expressions: ExpressionLimits,
}

impl EngineBuilder {
    /// Adds a partial, or replaces the one of that name. It is found by exactly this name.
    #[must_use]
    pub fn partial(mut self, name: &str, text: &str) -> Self {
        self.partials.push((name.into(), text.into()));
        self
    }

    /// Adds partials.
    #[must_use]
    pub fn partials<'p>(self, partials: impl IntoIterator<Item = (&'p str, &'p str)>) -> Self {
        partials.into_iter().fold(self, |builder, (name, text)| builder.partial(name, text))
    }

    /// Sets the limits of `{.eval}` (T-048).
    #[must_use]
    pub fn expression_limits(mut self, limits: ExpressionLimits) -> Self {
        self.expressions = limits;
        self
    }

    /// Compiles the partials.
    pub fn build(self) -> Engine {
        let mut engine = Engine {
            vocabulary: self.vocabulary,
            partials: Partials::default(),
            expressions: self.expressions,
        };
        for (name, text) in self.partials {
            let compiled = engine.compile(&name, &text);
            engine.partials.insert(name, compiled);
        }
        engine
    }
}

impl Engine {
    /// An engine without partials.
    pub fn new(vocabulary: impl Into<Arc<Vocabulary>>) -> Self {
        Self::builder(vocabulary).build()
    }

    /// Starts an engine of this vocabulary, which several engines may share.
    pub fn builder(vocabulary: impl Into<Arc<Vocabulary>>) -> EngineBuilder {
        EngineBuilder {
            vocabulary: vocabulary.into(),
            partials: Vec::new(),
            expressions: ExpressionLimits::default(),
        }
    }

    /// Compiles a template; `name` is what errors call it. All errors are found, not only the first.
    pub fn compile(&self, name: &str, text: &str) -> Compiled {
        self.compile_with(name, text, CompileOptions::default())
    }

    /// Compiles a template for a preprocessor run: only its `{^…}` tags run, plain tags stay text (comments of several lines are dropped), and what
    /// it renders is a template again.
    pub fn compile_preprocessor(&self, name: &str, text: &str) -> Compiled {
        self.compile_with(name, text, CompileOptions { pass: Pass::Preprocess, ..Default::default() })
    }

    /// Every tag of a text in its order, for editors: what stands where. What does not read as a tag is text and has
    /// none; tags that do not fit together are all there.
    ///
    /// ```
    /// use loggia_template::{Engine, Opcode, Vocabulary};
    ///
    /// let engine = Engine::new(Vocabulary::core());
    /// let text = "{.section item}{title|html|truncate 10}{.end}";
    /// let tags = engine.tags(text);
    /// let kinds: Vec<Opcode> = tags.iter().map(|tag| tag.opcode).collect();
    /// assert_eq!(kinds, [Opcode::Section, Opcode::Variable, Opcode::End]);
    /// assert_eq!(tags[1].names, ["title"]);
    /// assert_eq!(&text[tags[1].calls[1].name.clone()], "truncate");
    /// ```
    pub fn tags(&self, text: &str) -> Vec<Tag> {
        tags(text, &*self.vocabulary)
    }

    pub(crate) fn compile_faithful(&self, name: &str, text: &str) -> Compiled {
        self.compile_with(name, text, CompileOptions { faithful: true, ..Default::default() })
    }

    fn compile_with(&self, name: &str, text: &str, options: CompileOptions) -> Compiled {
        let options = CompileOptions { expressions: self.expressions, ..options };
        let (template, errors) = compile(name, text, &*self.vocabulary, options);
        Compiled { template, errors }
    }

    /// Renders a template that this engine compiled.
    ///
    /// ```
    /// use loggia_template::{Arena, Engine, Vocabulary};
    ///
    /// let engine = Engine::builder(Vocabulary::core()).partial("card.block", "<h2>{title|html}</h2>").build();
    /// let page = engine.compile("page.html", "{.repeated section items}{@|apply card.block}{.end}");
    /// assert!(page.errors.is_empty());
    ///
    /// let arena = Arena::new();
    /// let data = arena.parse(r#"{"items": [{"title": "Rye & wheat"}, {"title": "Oats"}]}"#)?;
    /// let output = engine.render(&page.template, data, &Default::default());
    /// assert_eq!(output.text, "<h2>Rye &amp; wheat</h2><h2>Oats</h2>");
    /// # Ok::<(), loggia_template::JsonError>(())
    /// ```
    pub fn render(&self, template: &Template, data: Node<'_>, options: &RenderOptions<'_>) -> Output {
        self.render_in(&Arena::new(), template, data, options)
    }

    /// [`Engine::render`] with an arena for the values that formatters make, which may be reset and used again for the
    /// next page.
    pub fn render_in(
        &self,
        arena: &Arena,
        template: &Template,
        data: Node<'_>,
        options: &RenderOptions<'_>,
    ) -> Output {
        render(&self.partials, arena, template, data, options)
    }

    /// The words of this engine.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The partial of this name, compiled, with its errors.
    pub fn partial(&self, name: &str) -> Option<&Compiled> {
        self.partials.get(name)
    }

    /// All partials with their names, in no order.
    pub fn partials(&self) -> impl Iterator<Item = (&str, &Compiled)> {
        self.partials.iter().map(|(name, compiled)| (name.as_ref(), compiled))
    }
}

fn render<'r>(
    partials: &'r Partials,
    arena: &'r Arena,
    template: &'r Template,
    data: Node<'r>,
    options: &'r RenderOptions<'r>,
) -> Output {
    let mut context = Context::new(partials, arena, template, data, options);
    executor::run(&mut context, template);
    Output { text: context.out, errors: context.errors, notes: context.notes }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("partials", &self.partials.keys()).finish_non_exhaustive()
    }
}
