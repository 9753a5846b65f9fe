// The record and what is kept of people: nobody rewrites the one, nobody reads or erases the other who may not.
import { newAddress, Visitor } from "../lib/http.mjs";
import { run } from "../lib/process.mjs";
import { found } from "../lib/say.mjs";
import { add, code, HOME, PASSWORD, pay } from "../lib/shop.mjs";

let count = 0;
const person = (name) => `${name}-${(count += 1)}@people.example`;

/** A shop of its own whose record was tampered with; what its audit says. */
function tampered(name, statements) {
  return {
    name: `${name}: the audit says so`,
    async run(world) {
      const shop = await world.side("record");
      try {
        const manager = await shop.owner("STORE_MANAGER");
        for (let round = 0; round < 4; round += 1) await manager.put(`/api/commerce/coupons/ROW${round}`, { kind: "percent", value: "5" });
        const before = await shop.audit();
        const rows = shop.store.number("SELECT COUNT(*) FROM record");
        const drop = shop.store.isPostgres
          ? shop.store.rows("SELECT 'DROP TRIGGER ' || tgname || ' ON ' || tgrelid::regclass || ';' FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'record%'")
          : shop.store.rows("SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'record%'");
        if (drop.length > 0) shop.store.rows(drop.join(" "));
        shop.store.rows(statements(rows));
        const after = await shop.audit();
        return found(before === "" && rows > 2 && after !== "", `${rows} rows: ${after.split("\n").at(-1).slice(0, 100) || "the audit notices nothing"}`);
      } finally {
        await shop.close();
      }
    },
  };
}

/** Statements that the database itself must refuse. */
const refusedBy = (name, statement) => ({
  name: `the database: ${name}`,
  async run(world) {
    await world.owner("ADMIN");
    const before = world.store.rows("SELECT seq, hash FROM record ORDER BY seq").join("\n");
    const done = world.store.ask(statement);
    const after = world.store.rows("SELECT seq, hash FROM record ORDER BY seq").join("\n");
    return found(done.status !== 0 && after.startsWith(before), done.status === 0 ? "it is done" : done.stderr.trim().split("\n")[0].slice(0, 90));
  },
});

/** Every text that is stored, of both databases of a shop. */
function everything(shop) {
  if (shop.store.isPostgres) {
    const tables = shop.store.rows("SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname IN ('public', 'visits')");
    return tables.flatMap((table) => shop.store.rows(`SELECT t::text FROM ${table} t`)).join("\n");
  }
  return [`${shop.root}/shop.db`, `${shop.root}/shop.visits.db`].map((file) => run("sqlite3", ["-cmd", ".timeout 10000", file, ".dump"]).stdout).join("\n");
}

