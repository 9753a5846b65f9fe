//! The bar over every page, in the place that templates keep for it, and the window that opens by itself.

use loggia_template::{Arena, Error, Node};

use super::context::{RenderContext, run};
use super::{block, consent, form};
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;
use crate::plan::{Page, Subject, System};
use crate::site::Site;
use crate::site::announcement::{POPUP, Pages, bar, popup, popup_image};
use crate::theme::builtin;

const BAR_STYLE: &str = include_str!("../../builtin/layout/announcement.css");
const BAR_SCRIPT: &str = include_str!("../../builtin/layout/announcement.js");
const POPUP_STYLE: &str = include_str!("../../builtin/layout/popup.css");
const POPUP_SCRIPT: &str = include_str!("../../builtin/layout/popup.js");

/// The class of the element that a template keeps for the bar.
const PLACE: &str = "sqs-announcement-bar-dropzone";

/// The page with the bar, first in its place or in the page, and the window last. Neither stands in the way of a purchase.
pub(super) fn with_announcements(
    context: &RenderContext<'_>,
    page: &Page,
    document: String,
    errors: &mut Vec<Error>,
) -> String {
    let document = match bar_html(context, page) {
        Some(bar) => with_bar(document, &bar),
        None => document,
    };
    match popup_html(context, page, errors) {
        Some(window) => with_window(document, &window),
        None => document,
    }
}

/// What is wrong with the settings of the window.
pub fn faults(site: &Site<'_>, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let fault = |message: String| document.fault(&[POPUP.into()], "popup", message);
    match popup(&site.website) {
        Err(why) => faults.push(
            fault(format!("The settings of the popup cannot be read: {why}."))
                .help("see docs/owners/pages.md"),
        ),
        Ok(Some(popup)) if popup.title.is_empty() => faults.push(
            fault("The popup has no title, so it does not open.".to_owned())
                .help("give it a title, by which it is announced; or say \"isEnabled\": false")
                .into_warning(),
        ),
        Ok(Some(popup)) if !popup.form_id.is_empty() && !site.forms.contains_key(popup.form_id.as_str()) => {
            faults.push(
                fault(format!("The popup shows the form '{}', which is not there.", popup.form_id))
                    .help("name one of the forms, or none")
                    .into_warning(),
            );
        }
        Ok(_) => {}
    }
}

fn bar_html(context: &RenderContext<'_>, page: &Page) -> Option<String> {
    let buys = matches!(page.subject, Subject::System(System::Checkout | System::Confirmed));
    let bar =
        bar(&context.site.website).filter(|_| !buys && !matches!(page.subject, Subject::Redirect { .. }))?;
    let arena = Arena::new();
    let close = consent::close_word(context);
    let members = [
        ("text", Node::Text(bar.text)),
        ("url", Node::Text(bar.url)),
        ("newWindow", Node::Boolean(bar.new_window)),
        ("close", if bar.can_close { arena.text_node(&close) } else { Node::Missing }),
        ("version", arena.text_node(&version(&[bar.text, bar.url]))),
        ("style", Node::Text(BAR_STYLE)),
        ("script", Node::Text(BAR_SCRIPT)),
    ];
    // Built-in parts have no errors: a test compiles and renders each.
    let part = context.theme.builtin(builtin::ANNOUNCEMENT);
    Some(run(context, part, arena.object(members), &mut Vec::new()).trim_end().to_owned())
}

