//! The places that a document keeps for its content, for what belongs into its head and for what comes last.

/// What stands in a place until it is filled: no text of a site contains it, for its ends are not characters.
pub(super) const CONTENT: &str = "\u{fdd0}content\u{fdd1}";
pub(super) const HEADERS: &str = "\u{fdd0}headers\u{fdd1}";
pub(super) const FOOTERS: &str = "\u{fdd0}footers\u{fdd1}";

/// A page with its content, in the first place for it.
pub(super) fn with_content(page: String, content: &str) -> String {
    filled(page, CONTENT, |count| if count == 0 { content } else { "" })
}

/// A page with what belongs into its head, in the first place for it: without it a page has no style. A template without
/// a place for it has it at the head's end.
pub(super) fn with_headers(page: String, headers: &str) -> String {
    let is_there = has_place(&page, HEADERS);
    let mut page = filled(page, HEADERS, |count| if count == 0 { headers } else { "" });
    if !is_there && let Some(end) = page.find("</head>") {
        page.insert_str(end, headers);
    }
    page
}

/// A page with its footers. A template without a place for them has its scripts nonetheless: they come last.
pub(super) fn with_footers(page: String, footers: &str) -> String {
    let is_there = footers.is_empty() || has_place(&page, FOOTERS);
    let mut page = filled(page, FOOTERS, |_| footers);
    if !is_there {
        page.insert_str(page.rfind("</body>").unwrap_or(page.len()), footers);
    }
    page
}

/// Whether a template says its character set before the place of the headers.
pub(super) fn says_charset(html: &str) -> bool {
    let end = places(html, HEADERS).find(|at| !is_quoted(html, HEADERS, *at));
    let before = &html[..end.unwrap_or(html.len())];
    let mut tags = before.split("<").map(str::to_ascii_lowercase).filter(|tag| tag.starts_with("meta"));
    tags.any(|tag| tag.split('>').next().is_some_and(|tag| tag.contains("charset")))
}

fn has_place(page: &str, place: &str) -> bool {
    places(page, place).any(|at| !is_quoted(page, place, at))
}

/// Searched for by a rare byte: pages are long, and have one place or none.
fn places<'p>(page: &'p str, place: &'p str) -> impl Iterator<Item = usize> + 'p {
    memchr::memmem::find_iter(page.as_bytes(), place.as_bytes())
}

/// Whether a place is a text of JSON, of a template that prints all of the page's values: HTML would break the text.
fn is_quoted(page: &str, place: &str, at: usize) -> bool {
    let (before, after) = (&page[..at], &page[at + place.len()..]);
    ["\"", "&quot;"].iter().any(|quote| before.ends_with(quote) && after.starts_with(quote))
}

/// A page with a text in each of its places, which are counted from 0; nothing in those that are texts of JSON.
fn filled<'t>(page: String, place: &str, text: impl Fn(usize) -> &'t str) -> String {
    let mut out = String::new();
    let (mut copied, mut count) = (0, 0);
    for at in places(&page, place) {
        out.push_str(&page[copied..at]);
        if !is_quoted(&page, place, at) {
            let text = text(count);
            if count == 0 {
                out.reserve(page.len() - at + text.len());
            }
            out.push_str(text);
            count += 1;
        }
        copied = at + place.len();
    }
    if copied == 0 {
        return page;
    }
    out.push_str(&page[copied..]);
    out
}
