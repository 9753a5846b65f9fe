// Item 3: the editor without accounts belongs to whoever has its printed address, and to nobody through a proxy.
import { call, raw, Visitor } from "../lib/http.mjs";
import { found, went } from "../lib/say.mjs";

/** The words of a served site that nobody else may read. */
const SIGNS = /small\.example|"crumb"\s*:\s*"[^"]+"|A small site/;

/** What is not published. */
const DRAFT = "draft-words-2718";

/** A call that reads or changes, with all that the owner's page knows but for what the attack takes away. */
const CALLS = [
  ["reads the site", "GET", "/config/api/site"],
  ["reads a file", "GET", "/config/api/file?path=site.json"],
  ["changes a file", "POST", "/config/api/changes", { changes: [{ path: "content/evil/collection.json", baseDigest: null, json: { title: "Evil", urlId: "evil", typeName: "page" } }] }],
  ["uploads", "POST", "/config/api/upload?name=evil.txt", "evil"],
  ["publishes", "POST", "/config/api/publish", { to: "dir:/tmp/loggia-attack-published", dryRun: true }],
  ["renders", "POST", "/config/api/render", { url: "/", changes: [] }],
  ["reads what happens", "GET", "/config/api/events"],
  ["asks outside", "GET", "/config/api/photos?url=http://127.0.0.1:9/"],
];

const ADDED = [
  ["X-Forwarded-For", { "x-forwarded-for": "203.0.113.7" }], ["X-Forwarded-For of this machine", { "x-forwarded-for": "127.0.0.1" }],
  ["Forwarded", { forwarded: "for=203.0.113.7;host=127.0.0.1;proto=http" }], ["Via", { via: "1.1 tunnel.example" }], ["X-Forwarded-Host", { "x-forwarded-host": "tunnel.example" }],
  ["X-Forwarded-Proto", { "x-forwarded-proto": "https" }], ["X-Forwarded-Port", { "x-forwarded-port": "443" }], ["X-Forwarded-Server", { "x-forwarded-server": "proxy" }],
  ["X-Forwarded-Prefix", { "x-forwarded-prefix": "/" }], ["an empty X-Forwarded-For", { "x-forwarded-for": "" }],
];

async function send(base, [, method, path, body], headers) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  if (path.endsWith("/events")) return raw(base, `GET ${path} HTTP/1.1\r\nHost: ${headers.host ?? new URL(base).host}\r\n${Object.entries(headers).filter(([name]) => name !== "host").map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`, { wait: 700 }).then((answer) => ({ ...answer, told: String(answer.status) }));
  return call(base, method, path, { headers: { ...(typeof body === "object" ? { "content-type": "application/json" } : {}), ...headers }, body: text });
}

/** Every call is made with these headers; none may be answered with what it asks for. */
function nobody(name, headers) {
  return {
    name,
    async run(sites) {
      const answers = [];
      for (const one of CALLS) {
        const own = typeof headers === "function" ? await headers(sites) : headers;
        answers.push({ what: one[0], answer: await send(sites.editor.base, one, own) });
      }
      const through = answers.filter(({ answer }) => answer.status < 400 || answer.status >= 500 || SIGNS.test(answer.text));
      return found(through.length === 0, through.length > 0 ? `${through[0].what}: ${through[0].answer.told}` : [...new Set(answers.map(({ answer }) => answer.told))].join(", "));
    },
  };
}

/** All that the owner's browser sends. */
const all = (sites) => ({
  cookie: [...sites.owner.jar].map(([name, value]) => `${name}=${value}`).join("; ") || "none=0", "x-loggia-editor": sites.owner.site.crumb,
});
const altered = (value) => value.replace(/.$/, (last) => (last === "A" ? "B" : "A"));

