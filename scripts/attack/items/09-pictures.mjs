// Item 9: a picture takes no more memory than it may, and is what it says.
import fs from "node:fs";
import path from "node:path";
import { forgetPeak, memory } from "../lib/process.mjs";
import { found } from "../lib/say.mjs";
import { corpus, png } from "../lib/pictures.mjs";
import { listen } from "../lib/listen.mjs";
import { call } from "../lib/http.mjs";

const MB = (kib) => `${(kib / 1024).toFixed(1)} MB`;
/** The most a server may hold in addition while it looks at one picture; and a build in all. */
const MORE_KIB = 350 * 1024;
const BUILD_KIB = 1300 * 1024;
const ACTIVE = /\.(html?|xhtml|js|mjs|css|php|htaccess|xml|sh)$/i;
const SCRIPT = /<\s*(\w+:)?script|\bonload=|onerror=|javascript:|<!ENTITY|@import|foreignObject/i;

function bytesBelow(folder) {
  if (!fs.existsSync(folder)) return 0;
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

const bring = (sites, name, bytes) => sites.owner.send("POST", `/config/api/upload?name=${encodeURIComponent(name)}`, { headers: { ...sites.owner.editorHeaders, "content-type": "application/octet-stream" }, body: bytes });

/** What is wrong with a file that was kept. */
function wrong(file, bytes) {
  if (ACTIVE.test(file)) return `kept as ${path.basename(file)}`;
  if (/^\s*\ufeff?\s*<(!doctype|html|script)/i.test(bytes.toString("utf8"))) return `a page kept as ${path.basename(file)}`;
  if (/\.svg$/i.test(file) && SCRIPT.test(bytes.toString("utf8"))) return "kept with its program";
  return undefined;
}

function uploaded({ name, bytes, kind }) {
  return {
    name: `upload: ${kind}, ${name} (${(bytes.length / 1e6).toFixed(1)} MB)`, may: ["files"],
    async run(sites) {
      const before = memory(sites.editor.pid).now;
      forgetPeak(sites.editor.pid);
      const begun = Date.now();
      const answer = await bring(sites, name, bytes);
      const grown = memory(sites.editor.pid).peak - before;
      const taken = Date.now() - begun;
      const alive = (await sites.owner.get("/config/api/fonts")).status === 200;
      let fault = !alive ? "the server is gone" : answer.status === 0 || answer.status >= 500 ? "not answered in order" : grown > MORE_KIB ? "too much memory" : taken > 30_000 ? "too slow" : undefined;
      if (answer.status === 200) {
        const file = path.join(sites.folder, answer.json.path);
        fault ??= kind === "bomb" || kind === "broken" ? (fs.existsSync(file) && kind === "bomb" && !/deep|frames|itext|text|profile|more-rows/.test(name) ? "kept" : undefined) : wrong(file, fs.readFileSync(file));
        fs.rmSync(file, { force: true });
      }
      return found(!fault, `${answer.told}, ${MB(Math.max(0, grown))} more, ${taken} ms${fault ? `: ${fault}` : ""}`);
    },
  };
}

/** Hostile pictures in a folder that is built, each shown by a page. */
function built(kinds) {
  return {
    name: `build: a folder with every ${kinds.join(" and ")} of the corpus, shown on pages`, may: ["files"],
    async run(sites) {
      const chosen = sites.corpus.filter((one) => kinds.includes(one.kind));
      const content = { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" } };
      for (const [index, { name, bytes }] of chosen.entries()) {
        content[`files/${name}`] = bytes;
        content[`content/blog/${index}.json`] = { title: name, urlId: `p${index}`, mainImage: { id: `i${index}`, assetUrl: `/files/${name}`, filename: name, originalSize: "100x100" } };
      }
      const folder = sites.small("pictures", content);
      const begun = Date.now();
      const done = await sites.build(folder, { words: ["--lenient"], timeout: 60_000 });
      const out = path.join(path.dirname(folder), "output");
      sites.figures.push(`build with ${chosen.length} pictures (${kinds.join(", ")}): ${MB(done.peak)} at most, output ${MB(bytesBelow(out) / 1024)}, ${Math.round((Date.now() - begun) / 1000)} s`);
      const active = fs.existsSync(out) ? fs.readdirSync(out, { recursive: true }).filter((name) => String(name).startsWith("files") && /\.svg$/.test(String(name)) && SCRIPT.test(fs.readFileSync(path.join(out, String(name)), "utf8"))) : [];
      const fault = done.signal ? `ended by ${done.signal}` : done.status < 0 || done.status > 3 || /panicked/.test(done.stderr) ? done.stderr.slice(0, 120) : done.peak > BUILD_KIB ? "too much memory" : active.length > 0 ? `${active[0]} is published with its program` : undefined;
      return found(!fault, `build ${done.status}, ${MB(done.peak)} at most, ${Math.round((Date.now() - begun) / 1000)} s${fault ? `: ${fault}` : ""}`);
    },
  };
}

/** A list of products whose pictures the stranger's server gives. */
async function imported(sites, pictures, answer, env = { LOGGIA_ALLOW_HOSTS: "127.0.0.1" }) {
  const server = await listen(answer, ["127.0.0.1"]);
  try {
    const head = "Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,On Sale,Stock,Categories,Tags,Visible,Hosted Image URLs";
    const rows = pictures.map((name, index) => `p${index},v${index},PHYSICAL,pots,bowl${index},Bowl,<p>x</p>,B${index},Size,Small,24.00,0.00,No,3,,,Yes,${server.base}/${name}`);
    const folder = sites.make("imported", { "list.csv": [head, ...rows].join("\n") });
    const target = path.join(path.dirname(folder), "taken");
    const done = await sites.loggia(["import", target, path.join(folder, "list.csv")], { env, timeout: 60_000 });
    const kept = fs.existsSync(path.join(target, "files")) ? fs.readdirSync(path.join(target, "files"), { recursive: true }).map(String).filter((name) => fs.statSync(path.join(target, "files", name)).isFile()) : [];
    return { done, kept, target, calls: server.calls.length };
  } finally {
    await server.close();
  }
}

const lie = (name, type, body, expected) => ({
  name: `import: ${name}`, may: ["files"],
  async run(sites) {
    const { done, kept, target, calls } = await imported(sites, [expected], (_, response) => {
      response.setHeader("content-type", type);
      response.end(body);
    });
    const bad = kept.find((file) => wrong(file, fs.readFileSync(path.join(target, "files", file))));
    return found(calls > 0 && !bad && done.peak < BUILD_KIB && !done.signal, `${calls} calls; kept ${kept.join(", ") || "nothing"}; ${MB(done.peak)} at most`);
  },
});

const repository = path.resolve(import.meta.dirname, "../../..");

export default {
  item: 9, on: "site",
  async prepare(sites) {
    sites.corpus = corpus(repository);
    sites.folder = sites.small("pictures");
    sites.editor = await sites.serve(sites.folder);
    sites.owner = await sites.editor.owner();
    sites.started = { memory: memory(sites.editor.pid).now, disk: bytesBelow(path.dirname(sites.folder)) };
    sites.watch(sites.folder);
  },
  async finish(sites) {
    const now = memory(sites.editor.pid);
    sites.figures.push(`editor, ${sites.corpus.length} hostile pictures uploaded: memory ${MB(sites.started.memory)} before, ${MB(now.now)} after; disk ${MB(sites.started.disk / 1024)} before, ${MB(bytesBelow(path.dirname(sites.folder)) / 1024)} after`);
    await sites.editor.close();
    sites.watched = undefined;
  },
  controls: [
    {
      name: "a picture of 2,000 × 1,500 is taken and built",
      async run(sites) {
        const answer = await bring(sites, "honest.png", png(2000, 1500, { color: 2 }));
        const file = path.join(sites.folder, answer.json?.path ?? "none");
        const kept = fs.existsSync(file);
        fs.rmSync(file, { force: true });
        return found(answer.status === 200 && kept && answer.json.width === 2000, answer.told);
      },
    },
    {
      name: "a picture is imported from a host that the operator allows",
      async run(sites) {
        const { kept, done } = await imported(sites, ["bowl.png"], (_, response) => {
          response.setHeader("content-type", "image/png");
          response.end(png(300, 200, { color: 2 }));
        });
        return found(kept.length === 1 && /\.png$/.test(kept[0]), `${kept.join(", ") || `nothing kept: ${done.stdout}${done.stderr}`.slice(0, 150)}`);
      },
    },
  ],
  attacks: [
    ...corpus(repository).map(uploaded),
    ...[["bomb"], ["broken"], ["program"], ["lie", "polyglot"]].map(built),
    lie("a page that says it is a picture, as evil.html", "image/png", "<script>alert(1)</script>", "evil.html"),
    lie("a page that says it is a picture, as evil.png", "image/png", "<script>alert(1)</script>", "evil.png"),
    lie("a picture as evil.html", "image/png", png(30, 20), "evil.html"),
    lie("a picture as evil.php", "image/png", png(30, 20), "evil.php"),
    lie("a way up in its name", "image/png", png(30, 20), "..%2f..%2f..%2fevil.png"),
    lie("an SVG with a script", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "evil.svg"),
    lie("a bomb", "image/png", png(60_000, 60_000, { depth: 1 }), "bomb.png"),
    {
      name: "import: a picture without end", may: ["files"],
      async run(sites) {
        let sent = 0;
        const { done, kept } = await imported(sites, ["endless.png"], (_, response) => {
          response.setHeader("content-type", "image/png");
          const part = Buffer.alloc(1 << 20, 97);
          const more = () => {
            while (!response.destroyed && sent < 3_000_000_000) {
              sent += part.length;
              if (!response.write(part)) {
                response.once("drain", more);
                return;
              }
            }
            response.end();
          };
          more();
        });
        return found(done.peak < BUILD_KIB && !done.signal && sent < 1_000_000_000, `${(sent / 1e6).toFixed(0)} MB were taken, ${MB(done.peak)} at most, kept ${kept.length}`);
      },
    },
    {
      name: "a published picture is never shown as a page", may: ["files"],
      async run(sites) {
        const brought = await bring(sites, "page.png", Buffer.concat([png(16, 16), Buffer.from("<script>alert(1)</script>")]));
        if (brought.status !== 200) return found(true, brought.told);
        const answer = await call(sites.editor.siteBase, "GET", brought.json.url, { headers: { host: new URL(sites.editor.siteBase).host } });
        fs.rmSync(path.join(sites.folder, brought.json.path), { force: true });
        return found(answer.status !== 200 || (/^image\/png/.test(answer.headers["content-type"]) && answer.headers["x-content-type-options"] === "nosniff"), `${answer.told} ${answer.headers["content-type"]} ${answer.headers["x-content-type-options"] ?? "without nosniff"}`);
      },
    },
  ],
};
