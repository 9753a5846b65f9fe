// Item 18: what caches keep, what tables give out, what a provider tells in another order, what a small workbook unpacks to.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { found } from "../lib/say.mjs";
import { add, HOME, pay } from "../lib/shop.mjs";
import { startStripe } from "../lib/stripe.mjs";

/** The most memory that reading a list may hold, in KiB. */
const LIST_KIB = 1_500_000;
const TRICKS = ["=1+1", "\uff1d1+1", "\uff20SUM(A1)", "Ann;=1+1", "Ann;\uff0d1", "\n=1+1"];
/** Where a cell begins for a program that cuts at commas, at semicolons, or at tabs; none of these takes quotation marks in the middle of one for the border of a text. */
const CELLS = [/(^|,|\r\n)"?[=+\-@\uff1d\uff0b\uff0d\uff20](?![\d.]+("|,|\r|$))/u, /[;\t][=+\-@\uff1d\uff0b\uff0d\uff20]/u, /"[^"]*\n[=+\-@\uff1d\uff0b\uff0d\uff20]/u];

let count = 0;
const shopper = () => `told-${(count += 1)}@told.example`;

/** An order of 40.00 that Stripe was paid for, and what Stripe may tell of it. */
async function stripeOrder(world, work) {
  const stripe = await startStripe("live");
  const shop = await world.side("told", stripe.env);
  try {
    const visitor = shop.visitor();
    await add(visitor, "lesson");
    const bought = await pay(visitor, shopper(), { paymentToken: "pm_card_visa" });
    if (bought.status !== 200) throw new Error(`nothing can be bought with Stripe: ${bought.told}`);
    const [intent] = stripe.intents.values();
    const tell = {
      sum: (amount) => stripe.tell(shop.base, "charge.refunded", { id: intent.latest_charge, object: "charge", amount: intent.amount, amount_refunded: amount, currency: intent.currency, payment_intent: intent.id }),
      one: (id, amount, status = "succeeded") => stripe.tell(shop.base, status === "failed" ? "refund.failed" : "refund.created", { id, object: "refund", status, amount, currency: intent.currency, payment_intent: intent.id, metadata: {} }),
    };
    const answers = await work(tell);
    const back = shop.store.number(`SELECT refunded_cents FROM shop_order WHERE id = '${bought.json.id}'`);
    return { back, answers, audit: await shop.audit() };
  } finally {
    await shop.close();
    await stripe.close();
  }
}

const told = (name, expected, work) => ({
  name: `refunds made in Stripe's pages: ${name}`,
  async run(world) {
    const { back, answers, audit } = await stripeOrder(world, work);
    const isTaken = answers.every((answer) => answer.status === 200);
    return found(isTaken && back === expected && audit === "", `${answers.map((answer) => answer.status).join(" ")}: ${back} back of ${expected}${audit && `; ${audit}`}`);
  },
});

async function inTurn(...calls) {
  const answers = [];
  for (const call of calls) answers.push(await call());
  return answers;
}

