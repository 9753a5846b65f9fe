//! What the search knows of one page: its words, and the card that stands in the results.

use std::path::Path;

use loggia_commerce::Access;
use loggia_template::Node;
use serde::Serialize;

use super::words::words;
use crate::asset::Assets;
use crate::block_html::BlockHtml;
use crate::catalog::{Store, access};
use crate::manifest::Digest;
use crate::plan::{Page, Subject};
use crate::site::text::{plain, shortened};
use crate::site::{Collection, Item, Site, Website};

/// The longest excerpt of a result, in characters.
const EXCERPT: usize = 200;
/// The longest text that is searched, in bytes.
const LONGEST: usize = 256 * 1024;

/// A public page that can be found.
pub(super) enum Document<'s> {
    Item(&'s Item<'s>),
    Page(&'s Collection<'s>),
}

/// A result as the widget shows it. Addresses are from the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Entry {
    title: String,
    url: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<String>,
    /// The address of a small picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    /// The lowest price, in minor units of the shop's currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<i64>,
}

/// Each field's words with how often they stand there.
pub(super) type Words = Vec<Vec<(String, u8)>>;

impl<'s> Document<'s> {
    /// The card of a page; `None` for lists, for what every site has, and for what only some may see.
    pub fn of(site: &'s Site<'s>, page: &Page) -> Option<Document<'s>> {
        let open = |node: Node<'_>| access(node) == Access::Public;
        match &page.subject {
            Subject::Item { collection, item, .. } => {
                let collection = &site.collections[*collection];
                let item = &collection.items[*item];
                (open(collection.node) && open(item.node)).then_some(Document::Item(item))
            }
            Subject::Page { collection } => {
                let collection = &site.collections[*collection];
                open(collection.node).then_some(Document::Page(collection))
            }
            _ => None,
        }
    }

    /// The address of its picture, small, when the site has the file.
    pub fn image(&self, assets: &Assets) -> Option<String> {
        let node = self.node();
        let image = node.get("mainImage").get("assetUrl").as_str().or_else(|| node.get("assetUrl").as_str());
        assets.resolve(&format!("{}?format=300w", image.filter(|image| !image.is_empty())?))
    }

    pub fn hash(&self, blocks: &BlockHtml<'_>) -> Digest {
        match self {
            Document::Item(item) => blocks.item_hash(item),
            Document::Page(collection) => collection.hash.and(blocks.collection_hash(collection).as_bytes()),
        }
    }

    fn node(&self) -> Node<'s> {
        match self {
            Document::Item(item) => item.node,
            Document::Page(collection) => collection.node,
        }
    }

    fn file(&self) -> &'s Path {
        match self {
            Document::Item(item) => item.document.file,
            Document::Page(collection) => collection.document.file,
        }
    }

    /// What the result shows of its text, and the text that is searched.
    pub fn text(&self, blocks: &BlockHtml<'_>, whole: bool) -> (String, String) {
        let node = self.node();
        let most = if whole { LONGEST } else { EXCERPT * 4 };
        let html = |node: Node<'s>| node.as_str().or_else(|| node.get("html").as_str()).unwrap_or_default();
        let body = ["body", "mainContent", "description"]
            .map(|key| blocks.member(self.file(), key).unwrap_or_else(|| html(node.get(key))));
        let body = body.into_iter().find(|body| !body.is_empty()).unwrap_or_default();
        let excerpt = plain(html(node.get("excerpt")), EXCERPT * 4);
        let needs_body = whole || excerpt.is_empty();
        let body = if needs_body { plain(body, most) } else { String::new() };
        let shown = shortened(if excerpt.is_empty() { &body } else { &excerpt }, EXCERPT);
        let text = if whole { format!("{excerpt} {body}") } else { shown.clone() };
        (shown, text)
    }

    fn labels(&self) -> [&'s [&'s str]; 2] {
        match self {
            Document::Item(item) => [&item.tags, &item.categories],
            Document::Page(_) => [&[], &[]],
        }
    }

    fn title(&self) -> &'s str {
        match self {
            Document::Item(item) => item.title,
            Document::Page(collection) => collection.title,
        }
    }

    /// The words of title, labels and text, and how many each has. `whole` takes the whole text.
    pub fn words(&self, blocks: &BlockHtml<'_>, whole: bool) -> (Words, [usize; 3]) {
        let labels = self.labels().concat().join(" ");
        let (_, text) = self.text(blocks, whole);
        let fields = [self.title(), labels.as_str(), text.as_str()].map(counted);
        let lengths = [&fields[0].1, &fields[1].1, &fields[2].1].map(|count| *count);
        (fields.into_iter().map(|(words, _)| words).collect(), lengths)
    }

    /// What stands in the results.
    pub fn entry(
        &self,
        (website, blocks): (&Website<'_>, &BlockHtml<'_>),
        page: &Page,
        store: &Store,
        image: Option<String>,
    ) -> Entry {
        let price = match self {
            Document::Item(item) => store.products.get(item.id).map(|product| product.from_price().get()),
            Document::Page(_) => None,
        };
        let [tags, categories] =
            self.labels().map(|list| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
        let (text, _) = self.text(blocks, false);
        let (title, url) = (self.title().to_owned(), website.localized(&page.url));
        Entry { title, url, text, tags, categories, image, price }
    }
}

/// The different words of a text with how often each stands there, and how many words there are.
fn counted(text: &str) -> (Vec<(String, u8)>, usize) {
    let mut all: Vec<String> = Vec::new();
    words(text, |word| all.push(word.to_owned()));
    let count = all.len();
    all.sort_unstable();
    let mut counted: Vec<(String, u8)> = Vec::new();
    for word in all {
        match counted.last_mut() {
            Some((last, times)) if *last == word => *times = times.saturating_add(1),
            _ => counted.push((word, 1)),
        }
    }
    (counted, count)
}
