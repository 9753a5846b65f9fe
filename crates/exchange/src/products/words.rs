//! The columns of WooCommerce in the languages that it writes them in.

/// A column by its English name, and what other languages call it, each as `sheet::plain` makes it; `#` is a number.
const WORDS: &[(&str, &[&str])] = &[
    (
        "gtin upc ean or isbn",
        &["gtin upc ean oder isbn", "gtin upc ean ou isbn", "gtin upc ean o isbn", "gtin upc ean of isbn"],
    ),
    ("brands", &["marken", "marques", "marcas", "merken", "marki", "varumärken", "бренды"]),
    ("type", &["typ", "tipo", "тип"]),
    ("sku", &["artikelnummer", "ugs", "cod", "артикул", "ref", "codigo"]),
    ("name", &["nom", "nombre", "nome", "naam", "имя", "nazwa", "название"]),
    (
        "published",
        &[
            "veröffentlicht",
            "publié",
            "publiée",
            "publicado",
            "pubblicato",
            "gepubliceerd",
            "опубликован",
            "opublikowany",
        ],
    ),
    (
        "is featured",
        &[
            "ist hervorgehoben",
            "ist empfohlen",
            "mis en avant",
            "está destacado",
            "in primo piano",
            "is uitgelicht",
            "em destaque",
            "рекомендуемый",
        ],
    ),
    (
        "visibility in catalog",
        &[
            "sichtbarkeit im katalog",
            "visibilité dans le catalogue",
            "visibilidad en el catálogo",
            "visibilità nel catalogo",
            "zichtbaarheid in catalogus",
            "visibilidade no catálogo",
            "видимость в каталоге",
        ],
    ),
    (
        "short description",
        &[
            "kurzbeschreibung",
            "description courte",
            "descripción corta",
            "breve descrizione",
            "korte beschrijving",
            "descrição curta",
            "короткое описание",
            "краткое описание",
        ],
    ),
    ("description", &["beschreibung", "descripción", "descrizione", "beschrijving", "descrição", "описание"]),
    (
        "date sale price starts",
        &[
            "datum an dem angebotspreis beginnt",
            "date de début de promo",
            "día en que empieza el precio rebajado",
            "data di inizio del prezzo in offerta",
            "startdatum actieprijs",
            "data de preço promocional começa em",
            "дата начала действия продажной цены",
        ],
    ),
    (
        "date sale price ends",
        &[
            "datum an dem angebotspreis endet",
            "date de fin de promo",
            "día en que termina el precio rebajado",
            "data di fine del prezzo in offerta",
            "einddatum actieprijs",
            "data de preço promocional termina em",
            "дата окончания действия продажной цены",
        ],
    ),
    (
        "tax status",
        &[
            "steuerstatus",
            "état de la tva",
            "statut de tva",
            "estado del impuesto",
            "stato delle imposte",
            "btw status",
            "status do imposto",
            "status da taxa",
            "статус налога",
        ],
    ),
    (
        "in stock",
        &[
            "vorrätig",
            "auf lager",
            "en stock",
            "existencias",
            "en inventario",
            "hay existencias",
            "in magazzino",
            "disponibile",
            "op voorraad",
            "em estoque",
            "в наличии",
        ],
    ),
    (
        "stock",
        &["lager", "lagerbestand", "bestand", "inventario", "magazzino", "voorraad", "estoque", "запасы"],
    ),
    (
        "backorders allowed",
        &[
            "lieferrückstände erlaubt",
            "lieferrückstand erlaubt",
            "autoriser les commandes de produits en rupture",
            "permitir reservas de productos agotados",
            "abilita gli ordini arretrati",
            "nabestellingen toestaan",
            "são permitidas encomendas",
            "возможен ли предзаказ",
        ],
    ),
    (
        "sale price",
        &[
            "angebotspreis",
            "tarif promo",
            "precio rebajado",
            "prezzo in offerta",
            "actieprijs",
            "preço promocional",
            "цена распродажи",
            "акционная цена",
        ],
    ),
    (
        "regular price",
        &[
            "regulärer preis",
            "tarif régulier",
            "prix régulier",
            "precio normal",
            "prezzo di listino",
            "reguliere prijs",
            "preço normal",
            "preço",
            "базовая цена",
        ],
    ),
    (
        "categories",
        &["kategorien", "catégories", "categorías", "categorie", "categorieën", "categorias", "категории"],
    ),
    ("tags", &["schlagwörter", "étiquettes", "etiquetas", "tag", "метки"]),
    ("images", &["bilder", "imágenes", "immagini", "afbeeldingen", "imagens", "изображения"]),
    (
        "parent",
        &[
            "übergeordnet",
            "übergeordnetes produkt",
            "superior",
            "genitore",
            "hoofd",
            "ascendente",
            "produto ascendente",
            "produit parent",
            "родительский",
        ],
    ),
    (
        "grouped products",
        &[
            "gruppierte produkte",
            "groupes de produits",
            "productos agrupados",
            "prodotti raggruppati",
            "gegroepeerde producten",
            "grupo de produtos",
            "produtos agrupados",
            "сгруппированные товары",
        ],
    ),
    ("external url", &["externe url", "url externe", "url externa", "url esterno", "внешний url"]),
    (
        "button text",
        &[
            "button text",
            "libellé du bouton",
            "texto del botón",
            "testo del pulsante",
            "knop tekst",
            "texto do botão",
            "текст кнопки",
        ],
    ),
    ("position", &["posición", "posizione", "positie", "posição", "позиция"]),
    ("weight kg", &["gewicht kg", "poids kg", "peso kg", "вес kg", "вес кг"]),
    ("weight g", &["gewicht g", "poids g", "peso g", "вес g"]),
    (
        "length cm",
        &[
            "länge cm",
            "longueur cm",
            "longitud cm",
            "lunghezza cm",
            "lengte cm",
            "comprimento cm",
            "длина cm",
            "длина см",
        ],
    ),
    (
        "width cm",
        &[
            "breite cm",
            "largeur cm",
            "anchura cm",
            "larghezza cm",
            "breedte cm",
            "largura cm",
            "ширина cm",
            "ширина см",
        ],
    ),
    (
        "height cm",
        &["höhe cm", "hauteur cm", "altura cm", "altezza cm", "hoogte cm", "высота cm", "высота см"],
    ),
    (
        "attribute # name",
        &[
            "attribut # name",
            "name des attributs #",
            "nom de l attribut #",
            "nombre del atributo #",
            "nome dell attributo #",
            "naam eigenschap #",
            "nome do atributo #",
            "название атрибута #",
        ],
    ),
    (
        "attribute # value s",
        &[
            "attribut # wert e",
            "valeur s de l attribut #",
            "valor es del atributo #",
            "valore dell attributo #",
            "valori dell attributo #",
            "waarde n eigenschap #",
            "valores do atributo #",
            "значения атрибутов #",
            "значение атрибута #",
        ],
    ),
    (
        "attribute # visible",
        &[
            "attribut # sichtbar",
            "attribut # visible",
            "atributo visible #",
            "attributo visibile #",
            "eigenschap # zichtbaar",
            "visibilidade do atributo #",
            "видимость атрибута #",
        ],
    ),
    (
        "attribute # global",
        &[
            "attribut # global",
            "atributo global #",
            "attributo globale #",
            "globale eigenschap #",
            "глобальный атрибут #",
        ],
    ),
    (
        "download # name",
        &[
            "name des downloads #",
            "nom du téléchargement #",
            "nombre de la descarga #",
            "nome del download #",
        ],
    ),
    (
        "download # url",
        &["url des downloads #", "url du téléchargement #", "url de la descarga #", "url del download #"],
    ),
];

/// The English name of a column.
pub(super) fn english(name: String) -> String {
    let number: String =
        name.split(' ').find(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or("").to_owned();
    let pattern: Vec<&str> =
        name.split(' ').map(|word| if !number.is_empty() && word == number { "#" } else { word }).collect();
    let pattern = pattern.join(" ");
    match WORDS.iter().find(|(_, others)| others.contains(&pattern.as_str())) {
        Some((english, _)) => english.replace('#', &number),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::plain;

    #[test]
    fn s_512_columns_are_known_in_other_languages() {
        for (name, expected) in [
            ("Regulärer Preis", "regular price"),
            ("Valeur(s) de l’attribut 2", "attribute 2 value s"),
            ("Nombre del atributo 1", "attribute 1 name"),
            ("В наличии?", "in stock"),
            ("Attribute 3 name", "attribute 3 name"),
        ] {
            assert_eq!(english(plain(name)), expected);
        }
    }
}
