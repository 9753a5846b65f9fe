//! Number codes of records, collections and folders, with the names they go by (specification section 3).

/// A kind of item.
pub mod record {
    /// Written text.
    pub const TEXT: i64 = 1;
    /// A product.
    pub const STORE_ITEM: i64 = 11;
    /// Something that happens at a time.
    pub const EVENT: i64 = 12;
    /// A track.
    pub const AUDIO: i64 = 7;
    /// A film.
    pub const VIDEO: i64 = 8;

    /// Code and label of every kind.
    pub const ALL: [(i64, &str); 22] = [
        (1, "text"),
        (2, "image"),
        (4, "quote"),
        (5, "link"),
        (7, "audio"),
        (8, "video"),
        (11, "store-item"),
        (12, "event"),
        (14, "gallery"),
        (15, "binary"),
        (16, "css-asset"),
        (17, "tweak-asset"),
        (18, "digital-good"),
        (19, "attachment"),
        (20, "wordpress-export"),
        (21, "json-export"),
        (30, "site-search"),
        (31, "active-time"),
        (50, "tweet"),
        (52, "checkin"),
        (54, "kbarticle"),
        (0, "unknown"),
    ];

    /// The label of a code.
    #[must_use]
    pub fn label(code: i64) -> Option<&'static str> {
        ALL.iter().find(|(known, _)| *known == code && code != 0).map(|(_, label)| *label)
    }
}

/// A kind of collection.
pub mod collection {
    /// Items of any kind in a list of their own.
    pub const GENERIC: i64 = 1;
    /// One page.
    pub const PAGE: i64 = 10;
    /// Products.
    pub const PRODUCTS: i64 = 13;
    /// The pictures of a gallery block.
    pub const GALLERY_BLOCK: i64 = 6;
    /// A page that a template draws by itself.
    pub const TEMPLATE_PAGE: i64 = 7;
    /// A cover page, made of slices.
    pub const SPLASH_PAGE: i64 = 8;
    /// Pictures as slides.
    pub const SLIDE_GALLERY: i64 = 15;
    /// The tracks of an album, as a slide.
    pub const SLIDE_ALBUM: i64 = 16;
    /// Films as slides.
    pub const SLIDE_VIDEO: i64 = 17;
    /// The tracks of an album block.
    pub const ALBUM_BLOCK: i64 = 18;

    /// Code and name of every kind.
    pub const ALL: [(i64, &str); 16] = [
        (1, "generic"),
        (2, "subscription"),
        (3, "twitter"),
        (4, "foursquare"),
        (5, "instagram"),
        (6, "gallery-block"),
        (7, "template-page"),
        (8, "splash-page"),
        (10, "page"),
        (11, "fivehundredpix"),
        (12, "flickr"),
        (13, "products"),
        (15, "slide-gallery"),
        (16, "slide-album"),
        (17, "slide-video"),
        (18, "album-block"),
    ];

    /// The name of a code.
    #[must_use]
    pub fn name(code: i64) -> Option<&'static str> {
        ALL.iter().find(|(known, _)| *known == code).map(|(_, name)| *name)
    }

    /// The code of a collection known only by its template's name: `page` and `products` have their own, every other
    /// list of items is generic.
    #[must_use]
    pub fn code(name: &str) -> i64 {
        let own = ALL.iter().find(|(_, known)| *known == name).map(|(code, _)| *code);
        own.unwrap_or(if name == "index" || name == "folder" { PAGE } else { GENERIC })
    }
}

/// What a folder's own address shows.
pub mod folder {
    /// The collections in it, one after the other.
    pub const INDEX: i64 = 1;
    /// The first collection in it, by redirect.
    pub const REDIRECT: i64 = 2;
    /// Nothing: it has no address.
    pub const NONE: i64 = 3;
}

/// Flags of a site: `featureFlags` of site.json. Their codes are given out from 1 upward and never again (N-017).
pub mod feature {
    /// What a flag is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Of {
        /// What pages show and do.
        Page,
        /// What the owner's account has.
        Account,
    }

    /// Code, name, and what it is about.
    pub const ALL: [(i64, &str, Of); 8] = [
        (1, "commerceVisitorMetrics", Of::Page),
        (2, "installmentPaymentPdp", Of::Page),
        (3, "productReviews", Of::Page),
        (4, "analyticsTagV2", Of::Page),
        (5, "vanillaFormHandler", Of::Page),
        (6, "multiProduct", Of::Account),
        (7, "useCLDRMoneyFormat", Of::Page),
        (8, "trial", Of::Account),
    ];
}

