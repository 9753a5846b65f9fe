//! What the law asks an offer to say and a site leaves out.

use loggia_commerce::{ProductType, is_in_market};

use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::accessibility::{STATEMENT, statement};
use crate::site::item::Item;
use crate::site::safety;

/// Prices of before that are not known, makers that are not named, a statement on accessibility that lacks something.
pub(super) fn law(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    unknown_prices(site, products, faults);
    makers(site, products, faults);
    accessibility(site, faults);
}

/// Physical products of a seller in the market of which it is not said who made them or who answers for them; what cannot be read.
fn makers(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    let country = site.website.node("seller").get("country");
    let is_asked = country.as_str().is_some_and(is_in_market);
    let mut lacking: Vec<(&Item, String)> = Vec::new();
    let mut is_said = false;
    for item in products {
        let is_physical =
            item.product.as_ref().is_some_and(|product| product.product_type == ProductType::Physical);
        match safety::of(site, item) {
            Ok(safety) if is_asked && is_physical => {
                lacking.extend(safety.missing().map(|what| (*item, what)))
            }
            Ok(_) => {}
            Err((true, _)) if is_said => {}
            Err((is_of_all, why)) => {
                is_said |= is_of_all;
                let message = format!("What is said of the safety of products cannot be read: {why}.");
                let help = "see docs/owners/law.md";
                let fault = match is_of_all {
                    true => site.website.document.fault(&[safety::SAFETY.into()], "product-safety", message),
                    false => {
                        let path = ["structuredContent".into(), safety::SAFETY.into()];
                        item.document.fault(&path, "product-safety", message)
                    }
                };
                faults.push(fault.help(help));
            }
        }
    }
    let Some((first, what)) = lacking.first() else { return };
    let more = lacking.len() - 1;
    let more = if more > 0 { format!(", and {more} more products lack something") } else { String::new() };
    let message = format!(
        "“{}” has no {what} in its productSafety{more}: offers in the EU say who made a product and who answers for it \
         (Regulation (EU) 2023/988, article 19).",
        first.title
    );
    let help = "say it once for all in productSafety of site.json, or in the product; see docs/owners/law.md";
    let fault = first.document.fault(&["structuredContent".into()], "product-safety", message);
    faults.push(fault.help(help).into_warning());
}

/// What a statement on accessibility lacks, and one that cannot be read.
fn accessibility(site: &Site, faults: &mut Vec<Diagnostic>) {
    let document = site.website.document;
    let at = [STATEMENT.into()];
    match statement(&site.website) {
        Ok(Some(statement)) => faults.extend(statement.missing().into_iter().map(|member| {
            let message =
                format!("The statement on accessibility has no {member} (Directive (EU) 2019/882, annex V).");
            let help = "write it to accessibilityStatement in site.json; see docs/owners/law.md";
            document.fault(&at, "accessibility-statement", message).help(help).into_warning()
        })),
        Ok(None) => {}
        Err(why) => {
            let message = format!("The statement on accessibility cannot be read: {why}.");
            let help = "see docs/owners/law.md";
            faults.push(document.fault(&at, "accessibility-statement", message).help(help));
        }
    }
}

/// Reductions of which no earlier price is known: the page cannot say the lowest of the 30 days before.
fn unknown_prices(site: &Site, products: &[&Item], faults: &mut Vec<Diagnostic>) {
    let Some(notes) = &site.website.price_notes else { return };
    let unknown = |item: &&&Item| {
        item.product.as_ref().is_some_and(|product| !notes.unknown_before(product).is_empty())
    };
    let mut items = products.iter().filter(unknown);
    let Some(first) = items.next() else { return };
    let more = items.count();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!(
        "What “{}”{more} cost before the price was reduced is not known: the page does not say the lowest price of the 30 days \
         before, which Directive 98/6/EC, article 6a, asks for.",
        first.title
    );
    let help =
        "keep price-history.json with the site, or write the earlier price into it; see docs/owners/law.md";
    let path = ["structuredContent".into()];
    faults.push(first.document.fault(&path, "price-history", message).help(help).into_warning());
}
