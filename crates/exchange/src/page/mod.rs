//! A page of a hosted builder → our blocks, sections and items.
//!
//! Both generations are read: the older one's layouts of rows and columns (`sqs-layout`, `sqs-row`, `sqs-col-6`,
//! `sqs-block`), the newer one's sections with their grid at two widths of window (`page-section`, `fluid-engine`,
//! `fe-block`). A block is taken over as one of ours only where no word, link or picture of it would be lost; all else
//! stays as the markup it was, in a block of HTML whose member `kept` says what it had been, and a [`Fault`](crate::Fault) names it. A
//! block that shows what stands elsewhere keeps beside it, under `was`, what it showed.

mod assets;
mod blocks;
mod bounds;
mod chrome;
mod clean;
mod complete;
mod content;
mod dom;
mod fluid;
mod head;
mod layout;
mod links;
mod model;
mod prices;
mod reader;
mod saved;
mod section;
mod tally;
mod walk;
mod words;

use serde_json::Value;

use assets::assets;
pub use bounds::LONGEST_TALLY;
use bounds::too_much;
pub use clean::kept;
pub(crate) use dom::is_too_deep;
pub use head::{Head, head};
use links::Base;
pub use model::{Around, Content, Page, Source};
use reader::Reader;
pub use saved::{post, read};
pub use tally::{Count, Shown, Tally, tally};
pub use words::{Contents, of_content};

/// The content of a page or the body of an item, as JSON of the hosted builder has it. `url` is the address of the page,
/// `site` that of its site, for links to become those of the new one.
#[must_use]
pub fn read_content(html: &str, url: &str, site: &str) -> Content {
    let mut content = Content::default();
    if let Some(fault) = too_much(html) {
        content.html = html.to_owned();
        content.faults.push(fault);
        return content;
    }
    let base = Base::new(url, None, &[site]);
    let fragment = dom::parse(html);
    let root = fragment.root_element();
    let mut reader = Reader::new(&base);
    if content::is_built(root) {
        content.members = content::content(root, &mut reader);
        reader.faults.extend(complete::lost(root, &base, &content.members));
    } else {
        content.html = reader.cleaner().inside(root);
    }
    content.assets = assets(&Value::Object(content.members.clone()), &content.html);
    content.faults = reader.faults;
    content.forms = reader.forms;
    content
}
