//! What slips say, by language.

/// The texts of one language.
#[derive(Debug)]
pub struct SlipWords {
    pub language: &'static str,
    pub packing_slip: &'static str,
    pub pick_list: &'static str,
    pub orders: &'static str,
    pub ship_to: &'static str,
    pub note: &'static str,
    pub gift_message: &'static str,
    pub page: &'static str,
    pub unknown_letters: &'static str,
}

impl SlipWords {
    /// Those of a language tag; English where there are none of it.
    pub fn of(tag: &str) -> &'static Self {
        let language = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        [&GERMAN, &FRENCH, &SPANISH].into_iter().find(|words| words.language == language).unwrap_or(&ENGLISH)
    }
}

const ENGLISH: SlipWords = SlipWords {
    language: "en",
    packing_slip: "Packing slip",
    pick_list: "Pick list",
    orders: "Orders",
    ship_to: "Ship to",
    note: "Note",
    gift_message: "A gift, with this message",
    page: "Page",
    unknown_letters: "Each ? stands for a letter that cannot be printed here. Please compare with the order.",
};
const GERMAN: SlipWords = SlipWords {
    language: "de",
    packing_slip: "Lieferschein",
    pick_list: "Packliste",
    orders: "Bestellungen",
    ship_to: "Lieferadresse",
    note: "Bemerkung",
    gift_message: "Ein Geschenk, mit dieser Botschaft",
    page: "Seite",
    unknown_letters: "Jedes ? steht für ein Zeichen, das hier nicht gedruckt werden kann. Bitte mit der Bestellung vergleichen.",
};
const FRENCH: SlipWords = SlipWords {
    language: "fr",
    packing_slip: "Bon de livraison",
    pick_list: "Liste de préparation",
    orders: "Commandes",
    ship_to: "Adresse de livraison",
    note: "Remarque",
    gift_message: "Un cadeau, avec ce message",
    page: "Page",
    unknown_letters: "Chaque ? remplace un caractère qui ne peut pas être imprimé ici. Veuillez comparer avec la commande.",
};
const SPANISH: SlipWords = SlipWords {
    language: "es",
    packing_slip: "Albarán",
    pick_list: "Lista de preparación",
    orders: "Pedidos",
    ship_to: "Dirección de envío",
    note: "Nota",
    gift_message: "Un regalo, con este mensaje",
    page: "Página",
    unknown_letters: "Cada ? ocupa el lugar de un carácter que no se puede imprimir aquí. Compárelo con el pedido.",
};
