//! What all pages that are made here share: templates that are compiled once, the page that answers one request, the guard of
//! their forms, and the menu of those who run the site. What a page says is its family's matter: `plain`, `owner`,
//! `report_pages`, which do not know each other.

pub mod family;
pub mod form_guard;
pub mod menu;
pub mod page;
