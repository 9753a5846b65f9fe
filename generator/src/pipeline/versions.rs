//! What the pages of a site are made of, in each of its languages.

use loggia_template::Arena;

use super::language::Translation;
use super::loaded::Loaded;
use super::options::Options;
use crate::block_html::BlockHtml;
use crate::plan::Page;
use crate::render::RenderContext;
use crate::render::island::Settings;
use crate::render::language::Version;
use crate::render::scope::{Shared, Terms};
use crate::search::Index;
use crate::site::OwnedSite;
use crate::style;
use crate::theme::Theme;

/// The addresses of the style sheets.
pub(super) fn addresses(loaded: &Loaded) -> Vec<String> {
    let host = &loaded.assets.host;
    loaded.styles.sheets.iter().map(|sheet| format!("{host}/{}", sheet.path)).collect()
}

/// What the pages in the site's own language are made of.
pub(super) fn render_context<'b>(
    loaded: &'b Loaded,
    options: &'b Options,
    stylesheets: &'b [String],
    versions: &'b [Version<'b>],
    shared: &'b Shared<'b>,
) -> RenderContext<'b> {
    let site = loaded.site.get();
    RenderContext {
        site,
        theme: &loaded.theme,
        store: &loaded.store,
        assets: &loaded.assets,
        shared,
        stylesheets,
        block_sheet: loaded.has_block_styles().then_some(style::builtin::blocks().path.as_str()),
        widgets: loaded.widgets.as_ref(),
        settings: Settings { api_base_url: &site.website.api_base_url, environment: options.environment },
        versions,
        headers: &loaded.headers,
        layout: options.layout.as_deref().filter(|layout| loaded.theme.has_layout(layout)),
        marks: false,
        drafts: options.drafts,
        now: options.now,
        minify: options.minify,
        minify_whole: options.minify_whole,
    }
}

/// Every language of a site, its own first; none when it has no other.
pub(super) fn versions(loaded: &Loaded) -> Vec<Version<'_>> {
    if loaded.translations.is_empty() {
        return Vec::new();
    }
    let own = Version::new(loaded.site.get(), &loaded.pages);
    let others = loaded.translations.iter().map(|other| Version::new(other.site.get(), &other.pages));
    std::iter::once(own).chain(others).collect()
}

/// What the pages of each language share, the site's own first.
pub(super) fn shared<'b>(loaded: &'b Loaded, options: &'b Options, arena: &'b Arena) -> Vec<Shared<'b>> {
    let common = (&loaded.theme, options);
    let own = shared_of(&loaded.site, &loaded.blocks, &loaded.search, common, arena);
    let others = loaded.translations.iter();
    let others = others.map(|other| shared_of(&other.site, &other.blocks, &other.search, common, arena));
    std::iter::once(own).chain(others).collect()
}

/// What the pages of one language share.
pub(super) fn shared_of<'b>(
    site: &'b OwnedSite,
    blocks: &'b BlockHtml<'b>,
    search: &'b Index,
    (theme, options): (&'b Theme, &'b Options),
    arena: &'b Arena,
) -> Shared<'b> {
    let search = search.address.as_deref();
    let terms = Terms { environment: options.environment, drafts: options.drafts, search };
    Shared::new(site.get(), blocks, theme, terms, arena)
}

/// What the pages of the other languages are made of; `shared` is what they share, in the same order.
pub(super) fn render_contexts<'b>(
    loaded: &'b Loaded,
    own: RenderContext<'b>,
    shared: &'b [Shared<'b>],
) -> Vec<(RenderContext<'b>, &'b [Page])> {
    let of = |(other, shared): (&'b Translation, &'b Shared<'b>)| {
        (RenderContext { site: other.site.get(), store: &other.store, shared, ..own }, other.pages.as_slice())
    };
    loaded.translations.iter().zip(shared).map(of).collect()
}
