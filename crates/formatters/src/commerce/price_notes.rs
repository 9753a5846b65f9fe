//! What stands beside a price: the price of a unit, the lowest one before a reduction, taxes and delivery. The page's data has it
//! in words (`structuredContent.priceNotes`); where it has none nothing is written.

use loggia_template::{Context, Node};

use crate::fragment::{Fill, Fragment, fragment};

/// The markup around the notes.
pub(super) struct PriceNotes {
    notes: Fragment<2>,
    note: Fragment<4>,
    amount: Fragment<2>,
    live: Fragment<2>,
    link: Fragment<2>,
    word: Fragment<1>,
}

impl PriceNotes {
    pub(super) fn new() -> Self {
        Self {
            notes: fragment!("commerce/price-notes.html", "id", "notes"),
            note: fragment!("commerce/price-note.html", "kind", "text", "amount", "after"),
            amount: fragment!("commerce/price-note.amount.html", "live", "amount"),
            live: fragment!("commerce/price-note.live.html", "ratio", "skus"),
            link: fragment!("commerce/price-note.link.html", "url", "link"),
            word: fragment!("commerce/price-note.word.html", "link"),
        }
    }

    /// Writes the notes of a product. Its own page says them for every variant, other pages the least of them.
    pub(super) fn write(&self, item: Node<'_>, context: &mut Context<'_>) {
        let notes = item.get("structuredContent").get("priceNotes").elements();
        let id = item.get("id");
        let is_own = !id.is_nothing() && context.lookup("item").get("id").equals(id);
        let is_meant = |note: &&Node<'_>| {
            let own = note.get("own");
            own.is_nothing() || own.is_true() == is_own
        };
        let meant: Vec<Node<'_>> = notes.iter().filter(is_meant).copied().collect();
        if meant.is_empty() {
            return;
        }
        let each = |out: &mut String| meant.iter().for_each(|note| self.write_note(*note, out));
        self.notes.write(context.out(), [Fill::EscapedValue(id), Fill::With(&each)]);
    }

    fn write_note(&self, note: Node<'_>, out: &mut String) {
        let (ratio, skus) = (note.get("ratio"), note.get("skus"));
        let live = |out: &mut String| self.live.write(out, [Fill::EscapedValue(ratio), Fill::Json(skus)]);
        let live = if ratio.is_nothing() { Fill::Empty } else { Fill::With(&live) };
        let amount = |out: &mut String| {
            let (link, url) = (note.get("link"), note.get("url"));
            match (link.is_nothing(), url.to_text().is_empty()) {
                (true, _) => self.amount.write(out, [live, Fill::EscapedValue(note.get("amount"))]),
                (false, false) => {
                    self.link.write(out, [Fill::EscapedValue(url), Fill::EscapedValue(link)]);
                }
                (false, true) => self.word.write(out, [Fill::EscapedValue(link)]),
            }
        };
        let has_more = !note.get("amount").is_nothing() || !note.get("link").is_nothing();
        let amount = if has_more { Fill::With(&amount) } else { Fill::Empty };
        let text = |key: &str| Fill::EscapedValue(note.get(key));
        let after = if note.get("after").is_nothing() { Fill::Empty } else { text("after") };
        self.note.write(out, [text("kind"), text("text"), amount, after]);
    }
}
