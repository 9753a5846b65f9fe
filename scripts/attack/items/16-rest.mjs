// Item 16: answers, lanes, letters, holds, taxes, programs, cookies, keys.
import fs from "node:fs";
import path from "node:path";
import { newAddress, Visitor } from "../lib/http.mjs";
import { listen, silent } from "../lib/listen.mjs";
import { found } from "../lib/say.mjs";
import { add, cartOf, catalog, HOME, paid, pay, publish, purchase } from "../lib/shop.mjs";
import { startStripe } from "../lib/stripe.mjs";
import { run } from "../lib/process.mjs";
import { until } from "../lib/world.mjs";

const SECRET = "hunter2-never-stored-4711";

async function submit(world, formId, form, visitor = world.visitor()) {
  const key = await visitor.post("/api/form/FormSubmissionKey");
  return visitor.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId, form });
}
const GOOD = { size: "Small", day: "Monday", toppings: ["Salt"], mood: { Bread: "1" }, note: "x" };
const answered = (name, change) => ({
  name: `an answer that was not offered: ${name}`,
  async run(world) {
    const answer = await submit(world, "choices", { ...GOOD, ...change });
    return found(answer.status === 400, answer.told);
  },
});

/** A form whose hook never answers, filled in many times; what else is to go out must still go. */
async function lanes(world, what, env, more) {
  const slow = await silent();
  const shop = await world.side("slow", { LOGGIA_ENVIRONMENT: "dev", LOGGIA_ALLOW_HOSTS: "127.0.0.1", LOGGIA_LIMIT_FORM: "1000", ...env?.(slow) });
  try {
    return await more(shop, slow, what);
  } finally {
    await shop.close();
    await slow.close();
  }
}

const digital = (name, more, fits) => ({
  name: `a digital order ${name}`, may: ["orders", "stock"],
  async run(world) {
    const visitor = world.visitor();
    await add(visitor, "guide");
    const answer = await purchase(visitor, { email: "reader@x.example", paymentToken: "test-pass", acceptPrices: true, ...more });
    return found(fits(answer), `${answer.told}${answer.status === 200 ? `: ${(paid(answer) / 100).toFixed(2)} for 12.00 and 8 % of tax` : ""}`);
  },
});
const physical = (name, change, fits = (answer) => answer.status === 400) => ({
  name: `an address ${name}`, may: ["orders", "stock"],
  async run(world) {
    const visitor = world.visitor();
    await add(visitor, "bread");
    const answer = await pay(visitor, "eater@x.example", { shippingLocation: { ...HOME, ...change } });
    return found(fits(answer), answer.told);
  },
});

const source = (file) => fs.readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8");

