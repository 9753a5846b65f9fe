//! The list page made in other ways: with minijinja, and by hand.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use loggia_template::{Arena, Engine, Node, RenderOptions, Vocabulary, escape_attribute, escape_html};

use crate::clock;
use crate::workload::Workload;

const PAGE: &str = include_str!("../workloads/list/page.jinja");

/// Times of the three ways, after a check that they give the same text.
pub fn measure(vocabulary: &Arc<Vocabulary>, workload: &Workload, quick: bool) -> Result<String> {
    ensure!(workload.name == "list", "only the list page is made in other ways");
    let partials = workload.partials.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let engine = Engine::builder(Arc::clone(vocabulary)).partials(partials).build();
    let page = engine.compile("page", &workload.template);
    let data_arena = Arena::new();
    let data = data_arena.parse(&workload.data)?;
    let options = RenderOptions { capacity: 32 << 10, ..RenderOptions::default() };
    let ours = engine.render(&page.template, data, &options).text;
    let mut arena = Arena::new();
    let own = clock::measure(quick, || {
        let length = engine.render_in(&arena, &page.template, data, &options).text.len();
        arena.reset();
        length
    });

    let mut jinja = minijinja::Environment::new();
    jinja.add_filter("h", |text: &str| {
        let mut out = String::new();
        escape_html(text, &mut out);
        minijinja::Value::from_safe_string(out)
    });
    jinja.add_filter("a", |text: &str| {
        let mut out = String::new();
        escape_attribute(text, &mut out);
        minijinja::Value::from_safe_string(out)
    });
    jinja.add_template("page", PAGE)?;
    let context = minijinja::Value::from(minijinja::value::Serde(serde_json::from_str::<serde_json::Value>(
        &workload.data,
    )?));
    let template = jinja.get_template("page")?;
    // It drops the line break at the end of a template.
    ensure!(template.render(&context)? == ours.trim_end(), "minijinja gives another text");
    let minijinja = clock::measure(quick, || template.render(&context).map_or(0, |text| text.len()));

    ensure!(by_hand(data).context("by hand")? == ours, "the page by hand is another text");
    let hand = clock::measure(quick, || by_hand(data).map_or(0, |text| text.len()));
    Ok(format!(
        "list page: ours {own:.1} us, minijinja {minijinja:.1} us ({:.1}x of ours), by hand {hand:.1} us (ours takes {:.1}x)",
        minijinja / own,
        own / hand
    ))
}

/// The page as a program would write it for exactly this data.
fn by_hand(data: Node<'_>) -> Result<String, std::fmt::Error> {
    let text = |node: Node<'_>, key: &str| -> String { node.get(key).to_text().into_owned() };
    let mut out = String::with_capacity(32 << 10);
    let (website, collection) = (data.get("website"), data.get("collection"));
    let html = |value: Node<'_>, out: &mut String| escape_html(value.as_str().unwrap_or_default(), out);
    out.push_str("<!doctype html>\n<html lang=\"en\">\n<head><title>");
    html(collection.get("title"), &mut out);
    out.push_str(" - ");
    html(website.get("title"), &mut out);
    write!(
        out,
        "</title>\n<link rel=\"canonical\" href=\"{}{}\"></head>\n<body id=\"collection-{}\">\n<header><a href=\"/\">",
        text(website, "url"),
        text(collection, "url"),
        text(collection, "id")
    )?;
    html(website.get("title"), &mut out);
    out.push_str("</a><nav>");
    for entry in data.get("menu").elements() {
        let active = if entry.get("active").is_true() { " class=\"active\"" } else { "" };
        write!(out, "<a href=\"{}\"{active}>", text(*entry, "url"))?;
        html(entry.get("title"), &mut out);
        out.push_str("</a>");
    }
    out.push_str("</nav></header>\n<main>\n<h1>");
    html(collection.get("title"), &mut out);
    out.push_str("</h1>\n");
    for (at, loaf) in data.get("items").elements().iter().enumerate() {
        if at > 0 {
            out.push_str("<hr>\n");
        }
        by_hand_loaf(at, *loaf, &mut out)?;
    }
    out.push_str("</main>\n<footer><p>");
    html(website.get("place").get("street"), &mut out);
    out.push_str(", ");
    html(website.get("place").get("city"), &mut out);
    out.push_str("</p><ul>");
    for account in website.get("accounts").elements() {
        write!(out, "<li><a href=\"{}\">", text(*account, "url"))?;
        html(account.get("name"), &mut out);
        out.push_str("</a></li>");
    }
    out.push_str("</ul></footer>\n</body>\n</html>\n");
    Ok(out)
}

fn by_hand_loaf(at: usize, loaf: Node<'_>, out: &mut String) -> std::fmt::Result {
    let text = |node: Node<'_>, key: &str, out: &mut String| node.get(key).write_text(out);
    let bread = loaf.get("kind").as_f64() == Some(1.0);
    let push = |out: &mut String, part: &str| out.push_str(part);
    push(out, "<article id=\"");
    text(loaf, "id", out);
    push(out, "\" class=\"");
    push(out, if at.is_multiple_of(2) { "odd" } else { "even" });
    push(out, if bread { " bread" } else { " roll" });
    push(out, if loaf.get("featured").is_true() { " featured" } else { "" });
    push(out, "\">\n<a href=\"");
    text(loaf, "url", out);
    push(out, "\"><img src=\"");
    text(loaf.get("picture"), "url", out);
    push(out, "\" alt=\"");
    escape_attribute(loaf.get("picture").get("title").as_str().unwrap_or_default(), out);
    push(out, "\"></a>\n<h2>");
    escape_html(loaf.get("title").as_str().unwrap_or_default(), out);
    push(out, "</h2>\n<time>");
    text(loaf, "addedOn", out);
    push(out, "</time>\n");
    if bread {
        push(out, "<p class=\"price\">");
        if loaf.get("onSale").is_true() {
            push(out, "<s>");
            text(loaf.get("price"), "value", out);
            push(out, "</s> ");
            text(loaf.get("salePrice"), "value", out);
        } else {
            text(loaf.get("price"), "value", out);
        }
        push(out, " ");
        text(loaf, "weight", out);
        push(out, " kg</p>");
    } else {
        push(out, "<p>");
        escape_html(loaf.get("note").as_str().unwrap_or_default(), out);
        push(out, "</p>");
    }
    push(out, "\n");
    if loaf.get("tags").is_true() {
        push(out, "<ul>");
        for tag in loaf.get("tags").elements() {
            push(out, "<li>");
            escape_html(tag.as_str().unwrap_or_default(), out);
            push(out, "</li>");
        }
        push(out, "</ul>");
    }
    push(out, "\n</article>\n");
    Ok(())
}
