//! Documents of every kind: that they can be read, and, where LOGGIA_INVOICES names a folder, files for `make invoices`, which
//! holds them against the published schemas and rules.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod sales;

use jiff::civil::date;
use loggia_invoice::{Category, FontFolders, Invoice, Untaxed, cii, credit_note, faults, pdf, ubl};
use sales::{Piece, sale, untaxed};
use std::path::Path;

const FULL: Option<(i64, bool)> = Some((1900, true));
const REDUCED: Option<(i64, bool)> = Some((700, true));

fn samples() -> Vec<(&'static str, Invoice)> {
    let pieces: &[Piece] =
        &[(1999, 3, 250, FULL), (1295, 1, 0, REDUCED), (5000, 1, 0, None), (199, 7, 0, FULL)];
    let whole = sale(pieces, 490, 2500, "de").invoice("2026-1001", Some(&untaxed()));
    let french = sale(pieces, 490, 0, "fr").invoice("2026-1002", Some(&untaxed()));
    let added = sale(&[(1999, 3, 0, Some((2000, false))), (1001, 1, 1, Some((550, false)))], 700, 0, "en");
    let mut bare = sale(&[(1190, 1, 0, FULL)], 0, 0, "es");
    bare.buyer.address = loggia_invoice::Address { country: "ES".to_owned(), ..Default::default() };
    bare.deliver_to = None;
    let mut abroad = sale(&[(10_000, 2, 0, Some((0, false)))], 0, 0, "en");
    abroad.lines[0] =
        loggia_invoice::SaleLine { rates: Vec::new(), is_voucher: false, ..abroad.lines[0].clone() };
    abroad.taxes.clear();
    abroad.shipping.clear();
    abroad.buyer.address.country = "CH".to_owned();
    let export = Untaxed { category: Category::Export, reason: "Export outside the EU".to_owned() };
    let mut reverse = abroad.clone();
    reverse.buyer.address.country = "FR".to_owned();
    reverse.buyer.vat_id = "FR83404833048".to_owned();
    let owed = Untaxed { category: Category::ReverseCharge, reason: "Reverse charge".to_owned() };
    let crossed = Untaxed { category: Category::IntraCommunity, reason: "Intra-Community supply".to_owned() };
    let reversed = reverse.invoice("2026-1006", Some(&owed));
    // A book and its file, sent and told to one firm.
    let mut both = sale(&[(2000, 2, 0, None), (900, 1, 0, None), (5000, 1, 0, None)], 490, 0, "de");
    both.buyer.vat_id = "FR83404833048".to_owned();
    both.lines.iter_mut().take(2).for_each(|line| line.is_voucher = false);
    both.lines[1].untaxed = Some(owed.clone());
    let both = both.invoice("2026-1013", Some(&crossed));
    let small = Untaxed { category: Category::Exempt, reason: "§ 19 UStG".to_owned() };
    let day = date(2026, 12, 1);
    let some = |note: Option<Invoice>| note.expect("something is left");
    let long: Vec<Piece> = (0..90).map(|index| (100 + index * 37, 1 + index % 9, index % 50, FULL)).collect();
    vec![
        ("whole", whole.clone()),
        ("french", french),
        ("added", added.invoice("2026-1003", Some(&untaxed()))),
        ("bare", bare.invoice("2026-1004", Some(&untaxed()))),
        ("export", abroad.invoice("2026-1005", Some(&export))),
        ("reverse", reversed.clone()),
        ("reverse-and-crossed", both.clone()),
        ("credit-reverse", some(credit_note(&reversed, ("2026-1014", day), (0, 20_000), ""))),
        ("credit-reverse-part", some(credit_note(&both, ("2026-1015", day), (1000, 7000), ""))),
        ("small", abroad.invoice("2026-1007", Some(&small))),
        ("free", sale(&[(0, 1, 0, FULL)], 0, 0, "de").invoice("2026-1008", Some(&untaxed()))),
        ("long", sale(&long, 490, 0, "de").invoice("2026-1009", Some(&untaxed()))),
        (
            "credit-whole",
            some(credit_note(&whole, ("2026-1010", day), (0, whole.totals.gross_cents), "Widerruf")),
        ),
        ("credit-part", some(credit_note(&whole, ("2026-1011", day), (1234, 3333), ""))),
        ("receipt", sale(pieces, 490, 0, "en").invoice("2026-1012", None)),
    ]
}

#[test]
fn s_704_documents_are_well_formed_and_the_same_each_time() {
    for (name, invoice) in samples() {
        assert_eq!(faults(&invoice), [], "{name}");
        let bytes = pdf(&invoice, &FontFolders::default()).unwrap();
        assert!(bytes.starts_with(b"%PDF-1.7"), "{name}");
        assert_eq!(bytes, pdf(&invoice, &FontFolders::default()).unwrap(), "{name}");
        for text in [ubl(&invoice).0, cii(&invoice)] {
            let read = roxmltree::Document::parse(&text).unwrap();
            let told = read.descendants().any(|node| node.text() == Some("Société <Léa & Fils>"));
            assert!(told, "{name}");
        }
        let again: Invoice = serde_json::from_str(&serde_json::to_string(&invoice).unwrap()).unwrap();
        assert_eq!(again, invoice, "{name}");
    }
}