export const shop = {
  item: 18, on: "shop", may: ["stock", "orders"],
  controls: [told("one of 10.00", 1000, (tell) => inTurn(() => tell.one("re_1", 1000)))],
  attacks: [
    told("the sum of two before either", 1000, (tell) => inTurn(() => tell.sum(1000), () => tell.one("re_1", 500), () => tell.one("re_2", 500), () => tell.sum(500))),
    told("more than is left of a sum", 1500, (tell) => inTurn(() => tell.one("re_1", 500), () => tell.sum(1200), () => tell.one("re_2", 1000))),
    told("one that failed, before it was made", 0, (tell) => inTurn(() => tell.one("re_1", 500, "failed"), () => tell.one("re_1", 500, "pending"))),
    told("one that failed, after the sum and before its name", 0, (tell) => inTurn(() => tell.sum(500), () => tell.one("re_1", 500, "failed"), () => tell.one("re_1", 500, "pending"))),
    told("twenty messages of one at once", 500, (tell) => Promise.all(Array.from({ length: 20 }, () => tell.one("re_1", 500)))),
    ...["/api/commerce/inventory/stocks?itemIds=bread", "/api/commerce/inventory/stock/?itemId=bread", "/api/commerce/products/cards?itemIds=bread"].map((address) => ({
      name: `what caches keep has nothing of a visitor: ${address}`, may: [],
      async run(world) {
        const answer = await world.visitor().get(address);
        return found(answer.status === 200 && /public/.test(answer.headers["cache-control"]) && !answer.headers["set-cookie"], `${answer.told}, ${answer.headers["cache-control"]}, ${answer.headers["set-cookie"] ? "with" : "without"} a cookie`);
      },
    })),
    {
      name: "names and notes that are formulas, wherever a program cuts a table", may: ["stock", "orders", "accounts"],
      async run(world) {
        for (const trick of TRICKS) {
          const visitor = world.visitor();
          await add(visitor, "lesson");
          await pay(visitor, shopper(), { buyer: { name: trick, note: trick }, shippingLocation: HOME });
        }
        const owner = await world.owner("ADMIN");
        const bad = [];
        for (const address of ["/api/commerce/orders.csv", "/api/commerce/desk/orders.csv", "/api/commerce/invoices.csv", "/api/record.csv", "/api/mailing-list/members.csv"]) {
          const answer = await owner.get(address);
          if (answer.status !== 200) bad.push(`${address} ${answer.told}`);
          for (const cells of CELLS) if (cells.test(answer.text)) bad.push(`${address}: ${JSON.stringify(cells.exec(answer.text)[0])}`);
        }
        return found(bad.length === 0, bad.join("; ") || "no formula");
      },
    },
    {
      name: "a page that a key opens tells the next page nothing of its address but the host",
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "lesson");
        const bought = await pay(visitor, shopper());
        const page = await visitor.get(bought.json.orderPage);
        const policy = page.headers["referrer-policy"];
        return found(page.status === 200 && ["no-referrer", "origin", "strict-origin"].includes(policy), `${page.status}, ${policy}`);
      },
    },
  ],
};

/** An archive with these files. */
function archive(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = zlib.deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(zlib.crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(at);
    const whole = [Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), packed];
    list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, Buffer.alloc(10), place, Buffer.from(name));
    parts.push(...whole);
    at += whole.reduce((sum, part) => sum + part.length, 0);
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A workbook whose sheets are one part, with these rows and texts that cells share. */
function workbook(rows, shared, sheets = 1) {
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const names = Array.from({ length: sheets }, (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="r1"/>`).join("");
  const relations = (list) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;
  return archive({
    "_rels/.rels": relations([["r1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook ${space} xmlns:r="${office}"><sheets>${names}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([["r1", "worksheet", "worksheets/sheet1.xml"], ["r2", "sharedStrings", "sharedStrings.xml"]]),
    "xl/sharedStrings.xml": `<sst ${space}>${shared.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${space}><sheetData>${rows}</sheetData></worksheet>`,
  });
}

const cell = (text) => `<c t="s"><v>${text}</v></c>`;
const HEAD = `<row r="1">${cell(0)}${cell(1)}</row>`;

async function read(sites, bytes) {
  const folder = sites.small("workbook");
  const list = path.join(path.dirname(folder), "list.xlsx");
  fs.writeFileSync(list, bytes);
  return sites.loggia(["import", folder, list, "--currency", "EUR"], { timeout: 60_000 });
}

const bomb = (name, bytes) => ({
  name: `a workbook of ${Math.ceil(bytes.length / 1000)} KB: ${name}`,
  async run(sites) {
    const done = await read(sites, bytes);
    return found(!done.signal && done.peak < LIST_KIB, `${done.signal ?? done.status}, ${Math.round(done.peak / 1024)} MB at most`);
  },
});

export const lists = {
  item: 18, on: "site",
  controls: [{
    name: "a small workbook is taken over",
    async run(sites) {
      const done = await read(sites, workbook(`${HEAD}<row r="2">${cell(2)}<c><v>3</v></c></row>`, ["Name", "Price", "Bowl"]));
      return found(done.status === 0 && /imported/.test(done.stdout + done.stderr), `${done.status}: ${(done.stdout + done.stderr).trim().split("\n").at(-1)}`);
    },
  }],
  attacks: [
    bomb("one long text in 300,000 cells", workbook(HEAD + `<row>${cell(2).repeat(3)}</row>`.repeat(100_000), ["Name", "Price", "A".repeat(1_000_000)])),
    bomb("one sheet under a hundred names", workbook(HEAD + `<row>${cell(2).repeat(20)}</row>`.repeat(5000), ["Name", "Price", "A".repeat(2000)], 100)),
  ],
};
