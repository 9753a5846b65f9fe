// What is stored, read beside the program: so that a refusal is believed only when nothing has changed.
import { createHash } from "node:crypto";
import { run } from "./process.mjs";

/** What must stay as it is, by name: tables whose every row counts, without what time alone changes. */
const PARTS = {
  catalog: ["catalog"],
  stock: ["stock", "stock_change", "stock_level", "location"],
  orders: ["shop_order", "order_line", "payment", "refund"],
  cards: ["gift_card", "gift_card_change"],
  accounts: ["site_user"],
  coupons: ["coupon"],
  documents: ["site_document"],
  subscriptions: ["subscription"],
  lists: ["mailing_list_member"],
  said: ["review", "visitor_comment"],
  answers: ["form_submission"],
};
export const ALL_PARTS = Object.keys(PARTS);
/** What the worker writes down a little later by itself, out of the rest of the row: by what an order is found, that the books have it, that it was looked at for what is odd, that the owner heard of what runs low. */
const LATER = { shop_order: ["terms", "is_booked", "looked_at", "risk_due"], stock: ["low_told"] };

export class Store {
  /** `ask(sql)` gives the lines of an answer. */
  constructor(ask, isPostgres) {
    this.ask = ask;
    this.isPostgres = isPostgres;
  }

  static sqlite(file) {
    return new Store((sql) => run("sqlite3", ["-cmd", ".timeout 10000", file, sql]), false);
  }

  static postgres(database) {
    return new Store(database.ask, true);
  }

  /** The lines of an answer. */
  rows(sql) {
    const done = this.ask(sql);
    if (done.status !== 0) throw new Error(`${sql}: ${done.stderr.trim()}`);
    return done.stdout.split("\n").filter((line) => line !== "");
  }

  number(sql) {
    return Number(this.rows(sql)[0] ?? Number.NaN);
  }

  get tables() {
    if (!this.known) {
      const sql = this.isPostgres
        ? "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        : "SELECT name FROM sqlite_master WHERE type = 'table'";
      this.known = new Set(this.rows(sql));
    }
    return this.known;
  }

  /** The columns of a table that count. */
  columns(table) {
    const later = LATER[table];
    if (!later) return "*";
    this.counted ??= {};
    const sql = this.isPostgres
      ? `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}' ORDER BY ordinal_position`
      : `SELECT name FROM pragma_table_info('${table}')`;
    this.counted[table] ??= this.rows(sql).filter((name) => !later.includes(name)).join(", ");
    return this.counted[table];
  }

  /** A digest of every part. */
  figures() {
    const names = Object.entries(PARTS).flatMap(([part, tables]) => tables.filter((table) => this.tables.has(table)).map((table) => [part, table]));
    const sql = names.map(([, table], index) => `SELECT '#${index}'; SELECT ${this.columns(table)} FROM ${table};`).join(" ");
    const found = new Map();
    let at = "";
    for (const line of this.rows(sql)) {
      const sign = /^#(\d+)$/.exec(line);
      if (sign) at = names[Number(sign[1])][0];
      else found.set(at, [...(found.get(at) ?? []), line]);
    }
    const digest = (lines) => createHash("sha256").update(lines.sort().join("\n")).digest("hex");
    return Object.fromEntries(ALL_PARTS.map((part) => [part, digest(found.get(part) ?? [])]));
  }
}

/** The parts that differ and were not allowed to. */
export function changed(before, after, may) {
  return ALL_PARTS.filter((part) => before[part] !== after[part] && !may.includes(part));
}
