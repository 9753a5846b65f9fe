//! Content that contradicts itself: variants that nobody can tell apart, messages that cannot be parsed.

use loggia_formatters::MESSAGE_FUNCTIONS;
use loggia_locale::Message;

use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::position::Step;
use crate::theme::Theme;

/// What is wrong with the content of a site as it stands in its files.
#[must_use]
pub fn content(site: &Site, theme: &Theme) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for item in site.collections.iter().flat_map(|collection| &collection.items) {
        let Some(product) = &item.product else { continue };
        for (first, second) in product.indistinguishable_variants() {
            let path = ["structuredContent".into(), "variants".into(), second.into(), "attributes".into()];
            let message = format!("The variants {first} and {second} have the same options.");
            let help = "a shopper cannot choose between them: give one another option, or take it away";
            faults.push(item.document.fault(&path, "same-options", message).help(help).into_warning());
        }
    }
    messages(site, theme, &mut faults);
    super::selling::selling(site, &mut faults);
    faults
}

/// The texts of `localizedStrings` that templates hand to `message` must be messages.
fn messages(site: &Site, theme: &Theme, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let strings = document.root.get("localizedStrings");
    for (key, node) in strings.as_object().into_iter().flat_map(|strings| strings.members()) {
        let Some(text) = node.as_str().filter(|text| text.contains('{')) else { continue };
        let used = ["message", "plural"]
            .iter()
            .any(|word| theme.mentions(&format!("localizedStrings.{key}|{word}")));
        if !used {
            continue;
        }
        for fault in Message::parse(text, &MESSAGE_FUNCTIONS).faults() {
            let message = format!("The message 'localizedStrings.{key}' has a mistake: {fault}.");
            let path: [Step; 2] = ["localizedStrings".into(), key.into()];
            let help = "a message is written {count plural one {# loaf} other {# loaves}}";
            faults.push(document.fault(&path, "message", message).help(help));
        }
    }
}
