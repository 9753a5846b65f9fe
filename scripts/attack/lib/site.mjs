// Sites that strangers made, and the editor's server.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Visitor } from "./http.mjs";
import { run, runBeside, start, stop } from "./process.mjs";

/** What the programs write for themselves. */
const KEPT = /^(\.loggia|node_modules|output|output\..*)$/;

/** Every file below a folder with the digest of its bytes, without what the programs keep for themselves. */
export function files(folder, below = "", kept = KEPT) {
  const found = {};
  for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name);
    if (kept.test(entry.name)) continue;
    if (entry.isDirectory()) Object.assign(found, files(folder, name, kept));
    else if (entry.isFile()) found[name] = createHash("sha256").update(fs.readFileSync(path.join(folder, name))).digest("hex");
    else found[name] = entry.isSymbolicLink() ? `link to ${fs.readlinkSync(path.join(folder, name))}` : "neither file nor folder";
  }
  return found;
}

/** An editor that runs on a site: the site's own address, and the editor's, which may be another. */
export class Editor {
  constructor(server, folder, out) {
    Object.assign(this, { server, folder, out, pid: server.pid });
    const told = JSON.parse(server.found[1]);
    this.siteBase = new URL(told.serving).origin;
    this.base = new URL(told.editor ?? told.serving).origin;
    this.printed = told.open ?? `${this.base}/config`;
  }

  /** A browser that opened the address which was printed, as the owner does; it knows what the owner's page knows. */
  async owner() {
    const visitor = new Visitor(this.base, { address: null });
    await follow(visitor, this.printed);
    return this.known(visitor);
  }

  /** Gives a browser what the editor's page has: the value that changing calls repeat. */
  async known(visitor) {
    visitor.site = (await visitor.get("/config/api/site")).json;
    visitor.editorHeaders = { "x-loggia-editor": visitor.site?.crumb ?? "" };
    visitor.edit = (method, place, json, headers = {}) => visitor.send(method, `/config/api/${place}`, { headers: { ...visitor.editorHeaders, ...headers }, json });
    return visitor;
  }

  /** A page of the preview, as the frame in somebody's editor shows it; with what their editor was told of it. */
  async preview(visitor, path) {
    const frame = new Visitor(this.siteBase, { address: null, from: visitor.from });
    const begin = visitor.site?.previewUrl;
    if (begin) await follow(frame, new URL(begin, this.siteBase).href);
    // Where editor and site have one origin, they have one browser as well.
    if (this.siteBase === this.base) frame.jar = new Map(visitor.jar);
    return frame.get(`${path}?loggia-edit`);
  }

  close() {
    return stop(this.server);
  }
}

/** Opens an address as a browser does, through what it is sent on to. */
async function follow(visitor, address) {
  let at = new URL(address);
  let answer;
  for (let steps = 0; steps < 6; steps += 1) {
    answer = await visitor.send("GET", `${at.pathname}${at.search}`, { headers: { accept: "text/html" } });
    if (!answer.headers.location) break;
    at = new URL(answer.headers.location, at);
  }
  return answer;
}

export class Sites {
  constructor(programs, root, repository) {
    Object.assign(this, { programs, root, repository, count: 0, figures: [], watched: undefined });
    fs.mkdirSync(root, { recursive: true });
  }

  /** A folder of its own with these files: text, bytes, or `{link}`. `from` is a sample to begin with. */
  make(name, content = {}, from) {
    this.count += 1;
    const folder = path.join(this.root, `${this.count}-${name}`, "site");
    fs.mkdirSync(folder, { recursive: true });
    if (from) fs.cpSync(path.join(this.repository, "site-fixtures", from), folder, { recursive: true });
    for (const [file, value] of Object.entries(content)) {
      const place = path.join(folder, file);
      fs.mkdirSync(path.dirname(place), { recursive: true });
      if (typeof value?.link === "string") fs.symlinkSync(value.link, place);
      else fs.writeFileSync(place, typeof value === "string" || Buffer.isBuffer(value) ? value : JSON.stringify(value, null, 2));
    }
    return folder;
  }

  /** The smallest site that builds, with more files. */
  small(name, content = {}) {
    return this.make(name, { ...SMALL, ...content });
  }

  /** A file beside a site that is nobody's business. */
  beside(folder, name, text) {
    const file = path.join(path.dirname(folder), name);
    fs.writeFileSync(file, text);
    return file;
  }

  loggia(words, options = {}) {
    return runBeside(this.programs.loggia, words, { timeout: 60_000, ...options });
  }

  build(folder, options = {}) {
    return this.loggia(["build", folder, "--out", path.join(path.dirname(folder), "output"), ...(options.words ?? [])], options);
  }

  async serve(folder, { words = [], env = {}, database = true } = {}) {
    const beside = path.dirname(folder);
    const out = path.join(beside, "served");
    const file = database ? ["--database", path.join(beside, "shop.db")] : [];
    const server = await start(this.programs.loggia, ["serve", folder, ...(words.includes("--port") ? [] : ["--port", "0"]), "--json", "--out", out, ...file, ...words], {
      env, sign: /^(\{"serving".*\}|\{.*"serving".*\})\s*$/m, log: path.join(beside, "serve.log"),
    });
    const editor = new Editor(server, folder, out);
    editor.database = path.join(beside, "shop.db");
    return editor;
  }

  /** An account of the shop beside a served site. */
  account(editor, email, roles, password) {
    const env = { DATABASE_URL: `sqlite:${editor.database}`, LOGGIA_DATA: path.join(editor.folder, ".loggia") };
    return run(this.programs.api, ["users", "add", "--email", email, ...roles.flatMap((role) => ["--role", role])], { env, input: `${password}\n` });
  }

  /** The folder whose files must stay as they are. */
  watch(folder) {
    this.watched = folder;
    this.mark();
  }

  mark() {
    this.before = this.watched ? files(this.watched) : {};
  }

  changed(may) {
    if (!this.watched || may.includes("files")) return [];
    const after = files(this.watched);
    return [...new Set([...Object.keys(this.before), ...Object.keys(after)])].filter((name) => this.before[name] !== after[name]).slice(0, 4);
  }

  async close() {
    this.watched = undefined;
  }
}

const SMALL = {
  "site.json": { website: { id: "small", siteTitle: "A small site", locale: "en-US", baseUrl: "https://small.example" } },
  "content/home/collection.json": { title: "Welcome", urlId: "home", typeName: "page", mainContent: "<p>Hello.</p>" },
};
