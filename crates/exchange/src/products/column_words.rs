//! The words by which columns are known.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A column, and what lists call it: words with blanks between them, each in lower case and without blanks and signs.
pub(super) const NAMES: &[(&str, &str)] = &[
    (
        "title",
        "product artikeltext titleshort varename \
         title name productname producttitle itemname itemtitle articlename listingtitle titel \
         produktname artikelname artikelbezeichnung bezeichnung produktbezeichnung kurzbez \
         kurzbezeichnung artikel produkt nom nomproduit nomduproduit nomdelarticle produit \
         désignation designation libellé titre nombre nombredelproducto nombreproducto producto \
         título titulo nome nomeprodotto nomedelprodotto nomedoproduto titolo prodotto produto naam \
         productnaam nazwa nazwaproduktu naziv nazivproizvoda nazivartikla nazivizdelka název názevproduktu názov názovproduktu denumire denumireprodus megnevezés terméknév ürünadı ürünismi tuotenimi tuotteennimi назва назватовару όνομα όνομαπροϊόντος наименование название имя товар названиетовара namn \
         produktnamn navn",
    ),
    (
        "price",
        "price sellingprice productprice defaultprice \
         pricetaxexcludedorpricetaxincluded pricetaxincluded pricetaxincl pricetaxexcluded \
         pricetaxexcl priceincltax priceinclvat grossprice ttc priceek startprice currentprice buynowprice vkpreisbrutto preis verkaufspreis vk vkpreis vkbrutto \
         bruttopreis preisbrutto endpreis einzelpreis stückpreis prix prixttc prixdevente \
         prixdeventettc prixunitaire tarif precio preciodeventa pvp prezzo prezzodivendita preço \
         preco preçodevenda prijs verkoopprijs cena cenabrutto cijena maloprodajnacijena cenasdph bruttóár eladásiár preț pret prețcutva fiyat satışfiyatı hinta myyntihinta ціна τιμή цена pris",
    ),
    (
        "sale price",
        "aktionspreispreis reapris cenapromocyjna preciopromocional prixsolde saleprijs onlinesaleprice specialsprice optionsaleprice \
         saleprice specialprice discountedprice offerprice promoprice angebotspreis aktionspreis \
         sonderpreis prixpromo prixpromotionnel tarifpromo preciorebajado preciooferta \
         prezzoscontato prezzoinofferta preçopromocional actieprijs",
    ),
    (
        "compare at price",
        "listprice msrp rrp uvp srp pseudoprice pseudopriceek priceold alterpreis statspreis streichpreis standardprice strikeprice comparetoprice prixbarré ancienprix precioanterior preçode vanprijs adviesprijs recommendedretailprice compareatprice compareprice wasprice originalprice oldprice strikethroughprice",
    ),
    (
        "sku",
        "référencen \
         productnumber ordernumber productcodesku sellersku customlabel customlabelsku articlecode articleno itemno model variantcode bestellnr code \
         sku productsku itemsku productcode productcodesku itemcode articlenumber \
         itemnumber stockcode reference ref artikelnummer artnr artikelnr bestellnummer \
         produktnummer référence référenceproduit ugs referencia codigo código codice \
         codicearticolo referência артикул symbol artikelkode",
    ),
    (
        "barcode",
        "globaltradenumber gtinupceanorisbn upccode upcean codeean códigodebarras códigodebarra \
         barcode ean ean13 gtin upc isbn gtinean upcean productupcean codebarre codebarres \
         códigodebarras codicabarre codiceabarre streepjescode штрихкод",
    ),
    (
        "stock",
        "instockqty existencia qtyavailable availablequantity availablestock stocklevel instockquantity optionquantity stan lager estoqueatual \
         stock quantity qty inventory inventoryquantity stockquantity stockqty quantityinstock \
         currentstock currentstocklevel currentquantity onhand bestand lagerbestand anzahl \
         stückzahl menge quantité quantitéenstock quantità giacenza cantidad existencias voorraad \
         quantidade estoque zaliha zaloga kolicina količina skladem skladom množství készlet stoc cantitate stok stokadedi stokmiktarı varastosaldo залишок кількість απόθεμα остаток количество quantitytosellonfacebook lagersaldo antal ilość",
    ),
    (
        "availability",
        "availability instock isinstock stockstatus stockavailability verfügbarkeit verfügbar \
         lieferbar disponibilité disponibilidad disponibilità disponibilidade beschikbaarheid \
         вналичии наличие",
    ),
    (
        "description",
        "desc \
         descriptionlong extendeddescription itemdescription content productdescriptionlong plaindescription \
         description productdescription longdescription fulldescription bodyhtml body beschreibung \
         artikelbeschreibung produktbeschreibung langtext langbeschreibung descriptionlongue \
         descripción descripcion descrizione descrição beschrijving omschrijving opis описание \
         beskrivning beskrivelse",
    ),
    (
        "short description",
        "shortdesc descriptionshort productdescriptionshort excerpt caption \
         shortdescription summary kurzbeschreibung kurztext descriptioncourte résumé \
         descripcióncorta brevedescrizione descriçãocurta kortebeschrijving краткоеописание",
    ),
    (
        "category",
        "cat categorytext famille artikelgruppe gruppe rubrik sortiment kategorieebene categorylevel productgroup itemgroup \
         category categories productcategory productcategories categorypath categorytree \
         collection collections kategorie kategorien warengruppe produktgruppe \
         catégorie catégories categorie categoría categorías categoria categorias categorieën \
         kategoria kategorija kategorie kategória categorie kategória категорія κατηγορία категория категории kategori itemcategory",
    ),
    ("subcategory", "subcategory subcategories unterkategorie warenuntergruppe souscatégorie"),
    (
        "tags",
        "motsclés palabrasclave \
         keyword metakeywords \
         tags tag producttags keywords productkeywords searchkeywords labels schlagwörter \
         schlagworte stichwörter étiquettes etiquetas etichette метки",
    ),
    (
        "vendor",
        "productmanufacturer merken marken \
         brand brandname vendor manufacturer manufacturername marke hersteller marque fabricant \
         marca fabricante produttore merk fabrikant бренд производитель producent",
    ),
    (
        "weight",
        "artikelgewicht variantweight optionweight weight productweight shippingweight gewicht poids peso вес vikt waga",
    ),
    ("length", "profondeur profundidad length depth länge tiefe longueur lunghezza longitud comprimento"),
    ("width", "ancho width breite largeur larghezza anchura largura"),
    ("height", "alto height höhe hauteur altezza altura"),
    (
        "image",
        "imagename imagefile imagesource picurl variantimage moreimages mainvariantimage morevariantimages covermediaurl internalimageurlexport imageurlimport bilde obrazek \
         image images imageurl imageurls imagelink imagesrc additionalimagelink picture pictures \
         pictureurl photo photos photourl mainimage productimage productimageurl productimages \
         hostedimageurls baseimage additionalimages bild bilder bildurl bildlink foto fotos imagen \
         imágenes immagine immagini imagem imagens afbeelding afbeeldingen zdjęcie изображение \
         изображения картинка productimagefile thumbnail",
    ),
    (
        "link",
        "urlréécrite \
         identificadordeurl identificadorurl sename filename producthandle rewriteurl permalinkurl \
         link url handle urlhandle slug permalink producturl productlink urlkey urlrewritten \
         producturlkey seoslug weblink lien enlace",
    ),
    (
        "id",
        "productinternalid internalid produktnr id productid itemid listingid produktid artikelid idproduit",
    ),
    (
        "group",
        "parentproductid mainnumber paircode ischildofproductcode vaterartikel identifizierungsspaltevaterartikel parentproduct variantof parentcode itemgroupid groupid parentsku parentid parent variantgroup",
    ),
    (
        "variation name",
        "option options varianttitel additionaltext variationname variantname varianttitle variante",
    ),
    (
        "published",
        "isavailable visibility productvisibility itemvisibility mostrarentienda exibirnaloja mostrar poststatus produktsichtbar \
         published active enabled visible productvisible isvisible isactive status productonline \
         aktiv sichtbar actif activo attivo ativo actief",
    ),
    (
        "seo title",
        "metatagtitle pagetitleseo títuloparaseo balisetitre seotitle metatitle pagetitle seotitel métatitre",
    ),
    (
        "seo description",
        "metatagdescription metadesc descripciónparaseo descriçãoparaseo seodescription metadescription seobeschreibung",
    ),
    ("currency", "währungscode currencyid currency currencycode währung devise moneda valuta"),
    ("color", "color colour farbe couleur colore cor kleur kolor цвет färg"),
    ("size", "size größe grösse groesse taille talla taglia tamanho maat размер storlek"),
    ("material", "material materials materialien matériau matière materiali materiale"),
    ("pattern", "pattern muster"),
    ("hidden", "hide hidden hideproduct productdisabled disabled archived ausgeblendet oculto masqué"),
    (
        "tracked",
        "tracked trackinventory inventorytracking inventorytracked isinventorytracked manageinventorymethod stocktrack \
         managestock trackstock trackquantity",
    ),
    ("kind", "itemtype rowtype recordtype posttype fieldtype linetype"),
    (
        "shipped",
        "requiresshipping shippingrequired isshippingrequired isshipenabled productofísico productofisico",
    ),
    ("digital", "digital isdigital isdownload isdownloadable downloadable isvirtual"),
    ("gift card", "giftcard isgiftcard"),
    ("product kind", "producttype producttypename"),
    ("variant price", "variantprice optionprice variationprice"),
    ("variant sku", "variantsku optionsku variationsku"),
    ("weight unit", "weightunit gewichtseinheit weightuom"),
    ("price retail", "regularprice retailprice"),
];

/// What each name stands for. Every text of a folder is asked whether it is a list, many times for each of its first lines.
static KNOWN: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for (column, names) in NAMES {
        for name in names.split(' ') {
            // The first that has a name keeps it.
            known.entry(name).or_insert(*column);
        }
    }
    known
});

/// The column that a name stands for, written without blanks and signs.
pub(super) fn find(joined: &str) -> Option<&'static str> {
    KNOWN.get(joined).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_the_first_column_that_has_it() {
        let all = || NAMES.iter().flat_map(|(_, names)| names.split(' '));
        assert!(all().count() > 300);
        for name in all() {
            let first = NAMES.iter().find(|(_, names)| names.split(' ').any(|own| own == name));
            assert_eq!(find(name), first.map(|(column, _)| *column), "{name}");
        }
        assert_eq!((find(""), find("unheard of")), (None, None));
    }
}
