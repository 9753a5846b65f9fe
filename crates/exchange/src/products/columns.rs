//! What columns are called in lists of no known platform, and in those of many that have no reader of their own.

/// A column, and what lists call it: words with blanks between them, each in lower case and without blanks and signs.
const NAMES: &[(&str, &str)] = &[
    (
        "title",
        "title name productname producttitle itemname itemtitle articlename listingtitle titel \
         produktname artikelname artikelbezeichnung bezeichnung produktbezeichnung kurzbez \
         kurzbezeichnung artikel produkt nom nomproduit nomduproduit nomdelarticle produit \
         désignation designation libellé titre nombre nombredelproducto nombreproducto producto \
         título titulo nome nomeprodotto nomedelprodotto nomedoproduto titolo prodotto produto naam \
         productnaam nazwa nazwaproduktu наименование название имя товар названиетовара namn \
         produktnamn navn",
    ),
    (
        "price",
        "price regularprice sellingprice retailprice productprice defaultprice \
         pricetaxexcludedorpricetaxincluded pricetaxincluded pricetaxincl pricetaxexcluded \
         pricetaxexcl priceincltax priceinclvat grossprice preis verkaufspreis vk vkpreis vkbrutto \
         bruttopreis preisbrutto endpreis einzelpreis stückpreis prix prixttc prixdevente \
         prixdeventettc prixunitaire tarif precio preciodeventa pvp prezzo prezzodivendita preço \
         preco preçodevenda prijs verkoopprijs cena cenabrutto цена pris",
    ),
    (
        "sale price",
        "saleprice specialprice discountedprice offerprice promoprice angebotspreis aktionspreis \
         sonderpreis prixpromo prixpromotionnel tarifpromo preciorebajado preciooferta \
         prezzoscontato prezzoinofferta preçopromocional actieprijs",
    ),
    ("compare at price", "compareatprice compareprice wasprice originalprice oldprice strikethroughprice"),
    (
        "sku",
        "sku productsku itemsku variantsku productcode productcodesku itemcode articlenumber \
         itemnumber stockcode reference ref artikelnummer artnr artikelnr bestellnummer \
         produktnummer référence référenceproduit ugs referencia codigo código codice \
         codicearticolo referência артикул symbol artikelkode",
    ),
    (
        "barcode",
        "barcode ean ean13 gtin upc isbn gtinean upcean productupcean codebarre codebarres \
         códigodebarras codicabarre codiceabarre streepjescode штрихкод",
    ),
    (
        "stock",
        "stock quantity qty inventory inventoryquantity stockquantity stockqty quantityinstock \
         currentstock currentstocklevel currentquantity onhand bestand lagerbestand anzahl \
         stückzahl menge quantité quantitéenstock quantità giacenza cantidad existencias voorraad \
         quantidade estoque остаток количество quantitytosellonfacebook lagersaldo antal ilość",
    ),
    (
        "availability",
        "availability instock isinstock stockstatus stockavailability verfügbarkeit verfügbar \
         lieferbar disponibilité disponibilidad disponibilità disponibilidade beschikbaarheid \
         вналичии наличие",
    ),
    (
        "description",
        "description productdescription longdescription fulldescription bodyhtml body beschreibung \
         artikelbeschreibung produktbeschreibung langtext langbeschreibung descriptionlongue \
         descripción descripcion descrizione descrição beschrijving omschrijving opis описание \
         beskrivning beskrivelse",
    ),
    (
        "short description",
        "shortdescription summary kurzbeschreibung kurztext descriptioncourte résumé \
         descripcióncorta brevedescrizione descriçãocurta kortebeschrijving краткоеописание",
    ),
    (
        "category",
        "category categories productcategory productcategories categorypath categorytree \
         producttype collection collections kategorie kategorien warengruppe produktgruppe \
         catégorie catégories categorie categoría categorías categoria categorias categorieën \
         kategoria категория категории kategori itemcategory",
    ),
    ("subcategory", "subcategory subcategories unterkategorie warenuntergruppe souscatégorie"),
    (
        "tags",
        "tags tag producttags keywords productkeywords searchkeywords labels schlagwörter \
         schlagworte stichwörter étiquettes etiquetas etichette метки",
    ),
    (
        "vendor",
        "brand brandname vendor manufacturer manufacturername marke hersteller marque fabricant \
         marca fabricante produttore merk fabrikant бренд производитель producent",
    ),
    ("weight", "weight productweight shippingweight gewicht poids peso вес vikt waga"),
    ("length", "length depth länge tiefe longueur lunghezza longitud comprimento"),
    ("width", "width breite largeur larghezza anchura largura"),
    ("height", "height höhe hauteur altezza altura"),
    (
        "image",
        "image images imageurl imageurls imagelink imagesrc additionalimagelink picture pictures \
         pictureurl photo photos photourl mainimage productimage productimageurl productimages \
         hostedimageurls baseimage additionalimages bild bilder bildurl bildlink foto fotos imagen \
         imágenes immagine immagini imagem imagens afbeelding afbeeldingen zdjęcie изображение \
         изображения картинка productimagefile thumbnail",
    ),
    (
        "link",
        "link url handle urlhandle slug permalink producturl productlink urlkey urlrewritten \
         producturlkey seoslug weblink lien enlace",
    ),
    ("id", "id productid itemid listingid produktid artikelid idproduit"),
    ("group", "itemgroupid groupid parentsku parentid parent variantgroup"),
    ("variation name", "variationname variantname varianttitle variante"),
    (
        "published",
        "published active enabled visible productvisible isvisible isactive status productonline \
         aktiv sichtbar actif activo attivo ativo actief",
    ),
    ("seo title", "seotitle metatitle pagetitle seotitel métatitre"),
    ("seo description", "seodescription metadescription seobeschreibung"),
    ("currency", "currency currencycode währung devise moneda valuta"),
    ("color", "color colour farbe couleur colore cor kleur kolor цвет färg"),
    ("size", "size größe grösse groesse taille talla taglia tamanho maat размер storlek"),
    ("material", "material materials materialien matériau matière materiali materiale"),
    ("pattern", "pattern muster"),
];

