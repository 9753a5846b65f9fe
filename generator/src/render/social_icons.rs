//! The icons of services that templates of hosted builders draw with `<use>` from `/universal/svg/social-accounts.svg`: of
//! each service a drawing, and a tile out of which it is cut. All are drawn for this program.

use loggia_template::{Arena, Node};

use super::context::{RenderContext, text};
use crate::theme::builtin;

/// Where templates ask for them, without a slash before it.
const PATH: &str = "universal/svg/social-accounts.svg";

const GLOBE: &str = "M32 19a13 13 0 1 1 0 26 13 13 0 0 1 0-26zm-1.200 2.900c-2 .9-3.600 4-4 8h4zm2.400 0v8h4c-.4-4-2-7.100-4-8zm-8.800 8c.2-2.600.9-5 1.800-6.700a10.500 10.500 0 0 0-4.500 6.700zm15.200 0h2.700a10.500 10.500 0 0 0-4.500-6.700c.9 1.700 1.600 4.100 1.800 6.700zm-17.900 4.200a10.500 10.500 0 0 0 4.500 6.700c-.9-1.700-1.600-4.100-1.800-6.700zm5.100 0c.4 4 2 7.100 4 8v-8zm6.400 0v8c2-.9 3.600-4 4-8zm6.400 0c-.2 2.600-.9 5-1.800 6.700a10.500 10.500 0 0 0 4.500-6.700z";
const BUBBLE: &str = "M24 20h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-6l-6 5v-5h-4a5 5 0 0 1-5-5V25a5 5 0 0 1 5-5zm2 8v2.500h12V28zm0 5v2.500h8V33z";
const NOTE: &str = "M31 19h4.500c.3 3.400 2.400 5.800 6 6.300v4.500c-2.300 0-4.300-.7-6-1.900v9.400c0 4.700-3.300 7.700-7.500 7.700-4.100 0-7-3-7-6.700 0-4.100 3.300-7.100 7.800-6.800v4.600c-1.900-.3-3.300.6-3.300 2.200 0 1.400 1 2.400 2.500 2.400 1.800 0 3-1.200 3-3.400z";
const BRACKETS: &str = "M27 22.500l3 2.500-6 7 6 7-3 2.500L19 32zm10 0l8 9.500-8 9.500-3-2.500 6-7-6-7z";

