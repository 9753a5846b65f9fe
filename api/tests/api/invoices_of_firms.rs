//! S-821: what an invoice says of an order that nothing was taxed of, of a firm in another member state of the union.

use crate::app::{TestApp, Visitor, on_both};
use crate::checkout::CHECKOUT;
use crate::invoices::{german, of_order, paper, refund};
use crate::money::{owner, with_codes};
use crate::parcel::with_register;
use serde_json::{Value, json};

/// A number of the Netherlands whose check digit is right.
const DUTCH: &str = "NL 1234.56.782.B90";
const NUMBER: &str = "<cbc:CompanyID>NL123456782B90</cbc:CompanyID>";

/// Codes of a category (UNTDID 5305) and of the reason (VATEX), as the invoice's sums by tax say them.
fn reasons(ubl: &str) -> Vec<(String, String)> {
    let told = |sum: &str, name: &str| {
        let (start, end) = (format!("<cbc:{name}>"), format!("</cbc:{name}>"));
        let after = sum.split_once(&start).map(|(_, after)| after);
        after.and_then(|after| after.split_once(&end)).map(|(text, _)| text.to_owned()).unwrap_or_default()
    };
    let sums = ubl.split("<cac:TaxSubtotal>").skip(1).filter_map(|sum| sum.split_once("</cac:TaxSubtotal>"));
    sums.map(|(sum, _)| (told(sum, "ID"), told(sum, "TaxExemptionReasonCode"))).collect()
}

fn place(country: &str) -> Value {
    let (city, code) = match country {
        "NL" => ("Utrecht", "3511 LX"),
        "DE" => ("Köln", "50667"),
        "GR" => ("Athina", "104 31"),
        _ => ("Wien", "1010"),
    };
    json!({"country": country, "line1": "Ring 1", "city": city, "postalCode": code})
}

/// Buys things for a firm; the order's id.
async fn buy(app: &TestApp, things: &[(&str, &str)], country: &str, vat_id: &str) -> String {
    let (visitor, _) = with_codes(app, things, &[]).await;
    let mut buyer = json!({"name": "Ann Berg", "company": "Berg BV"});
    if !vat_id.is_empty() {
        buyer["vatId"] = json!(vat_id);
    }
    let wish = json!({"email": "ann@shopper.example", "paymentToken": "test-pass", "shippingOptionId": "air",
        "buyer": buyer, "shippingLocation": place(country)});
    let bought = visitor.post(CHECKOUT, wish).await;
    assert_eq!(bought.status, 200, "{}", bought.text);
    bought.json()["id"].as_str().unwrap().to_owned()
}

/// The UBL of the document of an order that is the latest.
async fn ubl_of(owner: &Visitor, order: &str) -> String {
    let found = of_order(owner, order).await;
    let file = paper(owner, &found.last().unwrap()["number"], "invoice.xml").await;
    assert_eq!(file.status, 200, "{}", file.text);
    file.text
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(category, code)| ((*category).to_owned(), (*code).to_owned())).collect()
}

/// Things with their variants, or categories with their reasons.
type Pairs = &'static [(&'static str, &'static str)];

const GUIDE: Pairs = &[("guide", "guide")];
const BREAD: Pairs = &[("bread", "bread")];
const BOTH: Pairs = &[("guide", "guide"), ("bread", "bread")];
const OWED: (&str, &str) = ("AE", "VATEX-EU-AE");
const EXEMPT: (&str, &str) = ("K", "VATEX-EU-IC");
const NOTHING: (&str, &str) = ("Z", "");

