//! Addresses by country: which parts they have, in which order, with which labels, and when they are wrong.

mod check;
mod data;
mod form;
mod lines;
mod location;
mod region;

pub use check::check_address;
pub use form::{AddressField, AddressForm, AddressPart, AddressRegion};
pub use lines::{address_lines, country_on_letters};
pub use location::ShippingLocation;
pub use region::{has_known_regions, is_same_region, region_code};
