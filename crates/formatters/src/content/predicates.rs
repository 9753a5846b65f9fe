//! Questions about items and collections (T-059 to T-083, T-087 to T-092).

use loggia_template::{Context, Fault, Node, Predicate, Vocabulary};

use super::codes::{
    BACKGROUND_SOURCES, FOLDER_INDEX, FOLDER_REDIRECT, PAGE, PROMOTED_BLOCKS, PROMOTED_RECORD_TYPES,
    RECORD_TYPES, SLICE_TYPES, TEMPLATE_PAGE,
};
use crate::markup;
use crate::number::to_int32;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    items(vocabulary);
    collections(vocabulary);
    codes(vocabulary);
    galleries(vocabulary);
}

/// A question about the current value alone.
struct OfNode<F>(F);

impl<F: for<'r> Fn(Node<'r>) -> bool + Send + Sync> Predicate for OfNode<F> {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        Ok((self.0)(context.node()))
    }
}

fn of_node(
    vocabulary: &mut Vocabulary,
    name: &str,
    question: impl for<'r> Fn(Node<'r>) -> bool + Send + Sync + Copy + 'static,
) {
    vocabulary.predicate(name, move |_| OfNode(question));
}

/// Whether an item has a picture of its own.
pub(super) fn has_image(item: Node<'_>) -> bool {
    item.get("mainImageId").is_true() || item.get("systemDataId").is_true()
}

fn items(vocabulary: &mut Vocabulary) {
    of_node(vocabulary, "external-link?", |item| item.get("externalLink").is_true());
    of_node(vocabulary, "passthrough?", |item| {
        item.get("passthrough").is_true() && !item.get("sourceUrl").to_text().is_empty()
    });
    of_node(vocabulary, "excerpt?", |item| {
        let excerpt = item.get("excerpt");
        excerpt.get("html").as_str().or(excerpt.as_str()).is_some_and(markup::has_text)
    });
    of_node(vocabulary, "main-image?", has_image);
    of_node(vocabulary, "child-images?", |item| {
        item.get("items").elements().first().is_some_and(|child| has_image(*child))
    });
    of_node(vocabulary, "location?", |item| {
        let location = item.get("location");
        !location.get("mapLat").is_missing() && !location.get("mapLng").is_missing()
    });
    of_node(vocabulary, "serviceNameEmail?", |item| &*item.get("serviceName").to_text() == "email");
    of_node(vocabulary, "show-past-events?", |item| {
        &*item.get("showPastOrUpcomingEvents").to_text() == "past"
    });
    of_node(vocabulary, "has-multiple?", |node| node.size() > 1);
    vocabulary.predicate_fn("calendar-view?", |_, context| Ok(context.lookup("calendarView").to_boolean()));
}

fn collections(vocabulary: &mut Vocabulary) {
    of_node(vocabulary, "collection?", |node| node.get("collection").is_true());
    of_node(vocabulary, "collection-page?", |node| is_code(node.get("collection").get("type"), PAGE));
    of_node(vocabulary, "collection-template-page?", |node| {
        let collection = node.get("collection");
        is_code(if collection.is_missing() { node } else { collection }.get("type"), TEMPLATE_PAGE)
    });
    of_node(vocabulary, "folder?", |node| node.get("collection").get("folder").is_true());
    of_node(vocabulary, "index?", |node| {
        let collection = node.get("collection");
        collection.get("folder").is_true() && collection.get("folderBehavior").as_f64() == Some(FOLDER_INDEX)
    });
    of_node(vocabulary, "redirect?", |node| is_code(node.get("folderBehavior"), FOLDER_REDIRECT));
    vocabulary.predicate_fn("clickable?", |_, context| {
        let behavior = context.lookup("folderBehavior");
        Ok(behavior.is_missing() || is_code(behavior, FOLDER_INDEX) || is_code(behavior, FOLDER_REDIRECT))
    });
    vocabulary.predicate_fn("collectionTypeNameEquals?", |arguments, context| {
        let name = context.lookup("typeName").to_text();
        Ok(arguments.first().is_some_and(|expected| **expected == *name))
    });
}

fn is_code(node: Node<'_>, code: f64) -> bool {
    node.to_number() == code
}

fn codes(vocabulary: &mut Vocabulary) {
    for (name, code) in RECORD_TYPES {
        of_node(vocabulary, &format!("{name}?"), move |item| is_code(item.get("recordType"), code));
    }
    for (name, code, block) in PROMOTED_RECORD_TYPES {
        of_node(vocabulary, &format!("{name}?"), move |item| {
            is_code(item.get("recordType"), code) || promotes(item, block)
        });
    }
    for block in PROMOTED_BLOCKS {
        let name = format!("promoted{}?", block.to_ascii_uppercase());
        of_node(vocabulary, &name, move |item| promotes(item, block));
    }
    for (name, code) in BACKGROUND_SOURCES {
        of_node(vocabulary, &format!("background-source-{name}?"), move |node| {
            is_code(node.get("backgroundSource"), code)
        });
    }
    vocabulary.predicate("current-type?", |arguments| {
        let name = arguments.get(0).unwrap_or_default();
        let code = SLICE_TYPES.iter().find(|(known, _)| *known == name).map(|(_, code)| *code);
        OfNode(move |node: Node<'_>| {
            code.is_some_and(|code| to_int32(node.get("currentType").to_number()) == code)
        })
    });
}

fn promotes(item: Node<'_>, block: &str) -> bool {
    &*item.get("promotedBlockType").to_text() == block
}

/// The gallery's settings are read from the nearest `options`; defaults are the gallery's own, not the language's.
fn galleries(vocabulary: &mut Vocabulary) {
    const CHOICES: [(&str, &str, &[&str]); 3] = [
        ("gallery-design", "design", &["grid", "slideshow", "slider", "stacked"]),
        (
            "gallery-meta-position",
            "meta-position",
            &["top", "top-left", "top-right", "center", "bottom", "bottom-left", "bottom-right"],
        ),
        ("gallery-active-alignment", "active-alignment", &["center", "left", "right"]),
    ];
    for (prefix, option, values) in CHOICES {
        for value in values {
            vocabulary.predicate(&format!("{prefix}-{value}?"), move |_| Choice { option, value });
        }
    }
    const SWITCHES: [&str; 8] = [
        "autoplay",
        "auto-crop",
        "controls",
        "lightbox",
        "square-thumbs",
        "show-meta",
        "show-meta-on-hover",
        "thumbnails",
    ];
    for option in SWITCHES {
        vocabulary.predicate(&format!("gallery-{option}?"), move |_| Switch(option));
    }
    vocabulary.predicate_fn("gallery-meta?", |_, context| {
        let options = context.lookup("options");
        Ok(options.get("controls").is_true() || options.get("indicators").is_true())
    });
}

/// Whether a setting has this value.
struct Choice {
    option: &'static str,
    value: &'static str,
}

impl Predicate for Choice {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        let value = context.lookup("options").get(self.option);
        Ok(!value.is_missing() && &*value.to_text() == self.value)
    }
}

/// Whether a setting is on.
struct Switch(&'static str);

impl Predicate for Switch {
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault> {
        Ok(context.lookup("options").get(self.0).to_boolean())
    }
}
