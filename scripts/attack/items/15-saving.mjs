// Item 15: nothing that was typed is lost, and nothing that is not finished stops the rest.
import fs from "node:fs";
import path from "node:path";
import { found } from "../lib/say.mjs";
import { run } from "../lib/process.mjs";
import { until } from "../lib/world.mjs";

const digestOf = async (sites, file) => (await sites.owner.get(`/config/api/file?path=${file}`)).json;
const change = (sites, changes) => sites.owner.edit("POST", "changes", { changes });
const onDisk = (sites, file) => (fs.existsSync(path.join(sites.folder, file)) ? fs.readFileSync(path.join(sites.folder, file), "utf8") : "");
let count = 0;

/** A page with something unfinished in it: it is saved, other files are saved after it, and the site still builds. */
function unfinished(name, value) {
  return {
    name: `unfinished: ${name}`, may: ["files"],
    async run(sites) {
      count += 1;
      const file = `content/page-${count}/collection.json`;
      const word = `typed-before-${count}`;
      const made = await change(sites, [{ path: file, baseDigest: null, json: { title: word, urlId: `page-${count}`, typeName: "page", mainContent: "<p>x</p>", ...value } }]);
      const kept = onDisk(sites, file).includes(word);
      const home = await digestOf(sites, "content/home/collection.json");
      const later = `typed-after-${count}`;
      const other = await change(sites, [{ path: "content/home/collection.json", baseDigest: home.digest, edits: [{ op: "set", pointer: "/title", value: later, was: home.json.title }] }]);
      const saved = onDisk(sites, "content/home/collection.json").includes(later);
      fs.rmSync(path.dirname(path.join(sites.folder, file)), { recursive: true, force: true });
      return found(made.status === 200 && kept && other.status === 200 && saved, `${made.told}, then ${other.told}`);
    },
  };
}
/** A block of a page, as the editor writes it. */
const blocks = (type, value = {}) => ({ blocks: [{ type, value }] });
const inRows = (type, value = {}) => ({ rows: [{ columns: [{ span: 12, blocks: [{ type, value }] }] }] });

