//! From chosen options, or a sku, to a variant (W-044…048, W-098, A-020…022, A-028).

use std::collections::BTreeMap;

use crate::problem::Problem;
use crate::product::{Product, ProductType, Variant};

impl Product {
    /// Variants with the same options, by their numbers from 0: a shopper cannot choose between the two.
    #[must_use]
    pub fn indistinguishable_variants(&self) -> Vec<(usize, usize)> {
        let mut first = BTreeMap::new();
        let variants = self.variants.iter().enumerate();
        let same = |(at, variant): (usize, &Variant)| {
            let earlier = *first.entry(variant.attributes.clone()).or_insert(at);
            (earlier != at).then_some((earlier, at))
        };
        variants.filter_map(same).collect()
    }

    /// The names of the options in the order of the selectors; those the ordering leaves out follow by name.
    #[must_use]
    pub fn option_names(&self) -> Vec<String> {
        let in_use = |name: &str| self.variants.iter().any(|variant| variant.attributes.contains_key(name));
        let mut names: Vec<String> = Vec::new();
        let ordered = self.variant_option_ordering.iter().filter(|name| in_use(name));
        let others = self.variants.iter().flat_map(|variant| variant.attributes.keys());
        for name in ordered {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let mut rest: Vec<&String> = others.filter(|name| !names.contains(*name)).collect();
        rest.sort_unstable();
        rest.dedup();
        names.extend(rest.into_iter().cloned());
        names
    }

    /// The variant whose attributes are the chosen ones. A product with one variant needs no choice.
    ///
    /// # Errors
    /// [`Problem::OptionsUnselected`] with the options left to choose ([`Problem::DenominationMissing`] for a gift card),
    /// [`Problem::VariantUnavailable`] when no variant has this combination.
    pub fn choose_variant(&self, chosen: &BTreeMap<String, String>) -> Result<&Variant, Problem> {
        if let [only] = self.variants.as_slice() {
            return Ok(only);
        }
        let names = self.option_names();
        let is_open = |name: &String| chosen.get(name).is_none_or(|value| value.is_empty());
        let options: Vec<String> = names.iter().filter(|name| is_open(name)).cloned().collect();
        if !options.is_empty() {
            return Err(match self.product_type {
                ProductType::GiftCard => Problem::DenominationMissing,
                _ => Problem::OptionsUnselected { options },
            });
        }
        // Several variants without any option cannot be told apart; the first must not be taken for the chosen one.
        let can_choose = !names.is_empty();
        self.variants
            .iter()
            .find(|variant| {
                can_choose && variant.attributes.iter().all(|(name, value)| chosen.get(name) == Some(value))
            })
            .ok_or(match self.product_type {
                ProductType::GiftCard if !can_choose => Problem::DenominationMissing,
                _ => Problem::VariantUnavailable,
            })
    }

    /// The variant a call names by its sku; none (or an empty one) is enough where there is no choice.
    ///
    /// # Errors
    /// [`Problem::DenominationMissing`] for a gift card without a denomination's sku, else [`Problem::VariantUnavailable`].
    pub fn find_variant(&self, sku: Option<&str>) -> Result<&Variant, Problem> {
        let found = match sku.filter(|sku| !sku.is_empty()) {
            Some(sku) => self.variant(sku),
            None if self.product_type == ProductType::GiftCard => None,
            None => match self.variants.as_slice() {
                [only] => Some(only),
                _ => None,
            },
        };
        found.ok_or(match self.product_type {
            ProductType::GiftCard => Problem::DenominationMissing,
            _ => Problem::VariantUnavailable,
        })
    }
}