/// Words at the end of a column that say what may stand in it, such as `Tags (x;y;z)` and `Active (0/1)`.
const HINTS: [&str; 8] = ["x", "y", "z", "0", "1", "no", "yes", "html"];
/// Words at its end that name the currency of its amounts.
const CURRENCIES: [&str; 16] = [
    "eur", "euro", "usd", "gbp", "chf", "cad", "aud", "nzd", "sek", "nok", "dkk", "pln", "czk", "rub", "inr",
    "brl",
];
/// Units that a column may name.
const UNITS: [&str; 12] = ["kg", "g", "gramm", "grams", "lb", "lbs", "oz", "cm", "mm", "m", "in", "inches"];
/// What a choice and its values are called where they are numbered.
const NUMBERED: [(&str, &[&str]); 4] = [
    (
        "option # name",
        &[
            "optionname#",
            "option#name",
            "variation#name",
            "variationname#",
            "nomevariante#",
            "namevariante#",
            "nomvariation#",
            "nombrevariación#",
            "attribute#name",
        ],
    ),
    ("option # value", &["optionvalue#", "option#value", "attribute#value"]),
    (
        "option # values",
        &["variation#values", "variationvalues#", "valorivariante#", "optionvalues#", "option#values"],
    ),
    ("option # type", &["variation#type", "variationtype#", "tipovariante#", "optiontype#", "option#type"]),
];

/// The name that a column has here, of the name that `sheet::plain` makes of it; as it was where it is unknown.
pub(super) fn known(name: String) -> String {
    let mut words: Vec<&str> = name.split(' ').filter(|word| *word != "#").collect();
    while words.len() > 1 && words.last().is_some_and(|word| HINTS.contains(word)) && !is_numbered(&words) {
        words.pop();
    }
    if let Some(found) = numbered(&words) {
        return found;
    }
    if let Some(found) = find(&words.concat()) {
        return found.to_owned();
    }
    let (Some(last), before) = (words.last().copied(), &words[..words.len().saturating_sub(1)]) else {
        return name;
    };
    match find(&before.concat()) {
        Some(found @ ("price" | "sale price" | "compare at price")) if CURRENCIES.contains(&last) => {
            found.to_owned()
        }
        Some(found @ ("weight" | "length" | "width" | "height")) if UNITS.contains(&last) => {
            format!("{found} {}", if last == "gramm" { "g" } else { last })
        }
        // Pictures and tags stand in as many columns as there are; each is the next one.
        Some(found @ ("image" | "tags")) if last.bytes().all(|byte| byte.is_ascii_digit()) => {
            found.to_owned()
        }
        _ => name,
    }
}

/// Whether a number at the end counts columns: `image 1` is no hint.
fn is_numbered(words: &[&str]) -> bool {
    let is_number = words.last().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let before = words[..words.len() - 1].concat();
    is_number && (matches!(find(&before), Some("image" | "tags")) || numbered(words).is_some())
}

fn numbered(words: &[&str]) -> Option<String> {
    let number = words.iter().find(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
    let pattern: String = words.iter().map(|word| if word == number { "#" } else { word }).collect();
    let found = NUMBERED.iter().find(|(_, others)| others.contains(&pattern.as_str()));
    found.map(|(known, _)| known.replace('#', number))
}

fn find(joined: &str) -> Option<&'static str> {
    NAMES.iter().find(|(_, others)| others.split(' ').any(|other| other == joined)).map(|(known, _)| *known)
}

/// Columns of lists that are none of products: who bought, and what was paid.
const OTHERS: [&str; 17] = [
    "email",
    "emailaddress",
    "customeremail",
    "order",
    "orderid",
    "ordernumber",
    "ordername",
    "orderno",
    "order#",
    "financialstatus",
    "lineitemname",
    "lineitemprice",
    "billingname",
    "customername",
    "invoice",
    "invoiceno",
    "discountcode",
];

/// Whether columns of these names make a list of products: each has a name and a price, and nobody bought it.
pub(super) fn are_products(names: &[String]) -> bool {
    let known: Vec<String> = names.iter().map(|name| known(name.clone())).collect();
    let has = |wanted: &str| known.iter().any(|name| name == wanted);
    let is_other = |name: &String| OTHERS.contains(&name.replace(' ', "").as_str());
    has("title") && has("price") && !names.iter().any(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::plain;

    #[test]
    fn s_335_columns_are_known_by_many_names() {
        for (name, expected) in [
            ("Produktname", "title"),
            ("Name *", "title"),
            ("Prix (€)", "price"),
            ("Preis EUR", "price"),
            ("Price tax excluded or Price tax included", "price"),
            ("Wholesale price", "wholesale price"),
            ("Prix/kg", "prix kg"),
            ("Categories (x;y;z...)", "category"),
            ("Active (0/1)", "published"),
            ("Reference #", "sku"),
            ("Gewicht (kg)", "weight kg"),
            ("Tags (x,y,z,...)", "tags"),
            ("Image URLs (x;y;z...)", "image"),
            ("IMAGE10", "image"),
            ("image_link", "image"),
            ("VARIATION 1 VALUES", "option 1 values"),
            ("NOME VARIANTE 2", "option 2 name"),
            ("Bestellnummer", "sku"),
        ] {
            assert_eq!(known(plain(name)), expected, "{name}");
        }
    }
}