export default {
  item: 15, on: "site",
  async prepare(sites) {
    sites.folder = sites.small("saving", {
      "content/shop/collection.json": { title: "Shop", urlId: "shop", typeName: "products", type: 13 },
      "content/shop/bread.json": { id: "bread", title: "Bread", urlId: "bread", recordType: 11, structuredContent: { productType: 1, variants: [{ sku: "bread", price: 600, qtyInStock: 5, priceMoney: { value: "6.00", currency: "USD" }, attributes: {} }] } },
    });
    sites.editor = await sites.serve(sites.folder);
    sites.owner = await sites.editor.owner();
  },
  async finish(sites) {
    await sites.editor.close();
  },
  controls: [unfinished("nothing at all (a finished page)", {})],
  attacks: [
    unfinished("a product block without a product", blocks("product")), unfinished("a product block with an empty product", blocks("product", { productId: "" })), unfinished("a product block whose product is gone", blocks("product", { productId: "gone" })), unfinished("a donation block without an amount", blocks("donation")), unfinished("a donation block with an empty product", blocks("donation", { productId: "" })),
    unfinished("a form block without a form", blocks("form")), unfinished("a form block with an empty form", blocks("form", { formId: "" })), unfinished("a form block whose form is gone", blocks("form", { formId: "gone" })), unfinished("a picture block without a picture", blocks("image")), unfinished("a gallery without pictures", blocks("gallery", { items: [] })), unfinished("a button without an address", blocks("button", { url: "" })), unfinished("a video without an address", blocks("video")),
    unfinished("rows with an empty product block", inRows("product")), unfinished("rows with an empty donation block", inRows("donation")), unfinished("rows with a product block by its number", inRows(43)), unfinished("a picture that is not chosen", { mainImage: null }), unfinished("a picture without an address", { mainImage: { assetUrl: "" } }),
    {
      name: "two pictures chosen where one fits", may: ["files"],
      async run(sites) {
        const home = await digestOf(sites, "content/home/collection.json");
        const picture = (name) => ({ id: name, assetUrl: `/files/${name}.jpg`, filename: `${name}.jpg` });
        const both = await change(sites, [{ path: "content/home/collection.json", baseDigest: home.digest, edits: [{ op: "set", pointer: "/mainImage", value: picture("one") }, { op: "set", pointer: "/mainImage", value: picture("two"), was: picture("one") }] }]);
        const now = await digestOf(sites, "content/home/collection.json");
        const next = await change(sites, [{ path: "content/home/collection.json", baseDigest: now.digest, edits: [{ op: "set", pointer: "/title", value: "after-pictures", was: now.json.title }] }]);
        return found(next.status === 200 && onDisk(sites, "content/home/collection.json").includes("after-pictures"), `${both.told}, then ${next.told}`);
      },
    },
    {
      name: "a new page, undone, and made again", may: ["files"],
      async run(sites) {
        const file = "content/undone/collection.json";
        const page = { title: "Undone", urlId: "undone", typeName: "page" };
        const made = await change(sites, [{ path: file, baseDigest: null, json: page }]);
        const undone = await change(sites, [{ path: file, baseDigest: made.json?.files?.[0]?.digest ?? (await digestOf(sites, file))?.digest, delete: true }]);
        const gone = !fs.existsSync(path.join(sites.folder, file));
        const again = await change(sites, [{ path: file, baseDigest: null, json: page }]);
        const home = await digestOf(sites, "content/home/collection.json");
        const other = await change(sites, [{ path: "content/home/collection.json", baseDigest: home.digest, edits: [{ op: "set", pointer: "/title", value: "after-undo", was: home.json.title }] }]);
        fs.rmSync(path.join(sites.folder, "content/undone"), { recursive: true, force: true });
        return found([made, undone, again, other].every((answer) => answer.status === 200) && gone, [made, undone, again, other].map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "the folder of a new page, taken away by its undo, stops no other page", may: ["files"],
      async run(sites) {
        const file = "content/empty/collection.json";
        const made = await change(sites, [{ path: file, baseDigest: null, json: { title: "Empty", urlId: "empty", typeName: "page" } }]);
        await change(sites, [{ path: file, baseDigest: (await digestOf(sites, file))?.digest, delete: true }]);
        const fine = await until(async () => (await sites.owner.get("/config/api/site")).json?.diagnostics?.filter((one) => one.severity === "error").length === 0 || undefined, 6000);
        return found(made.status === 200 && (fine || fine === undefined) && (await sites.owner.get("/config/api/site")).status === 200, `${made.told}, ${fs.existsSync(path.join(sites.folder, "content/empty")) ? "an empty folder is left" : "nothing is left"}`);
      },
    },
    {
      name: "one of two files that cannot be saved does not take the other along when they are saved apart", may: ["files"],
      async run(sites) {
        const home = await digestOf(sites, "content/home/collection.json");
        const bad = await change(sites, [{ path: "content/bad/collection.json", baseDigest: null, text: "{ not json" }]);
        const good = await change(sites, [{ path: "content/home/collection.json", baseDigest: home.digest, edits: [{ op: "set", pointer: "/title", value: "after-bad", was: home.json.title }] }]);
        fs.rmSync(path.join(sites.folder, "content/bad"), { recursive: true, force: true });
        return found(good.status === 200 && onDisk(sites, "content/home/collection.json").includes("after-bad"), `${bad.told}, then ${good.told}`);
      },
    },
    {
      name: "a crowd of saves of one file at once loses none that was acknowledged", may: ["files"],
      async run(sites) {
        const home = await digestOf(sites, "content/home/collection.json");
        const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => change(sites, [{ path: "content/home/collection.json", baseDigest: home.digest, edits: [{ op: "set", pointer: `/note${index}`, value: `word-${index}` }] }])));
        const text = onDisk(sites, "content/home/collection.json");
        const lost = answers.filter((answer, index) => answer.status === 200 && !text.includes(`word-${index}`)).length;
        return found(lost === 0 && answers.some((answer) => answer.status === 200), `${answers.filter((answer) => answer.status === 200).length} of 12 acknowledged, ${lost} lost`);
      },
    },
    {
      name: "the stock in the editor never looks saved while the shop counts another", may: ["files"],
      async run(sites) {
        const counted = () => Number(run("sqlite3", [sites.editor.database, "SELECT quantity FROM stock WHERE sku = 'bread'"]).stdout.trim());
        const file = await digestOf(sites, "content/shop/bread.json");
        const answer = await change(sites, [{ path: "content/shop/bread.json", baseDigest: file.digest, edits: [{ op: "set", pointer: "/structuredContent/variants/0/qtyInStock", value: 99, was: 5 }] }]);
        const now = await digestOf(sites, "content/shop/bread.json");
        const said = now.json.structuredContent.variants[0].qtyInStock;
        const counts = (await until(() => counted() === said, 4000)) ? said : counted();
        return found(answer.status !== 200 || said === counts || /stock|count/i.test(answer.text), `${answer.told}: the editor says ${said}, the shop counts ${counts}`);
      },
    },
  ],
};
