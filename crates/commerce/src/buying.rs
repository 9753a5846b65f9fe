//! The words of the button that buys: Directive 2011/83/EU, article 8(2), says which they are.

use crate::seller::is_in_union;

/// "Order with obligation to pay" in the words of the directive in each language; German and French as their own laws have it.
const BUTTONS: [(&str, &str); 8] = [
    ("de", "Zahlungspflichtig bestellen"),
    ("en", "Order with obligation to pay"),
    ("es", "Pedido con obligación de pago"),
    ("fr", "Commander avec obligation de paiement"),
    ("it", "Ordine con obbligo di pagare"),
    ("nl", "Bestelling met betalingsverplichting"),
    ("pl", "Zamówienie z obowiązkiem zapłaty"),
    ("pt", "Encomenda com obrigação de pagar"),
];

/// What the button says in a shop whose seller is in this country, on pages in this locale; `None` outside of the EU. Of a seller
/// without a country the locale's counts. A language without words here has those in English.
#[must_use]
pub fn buying_button(country: &str, locale: &str) -> Option<&'static str> {
    let mut parts = locale.split(['-', '_']);
    let language = parts.next().unwrap_or_default();
    let country = if country.is_empty() { parts.next().unwrap_or_default() } else { country };
    let words = BUTTONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(language)).unwrap_or(&BUTTONS[1]);
    is_in_union(country).then_some(words.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-727: in the EU the button says that an order has to be paid for, in the language of the page.
    #[test]
    fn s_727_the_button_says_what_the_law_asks() {
        assert_eq!(buying_button("de", "de-AT"), Some("Zahlungspflichtig bestellen"));
        assert_eq!(buying_button("NL", "nl"), Some("Bestelling met betalingsverplichting"));
        assert_eq!(buying_button("IE", "en-IE"), Some("Order with obligation to pay"));
        assert_eq!(buying_button("FI", "fi-FI"), Some("Order with obligation to pay"));
        assert_eq!(buying_button("US", "en-US"), None);
        assert_eq!(buying_button("CH", "de-DE"), None);
        assert_eq!(buying_button("", "de"), None);
        assert_eq!(buying_button("", "de-DE"), Some("Zahlungspflichtig bestellen"));
    }
}