/// The codes of the list VATEX by category, of every document that is data.
fn exemptions(text: &str, (category, code): (&str, &str)) -> Vec<(String, String)> {
    let read = roxmltree::Document::parse(text).unwrap();
    let told = |node: roxmltree::Node<'_, '_>, name: &str| {
        let child = node.children().find(|child| child.tag_name().name() == name)?;
        child.text().map(str::to_owned)
    };
    let of = |node| Some((told(node, category)?, told(node, code)?));
    read.descendants().filter_map(of).collect()
}

#[test]
fn s_820_what_is_not_taxed_says_why_by_a_code() {
    let pair = |category: &str, code: &str| (category.to_owned(), code.to_owned());
    let (goods, services) = (pair("K", "VATEX-EU-IC"), pair("AE", "VATEX-EU-AE"));
    for (name, invoice) in samples() {
        let expected = match name {
            "reverse" | "credit-reverse" => vec![services.clone()],
            "reverse-and-crossed" | "credit-reverse-part" => vec![services.clone(), goods.clone()],
            "export" => vec![pair("G", "VATEX-EU-G")],
            _ => Vec::new(),
        };
        let (ubl, cii) = (ubl(&invoice).0, cii(&invoice));
        assert_eq!(exemptions(&ubl, ("ID", "TaxExemptionReasonCode")), expected, "{name}: {ubl}");
        assert_eq!(exemptions(&cii, ("CategoryCode", "ExemptionReasonCode")), expected, "{name}: {cii}");
    }
}

#[test]
fn s_820_firms_are_named_by_their_numbers_and_goods_by_where_they_went() {
    let find = |wanted: &str| samples().into_iter().find(|(name, _)| *name == wanted).unwrap().1;
    let mut nameless = find("reverse-and-crossed");
    nameless.buyer.vat_id = String::new();
    nameless.seller.vat_id = String::new();
    nameless.deliver_to = None;
    assert_eq!(loggia_invoice::lacks(&nameless), ["seller.vatId", "buyer.vatId", "deliverTo.country"]);
    let mut service = find("reverse");
    service.deliver_to = None;
    assert_eq!(loggia_invoice::lacks(&service), [""; 0]);
}

#[test]
fn s_704_whatever_a_name_holds_is_drawn_and_written() {
    let mut wild = sale(&[(1190, 1, 0, FULL)], 0, 0, "de");
    for name in
        ["", "李小龍 محمد", "a\u{0}\u{b}\u{202e}b\n\tc", &"Wort".repeat(400), &"å ".repeat(900), "𝕏🎂"]
    {
        wild.buyer.name = name.to_owned();
        wild.lines[0].name = name.to_owned();
        let invoice = wild.invoice("1", Some(&untaxed()));
        assert!(pdf(&invoice, &FontFolders::default()).is_ok(), "{name}");
        assert!(roxmltree::Document::parse(&ubl(&invoice).0).is_ok(), "{name}");
        assert!(roxmltree::Document::parse(&cii(&invoice)).is_ok(), "{name}");
    }
}

/// S-698: names in scripts of other faces stand in the PDF too; the file is the same each time, and larger by what is drawn.
#[test]
fn s_698_a_name_in_another_script_is_drawn() {
    let folders = FontFolders(vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts")]);
    let mut sold = sale(&[(1190, 1, 0, FULL)], 0, 0, "de");
    for (name, face) in [("山田太郎", "NotoSansCJK"), ("محمد", "NotoSansArabic"), ("Ann", "")] {
        sold.buyer.name = name.to_owned();
        let bytes = pdf(&sold.invoice("1", Some(&untaxed())), &folders).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for each in ["NotoSansCJK", "NotoSansArabic"] {
            assert_eq!(text.contains(each), each == face, "{name}: {each}");
        }
    }
}

#[test]
fn s_705_files_for_the_published_rules() {
    let Some(folder) = std::env::var_os("LOGGIA_INVOICES") else { return };
    let folder = Path::new(&folder);
    for (name, invoice) in samples() {
        std::fs::write(folder.join(format!("{name}.pdf")), pdf(&invoice, &FontFolders::default()).unwrap())
            .unwrap();
        if loggia_invoice::lacks(&invoice).is_empty() {
            let (text, profile) = ubl(&invoice);
            std::fs::write(folder.join(format!("{name}.{profile:?}.ubl.xml")), text).unwrap();
            std::fs::write(folder.join(format!("{name}.cii.xml")), cii(&invoice)).unwrap();
        }
    }
}
