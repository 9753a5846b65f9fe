// Item 8: a role does what the documents say that it does. The tables here are written by hand from them.
import fs from "node:fs";
import path from "node:path";
import { Visitor } from "../lib/http.mjs";
import { found } from "../lib/say.mjs";
import { catalog, PASSWORD, publish } from "../lib/shop.mjs";

export const ROLES = ["ADMIN", "BILLING", "REPORTING", "EDITOR", "MODERATOR", "COMMENTER", "STORE_MANAGER", "SCHEDULING", "VIEWER", "CAMPAIGNS_EDITOR", "SCHEDULING_VIEWER", "SCHEDULING_EDITOR"];

const [STORE, FORMS, SAID, LISTS, FIGURES] = [["STORE_MANAGER"], ["EDITOR"], ["MODERATOR"], ["CAMPAIGNS_EDITOR"], ["REPORTING"]];
/** Call, and who may make it beside ADMIN. */
const CALLS = [
  ["GET", "/api/1/performance", FIGURES], ["GET", "/api/reports/overview", FIGURES], ["GET", "/api/reports/errors", FIGURES], ["GET", "/api/reports/funnel", FIGURES], ["GET", "/api/reports/vitals", FIGURES], ["GET", "/api/reports/rankings/pages", FIGURES],
  ["GET", "/api/reports/events.csv?from=0&to=1", FIGURES], ["GET", "/api/reports/events.jsonl?from=0&to=1", FIGURES], ["DELETE", "/api/reports/visitors/abc", []],
  ["GET", "/api/comments/moderation", SAID], ["PUT", "/api/comments/none", SAID, { status: "APPROVED" }], ["DELETE", "/api/comments/none", SAID], ["GET", "/api/commerce/reviews", SAID], ["PUT", "/api/commerce/products/bread/reviews/none", SAID, { status: "APPROVED" }], ["DELETE", "/api/commerce/products/bread/reviews/none", SAID],
  ["GET", "/api/commerce/coupons", STORE], ["PUT", "/api/commerce/coupons/ROLE", STORE, { kind: "percent", value: "5" }], ["DELETE", "/api/commerce/coupons/ROLE", STORE],
  ["GET", "/api/commerce/deliveries", STORE], ["POST", "/api/commerce/deliveries/none/redelivery", STORE], ["POST", "/api/commerce/inventory/adjustments", STORE, { itemId: "bread", sku: "bread", change: 1, reason: "found" }], ["GET", "/api/commerce/inventory/changes?itemId=bread&sku=bread", STORE],
  ["GET", "/api/commerce/orders", STORE], ["GET", "/api/commerce/orders.csv", STORE], ["GET", "/api/commerce/orders/none", STORE], ["POST", "/api/commerce/orders/none/cancellation", STORE, { reason: "x" }], ["PUT", "/api/commerce/orders/none/fulfilment", STORE, {}], ["DELETE", "/api/commerce/orders/none/fulfilment", STORE], ["POST", "/api/commerce/orders/none/refunds", STORE, { reason: "x" }],
  ["GET", "/api/commerce/subscriptions", STORE], ["POST", "/api/commerce/subscriptions/none/resumption", STORE],
  ["GET", "/api/form/submissions", FORMS], ["GET", "/api/form/submissions.csv?formId=contact", FORMS], ["GET", "/api/form/submissions/none", FORMS], ["PUT", "/api/form/submissions/none", FORMS, { suspect: false }], ["DELETE", "/api/form/submissions/none", FORMS],
  ["GET", "/api/mailing-list/members", LISTS], ["GET", "/api/mailing-list/members.csv", LISTS], ["DELETE", "/api/mailing-list/members/nobody@x.example", LISTS],
  ["GET", "/api/site-users/account/notifications/restock?productId=empty&variantId=empty", ["STORE_MANAGER", "REPORTING"]], ["GET", "/api/site-users/account/notifications/restock/groups", ["STORE_MANAGER", "REPORTING"]], ["POST", "/api/site-users/account/notifications/restock/send", STORE, { productId: "empty", variantId: "empty" }], ["POST", "/api/site-users/account/notifications/restock/send/all", STORE, { sendRequests: [] }],
  ["GET", "/api/commerce/actions", STORE], ["GET", "/api/people", []], ["POST", "/api/people/export", [], { email: "nobody@x.example" }], ["POST", "/api/people/erasure", [], { email: "nobody@x.example" }], ["POST", "/api/people/invitations", [], { email: "invited@x.example", roles: [6] }], ["DELETE", "/api/people/invitations/invited@x.example", []], ["GET", "/api/people/none/sessions", []], ["PUT", "/api/people/none/roles", [], { roles: [6] }], ["POST", "/api/people/none/password", []], ["DELETE", "/api/people/none", []],
  ["GET", "/api/record", []], ["GET", "/api/record.csv", []], ["GET", "/api/record.jsonl", []],
  ["PUT", "/api/site-header-footer", ["EDITOR"], { header: {}, footer: {} }],
];

