// Item 11: guessing gets slower, whatever address it comes from.
import { newAddress, Visitor } from "../lib/http.mjs";
import { found } from "../lib/say.mjs";
import { add, catalog, code, PASSWORD, publish } from "../lib/shop.mjs";

let count = 0;
/** A network of 2^64 addresses: what one customer of a provider has. */
function network() {
  count += 1;
  const prefix = `2001:db8:${count.toString(16)}:${(count * 7).toString(16)}`;
  let host = 0;
  return () => {
    host += 1;
    // The same network, written in every way that an address is.
    return [`${prefix}::${host.toString(16)}`, `${prefix}:0:0:0:${host.toString(16)}`.toUpperCase(), `${prefix}:${host.toString(16)}:${host.toString(16)}:1:2`][host % 3];
  };
}
const LOG_IN = "/api/site-users/account/session";
const tries = (statuses) => Object.entries(statuses.reduce((all, status) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {})).map(([status, times]) => `${times} × ${status}`).join(", ");

async function account(world) {
  count += 1;
  const email = `guessed-${count}@x.example`;
  await world.account(email);
  return email;
}
const wrong = (world, email, address, password = "wrong password") => new Visitor(world.base, { address }).logIn(email, password);

/** Many of one call, each from the address that `from` gives; at some point it must be refused for being too many. */
function limited(name, times, from, make, more = {}) {
  return {
    name, ...more,
    async run(world) {
      const next = from();
      const statuses = [];
      const shared = {};
      for (let round = 0; round < times; round += 1) {
        const visitor = new Visitor(world.base, { address: next(round) });
        statuses.push((await make(world, visitor, round, shared)).status);
        if (statuses.filter((status) => status === 429).length > 5) break;
      }
      return found(statuses.includes(429) && !statuses.some((status) => status >= 500 || status === 0), tries(statuses));
    },
  };
}
const one = () => {
  const address = newAddress();
  return () => address;
};
const ports = () => {
  const address = newAddress();
  return (round) => `${address}:${40_000 + round}`;
};
const many = () => () => newAddress();
const mapped = () => {
  const address = newAddress();
  return (round) => [address, `::ffff:${address}`, `::FFFF:${address}`, ` ${address} `][round % 4];
};

