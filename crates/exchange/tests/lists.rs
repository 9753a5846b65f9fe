//! Lists of products of no platform with a reader of its own: spreadsheets, feeds, Etsy, PrestaShop, Magento.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::io::{Cursor, Write};

use loggia_commerce::{Cents, CurrencyCode};
use loggia_exchange::products::{Dialect, Kind, List, Product, Shop, Stock, Visibility, dialect, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn list(bytes: &[u8], currency: &str) -> List {
    // 2026-11-21
    let currency = CurrencyCode::parse(currency).unwrap();
    read(bytes, Shop { currency, metric: None, now: 1_795_219_200_000 }).unwrap()
}

fn says(list: &List, line: usize, part: &str) {
    let found = list.faults.iter().any(|fault| fault.line == line && fault.message.contains(part));
    assert!(found, "{line} {part} in {:#?}", list.faults);
}

/// Each variant as it would be said aloud: SKU, price, sale price, stock, values.
fn variants(product: &Product) -> Vec<String> {
    let amount = |cents: Option<Cents>| cents.map_or("-".to_owned(), |cents| cents.get().to_string());
    let stock = |stock: Stock| match stock {
        Stock::Unlimited => "many".to_owned(),
        Stock::Count(count) => count.to_string(),
    };
    let said = |one: &loggia_exchange::products::Variant| {
        let sale = if one.on_sale { amount(one.sale_price) } else { "-".to_owned() };
        format!("{} {} {sale} {} {}", one.sku, amount(one.price), stock(one.stock), one.values.join("/"))
    };
    product.variants.iter().map(said).collect()
}

/// S-335: a spreadsheet as a person keeps it, in German and in Windows-1252, with notes above the columns, a heading in
/// between, decimal commas and variants over several lines.
#[test]
fn s_335_a_spreadsheet_of_a_person_is_a_list_of_products() {
    let text = "\
Unser Sortiment;;;;;;;
;;;;;;;
Bestellnr;Artikelname;Verkaufspreis (EUR);Bestand;Gr\u{f6}\u{df}e;Warengruppe;Gewicht;EK
;K\u{fc}che;;;;;;
;Sch\u{fc}ssel;1.024,50 \u{20ac};3;klein;Geschirr;220 g;4
;Sch\u{fc}ssel;30,00 \u{20ac};0;gro\u{df};Geschirr;0,5 kg;4
;Becher;8,9;;;Geschirr, Gl\u{e4}ser;;2
;Vase;auf Anfrage;1;;;;9
";
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(text);
    let found = list(&bytes, "EUR");
    assert_eq!(found.dialect, Dialect::Plain);
    let [bowl, cup, vase] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(variants(bowl), [" 102450 - 3 klein", " 3000 - 0 gro\u{df}"]);
    assert_eq!((bowl.title.as_str(), bowl.line, bowl.options.join(" ")), ("Schüssel", 5, "Größe".into()));
    let grams: Vec<_> =
        bowl.variants.iter().map(|one| one.weight.and_then(|weight| weight.grams())).collect();
    assert_eq!(grams, [Some(220), Some(500)]);
    assert_eq!((variants(cup), cup.categories.len()), (vec![" 890 - many ".to_owned()], 2));
    assert_eq!(variants(vase), [" - - 1 "]);
    says(&found, 8, "'auf Anfrage' in 'Verkaufspreis (EUR)' is not an amount");
    says(&found, 4, "'Küche' stands alone in its line");
    says(&found, 3, "What stands above line 3 was left out");
    says(&found, 3, "'EK'");
}

/// An archive of these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A workbook with these sheets, whose files are not in the order in which they are shown.
fn workbook(shared: &str, sheets: [&str; 2]) -> Vec<u8> {
    let space = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let book = format!(
        "<workbook {space} xmlns:r=\"{office}\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r2\"/><sheet name=\"B\" sheetId=\"2\" r:id=\"r1\"/></sheets></workbook>"
    );
    let relation = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{office}/{kind}\" Target=\"{target}\"/>")
    };
    let package = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
    let relations = format!(
        "{package}{}{}{}</Relationships>",
        relation("r1", "worksheet", "worksheets/sheet1.xml"),
        relation("r2", "worksheet", "worksheets/sheet2.xml"),
        relation("r3", "sharedStrings", "sharedStrings.xml"),
    );
    let root = format!("{package}{}</Relationships>", relation("r1", "officeDocument", "xl/workbook.xml"));
    let sheet = |cells: &str| format!("<worksheet {space}><sheetData>{cells}</sheetData></worksheet>");
    archive(&[
        ("_rels/.rels", &root),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &relations),
        ("xl/sharedStrings.xml", &format!("<sst {space}>{shared}</sst>")),
        ("xl/worksheets/sheet2.xml", &sheet(sheets[0])),
        ("xl/worksheets/sheet1.xml", &sheet(sheets[1])),
    ])
}

