// Item 13: what is published says how it may be used, and what is not for visitors is not below it.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { call, raw } from "../lib/http.mjs";
import { found } from "../lib/say.mjs";

const CODE = "HUSHHUSH77";
const HOOK = "https://hooks.example/hush-0815";
const LOCKED = "slack-water-at-nine";
const HIDDEN = "token-of-the-sources-5150";
const PASSWORD = "a password nobody knows 4711";

const SITE = {
  "site.json": {
    website: { id: "small", siteTitle: "A small site", locale: "en-US", baseUrl: "https://small.example" },
    coupons: [{ code: CODE, kind: "percent", value: "10" }], websiteSettings: { storeSettings: { currency: "USD" } },
  },
  "content/shop/collection.json": { title: "Shop", urlId: "shop", typeName: "products", type: 13 },
  "content/shop/bread.json": { id: "bread", title: "Bread", urlId: "bread", recordType: 11, structuredContent: { productType: 1, variants: [{ sku: "bread", price: 600, qtyInStock: 5, priceMoney: { value: "6.00", currency: "USD" }, attributes: {} }] } },
  "content/log/collection.json": { title: "Log", urlId: "log", typeName: "page", password: PASSWORD, mainContent: `<p>${LOCKED}</p>` },
  "content/contact/collection.json": { title: "Contact", urlId: "contact", typeName: "page", mainContent: '<p>x</p><script>window.mine = 1</script><img src="x" onerror="window.own = 1">' },
  ".git/config": `[remote]\n  url = https://user:${HIDDEN}@git.example/shop\n`,
  "forms/ask.json": { id: "ask", name: "Ask", fields: [{ id: "note", type: "text", title: "Note" }], storage: [{ kind: "hook", target: HOOK }] },
};

const walk = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)) : []);
const holder = (folder, ...words) => walk(folder).find((file) => words.some((word) => fs.readFileSync(file).includes(word)));

