//! An export of Squarespace with one of everything that its page editor writes, of our own making.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use loggia_exchange::posts::{Export, Kind, wordpress};
use serde_json::Value;

const CDN: &str = "https://images.squarespace-cdn.com/content/v1/0a1b2c3d4e5f60718293a4b5";

/// An export of one page with this text, a picture without an ending, and a post that it stands for.
fn export(html: &str) -> Export {
    wordpress(&format!(
        "<?xml version=\"1.0\"?><rss xmlns:excerpt=\"http://wordpress.org/export/1.2/excerpt/\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><title>Kiln</title><link>https://kiln.example</link>\
         <wp:author><wp:author_login>ada@kiln.example</wp:author_login><wp:author_display_name><![CDATA[Ada Kiln]]></wp:author_display_name></wp:author>\
         <item><link>/about</link><title>About</title><content:encoded><![CDATA[{html}]]></content:encoded><wp:post_name>about</wp:post_name>\
         <wp:post_type>page</wp:post_type><wp:post_id>0</wp:post_id><wp:status>publish</wp:status></item>\
         <item><link>/journal/one</link><title>One</title><content:encoded><![CDATA[<p>Words</p>]]></content:encoded><wp:post_name>one</wp:post_name>\
         <wp:post_type>post</wp:post_type><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><dc:creator>ada@kiln.example</dc:creator>\
         <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[2]]></wp:meta_value></wp:postmeta></item>\
         <item><wp:attachment_url>{CDN}/1484999710186/</wp:attachment_url><title>attachment-0a1b2c3d4e5f60718293a4b5</title><wp:post_type>attachment</wp:post_type>\
         <wp:post_id>2</wp:post_id><wp:post_parent>1</wp:post_parent><wp:status>inherit</wp:status>\
         <content:encoded><![CDATA[img-0a1b2c3d4e5f60718293a4b5]]></content:encoded><excerpt:encoded><![CDATA[exc-0a1b2c3d4e5f60718293a4b5]]></excerpt:encoded></item>\
         </channel></rss>"
    ))
}

/// The blocks of a page by width and type.
fn kinds(export: &Export) -> Vec<String> {
    let page = export.entries.iter().find(|entry| entry.kind == Kind::Page).unwrap();
    let columns =
        page.body.rows.iter().flat_map(|row| row["columns"].as_array().cloned().unwrap_or_default());
    let of = |column: Value| {
        let blocks = column["blocks"].as_array().cloned().unwrap_or_default();
        blocks
            .into_iter()
            .map(move |block| format!("{} {}", column["span"], block["type"].as_str().unwrap_or_default()))
    };
    columns.flat_map(of).collect()
}

fn text(export: &Export) -> String {
    let page = export.entries.iter().find(|entry| entry.kind == Kind::Page).unwrap();
    format!("{}{}", page.body.html, serde_json::to_string(&page.body.rows).unwrap())
}

fn block(kind: &str, inner: &str) -> String {
    format!(
        "<div class=\"sqs-block {kind}-block sqs-block-{kind}\" data-block-type=\"2\" id=\"block-1\"><div class=\"sqs-block-content\">\n\n{inner}\n\n</div></div>"
    )
}

fn section(blocks: &str) -> String {
    format!(
        "<article class=\"sections\" id=\"sections\" data-page-sections=\"1\">\n\n  <section data-test=\"page-section\" class='page-section full-bleed-section' data-current-styles=\"{{&quot;backgroundWidth&quot;: 1}}\">\n\
         <div class=\"section-border\"><div class=\"section-background\"><img alt=\"Smoke\" src=\"{CDN}/smoke.jpg\" data-image-focal-point=\"0.5,0.25\"></div></div>\n\
         <div class='content-wrapper'><div class=\"content\">\n\n<div data-fluid-engine=\"true\"><style>.fe-1 {{ display: grid; }}</style><div class=\"fluid-engine fe-1\">\
         <div class=\"fe-block fe-block-1\">{blocks}</div></div></div></div></div></section></article>"
    )
}

