//! Items: `item-classes`, `AbsUrl`, `audio-player`, `capitalize`, `humanizeDuration`.

use loggia_template::{Context, Fault, Node, Path, Vocabulary, Writer, slugify, write_number};

use super::codes::STORE_ITEM;
use crate::commerce::facts::Facts;
use crate::fragment::{Fill, Fragment, fragment};
use crate::number::to_int32;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("item-classes", |_| ItemClasses { index: Path::parse("@index") });
    vocabulary.writer("AbsUrl", |_| AbsUrl);
    vocabulary.writer("audio-player", |_| AudioPlayer(fragment!("content/audio-player.html", "url", "id")));
    vocabulary.writer("capitalize", |_| Capitalize);
    vocabulary.writer("humanizeDuration", |_| HumanizeDuration);
}

/// T-212. Most of it is read from the nearest value that says it.
struct ItemClasses {
    index: Path,
}

impl Writer for ItemClasses {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        context.push("hentry");
        let promoted = context.lookup("promotedBlockType");
        if promoted.is_true() {
            context.push(" promoted");
            class(context, "promoted-block-", promoted);
        }
        for (name, prefix) in [("categories", "category-"), ("tags", "tag-")] {
            let labels = context.lookup(name);
            for at in 0..labels.size() {
                class(context, prefix, labels.at(at));
            }
        }
        let author = context.lookup("author").get("displayName");
        if author.is_true() {
            class(context, "author-", author);
        }
        context.push(" post-type-");
        let label = context.lookup("recordTypeLabel");
        label.write_text(context.out());
        let index = context.resolve(&self.index);
        if !index.is_missing() {
            context.push(" article-index-");
            index.write_text(context.out());
        }
        if context.lookup("starred").is_true() {
            context.push(" featured");
        }
        if values[0].get("recordType").to_number() == STORE_ITEM {
            let facts = Facts::of(values[0]);
            if facts.is_on_sale() {
                context.push(" on-sale");
            }
            if facts.is_sold_out() {
                context.push(" sold-out");
            }
        }
        Ok(())
    }
}

fn class(context: &mut Context<'_>, prefix: &str, label: Node<'_>) {
    context.push(" ");
    context.push(prefix);
    slugify(&label.to_text(), context.out());
}

/// T-194.
struct AbsUrl;

impl Writer for AbsUrl {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let base = context.lookup("base-url");
        base.write_text(context.out());
        context.push("/");
        values[0].write_text(context.out());
        Ok(())
    }
}

/// T-195. The player knows the item and nothing around it.
struct AudioPlayer(Fragment<2>);

impl Writer for AudioPlayer {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let url = values[0].get("structuredContent").get("audioAssetUrl");
        self.0.write(context.out(), [Fill::Value(url), Fill::Value(values[0].get("id"))]);
        Ok(())
    }
}

/// T-196: every letter, whatever the name says.
struct Capitalize;

impl Writer for Capitalize {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let text = values[0].to_text().to_uppercase();
        context.push(&text);
        Ok(())
    }
}

/// T-127: milliseconds as `m:ss`; minutes do not become hours.
struct HumanizeDuration;

impl Writer for HumanizeDuration {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let seconds = to_int32(values[0].to_number() / 1000.0);
        let (minutes, rest) = (seconds / 60, seconds % 60);
        let out = context.out();
        write_number(minutes.into(), out);
        out.push(':');
        if (0..10).contains(&rest) {
            out.push('0');
        }
        write_number(rest.into(), out);
        Ok(())
    }
}
