//! UBL 2.1, as the syntax binding of EN 16931 (CEN/TS 16931-3-2) and XRechnung say.

use rust_decimal::Decimal;

use crate::amount::main_unit;
use crate::model::{Address, Buyer, Category, Invoice, Kind, Line, Seller, Tax};
use crate::words::Words;
use crate::xml::Xml;

/// Which rules a document in UBL says that it follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// EN 16931 alone.
    En16931,
    /// XRechnung 3.0 of the German administration.
    XRechnung,
}

const EN16931: &str = "urn:cen.eu:en16931:2017";
const XRECHNUNG: &str = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
const BILLING: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
/// The scheme of an electronic address that is an email address.
const EMAIL: (&str, &str) = ("schemeID", "EM");
/// "One" of UN/ECE Recommendation 20.
pub const ONE: &str = "C62";

impl Profile {
    /// XRechnung where the document has all that it asks beside EN 16931 (BR-DE-2 to BR-DE-9, BR-DE-15).
    fn of(invoice: &Invoice) -> Self {
        let (seller, buyer) = (&invoice.seller, &invoice.buyer);
        let needed = [
            &seller.address.city,
            &seller.address.postal_code,
            &seller.contact.name,
            &seller.contact.phone,
            &seller.contact.email,
            &buyer.address.city,
            &buyer.address.postal_code,
            &buyer.email,
            &invoice.order,
        ];
        let has_phone = seller.contact.phone.bytes().filter(u8::is_ascii_digit).count() >= 3;
        let is_there = needed.iter().all(|text| !text.trim().is_empty());
        if is_there && has_phone { Profile::XRechnung } else { Profile::En16931 }
    }
}

/// The document in UBL, and which rules it follows. It must lack nothing (see [`crate::lacks`]).
#[must_use]
pub fn ubl(invoice: &Invoice) -> (String, Profile) {
    let profile = Profile::of(invoice);
    let (root, namespace) = match invoice.kind {
        Kind::Invoice => ("ubl:Invoice", "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"),
        Kind::CreditNote => ("ubl:CreditNote", "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"),
    };
    let namespaces = [
        ("xmlns:ubl", namespace),
        ("xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"),
        ("xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"),
    ];
    let text = Xml::document(root, &namespaces, |xml| Ubl { xml, invoice }.write(profile));
    (text, profile)
}

struct Ubl<'a> {
    xml: &'a mut Xml,
    invoice: &'a Invoice,
}