/// S-611: sections, grids and columns are frames, and what stands in them is a block of its kind; nothing of the frames stays.
#[test]
fn s_611_blocks_of_the_page_editor_become_blocks() {
    let blocks = [
        block(
            "html",
            "<div class=\"sqs-html-content\">\n  <div class=\"sqsrte-scaled-text-container\"><span class=\"sqsrte-scaled-text\"><h1 style=\"white-space:pre-wrap;\">Clay</h1></span></div>\n</div>",
        ),
        block(
            "image",
            &format!(
                "<div class=\"image-block-outer-wrapper\"><div class=\"content-fill\"><img src=\"{CDN}/a.jpg\" data-image=\"{CDN}/a.jpg\" alt=\"A cup\"></div></div><style>.fe-2 {{ opacity: 0 }}</style>"
            ),
        ),
        block(
            "gallery",
            &format!(
                "<div class=\"sqs-gallery\"><div class=\"slide\"><noscript><img src=\"{CDN}/b.jpg\"></noscript><img src=\"{CDN}/b.jpg\" data-image=\"{CDN}/b.jpg\"></div><div class=\"slide\"><img data-src=\"{CDN}/c.jpg\"></div></div>"
            ),
        ),
        block("button", "<a href=\"/shop\" class=\"sqs-block-button-element\">To the shop</a>"),
        block(
            "video",
            "<div class=\"sqs-video-wrapper\" data-html=\"&lt;iframe src=&quot;https://www.youtube.com/embed/abcDEF12345&quot;&gt;&lt;/iframe&gt;\"></div>",
        ),
        block(
            "accordion",
            "<ul><li class=\"accordion-item\"><h4><button><span class=\"accordion-item__title\">Is it food safe?</span></button></h4><div class=\"accordion-item__description\"><p>Yes.</p></div></li></ul>",
        ),
        block(
            "audio",
            "<div class=\"sqs-audio-embed\" data-url=\"https://static1.squarespace.com/static/a.mp3\" data-title=\"Kiln\"></div>",
        ),
        block("code", "<script>count()</script><p>Counter</p>"),
        block("map", "<p>Mill Lane 3</p>"),
    ];
    let export = export(&section(&blocks.concat()));
    assert_eq!(
        kinds(&export),
        [
            "12 image",
            "12 html",
            "12 image",
            "12 gallery",
            "12 button",
            "12 video",
            "12 accordion",
            "12 audio",
            "12 html"
        ]
    );
    let text = text(&export);
    for kept in [
        "Clay",
        "smoke.jpg",
        "A cup",
        "b.jpg",
        "c.jpg",
        "/shop",
        "Is it food safe?",
        "a.mp3",
        "count()",
        "Mill Lane 3",
    ] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    for frame in
        ["page-section", "fe-block", "sqs-block-content", "data-current-styles", ".fe-1", ".fe-2", "<br"]
    {
        assert!(!text.contains(frame), "{frame} in {text}");
    }
    assert_eq!(export.source, "squarespace");
}

/// S-611: columns of the older editor keep their widths; a page of pictures is a gallery.
#[test]
fn s_611_columns_and_gallery_pages_are_kept() {
    let row = format!(
        "<div class=\"sqs-layout sqs-grid-12\"><div class=\"row sqs-row\"><div class=\"col sqs-col-8 span-8\">{}</div><div class=\"col sqs-col-4 span-4\">{}</div></div></div>",
        block("html", "<p>Wide</p>"),
        block("image", &format!("<img src=\"{CDN}/n.jpg\">"))
    );
    assert_eq!(kinds(&export(&row)), ["8 html", "4 image"]);
    let pictures = format!(
        "<div><img src=\"{CDN}/1.jpg\" /><img src=\"{CDN}/2.jpg\" /><img src=\"{CDN}/3.jpg\" /></div>"
    );
    let gallery = export(&pictures);
    assert_eq!(kinds(&gallery), ["12 gallery"]);
    assert!((1..4).all(|number| text(&gallery).contains(&format!("{number}.jpg"))));
}