on_both! {
    /// S-821: a file is taxed where the firm is, which owes the tax; goods that went there are exempt; of both, each line by what
    /// it is. Without a number of that place, and at home, it is as before.
    async fn s_821_a_firm_abroad_is_told_why_nothing_was_taxed(app: &TestApp) with |settings| settings.limits.checkout = 1000; {
        app.publish(&german()).await;
        let owner = owner(app).await;
        let cases: [(Pairs, &str, &str, Pairs); 9] = [
            (GUIDE, "NL", DUTCH, &[OWED]),
            (BREAD, "NL", DUTCH, &[EXEMPT]),
            (BOTH, "NL", DUTCH, &[OWED, EXEMPT]),
            (GUIDE, "GR", "EL094259216", &[OWED]),
            (GUIDE, "NL", "", &[NOTHING]),
            (BREAD, "NL", "DE136695976", &[NOTHING]),
            (BREAD, "AT", DUTCH, &[NOTHING]),
            (GUIDE, "DE", "DE136695976", &[("S", "")]),
            (GUIDE, "DE", DUTCH, &[("S", "")]),
        ];
        for (things, country, vat_id, expected) in cases {
            let order = buy(app, things, country, vat_id).await;
            let ubl = ubl_of(&owner, &order).await;
            assert_eq!(reasons(&ubl), pairs(expected), "{things:?} {country} {vat_id}: {ubl}");
            if vat_id == DUTCH {
                assert!(ubl.contains(NUMBER), "{ubl}");
            }
        }
        app.audit().await;
    }

    /// S-821: where a rule taxes what is bought and the buyer has no number, the invoice says the tax that was taken.
    async fn s_821_a_tax_that_was_taken_is_said(app: &TestApp); {
        let mut catalog = german();
        catalog["taxRules"].as_array_mut().unwrap().push(
            json!({"country": "NL", "rate": "21", "name": "BTW", "included": true}));
        app.publish(&catalog).await;
        let owner = owner(app).await;
        for (vat_id, expected) in [("", ("S", "")), ("DE136695976", ("S", "")), (DUTCH, OWED)] {
            let order = buy(app, GUIDE, "NL", vat_id).await;
            assert_eq!(reasons(&ubl_of(&owner, &order).await), pairs(&[expected]), "{vat_id}");
        }
    }

    /// S-821: a number that the register does not know makes nobody a firm; one that it does not tell of is as good as its form.
    async fn s_821_a_number_that_nobody_has_is_none(app: &TestApp) with |settings| with_register(settings); {
        app.publish(&german()).await;
        let owner = owner(app).await;
        let mut found = Vec::new();
        for number in ["FR40303265045", "FR23334175221", "FR83404833048"] {
            let (visitor, _) = with_codes(app, GUIDE, &[]).await;
            let wish = json!({"email": "ann@shopper.example", "paymentToken": "test-pass",
                "buyer": {"company": "Crumbs", "vatId": number}, "shippingLocation": {"country": "FR"}});
            let bought = visitor.post(CHECKOUT, wish).await;
            assert_eq!(bought.status, 200, "{}", bought.text);
            found.push(reasons(&ubl_of(&owner, bought.json()["id"].as_str().unwrap()).await));
        }
        assert_eq!(found, [pairs(&[OWED]), pairs(&[NOTHING]), pairs(&[OWED])]);
    }

    /// S-821: the credit note says the same, and goods stand at where they went, whoever pays.
    async fn s_821_a_credit_note_says_the_same(app: &TestApp); {
        app.publish(&german()).await;
        let order = buy(app, BOTH, "NL", DUTCH).await;
        let owner = owner(app).await;
        refund(&owner, &order, json!({"amountCents": 700})).await;
        let ubl = ubl_of(&owner, &order).await;
        assert!(ubl.contains("<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>"), "{ubl}");
        assert_eq!(reasons(&ubl), pairs(&[OWED, EXEMPT]), "{ubl}");
        let (visitor, _) = with_codes(app, BREAD, &[]).await;
        let bought = visitor.post(CHECKOUT, json!({"email": "ann@shopper.example", "paymentToken": "test-pass",
            "shippingOptionId": "air", "shippingLocation": place("NL"),
            "buyer": {"name": "Ann Berg", "vatId": DUTCH, "billing": {"company": "Berg GmbH", "address": place("AT")}}})).await;
        assert_eq!(bought.status, 200, "{}", bought.text);
        let ubl = ubl_of(&owner, bought.json()["id"].as_str().unwrap()).await;
        let delivery = &ubl[ubl.find("<cac:Delivery>").unwrap()..ubl.find("</cac:Delivery>").unwrap()];
        assert!(delivery.contains("Utrecht") && !delivery.contains("Wien"), "{delivery}");
        assert_eq!(reasons(&ubl), pairs(&[EXEMPT]));
    }
}