/// S-335: a workbook is read as its sheet would be as CSV: words that cells share, numbers with their noise, cells left out.
#[test]
fn s_335_a_workbook_is_a_list_of_products() {
    let shared =
        "<si><t>Name</t></si><si><t>Price</t></si><si><r><t>Bo</t></r><r><t>wl &amp; lid</t></r></si>";
    let first = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Notes</t></is></c></row>";
    let second = "\
<row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"s\"><v>1</v></c></row>\
<row r=\"5\"><c r=\"A5\" t=\"s\"><v>2</v></c><c r=\"C5\"><v>19.989999999999998</v></c></row>\
<row r=\"6\"><c r=\"A6\" t=\"inlineStr\"><is><t>Cup</t></is></c><c r=\"C6\" t=\"str\"><v>dear</v></c></row>";
    let book = workbook(shared, [first, second]);
    assert_eq!(dialect(&book), Some(Dialect::Plain));
    let found = list(&book, "EUR");
    let [bowl, cup] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!((bowl.title.as_str(), variants(bowl)), ("Bowl & lid", vec![" 1999 - many ".to_owned()]));
    assert_eq!((bowl.line, variants(cup)), (5, vec![" - - many ".to_owned()]));
    says(&found, 6, "'dear' in 'price' is not an amount");
    assert_eq!(dialect(&archive(&[("mimetype", "x")])), None);
    assert_eq!(dialect(&book[..book.len() - 30]), None, "an archive that is cut off");
    // A cell at the far right of each row would be gigabytes of empty ones.
    let wide: String =
        (3..1000).map(|row| format!("<row r=\"{row}\"><c r=\"XFD{row}\"><v>1</v></c></row>")).collect();
    assert_eq!(
        dialect(&workbook(shared, [first, &format!("{second}{wide}")])),
        None,
        "more cells than are read"
    );
}

/// S-743: many cells that share one long text are a small archive and more memory than there is: it is no list.
#[test]
fn s_743_a_text_that_many_cells_share_is_counted_for_each() {
    let shared =
        format!("<si><t>Name</t></si><si><t>Price</t></si><si><t>{}</t></si>", "a".repeat(1_000_000));
    let head = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>";
    let rows = |from: usize, to: usize| -> String {
        (from..to).map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\" t=\"s\"><v>2</v></c></row>")).collect()
    };
    let half = format!("{head}{}", rows(2, 140));
    let book = workbook(&shared, ["", &half]);
    assert!(book.len() < 20_000 && dialect(&book) == Some(Dialect::Plain), "{} bytes", book.len());
    assert_eq!(dialect(&workbook(&shared, ["", &format!("{head}{}", rows(2, 280))])), None);
    assert_eq!(
        dialect(&workbook(&shared, [&half, &half])),
        None,
        "the sheets of a book are counted together"
    );
}

/// A spreadsheet of `OpenDocument` with these sheets.
fn open_document(kind: &str, sheets: &[&str]) -> Vec<u8> {
    let space = |name: &str| format!("xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0\"");
    let tables: String =
        sheets.iter().map(|rows| format!("<table:table table:name=\"A\">{rows}</table:table>\n")).collect();
    let content = format!(
        "<?xml version=\"1.0\"?>\n<office:document-content {} {} {}><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>",
        space("office"),
        space("table"),
        space("text"),
    );
    archive(&[("mimetype", &format!("application/vnd.oasis.opendocument.{kind}")), ("content.xml", &content)])
}