/// S-611: a list of posts that is laid out like a gallery keeps its words, and so does a caption.
#[test]
fn s_611_what_stands_beside_the_pictures_of_a_gallery_is_kept() {
    let summary = format!(
        "<div class=\"summary-item-list sqs-gallery\"><div class=\"summary-item\"><a href=\"/journal/one\"><img data-src=\"{CDN}/1.jpg\"></a><div class=\"summary-excerpt\"><p>We fired the kiln.</p></div></div></div>"
    );
    let slides = format!(
        "<div class=\"sqs-gallery\"><div class=\"slide\"><img data-src=\"{CDN}/2.jpg\"><div class=\"meta\"><div class=\"meta-description\"><p>Before <em>firing</em></p></div></div></div></div>"
    );
    for (block, kept) in [
        (block("summary-v2", &summary), "We fired the kiln."),
        (block("gallery", &slides), "Before <em>firing</em>"),
    ] {
        let export = export(&section(&block));
        assert!(text(&export).contains(kept) && text(&export).contains(".jpg"), "{}", text(&export));
    }
}

/// S-613: a picture that stands for a post counts whatever its address ends with, and has no number for a caption.
#[test]
fn s_613_the_picture_of_a_post_needs_no_ending() {
    let export = export("<p>x</p>");
    let post = export.entries.iter().find(|entry| entry.kind == Kind::Post).unwrap();
    let picture = post.picture.as_ref().unwrap();
    assert_eq!(
        (picture.url.as_str(), picture.caption.as_str()),
        (format!("{CDN}/1484999710186/").as_str(), "")
    );
    assert_eq!(post.authors, ["Ada Kiln"]);
}

/// S-613: a name of a file says nothing of what a picture shows; other words do, though they end like one.
#[test]
fn s_613_the_name_of_a_file_is_no_description() {
    let html = format!(
        "<div><img src=\"{CDN}/IMG_0135+2.JPG?format=original\" alt=\"IMG_0135 2.jpg\" /><img src=\"{CDN}/b%20c.png\" alt=\"b c.png\" /><img src=\"{CDN}/d.png\" alt=\"The file e.png\" /></div>"
    );
    let export = export(&html);
    let page = export.entries.iter().find(|entry| entry.kind == Kind::Page).unwrap();
    let images = page.body.rows[0]["columns"][0]["blocks"][0]["value"]["images"].as_array().unwrap().clone();
    let alts: Vec<&str> = images.iter().map(|image| image["altText"].as_str().unwrap()).collect();
    assert_eq!(alts, ["", "", "The file e.png"]);
}

/// S-614: a form that only the old site answered is left out, and what it asked for is told.
#[test]
fn s_614_a_form_is_told_with_its_fields() {
    let form = "<div class=\"form-wrapper\"><form data-form-id=\"1\" onsubmit=\"return (function(){ Y.use(1); })()\"><div class=\"form-item field\"><label class=\"title\">Email <span class=\"required\">*</span></label><input name=\"email\"></div>\
                <fieldset class=\"form-item fields\"><legend class=\"title\">Name <span>*</span></legend></fieldset><input type=\"submit\"></form></div>";
    for html in [
        section(&block("form", &format!("<script>settings()</script>{form}"))),
        format!("<p>Write to us.</p>\n{form}\n&nbsp;"),
    ] {
        let export = export(&html);
        let told: Vec<&str> = export.faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            told,
            ["'About' had a form (Email, Name) whose answers went to the old site; it was left out."]
        );
        assert!(
            !text(&export).contains("<form") && !text(&export).contains("settings()"),
            "{}",
            text(&export)
        );
    }
}