/// Product kinds.
pub mod product {
    /// A thing that is shipped.
    pub const PHYSICAL: i64 = 1;
    /// A file.
    pub const DIGITAL: i64 = 2;
    /// Work.
    pub const SERVICE: i64 = 3;
    /// Value to give away.
    pub const GIFT_CARD: i64 = 4;
    /// Access.
    pub const PAYWALL: i64 = 5;
}

/// A kind of block (N-007, N-008).
pub mod block {
    /// Code and name of every kind.
    pub const ALL: [(i64, &str); 60] = [
        (1, "navigation"),
        (2, "html"),
        (3, "logo"),
        (4, "map"),
        (5, "image"),
        (6, "twitter"),
        (7, "journal"),
        (8, "gallery"),
        (9, "form"),
        (10, "geo"),
        (11, "index"),
        (12, "collectionlink"),
        (13, "link"),
        (14, "tagcloud"),
        (16, "comments"),
        (17, "folder"),
        (18, "menu"),
        (19, "sociallinks"),
        (20, "summary"),
        (21, "spacer"),
        (22, "embed"),
        (23, "code"),
        (24, "foursquare"),
        (25, "instagram"),
        (26, "calendar"),
        (27, "postsbyauthor"),
        (28, "postsbytag"),
        (29, "postsbycategory"),
        (30, "postsbymonth"),
        (31, "quote"),
        (32, "video"),
        (33, "search"),
        (41, "audio"),
        (42, "fivehundredpix"),
        (43, "product"),
        (44, "markdown"),
        (45, "flickr"),
        (46, "amazon"),
        (47, "horizontalrule"),
        (48, "socialaccountlinks"),
        (49, "rss"),
        (50, "opentable"),
        (51, "newsletter"),
        (52, "donation"),
        (53, "button"),
        (54, "socialaccountlinks-v2"),
        (55, "summary-v2"),
        (56, "soundcloud"),
        (57, "emailfooter"),
        (58, "in-browser-message-link"),
        (59, "tourdates"),
        (60, "album"),
        (61, "archive"),
        (62, "chart"),
        (63, "zola"),
        (65, "acuity"),
        (66, "opentable-v2"),
        (67, "member-area"),
        (68, "tock"),
        (69, "accordion"),
    ];

    /// The layouts of gallery, summary, chart, image and reservation blocks, from code 1000 on (N-009).
    pub const VARIANTS: [&str; 20] = [
        "gallery-grid",
        "gallery-slideshow",
        "gallery-slider",
        "gallery-stacked",
        "summary-wall",
        "summary-carousel",
        "summary-list",
        "summary-grid",
        "chart-bar",
        "chart-line",
        "chart-pie",
        "image-inline",
        "image-poster",
        "image-card",
        "image-overlap",
        "image-collage",
        "image-stack",
        "reservation-event-button",
        "reservation-event-widget",
        "reservation-event-list",
    ];

    /// The name of a variant's code.
    #[must_use]
    pub fn variant(code: i64) -> Option<&'static str> {
        usize::try_from(code.checked_sub(1000)?).ok().and_then(|index| VARIANTS.get(index)).copied()
    }
}

/// A kind of slice of a cover page (N-006).
pub mod slice {
    /// Code and name of every kind.
    pub const ALL: [(i64, &str); 18] = [
        (1, "heading"),
        (3, "body"),
        (4, "image"),
        (5, "gallery"),
        (6, "video"),
        (7, "social-icons"),
        (8, "buttons"),
        (9, "navigation"),
        (10, "custom-form"),
        (11, "newsletter"),
        (12, "album"),
        (13, "map"),
        (14, "logo"),
        (15, "action"),
        (16, "form"),
        (17, "lock"),
        (18, "password"),
        (19, "twitter"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_answer_each_other() {
        assert_eq!(record::label(record::STORE_ITEM), Some("store-item"));
        assert_eq!(record::label(3), None);
        assert_eq!(collection::name(collection::PRODUCTS), Some("products"));
        assert_eq!(collection::code("blog"), collection::GENERIC);
        assert_eq!(collection::code("page"), collection::PAGE);
        assert_eq!(collection::code("splash-page"), 8);
    }

    #[test]
    fn n_006_to_n_010_block_and_slice_codes_and_variants() {
        assert!(block::ALL.contains(&(43, "product")) && block::ALL.contains(&(69, "accordion")));
        assert!(block::ALL.iter().all(|(code, _)| *code != 15));
        assert!(slice::ALL.contains(&(15, "action")) && slice::ALL.iter().all(|(code, _)| *code != 2));
        assert_eq!(
            (block::variant(1002), block::variant(1019)),
            (Some("gallery-slider"), Some("reservation-event-list"))
        );
        assert_eq!((block::variant(999), block::variant(1020)), (None, None));
        let codes: std::collections::BTreeSet<i64> = block::ALL.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.len(), 60);
    }
}