/** The directives of a policy, by name. */
function policy(text) {
  return Object.fromEntries(text.split(";").map((part) => part.trim().split(/\s+/)).filter((part) => part[0]).map(([name, ...values]) => [name.toLowerCase(), values]));
}
/** The policies of a page: its own, and those its host is told to send with it. */
function policies(page, told) {
  const own = [...page.matchAll(/<meta[^>]+http-equiv=["']?content-security-policy["']?[^>]*>/gi)].map(([tag]) => /content="([^"]*)"/i.exec(tag)?.[1] ?? /content='([^']*)'/i.exec(tag)?.[1] ?? "");
  return [...own.map((text) => text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&")), ...told].map(policy);
}
/** What a file of the kind `_headers` says of an address: name to values. */
function headersFor(text, address) {
  const all = {};
  let applies = false;
  for (const line of text.split("\n")) {
    if (/^\S/.test(line) && !line.startsWith("#")) applies = new RegExp(`^${line.trim().replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(address);
    else if (applies && line.includes(":")) {
      const at = line.indexOf(":");
      (all[line.slice(0, at).trim().toLowerCase()] ??= []).push(line.slice(at + 1).trim());
    }
  }
  return all;
}

async function output(sites) {
  if (!sites.site13) {
    const folder = sites.small("published", SITE);
    const beside = path.dirname(folder);
    const done = await sites.build(folder);
    if (done.status !== 0) throw new Error(`it is not built: ${done.stdout}${done.stderr}`);
    const published = await sites.loggia(["publish", folder, "--to", `dir:${path.join(beside, "published")}`]);
    sites.site13 = { folder, out: path.join(beside, "output"), published: path.join(beside, "published"), said: published.status };
  }
  return sites.site13;
}
const pages = (out) => walk(out).filter((file) => file.endsWith(".html"));
const told = (out) => (fs.existsSync(path.join(out, "_headers")) ? fs.readFileSync(path.join(out, "_headers"), "utf8") : "");

/** A header that hosts are told to send with every page, by `_headers`. */
const header = (name, fits, address = "/") => ({
  name: `_headers: ${name} for ${address}`,
  async run(sites) {
    const { out } = await output(sites);
    const values = headersFor(told(out), address)[name.toLowerCase()] ?? [];
    return found(values.length > 0 && fits(values.join(", ")), values.join(" ∥ ").slice(0, 120) || "not there");
  },
});
const REQUIRED = {
  "X-Content-Type-Options": (value) => value === "nosniff", "Referrer-Policy": (value) => /no-referrer|strict-origin|same-origin/.test(value), "Permissions-Policy": (value) => value.includes("="),
  "Strict-Transport-Security": (value) => Number(/max-age=(\d+)/.exec(value)?.[1]) >= 15_552_000, "Content-Security-Policy": (value) => /frame-ancestors/.test(value),
};

/** A text that hosts are set up by names each of the headers. */
const documented = (name, read) => ({
  name,
  async run(sites) {
    const text = (await read(sites)).toLowerCase();
    const missing = [...Object.keys(REQUIRED), "frame-ancestors"].filter((one) => !text.includes(one.toLowerCase()));
    return found(missing.length === 0, missing.length > 0 ? `it lacks ${missing.join(", ")}` : "each is named");
  },
});

const everyPage = (name, fault) => ({
  name: `every page: ${name}`,
  async run(sites) {
    const { out } = await output(sites);
    const all = pages(out);
    for (const file of all) {
      const address = `/${path.relative(out, file).replace(/index\.html$/, "")}`;
      const text = fs.readFileSync(file, "utf8");
      const wrong = fault(policies(text, headersFor(told(out), address)["content-security-policy"] ?? []), text);
      if (wrong) return found(false, `${address}: ${wrong}`);
    }
    return found(all.length > 3, `${all.length} pages`);
  },
});
const scriptSources = (all) => all.map((one) => one["script-src"] ?? one["default-src"]).filter(Boolean);

export default {
  item: 13, on: "site",
  controls: [{ name: "the site is built and published", run: async (sites) => {
    const { said, out } = await output(sites);
    return found(said === 0 && pages(out).length > 3, `${pages(out).length} pages`);
  } }],
  attacks: [
    ...["output", "published"].flatMap((where) => [["a coupon's code", CODE], ["a form's hook", HOOK], ["the hash of a page's password", "$argon2"], ["a page's password", PASSWORD], ["what a locked page says", LOCKED], ["the history of its sources", HIDDEN]].map(([name, word]) => ({
      name: `${where}: ${name}`,
      async run(sites) {
        const site = await output(sites);
        // Beside what a web server serves of a published version lies what it does not.
        const folder = where === "output" ? site.out : fs.realpathSync(path.join(site.published, "current"));
        const file = holder(folder, word);
        return found(!file, file ? `it stands in ${path.relative(folder, file)}` : "nowhere");
      },
    }))),
    {
      name: "no folder _data below what is served",
      async run(sites) {
        const site = await output(sites);
        const there = [site.out, fs.realpathSync(path.join(site.published, "current"))].filter((folder) => fs.existsSync(path.join(folder, "_data")));
        return found(there.length === 0, `${there.length} of 2 have it`);
      },
    },
    {
      name: "what lies beside the output is for its owner alone",
      async run(sites) {
        const { out } = await output(sites);
        const beside = fs.readdirSync(path.dirname(out)).filter((name) => name.startsWith("output.")).map((name) => path.join(path.dirname(out), name));
        const open = beside.filter((folder) => (fs.statSync(folder).mode & 0o077) !== 0);
        return found(beside.length > 0 && open.length === 0, beside.length === 0 ? "nothing lies beside" : open.map((folder) => path.basename(folder)).join(", ") || "0700");
      },
    },
    ...["/_data/catalog.json", "/output.data/catalog.json", "/../output.data/catalog.json", "/..%2foutput.data%2fcatalog.json", "/%2e%2e/output.data/catalog.json", "/served.data/catalog.json", "/../served.data/catalog.json", "/_data%2fcatalog.json", "//_data/catalog.json", "/_data/", "/.loggia/secret", "/.git/config", "/assets/", "/files/", "/site.json", "/../site/site.json", "/_headers", "/%5f%64ata/catalog.json", "/log/index.html", "/log", "/../served.protected/", "/shop.db", "/../shop.db"].map((address) => ({
      name: `served: ${address}`,
      async run(sites) {
        sites.editor13 ??= await sites.serve((await output(sites)).folder);
        const host = new URL(sites.editor13.siteBase).host;
        const plain = await raw(sites.editor13.siteBase, `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        const bad = [CODE, HOOK, "$argon2", LOCKED, PASSWORD, HIDDEN, "SQLite format", "Index of"].find((word) => plain.text.includes(word));
        return found(!bad && plain.status < 500, `${plain.status}${bad ? `, with ${bad}` : ""}`);
      },
    })),
    ...Object.entries(REQUIRED).map(([name, fits]) => header(name, fits)),
    header("Content-Security-Policy", (value) => /frame-ancestors 'none'/.test(value), "/cart"),
    header("Content-Security-Policy", (value) => /frame-ancestors 'none'/.test(value), "/checkout"),
    header("Content-Security-Policy", (value) => /frame-ancestors 'none'/.test(value), "/account"),
    header("Content-Security-Policy", (value) => /frame-ancestors 'none'/.test(value), "/checkout/"),
    header("X-Content-Type-Options", (value) => value === "nosniff", "/files/a.jpg"),
    header("X-Content-Type-Options", (value) => value === "nosniff", "/assets/a.js"),
    documented("netlify.toml of a new site, or the _headers that it takes from the output", async (sites) => {
      const folder = path.join(sites.root, `new-${Date.now()}`);
      await sites.loggia(["new", folder, "--starter", "shop"]);
      const done = await sites.build(folder, { words: [] });
      const { out } = await output(sites);
      const text = fs.readFileSync(path.join(folder, "netlify.toml"), "utf8");
      return done.status === 0 && /Content-Security-Policy/.test(text) ? text : `${text}\n${told(out)}`;
    }),
    documented("the repository's netlify.toml, or the _headers of what it publishes", async (sites) => `${fs.readFileSync(path.join(sites.repository, "netlify.toml"), "utf8")}\n${told((await output(sites)).out)}`),
    documented("the documented nginx", async (sites) => {
      const text = fs.readFileSync(path.join(sites.repository, "docs/operation/README.md"), "utf8");
      const own = /```nginx[\s\S]*?```/.exec(text)?.[0] ?? "";
      const named = [...text.matchAll(/deploy\/([\w.-]+\.conf)/g)].map(([, name]) => path.join(sites.repository, "deploy", name));
      return [own, ...named.filter((file) => fs.existsSync(file)).map((file) => fs.readFileSync(file, "utf8"))].join("\n");
    }),
    {
      name: "the documents import no catalogue from below what is served",
      async run(sites) {
        const text = ["docs/operation/README.md", "docs/owners/publishing.md", "api/README.md"].map((file) => fs.readFileSync(path.join(sites.repository, file), "utf8")).join("\n");
        const bad = /\S*(www|site|output|published)\/_data\/catalog\.json/.exec(text)?.[0];
        return found(!bad, bad ?? "none");
      },
    },
    everyPage("a policy for scripts", (all) => (scriptSources(all).length > 0 ? undefined : "no policy for scripts")),
    everyPage("no scripts that are not written into it", (all) => (scriptSources(all).some((sources) => !sources.includes("'unsafe-inline'") && !sources.includes("*") && !sources.includes("data:") && !sources.includes("https:") && !sources.includes("http:")) ? undefined : `script-src ${scriptSources(all).join(" ∥ ")}`)),
    everyPage("no text becomes a program", (all) => (scriptSources(all).some((sources) => !sources.includes("'unsafe-eval'")) ? undefined : "unsafe-eval, or no policy")),
    everyPage("each of its own scripts is allowed by its hash", (all, text) => {
      const own = [...text.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/gi)].filter(([, words]) => !/type=["']?(application\/|text\/(?!javascript)|speculationrules|importmap)/i.test(words)).map(([, , body]) => body);
      const missing = own.find((body) => !scriptSources(all).every((sources) => sources.includes(`'sha256-${createHash("sha256").update(body).digest("base64")}'`)));
      return scriptSources(all).length === 0 ? "no policy" : missing === undefined ? undefined : `${missing.slice(0, 40)} is not`;
    }),
    everyPage("no plug-ins, and no other base", (all) => (all.some((one) => (one["object-src"] ?? one["default-src"])?.includes("'none'")) && all.some((one) => one["base-uri"]) ? undefined : "object-src or base-uri is missing")),
    everyPage("forms go nowhere else", (all) => (all.some((one) => one["form-action"]) ? undefined : "form-action is missing")),
    {
      name: "a title cannot write into the policy of its page",
      async run(sites) {
        const folder = sites.small("policy", { "content/home/collection.json": { title: `x" content="script-src *`, urlId: "home", typeName: "page", mainContent: `<img src="https://a.example; script-src *; x"><script src="https://b.example';script-src *;/x.js"></script><script src="https://c.example/ 'unsafe-inline' *"></script>` } });
        const done = await sites.build(folder);
        const file = path.join(path.dirname(folder), "output/index.html");
        if (!fs.existsSync(file)) return found(done.status === 1, `it is not built: ${done.status}`);
        const sources = scriptSources(policies(fs.readFileSync(file, "utf8"), []));
        return found(sources.length > 0 && sources.every((all) => !all.includes("*") && !all.includes("'unsafe-inline'")), sources.join(" ∥ ").slice(0, 160) || "no policy");
      },
    },
  ],
  async finish(sites) {
    await sites.editor13?.close();
    sites.editor13 = undefined;
  },
};

const FRAMED = ["/api/plain/checkout", "/api/plain/cart", "/api/owner", "/api/owner/", "/api/docs/", "/api/reports/overview", "/api/plain/thanks"];
/** Pages that the API shows itself. */
export const live = {
  item: 13, on: "shop",
  controls: [{ name: "the owner's pages are shown", run: async (world) => {
    const answer = await world.visitor().get("/api/owner", { accept: "text/html" });
    return found(answer.status < 404, answer.told);
  } }],
  attacks: FRAMED.map((address) => ({
    name: `cannot be framed, nor guessed at: ${address}`,
    async run(world) {
      const answer = await call(world.base, "GET", address, { headers: { accept: "text/html", "x-forwarded-for": "198.19.1.1" } });
      const frames = /frame-ancestors 'none'/.test(answer.headers["content-security-policy"] ?? "") || answer.headers["x-frame-options"] === "DENY";
      return found(frames && answer.headers["x-content-type-options"] === "nosniff", `${answer.status}: ${frames ? "no frame" : "may be framed"}, ${answer.headers["x-content-type-options"] ?? "no nosniff"}`);
    },
  })),
};