export default {
  item: 3, on: "site",
  async prepare(sites) {
    const folder = sites.small("alone", { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" }, "content/blog/draft.json": { title: DRAFT, urlId: "draft", status: "Draft", excerpt: DRAFT } });
    sites.editor = await sites.serve(folder);
    sites.owner = await sites.editor.owner();
    sites.watch(folder);
  },
  async finish(sites) {
    await sites.editor.close();
    sites.watched = undefined;
  },
  controls: [
    {
      name: "whoever opens the printed address sees what is not published",
      async run(sites) {
        const answer = await sites.editor.preview(sites.owner, "/blog/draft");
        return found(answer.status === 200 && answer.text.includes(DRAFT), answer.told);
      },
    },
    { name: "whoever opens the printed address reads the site", run: async (sites) => found(sites.owner.site?.crumb, `${(await sites.owner.get("/config/api/site")).told}`) },
    {
      name: "and changes it",
      async run(sites) {
        const file = await sites.owner.get("/config/api/file?path=site.json");
        return went(await sites.owner.edit("POST", "changes", { changes: [{ path: "site.json", baseDigest: file.json.digest, edits: [{ op: "set", pointer: "/website/siteTitle", value: "A small site", was: "A small site" }] }] }));
      },
    },
  ],
  attacks: [
    nobody("another user of this machine, who knows the port", {}),
    nobody("another user, with the editor's value of page but no cookie", (sites) => ({ "x-loggia-editor": sites.owner.site.crumb })),
    nobody("through a tunnel that writes Host: 127.0.0.1", () => ({ host: "127.0.0.1", "x-forwarded-for": "203.0.113.7" })),
    nobody("through a tunnel that writes Host: localhost and adds nothing", { host: "localhost" }),
    ...ADDED.map(([name, more]) => nobody(`the owner's own cookie, through a proxy: ${name}`, (sites) => ({ ...all(sites), ...more }))),
    nobody("a name of somebody else's that leads here", (sites) => ({ ...all(sites), host: "rebound.example" })),
    nobody("a name that only begins with this machine's", (sites) => ({ ...all(sites), host: "127.0.0.1.evil.example" })),
    nobody("a page of another site, by Origin", (sites) => ({ ...all(sites), origin: "https://evil.example" })),
    nobody("a page of another port of this machine, by Origin", (sites) => ({ ...all(sites), origin: "http://127.0.0.1:1" })),
    nobody("a page of another site, by Sec-Fetch-Site", (sites) => ({ ...all(sites), "sec-fetch-site": "cross-site" })),
    nobody("a page without an origin", (sites) => ({ ...all(sites), origin: "null" })),
    nobody("a cookie that was altered", (sites) => ({ "x-loggia-editor": sites.owner.site.crumb, cookie: [...sites.owner.jar].map(([name, value]) => `${name}=${altered(value)}`).join("; ") || "none=0" })),
    nobody("an empty cookie of the same name", (sites) => ({ "x-loggia-editor": sites.owner.site.crumb, cookie: [...sites.owner.jar.keys()].map((name) => `${name}=`).join("; ") || "none=0" })),
    {
      name: "the printed address, used a second time",
      async run(sites) {
        const at = new URL(sites.editor.printed);
        const stranger = new Visitor(sites.editor.base, { address: null });
        await stranger.send("GET", `${at.pathname}${at.search}`, { headers: { accept: "text/html" } });
        const answer = await stranger.get("/config/api/site");
        return found(answer.status >= 400 && !SIGNS.test(answer.text), answer.told);
      },
    },
    {
      name: "a hundred made-up addresses in place of the printed one",
      async run(sites) {
        const at = new URL(sites.editor.printed);
        let last;
        for (let guess = 0; guess < 100; guess += 1) {
          const stranger = new Visitor(sites.editor.base, { address: null });
          for (const key of at.searchParams.keys()) await stranger.send("GET", `${at.pathname}?${key}=${"0123456789abcdef".repeat(2)}${guess}`);
          last = await stranger.get("/config/api/site");
          if (last.status < 400) break;
        }
        return found(last.status >= 400, last.told);
      },
    },
    {
      name: "changing calls with the owner's cookie and no value of the page, as a page of another site makes them",
      async run(sites) {
        const { cookie } = all(sites);
        const answers = [];
        for (const one of CALLS.filter(([, method]) => method !== "GET")) answers.push(await send(sites.editor.base, one, { cookie }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), answers.map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "the shop's own calls with the editor's value of page alone (orders, coupons, answers)",
      async run(sites) {
        const paths = ["/api/commerce/orders", "/api/commerce/coupons", "/api/form/submissions", "/api/mailing-list/members", "/api/commerce/orders.csv"];
        const answers = await Promise.all(paths.map((path) => call(sites.editor.base, "GET", path, { headers: { "x-loggia-editor": sites.owner.site.crumb } })));
        return found(answers.every((answer) => answer.status === 401 || answer.status === 403 || answer.status === 404), answers.map((answer) => answer.status).join(" "));
      },
    },
    {
      name: "the shop's own calls with all that the owner has, through a proxy",
      async run(sites) {
        const paths = ["/api/commerce/orders", "/api/commerce/coupons", "/api/form/submissions", "/api/mailing-list/members", "/api/reports/overview"];
        const answers = await Promise.all(paths.map((path) => call(sites.editor.base, "GET", path, { headers: { ...all(sites), "x-forwarded-for": "203.0.113.7" } })));
        return found(answers.every((answer) => answer.status === 401 || answer.status === 403 || answer.status === 404), answers.map((answer) => answer.status).join(" "));
      },
    },
    ...["/blog/draft?loggia-edit", "/blog/draft?loggia-edit=1"].map((path) => ({
      name: `unpublished pages through a proxy: ${path}`,
      async run(sites) {
        const answer = await call(sites.editor.siteBase, "GET", path, { headers: { ...all(sites), "x-forwarded-for": "203.0.113.7" } });
        return found(!answer.text.includes(DRAFT) && answer.status < 500, answer.told);
      },
    })),
    {
      name: "the editor's calls at the site's own address, with all that the owner has",
      async run(sites) {
        if (sites.editor.siteBase === sites.editor.base) return found(false, "the site and the editor are one");
        const answers = [];
        for (const one of CALLS) answers.push(await send(sites.editor.siteBase, one, { ...all(sites), origin: sites.editor.siteBase }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500 && !/"crumb"\s*:/.test(answer.text)), answers.map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "the preview of what is not published, without a pass",
      async run(sites) {
        const answer = await call(sites.editor.siteBase, "GET", "/blog/draft?loggia-edit", {});
        return found(!answer.text.includes(DRAFT), answer.told);
      },
    },
    {
      name: "the shop's own calls at the site's address, with all that the owner has",
      async run(sites) {
        if (sites.editor.siteBase === sites.editor.base) return found(false, "the site and the editor are one");
        const answers = await Promise.all(["/api/commerce/orders", "/api/commerce/coupons", "/api/form/submissions"].map((path) => call(sites.editor.siteBase, "GET", path, { headers: all(sites) })));
        return found(answers.every((answer) => [401, 403, 404].includes(answer.status)), answers.map((answer) => answer.status).join(" "));
      },
    },
    ...[
      ["an address with a host in it", (host) => `GET http://127.0.0.1/config/api/site HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 1.2.3.4\r\nConnection: close\r\n\r\n`],
      ["two Hosts", () => "GET /config/api/site HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"],
      ["no Host, by HTTP/1.0", () => "GET /config/api/site HTTP/1.0\r\n\r\n"],
      ["slashes twice and dots in the path", (host) => `GET //config/./api/site HTTP/1.1\r\nHost: ${host}\r\nVia: 1.1 x\r\nConnection: close\r\n\r\n`],
      ["letters of the path encoded", (host) => `GET /%63onfig/api/site HTTP/1.1\r\nHost: ${host}\r\nVia: 1.1 x\r\nConnection: close\r\n\r\n`],
      ["a header's name in other letters", (host) => `GET /config/api/site HTTP/1.1\r\nHost: ${host}\r\nx-FORWARDED-for: 1.2.3.4\r\nConnection: close\r\n\r\n`],
    ].map(([name, bytes]) => ({
      name: `as bytes: ${name}`,
      async run(sites) {
        const answer = await raw(sites.editor.base, bytes(new URL(sites.editor.base).host));
        return found(answer.status !== 200 && answer.status < 500 && !/"crumb"\s*:/.test(answer.text), String(answer.status || "closed"));
      },
    })),
    {
      name: "the value of the page is of the machine's random source: two starts share nothing",
      async run(sites) {
        const other = await sites.serve(sites.small("again"));
        const owner = await other.owner();
        await other.close();
        const [one, two] = [sites.owner.site.crumb, owner.site?.crumb ?? ""];
        // 16 bytes at least, written in any alphabet.
        return found(one !== two && one.length >= 22 && two.length >= 22, `${one.length} letters`);
      },
    },
  ],
};
