//! The link to the withdrawal from a contract: who needs it, and its words.

use crate::seller::is_in_union;

/// The words of the link by language. In English and German those of article 11a(1) of Directive 2011/83/EU, in other
/// languages what corresponds to it without a doubt.
const LINKS: [(&str, &str); 6] = [
    ("en", "Withdraw from contract here"),
    ("de", "Vertrag widerrufen"),
    ("fr", "Se rétracter du contrat ici"),
    ("es", "Desistir del contrato aquí"),
    ("it", "Recedere dal contratto qui"),
    ("nl", "Overeenkomst hier herroepen"),
];

/// The language and the words of the link for a seller in this country, on pages in this locale; `None` outside of the EU.
#[must_use]
pub fn withdrawal_link(country: &str, locale: &str) -> Option<(&'static str, &'static str)> {
    let language = locale.split(['-', '_']).next().unwrap_or_default();
    let words = LINKS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&LINKS[0]);
    is_in_union(country).then_some(*words)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-726: a shop in the EU has the link, in the language of its pages or in English.
    #[test]
    fn s_726_who_has_the_link_and_what_it_says() {
        assert_eq!(withdrawal_link("de", "de-AT"), Some(("de", "Vertrag widerrufen")));
        assert_eq!(withdrawal_link("FI", "fi-FI"), Some(("en", "Withdraw from contract here")));
        assert_eq!(withdrawal_link("GB", "en-GB"), None);
        assert_eq!(withdrawal_link("", "de"), None);
    }
}
