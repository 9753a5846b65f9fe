// One shop that is attacked: the real program on one of the two databases, filled by the calls that a real one is filled by.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Visitor } from "./http.mjs";
import { run, runBeside, start, stop } from "./process.mjs";
import { catalog, PASSWORD, publish, PUBLISH_SECRET } from "./shop.mjs";
import { Store } from "./store.mjs";

const SECRET = "attack-5d1e0f4b8c7f6a9b3c2d-0123456789";
/** How long something that happens in the background may take. */
const PATIENCE_MS = 30_000;
/** How long somebody's log-in is used before they log in anew. */
const FRESH_MS = 8 * 60_000;

/** What `read` gives, as soon as it gives something. */
export async function until(read, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await read();
    if (found || Date.now() > end) return found;
    await pause(100);
  }
}

/** The settings of a shop in production whose letters are files and whose money is a test's. */
export function settings(folder, databaseUrl, more = {}) {
  return {
    LOGGIA_ENVIRONMENT: "prod", LOGGIA_SECRET: SECRET, LOGGIA_PUBLISH_SECRET: PUBLISH_SECRET, LOGGIA_PAYMENT: "test", LOGGIA_CAPTCHA: "test",
    LOGGIA_BIND: "127.0.0.1:0", LOGGIA_DATA: folder, LOGGIA_MAIL: "files", LOGGIA_MAIL_FOLDER: path.join(folder, "mail"), DATABASE_URL: databaseUrl,
    LOGGIA_CLIENT_ADDRESS_HEADER: "x-forwarded-for", LOGGIA_PUBLIC_URL: "https://shop.example", LOGGIA_LOG: "error", LOGGIA_WORKERS: "2",
    LOGGIA_LIMIT_FORM_FASTEST_MS: "0", LOGGIA_MAIL: "files", ...more,
  };
}

export class World {
  constructor(name, programs, root, database) {
    Object.assign(this, { name, programs, root, database });
    this.folder = path.join(root, "data");
    this.owners = new Map();
    this.sides = 0;
  }

  /** Starts the shop and fills it. `cluster` is none for the embedded file. */
  static async open(name, programs, root, cluster, more = {}) {
    fs.mkdirSync(path.join(root, "data"), { recursive: true });
    const file = path.join(root, "shop.db");
    const database = cluster ? cluster.database() : undefined;
    const world = new World(name, programs, root, database?.url ?? `sqlite:${file}`);
    Object.assign(world, { cluster, more, env: settings(world.folder, world.database, more) });
    await world.start();
    world.store = database ? Store.postgres(database) : Store.sqlite(file);
    const answer = await publish(world.base, catalog());
    if (answer.status !== 200) throw new Error(`the catalogue is not taken: ${answer.status} ${answer.text}`);
    return world;
  }

  async start() {
    this.server = await start(this.programs.api, ["serve"], { env: this.env, sign: /listening on (http:\S+)/, log: path.join(this.root, "log") });
    this.base = this.server.found[1];
  }

  /** The same shop, started again; with other settings when some are told. */
  async restart(more = {}) {
    await stop(this.server);
    Object.assign(this.env, more);
    await this.start();
  }

  /** Another shop of the same kind, with settings of its own; whoever opens it closes it. */
  side(name, more = {}) {
    this.sides += 1;
    return World.open(`${this.name} ${name}`, this.programs, path.join(this.root, `${name}-${this.sides}`), this.cluster, more);
  }

  close() {
    return stop(this.server);
  }

  /** A command of the API's program, with the settings of this shop. */
  command(words, { input, env = {} } = {}) {
    return runBeside(this.programs.api, words, { env: { ...this.env, ...env }, input });
  }

  /** Whether a server with these settings would be accepted. */
  check(env) {
    return run(this.programs.api, ["check"], { env: { PATH: process.env.PATH, ...env }, bare: true });
  }

  visitor(options) {
    return new Visitor(this.base, options);
  }

  /** Makes an account with the command line. */
  async account(email, roles = [], password = PASSWORD) {
    const done = await this.command(["users", "add", "--email", email, ...roles.flatMap((role) => ["--role", role])], { input: `${password}\n` });
    if (done.status !== 0) throw new Error(`users add: ${done.stderr}`);
  }

  /** Somebody with this role who has logged in; made once. */
  async owner(role) {
    const known = this.owners.get(role);
    // What costs most asks for a proof that is not older than a quarter of an hour.
    if (known?.base === this.base && Date.now() - known.since < FRESH_MS) return known;
    const email = `${role.toLowerCase().replaceAll("_", "-")}@owners.example`;
    if (!known) await this.account(email, [role]);
    const visitor = this.visitor();
    const answer = await visitor.logIn(email, PASSWORD);
    if (answer.status !== 200) throw new Error(`${role} cannot log in: ${answer.status} ${answer.text}`);
    Object.assign(visitor, { email, since: Date.now() });
    this.owners.set(role, visitor);
    return visitor;
  }

  /** A shopper with an account who has logged in. */
  async member(email) {
    await this.account(email);
    const visitor = this.visitor();
    const answer = await visitor.logIn(email, PASSWORD);
    if (answer.status !== 200) throw new Error(`${email} cannot log in: ${answer.status} ${answer.text}`);
    return visitor;
  }

  /** The letters to an address that hold `sign`, once there are `count` of them. */
  async letters(to, sign = /./, count = 1, patience = PATIENCE_MS) {
    const read = () => {
      this.readLetters();
      return this.letterBox.filter((letter) => letter.startsWith(`To: ${to}\r\n`) && sign.test(letter));
    };
    const enough = () => (read().length >= count ? read() : undefined);
    return (await until(enough, patience)) ?? read();
  }

  /** Takes over what was written since the last look; a letter is written once. */
  readLetters() {
    this.letterBox ??= [];
    this.lettersRead ??= new Set();
    const folder = path.join(this.folder, "mail");
    if (!fs.existsSync(folder)) return;
    for (const name of fs.readdirSync(folder)) {
      if (!name.endsWith(".eml") || this.lettersRead.has(name)) continue;
      this.lettersRead.add(name);
      this.letterBox.push(fs.readFileSync(path.join(folder, name), "utf8"));
    }
  }

  /** What the audit of the books says. */
  async audit() {
    const done = await this.command(["audit"]);
    return done.status === 0 ? "" : `${done.stdout}${done.stderr}`.trim();
  }
}