fn popup_html(context: &RenderContext<'_>, page: &Page, errors: &mut Vec<Error>) -> Option<String> {
    let is_content =
        matches!(page.subject, Subject::Item { .. } | Subject::List { .. } | Subject::Page { .. });
    let popup =
        popup(&context.site.website).ok().flatten().filter(|popup| is_content && !popup.title.is_empty())?;
    if popup.pages == Pages::Home && page.url != "/" {
        return None;
    }
    let arena = Arena::new();
    let close = consent::close_word(context);
    let picture =
        block::media::picture(popup_image(&context.site.website), "(max-width: 640px) 100vw, 32rem", &arena);
    let image = popup.image.as_ref().map(ToString::to_string).unwrap_or_default();
    let text = |text: &str| arena.text_node(text);
    let words = [&popup.title, &popup.text, &image, &popup.button_text, &popup.button_url, &popup.form_id];
    let members = [
        ("title", text(&popup.title)),
        ("text", text(&popup.text)),
        ("picture", picture.unwrap_or(Node::Missing)),
        ("buttonText", if popup.button_url.is_empty() { Node::Missing } else { text(&popup.button_text) }),
        ("buttonUrl", text(&popup.button_url)),
        ("formId", text(&popup.form_id)),
        ("after", Node::number(f64::from(popup.after))),
        ("again", Node::number(f64::from(popup.again))),
        ("close", text(&close)),
        ("version", text(&version(&words.map(String::as_str)))),
        ("style", Node::Text(POPUP_STYLE)),
        ("script", Node::Text(POPUP_SCRIPT)),
    ];
    let part = context.theme.builtin(builtin::POPUP);
    let html = run(context, part, arena.object(members), &mut Vec::new()).trim_end().to_owned();
    Some(form::fill(context, html, errors))
}

/// By what somebody's closing is known to be of the same words.
fn version(said: &[&str]) -> String {
    let mut digest = Digest::builder();
    said.iter().for_each(|one| digest.add(one.as_bytes()));
    digest.finish().short()
}

/// The bar stands first in the place that the template keeps, else first in the page.
fn with_bar(mut document: String, bar: &str) -> String {
    let at = place(&document)
        .or_else(|| after_skip_link(&document, after_tag(&document, document.find("<body")?)?));
    if let Some(at) = at {
        document.insert_str(at, bar);
    }
    document
}

fn with_window(mut document: String, window: &str) -> String {
    let at = document.rfind("</body>").unwrap_or(document.len());
    document.insert_str(at, window);
    document
}

/// Behind the tag of the first element with the class: it may be named in style sheets and scripts of the page as well.
fn place(document: &str) -> Option<usize> {
    let is_attribute = |at: &usize| {
        let before = &document[..*at];
        let tag = before.rfind('<').map_or("", |start| &before[start..]);
        !tag.contains('>') && tag.contains("class=")
    };
    let at = document.match_indices(PLACE).map(|(at, _)| at).find(is_attribute)?;
    after_tag(document, at)
}

/// Behind a link to the content, which comes first for who uses the keyboard, if the page begins with one.
fn after_skip_link(document: &str, body: usize) -> Option<usize> {
    let rest = &document[body..];
    let begins = rest.len() - rest.trim_start().len();
    let is_one = rest[begins..].starts_with("<a ")
        && rest[begins..].split('>').next().is_some_and(|tag| tag.contains("href=\"#"));
    match rest.find("</a>") {
        Some(end) if is_one => Some(body + end + "</a>".len()),
        _ => Some(body),
    }
}

fn after_tag(document: &str, at: usize) -> Option<usize> {
    Some(at + document[at..].find('>')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_stands_in_its_place_or_first_in_the_page() {
        let shown = |page: &str| with_bar(page.to_owned(), "BAR");
        let place = format!("<div class=\"{PLACE}\">");
        let page = format!("<head><style>.{PLACE}{{}}</style></head><body>a{place}</div></body>");
        assert_eq!(shown(&page), page.replace(&place, &format!("{place}BAR")));
        let page = "<body class=\"a\"><main></main></body>";
        assert_eq!(shown(page), "<body class=\"a\">BAR<main></main></body>");
        let page = "<body>\n<a class=\"skip\" href=\"#main\">Skip</a><a href=\"/\">Home</a></body>";
        assert_eq!(shown(page), page.replace("Skip</a>", "Skip</a>BAR"));
        let page = "<body><a href=\"/\">Home</a></body>";
        assert_eq!(shown(page), page.replace("<body>", "<body>BAR"));
        assert_eq!(shown("words alone"), "words alone");
    }
}