/** The key of the newest letter to an address. */
async function keyOf(world, email, ask, number = 1) {
  await ask();
  const letters = await world.letters(email, /account#key=/, number);
  return letters.map((letter) => /account#key=([^\s]+)/.exec(letter)?.[1]).at(-1);
}
const askKey = (world, email) => () => world.visitor().post("/api/site-users/account/password/key", { email });
const choose = (world, key, password = "another password 123") => world.visitor().put("/api/site-users/account/password", { key, password, rememberMe: false });
const likes = (_, visitor, round) => visitor.post(`/api/items/${["post-1", `made-up-${round}`][round % 2]}/like`);
const guessCode = async (_, visitor, round) => {
  await add(visitor, "bread");
  return code(visitor, `GUESS-${round}-${Math.random().toString(36).slice(2)}`);
};
const guessWithOneCart = async (world, visitor, round, shared) => {
  shared.visitor ??= visitor;
  if (round === 0) await add(shared.visitor, "bread");
  return code(shared.visitor, `GUESS-${round}`);
};

export default {
  item: 11, on: "shop", may: ["accounts", "said"],
  async prepare(world) {
    // A locked page's password is hashed as an account's is.
    await world.account("locked@x.example", [], "the page's own password");
    const hash = world.store.rows("SELECT password_hash FROM site_user WHERE email = 'locked@x.example'")[0];
    const page = { id: "locked", url: "/locked", access: "locked", lock: { passwordHash: hash, content: "locked.html", html: "<p>locked words</p>" } };
    const answer = await publish(world.base, catalog((all) => ({ ...all, buildId: "locked", pages: [...all.pages, page] })));
    if (answer.status !== 200) throw new Error(`the locked page is not published: ${answer.told} ${answer.text}`);
  },
  controls: [
    {
      name: "three wrong passwords, then the right one",
      async run(world) {
        const email = await account(world);
        for (let round = 0; round < 3; round += 1) await wrong(world, email, newAddress());
        const answer = await wrong(world, email, newAddress(), PASSWORD);
        return found(answer.status === 200, answer.told);
      },
    },
    { name: "a code is entered", run: async (world) => {
      const visitor = world.visitor();
      await add(visitor, "lesson");
      const answer = await code(visitor, "TEN");
      return found(answer.status === 200, answer.told);
    } },
    { name: "a locked page opens with its password", run: async (world) => {
      const answer = await world.visitor().post("/api/site/pages/unlock", { url: "/locked", password: "the page's own password" });
      return found(answer.status === 200, answer.told);
    } },
    { name: "a page is liked", run: async (world) => {
      const answer = await world.visitor().post("/api/items/post-1/like");
      return found(answer.status === 200, answer.told);
    } },
    {
      name: "a new password is chosen by the key of a letter",
      async run(world) {
        const email = await account(world);
        const answer = await choose(world, await keyOf(world, email, askKey(world, email)));
        return found(answer.status === 200, answer.told);
      },
    },
  ],
  attacks: [
    {
      name: "60 wrong passwords from 60 addresses, then the right one",
      async run(world) {
        const email = await account(world);
        const statuses = [];
        for (let round = 0; round < 60; round += 1) statuses.push((await wrong(world, email, newAddress())).status);
        const last = await wrong(world, email, newAddress(), PASSWORD);
        return found(last.status === 429, `${tries(statuses)}, then ${last.told}`);
      },
    },
    {
      name: "60 wrong passwords at once from 60 addresses: few are looked at",
      async run(world) {
        const email = await account(world);
        const answers = await Promise.all(Array.from({ length: 60 }, () => wrong(world, email, newAddress())));
        const looked = answers.filter((answer) => answer.status === 401).length;
        return found(looked <= 25 && answers.some((answer) => answer.status === 429), tries(answers.map((answer) => answer.status)));
      },
    },
    {
      name: "60 wrong passwords for one account, its address written otherwise each time",
      async run(world) {
        const email = await account(world);
        const forms = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace("x.example", "X.Example"), `\t${email}`];
        const statuses = [];
        for (let round = 0; round < 60; round += 1) statuses.push((await wrong(world, forms[round % forms.length], newAddress())).status);
        const last = await wrong(world, email, newAddress(), PASSWORD);
        return found(last.status === 429, `${tries(statuses)}, then ${last.told}`);
      },
    },
    limited("passwords of 40 accounts from one network of IPv6", 40, network, (world, visitor, round) => visitor.logIn(`nobody-${round}@x.example`, "wrong password")),
    limited("passwords of 40 accounts from one address", 40, one, (world, visitor, round) => visitor.logIn(`nobody-${round}@x.example`, "wrong password")),
    limited("passwords from one address, its port told as well", 60, ports, (world, visitor, round) => visitor.logIn(`nobody-${round}@x.example`, "wrong password")),
    limited("passwords from one address, also written as IPv6", 60, mapped, (world, visitor, round) => visitor.logIn(`nobody-${round}@x.example`, "wrong password")),
    {
      name: "passwords with an address of the attacker's in front of the proxy's",
      async run(world) {
        const real = newAddress();
        const statuses = [];
        for (let round = 0; round < 40; round += 1) {
          const visitor = new Visitor(world.base, { address: null });
          visitor.address = `${newAddress()}, ${real}`;
          statuses.push((await visitor.logIn(`nobody-${round}@x.example`, "wrong password")).status);
        }
        return found(statuses.includes(429), tries(statuses));
      },
    },
    {
      name: "who has an account cannot be told from the limits",
      async run(world) {
        const email = await account(world);
        const ask = async (address) => {
          const statuses = [];
          for (let round = 0; round < 25; round += 1) statuses.push((await wrong(world, address, newAddress())).status);
          return statuses.join(" ");
        };
        const [has, hasNot] = [await ask(email), await ask(`nobody-${email}`)];
        return found(has === hasNot, has === hasNot ? "the same answers" : "other answers");
      },
    },
    {
      name: "40 password letters to one address, asked for from 40 addresses",
      async run(world) {
        const email = await account(world);
        const answers = [];
        for (let round = 0; round < 40; round += 1) answers.push((await new Visitor(world.base, { address: newAddress() }).post("/api/site-users/account/password/key", { email })).status);
        const letters = await world.letters(email, /account#key=/, 40, 6000);
        return found(letters.length <= 10, `${tries(answers)}; ${letters.length} letters`);
      },
    },
    limited("password letters to 60 addresses from one network of IPv6", 60, network, (world, visitor, round) => visitor.post("/api/site-users/account/password/key", { email: `nobody-${round}@x.example` })),
    limited("new accounts for 60 addresses from one network of IPv6", 60, network, (world, visitor, round) => visitor.post("/api/site-users/account", { email: `new-${round}@x.example` })),
    limited("made-up keys of password letters from one network of IPv6", 60, network, (world, visitor, round) => visitor.put("/api/site-users/account/password", { key: `guess-${round}-0123456789abcdef`, password: "another password 123", rememberMe: false })),
    limited("300 codes of coupons and cards from one address", 300, one, guessCode),
    limited("300 codes in one cart", 300, one, guessWithOneCart),
    limited("300 codes from one network of IPv6", 300, network, guessCode),
    limited("300 codes from one network, cart and address new each time, in the pages without a script", 300, network, async (world, visitor) => {
      await add(visitor, "bread");
      return visitor.send("POST", "/api/plain/cart/coupon", { headers: { "sec-fetch-site": "same-origin" }, form: { promoCode: `G${Math.random()}`, crumb: await visitor.fetchCrumb() } });
    }),
    limited("300 submission keys from one network of IPv6", 300, network, (world, visitor) => visitor.post("/api/form/FormSubmissionKey")),
    limited("300 likes from one address, a browser of its own each time", 300, one, likes),
    limited("300 likes from one network of IPv6", 300, network, likes),
    limited("100 comments from one network of IPv6", 100, network, (world, visitor, round) => visitor.post("/api/comments?itemId=post-1", { author: "x", body: `spam ${round}` })),
    limited("100 reviews from one network of IPv6", 100, network, (world, visitor, round) => visitor.post("/api/commerce/products/bread/reviews", { authorName: "x", rating: 5, body: `spam ${round}`, title: "x" })),
    limited("100 restock sign-ups from one network of IPv6", 100, network, (world, visitor, round) => visitor.post("/api/site-users/account/notifications/restock", { productId: "empty", variantId: "empty", siteVisitorEmail: `r${round}@x.example`, isJoinMailingList: false })),
    limited("100 purchases that fail from one network of IPv6", 100, network, (world, visitor) => visitor.post("/api/commerce/checkout", { email: "x@x.example", paymentToken: "no" })),
    limited("passwords of a page from one network of IPv6", 100, network, (world, visitor, round) => visitor.post("/api/site/pages/unlock", { url: "/locked", password: `guess ${round}` })),
    limited("passwords of a page from 200 addresses", 200, many, (world, visitor, round) => visitor.post("/api/site/pages/unlock", { url: "/locked", password: `guess ${round}` })),
    limited("a password changed by guessing the old one", 60, many, async (world, visitor, round, shared) => {
      shared.member ??= await world.member(`changed-${(count += 1)}@x.example`);
      const copy = shared.member.copy();
      copy.address = visitor.address;
      return copy.post("/api/site-users/account/password", { currentPassword: `guess ${round}`, password: "another password 123" });
    }),
    limited("an account removed by guessing its password", 60, many, async (world, visitor, round, shared) => {
      shared.member ??= await world.member(`left-${(count += 1)}@x.example`);
      const copy = shared.member.copy();
      copy.address = visitor.address;
      return copy.post("/api/site-users/account/removal", { password: `guess ${round}` });
    }),
    {
      name: "a letter's key after the password was changed by another letter's",
      async run(world) {
        const email = await account(world);
        const first = await keyOf(world, email, askKey(world, email), 1);
        const second = await keyOf(world, email, askKey(world, email), 2);
        const [one, other] = first === second ? [first, undefined] : [first, second];
        const used = await choose(world, other ?? one);
        const again = await choose(world, one, "the attacker's password 1");
        return found(again.status >= 400 && again.status < 500, `${used.told}, then ${again.told}`);
      },
    },
    {
      name: "a letter's key after the password was changed in the account",
      async run(world) {
        const email = await account(world);
        const key = await keyOf(world, email, askKey(world, email));
        const visitor = world.visitor();
        await visitor.logIn(email, PASSWORD);
        const changed = await visitor.post("/api/site-users/account/password", { currentPassword: PASSWORD, password: "a password of the owner's" });
        const answer = await choose(world, key, "the attacker's password 1");
        return found(changed.status === 200 && answer.status >= 400 && answer.status < 500, `${changed.told}, then ${answer.told}`);
      },
    },
    {
      name: "a letter's key after the password was set by the command line",
      async run(world) {
        const email = await account(world);
        const key = await keyOf(world, email, askKey(world, email));
        const done = await world.command(["users", "password", "--email", email], { input: "set by the operator 12\n" });
        const answer = await choose(world, key, "the attacker's password 1");
        return found(done.status === 0 && answer.status >= 400 && answer.status < 500, answer.told);
      },
    },
    {
      name: "a letter's key after the account was removed",
      async run(world) {
        const email = await account(world);
        const key = await keyOf(world, email, askKey(world, email));
        await world.command(["users", "remove", "--email", email]);
        const answer = await choose(world, key, "the attacker's password 1");
        return found(answer.status >= 400 && answer.status < 500, answer.told);
      },
    },
    {
      name: "a letter's key used twice, sixteen times at once",
      async run(world) {
        const email = await account(world);
        const key = await keyOf(world, email, askKey(world, email));
        const answers = await Promise.all(Array.from({ length: 16 }, (_, round) => choose(world, key, `password number ${round} of many`)));
        return found(answers.filter((answer) => answer.status === 200).length === 1, tries(answers.map((answer) => answer.status)));
      },
    },
    {
      name: "sessions after the password was changed by a letter",
      async run(world) {
        const email = await account(world);
        const thief = world.visitor();
        await thief.logIn(email, PASSWORD);
        await choose(world, await keyOf(world, email, askKey(world, email)));
        const answer = await thief.get("/api/site-users/account/orders");
        return found(answer.status === 401, answer.told);
      },
    },
  ],
};
