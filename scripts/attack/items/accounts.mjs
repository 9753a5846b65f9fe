// Accounts of those who work on a site: second factors, fresh proofs, sessions, people.
import { newAddress, Visitor } from "../lib/http.mjs";
import { found, went } from "../lib/say.mjs";
import { add, PASSWORD, pay } from "../lib/shop.mjs";
import { digits, wrongDigits } from "../lib/totp.mjs";

const ACCOUNT = "/api/site-users/account";
const FACTOR = `${ACCOUNT}/session/factor`;
const DRAFTS = "/api/commerce/desk/drafts";
let count = 0;
const ADMIN = 1;
const EDITOR = 4;

/** Somebody with a role who has logged in, with an account of their own. */
async function worker(world, role = "EDITOR") {
  count += 1;
  const email = `worker-${count}@accounts.example`;
  await world.account(email, role ? [role] : []);
  const visitor = world.visitor();
  const answer = await visitor.logIn(email, PASSWORD);
  if (answer.status !== 200) throw new Error(`${email}: ${answer.told}`);
  return Object.assign(visitor, { email });
}
/** The same with an authenticator app: its secret, and the recovery codes. The code of this step is used. */
async function guarded(world, role = "EDITOR") {
  const visitor = await worker(world, role);
  const made = await visitor.post(`${ACCOUNT}/factors/totp`);
  const { secret } = made.json;
  const kept = await visitor.put(`${ACCOUNT}/factors/totp`, { code: digits(secret) });
  if (kept.status !== 200) throw new Error(`the app is not kept: ${kept.told} ${kept.text}`);
  return { visitor, email: visitor.email, secret, codes: kept.json.recoveryCodes };
}
/** A log-in that has only the password. */
async function half(world, email) {
  const visitor = world.visitor();
  const answer = await visitor.post(`${ACCOUNT}/session`, { email, password: PASSWORD, rememberMe: false });
  visitor.crumb = undefined;
  if (answer.json?.xsrfToken) visitor.xsrf = answer.json.xsrfToken;
  return { visitor, answer };
}
const give = (visitor, proof) => visitor.post(FACTOR, proof);
/** Whether a browser may do what an owner does. */
const opens = async (visitor) => (await visitor.get("/api/form/submissions")).status === 200;
const OPEN = ["/api/form/submissions", "/api/commerce/orders", `${ACCOUNT}/sessions`, `${ACCOUNT}/factors`, `${ACCOUNT}/data`, `${ACCOUNT}/orders`, "/api/people", "/api/record"];

/** Sets the shop's clock back for one account's sessions: so much time is gone. */
function later(world, email, column, milliseconds) {
  world.store.rows(`UPDATE session SET ${column} = ${column} - ${milliseconds} WHERE site_user_id = (SELECT id FROM site_user WHERE email = '${email}')`);
}
const idOf = (world, email) => world.store.rows(`SELECT id FROM site_user WHERE email = '${email}'`)[0];

/** What costs most, in a session whose proof is an hour old. */
const COSTLY = [
  ["a refund", (visitor, world) => visitor.post(`/api/commerce/orders/${world.orderId}/refunds`, { reason: "x" })], ["a cancellation", (visitor, world) => visitor.post(`/api/commerce/orders/${world.orderId}/cancellation`, { reason: "x" })],
  ["a code that takes everything off", (visitor) => visitor.put("/api/commerce/coupons/TAKEN", { kind: "percent", value: "100" })], ["gift cards that are said to be paid", (visitor, world) => visitor.post(`${DRAFTS}/${world.draftId}/payment`)],
  ["orders as a table", (visitor) => visitor.get("/api/commerce/orders.csv")], ["answers as a table", (visitor) => visitor.get("/api/form/submissions.csv?formId=contact")], ["the mailing list as a table", (visitor) => visitor.get("/api/mailing-list/members.csv")], ["events", (visitor) => visitor.get("/api/reports/events.csv?from=0&to=1")],
  ["the record as a table", (visitor) => visitor.get("/api/record.csv")], ["a person's data", (visitor) => visitor.post("/api/people/export", { email: "ann@x.example" })], ["an erasure", (visitor) => visitor.post("/api/people/erasure", { email: "nobody@x.example" })],
  ["an invitation", (visitor) => visitor.post("/api/people/invitations", { email: "friend@x.example", roles: [ADMIN] })], ["somebody's roles", (visitor, world) => visitor.put(`/api/people/${world.otherId}/roles`, { roles: [ADMIN] })], ["somebody's removal", (visitor, world) => visitor.delete(`/api/people/${world.otherId}`)],
  ["an authenticator app", (visitor) => visitor.post(`${ACCOUNT}/factors/totp`)], ["a passkey", (visitor) => visitor.post(`${ACCOUNT}/factors/passkeys/challenge`)], ["recovery codes", (visitor) => visitor.post(`${ACCOUNT}/factors/recovery-codes`)],
];