const make = (visitor, [method, path, , body]) => (method === "GET" ? visitor.get(path) : visitor.changing(method, path, body));

function beyond(role) {
  return {
    name: `${role}: every call that is not for it`,
    async run(world) {
      const visitor = role === "nobody" ? world.visitor() : role === "a shopper" ? await world.shopper : await world.owner(role);
      const forbidden = CALLS.filter(([, , who]) => role !== "ADMIN" && !who.includes(role));
      const through = [];
      for (const one of forbidden) {
        const answer = await make(visitor, one);
        if (![401, 403].includes(answer.status)) through.push(`${one[0]} ${one[1].split("?")[0]} ${answer.told}`);
      }
      return found(through.length === 0 && (forbidden.length > 0 || role === "ADMIN"), through.length > 0 ? through.slice(0, 3).join(", ") : `${forbidden.length} calls refused`);
    },
  };
}
function within(role) {
  return {
    name: `${role} makes each call that is for it`, may: ["stock", "coupons", "documents"],
    async run(world) {
      const visitor = await world.owner(role);
      const allowed = CALLS.filter(([, , who]) => role === "ADMIN" || who.includes(role));
      const refused = [];
      for (const one of allowed) {
        const answer = await make(visitor, one);
        if ([401, 403].includes(answer.status) && !/confirm|factor|step/.test(answer.json?.code ?? "")) refused.push(`${one[1]} ${answer.told}`);
      }
      return found(refused.length === 0, refused[0] ?? `${allowed.length} calls`);
    },
  };
}

