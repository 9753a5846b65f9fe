//! The templates of blocks and slices, and the parts that several of them share.

use super::builtin::{Builtin, builtin};

/// What stands around every block.
pub const BLOCK_FRAME: Builtin = builtin!("blocks/frame.html");

/// What stands around every slice.
pub const SLICE_FRAME: Builtin = builtin!("slices/frame.html");

/// A row of columns.
pub const ROW: Builtin = builtin!("blocks/row.html");

/// A section with what stands behind it.
pub const SECTION: Builtin = builtin!("blocks/section.html");

/// What stands around the rows of a page or an item.
pub const GRID: Builtin = builtin!("blocks/grid.html");

/// Parts that block templates and built-in lists apply. A site may bring its own under the same name in
/// `template/blocks/`.
pub const PARTIALS: [(&str, &str); 11] = [
    ("loggia-picture.block", include_str!("../../builtin/parts/picture.html")),
    ("loggia-gallery.block", include_str!("../../builtin/parts/gallery.html")),
    ("loggia-card.block", include_str!("../../builtin/parts/card.html")),
    ("loggia-film.block", include_str!("../../builtin/parts/film.html")),
    ("loggia-tracks.block", include_str!("../../builtin/parts/tracks.html")),
    ("loggia-categories.block", include_str!("../../builtin/parts/categories.html")),
    ("navigation.block", include_str!("../../builtin/parts/navigation.html")),
    ("sqs-share-buttons", include_str!("../../builtin/parts/share-buttons.html")),
    ("sqs-share-buttons.block", include_str!("../../builtin/parts/share-buttons.html")),
    ("sqs-social-links", include_str!("../../builtin/parts/social-links.html")),
    ("sqs-social-links.block", include_str!("../../builtin/parts/social-links.html")),
];

/// The kinds of block and what shows them. Kinds that differ only in where their content comes from share a template.
pub const BLOCKS: [(&str, Builtin); 60] = [
    ("navigation", builtin!("blocks/navigation.html")),
    ("html", builtin!("blocks/html.html")),
    ("logo", builtin!("blocks/logo.html")),
    ("map", builtin!("blocks/map.html")),
    ("image", builtin!("blocks/image.html")),
    ("twitter", builtin!("blocks/service.html")),
    ("journal", builtin!("blocks/summary.html")),
    ("gallery", builtin!("blocks/gallery.html")),
    ("form", builtin!("blocks/form.html")),
    ("geo", builtin!("blocks/map.html")),
    ("index", builtin!("blocks/summary.html")),
    ("collectionlink", builtin!("blocks/link.html")),
    ("link", builtin!("blocks/link.html")),
    ("tagcloud", builtin!("blocks/tagcloud.html")),
    ("comments", builtin!("blocks/comments.html")),
    ("folder", builtin!("blocks/navigation.html")),
    ("menu", builtin!("blocks/menu.html")),
    ("sociallinks", builtin!("blocks/sociallinks.html")),
    ("summary", builtin!("blocks/summary.html")),
    ("spacer", builtin!("blocks/spacer.html")),
    ("embed", builtin!("blocks/embed.html")),
    ("code", builtin!("blocks/code.html")),
    ("foursquare", builtin!("blocks/service.html")),
    ("instagram", builtin!("blocks/service.html")),
    ("calendar", builtin!("blocks/calendar.html")),
    ("postsbyauthor", builtin!("blocks/archive.html")),
    ("postsbytag", builtin!("blocks/archive.html")),
    ("postsbycategory", builtin!("blocks/archive.html")),
    ("postsbymonth", builtin!("blocks/archive.html")),
    ("quote", builtin!("blocks/quote.html")),
    ("video", builtin!("blocks/video.html")),
    ("search", builtin!("blocks/search.html")),
    ("audio", builtin!("blocks/audio.html")),
    ("fivehundredpix", builtin!("blocks/service.html")),
    ("product", builtin!("blocks/product.html")),
    ("markdown", builtin!("blocks/html.html")),
    ("flickr", builtin!("blocks/service.html")),
    ("amazon", builtin!("blocks/amazon.html")),
    ("horizontalrule", builtin!("blocks/horizontalrule.html")),
    ("socialaccountlinks", builtin!("blocks/sociallinks.html")),
    ("rss", builtin!("blocks/rss.html")),
    ("opentable", builtin!("blocks/reservation.html")),
    ("newsletter", builtin!("blocks/newsletter.html")),
    ("donation", builtin!("blocks/donation.html")),
    ("button", builtin!("blocks/button.html")),
    ("socialaccountlinks-v2", builtin!("blocks/sociallinks.html")),
    ("summary-v2", builtin!("blocks/summary.html")),
    ("soundcloud", builtin!("blocks/embed.html")),
    ("emailfooter", builtin!("blocks/emailfooter.html")),
    ("in-browser-message-link", builtin!("blocks/in-browser-message-link.html")),
    ("tourdates", builtin!("blocks/tourdates.html")),
    ("album", builtin!("blocks/album.html")),
    ("archive", builtin!("blocks/archive.html")),
    ("chart", builtin!("blocks/chart.html")),
    ("zola", builtin!("blocks/reservation.html")),
    ("acuity", builtin!("blocks/reservation.html")),
    ("opentable-v2", builtin!("blocks/reservation.html")),
    ("member-area", builtin!("blocks/member-area.html")),
    ("tock", builtin!("blocks/reservation.html")),
    ("accordion", builtin!("blocks/accordion.html")),
];

