//! What pages are made of.

use loggia_template::{Error, Node, RenderOptions, Template};

use super::headers::Headers;
use super::island::Settings;
use super::language::Version;
use super::mark::noted;
use super::scope::Shared;
use crate::asset::Assets;
use crate::catalog::Store;
use crate::plan::Page;
use crate::site::Site;
use crate::theme::Theme;
use crate::theme::builtin::Builtin;
use crate::widgets::Widgets;

/// Everything a page is made of. All pages of a build share one.
#[derive(Clone, Copy)]
pub struct RenderContext<'b> {
    /// The content.
    pub site: &'b Site<'b>,
    /// The templates.
    pub theme: &'b Theme,
    /// Products and forms.
    pub store: &'b Store,
    /// Pictures and other files.
    pub assets: &'b Assets,
    /// What all pages see.
    pub shared: &'b Shared<'b>,
    /// Addresses of the style sheets.
    pub stylesheets: &'b [String],
    /// The path of the style sheet for blocks below the output folder, when a page may have any.
    pub block_sheet: Option<&'b str>,
    /// The widgets' program, when there is one.
    pub widgets: Option<&'b Widgets>,
    /// What every page knows of the build.
    pub settings: Settings<'b>,
    /// Every language of the site; none when it has only one.
    pub versions: &'b [Version<'b>],
    /// The headers of every file, and what every page may load.
    pub headers: &'b Headers,
    /// The layout that every page is shown in, in place of its own.
    pub layout: Option<&'b str>,
    /// Whether elements say which value of the site they show.
    pub marks: bool,
    /// Whether what is not public is shown as well.
    pub drafts: bool,
    /// The clock, milliseconds since 1970 (UTC).
    pub now: i64,
    /// Whether HTML is made small.
    pub minify: bool,
    /// Whether it is made as small as it can be, at any price.
    pub minify_whole: bool,
}

/// A site in one language, with its pages.
pub type Translated<'m> = (&'m RenderContext<'m>, &'m [Page]);

fn options<'o>(context: &RenderContext<'o>) -> RenderOptions<'o> {
    RenderOptions {
        now: Some(context.now as f64),
        locale: Some(context.site.website.locale),
        notes: context.marks,
        // Pages look as on the platform that a template was written for: one word that is not known costs its tag.
        broken_partials: true,
        ..RenderOptions::default()
    }
}

/// Runs a template over values.
pub(super) fn run(
    context: &RenderContext<'_>,
    template: &Template,
    data: Node<'_>,
    errors: &mut Vec<Error>,
) -> String {
    let output = context.theme.engine.render(template, data, &options(context));
    errors.extend(output.errors);
    match context.marks {
        true => noted(output.text, &output.notes),
        false => output.text,
    }
}

/// A built-in template over values: a file for programs.
pub(super) fn text(context: &RenderContext<'_>, template: Builtin, data: Node<'_>) -> String {
    run(context, context.theme.builtin(template), data, &mut Vec::new())
}
