// The kinds of the first list: crumbs, others' carts, quantities, accounts, names, heads, bodies. Nothing of them may come back.
import { call, newAddress, raw } from "../lib/http.mjs";
import { found, went } from "../lib/say.mjs";
import { add, cartOf, HOME, PASSWORD, pay } from "../lib/shop.mjs";

const ENTRIES = "/api/commerce/shopping-cart/entries";
const BREAD = { itemId: "bread", sku: "bread", quantity: 1 };
const JSON_TYPE = { "content-type": "application/json" };

/** A call of the stranger's, with `head` and `body` made from what the stranger knows. */
function tried(name, method, address, head, body, statuses = [400, 401, 403, 404, 405, 413, 415]) {
  return {
    name,
    async run(world) {
      const { ann, annsCart, stranger } = world.scene;
      const know = { crumb: await stranger.fetchCrumb(), annsCrumb: await ann.fetchCrumb(), cartId: annsCart.id, entryId: annsCart.entries[0].id };
      const fill = (text) => String(text).replace(/\{(\w+)\}/g, (whole, key) => know[key] ?? whole);
      const cookies = [...stranger.jar].map(([key, value]) => `${key}=${value}`);
      const { cookie, ...others } = Object.fromEntries(Object.entries(head).map(([key, value]) => [key, fill(value)]));
      const own = cookie === undefined ? cookies : [...cookies.filter((pair) => !cookie.split("; ").some((added) => added.split("=")[0] === pair.split("=")[0])), cookie];
      const text = body === undefined ? undefined : fill(typeof body === "string" ? body : JSON.stringify(body));
      const answer = await call(world.base, method, fill(address), { headers: { "x-forwarded-for": newAddress(), cookie: own.join("; "), ...others }, body: text });
      const after = await cartOf(ann);
      const same = after.totalQuantity === 1 && after.coupons.length === 0;
      const told = !answer.text.includes(annsCart.entries[0].id) && !answer.text.includes("root:") && !answer.headers.location?.includes("evil") && !JSON.stringify(answer.headers).includes("evil=1");
      return found(statuses.includes(answer.status) && same && told, `${answer.told}${same ? "" : ", the other's cart is changed"}${told ? "" : ", it says what is another's"}`);
    },
  };
}
const crumb = { "x-csrf-token": "{crumb}", ...JSON_TYPE };
const entry = (name, change, statuses) => tried(name, "POST", ENTRIES, crumb, typeof change === "string" ? change : { ...BREAD, ...change }, statuses);
const anonymous = (name, method, address, head = {}) => tried(name, method, address, { ...crumb, ...head }, method === "GET" ? undefined : {}, [401, 403, 404]);

async function logIn(world, body) {
  const visitor = world.visitor();
  return visitor.post("/api/site-users/account/session", body);
}