/// The kinds of slice, what shows them, and the kind of block that looks up what they show.
pub const SLICES: [(&str, Builtin, &str); 18] = [
    ("heading", builtin!("slices/heading.html"), ""),
    ("body", builtin!("slices/body.html"), "html"),
    ("image", builtin!("blocks/image.html"), "image"),
    ("gallery", builtin!("blocks/gallery.html"), "gallery"),
    ("video", builtin!("blocks/video.html"), "video"),
    ("social-icons", builtin!("blocks/sociallinks.html"), "sociallinks"),
    ("buttons", builtin!("slices/buttons.html"), ""),
    ("navigation", builtin!("blocks/navigation.html"), "navigation"),
    ("custom-form", builtin!("blocks/newsletter.html"), "form"),
    ("newsletter", builtin!("blocks/newsletter.html"), "newsletter"),
    ("album", builtin!("blocks/album.html"), "album"),
    ("map", builtin!("blocks/map.html"), "map"),
    ("logo", builtin!("blocks/logo.html"), "logo"),
    ("action", builtin!("slices/action.html"), ""),
    ("form", builtin!("blocks/newsletter.html"), "form"),
    ("lock", builtin!("slices/lock.html"), ""),
    ("password", builtin!("slices/password.html"), ""),
    ("twitter", builtin!("blocks/service.html"), "twitter"),
];

/// Every template of this table.
pub fn all() -> impl Iterator<Item = Builtin> {
    let blocks = BLOCKS.iter().map(|(_, template)| *template);
    let slices = SLICES.iter().map(|(_, template, _)| *template);
    [BLOCK_FRAME, SLICE_FRAME, ROW, SECTION, GRID].into_iter().chain(blocks).chain(slices)
}

/// The template of a kind of block.
#[must_use]
pub fn block(name: &str) -> Option<Builtin> {
    BLOCKS.iter().find(|(known, _)| *known == name).map(|(_, template)| *template)
}

/// The template of a kind of slice, and the kind of block that looks up what it shows.
#[must_use]
pub fn slice(name: &str) -> Option<(Builtin, &'static str)> {
    SLICES.iter().find(|(known, ..)| *known == name).map(|(_, template, block)| (*template, *block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::code;
    use loggia_template::Engine;

    #[test]
    fn every_template_of_a_block_compiles() {
        let engine = Engine::new(crate::theme::vocabulary());
        for (name, text) in all().chain(PARTIALS) {
            let errors = engine.compile(name, text).errors;
            assert!(errors.is_empty(), "{name}: {errors:?}");
        }
    }

    #[test]
    fn every_code_has_a_template_and_every_template_a_code() {
        for (_, name) in code::block::ALL {
            assert!(block(name).is_some(), "{name}");
        }
        for (_, name) in code::slice::ALL {
            assert!(slice(name).is_some(), "{name}");
        }
        for (name, _, looked_up) in SLICES {
            assert!(looked_up.is_empty() || block(looked_up).is_some(), "{name}");
        }
    }
}
