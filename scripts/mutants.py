#!/usr/bin/env python3
"""Prints which share of the viable mutants was noticed, and each survivor: `mutants.py NAME REPORT LEAST_PERCENT`.

A mutant that does not compile is not viable. One that never ends was noticed: its tests did not pass. Reads the report of
cargo-mutants (outcomes.json) or of StrykerJS (the `mutation.json` of its schema). Ends with 1 below the least share.
"""
import json
import sys


def of_cargo(report):
    for outcome in report["outcomes"]:
        mutant = outcome["scenario"]
        if mutant == "Baseline":
            continue
        mutant = mutant["Mutant"]
        yield outcome["summary"], f"{mutant['name']}"


def of_stryker(report):
    kinds = {"Killed": "CaughtMutant", "Timeout": "Timeout", "Survived": "MissedMutant", "NoCoverage": "MissedMutant"}
    for path, file in report["files"].items():
        for mutant in file["mutants"]:
            start = mutant["location"]["start"]
            name = f"{path}:{start['line']}:{start['column']}: {mutant['mutatorName']} -> {mutant.get('replacement', '')[:60]!r}"
            yield kinds.get(mutant["status"], "Unviable"), name


def main():
    name, path, least = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with open(path) as file:
        report = json.load(file)
    found = list(of_cargo(report) if "outcomes" in report else of_stryker(report))
    caught = [text for kind, text in found if kind in ("CaughtMutant", "Timeout")]
    missed = [text for kind, text in found if kind == "MissedMutant"]
    viable = len(caught) + len(missed)
    if not viable:
        sys.exit(f"{name}: no viable mutant in {path}")
    for text in missed:
        print(f"  survived: {text}")
    share = 100 * len(caught) / viable
    print(f"{name}: {len(caught)} of {viable} viable mutants noticed, {share:.1f} %")
    return 0 if share >= least else 1


if __name__ == "__main__":
    sys.exit(main())
