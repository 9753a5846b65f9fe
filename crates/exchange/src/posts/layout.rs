//! HTML → rows of blocks: what the block editors of WordPress and Ghost mark by classes becomes a block of ours, everything
//! else stays as HTML between them.

use std::borrow::Cow;
use std::cell::Cell;

use ego_tree::NodeRef;
use scraper::{ElementRef, Html, Node, Selector};
use serde_json::{Value, json};

use super::editor::{PLACE, References};
use super::element::{
    accordion, bookmark, buttons, columns_of, embedded, gallery, has_class, is_picture, media_text, own_html,
    picture_block, social_links, sound, spacer, video,
};
use super::hosted::{self, Found};
use super::record::Body;
use super::text::escaped;

/// How deep elements are looked into.
const DEPTH: usize = 24;
/// How many blocks one page has at most.
const MOST: usize = 60;

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// HTML.
    Html(String),
    /// A block.
    Block(Value),
    /// A row of columns, each with its width in twelfths.
    Row(Vec<(i64, Vec<Value>)>),
}

/// Makes blocks of HTML; `ready` are those whose places stand in it. HTML in which nothing is a block stays as it is.
#[must_use]
pub fn body(html: &str, ready: &[Value], references: &References) -> Body {
    let document = Html::parse_fragment(html);
    let mut pieces = Vec::new();
    let context = Context { ready, references, is_unframed: Cell::new(false) };
    context.children(*document.root_element(), 0, &mut pieces);
    if !pieces.iter().any(|piece| !matches!(piece, Piece::Html(_))) {
        let unframed = || {
            pieces
                .iter()
                .filter_map(|piece| if let Piece::Html(html) = piece { Some(html.as_str()) } else { None })
        };
        let html = if context.is_unframed.get() {
            Cow::from(unframed().collect::<String>())
        } else {
            Cow::from(html)
        };
        return Body { html: html.trim().to_owned(), rows: Vec::new() };
    }
    Body { html: String::new(), rows: rows(at_most(pieces)) }
}

/// What stands around an element.
pub struct Context<'c> {
    ready: &'c [Value],
    /// Pictures by their ids.
    pub references: &'c References,
    /// Whether frames or other parts of the HTML were left out.
    is_unframed: Cell<bool>,
}

impl Context<'_> {
    /// The pieces of what stands in an element.
    pub fn children(&self, parent: NodeRef<'_, Node>, depth: usize, out: &mut Vec<Piece>) {
        for node in parent.children() {
            match (node.value(), ElementRef::wrap(node)) {
                (_, Some(element)) => self.element(element, depth, out),
                (Node::Text(text), _) => add_html(out, &escaped(text)),
                _ => {}
            }
        }
    }

    /// The blocks of what stands in an element; rows in it lose their columns.
    pub fn blocks(&self, parent: ElementRef<'_>, depth: usize) -> Vec<Value> {
        let mut pieces = Vec::new();
        self.children(*parent, depth, &mut pieces);
        let mut blocks = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Html(html) => blocks.extend(html_block(&html)),
                Piece::Block(block) => blocks.push(block),
                Piece::Row(columns) => blocks.extend(columns.into_iter().flat_map(|(_, blocks)| blocks)),
            }
        }
        blocks
    }

    fn element(&self, element: ElementRef<'_>, depth: usize, out: &mut Vec<Piece>) {
        if let Some(place) = element.attr(PLACE) {
            let block = place.parse::<usize>().ok().and_then(|place| self.ready.get(place));
            return out.extend(block.cloned().map(Piece::Block));
        }
        if depth < DEPTH {
            if let Some(pieces) = self.known(element, depth) {
                return out.extend(pieces);
            }
            if let Some(found) = hosted::found(self.references, element) {
                self.is_unframed.set(true);
                return found.into_iter().for_each(|found| self.take(found, depth, out));
            }
            if is_wrapper(element) {
                return self.children(*element, depth + 1, out);
            }
        }
        add_html(out, &own_html(element));
    }

    /// Adds what an element of the page editor of Squarespace becomes.
    fn take(&self, found: Found<'_>, depth: usize, out: &mut Vec<Piece>) {
        match found {
            Found::Blocks(blocks) => out.extend(blocks.into_iter().map(Piece::Block)),
            Found::Html(html) => add_html(out, &html),
            Found::Inside(element) => self.children(*element, depth + 1, out),
            Found::Columns(columns) => {
                let columns =
                    columns.into_iter().map(|(span, column)| (span, self.blocks(column, depth + 1)));
                out.push(Piece::Row(columns.collect()));
            }
        }
    }

    /// What an element of a known kind becomes; `None` for all others, and for those that lack what their kind has.
    fn known(&self, element: ElementRef<'_>, depth: usize) -> Option<Vec<Piece>> {
        let class = |names: &[&str]| names.iter().any(|name| has_class(element, name));
        let name = element.value().name();
        let one = |block: Option<Value>| block.map(|block| vec![Piece::Block(block)]);
        if class(&["wp-block-columns"]) {
            return Some(vec![Piece::Row(columns_of(element, |column| self.blocks(column, depth + 1)))])
                .filter(|row| is_filled(row));
        }
        if class(&["wp-block-media-text"]) {
            return Some(vec![Piece::Row(media_text(self.references, element, |content| {
                self.blocks(content, depth + 1)
            })?)]);
        }
        if class(&[
            "wp-block-gallery",
            "kg-gallery-card",
            "blocks-gallery-grid",
            "tiled-gallery",
            "wp-block-jetpack-tiled-gallery",
            "wp-block-jetpack-slideshow",
        ]) {
            return one(gallery(self.references, element));
        }
        if class(&["wp-block-buttons", "wp-block-button", "kg-button-card"]) {
            return buttons(element).map(|blocks| blocks.into_iter().map(Piece::Block).collect());
        }
        if class(&["wp-block-social-links"]) {
            return one(social_links(element));
        }
        if class(&["wp-block-spacer"]) {
            return one(Some(spacer(element)));
        }
        if class(&["kg-bookmark-card"]) {
            return one(bookmark(element));
        }
        if class(&["kg-toggle-card"]) || name == "details" {
            return one(accordion(element));
        }
        if class(&["wp-block-embed", "kg-embed-card"]) || name == "iframe" {
            return one(embedded(element));
        }
        if class(&["wp-block-video", "kg-video-card"]) || name == "video" {
            return one(video(element));
        }
        if class(&["wp-block-audio", "kg-audio-card"]) || name == "audio" {
            return one(sound(element));
        }
        if is_picture(element) {
            return one(picture_block(self.references, element));
        }
        None
    }
}

