// A throw-away PostgreSQL cluster: on a socket of its own, as a user that is not root, gone at the end.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "./process.mjs";

function programs() {
  const root = "/usr/lib/postgresql";
  const versions = fs.existsSync(root) ? fs.readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(root, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => ["initdb", "postgres", "psql"].every((name) => fs.existsSync(path.join(folder, name))));
}

/** PostgreSQL refuses to run as root: then it runs as the user its package made, or as nobody. */
function asPlainUser(words) {
  if (process.getuid() !== 0) return words;
  const user = run("id", ["-u", "postgres"]).status === 0 ? "postgres" : "nobody";
  const group = run("id", ["-gn", user]).stdout.trim();
  return ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", "--", ...words];
}

export async function startCluster() {
  const bin = programs();
  if (!bin) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const plain = (words, options) => {
    const [program, ...rest] = asPlainUser(words);
    return run(program, rest, options);
  };
  const folder = plain(["mktemp", "-d", path.join(os.tmpdir(), "loggia-attack-XXXXXX")], { cwd: "/tmp" }).stdout.trim();
  const data = path.join(folder, "data");
  const made = plain([path.join(bin, "initdb"), "--pgdata", data, "--username=loggia", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"], { cwd: folder });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  // The shell ends the server when our end of its input closes, however this program ends.
  const script = `"$1" -D "$2" -k "$3" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 >"$3/log" 2>&1 &
    server=$!; cat >/dev/null; kill -INT "$server"; wait "$server"; rm -rf "$3"`;
  const [program, ...rest] = asPlainUser(["sh", "-c", script, "sh", path.join(bin, "postgres"), data, folder]);
  const watcher = spawn(program, rest, { cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
  const psql = path.join(bin, "psql");
  const ask = (database, sql) => run(psql, ["-h", folder, "-U", "loggia", "-d", database, "-AtXq", "-v", "ON_ERROR_STOP=1"], { input: sql });
  for (let tries = 0; ask("postgres", "SELECT 1").status !== 0; tries += 1) {
    if (tries > 300) throw new Error("PostgreSQL does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  let count = 0;
  return {
    /** A fresh database: its address, and how to ask it. */
    database() {
      count += 1;
      const name = `shop_${count}`;
      const done = ask("postgres", `CREATE DATABASE ${name}`);
      if (done.status !== 0) throw new Error(done.stderr);
      return { url: `postgres://loggia@localhost/${name}?host=${folder}`, ask: (sql) => ask(name, sql) };
    },
    stop() {
      return new Promise((resolve) => {
        watcher.once("close", resolve);
        watcher.stdin.end();
      });
    },
  };
}