export default {
  item: 16, on: "shop",
  controls: [
    { name: "offered answers are kept", run: async (world) => {
      const answer = await submit(world, "choices", GOOD);
      return found(answer.status === 200, answer.told);
    } },
    { name: "bread is sent home", run: async (world) => {
      const visitor = world.visitor();
      await add(visitor, "bread");
      const answer = await pay(visitor, "eater@x.example");
      return found(paid(answer) === 1100, answer.told);
    } },
    digital("with its country is taxed", { shippingLocation: { ...HOME, country: "US", postalCode: "10001" } }, (answer) => paid(answer) === 1296),
  ],
  attacks: [
    answered("of a radio field", { size: "Enormous" }), answered("of a select field", { day: "Doomsday" }), answered("of a checkbox field", { toppings: ["Salt", "Arsenic"] }), answered("a checkbox field with a text", { toppings: "Arsenic" }), answered("a radio field with a list", { size: ["Small", "Large"] }), answered("a radio field with an object", { size: { a: "Small" } }),
    answered("in other letters", { size: "SMALL" }), answered("with a script", { size: "Small<script>" }), answered("a radio field with 40 KB", { size: "S".repeat(40_000) }),
    {
      name: "a password in a form is never stored", may: ["answers"],
      async run(world) {
        const answer = await submit(world, "secretive", { word: SECRET, note: "x" });
        const stored = ["form_submission", "outbox"].flatMap((table) => world.store.rows(`SELECT * FROM ${table}`)).join("\n").includes(SECRET);
        await world.letters("owner@shop.example", /Secretive/, 1, 500);
        const written = (world.letterBox ?? []).some((letter) => letter.includes(SECRET));
        return found(!stored && !written, `${answer.told}, ${stored ? "stored" : "not stored"}`);
      },
    },
    {
      name: "thirty deliveries to a hook that never answers: a letter of an order still comes",
      run: (world) => lanes(world, "", undefined, async (shop, slow) => {
        await publish(shop.base, catalog((all) => ({ ...all, buildId: "slow", forms: [...all.forms, { id: "slow", name: "Slow", fields: [{ id: "note", type: "text", title: "Note" }], storage: [{ kind: "hook", target: `http://127.0.0.1:${slow.port}/` }] }] })));
        for (let round = 0; round < 30; round += 1) await submit(shop, "slow", { note: `${round}` });
        await until(() => slow.sockets.size > 0, 15_000);
        const visitor = shop.visitor();
        await add(visitor, "lesson");
        await pay(visitor, "waiting@x.example");
        const letters = await shop.letters("waiting@x.example", /./, 1, 20_000);
        return found(letters.length > 0 && slow.sockets.size > 0, `${letters.length} letter, ${slow.sockets.size} connections that wait`);
      }),
    },
    {
      name: "a mail server that never answers: the owner's systems still hear of an order",
      async run(world) {
        const hook = await listen(undefined, ["127.0.0.1"]);
        try {
          return await lanes(world, "", (slow) => ({ LOGGIA_MAIL: "server", LOGGIA_SMTP_URL: `smtp://127.0.0.1:${slow.port}`, LOGGIA_MAIL_FROM: "Shop <shop@shop.example>", LOGGIA_WEBHOOK_URLS: `http://127.0.0.1:${hook.port}/` }), async (shop, slow) => {
            for (let round = 0; round < 8; round += 1) await shop.visitor().post("/api/site-users/account", { email: `new-${round}@x.example` });
            await until(() => slow.sockets.size > 0, 15_000);
            hook.heard();
            const visitor = shop.visitor();
            await add(visitor, "lesson");
            const answer = await pay(visitor, "waiting@x.example");
            const heard = await until(() => hook.heard(), 20_000);
            return found(heard && slow.sockets.size > 0, `${answer.told}, ${heard ?? 0} messages, ${slow.sockets.size} connections to the mail server`);
          });
        } finally {
          await hook.close();
        }
      },
    },
    {
      name: "letters to one address, of every kind a stranger can cause", may: ["lists", "orders", "stock", "answers"],
      async run(world) {
        const email = "flooded@x.example";
        for (let round = 0; round < 60; round += 1) {
          const visitor = new Visitor(world.base, { address: newAddress() });
          await visitor.post("/api/site-users/account", { email });
          await visitor.post("/api/site-users/account/password/key", { email });
          if (round % 3 === 0) {
            await add(visitor, "lesson");
            await pay(visitor, email);
          }
        }
        const letters = await world.letters(email, /./, 60, 8000);
        return found(letters.length <= 40, `${letters.length} letters`);
      },
    },
    {
      name: "stock held for ever by an order that is never paid",
      async run(world) {
        const stripe = await startStripe("test");
        const shop = await world.side("held", stripe.env);
        try {
          const visitor = shop.visitor();
          await add(visitor, "held", "held", 3);
          const first = await pay(visitor, "never@x.example", { paymentToken: "pm_asks" });
          const held = shop.store.number("SELECT quantity FROM stock WHERE sku = 'held'");
          // A day later, on the shop's books.
          const day = 24 * 60 * 60 * 1000;
          const order = first.json?.orderId;
          let last;
          for (let hour = 0; hour < 5; hour += 1) {
            shop.store.rows(`UPDATE shop_order SET created_at = created_at - ${day}, hold_until = hold_until - ${15 * 60 * 1000 - 2000} WHERE id = '${order}'`);
            last = await pay(visitor, "never@x.example", { paymentToken: "pm_asks" });
          }
          const until_ = shop.store.number(`SELECT hold_until FROM shop_order WHERE id = '${order}'`);
          const back = await until(() => shop.store.number("SELECT quantity FROM stock WHERE sku = 'held'") === 3, 45_000);
          return found(first.status === 202 && held === 0 && back, `${first.told}, then ${last.told}; ${back ? "the stock is back" : `still held, until ${Math.round((until_ - Date.now()) / 60_000)} minutes from now`}`);
        } finally {
          await shop.close();
          await stripe.close();
        }
      },
    },
    digital("without a place", {}, (answer) => answer.status === 400),
    digital("with an empty country", { shippingLocation: { ...HOME, country: "" } }, (answer) => answer.status === 400),
    digital("with a country that is none", { shippingLocation: { ...HOME, country: "XX" } }, (answer) => answer.status === 400),
    digital("with a country in words", { shippingLocation: { ...HOME, country: "United States of America" } }, (answer) => answer.status === 400 || paid(answer) === 1296),
    digital("with its country in small letters", { shippingLocation: { ...HOME, country: "us" } }, (answer) => answer.status === 400 || paid(answer) === 1296),
    digital("with white space around its country", { shippingLocation: { ...HOME, country: " US " } }, (answer) => answer.status === 400 || paid(answer) === 1296),
    physical("of a country that is none", { country: "XX" }), physical("of a country in words", { country: "United States of America" }), physical("without a line", { line1: "" }), physical("with a postal code of another country", { postalCode: "SW1A 1AA" }), physical("without a postal code", { postalCode: "" }),
    physical("in a state that is none", { country: "US", region: "Atlantis", postalCode: "10001" }), physical("without a state where letters name one", { country: "US", postalCode: "10001" }),
    {
      name: "a parcel for nobody", may: ["orders", "stock"],
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "bread");
        const answers = [];
        for (const buyer of [undefined, {}, { name: " \t" }, { name: "\u202e" }, { name: "x".repeat(50_000) }]) answers.push(await pay(visitor, "eater@x.example", { buyer }));
        return found(answers.every(({ status }) => status === 400), answers.map(({ told }) => told).join(", "));
      },
    }, physical("of white space", { line1: "   ", city: " " }),
    physical("with a line of 50 KB", { line1: "x".repeat(50_000) }, (answer) => answer.status === 400 || answer.status === 413), physical("with a NUL", { line1: "a\u0000b" }, (answer) => answer.status === 400 || answer.status === 200),
    {
      name: "a stranger who knows a key and repeats the whole call", may: ["orders", "stock"],
      async run(world) {
        const key = { "idempotency-key": "order-2" };
        const [ann, stranger] = [world.visitor(), world.visitor()];
        await add(ann, "lesson");
        const first = await pay(ann, "ann@keys.example", {}, key);
        const empty = await pay(stranger, "ann@keys.example", {}, key);
        await add(stranger, "lesson");
        const filled = await pay(stranger, "ann@keys.example", {}, key);
        const told = [empty, filled].some((answer) => answer.text.includes(first.json.id));
        return found(first.status === 200 && empty.status !== 200 && !told, `${first.told}, the stranger ${empty.told} and ${filled.told}`);
      },
    },
    {
      name: "every cookie is this host's alone, and no script's that need not be",
      async run(world) {
        const visitor = world.visitor();
        const lines = [];
        const keep = visitor.keep.bind(visitor);
        visitor.keep = (line) => {
          lines.push(line);
          keep(line);
        };
        await world.account(`cookies-${Math.random()}@x.example`).catch(() => {});
        await visitor.fetchCrumb();
        await add(visitor, "bread");
        await visitor.logIn((await world.owner("EDITOR")).email, "correct horse battery staple");
        const bad = lines.filter((line) => !/max-age=0/i.test(line)).find((line) => {
          const isOurs = /crumb|SiteUserSession|CART/.test(line.split("=")[0]) && !/hasCart|SiteUserInfo/.test(line.split("=")[0]);
          const name = line.split("=")[0];
          return !/;\s*secure/i.test(line) || /;\s*domain=/i.test(line) || !/;\s*path=\//i.test(line) || !/;\s*samesite=/i.test(line) || (isOurs && !name.startsWith("__Host-")) || (/Session|^(__Host-)?CART/.test(name) && !/httponly/i.test(line));
        });
        return found(lines.length >= 2 && !bad, bad ? bad.replace(/=[^;]*/, "=…") : `${lines.length} cookies`);
      },
      may: ["accounts"],
    },
    {
      name: "a cookie that a neighbouring name planted",
      async run(world) {
        const visitor = world.visitor();
        const thief = world.visitor();
        const crumb = await thief.fetchCrumb();
        await visitor.fetchCrumb();
        // What a sub-domain can set: the plain name, not the one with __Host-.
        visitor.jar.set("crumb", thief.cookie("crumb"));
        const answer = await visitor.send("POST", "/api/commerce/shopping-cart/entries", { headers: { "x-csrf-token": crumb }, json: { itemId: "bread", sku: "bread", quantity: 1 } });
        return found(answer.status === 403, answer.told);
      },
    },
    {
      name: "a confirmation link of another order", may: ["orders", "stock"],
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "lesson");
        const order = await pay(visitor, "ann@links.example");
        const answers = [];
        for (const signature of ["", "0".repeat(64), "x"]) answers.push(await world.visitor().get(`/api/plain/confirmed?order=${order.json.id}&signature=${signature}`));
        return found(answers.every((answer) => !answer.text.includes("lesson") && answer.status >= 400), answers.map((answer) => answer.status).join(" "));
      },
    },
    ...["loggia", "api"].map((program) => ({
      name: `${program === "api" ? "loggia-api" : "loggia"} may lie anywhere in memory`,
      async run(world) {
        const head = run("readelf", ["-h", world.programs[program]]).stdout;
        return found(/Type:\s+DYN/.test(head), /Type:\s+(.*)/.exec(head)?.[1] ?? "no ELF");
      },
    })),
    {
      name: "installing packages runs their programs nowhere",
      async run() {
        const files = ["Makefile", ".github/workflows/ci.yml", ".github/workflows/publish.yml", "deploy/Containerfile"].filter((file) => fs.existsSync(path.join(import.meta.dirname, "../../..", file)));
        const bad = files.flatMap((file) => source(file).split("\n").filter((line) => /npm (ci|install)/.test(line) && !/--ignore-scripts/.test(line) && !line.trim().startsWith("#")).map((line) => `${file}: ${line.trim()}`));
        return found(bad.length === 0, bad[0] ?? `${files.length} files`);
      },
    },
    {
      name: "a quantity that stock has not, through both doors at once", may: ["orders", "stock"],
      async run(world) {
        const visitor = world.visitor();
        await visitor.fetchCrumb();
        await Promise.all(Array.from({ length: 20 }, () => add(visitor.copy(), "mug", "mug-l")));
        await add(visitor, "mug", "mug-l");
        return found((await cartOf(visitor)).totalQuantity <= 1, `${(await cartOf(visitor)).totalQuantity} in the cart of 1`);
      },
    },
  ],
};
