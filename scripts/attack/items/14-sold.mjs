// Item 14: a file that is sold is given to whoever paid, and to nobody else.
import fs from "node:fs";
import path from "node:path";
import { raw } from "../lib/http.mjs";
import { found } from "../lib/say.mjs";

const WORDS = "glaze-recipe-only-for-buyers-90210";
const FILE = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.from(WORDS.repeat(20)), Buffer.from("\n%%EOF\n")]);

/** A site that sells `file`, named in its product as `naming` says. */
function site(file, naming, more = {}) {
  return {
    "content/shop/collection.json": { title: "Shop", urlId: "shop", typeName: "products", type: 13 },
    "content/shop/glaze.json": { id: "glaze", title: "Glaze", urlId: "glaze", recordType: 11, ...naming(`/files/${file}`) },
    [`files/${file}`]: FILE,
    ...more,
  };
}
const content = (more = {}) => ({ productType: 2, priceMoney: { value: "9.00", currency: "USD" }, variants: [{ sku: "glaze", price: 900, priceMoney: { value: "9.00", currency: "USD" }, attributes: {} }], ...more });
const inList = (address) => ({ digitalFiles: [address], structuredContent: content() });
const inside = (address) => ({ structuredContent: content({ digitalFiles: [address] }) });
const asset = (address) => ({ structuredContent: content({ digitalGood: { assetUrl: address, filename: path.basename(address) } }) });

function holder(folder) {
  if (!fs.existsSync(folder)) return undefined;
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)).find((file) => fs.readFileSync(file).includes(WORDS));
}

function sold(name, file, naming, more = {}) {
  return {
    name,
    async run(sites) {
      const folder = sites.small("sold", site(file, naming, more));
      const beside = path.dirname(folder);
      const built = await sites.build(folder, { words: ["--lenient"] });
      await sites.loggia(["publish", folder, "--to", `dir:${path.join(beside, "published")}`]);
      const live = path.join(beside, "published/current");
      const where = holder(path.join(beside, "output")) ?? (fs.existsSync(live) ? holder(fs.realpathSync(live)) : undefined) ?? holder(path.join(beside, "published/files"));
      return found(!where && built.status <= 1, where ? `it is public: ${path.relative(beside, where)}` : `build ${built.status}`);
    },
  };
}

const ASKED = [
  (file) => `GET /files/${file}`, (file) => `HEAD /files/${file}`, (file) => `GET //files/${file}`, (file) => `GET /files/./${file}`, (file) => `GET /files/%${file.charCodeAt(0).toString(16)}${file.slice(1)}`, (file) => `GET /FILES/${file}`,
  (file) => `GET /files/${file}?loggia-edit`, (file) => `GET /../site/files/${file}`, (file) => `GET /..%2fsite%2ffiles%2f${file}`, (file) => `GET /config/api/file?path=files/${file}`, (file) => `GET /../served.data/files/${file}`, () => "GET /../served.data/", (file) => `GET /_data/files/${file}`, (file) => `GET /files/${file}/`,
  (file) => `GET /api/commerce/products/glaze/files/${file}`, (file) => `GET /api/commerce/downloads/${file}`,
];

export default {
  item: 14, on: "site",
  async prepare(sites) {
    sites.folder = sites.small("sold", {
      ...site("glaze.pdf", inList), "files/menu.pdf": Buffer.from("%PDF-1.4\nmenu for everybody\n%%EOF\n"),
      "content/home/collection.json": { title: "Welcome", urlId: "home", typeName: "page", mainContent: '<p><a href="/files/menu.pdf">menu</a></p>' },
    });
    sites.editor = await sites.serve(sites.folder);
  },
  async finish(sites) {
    await sites.editor.close();
  },
  controls: [{
    name: "a file that is not sold is public",
    async run(sites) {
      const ask = (address) => raw(sites.editor.siteBase, `GET ${address} HTTP/1.1\r\nHost: ${new URL(sites.editor.siteBase).host}\r\nConnection: close\r\n\r\n`);
      const linked = /href="?([^" >]*menu[^" >]*)/.exec((await ask("/")).text)?.[1] ?? "/files/menu.pdf";
      const answer = await ask(linked);
      return found(answer.status === 200 && answer.text.includes("menu for everybody"), String(answer.status));
    },
  }],
  attacks: [
    sold("a digital product's file, named beside its content", "glaze.pdf", inList),
    sold("a digital product's file, named in its content", "glaze.pdf", inside),
    sold("a digital product's file as an asset", "glaze.pdf", asset),
    sold("a file with another ending", "glaze.epub", inList),
    sold("a file that is a picture", "glaze.jpg", inList),
    sold("a file that is sound", "glaze.mp3", inside),
    sold("a file in a folder", "downloads/deep/glaze.pdf", inList),
    sold("a file with a space and capitals in its name", "The Glaze.PDF", (address) => inList(address.replaceAll(" ", "%20"))),
    sold("a file named with an address that is whole", "glaze.pdf", (address) => inList(`https://small.example${address}`)),
    sold("a file named with a query", "glaze.pdf", (address) => inList(`${address}?v=1`)),
    sold("a file named without its slash", "glaze.pdf", (address) => inList(address.slice(1))),
    sold("a draft's file", "glaze.pdf", (address) => ({ ...inList(address), status: "Draft" })),
    sold("a private product's file", "glaze.pdf", (address) => ({ ...inList(address), status: "Private" })),
    sold("a product's file that is yet to come", "glaze.pdf", (address) => ({ ...inList(address), publishOn: 4_000_000_000_000 })),
    sold("a file that another page links to as well", "glaze.pdf", inList, { "content/home/collection.json": { title: "Welcome", urlId: "home", typeName: "page", mainContent: '<p><a href="/files/glaze.pdf">read</a></p>' } }),
    sold("a file that a picture's member names as well", "glaze.jpg", inList, { "content/home/collection.json": { title: "Welcome", urlId: "home", typeName: "page", mainImage: { id: "i", assetUrl: "/files/glaze.jpg", filename: "glaze.jpg" } } }),
    sold("a file of a product in a locked collection", "glaze.pdf", inList, { "content/shop/collection.json": { title: "Shop", urlId: "shop", typeName: "products", type: 13, password: "x" } }),
    {
      name: "a file that was public before it was sold",
      async run(sites) {
        const folder = sites.small("later", { "files/glaze.pdf": FILE });
        const beside = path.dirname(folder);
        await sites.build(folder);
        const before = holder(path.join(beside, "output"));
        for (const [name, value] of Object.entries(site("glaze.pdf", inList))) {
          fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
          fs.writeFileSync(path.join(folder, name), Buffer.isBuffer(value) ? value : JSON.stringify(value));
        }
        await sites.build(folder);
        const after = holder(path.join(beside, "output"));
        return found(before && !after, after ? `it is public: ${path.relative(beside, after)}` : "it went");
      },
    },
    ...ASKED.map((ask) => ({
      name: `asked for: ${ask("glaze.pdf")}`,
      async run(sites) {
        const host = new URL(sites.editor.siteBase).host;
        const answer = await raw(sites.editor.siteBase, `${ask("glaze.pdf")} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        return found(!answer.text.includes(WORDS) && answer.status < 500 && !(ask("").startsWith("HEAD") && answer.status === 200), String(answer.status || "closed"));
      },
    })),
  ],
};
