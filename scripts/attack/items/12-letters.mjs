// Item 12: a letter that was sent keeps no secret.
import fs from "node:fs";
import path from "node:path";
import { found } from "../lib/say.mjs";
import { settings, until } from "../lib/world.mjs";
import { run, runBeside } from "../lib/process.mjs";
import { buyCards } from "./01-cards.mjs";

/** Days for which the bodies of sent letters are kept: none. */
const PURGED = { LOGGIA_LETTERS_KEPT_DAYS: "1" };
const dump = (world) => (world.store.isPostgres ? ["outbox"].flatMap((table) => world.store.rows(`SELECT * FROM ${table}`)) : world.store.rows("SELECT * FROM outbox")).join("\n");

/** A shop that keeps no letters; whether `word` is still stored once it went out. */
async function kept(world, cause) {
  const shop = await world.side("letters", PURGED);
  try {
    const word = await cause(shop);
    const gone = await until(() => !dump(shop).includes(word), 25_000);
    const backup = path.join(shop.root, "backup.db");
    const done = await shop.command(["backup", backup]);
    const inBackup = done.status === 0 && run("sqlite3", [backup, "SELECT * FROM outbox"]).stdout.includes(word);
    return found(gone && !inBackup, `${gone ? "purged" : "still stored"}, ${inBackup ? "in the backup" : "not in the backup"}`);
  } finally {
    await shop.close();
  }
}
const resetKey = async (shop) => {
  await shop.account("ann@x.example");
  await shop.visitor().post("/api/site-users/account/password/key", { email: "ann@x.example" });
  const [letter] = await shop.letters("ann@x.example", /http/);
  return /key=([\w.~-]+)/.exec(letter ?? "")?.[1] ?? /#(?:key=)?([\w.~-]{16,})/.exec(letter ?? "")?.[1] ?? "no key";
};

const refusedToStart = (name, more, without = []) => ({
  name: `production does not start ${name}`,
  async run(world) {
    const env = { ...settings(world.folder, world.database), ...more };
    for (const one of without) delete env[one];
    const done = world.check(env);
    return found(done.status !== 0, done.status === 0 ? "accepted" : (done.stderr + done.stdout).trim().split("\n").at(-1).slice(0, 120));
  },
});
const FILES = ["LOGGIA_MAIL_FOLDER", "LOGGIA_MAIL"];

export default {
  item: 12, on: "shop", may: ["cards", "orders", "accounts", "stock"],
  controls: [{ name: "a password letter comes", run: async (world) => {
    await world.account("letters@x.example");
    await world.visitor().post("/api/site-users/account/password/key", { email: "letters@x.example" });
    return found((await world.letters("letters@x.example", /http/)).length === 1, "one letter");
  } }],
  attacks: [
    { name: "the key of a password letter, after it went out", run: (world) => kept(world, resetKey) },
    { name: "the code of a gift card, after its letter went out", run: (world) => kept(world, async (shop) => (await buyCards(shop, "card-2500", 1)).codes[0]) },
    {
      name: "letters in files are for their owner alone",
      async run(world) {
        await world.letters("letters@x.example", /http/);
        const folder = path.join(world.folder, "mail");
        const open = fs.readdirSync(folder).filter((name) => (fs.statSync(path.join(folder, name)).mode & 0o077) !== 0);
        return found(open.length === 0, open.length > 0 ? `${open.length} files may be read by others` : "0600");
      },
    },
    {
      name: "the folder of letters is for its owner alone",
      async run(world) {
        const mode = fs.statSync(path.join(world.folder, "mail")).mode & 0o777;
        return found((mode & 0o077) === 0, mode.toString(8));
      },
    },
    {
      name: "the shop's own files are for their owner alone, where nobody says where they lie",
      async run(world) {
        const folder = path.join(world.root, `own-${Date.now()}`);
        const env = settings(folder, "");
        delete env.DATABASE_URL;
        const done = await runBeside(world.programs.api, ["migrate"], { env: { ...env, DATABASE_URL: undefined } });
        const open = (file) => (fs.statSync(file).mode & 0o077) !== 0;
        const files = fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
        const read = files.length > 0 && open(folder) ? files.filter(open).map((file) => path.basename(file)) : [];
        return found(done.status === 0 && files.length > 0 && read.length === 0, read.length > 0 ? `${read.join(", ")} may be read by others` : `${files.length} files`);
      },
    },
    {
      name: "a backup is for its owner alone",
      async run(world) {
        const file = path.join(world.root, `backup-${Date.now()}.db`);
        const done = await world.command(["backup", file]);
        const mode = fs.existsSync(file) ? fs.statSync(file).mode & 0o777 : 0;
        return found(done.status === 0 && (mode & 0o077) === 0, mode.toString(8));
      },
    },
    refusedToStart("without a mail server", {}, FILES),
    refusedToStart("with an empty mail server", { LOGGIA_SMTP_URL: "" }, FILES),
    refusedToStart("with a mail server in the open", { LOGGIA_SMTP_URL: "smtp://mail.example", LOGGIA_MAIL_FROM: "Shop <shop@shop.example>" }, FILES),
  ],
};