impl Ubl<'_> {
    fn write(&mut self, profile: Profile) {
        let invoice = self.invoice;
        let is_credit = invoice.kind == Kind::CreditNote;
        self.xml.leaf("cbc:CustomizationID", if profile == Profile::XRechnung { XRECHNUNG } else { EN16931 });
        if profile == Profile::XRechnung {
            self.xml.leaf("cbc:ProfileID", BILLING);
        }
        self.xml.leaf("cbc:ID", &invoice.number);
        self.xml.leaf("cbc:IssueDate", &invoice.issued_on.to_string());
        if is_credit {
            self.xml.leaf("cbc:CreditNoteTypeCode", "381");
        } else {
            self.xml.leaf("cbc:InvoiceTypeCode", "380");
        }
        for note in &invoice.notes {
            self.xml.some("cbc:Note", note);
        }
        self.xml.leaf("cbc:DocumentCurrencyCode", &invoice.currency);
        self.xml.some("cbc:BuyerReference", &invoice.order);
        self.xml.group("cac:OrderReference", |xml| xml.leaf("cbc:ID", &invoice.order));
        if let Some(preceding) = &invoice.preceding {
            self.xml.group("cac:BillingReference", |xml| {
                xml.group("cac:InvoiceDocumentReference", |xml| {
                    xml.leaf("cbc:ID", &preceding.number);
                    xml.leaf("cbc:IssueDate", &preceding.issued_on.to_string());
                });
            });
        }
        seller(self.xml, &invoice.seller);
        buyer(self.xml, &invoice.buyer);
        self.xml.group("cac:Delivery", |xml| {
            xml.leaf("cbc:ActualDeliveryDate", &invoice.delivered_on.to_string());
            if let Some(place) = invoice.deliver_to.as_ref().filter(|place| place.country.len() == 2) {
                xml.group("cac:DeliveryLocation", |xml| address(xml, "cac:Address", place));
            }
        });
        if let Some(means) = invoice.means.first() {
            self.xml.group("cac:PaymentMeans", |xml| xml.leaf("cbc:PaymentMeansCode", &means.code));
        }
        self.charges();
        self.taxes();
        self.totals();
        for (index, line) in invoice.lines.iter().enumerate() {
            self.line(index, line, is_credit);
        }
    }

    fn amount(&mut self, name: &str, cents: i64) {
        let text = main_unit(cents).to_string();
        self.xml.marked(name, ("currencyID", &self.invoice.currency), &text);
    }

    fn charges(&mut self) {
        let invoice = self.invoice;
        for charge in &invoice.charges {
            self.group("cac:AllowanceCharge", |ubl| {
                ubl.xml.leaf("cbc:ChargeIndicator", "true");
                ubl.xml.leaf("cbc:AllowanceChargeReasonCode", "FC");
                ubl.xml.leaf("cbc:AllowanceChargeReason", &charge.reason);
                ubl.amount("cbc:Amount", charge.net_cents);
                category(ubl.xml, "cac:TaxCategory", (charge.category, charge.rate), None);
            });
        }
    }

    fn taxes(&mut self) {
        let invoice = self.invoice;
        self.group("cac:TaxTotal", |ubl| {
            ubl.amount("cbc:TaxAmount", invoice.totals.tax_cents);
            for tax in &invoice.taxes {
                ubl.group("cac:TaxSubtotal", |ubl| {
                    ubl.amount("cbc:TaxableAmount", tax.net_cents);
                    ubl.amount("cbc:TaxAmount", tax.tax_cents);
                    category(ubl.xml, "cac:TaxCategory", (tax.category, tax.rate), Some(tax));
                });
            }
        });
    }

    fn totals(&mut self) {
        let totals = self.invoice.totals;
        self.group("cac:LegalMonetaryTotal", |ubl| {
            ubl.amount("cbc:LineExtensionAmount", totals.lines_cents);
            ubl.amount("cbc:TaxExclusiveAmount", totals.net_cents);
            ubl.amount("cbc:TaxInclusiveAmount", totals.gross_cents);
            ubl.amount("cbc:ChargeTotalAmount", totals.charges_cents);
            ubl.amount("cbc:PrepaidAmount", totals.paid_cents);
            ubl.amount("cbc:PayableAmount", totals.due_cents);
        });
    }

    fn line(&mut self, index: usize, line: &Line, is_credit: bool) {
        let (element, quantity) = if is_credit {
            ("cac:CreditNoteLine", "cbc:CreditedQuantity")
        } else {
            ("cac:InvoiceLine", "cbc:InvoicedQuantity")
        };
        self.group(element, |ubl| {
            ubl.xml.leaf("cbc:ID", &(index + 1).to_string());
            ubl.xml.marked(quantity, ("unitCode", ONE), &line.quantity.to_string());
            ubl.amount("cbc:LineExtensionAmount", line.net_cents);
            if line.discount_cents > 0 {
                let words = Words::of(&ubl.invoice.language);
                ubl.group("cac:AllowanceCharge", |ubl| {
                    ubl.xml.leaf("cbc:ChargeIndicator", "false");
                    ubl.xml.leaf("cbc:AllowanceChargeReasonCode", "95");
                    ubl.xml.leaf("cbc:AllowanceChargeReason", words.discount);
                    ubl.amount("cbc:Amount", line.discount_cents);
                });
            }
            ubl.xml.group("cac:Item", |xml| {
                xml.leaf("cbc:Name", &line.name);
                if !line.sku.trim().is_empty() {
                    xml.group("cac:SellersItemIdentification", |xml| xml.some("cbc:ID", &line.sku));
                }
                category(xml, "cac:ClassifiedTaxCategory", (line.category, line.rate), None);
            });
            let currency = ("currencyID", ubl.invoice.currency.as_str());
            let price = line.unit_price.to_string();
            ubl.xml.group("cac:Price", |xml| xml.marked("cbc:PriceAmount", currency, &price));
        });
    }

    fn group(&mut self, name: &str, write: impl FnOnce(&mut Ubl<'_>)) {
        let invoice = self.invoice;
        self.xml.group(name, |xml| write(&mut Ubl { xml, invoice }));
    }
}