export default {
  item: "earlier", on: "shop",
  async prepare(world) {
    const ann = world.visitor();
    await add(ann, "bread");
    await world.account("ann@earlier.example", ["ADMIN"]);
    world.scene = { ann, annsCart: await cartOf(ann), stranger: world.visitor() };
    await world.scene.stranger.fetchCrumb();
  },
  controls: [
    { name: "something is put into a cart", run: async (world) => went(await add(world.visitor(), "bread")) },
    { name: "somebody logs in", run: async (world) => went(await logIn(world, { email: "ann@earlier.example", password: PASSWORD })) },
  ],
  attacks: [
    tried("no crumb", "POST", ENTRIES, JSON_TYPE, BREAD, [403]), tried("an empty crumb", "POST", ENTRIES, { ...crumb, "x-csrf-token": "" }, BREAD, [403]), tried("another's crumb", "POST", ENTRIES, { ...crumb, "x-csrf-token": "{annsCrumb}" }, BREAD, [403]),
    tried("a made-up crumb in cookie and header", "POST", ENTRIES, { ...crumb, cookie: "crumb=abc.def; __Host-crumb=abc.def", "x-csrf-token": "abc.def" }, BREAD, [403]), tried("an unsigned crumb", "POST", ENTRIES, { ...crumb, cookie: "crumb=abc.; __Host-crumb=abc.", "x-csrf-token": "abc." }, BREAD, [403]),
    tried("another's crumb by query", "POST", `${ENTRIES}?crumb={annsCrumb}`, JSON_TYPE, BREAD, [403]), tried("a page of another site", "POST", ENTRIES, { ...crumb, origin: "https://evil.example" }, BREAD, [403]), tried("a page without an origin", "POST", ENTRIES, { ...crumb, origin: "null" }, BREAD, [403]),
    tried("a site whose name begins with the shop's", "POST", ENTRIES, { ...crumb, origin: "https://shop.example.evil.example" }, BREAD, [403]), tried("a site whose name ends with the shop's", "POST", ENTRIES, { ...crumb, origin: "https://evilshop.example" }, BREAD, [403]), tried("the shop's name by plain HTTP", "POST", ENTRIES, { ...crumb, origin: "http://shop.example" }, BREAD, [403]),
    tried("JSON in a plain form's clothes", "POST", ENTRIES, { ...crumb, "content-type": "text/plain" }, BREAD, [415]), tried("a form where JSON is taken", "POST", ENTRIES, { ...crumb, "content-type": "application/x-www-form-urlencoded" }, "itemId=bread", [415]),
    tried("a method in a header", "POST", `${ENTRIES}/{entryId}`, { ...crumb, "x-http-method-override": "DELETE" }, {}, [405]), tried("a method in the query", "GET", `${ENTRIES}/{entryId}?_method=DELETE`, {}, undefined, [405]),
    tried("another's cart by its id, to read", "GET", "/api/commerce/shopping-cart?cartToken={cartId}", {}, undefined, [200, 400, 404]), tried("another's cart by its id as a cookie", "GET", "/api/commerce/shopping-cart", { cookie: "CART={cartId}; __Host-CART={cartId}" }, undefined, [200, 400, 404]),
    tried("another's cart by its id, to buy", "POST", "/api/commerce/checkout", crumb, { email: "x@y.example", buyer: { name: "X Y" }, shippingLocation: HOME, shippingOptionId: "post", paymentToken: "test-pass", cartToken: "{cartId}" }, [400, 404]),
    tried("another's entry changed", "PUT", `${ENTRIES}/{entryId}`, crumb, { quantity: 9 }, [404]), tried("another's entry removed", "DELETE", `${ENTRIES}/{entryId}`, crumb, undefined, [404]), tried("another's answers changed", "PUT", `${ENTRIES}/{entryId}/additionalFields`, crumb, { itemId: "bread", sku: "bread", additionalFields: "{}" }, [404]),
    tried("a cart token of 50 KB", "POST", "/api/commerce/checkout", crumb, { email: "x@y.example", paymentToken: "test-pass", cartToken: "t".repeat(50_000) }), tried("a token that is SQL", "GET", "/api/commerce/shopping-cart?cartToken=%27%20OR%201%3D1%20--", {}, undefined, [200, 400]),
    entry("a quantity of -1", { quantity: -1 }), entry("a quantity of 0", { quantity: 0 }), entry("a hundredth", { quantity: 0.01 }), entry("10,000 pieces", { itemId: "lesson", sku: "lesson", quantity: 10_000 }), entry("2^32 and one", '{"itemId":"lesson","sku":"lesson","quantity":4294967297}'), entry("2^63", '{"itemId":"lesson","sku":"lesson","quantity":9223372036854775808}'), entry("1e308", '{"itemId":"lesson","sku":"lesson","quantity":1e308}'),
    entry("a number as words", { quantity: "0x10" }), entry("a list as quantity", { quantity: [1] }), entry("more than there are", { itemId: "mug", sku: "mug-s", quantity: 6 }), entry("what is sold out", { itemId: "empty", sku: "empty" }), entry("a variant of another product", { itemId: "mug", sku: "bread" }), entry("a card without a value", { itemId: "card", sku: null }), entry("a product nobody sells", { itemId: "../bread" }),
    entry("half a body", '{"itemId":"bread",'), entry("30,000 brackets", "[".repeat(30_000)), entry("a body of 70 KB", { itemId: "x".repeat(70_000) }), entry("a NUL in a name", '{"itemId":"\\u0000","sku":"\\u0000","quantity":1}'), entry("half a letter", '{"itemId":"\\ud800","quantity":1}'),
    tried("a code that is SQL", "POST", "/api/commerce/shopping-cart/coupons", crumb, { promoCode: "' OR discount > 0 --" }, [200, 400, 404]),
    ...[["a wrong password", { email: "ann@earlier.example", password: "wrong password" }], ["nobody's address", { email: "nobody@earlier.example", password: PASSWORD }], ["an address that is SQL", { email: "' OR '1'='1' --", password: "x" }], ["a password as an object", { email: "ann@earlier.example", password: { $ne: "" } }], ["no password", { email: "ann@earlier.example", password: "" }], ["a password of 60 KB", { email: "ann@earlier.example", password: "p".repeat(60_000) }]].map(([name, body]) => ({
      name: `log-in: ${name}`,
      async run(world) {
        const answer = await logIn(world, body);
        return found([400, 401, 413, 429].includes(answer.status), answer.told);
      },
    })),
    anonymous("a made-up session reads orders", "GET", "/api/commerce/orders", { cookie: "SiteUserSession=abc; __Host-SiteUserSession=abc" }), anonymous("a cookie that says who one is", "GET", "/api/1/performance", { cookie: "SiteUserInfo=%7B%22authenticated%22%3Atrue%7D" }), anonymous("a header that says who one is", "GET", "/api/commerce/orders", { authorization: "Bearer admin" }),
    anonymous("header and footer by a stranger", "PUT", "/api/site-header-footer"), anonymous("every restock notice sent by a stranger", "POST", "/api/site-users/account/notifications/restock/send/all"), anonymous("the list of sign-ups", "GET", "/api/site-users/account/notifications/restock?productId=empty&variantId=empty"), anonymous("another's orders", "GET", "/api/site-users/account/orders"), anonymous("the figures without their token", "GET", "/metrics"),
    ...["/api/../../../../etc/passwd", "/api/%252e%252e/%252e%252e/etc/passwd", "/api/docs/..%2f..%2f..%2fetc%2fpasswd", "//evil.example/api/docs", "/\\evil.example", "/api/docs//evil.example/%2e%2e", "/api/docs?url=https://evil.example", "/api/crumb?x=%0d%0aSet-Cookie:%20evil=1"].map((address) => tried(`a path: ${address}`, "GET", address, {}, undefined, [200, 204, 301, 302, 303, 307, 308, 400, 404])),
    tried("bytes that are no text in a path", "DELETE", "/api/commerce/shopping-cart/coupons/%ff%fe", crumb, undefined, [400, 404]), tried("a NUL in a path", "DELETE", `${ENTRIES}/%00`, crumb, undefined, [400, 404]), tried("another host's name", "POST", ENTRIES, { ...crumb, origin: "https://evil.example", "x-forwarded-host": "evil.example" }, BREAD, [403]),
    tried("an idempotency key of 3 KB", "POST", "/api/commerce/checkout", { ...crumb, "idempotency-key": "k".repeat(3000) }, { email: "x@y.example", paymentToken: "test-pass" }), tried("a letter for many", "POST", "/api/site-users/account/notifications/restock", crumb, { productId: "empty", variantId: "empty", siteVisitorEmail: "a@b.example\r\nBcc: all@b.example", isJoinMailingList: true }),
    tried("a value twice in an address, the stranger's first", "GET", "/api/commerce/shopping-cart?cartToken=x&cartToken={cartId}", {}, undefined, [200, 400]), tried("a crumb twice in an address", "POST", `${ENTRIES}?crumb={crumb}&crumb={annsCrumb}`, JSON_TYPE, BREAD, [200, 400, 403]),
    tried("a member twice in a body", "POST", ENTRIES, crumb, '{"itemId":"bread","sku":"bread","quantity":1,"quantity":-5}', [400]), tried("two crumbs in the head", "POST", ENTRIES, { ...crumb, "x-csrf-token": "{annsCrumb}, {crumb}" }, BREAD, [403]), tried("TRACE", "TRACE", "/api/crumb", {}, undefined, [400, 404, 405, 501]), tried("TRACE of a cart", "TRACE", "/api/commerce/shopping-cart", {}, undefined, [400, 404, 405, 501]),
    ...[
      ["a second request in a body, by two lengths", "POST /api/crumb HTTP/1.1\r\nHost: shop\r\nContent-Length: 6\r\nContent-Length: 5\r\n\r\n12345G"],
      ["a second request in a body, by pieces and a length", "POST /api/crumb HTTP/1.1\r\nHost: shop\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: shop\r\n\r\n"],
      ["a space in front of a header's colon", "POST /api/crumb HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
      ["a length that is negative", "POST /api/crumb HTTP/1.1\r\nHost: shop\r\nContent-Length: -1\r\n\r\n"],
      ["a header folded over two lines", "GET /api/crumb HTTP/1.1\r\nHost: shop\r\nX-A: 1\r\n evil\r\n\r\n"],
      ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03hello\r\n\r\n"],
    ].map(([name, bytes]) => ({
      name: `as bytes: ${name}`,
      async run(world) {
        const answer = await raw(world.base, bytes, { wait: 1500 });
        const answers = answer.text.split("HTTP/1.1 ").length - 1;
        const good = answer.status === 0 || (answer.status >= 400 && answer.status < 500) || (answer.status < 300 && answers === 1);
        return found(good && !/loggia_calls_total/.test(answer.text), `${answer.status || "closed"}, ${answers} answers`);
      },
    })),
    {
      name: "sixty buyers of twenty pieces", may: ["stock", "orders"],
      async run(world) {
        const buyers = Array.from({ length: 60 }, () => world.visitor());
        await Promise.all(buyers.map((buyer) => add(buyer, "scarce")));
        const answers = await Promise.all(buyers.map((buyer, index) => pay(buyer, `scarce-${index}@x.example`)));
        const sold = answers.filter((answer) => answer.status === 200).length;
        const left = world.store.number("SELECT quantity FROM stock WHERE sku = 'scarce'");
        return found(sold + left === 20 && left >= 0, `${sold} sold, ${left} left of 20`);
      },
    },
    {
      name: "a session from before the log-in does not serve after it", may: ["accounts"],
      async run(world) {
        const visitor = world.visitor();
        await visitor.fetchCrumb();
        const before = visitor.copy();
        await visitor.logIn("ann@earlier.example", PASSWORD);
        const session = [...visitor.jar].find(([name]) => name.endsWith("SiteUserSession"));
        before.jar.set(session[0], session[1]);
        const answer = await before.post(ENTRIES, BREAD);
        return found(answer.status === 403, answer.told);
      },
    },
    {
      name: "a session after its log-out",
      async run(world) {
        const visitor = world.visitor();
        await visitor.logIn("ann@earlier.example", PASSWORD);
        const kept = visitor.copy();
        await visitor.delete("/api/site-users/account/session");
        const answer = await kept.get("/api/commerce/orders");
        return found(answer.status === 401, answer.told);
      },
    },
  ],
};