/** A draft of gift cards for somebody. */
async function cards(visitor) {
  const made = await visitor.post(DRAFTS, { email: "thief@accounts.example", name: "A Thief", lines: [{ itemId: "card", sku: "card-10000", quantity: 9 }] });
  return made.json?.draft.id;
}

export default {
  item: "accounts", on: "shop", may: ["accounts"],
  async prepare(world) {
    world.other = await worker(world, "MODERATOR");
    world.otherId = idOf(world, world.other.email);
    const buyer = world.visitor();
    await add(buyer, "lesson");
    world.orderId = (await pay(buyer, "ann@accounts.example")).json?.id;
    world.draftId = await cards(await worker(world, "STORE_MANAGER"));
  },
  controls: [
    {
      name: "password and code let in",
      async run(world) {
        const { email, codes } = await guarded(world);
        const { visitor, answer } = await half(world, email);
        const done = await give(visitor, { code: codes[0] });
        visitor.xsrf = done.json?.xsrfToken;
        return found(done.status === 200 && (await opens(visitor)), `${answer.told}, then ${done.told}`);
      },
    },
    {
      name: "a password of a hundred letters of any kind, exactly as it was typed",
      async run(world) {
        count += 1;
        const [email, password] = [`long-${count}@accounts.example`, ` Ünïcödé 密码 🔑 "quotes' & <tags> ${"x".repeat(70)} end `];
        await world.account(email, [], password);
        const right = await world.visitor().logIn(email, password);
        const wrong = [];
        for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 72)]) wrong.push((await world.visitor().logIn(email, other)).status);
        return found(right.status === 200 && wrong.every((status) => status === 401), `${right.told}; otherwise ${wrong.join(" ")}`);
      },
    },
    {
      name: "fields for passwords hide what is typed and let programs fill them in",
      async run(world) {
        const first = await world.visitor().get("/api/owner", { accept: "text/html" });
        const page = first.headers.location ? await world.visitor().get(first.headers.location, { accept: "text/html" }) : first;
        const field = /<input[^>]*name="?password[^>]*>/.exec(page.text)?.[0] ?? "";
        return found(/type="?password/.test(field) && /autocomplete="?current-password/.test(field) && !/onpaste|autocomplete="?off/.test(page.text), field || page.told);
      },
    },
    { name: "an administrator exports with a fresh log-in", run: async (world) => went(await (await worker(world, "ADMIN")).get("/api/record.csv")) },
    { name: "a code, and gift cards that were paid at the counter, with a fresh log-in", run: async (world) => {
      const visitor = await worker(world, "STORE_MANAGER");
      const made = await visitor.put("/api/commerce/coupons/OURS", { kind: "percent", value: "10" });
      const paid = await visitor.post(`${DRAFTS}/${await cards(visitor)}/payment`);
      return found(made.status === 200 && paid.status === 200, `${made.told}, then ${paid.told}`);
    } },
    { name: "somebody sees and ends their sessions", run: async (world) => {
      const visitor = await worker(world);
      const listed = await visitor.get(`${ACCOUNT}/sessions`);
      return found(listed.json?.sessions?.length === 1, `${listed.told}, ${listed.json?.sessions?.length} sessions`);
    } },
  ],
  attacks: [
    {
      name: "the password alone, where there is a second factor",
      async run(world) {
        const { email } = await guarded(world);
        const { visitor, answer } = await half(world, email);
        const through = [];
        for (const path of OPEN) if ((await visitor.get(path)).status < 400) through.push(path);
        const changed = await visitor.put("/api/site-header-footer", { header: {}, footer: {} });
        return found(through.length === 0 && changed.status >= 401, `${answer.told}; ${through[0] ?? "nothing opens"}`);
      },
    },
    {
      name: "the waiting log-in's token as that of a session",
      async run(world) {
        const { email } = await guarded(world);
        const { visitor } = await half(world, email);
        const tokens = [...visitor.jar.values()];
        const statuses = [];
        for (const token of tokens) for (const name of ["SiteUserSession", "__Host-SiteUserSession"]) {
          const thief = world.visitor();
          thief.jar.set(name, token);
          statuses.push((await thief.get("/api/form/submissions")).status);
        }
        return found(statuses.every((status) => status === 401 || status === 403), [...new Set(statuses)].join(" "));
      },
    },
    {
      name: "five wrong codes, then the right one",
      async run(world) {
        const { email, secret, codes } = await guarded(world);
        const { visitor } = await half(world, email);
        const statuses = [];
        for (let round = 0; round < 5; round += 1) statuses.push((await give(visitor, { code: wrongDigits(secret) })).status);
        const last = await give(visitor, { code: codes[1] });
        return found(last.status !== 200 && !(await opens(visitor)), `${statuses.join(" ")}, then ${last.told}`);
      },
    },
    {
      name: "sixty wrong codes in twenty log-ins",
      async run(world) {
        const { email, secret } = await guarded(world);
        const statuses = [];
        for (let round = 0; round < 20; round += 1) {
          const { visitor, answer } = await half(world, email);
          if (answer.status === 429) {
            statuses.push(429);
            continue;
          }
          for (let guess = 0; guess < 3; guess += 1) statuses.push((await give(visitor, { code: wrongDigits(secret) })).status);
        }
        return found(statuses.includes(429) && statuses.filter((status) => status !== 429 && status !== 401).length <= 30, `${statuses.filter((status) => status === 429).length} of ${statuses.length} refused for being too many`);
      },
    },
    {
      name: "wrong codes thirty at once in one log-in",
      async run(world) {
        const { email, secret } = await guarded(world);
        const { visitor } = await half(world, email);
        await visitor.fetchCrumb();
        const answers = await Promise.all(Array.from({ length: 30 }, () => give(visitor.copy(), { code: wrongDigits(secret) })));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500) && !(await opens(visitor)), [...new Set(answers.map((answer) => answer.told))].join(", "));
      },
    },
    {
      name: "the code that set up the app, used again to log in",
      async run(world) {
        const visitor = await worker(world);
        const { secret } = (await visitor.post(`${ACCOUNT}/factors/totp`)).json;
        const code = digits(secret);
        await visitor.put(`${ACCOUNT}/factors/totp`, { code });
        const { visitor: thief } = await half(world, visitor.email);
        const answer = await give(thief, { code });
        return found(answer.status !== 200, answer.told);
      },
    },
    ...[["of five minutes ago", -300_000], ["of five minutes from now", 300_000], ["of an hour ago", -3_600_000]].map(([name, shift]) => ({
      name: `a code ${name}`,
      async run(world) {
        const { email, secret } = await guarded(world);
        const { visitor } = await half(world, email);
        const answer = await give(visitor, { code: digits(secret, Date.now() + shift) });
        return found(answer.status !== 200, answer.told);
      },
    })),
    ...[["empty", ""], ["white space", "      "], ["null", null], ["a number", 123456], ["a list of every code", Array.from({ length: 1000 }, (_, n) => String(n).padStart(6, "0"))], ["an object", { $ne: "" }], ["60 KB", "1".repeat(60_000)], ["in other digits", "１２３４５６"]].map(([name, code]) => ({
      name: `a code that is ${name}`,
      async run(world) {
        world.guardedOne ??= await guarded(world);
        const { visitor } = await half(world, world.guardedOne.email);
        const answer = await give(visitor, { code });
        return found(answer.status >= 400 && answer.status < 500 && !(await opens(visitor)), answer.told);
      },
    })),
    {
      name: "a recovery code, ten times at once",
      async run(world) {
        const { email, codes } = await guarded(world);
        const waiting = await Promise.all(Array.from({ length: 10 }, () => half(world, email)));
        const answers = await Promise.all(waiting.map(({ visitor }) => give(visitor, { code: codes[2] })));
        return found(answers.filter((answer) => answer.status === 200).length <= 1, answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "a recovery code of before new ones were made",
      async run(world) {
        const { visitor, email, codes } = await guarded(world);
        const made = await visitor.post(`${ACCOUNT}/factors/recovery-codes`);
        const { visitor: thief } = await half(world, email);
        const answer = await give(thief, { code: codes[3] });
        return found(made.status === 200 && answer.status !== 200, `${made.told}, then ${answer.told}`);
      },
    },
    {
      name: "another's recovery code, and another's waiting log-in",
      async run(world) {
        const [ann, bob] = [await guarded(world), await guarded(world)];
        const { visitor } = await half(world, ann.email);
        const answer = await give(visitor, { code: bob.codes[0] });
        return found(answer.status !== 200 && !(await opens(visitor)), answer.told);
      },
    },
    ...[["made up", { id: "x", rawId: "x", type: "public-key", response: { authenticatorData: "", clientDataJSON: "", signature: "" } }], ["empty", {}], ["none", null], ["a text", "x"]].map(([name, passkey]) => ({
      name: `a passkey's answer that is ${name}`,
      async run(world) {
        world.guardedTwo ??= await guarded(world);
        const { visitor } = await half(world, world.guardedTwo.email);
        await visitor.post(`${FACTOR}/challenge`);
        const answer = await give(visitor, { passkey });
        return found(answer.status >= 400 && answer.status < 500 && !(await opens(visitor)), answer.told);
      },
    })),
    {
      name: "a passkey kept that nobody was asked for",
      async run(world) {
        const visitor = await worker(world);
        const answer = await visitor.post(`${ACCOUNT}/factors/passkeys`, { name: "mine", passkey: { id: "AAAA", rawId: "AAAA", type: "public-key", response: { attestationObject: "o2NmbXRkbm9uZQ", clientDataJSON: "e30" } } });
        return found(answer.status >= 400 && answer.status < 500, answer.told);
      },
    },
    {
      name: "the second factor taken away with the password alone",
      async run(world) {
        const { visitor } = await guarded(world);
        const answers = [await visitor.post(`${ACCOUNT}/factors/removal`, { password: PASSWORD }), await visitor.post(`${ACCOUNT}/factors/removal`, { password: PASSWORD, code: "000000" }), await visitor.post(`${ACCOUNT}/factors/removal`, {})];
        const still = (await visitor.get(`${ACCOUNT}/factors`)).json?.totp;
        return found(answers.every((answer) => answer.status >= 400) && still !== false, answers.map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "another app set over the one there is",
      async run(world) {
        const { visitor, secret } = await guarded(world);
        const answer = await visitor.post(`${ACCOUNT}/factors/totp`);
        return found(answer.status >= 400 && !answer.text.includes(secret), answer.told);
      },
    },
    {
      name: "the app's secret, asked for once more",
      async run(world) {
        const { visitor, secret } = await guarded(world);
        const answers = [await visitor.get(`${ACCOUNT}/factors`), await visitor.get(`${ACCOUNT}/data`), await visitor.get(`${ACCOUNT}`)];
        const stored = world.store.rows("SELECT * FROM totp_factor").join("\n");
        return found(answers.every((answer) => !answer.text.includes(secret)) && !stored.includes(secret), answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "a letter for a new password goes around the second factor",
      async run(world) {
        const { email } = await guarded(world);
        await world.visitor().post(`${ACCOUNT}/password/key`, { email });
        const [letter] = await world.letters(email, /account#key=/);
        const thief = world.visitor();
        const answer = await thief.put(`${ACCOUNT}/password`, { key: /account#key=([^\s]+)/.exec(letter)?.[1], password: "the thief's password 1", rememberMe: false });
        if (answer.json?.xsrfToken) thief.xsrf = answer.json.xsrfToken;
        return found(!(await opens(thief)), answer.told);
      },
    },
    ...COSTLY.map(([name, make]) => ({
      name: `an hour after the log-in: ${name}`,
      async run(world) {
        world.stale ??= await worker(world, "ADMIN");
        later(world, world.stale.email, "confirmed_at", 3_600_000);
        const answer = await make(world.stale, world);
        return found([401, 403].includes(answer.status), answer.told);
      },
    })),
    {
      name: "a proof by guessing: ten wrong passwords in a session",
      async run(world) {
        const visitor = await worker(world, "ADMIN");
        later(world, visitor.email, "confirmed_at", 3_600_000);
        const statuses = [];
        for (let round = 0; round < 10; round += 1) statuses.push((await visitor.post(`${ACCOUNT}/session/confirmation`, { password: `guess number ${round}` })).status);
        const last = await visitor.post(`${ACCOUNT}/session/confirmation`, { password: PASSWORD });
        return found(last.status !== 200 && (await visitor.get("/api/people")).status >= 401, `${statuses.join(" ")}, then ${last.told}`);
      },
    },
    {
      name: "a proof with the password alone, where there is a second factor",
      async run(world) {
        const { visitor, email } = await guarded(world, "ADMIN");
        later(world, email, "confirmed_at", 3_600_000);
        const answer = await visitor.post(`${ACCOUNT}/session/confirmation`, { password: PASSWORD });
        const costly = await visitor.get("/api/record.csv");
        return found(answer.status !== 200 && costly.status >= 401, `${answer.told}, then ${costly.told}`);
      },
    },
    {
      name: "a session that nobody used for thirteen hours",
      async run(world) {
        const visitor = await worker(world);
        later(world, visitor.email, "seen_at", 13 * 3_600_000);
        const answer = await visitor.get("/api/form/submissions");
        return found(answer.status === 401, answer.told);
      },
    },
    {
      name: "another's sessions, seen and ended",
      async run(world) {
        const [ann, bob] = [await worker(world), await worker(world)];
        const id = (await ann.get(`${ACCOUNT}/sessions`)).json.sessions[0].id;
        const answers = [await bob.delete(`${ACCOUNT}/sessions/${id}`), await bob.get(`/api/people/${idOf(world, ann.email)}/sessions`), await bob.delete(`/api/people/${idOf(world, ann.email)}/sessions/${id}`)];
        return found(answers.every((answer) => [401, 403, 404].includes(answer.status)) && (await opens(ann)), answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "a session's id as its token",
      async run(world) {
        const ann = await worker(world);
        const { id } = (await ann.get(`${ACCOUNT}/sessions`)).json.sessions[0];
        const thief = world.visitor();
        for (const name of ["SiteUserSession", "__Host-SiteUserSession"]) thief.jar.set(name, id);
        return found(!(await opens(thief)), "nothing opens");
      },
    },
    {
      name: "a session that was ended from elsewhere",
      async run(world) {
        const ann = await worker(world);
        const other = world.visitor();
        await other.logIn(ann.email, PASSWORD);
        await other.delete(`${ACCOUNT}/sessions`);
        return found(!(await opens(ann)) && (await opens(other)), "the ended one opens nothing");
      },
    },
    {
      name: "a session after its roles were taken",
      async run(world) {
        const ann = await worker(world);
        const admin = await worker(world, "ADMIN");
        const answer = await admin.put(`/api/people/${idOf(world, ann.email)}/roles`, { roles: [6] });
        return found(answer.status === 200 && !(await opens(ann)), answer.told);
      },
    },
    ...["EDITOR", "STORE_MANAGER", "MODERATOR", "REPORTING", "BILLING", null].map((role) => ({
      name: `${role ?? "a shopper"}: people, roles, invitations, the record, exports, erasure`,
      async run(world) {
        const visitor = await worker(world, role);
        const id = world.otherId;
        const calls = [
          visitor.get("/api/people"), visitor.post("/api/people/invitations", { email: "friend@x.example", roles: [ADMIN] }), visitor.put(`/api/people/${id}/roles`, { roles: [ADMIN] }), visitor.put(`/api/people/${idOf(world, visitor.email)}/roles`, { roles: [ADMIN] }),
          visitor.delete(`/api/people/${id}`), visitor.post(`/api/people/${id}/password`), visitor.get("/api/record"), visitor.get("/api/record.csv"), visitor.get("/api/record.jsonl"), visitor.post("/api/people/export", { email: "ann@x.example" }), visitor.post("/api/people/erasure", { email: "ann@x.example" }),
        ];
        const answers = await Promise.all(calls);
        return found(answers.every((answer) => [401, 403, 404].includes(answer.status)), answers.map((answer) => answer.status).join(" "));
      },
    })),
    {
      name: "an administrator's own roles, and roles that are none",
      async run(world) {
        const admin = await worker(world, "ADMIN");
        const own = idOf(world, admin.email);
        const answers = [await admin.put(`/api/people/${own}/roles`, { roles: [ADMIN, EDITOR] }), await admin.put(`/api/people/${world.otherId}/roles`, { roles: [99] }), await admin.put(`/api/people/${world.otherId}/roles`, { roles: "ADMIN" }), await admin.post("/api/people/invitations", { email: "friend@x.example", roles: [] }), await admin.post("/api/people/invitations", { email: "friend@x.example", roles: [EDITOR], days: 4000 }), await admin.post("/api/people/invitations", { email: "a@x.example\r\nBcc: b@x.example", roles: [EDITOR] }), await admin.delete(`/api/people/${own}`)];
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), answers.map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "the last two administrators remove each other at once",
      async run(world) {
        const shop = await world.side("last");
        try {
          const [ann, bob] = [await shop.owner("ADMIN"), await worker(shop, "ADMIN")];
          const [annId, bobId] = [idOf(shop, ann.email), idOf(shop, bob.email)];
          const answers = await Promise.all([ann.delete(`/api/people/${bobId}`), bob.delete(`/api/people/${annId}`), ann.put(`/api/people/${bobId}/roles`, { roles: [EDITOR] }), bob.put(`/api/people/${annId}/roles`, { roles: [EDITOR] })]);
          const left = shop.store.number("SELECT COUNT(*) FROM site_user WHERE roles LIKE '%1%'");
          return found(left >= 1, `${answers.map((answer) => answer.status).join(" ")}; ${left} left`);
        } finally {
          await shop.close();
        }
      },
    },
    {
      name: "an invitation that was taken back, and one used twice",
      async run(world) {
        const admin = await worker(world, "ADMIN");
        const email = `invited-${(count += 1)}@x.example`;
        await admin.post("/api/people/invitations", { email, roles: [EDITOR] });
        const [first] = await world.letters(email, /key=/);
        const key = (letter) => /key=([^\s&]+)/.exec(letter)?.[1];
        const back = await admin.delete(`/api/people/invitations/${encodeURIComponent(email)}`);
        const late = await world.visitor().put(`${ACCOUNT}/password`, { key: key(first), password: "the guest's password", rememberMe: false });
        await admin.post("/api/people/invitations", { email, roles: [EDITOR] });
        const second = (await world.letters(email, /key=/, 2)).find((letter) => letter !== first);
        const used = await world.visitor().put(`${ACCOUNT}/password`, { key: key(second), password: "the guest's password", rememberMe: false });
        const again = await world.visitor().put(`${ACCOUNT}/password`, { key: key(second), password: "the thief's password", rememberMe: false });
        return found(back.status < 300 && late.status >= 400 && used.status === 200 && again.status >= 400, `taken back ${late.told}; used ${used.told}, then ${again.told}`);
      },
    },
    {
      name: "the first account of a shop that has some, by a stranger",
      async run(world) {
        const answers = [];
        for (const headers of [{}, { "x-loggia-editor": "x" }, { "x-forwarded-for": "127.0.0.1" }]) answers.push(await new Visitor(world.base, { address: newAddress() }).post("/api/people/first", { email: "thief@x.example", password: "the thief's password" }, headers));
        return found(answers.every((answer) => [400, 401, 403, 404, 409].includes(answer.status)) && world.store.number("SELECT COUNT(*) FROM site_user WHERE email = 'thief@x.example'") === 0, answers.map((answer) => answer.told).join(", "));
      },
    },
  ],
};
