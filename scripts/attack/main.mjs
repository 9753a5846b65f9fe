#!/usr/bin/env node
// Attacks the real programs from outside, and says what came of each.
//
//   node scripts/attack/main.mjs --bin target/release [--only 3,earlier] [--name word] [--keep]
//
// An attack holds when it was refused (or did no harm) and nothing changed that must not. Each group also makes the honest
// version of its calls, so that none holds by a mistake of its own. Ends with 1 when one got through or could not be run.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./lib/postgres.mjs";
import { stopAll } from "./lib/process.mjs";
import { Report } from "./lib/report.mjs";
import { Sites } from "./lib/site.mjs";
import { changed } from "./lib/store.mjs";
import { World } from "./lib/world.mjs";

/** The fewest attacks that a whole run makes (S-280). */
const FEWEST = 150;

const { values: chosen } = parseArgs({
  options: { bin: { type: "string", default: "target/release" }, only: { type: "string" }, name: { type: "string" }, keep: { type: "boolean", default: false } },
});
const root = path.resolve(import.meta.dirname, "../..");
const programs = { loggia: path.resolve(chosen.bin, "loggia"), api: path.resolve(chosen.bin, "loggia-api") };
for (const program of Object.values(programs)) {
  if (!fs.existsSync(program)) {
    console.error(`${program} is not there: build it first`);
    process.exit(1);
  }
}

/** The groups: a file each; `shop` attacks run on both databases, `site` attacks once. */
async function groups() {
  const folder = path.join(import.meta.dirname, "items");
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".mjs")).sort();
  const all = await Promise.all(files.map(async (name) => Object.values(await import(path.join(folder, name)))));
  const wanted = chosen.only?.split(",");
  // A file may also hand on functions that others use.
  return all.flat(2).filter((group) => Array.isArray(group?.attacks)).filter((group) => !wanted || wanted.includes(String(group.item)));
}

async function attempt(group, attack, place) {
  try {
    place.mark();
    const outcome = await attack.run(place);
    const different = place.changed(attack.may ?? group.may ?? []);
    if (outcome.held && different.length > 0) return { held: false, answer: `${outcome.answer}, but this changed: ${different.join(", ")}` };
    return outcome;
  } catch (fault) {
    return { fault: `${fault.stack ?? fault}`.split("\n").slice(0, 3).join(" ") };
  }
}

/** Lets a world remember what must stay as it is. */
function remembering(world) {
  world.mark = () => {
    world.before = world.store.figures();
  };
  world.changed = (may) => changed(world.before, world.store.figures(), may);
  return world;
}

async function runGroup(group, places, report) {
  for (const [kind, list] of [["control", group.controls ?? []], ["attack", group.attacks]]) {
    for (const attack of list) {
      if (chosen.name && kind === "attack" && !attack.name.includes(chosen.name)) continue;
      const entries = await Promise.all(places.map(async ([column, place]) => [column, await attempt(group, kind === "control" ? { may: ANYTHING, ...attack } : attack, place)]));
      console.error(Report.row(report.add(group.item, attack.name, Object.fromEntries(entries), kind === "control")));
    }
  }
  for (const [, place] of places) for (const figure of place.figures?.splice(0) ?? []) report.figure(group.item, figure);
}

/** One group after the other. */
async function runAll(all, places, report) {
  for (const group of all) {
    const begun = Date.now();
    try {
      for (const [, place] of places) await group.prepare?.(place);
      await runGroup(group, places, report);
      for (const [, place] of places) await group.finish?.(place);
    } catch (fault) {
      console.error(Report.row(report.add(group.item, "the whole group", { SQLite: { fault: `${fault.stack}`.split("\n").slice(0, 2).join(" ") } })));
    }
    console.error(`item ${group.item} on the ${group.on}: ${Math.round((Date.now() - begun) / 1000)} seconds`);
  }
}

const ANYTHING = ["catalog", "stock", "orders", "cards", "accounts", "coupons", "documents", "subscriptions", "lists", "said", "answers", "files"];

async function main() {
  const begun = Date.now();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "loggia-attacks-"));
  fs.chmodSync(folder, 0o755);
  const report = new Report();
  const all = await groups();
  const needsShop = all.some((group) => group.on === "shop");
  const cluster = needsShop ? await startCluster() : undefined;
  try {
    const shops = needsShop
      ? [["SQLite", remembering(await World.open("SQLite", programs, path.join(folder, "sqlite"), undefined))], ["PostgreSQL", remembering(await World.open("PostgreSQL", programs, path.join(folder, "postgres"), cluster))]]
      : [];
    const sites = new Sites(programs, path.join(folder, "sites"), root);
    const on = (kind) => all.filter((group) => group.on === kind);
    await Promise.all([runAll(on("shop"), shops, report), runAll(on("site"), [["SQLite", sites]], report)]);
    for (const [column, world] of shops) {
      const said = await world.audit();
      report.add("all", "the books agree after everything", { [column]: { held: said === "", answer: said || "agree" } }, true);
      await world.close();
    }
    await sites.close();
  } finally {
    stopAll();
    await cluster?.stop();
    if (!chosen.keep) fs.rmSync(folder, { recursive: true, force: true });
    else console.log(`kept: ${folder}`);
  }
  const end = report.end();
  console.log(`${report.table()}\n\n${end.text}\n${Math.round((Date.now() - begun) / 1000)} seconds`);
  const enough = chosen.only || chosen.name || end.attacks >= FEWEST;
  if (!enough) console.log(`fewer than ${FEWEST} attacks`);
  return end.isGood && enough ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stopAll();
    process.exit(1);
  });
}
process.exitCode = await main();