/** The address in letters, whatever a site says of itself. */
const letter = (name, website, env) => ({
  name: `a password letter leads where the API's settings say: ${name}`,
  async run(world) {
    const shop = await world.side("letters", env);
    try {
      await shop.account("ann@x.example");
      await publish(shop.base, catalog((all) => ({ ...all, buildId: "elsewhere", website: { ...all.website, ...website } })));
      await shop.visitor().post("/api/site-users/account/password/key", { email: "ann@x.example" });
      const [text] = await shop.letters("ann@x.example", /http/, 1, 8000);
      const links = [...(text ?? "").matchAll(/https?:\/\/[^\s]+/g)].map(([link]) => link);
      return found(links.every((link) => new URL(link).hostname === "shop.example"), links[0]?.replace(/key=.*|#.*/, "") ?? "no letter");
    } finally {
      await shop.close();
    }
  },
});

export default {
  item: 8, on: "shop",
  async prepare(world) {
    world.shopper = world.member("shopper@rights.example");
    for (const role of ROLES) await world.owner(role);
  },
  controls: ["ADMIN", "STORE_MANAGER", "EDITOR", "MODERATOR", "REPORTING", "CAMPAIGNS_EDITOR"].map(within),
  attacks: [
    ...["nobody", "a shopper", ...ROLES.filter((role) => role !== "ADMIN")].map(beyond),
    {
      name: "a shopper who says that they are ADMIN",
      async run(world) {
        const visitor = (await world.shopper).copy();
        const answers = [];
        for (const headers of [{ "x-role": "ADMIN" }, { "x-roles": "1" }, { authorization: "Bearer ADMIN" }, { "x-loggia-editor": "x" }, { cookie: `${[...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ")}; SiteUserInfo=%7B%22roles%22%3A%5B1%5D%7D` }]) answers.push(await visitor.send("GET", "/api/commerce/orders", { headers }));
        return found(answers.every((answer) => [401, 403].includes(answer.status)), answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "an account's roles changed by its own calls",
      async run(world) {
        const visitor = (await world.shopper).copy();
        const answers = [];
        for (const body of [{ email: "shopper@rights.example", roles: [1] }, { currentPassword: PASSWORD, password: `${PASSWORD}!`, roles: [1], role: "ADMIN" }]) for (const path of ["/api/site-users/account", "/api/site-users/account/roles", "/api/users"]) answers.push(await visitor.post(path, body));
        const roles = (await visitor.get("/api/site-users/account")).json?.roles ?? [];
        return found(roles.length === 0 && (await visitor.get("/api/commerce/orders")).status >= 401, `${answers.map((answer) => answer.status).join(" ")}, roles [${roles}]`);
      },
    },
    letter("the site's own address is another", { baseUrl: "https://evil.example" }, {}),
    letter("with a path and a name in front", { baseUrl: "https://shop.example@evil.example/" }, {}),
    letter("no public address is set", { baseUrl: "https://evil.example" }, { LOGGIA_PUBLIC_URL: undefined, LOGGIA_SITE_ORIGINS: "https://shop.example" }),
  ],
};

const MARK = "draft-words-31415";
const CONTENT = {
  "site.json": { website: { id: "small", siteTitle: "A small site", locale: "en-US", baseUrl: "https://small.example" }, websiteSettings: { storeSettings: { currency: "USD" } }, coupons: [{ code: "TEN", kind: "percent", value: "10" }], publish: { to: "here", targets: { here: { kind: "dir", path: "published" } } } },
  "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" },
  "content/blog/draft.json": { id: "draft", title: MARK, urlId: "draft", status: "Draft", excerpt: `<p>${MARK}</p>` },
  "content/blog/post.md": '---\n{"title": "Post", "urlId": "post"}\n---\nHello.\n',
  "content/log/collection.json": { title: "Log", urlId: "log", typeName: "page", password: "slack water at nine 2718", mainContent: "<p>locked</p>" },
  "content/shop/collection.json": { title: "Shop", urlId: "shop", typeName: "products", type: 13 },
  "content/shop/bread.json": { id: "bread", title: "Bread", urlId: "bread", recordType: 11, structuredContent: { productType: 1, variants: [{ sku: "bread", price: 600, qtyInStock: 5, priceMoney: { value: "6.00", currency: "USD" }, attributes: {} }] } },
  "forms/ask.json": { id: "ask", name: "Ask", fields: [{ id: "note", type: "text", title: "Note" }] },
  "template/site.region": '<!doctype html>\n<html lang="en">\n<head>{squarespace-headers}</head>\n<body>\n{squarespace.main-content}\n{squarespace-footers}\n</body>\n</html>\n',
};
const WRITERS = { content: ["ADMIN", "EDITOR"], product: ["ADMIN", "EDITOR", "STORE_MANAGER"], store: ["ADMIN", "STORE_MANAGER"], settings: ["ADMIN"], nobody: [] };
const set = (pointer, value, was) => ({ edits: [{ op: "set", pointer, value, ...(was === undefined ? {} : { was }) }] });
/** A change, and who may make it. */
const CHANGES = [
  ["the site's address", "settings", "site.json", set("/website/baseUrl", "https://evil.example", "https://small.example")],
  ["the hosts of environments", "settings", "site.json", set("/website/baseUrls", { prod: "https://evil.example" })],
  ["the hosts of the API", "settings", "site.json", set("/website/apiBaseUrls", { prod: "https://evil.example" })],
  ["the site's address within a greater object", "settings", "site.json", set("/website", { id: "small", siteTitle: "A small site", locale: "en-US", baseUrl: "https://evil.example" }, CONTENT["site.json"].website)],
  ["the site's address taken away", "settings", "site.json", { edits: [{ op: "remove", pointer: "/website/baseUrl", was: "https://small.example" }] }],
  ["the site's address moved", "settings", "site.json", { edits: [{ op: "move", from: "/website/baseUrl", pointer: "/website/other", was: "https://small.example" }] }],
  ["the site's address in a translation", "settings", "languages/fr-FR/site.json", { json: { website: { baseUrl: "https://evil.example" } } }],
  ["where the site is published", "nobody", "site.json", set("/publish/targets/here/path", "/tmp/evil", "published")],
  ["the store's currency", "store", "site.json", set("/websiteSettings/storeSettings/currency", "EUR", "USD")],
  ["a coupon", "store", "site.json", { edits: [{ op: "insert", pointer: "/coupons/-", value: { code: "MINE", kind: "percent", value: "100" } }] }],
  ["a Markdown post", "content", "content/blog/post.md", { text: '---\n{"title": "Evil", "urlId": "post"}\n---\n<script>evil()</script>\n' }],
  ["a new Markdown post", "content", "content/blog/new.md", { text: '---\n{"title": "Evil", "urlId": "evil"}\n---\n<script>evil()</script>\n' }],
  ["a new Markdown post that says it is a product", "content", "content/blog/sold.md", { text: '---\n{"title": "Evil", "urlId": "sold", "structuredContent": {"productType": 1}}\n---\n<script>evil()</script>\n' }],
  ["a page", "content", "content/home/collection.json", set("/mainContent", "<script>evil()</script>", "<p>Hello.</p>")],
  ["a page that becomes a product's", "content", "content/home/collection.json", set("/type", 13)],
  ["a draft, published", "content", "content/blog/draft.json", set("/status", "Published", "Draft")],
  ["a form", "content", "forms/ask.json", set("/name", "Evil", "Ask")],
  ["a template", "content", "template/site.region", { text: "<!doctype html><script>evil()</script>{squarespace.main-content}" }],
  ["a style sheet", "content", "template/styles/new.css", { text: "body{}" }],
  ["a page's password", "content", "content/log/collection.json", { edits: [{ op: "remove", pointer: "/password" }] }],
];

/** Makes a change as somebody; the file is put back when it was taken. */
async function tried(sites, visitor, [, , file, change]) {
  const place = path.join(sites.folder, file);
  const before = fs.existsSync(place) ? fs.readFileSync(place) : undefined;
  const known = before === undefined ? null : (await sites.people.get("ADMIN").get(`/config/api/file?path=${file}`)).json?.digest;
  const answer = await visitor.edit("POST", "changes", { changes: [{ path: file, baseDigest: known, ...change }] });
  const after = fs.existsSync(place) ? fs.readFileSync(place) : undefined;
  if (String(before) !== String(after)) {
    if (before === undefined) fs.rmSync(place);
    else fs.writeFileSync(place, before);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return { answer, changed: String(before) !== String(after) };
}

const READS = [["a draft's file", "/config/api/file?path=content/blog/draft.json"], ["a collection with drafts", "/config/api/collection?folder=blog&limit=500"], ["the drafts of a collection", "/config/api/collection?folder=blog&status=Draft"], ["a locked page's file", "/config/api/file?path=content/log/collection.json"], ["the settings", "/config/api/file?path=site.json"], ["a form", "/config/api/file?path=forms/ask.json"], ["the preview of a draft", "/blog/draft?loggia-edit"]];

export const editor = {
  item: 8, on: "site",
  async prepare(sites) {
    sites.folder = sites.small("roles", CONTENT);
    sites.editor = await sites.serve(sites.folder);
    sites.people = new Map();
    for (const role of ROLES) {
      const email = `${role.toLowerCase().replaceAll("_", "-")}@owners.example`;
      const done = sites.account(sites.editor, email, [role], PASSWORD);
      if (done.status !== 0) throw new Error(`users add: ${done.stderr}`);
    }
    // That there are accounts is looked up every two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    for (const [index, role] of ROLES.entries()) {
      const visitor = new Visitor(sites.editor.base, { address: null, from: `127.0.1.${index + 1}` });
      const answer = await visitor.logIn(`${role.toLowerCase().replaceAll("_", "-")}@owners.example`, PASSWORD);
      if (answer.status !== 200) throw new Error(`${role}: ${answer.told}`);
      sites.people.set(role, await sites.editor.known(visitor));
    }
    // Whoever may not open the editor knows what another's page knows.
    const others = { "x-loggia-editor": sites.people.get("ADMIN").site?.crumb ?? "" };
    for (const visitor of sites.people.values()) if (!visitor.site?.crumb) visitor.editorHeaders = others;
    sites.watch(sites.folder);
  },
  async finish(sites) {
    await sites.editor.close();
    sites.watched = undefined;
  },
  controls: [
    ...CHANGES.filter(([, who]) => who !== "nobody").flatMap((change) => WRITERS[change[1]].filter((role) => role !== "ADMIN").slice(0, 1).map((role) => ({
      name: `${role} changes ${change[0]}`, may: ["files"],
      async run(sites) {
        const { answer } = await tried(sites, sites.people.get(role), change);
        return found([200, 409, 422].includes(answer.status), answer.told);
      },
    }))),
    { name: "VIEWER sees the preview of a draft", run: async (sites) => {
      const answer = await sites.editor.preview(sites.people.get("VIEWER"), "/blog/draft");
      return found(answer.status === 200 && answer.text.includes(MARK), answer.told);
    } },
  ],
  attacks: [
    ...CHANGES.flatMap((change) => ROLES.filter((role) => !WRITERS[change[1]].includes(role) && (["EDITOR", "STORE_MANAGER", "REPORTING", "VIEWER"].includes(role) || (role === "ADMIN" && change[1] === "nobody"))).map((role) => ({
      name: `${role} changes ${change[0]}`,
      async run(sites) {
        const { answer, changed } = await tried(sites, sites.people.get(role), change);
        return found(!changed && [400, 401, 403, 404].includes(answer.status), `${answer.told}${changed ? ", and it is changed" : ""}`);
      },
    }))),
    {
      name: "every other role changes anything",
      async run(sites) {
        const through = [];
        for (const role of ["BILLING", "MODERATOR", "COMMENTER", "SCHEDULING", "CAMPAIGNS_EDITOR", "SCHEDULING_VIEWER", "SCHEDULING_EDITOR"]) {
          for (const change of CHANGES.filter((_, index) => index % 3 === 0)) {
            const { answer, changed } = await tried(sites, sites.people.get(role), change);
            if (changed || ![400, 401, 403, 404].includes(answer.status)) through.push(`${role} ${change[0]}: ${answer.told}`);
          }
        }
        return found(through.length === 0, through[0] ?? "none does");
      },
    },
    ...[["as it is", {}], ["said to be published", { status: "Published" }], ["without a status, then published", { status: undefined }]].map(([name, more]) => ({
      name: `STORE_MANAGER puts a new product up without review: ${name}`,
      async run(sites) {
        const product = { id: "sneaked", title: "Sneaked", urlId: "sneaked", recordType: 11, structuredContent: CONTENT["content/shop/bread.json"].structuredContent, ...more };
        const { answer, changed } = await tried(sites, sites.people.get("STORE_MANAGER"), ["", "", "content/shop/sneaked.json", { json: product }]);
        return found(!changed && answer.status === 403, `${answer.told}${changed ? ", and it is there" : ""}`);
      },
    })),
    {
      name: "STORE_MANAGER makes a post into a product and back",
      async run(sites) {
        const { answer, changed } = await tried(sites, sites.people.get("STORE_MANAGER"), ["", "", "content/blog/draft.json", { edits: [{ op: "set", pointer: "/structuredContent", value: { productType: 1 } }, { op: "set", pointer: "/title", value: "Mine", was: MARK }, { op: "remove", pointer: "/structuredContent" }] }]);
        return found(!changed && answer.status === 403, `${answer.told}${changed ? ", and it is changed" : ""}`);
      },
    },
    {
      name: "STORE_MANAGER takes a page away",
      async run(sites) {
        const { answer, changed } = await tried(sites, sites.people.get("STORE_MANAGER"), ["", "", "content/blog/draft.json", { delete: true }]);
        return found(!changed && answer.status === 403, answer.told);
      },
    },
    ...["REPORTING", "BILLING", "MODERATOR", "CAMPAIGNS_EDITOR", "COMMENTER", "SCHEDULING_VIEWER"].flatMap((role) => READS.filter((_, index) => role === "REPORTING" || index % 3 === 0).map(([name, address]) => ({
      name: `${role} reads ${name}`,
      async run(sites) {
        const visitor = sites.people.get(role);
        const answer = address.includes("?loggia-edit") ? await sites.editor.preview(visitor, address.split("?")[0]) : await visitor.get(address);
        return found(!answer.text.includes(MARK) && !answer.text.includes("slack water") && answer.status >= 400, answer.told);
      },
    }))),
    {
      name: "REPORTING renders a draft",
      async run(sites) {
        const answer = await sites.people.get("REPORTING").edit("POST", "render", { path: "content/blog/draft.json", changes: [] });
        return found(answer.status === 403 && !answer.text.includes(MARK), answer.told);
      },
    },
    ...["EDITOR", "STORE_MANAGER", "REPORTING", "VIEWER"].map((role) => ({
      name: `${role} reads a page's password`,
      async run(sites) {
        const answers = [];
        for (const address of ["/config/api/file?path=content/log/collection.json", "/config/api/site", "/config/api/collection?folder=log"]) answers.push(await sites.people.get(role).get(address));
        answers.push(await sites.people.get(role).edit("POST", "render", { url: "/log", changes: [] }));
        return found(answers.every((answer) => !answer.text.includes("slack water")), answers.map((answer) => answer.status).join(" "));
      },
    })),
    ...["STORE_MANAGER", "REPORTING", "VIEWER", "MODERATOR"].map((role) => ({
      name: `${role} publishes`,
      async run(sites) {
        const answer = await sites.people.get(role).edit("POST", "publish", { dryRun: false });
        return found(answer.status === 403 && !fs.existsSync(path.join(sites.folder, "published")), answer.told);
      },
    })),
    ...["REPORTING", "VIEWER", "BILLING"].map((role) => ({
      name: `${role} uploads, renames and removes files`,
      async run(sites) {
        const visitor = sites.people.get(role);
        const answers = [await visitor.send("POST", "/config/api/upload?name=a.gif", { headers: visitor.editorHeaders, body: Buffer.from("GIF89a") }), await visitor.edit("POST", "rename", { path: "files/a.gif", name: "b.gif" }), await visitor.send("DELETE", "/config/api/upload?path=files/a.gif", { headers: visitor.editorHeaders })];
        return found(answers.every((answer) => answer.status === 403), answers.map((answer) => answer.status).join(" "));
      },
    })),
  ],
};
