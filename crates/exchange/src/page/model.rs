//! What goes into a conversion, and what comes out.

use serde_json::{Map, Value};

use crate::Fault;

/// A page as it was saved.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// Its address, or the name of its file.
    pub url: &'s str,
    /// Its markup.
    pub html: &'s str,
    /// What its address says with `?format=json`, where that was saved as well.
    pub json: Option<&'s Value>,
}

/// A page as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Its address from the root of the site: `/about`.
    pub url: String,
    /// Members of its collection: `title`, `typeName`, `rows` or `sections` and what else it says; `fullUrl` where the
    /// page says the address of the collection that it belongs to.
    pub collection: Map<String, Value>,
    /// The item that it shows, where it is the page of one.
    pub item: Option<Map<String, Value>>,
    /// What stood around it.
    pub around: Around,
    /// Forms that its blocks show, as files of forms are written.
    pub forms: Vec<Value>,
    /// What could not be taken over as it was.
    pub faults: Vec<Fault>,
    /// Addresses of pictures and files that it shows, each once.
    pub assets: Vec<String>,
}

/// What stands around every page of a site.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Around {
    /// Members of `website`.
    pub website: Map<String, Value>,
    /// Members of `websiteSettings`.
    pub settings: Map<String, Value>,
    /// Menus by their names.
    pub menus: Map<String, Value>,
    /// Fields of blocks by their ids.
    pub fields: Map<String, Value>,
    /// What of it could not be taken over as it was.
    pub faults: Vec<Fault>,
}

/// Markup as it was read: the content of a page or the body of an item.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// `rows` or `sections`; nothing where the markup is not made of blocks.
    pub members: Map<String, Value>,
    /// The same markup without what is of the platform, for when it is not made of blocks.
    pub html: String,
    /// Forms that its blocks show.
    pub forms: Vec<Value>,
    /// What could not be taken over as it was.
    pub faults: Vec<Fault>,
    /// Addresses of pictures and files that it shows, each once.
    pub assets: Vec<String>,
}