/// The drawing of each service, in a square of 64.
const DRAWINGS: [(&str, &str); 16] = [
    (
        "facebook",
        "M27 46V34h-4v-5h4v-4c0-4.500 2.700-7 7-7h4v5h-3c-1.700 0-2.500.8-2.500 2.400V29H38l-.8 5h-4.700v12z",
    ),
    (
        "twitter",
        "M20 40c3.500.4 6.800-.4 9.400-2.400-2.700-.3-4.600-1.800-5.400-4.200h2.400c-2.800-1-4.400-3-4.400-5.800l2.400.6c-2.600-2.200-3.100-5-1.600-7.800 3.100 3.600 7 5.600 11.600 5.900-.6-4.200 2-7.100 5.600-7.100 1.800 0 3.200.7 4.300 1.900l3.500-1.300-2.400 3.200 3.100-.8-2.700 2.900C44.400 36.600 37.600 44 28.600 44c-3.100 0-6-.9-8.600-4z",
    ),
    ("x", "M21 20h7l5.600 8 6.900-8H44l-8.800 10.200L45 44h-7l-6.200-8.900L24.100 44h-3.500l9.600-11.100z"),
    (
        "instagram",
        "M26 20h12a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6V26a6 6 0 0 1 6-6zm0 2.500a3.500 3.500 0 0 0-3.500 3.500v12a3.500 3.500 0 0 0 3.500 3.500h12a3.500 3.500 0 0 0 3.500-3.500V26a3.500 3.500 0 0 0-3.500-3.500zM32 26a6 6 0 1 1 0 12 6 6 0 0 1 0-12zm0 2.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM38.500 24a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",
    ),
    (
        "linkedin",
        "M21 28h5v16h-5zM23.500 20a2.700 2.700 0 1 1 0 5.400 2.700 2.700 0 0 1 0-5.400zM29 28h4.800v2.200c.8-1.500 2.500-2.600 4.900-2.600 4.500 0 6.300 2.700 6.300 7.200V44h-5v-8.300c0-2.300-.6-3.800-2.700-3.800-2.200 0-3.300 1.600-3.300 3.900V44h-5z",
    ),
    (
        "pinterest",
        "M32 19a13 13 0 1 1 0 26 13 13 0 0 1 0-26zm-3 19.500h3.200l1.200-5c3.800.6 6.600-1.900 6.600-5.300 0-3.700-2.900-5.700-6.600-5.700-4.300 0-6.900 2.900-6.900 6.200 0 1.600.7 3 1.900 3.600l.8-2.600c-.4-.5-.5-.9-.5-1.500 0-1.800 1.700-3.400 4.100-3.400 2 0 3.300 1.200 3.300 3.200 0 1.900-1.300 3-2.700 2.600l.8-3.300h-3.100z",
    ),
    (
        "youtube",
        "M23 23h18a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H23a4 4 0 0 1-4-4V27a4 4 0 0 1 4-4zm6.500 4.500v9l7.500-4.500z",
    ),
    (
        "vimeo",
        "M20 25l2-1.600c1.500-1.200 3-.8 3.600 1.100l2.600 9.600c.5 1.700 1.300 1.600 2.200.2l2.400-4c.8-1.600.3-2.500-1.800-2 .9-3.600 3.400-5.700 7.200-5.600 3.900.1 5.400 2.800 4.600 6.300C41.600 34.500 36 41.400 31 43.700c-3 1.400-4.800-.2-5.600-3.200l-2.800-10.900c-.3-1.200-.7-1.400-1.700-.8z",
    ),
    (
        "tumblr",
        "M30 18h5v6h6v5h-6v8c0 2 1 3 2.800 3 1 0 2.200-.3 3.200-.8v4.700c-1.300.8-3.200 1.300-5.200 1.300-4.500 0-6.300-2.700-6.300-6.600V29H25v-4c3-1 4.700-3.500 5-7z",
    ),
    ("flickr", "M25.500 26a6 6 0 1 1 0 12 6 6 0 0 1 0-12zm13 0a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"),
    (
        "soundcloud",
        "M19 33h2.500v8H19zm4.500-4H26v12h-2.500zm4.500-3h2.500v15H28zm4.500-2c5-.5 8 3 8.500 7.500 3-.5 5 1.800 5 4.700 0 2.800-2.200 4.800-5 4.800h-8.500z",
    ),
    (
        "spotify",
        "M32 19a13 13 0 1 1 0 26 13 13 0 0 1 0-26zm-7.500 8l.6 2.500c4.900-1.100 9.600-.6 13.700 1.500l1.200-2.300c-4.700-2.400-10-3-15.500-1.700zm.8 5l.6 2.300c4-.9 7.700-.5 10.900 1.200l1.100-2.100c-3.800-2-8.100-2.400-12.600-1.400zm.7 4.700l.5 2c3-.7 5.800-.4 8.200.9l1-1.800c-3-1.600-6.300-1.900-9.700-1.100z",
    ),
    (
        "email",
        "M20 23h24v18H20zm2.500 2.500v1l9.500 6.800 9.500-6.800v-1zm0 4.100v8.900h19v-8.900L32 36.300z",
    ),
    (
        "rss",
        "M21 20c12.700 0 23 10.300 23 23h-4.500c0-10.200-8.300-18.500-18.500-18.500zm0 8.500c8 0 14.500 6.500 14.500 14.500H31c0-5.500-4.500-10-10-10zm3 8.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    ),
    ("github", BRACKETS),
    ("tiktok", NOTE),
];

/// Services that share a drawing.
const OTHERS: [(&str, &str); 30] = [
    ("apple-podcast", NOTE),
    ("applepodcast", NOTE),
    ("bandcamp", NOTE),
    ("bandsintown", NOTE),
    ("bluesky", BUBBLE),
    ("behance", GLOBE),
    ("codepen", BRACKETS),
    ("discord", BUBBLE),
    ("dribbble", GLOBE),
    ("dropbox", GLOBE),
    ("fivehundredpix", GLOBE),
    ("foursquare", GLOBE),
    ("goodreads", GLOBE),
    ("google", GLOBE),
    ("googleplay", NOTE),
    ("houzz", GLOBE),
    ("itunes", NOTE),
    ("mastodon", BUBBLE),
    ("medium", GLOBE),
    ("meetup", BUBBLE),
    ("reddit", BUBBLE),
    ("smugmug", GLOBE),
    ("snapchat", BUBBLE),
    ("stitcher", NOTE),
    ("threads", BUBBLE),
    ("tripadvisor", GLOBE),
    ("twitch", BUBBLE),
    ("url", GLOBE),
    ("whatsapp", BUBBLE),
    ("yelp", GLOBE),
];

/// The file, where a template asks for it. An account whose service has no drawing of its own is a globe; hosted builders
/// write `-unauth` behind the name of one that was only typed.
pub(super) fn file(context: &RenderContext<'_>) -> Option<(String, String)> {
    if !context.theme.mentions(PATH) {
        return None;
    }
    let arena = Arena::new();
    let drawing = |name: &str| {
        let known = DRAWINGS.iter().chain(&OTHERS).find(|(known, _)| *known == name);
        known.map_or(GLOBE, |(_, drawing)| drawing)
    };
    let known = DRAWINGS.iter().chain(&OTHERS).map(|(name, _)| (*name).to_owned());
    let mut names: Vec<String> = known.flat_map(|name| [format!("{name}-unauth"), name]).collect();
    let accounts = context.site.website.document.root.get("website").get("accounts").elements();
    let own = accounts.iter().filter_map(|account| account.get("serviceName").as_str());
    names.extend(own.filter(|name| !name.is_empty()).map(str::to_owned));
    names.sort();
    names.dedup();
    let icons = names.iter().map(|name| {
        let drawing = drawing(name.strip_suffix("-unauth").unwrap_or(name));
        arena.object([("name", Node::Text(name.as_str())), ("drawing", Node::Text(drawing))])
    });
    let icons = arena.list(&icons.collect::<Vec<_>>());
    Some((PATH.to_owned(), text(context, builtin::SOCIAL_ICONS, arena.object([("icons", icons)]))))
}