fn category(xml: &mut Xml, name: &str, (code, rate): (Category, Decimal), reason: Option<&Tax>) {
    xml.group(name, |xml| {
        xml.leaf("cbc:ID", code.code());
        xml.leaf("cbc:Percent", &rate.normalize().to_string());
        if let Some(tax) = reason {
            xml.some("cbc:TaxExemptionReasonCode", code.exemption_code().unwrap_or_default());
            xml.some("cbc:TaxExemptionReason", &tax.reason);
        }
        xml.group("cac:TaxScheme", |xml| xml.leaf("cbc:ID", "VAT"));
    });
}

fn address(xml: &mut Xml, name: &str, address: &Address) {
    xml.group(name, |xml| {
        xml.some("cbc:StreetName", &address.line1);
        xml.some("cbc:AdditionalStreetName", &address.line2);
        xml.some("cbc:CityName", &address.city);
        xml.some("cbc:PostalZone", &address.postal_code);
        xml.some("cbc:CountrySubentity", &address.region);
        xml.group("cac:Country", |xml| xml.leaf("cbc:IdentificationCode", &address.country));
    });
}

fn tax_scheme(xml: &mut Xml, number: &str, scheme: &str) {
    if !number.trim().is_empty() {
        xml.group("cac:PartyTaxScheme", |xml| {
            xml.some("cbc:CompanyID", number);
            xml.group("cac:TaxScheme", |xml| xml.leaf("cbc:ID", scheme));
        });
    }
}

fn endpoint(xml: &mut Xml, email: &str) {
    if !email.trim().is_empty() {
        xml.marked("cbc:EndpointID", EMAIL, email.trim());
    }
}

fn seller(xml: &mut Xml, seller: &Seller) {
    xml.group("cac:AccountingSupplierParty", |xml| {
        xml.group("cac:Party", |xml| {
            endpoint(xml, &seller.contact.email);
            address(xml, "cac:PostalAddress", &seller.address);
            tax_scheme(xml, &seller.vat_id, "VAT");
            tax_scheme(xml, &seller.tax_number, "FC");
            xml.group("cac:PartyLegalEntity", |xml| {
                xml.leaf("cbc:RegistrationName", &seller.name);
                xml.some("cbc:CompanyID", &seller.register);
                xml.some("cbc:CompanyLegalForm", &seller.legal);
            });
            let contact = &seller.contact;
            xml.group("cac:Contact", |xml| {
                xml.some("cbc:Name", &contact.name);
                xml.some("cbc:Telephone", &contact.phone);
                xml.some("cbc:ElectronicMail", &contact.email);
            });
        });
    });
}

fn buyer(xml: &mut Xml, buyer: &Buyer) {
    xml.group("cac:AccountingCustomerParty", |xml| {
        xml.group("cac:Party", |xml| {
            endpoint(xml, &buyer.email);
            address(xml, "cac:PostalAddress", &buyer.address);
            tax_scheme(xml, &buyer.vat_id, "VAT");
            xml.group("cac:PartyLegalEntity", |xml| xml.leaf("cbc:RegistrationName", &buyer.name));
            if !buyer.person.trim().is_empty() {
                xml.group("cac:Contact", |xml| xml.some("cbc:Name", &buyer.person));
            }
        });
    });
}
