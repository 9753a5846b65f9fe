//! Content that contradicts itself: amounts said twice, messages that cannot be parsed.

use loggia_commerce::Money;
use loggia_formatters::MESSAGE_FUNCTIONS;
use loggia_locale::Message;
use loggia_template::Node;

use super::at;
use crate::catalog::value;
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::document::Document;
use crate::site::position::{Step, spell};
use crate::theme::Theme;

/// What is wrong with the content of a site as it stands in its files.
#[must_use]
pub fn content(site: &Site, theme: &Theme) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let cldr = at(site.website.document.root, &["websiteSettings", "useCLDRMoneyFormat"]).is_true()
        || at(site.website.document.root, &["featureFlags", "useCLDRMoneyFormat"]).is_true();
    for item in site.collections.iter().flat_map(|collection| &collection.items) {
        let content = item.document.root.get("structuredContent");
        let mut path: Vec<Step> = vec!["structuredContent".into()];
        amounts(item.document, content, &path, cldr, &mut faults);
        path.push("variants".into());
        for (place, variant) in content.get("variants").elements().iter().enumerate() {
            let mut path = path.clone();
            path.push(place.into());
            amounts(item.document, *variant, &path, cldr, &mut faults);
        }
    }
    messages(site, theme, &mut faults);
    faults
}

/// `price` in minor units and `priceMoney` in decimals must say the same: pages show the one, the cart charges the other.
fn amounts(document: Document, node: Node<'_>, path: &[Step], cldr: bool, faults: &mut Vec<Diagnostic>) {
    for (key, money) in [("price", "priceMoney"), ("salePrice", "salePriceMoney")] {
        let (Some(units), Ok(amount)) =
            (node.get(key).as_f64(), Money::from_node(&value(node.get(money)), cldr))
        else {
            continue;
        };
        if node.get(money).is_nothing() || amount.cents.get() as f64 == units {
            continue;
        }
        let mut place = path.to_vec();
        place.push(money.into());
        let message = format!(
            "'{}' says {units} hundredths, '{}' says {}.",
            spell(&[path, &[key.into()]].concat()),
            spell(&place),
            amount.cents.to_decimal_text()
        );
        let help = format!("the cart charges '{key}'; make both the same, or leave one out");
        faults.push(document.fault(&place, "price-twice", message).help(help).into_warning());
    }
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