export default {
  item: "record", on: "shop", may: ["accounts", "lists", "answers", "orders", "stock", "cards", "coupons"],
  controls: [
    { name: "an administrator reads the record, and its chain holds", run: async (world) => {
      const answer = await (await world.owner("ADMIN")).get("/api/record");
      const audit = await world.audit();
      return found(answer.status === 200 && answer.json.rows.length > 0 && audit === "", `${answer.told}, ${answer.json?.rows?.length} rows; audit: ${audit || "holds"}`);
    } },
    { name: "an administrator exports what is kept of somebody", run: async (world) => {
      const email = person("exported");
      const visitor = world.visitor();
      await add(visitor, "lesson");
      await pay(visitor, email);
      const answer = await (await world.owner("ADMIN")).post("/api/people/export", { email });
      return found(answer.status === 200 && answer.text.includes(email), answer.told);
    } },
  ],
  attacks: [
    refusedBy("a row changed", "UPDATE record SET detail = '{}' WHERE seq = 1"), refusedBy("a row taken away", "DELETE FROM record WHERE seq = 1"), refusedBy("every row taken away", "DELETE FROM record"),
    refusedBy("a row put in its place", "INSERT OR REPLACE INTO record SELECT * FROM record WHERE seq = 1"), refusedBy("the place of a row changed", "UPDATE record SET seq = seq + 1000 WHERE seq = 1"),
    tampered("what was done is another", () => "UPDATE record SET detail = '{\"changed\":true}' WHERE seq = 2"), tampered("who did it is another", () => "UPDATE record SET actor = 'shop' WHERE seq = 2"), tampered("when it was done is another", () => "UPDATE record SET made_at = made_at - 1 WHERE seq = 2"),
    tampered("a row is gone from the middle", () => "DELETE FROM record_person WHERE seq = 2; DELETE FROM record WHERE seq = 2;"), tampered("the last row is gone", (rows) => `DELETE FROM record_person WHERE seq = ${rows}; DELETE FROM record WHERE seq = ${rows};`), tampered("a hash is another", () => "UPDATE record SET hash = '00' WHERE seq = 2"),
    ...[["PUT", "/api/record"], ["DELETE", "/api/record"], ["POST", "/api/record"], ["DELETE", "/api/record/1"]].map(([method, path]) => ({
      name: `an administrator's ${method} ${path}`,
      async run(world) {
        const answer = await (await world.owner("ADMIN")).changing(method, path, method === "DELETE" ? undefined : {});
        return found([404, 405].includes(answer.status), answer.told);
      },
    })),
    {
      name: "three hundred failed log-ins of one account do not fill it",
      async run(world) {
        const email = person("failed");
        await world.account(email);
        const before = world.store.number("SELECT COUNT(*) FROM record");
        for (let round = 0; round < 300; round += 1) await new Visitor(world.base, { address: newAddress() }).logIn(email, "wrong password");
        const grown = world.store.number("SELECT COUNT(*) FROM record") - before;
        return found(grown <= 100, `${grown} rows more`);
      },
    },
    {
      name: "what is typed at a log-in stands in no row: passwords, line ends, 50 KB",
      async run(world) {
        const secret = "typed-password-90125";
        for (const email of [person("typed"), "x@y.example\r\nforged: yes", `${"l".repeat(50_000)}@x.example`, "<script>alert(1)</script>@x.example"]) await world.visitor().logIn(email, secret);
        const rows = ["record", "record_person"].flatMap((table) => world.store.rows(`SELECT * FROM ${table}`));
        return found(!rows.join("\n").includes(secret) && rows.every((row) => row.length < 20_000), `${rows.length} rows, the longest of ${Math.max(...rows.map((row) => row.length))}`);
      },
    },
    {
      name: "no password, key or code of a card stands in the record or the outbox",
      async run(world) {
        const email = person("kept");
        await world.account(email);
        await world.visitor().post("/api/site-users/account/password/key", { email });
        const [letter] = await world.letters(email, /account#key=/);
        const key = /account#key=([^\s]+)/.exec(letter)?.[1] ?? "none";
        const rows = ["record", "record_person", "outbox"].flatMap((table) => world.store.rows(`SELECT * FROM ${table}`)).join("\n");
        return found(!rows.includes(key) && !rows.includes(PASSWORD), "none does");
      },
    },
    {
      name: "a cell of a table that a program would run",
      async run(world) {
        const email = "=cmd|' /C calc'!A0@x.example";
        await new Visitor(world.base).logIn(email, "x");
        const visitor = world.visitor();
        const key = await visitor.post("/api/form/FormSubmissionKey");
        await visitor.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId: "contact", form: { name: "=1+1", email: "a@b.example" } });
        const admin = await world.owner("ADMIN");
        const answers = await Promise.all(["/api/record.csv", "/api/form/submissions.csv?formId=contact", "/api/commerce/orders.csv", "/api/mailing-list/members.csv"].map((path) => admin.get(path)));
        const unnamed = answers.find((answer) => !/^attachment; filename="[\w.-]+"$/.test(answer.headers["content-disposition"] ?? ""));
        if (unnamed) return found(false, `a table without a name: ${unnamed.headers["content-disposition"]}`);
        const texts = answers.map((answer) => answer.text);
        const bad = texts.join("\n").split(/\r?\n/).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)).find((cell) => /^"?[=+@\t\r]/.test(cell));
        return found(!bad, bad?.slice(0, 40) ?? "each is plain text");
      },
    },
    {
      name: "another's data by one's own export",
      async run(world) {
        const [ann, bob] = [person("ann"), person("bob")];
        const annVisitor = await world.member(ann);
        await add(annVisitor, "lesson");
        await pay(annVisitor, ann);
        const bobVisitor = await world.member(bob);
        await add(bobVisitor, "lesson");
        await pay(bobVisitor, ann.toUpperCase());
        const answers = [await bobVisitor.get("/api/site-users/account/data"), await bobVisitor.get(`/api/site-users/account/data?email=${ann}`), await bobVisitor.post("/api/people/export", { email: ann })];
        const annsOrder = world.store.rows(`SELECT id FROM shop_order WHERE email = '${ann}' AND site_user_id = (SELECT id FROM site_user WHERE email = '${ann}')`)[0];
        return found(answers.every((answer) => !answer.text.includes(annsOrder)), answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "a part of an address, a pattern, nothing: no export and no erasure of others",
      async run(world) {
        const email = person("whole");
        const visitor = world.visitor();
        await add(visitor, "lesson");
        const order = (await pay(visitor, email)).json.id;
        const admin = await world.owner("ADMIN");
        const answers = [];
        for (const part of ["people.example", "@people.example", "%", "_", "*", "", email.slice(1), `${email}x`, "' OR 1=1 --"]) answers.push(await admin.post("/api/people/export", { email: part }), await admin.post("/api/people/erasure", { email: part }));
        const there = world.store.number(`SELECT COUNT(*) FROM shop_order WHERE email = '${email}'`);
        return found(there === 1 && answers.every((answer) => !answer.text.includes(order) && answer.status < 500), [...new Set(answers.map((answer) => answer.told))].join(", "));
      },
    },
    {
      name: "after an erasure the address is in no table",
      async run(world) {
        const shop = await world.side("erased");
        try {
          const email = "erase.me@people.example";
          const member = await shop.member(email);
          await add(member, "bread");
          await code(member, "TEN");
          await pay(member, email, { shippingLocation: { ...HOME, line1: "7 Unforgettable Street" } });
          const key = await member.post("/api/form/FormSubmissionKey");
          await member.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId: "routed", form: { email } });
          await member.post("/api/site-users/account/notifications/restock", { productId: "empty", variantId: "empty", siteVisitorEmail: email, isJoinMailingList: true });
          await member.post("/api/comments?itemId=post-1", { author: email, body: "hello" });
          await shop.visitor().logIn(email, "wrong password");
          await shop.letters(email, /./, 1);
          const there = everything(shop).includes(email);
          const answer = await (await shop.owner("ADMIN")).post("/api/people/erasure", { email, name: email });
          const left = everything(shop).split("\n").find((line) => line.includes(email));
          const audit = await shop.audit();
          return found(there && answer.status === 200 && !left && audit === "", `${answer.told}; ${left ? `left: ${left.slice(0, 90)}` : "nothing is left"}; audit: ${audit.slice(0, 80) || "holds"}`);
        } finally {
          await shop.close();
        }
      },
    },
    {
      name: "somebody else's address is on no mailing list before they say so",
      async run(world) {
        const email = person("listed");
        const visitor = world.visitor();
        const answer = await visitor.post("/api/site-users/account/notifications/restock", { productId: "empty", variantId: "empty", siteVisitorEmail: email, isJoinMailingList: true });
        const [letter] = await world.letters(email, /./, 1, 10_000);
        const link = /https?:\/\/[^\s]*\/api\/[^\s]+/.exec(letter ?? "")?.[0];
        // Opening an address alone confirms nothing: mail programs do that by themselves.
        if (link) await world.visitor().get(new URL(link).pathname + new URL(link).search);
        const forged = link ? await world.visitor().get(`${new URL(link).pathname}${new URL(link).search.replace(/.$/, (last) => (last === "a" ? "b" : "a"))}`) : { told: "no link" };
        const members = world.store.number(`SELECT COUNT(*) FROM mailing_list_member WHERE email = '${email}'`);
        return found(answer.status === 200 && members === 0, `${answer.told}; ${members} members; ${forged.told}`);
      },
    },
  ],
};
