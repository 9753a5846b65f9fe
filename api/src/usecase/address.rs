//! The form for an address in this shop.

use loggia_commerce::{AddressForm, Catalog, ShippingLocation, has_regions};

/// The form of a country, whatever its capitals, for a reader of a language; `None` when there is no such country. A region is
/// asked for wherever a tax of the shop depends on it.
pub fn form_of(catalog: &Catalog, country: &str, language: &str) -> Option<AddressForm> {
    let place = ShippingLocation { country: country.to_owned(), ..ShippingLocation::default() };
    AddressForm::of(&place.country_code(), language, has_regions(&catalog.tax_rules, &place))
}
