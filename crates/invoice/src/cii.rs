//! UN/CEFACT Cross Industry Invoice D16B, as the syntax binding of EN 16931 (CEN/TS 16931-3-3) and Factur-X say.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::amount::main_unit;
use crate::model::{Address, Buyer, Category, Invoice, Kind, Line, Seller};
use crate::ubl::ONE;
use crate::words::Words;
use crate::xml::Xml;

const EN16931: &str = "urn:cen.eu:en16931:2017";

/// The document in CII, in the profile EN 16931 of Factur-X. It must lack nothing (see [`crate::lacks`]).
#[must_use]
pub fn cii(invoice: &Invoice) -> String {
    let namespaces = [
        ("xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"),
        ("xmlns:ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"),
        ("xmlns:qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"),
        ("xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"),
    ];
    Xml::document("rsm:CrossIndustryInvoice", &namespaces, |xml| {
        xml.group("rsm:ExchangedDocumentContext", |xml| {
            xml.group("ram:GuidelineSpecifiedDocumentContextParameter", |xml| xml.leaf("ram:ID", EN16931));
        });
        xml.group("rsm:ExchangedDocument", |xml| {
            xml.leaf("ram:ID", &invoice.number);
            xml.leaf("ram:TypeCode", if invoice.kind == Kind::CreditNote { "381" } else { "380" });
            xml.group("ram:IssueDateTime", |xml| date(xml, "udt:DateTimeString", invoice.issued_on));
            for note in invoice.notes.iter().filter(|note| !note.trim().is_empty()) {
                xml.group("ram:IncludedNote", |xml| xml.some("ram:Content", note));
            }
        });
        xml.group("rsm:SupplyChainTradeTransaction", |xml| {
            for (index, told) in invoice.lines.iter().enumerate() {
                line(xml, invoice, (index, told));
            }
            agreement(xml, invoice);
            delivery(xml, invoice);
            settlement(xml, invoice);
        });
    })
}

fn date(xml: &mut Xml, name: &str, day: Date) {
    xml.marked(name, ("format", "102"), &day.strftime("%Y%m%d").to_string());
}

fn amount(xml: &mut Xml, name: &str, cents: i64) {
    xml.leaf(name, &main_unit(cents).to_string());
}

fn tax(xml: &mut Xml, name: &str, (category, rate): (Category, Decimal)) {
    xml.group(name, |xml| {
        xml.leaf("ram:TypeCode", "VAT");
        xml.leaf("ram:CategoryCode", category.code());
        xml.leaf("ram:RateApplicablePercent", &rate.normalize().to_string());
    });
}

fn indicator(xml: &mut Xml, is_charge: bool) {
    xml.group("ram:ChargeIndicator", |xml| {
        xml.leaf("udt:Indicator", if is_charge { "true" } else { "false" });
    });
}

fn line(xml: &mut Xml, invoice: &Invoice, (index, line): (usize, &Line)) {
    xml.group("ram:IncludedSupplyChainTradeLineItem", |xml| {
        xml.group("ram:AssociatedDocumentLineDocument", |xml| {
            xml.leaf("ram:LineID", &(index + 1).to_string());
        });
        xml.group("ram:SpecifiedTradeProduct", |xml| {
            xml.some("ram:SellerAssignedID", &line.sku);
            xml.leaf("ram:Name", &line.name);
        });
        xml.group("ram:SpecifiedLineTradeAgreement", |xml| {
            xml.group("ram:NetPriceProductTradePrice", |xml| {
                xml.leaf("ram:ChargeAmount", &line.unit_price.to_string());
            });
        });
        xml.group("ram:SpecifiedLineTradeDelivery", |xml| {
            xml.marked("ram:BilledQuantity", ("unitCode", ONE), &line.quantity.to_string());
        });
        xml.group("ram:SpecifiedLineTradeSettlement", |xml| {
            tax(xml, "ram:ApplicableTradeTax", (line.category, line.rate));
            if line.discount_cents > 0 {
                xml.group("ram:SpecifiedTradeAllowanceCharge", |xml| {
                    indicator(xml, false);
                    amount(xml, "ram:ActualAmount", line.discount_cents);
                    xml.leaf("ram:ReasonCode", "95");
                    xml.leaf("ram:Reason", Words::of(&invoice.language).discount);
                });
            }
            xml.group("ram:SpecifiedTradeSettlementLineMonetarySummation", |xml| {
                amount(xml, "ram:LineTotalAmount", line.net_cents);
            });
        });
    });
}

fn place(xml: &mut Xml, address: &Address) {
    xml.group("ram:PostalTradeAddress", |xml| {
        xml.some("ram:PostcodeCode", &address.postal_code);
        xml.some("ram:LineOne", &address.line1);
        xml.some("ram:LineTwo", &address.line2);
        xml.some("ram:CityName", &address.city);
        xml.leaf("ram:CountryID", &address.country);
        xml.some("ram:CountrySubDivisionName", &address.region);
    });
}

fn endpoint(xml: &mut Xml, email: &str) {
    if !email.trim().is_empty() {
        xml.group("ram:URIUniversalCommunication", |xml| {
            xml.marked("ram:URIID", ("schemeID", "EM"), email.trim());
        });
    }
}

fn registration(xml: &mut Xml, number: &str, scheme: &str) {
    if !number.trim().is_empty() {
        xml.group("ram:SpecifiedTaxRegistration", |xml| {
            xml.marked("ram:ID", ("schemeID", scheme), number.trim());
        });
    }
}