/// S-335: a spreadsheet of `OpenDocument` likewise: what is repeated is there as often as it says, within bounds; comments and
/// what a merged cell covers are left out.
#[test]
fn s_335_a_spreadsheet_of_open_document_is_a_list_of_products() {
    let text = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let empty = |times: &str| format!("<table:table-cell table:number-columns-repeated=\"{times}\"/>");
    let amount = |value: &str, shown: &str| {
        format!(
            "<table:table-cell office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"{value}\"><text:p>{shown}</text:p></table:table-cell>"
        )
    };
    let row = |cells: &[&str]| format!("<table:table-row>\n{}</table:table-row>", cells.concat());
    let blank = "<table:table-row table:number-rows-repeated=\"3\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>";
    let rest = blank.replace("\"3\"", "\"1048000\"");
    let notes = row(&[&text("Notes")]);
    let bowl = "<table:table-cell office:value-type=\"string\"><office:annotation><text:p>ask Ann</text:p></office:annotation><text:p>Bo<text:span>wl<text:s/>&amp;</text:span> lid</text:p></table:table-cell><table:covered-table-cell><text:p>Name</text:p></table:covered-table-cell>";
    let goods = [
        row(&[&text("Name"), &empty("2"), &text("Price"), &text("Stock"), &empty("16000")]),
        blank.to_owned(),
        row(&[bowl, &empty("1"), &amount("19.989999999999998", "19,99\u{a0}\u{20ac}"), "<table:table-cell office:value-type=\"float\" office:value=\"7\"><text:p>7,00</text:p></table:table-cell>"]),
        row(&[&text("Cup"), &empty("2"), &text("dear"), "<table:table-cell office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"><text:p>#REF!</text:p></table:table-cell>"]),
        rest,
    ]
    .concat();
    let book = open_document("spreadsheet", &[&notes, &goods]);
    assert_eq!(dialect(&book), Some(Dialect::Plain));
    let found = list(&book, "EUR");
    let [first, cup] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!((first.title.as_str(), variants(first)), ("Bowl & lid", vec![" 1999 - 7 ".to_owned()]));
    assert_eq!((first.line, cup.title.as_str()), (5, "Cup"));
    says(&found, 6, "'dear' in 'price' is not an amount");

    let with = |more: &str| open_document("spreadsheet", &[&format!("{goods}{more}")]);
    assert_eq!(dialect(&with("")), Some(Dialect::Plain));
    assert_eq!(dialect(&open_document("text", &[&goods])), None, "a letter with a table");
    let same = row(&[&text("Plate"), &text("1")]);
    assert_eq!(dialect(&with(&same)), Some(Dialect::Plain));
    for (from, to) in [
        ("<table:table-row>", "<table:table-row table:number-rows-repeated=\"9000000000\">"),
        ("<table:table-cell ", "<table:table-cell table:number-columns-repeated=\"18446744073709551615\" "),
    ] {
        assert_eq!(dialect(&with(&same.replace(from, to))), None, "more cells than are read");
    }
    let long = row(&[&text(&"x".repeat(40_000))])
        .replace("<table:table-row>", "<table:table-row table:number-rows-repeated=\"7000\">");
    assert_eq!(dialect(&with(&long)), None, "more bytes than are read");
}

/// S-336: a feed for Google, as a table and as XML: groups are products, and their variants have their own pictures.
#[test]
fn s_336_feeds_are_lists_of_products() {
    let table = "\
id\ttitle\tdescription\tlink\timage_link\tprice\tsale_price\tavailability\titem_group_id\tcolor\tbrand\tgtin
s-1\tScarf\tSoft & <warm>\thttps://a.example/goods/scarf?v=1\thttps://a.example/1.jpg\t20.00 USD\t15.00 USD\tin stock\tscarf\tred\tLoom\t0123
s-2\tScarf\tSoft\thttps://a.example/goods/scarf?v=2\thttps://a.example/2.jpg\t21.00 USD\t\tout of stock\tscarf\tblue\tLoom\t
h-1\tHat\t\thttps://a.example/goods/hat\thttps://a.example/3,4.jpg,https://a.example/5.jpg\t9 USD\t\tpreorder\t\tgrey\t\t
";
    let found = list(table.as_bytes(), "USD");
    let [scarf, hat] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(variants(scarf), [" 2000 1500 many red", " 2100 - 0 blue"]);
    assert_eq!(
        (scarf.page.as_str(), scarf.url_id.as_str(), scarf.vendor.as_str()),
        ("goods", "scarf", "Loom")
    );
    assert_eq!(scarf.description, "Soft &amp; &lt;warm&gt;");
    assert_eq!((scarf.variants[1].picture.as_str(), scarf.pictures.len()), ("https://a.example/2.jpg", 2));
    assert_eq!((hat.pictures[0].url.as_str(), hat.pictures.len()), ("https://a.example/3,4.jpg", 2));
    assert_eq!(hat.details, [("color".to_owned(), "<p>grey</p>".to_owned())]);
    says(&found, 4, "can be ordered before there is any");

    let item = |words: &str| format!("<item>{words}</item>\n");
    let inside = item(
        "<g:id>s-1</g:id><title><![CDATA[Scarf]]></title><g:price>20 SEK</g:price><link>https://a.example/goods/scarf</link><g:image_link>https://a.example/1.jpg</g:image_link><g:additional_image_link>https://a.example/2.jpg</g:additional_image_link><g:additional_image_link>https://a.example/3.jpg</g:additional_image_link><g:shipping><g:country>SE</g:country><g:price>4 SEK</g:price></g:shipping>",
    ) + &item("<g:id>h-1</g:id><title>Hat</title><g:price>9.50 SEK</g:price>");
    let feed = format!(
        "<?xml version=\"1.0\"?>\n<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n{inside}</channel></rss>"
    );
    assert_eq!(dialect(feed.as_bytes()), Some(Dialect::Plain));
    let found = list(feed.as_bytes(), "SEK");
    let [scarf, hat] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!((variants(scarf), scarf.pictures.len(), scarf.line), (vec![" 2000 - many ".to_owned()], 3, 3));
    assert_eq!(variants(hat), [" 950 - many "]);
    says(&found, 1, "'shipping'");
    let cut = list(&feed.as_bytes()[..feed.len() - 40], "SEK");
    assert_eq!(cut.products.len(), 1, "what stands before the damage");
    says(&cut, 4, "cannot be read from here on");
}

/// S-337: Etsy lists choices in one cell; PrestaShop says what may stand in a column behind its name.
#[test]
fn s_337_lists_of_etsy_and_prestashop_are_read() {
    let etsy = "\
TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU
Notebook,\"Bound by hand.

Lies flat.\",29.00,USD,6,\"paper,gift\",Linen,https://a.example/1.jpg,https://a.example/2.jpg,Custom Property,Paper,\"Blank,Ruled\",Custom Property,Size,\"S,L\",\"A,B\"
Pen,,4.50,USD,2,,,,,,,,,,,P-1
";
    let found = list(etsy.as_bytes(), "EUR");
    let [book, pen] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(
        variants(book),
        [" 2900 - 6 Blank/S", " 2900 - 6 Blank/L", " 2900 - 6 Ruled/S", " 2900 - 6 Ruled/L"]
    );
    assert_eq!((book.options.join(" "), book.pictures.len(), book.tags.len()), ("Paper Size".into(), 2, 2));
    assert_eq!(book.description, "<p>Bound by hand.</p>\n<p>Lies flat.</p>");
    assert_eq!((variants(pen), book.details.len()), (vec!["P-1 450 - 2 ".to_owned()], 1));
    says(&found, 2, "one price for all variants");
    says(&found, 2, "'A,B' does not say which variant has which SKU");
    says(&found, 2, "amounts of this list are of USD; the shop sells for EUR");

    let presta = "\
Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded or Price tax included;Wholesale price;Reference #;Quantity;Tags (x,y,z...);URL rewritten;Image URLs (x,y,z...);Weight
7;0;Player;Home,Sound;49.5;30;R-7;800;small,loud;player;https://a.example/1.jpg, https://a.example/2.jpg;0.5
";
    let found = list(presta.as_bytes(), "EUR");
    let player = &found.products[0];
    assert_eq!(
        (variants(player), player.visibility),
        (vec!["R-7 4950 - 800 ".to_owned()], Visibility::Hidden)
    );
    assert_eq!((player.categories.len(), player.tags.len(), player.pictures.len()), (2, 2, 2));
    assert_eq!((player.source_id.as_str(), player.url_id.as_str()), ("7", "player"));
    says(&found, 1, "'Wholesale price'");
}

/// S-338: a configurable product of Magento has the variants that it names, with what they choose.
#[test]
fn s_338_a_configurable_product_of_magento_has_its_variants() {
    let text = "\
sku,store_view_code,attribute_set_code,product_type,categories,name,description,weight,product_online,visibility,price,special_price,url_key,base_image,additional_attributes,qty,is_in_stock,manage_stock,use_config_manage_stock,configurable_variations,configurable_variation_labels
T-S,,Top,simple,,Tee S,,,1,Not Visible Individually,10.10,,tee-s,/t/s.jpg,\"color=Red,size=S\",4,1,1,1,,
T-L,,Top,simple,,Tee L,,,1,Not Visible Individually,12,9,tee-l,,\"color=\"\"Dark, blue\"\",size=L\",0,0,1,1,,
T,,Top,configurable,\"Default Category/Clothing/Tees,Default Category\",Tee,<p>Soft.</p>,,1,\"Catalog, Search\",,,tee,https://a.example/t.jpg,,0,1,1,1,\"sku=T-S,size=S|sku=T-L,size=L|sku=T-XL,size=XL\",size=Size
T-L,default,Top,simple,,,,,,,,,,,,,,,,,
T,de,Top,configurable,,Hemd,,,,,,,,,,,,,,,
C,,Default,virtual,,Course,,,2,Catalog,99,,course,,,7,1,0,0,,
";
    let found = list(text.as_bytes(), "USD");
    let [tee, course] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(found.dialect, Dialect::Magento);
    assert_eq!(variants(tee), ["T-S 1010 - 4 S", "T-L 1200 900 0 L"]);
    assert_eq!((tee.options.join(" "), tee.url_id.as_str(), tee.pictures.len()), ("Size".into(), "tee", 1));
    assert_eq!(tee.categories, [vec!["Clothing".to_owned(), "Tees".to_owned()]]);
    assert_eq!((course.kind, course.visibility), (Kind::Service, Visibility::Hidden));
    says(&found, 4, "The variant 'T-XL' of this product has no line");
    says(&found, 5, "of the view 'default'");
    says(&found, 6, "of the view 'de'");
    says(&found, 2, "The picture '/t/s.jpg' lies in the old shop's folder");
}

/// S-617: rows of Magento 1 without an SKU go on with the product above them: variants by each of their choices, categories,
/// pictures, texts of another view.
#[test]
fn s_617_rows_of_magento_1_belong_to_the_product_above() {
    let text = "\
sku,_store,_attribute_set,_type,_category,_root_category,_product_websites,name,price,special_price,status,visibility,url_key,weight,qty,is_in_stock,manage_stock,use_config_manage_stock,image,_media_image,_media_lable,_super_products_sku,_super_attribute_code,_super_attribute_option
T-S,,Top,simple,,,base,Tee S,10.10,,1,1,tee-s,0.2,4,1,1,1,no_selection,,,,,
T-L,,Top,simple,,,base,Tee L,12,9,1,1,tee-l,0.2,0,0,1,1,https://a.example/l.jpg,,,,,
T,,Top,configurable,Clothing/Tees,Default Category,base,Tee,10.10,,1,4,tee,,0,1,1,1,https://a.example/t.jpg,https://a.example/t.jpg,Front,T-S,size,S
,,,,Sale,Default Category,,,,,,,,,,,,,,https://a.example/back.jpg,Back,T-S,color,Red
,de,,,,,,Hemd,,,,,,,,,,,,,,T-L,size,L
,,,,,,,,,,,,,,,,,,,/t/o.jpg,,T-L,color,Red
,,,,,,,,,,,,,,,,,,,,,T-XL,size,XL
C,,Default,virtual,Courses,Default Category,base,Course,99,,2,4,course,,7,1,0,0,,,,,,
";
    let found = list(text.as_bytes(), "USD");
    let [tee, course] = &found.products[..] else { panic!("{:#?}", found.products) };
    assert_eq!(found.dialect, Dialect::Magento);
    assert_eq!(variants(tee), ["T-S 1010 - 4 S/Red", "T-L 1200 900 0 L/Red"]);
    assert_eq!((tee.options.join(" "), tee.url_id.as_str()), ("size color".into(), "tee"));
    assert_eq!(tee.categories, [vec!["Clothing".to_owned(), "Tees".into()], vec!["Sale".into()]]);
    let pictures: Vec<&str> = tee.pictures.iter().map(|picture| picture.url.as_str()).collect();
    assert_eq!(
        pictures,
        ["https://a.example/t.jpg", "https://a.example/back.jpg", "https://a.example/l.jpg"]
    );
    assert_eq!((course.kind, course.visibility), (Kind::Service, Visibility::Hidden));
    says(&found, 6, "of the view 'de'");
    says(&found, 7, "The picture '/t/o.jpg' lies in the old shop's folder");
    says(&found, 8, "The variant 'T-XL' of this product has no line");
}

/// S-617: a list that begins in the middle of a product says so, and variants that no choice tells apart have their numbers.
#[test]
fn s_617_parts_of_a_list_of_magento_1_are_told() {
    let text = "\
sku,_store,_attribute_set,_type,name,price,_super_products_sku,_super_attribute_code,_super_attribute_option
,,,,,,A,size,S
A,,Top,simple,A,1,,,
B,,Top,simple,B,2,,,
T,,Top,configurable,Tee,1,A,size,S
,,,,,,B,size,S
G,,Top,grouped,Set,,,,
";
    let found = list(text.as_bytes(), "USD");
    assert_eq!(variants(&found.products[0]).len(), 2);
    assert_eq!(found.products[0].options, ["size", "Variant"]);
    says(&found, 2, "This line names no product");
    says(&found, 7, "This product is 'grouped'");
}

/// S-337: a list of WooCommerce whose column of types lost its name still says which row belongs to which, and the columns
/// of Portuguese lists are known.
#[test]
fn s_337_a_list_of_woocommerce_without_types_keeps_its_variants() {
    let text = "\
ID, ,REF,Nome,Publicado,Visibilidade no cat\u{e1}logo,Produto ascendente,Pre\u{e7}o,Nome do atributo 1,Valores do atributo 1
1,variable,T1,Camisa,1,visible,0,,Cor,\"Azul, Verde\"
2,variation,T-A,Camisa,1,visible,T 1,15  000 Fcfa,Cor,Azul
3,variation,T-V,Camisa,1,visible,id:1,12,Cor,Verde
";
    let found = list(text.as_bytes(), "XAF");
    assert_eq!((found.dialect, found.products.len()), (Dialect::WooCommerce, 1));
    assert_eq!(variants(&found.products[0]), ["T-A 1500000 - many Azul", "T-V 1200 - many Verde"]);
}

/// S-339: what was bought is no list of products, nor is a table without names or prices, which says its columns.
#[test]
fn s_339_other_tables_are_none_and_say_their_columns() {
    for other in [
        "Name,Email,Price\nA,a@example.com,5",
        "Order number,Item,Price\n1,Pot,5",
        "Produkt;Menge\nPot;3",
        "[\n{\"name\": \"a\"}\nname,price\n",
        "<rss>\nname,price\n</rss>",
        // A page that was saved as data, whole in a line and line by line.
        r#"{"name","price","sku","stock","description"}"#,
        "  {\n\"items\": [\nname,price\nPot,5\n]}",
    ] {
        assert_eq!(dialect(other.as_bytes()), None, "{other}");
    }
    assert_eq!(loggia_exchange::products::columns("Produkt;Menge\nPot;3".as_bytes()), ["produkt", "menge"]);
    assert!(loggia_exchange::products::columns(b"nothing at all").is_empty());
}
