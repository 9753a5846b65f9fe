//! Files that are sold. They never enter the output: anyone who guesses an address would have them without paying.
//!
//! A digital product names its files with `digitalFiles` (`["/files/glaze.pdf"]`), or with any other member that is the
//! address of a file in `files/` that is no picture. What one product sells is withheld from the whole site.

use std::collections::{BTreeMap, BTreeSet};

use loggia_commerce::{FileDigest, SoldFile};
use loggia_template::Node;

use crate::asset::Asset;
use crate::diagnostic::Diagnostic;
use crate::site::code::{product, record};
use crate::site::{Item, Site};

/// Members whose files are sold whatever they are, pictures among them, and whatever type the product has.
const SOLD: [&str; 4] = ["digitalFiles", "digitalFile", "digitalGoods", "digitalGood"];
/// Files that are shown, not sold, unless a member above names them.
const SHOWN: [&str; 8] = ["jpg", "jpeg", "png", "webp", "gif", "svg", "avif", "ico"];

/// The files that are sold, by their address, with the products that sell them.
#[must_use]
pub fn files(site: &Site) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for item in products(site) {
        let is_digital =
            item.node.get("structuredContent").get("productType").as_f64() == Some(product::DIGITAL as f64);
        each(item.node, is_digital, false, &mut |address| {
            if let Some(address) = own_address(address, &site.website.base_url) {
                found.entry(address).or_default().insert(item.id.to_owned());
            }
        });
    }
    found
}

fn products<'c, 's>(site: &'c Site<'s>) -> impl Iterator<Item = &'c Item<'s>> {
    let items = site.collections.iter().flat_map(|collection| &collection.items);
    items.filter(|item| item.record_type == record::STORE_ITEM)
}

/// Every text that names a sold file: all of those inside the members for it, and in a digital product every other that
/// is the address of no picture.
fn each<'s>(node: Node<'s>, is_digital: bool, is_sold: bool, hear: &mut impl FnMut(&'s str)) {
    match node {
        Node::Text(text) => {
            let path = text.split(['?', '#']).next().unwrap_or_default();
            let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
            if is_sold || (is_digital && !SHOWN.contains(&ending.as_str())) {
                hear(text);
            }
        }
        Node::List(list) => list.iter().for_each(|node| each(*node, is_digital, is_sold, hear)),
        Node::Object(object) => {
            for (key, node) in object.members() {
                each(node, is_digital, is_sold || SOLD.contains(&key), hear);
            }
        }
        _ => {}
    }
}

/// The address of a file of this site, however it is written.
fn own_address(text: &str, base_url: &str) -> Option<String> {
    let text = text.trim();
    let here = Some(base_url).filter(|base| !base.is_empty()).and_then(|base| text.strip_prefix(base));
    let path = here.unwrap_or(text).split(['?', '#']).next().unwrap_or_default();
    let path = crate::asset::percent_decoded(path)?;
    let path = path.trim_start_matches("./").trim_start_matches('/');
    path.starts_with("files/").then(|| format!("/{path}"))
}

/// The files that each product sells, for the catalogue: those that are there.
pub fn listed(
    sold: &BTreeMap<String, BTreeSet<String>>,
    withheld: &BTreeMap<String, Asset>,
) -> BTreeMap<String, Vec<SoldFile>> {
    let mut listed: BTreeMap<String, Vec<SoldFile>> = BTreeMap::new();
    for (address, products) in sold {
        let Some(asset) = withheld.get(address) else { continue };
        let Ok(digest) = FileDigest::parse(&asset.entry.hash.to_string()) else { continue };
        let file = SoldFile {
            digest,
            size: asset.entry.size,
            name: address.rsplit('/').next().unwrap_or_default().to_owned(),
            kind: mime_guess::from_path(address).first_or_octet_stream().to_string(),
            address: address.clone(),
        };
        for product in products {
            listed.entry(product.clone()).or_default().push(file.clone());
        }
    }
    listed
}

/// Says which files are sold that are not there, and where the site links to one that it sells: the link would lead
/// nowhere. `there` are the addresses of those that are.
pub fn check(
    site: &Site,
    sold: &BTreeMap<String, BTreeSet<String>>,
    there: &BTreeSet<&str>,
    faults: &mut Vec<Diagnostic>,
) {
    if sold.is_empty() {
        return;
    }
    for (address, products) in sold.iter().filter(|(address, _)| !there.contains(address.as_str())) {
        for item in self::products(site).filter(|item| products.contains(item.id)) {
            let message = format!("This product sells {address}, which is not there.");
            let fault = item.document.fault(&[], "sold-file-missing", message);
            faults.push(fault.help("put the file into files/, or take its address away").into_warning());
        }
    }
    for item in site.collections.iter().flat_map(|collection| &collection.items) {
        for key in ["body", "excerpt", "mainContent"] {
            let text = item.node.get(key).as_str().unwrap_or_default();
            for address in sold.keys().filter(|address| names(text, address)) {
                let message = format!(
                    "This text links to {address}, which is sold: it is not published, so the link leads nowhere."
                );
                let help = "take the link away, or sell another file";
                let fault = item.document.fault(&[key.into()], "sold-file", message);
                faults.push(fault.help(help).into_warning());
            }
        }
    }
}

fn names(text: &str, address: &str) -> bool {
    text.contains(address) || text.contains(&crate::asset::percent_encoded(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_160_a_file_is_known_however_its_address_is_written() {
        for text in [
            "/files/a b.pdf",
            "files/a b.pdf",
            "./files/a b.pdf",
            " /files/a%20b.pdf?download=1",
            "https://shop.example/files/a%20b.pdf#page=2",
        ] {
            assert_eq!(
                own_address(text, "https://shop.example").as_deref(),
                Some("/files/a b.pdf"),
                "{text}"
            );
        }
        for text in ["https://other.example/files/a.pdf", "/about", "A book", "", "/assets/files.pdf"] {
            assert_eq!(own_address(text, "https://shop.example"), None, "{text}");
        }
    }
}