fn seller(xml: &mut Xml, seller: &Seller) {
    xml.group("ram:SellerTradeParty", |xml| {
        xml.leaf("ram:Name", &seller.name);
        xml.some("ram:Description", &seller.legal);
        if !seller.register.trim().is_empty() {
            xml.group("ram:SpecifiedLegalOrganization", |xml| xml.some("ram:ID", &seller.register));
        }
        let contact = &seller.contact;
        if [&contact.name, &contact.phone, &contact.email].iter().any(|text| !text.trim().is_empty()) {
            xml.group("ram:DefinedTradeContact", |xml| {
                xml.some("ram:PersonName", &contact.name);
                if !contact.phone.trim().is_empty() {
                    let name = "ram:TelephoneUniversalCommunication";
                    xml.group(name, |xml| xml.some("ram:CompleteNumber", &contact.phone));
                }
                if !contact.email.trim().is_empty() {
                    xml.group("ram:EmailURIUniversalCommunication", |xml| {
                        xml.some("ram:URIID", &contact.email)
                    });
                }
            });
        }
        place(xml, &seller.address);
        endpoint(xml, &contact.email);
        registration(xml, &seller.vat_id, "VA");
        registration(xml, &seller.tax_number, "FC");
    });
}

fn buyer(xml: &mut Xml, buyer: &Buyer) {
    xml.group("ram:BuyerTradeParty", |xml| {
        xml.leaf("ram:Name", &buyer.name);
        if !buyer.person.trim().is_empty() {
            xml.group("ram:DefinedTradeContact", |xml| xml.some("ram:PersonName", &buyer.person));
        }
        place(xml, &buyer.address);
        endpoint(xml, &buyer.email);
        registration(xml, &buyer.vat_id, "VA");
    });
}

fn agreement(xml: &mut Xml, invoice: &Invoice) {
    xml.group("ram:ApplicableHeaderTradeAgreement", |xml| {
        xml.some("ram:BuyerReference", &invoice.order);
        seller(xml, &invoice.seller);
        buyer(xml, &invoice.buyer);
        xml.group("ram:BuyerOrderReferencedDocument", |xml| xml.leaf("ram:IssuerAssignedID", &invoice.order));
    });
}

fn delivery(xml: &mut Xml, invoice: &Invoice) {
    xml.group("ram:ApplicableHeaderTradeDelivery", |xml| {
        if let Some(to) = invoice.deliver_to.as_ref().filter(|to| to.country.len() == 2) {
            xml.group("ram:ShipToTradeParty", |xml| place(xml, to));
        }
        xml.group("ram:ActualDeliverySupplyChainEvent", |xml| {
            xml.group("ram:OccurrenceDateTime", |xml| date(xml, "udt:DateTimeString", invoice.delivered_on));
        });
    });
}

fn settlement(xml: &mut Xml, invoice: &Invoice) {
    xml.group("ram:ApplicableHeaderTradeSettlement", |xml| {
        xml.leaf("ram:InvoiceCurrencyCode", &invoice.currency);
        if let Some(means) = invoice.means.first() {
            xml.group("ram:SpecifiedTradeSettlementPaymentMeans", |xml| {
                xml.leaf("ram:TypeCode", &means.code)
            });
        }
        for tax in &invoice.taxes {
            xml.group("ram:ApplicableTradeTax", |xml| {
                amount(xml, "ram:CalculatedAmount", tax.tax_cents);
                xml.leaf("ram:TypeCode", "VAT");
                xml.some("ram:ExemptionReason", &tax.reason);
                amount(xml, "ram:BasisAmount", tax.net_cents);
                xml.leaf("ram:CategoryCode", tax.category.code());
                xml.some("ram:ExemptionReasonCode", tax.category.exemption_code().unwrap_or_default());
                xml.leaf("ram:RateApplicablePercent", &tax.rate.normalize().to_string());
            });
        }
        for charge in &invoice.charges {
            xml.group("ram:SpecifiedTradeAllowanceCharge", |xml| {
                indicator(xml, true);
                amount(xml, "ram:ActualAmount", charge.net_cents);
                xml.leaf("ram:ReasonCode", "FC");
                xml.leaf("ram:Reason", &charge.reason);
                tax(xml, "ram:CategoryTradeTax", (charge.category, charge.rate));
            });
        }
        let totals = &invoice.totals;
        xml.group("ram:SpecifiedTradeSettlementHeaderMonetarySummation", |xml| {
            amount(xml, "ram:LineTotalAmount", totals.lines_cents);
            amount(xml, "ram:ChargeTotalAmount", totals.charges_cents);
            amount(xml, "ram:TaxBasisTotalAmount", totals.net_cents);
            let text = main_unit(totals.tax_cents).to_string();
            xml.marked("ram:TaxTotalAmount", ("currencyID", &invoice.currency), &text);
            amount(xml, "ram:GrandTotalAmount", totals.gross_cents);
            amount(xml, "ram:TotalPrepaidAmount", totals.paid_cents);
            amount(xml, "ram:DuePayableAmount", totals.due_cents);
        });
        if let Some(preceding) = &invoice.preceding {
            xml.group("ram:InvoiceReferencedDocument", |xml| {
                xml.leaf("ram:IssuerAssignedID", &preceding.number);
                xml.group("ram:FormattedIssueDateTime", |xml| {
                    date(xml, "qdt:DateTimeString", preceding.issued_on)
                });
            });
        }
    });
}