fn is_filled(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| !matches!(piece, Piece::Row(columns) if columns.is_empty()))
}

/// Whether an element is nothing but a frame around blocks: it is of no kind, and a block stands somewhere in it.
fn is_wrapper(element: ElementRef<'_>) -> bool {
    const FRAMES: [&str; 8] = ["div", "section", "article", "main", "center", "header", "footer", "p"];
    const BLOCKS: &str = "[data-loggia-block], .wp-block-columns, .wp-block-media-text, .wp-block-gallery, .kg-gallery-card, \
        .blocks-gallery-grid, .wp-block-buttons, .wp-block-button, .kg-button-card, .wp-block-social-links, .wp-block-spacer, \
        .kg-bookmark-card, .kg-toggle-card, details, .wp-block-embed, .kg-embed-card, iframe, video, audio, figure";
    let Ok(blocks) = Selector::parse(&format!("{BLOCKS}, {}", hosted::MARKS)) else { return false };
    FRAMES.contains(&element.value().name()) && element.select(&blocks).next().is_some()
}

fn add_html(out: &mut Vec<Piece>, html: &str) {
    match out.last_mut() {
        Some(Piece::Html(before)) => before.push_str(html),
        _ => out.push(Piece::Html(html.to_owned())),
    }
}

/// A block of HTML; `None` when there is nothing in it.
#[must_use]
pub fn html_block(html: &str) -> Option<Value> {
    let html = html.trim();
    (!html.is_empty()).then(|| json!({"type": "html", "value": {"html": html}}))
}

/// Blocks that stand below each other are one row.
fn rows(pieces: Vec<Piece>) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut plain: Vec<Value> = Vec::new();
    let row = |columns: Vec<Value>| json!({"columns": columns});
    let column = |span: i64, blocks: Vec<Value>| json!({"span": span, "blocks": blocks});
    for piece in pieces {
        match piece {
            Piece::Html(html) => plain.extend(html_block(&html)),
            Piece::Block(block) => plain.push(block),
            Piece::Row(columns) => {
                if !plain.is_empty() {
                    rows.push(row(vec![column(12, std::mem::take(&mut plain))]));
                }
                rows.push(row(columns.into_iter().map(|(span, blocks)| column(span, blocks)).collect()));
            }
        }
    }
    if !plain.is_empty() {
        rows.push(row(vec![column(12, plain)]));
    }
    rows
}

/// A page has a bounded number of blocks: accordions and buttons that follow each other are joined, and of the smallest blocks
/// those of HTML's kinds become HTML again.
fn at_most(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (joined.last_mut(), piece) {
            (Some(Piece::Html(before)), Piece::Html(more)) => before.push_str(&more),
            (_, Piece::Html(html)) if html.trim().is_empty() => {}
            (Some(Piece::Block(before)), Piece::Block(block))
                if before["type"] == "accordion" && block["type"] == "accordion" =>
            {
                let more = block["value"]["items"].as_array().cloned().unwrap_or_default();
                if let Some(items) = before["value"]["items"].as_array_mut() {
                    items.extend(more);
                }
            }
            (_, piece) => joined.push(piece),
        }
    }
    if count(&joined) <= MOST {
        return joined;
    }
    let mut fewer: Vec<Piece> = Vec::new();
    for piece in joined {
        match piece {
            Piece::Block(block) => match super::element::as_html(&block) {
                Some(html) => add_html(&mut fewer, &html),
                None => fewer.push(Piece::Block(block)),
            },
            Piece::Html(html) => add_html(&mut fewer, &html),
            row => fewer.push(row),
        }
    }
    fewer
}

fn count(pieces: &[Piece]) -> usize {
    let of = |piece: &Piece| match piece {
        Piece::Row(columns) => columns.iter().map(|(_, blocks)| blocks.len()).sum(),
        _ => 1,
    };
    pieces.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(html: &str) -> Vec<String> {
        let body = body(html, &[json!({"type": "search", "value": {}})], &References::default());
        let blocks = body.rows.iter().flat_map(|row| row["columns"].as_array().cloned().unwrap_or_default());
        let blocks = blocks.flat_map(|column| {
            let span = column["span"].to_string();
            let blocks = column["blocks"].as_array().cloned().unwrap_or_default();
            blocks
                .into_iter()
                .map(move |block| format!("{span} {}", block["type"].as_str().unwrap_or_default()))
        });
        blocks.collect()
    }

    #[test]
    fn html_without_blocks_stays_as_it_is() {
        let html = "<p>One</p>\n<ul><li>two</li></ul><h2>three</h2><blockquote><p>four</p></blockquote><pre><code>a &lt; b</code></pre>";
        assert_eq!(body(html, &[], &References::default()), Body { html: html.into(), rows: Vec::new() });
    }

    /// S-551: what the editors mark by classes becomes blocks.
    #[test]
    fn s_551_classes_of_the_editors_become_blocks() {
        let html = "<p>Intro</p>\
            <figure class=\"wp-block-image\"><a href=\"https://a.example/more\"><img src=\"a.jpg\" alt=\"An a\"></a><figcaption>Cap <b>tion</b></figcaption></figure>\
            <div class=\"wp-block-columns\"><div class=\"wp-block-column\" style=\"flex-basis:66.66%\"><p>Left</p></div><div class=\"wp-block-column\" style=\"flex-basis:33.33%\"><div data-loggia-block=\"0\"></div></div></div>\
            <div class=\"wp-block-group\"><div class=\"wp-block-buttons\"><div class=\"wp-block-button\"><a class=\"wp-block-button__link\" href=\"/go\">Go</a></div></div></div>\
            <details><summary>Q</summary><p>A</p></details><details><summary>Q2</summary><p>A2</p></details>\
            <figure class=\"wp-block-embed\"><div class=\"wp-block-embed__wrapper\">\nhttps://vimeo.com/12345678\n</div></figure>\
            <figure class=\"wp-block-gallery\"><figure><img src=\"1.jpg\"></figure><figure><img src=\"2.jpg\"></figure></figure>\
            <div class=\"wp-block-media-text\"><figure><img src=\"m.jpg\"></figure><div class=\"wp-block-media-text__content\"><p>Beside</p></div></div>\
            <div style=\"height:40px\" class=\"wp-block-spacer\"></div><p>End</p>";
        assert_eq!(
            kinds(html),
            [
                "12 html",
                "12 image",
                "8 html",
                "4 search",
                "12 button",
                "12 accordion",
                "12 video",
                "12 gallery",
                "6 image",
                "6 html",
                "12 spacer",
                "12 html"
            ]
        );
    }

    #[test]
    fn cards_of_ghost_become_blocks() {
        let html = "<figure class=\"kg-card kg-image-card\"><img src=\"a.jpg\" class=\"kg-image\"></figure>\
            <div class=\"kg-card kg-button-card\"><a href=\"/x\" class=\"kg-btn\">X</a></div>\
            <figure class=\"kg-card kg-bookmark-card\"><a class=\"kg-bookmark-container\" href=\"https://b.example\"><div class=\"kg-bookmark-title\">B</div></a></figure>\
            <div class=\"kg-card kg-toggle-card\"><div class=\"kg-toggle-heading\"><h4 class=\"kg-toggle-heading-text\">T</h4></div><div class=\"kg-toggle-content\"><p>C</p></div></div>\
            <div class=\"kg-card kg-audio-card\"><div class=\"kg-audio-title\">Song</div><audio src=\"s.mp3\"></audio></div>";
        assert_eq!(kinds(html), ["12 image", "12 button", "12 link", "12 accordion", "12 audio"]);
    }

    #[test]
    fn a_page_of_very_many_pictures_keeps_them_all_within_the_limit() {
        let html = "<figure><img src=\"a.jpg\"></figure><p>x</p>".repeat(200);
        let all = kinds(&html);
        assert!(all.len() <= MOST, "{}", all.len());
        let body = body(&html, &[], &References::default());
        assert_eq!(serde_json::to_string(&body.rows).unwrap_or_default().matches("a.jpg").count(), 200);
    }

    #[test]
    fn a_deep_page_ends() {
        let html = format!("{}<iframe src=\"https://a.example\"></iframe>", "<div>".repeat(3000));
        let body = body(&html, &[], &References::default());
        assert!(
            body.html.contains("iframe") && body.rows.is_empty(),
            "what is too deep to be looked at stays HTML"
        );
    }
}
