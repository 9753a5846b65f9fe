// Item 7: nobody who is not known fills the memory or the disk (S-281).
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { call, newAddress, raw, Visitor } from "../lib/http.mjs";
import { forgetPeak, memory } from "../lib/process.mjs";
import { found, refused, went } from "../lib/say.mjs";

const MB = (kib) => `${(kib / 1024).toFixed(1)} MB`;
/** What memory may vary by for reasons of its own: threads, caches, what the allocator keeps. */
const NOISE_KIB = 40 * 1024;
/** What a connection may take at most, whatever it sends: buffers of reading and writing, half of what each sends here. */
const CONNECTION_KIB = 512;

/** Bytes on the disk of all that a shop stores. */
function stored(world) {
  if (world.store.isPostgres) return world.store.number("SELECT pg_database_size(current_database())");
  const sizes = fs.readdirSync(world.root).filter((name) => name.startsWith("shop")).map((name) => fs.statSync(path.join(world.root, name)).size);
  return sizes.reduce((sum, one) => sum + one, 0);
}

/** Does something to a shop; memory (at its most) and disk before and after. */
async function measured(world, what, work) {
  const before = memory(world.server.pid).now;
  const disk = stored(world);
  forgetPeak(world.server.pid);
  const said = await work();
  const peak = memory(world.server.pid).peak;
  await pause(300);
  const after = { peak, now: memory(world.server.pid).now, disk: stored(world) };
  world.figures ??= [];
  const text = `${what}: memory ${MB(before)} before, ${MB(after.peak)} at most, ${MB(after.now)} after; disk ${MB(disk / 1024)} before, ${MB(after.disk / 1024)} after`;
  world.figures.push(`${world.name}: ${text}`);
  return { said, grown: after.peak - before, written: after.disk - disk, text };
}

/** Connections that send the beginning of a body and then nothing. */
async function slow(world, count, head, part, sent) {
  const { port } = new URL(world.base);
  const sockets = [];
  let closed = 0;
  await Promise.all(Array.from({ length: count }, () => new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port: Number(port) });
    socket.on("error", () => {});
    socket.on("close", () => { closed += 1; resolve(); });
    socket.on("data", () => {});
    socket.on("connect", () => {
      sockets.push(socket);
      socket.write(head(newAddress()));
      let rest = sent;
      const more = () => {
        while (rest > 0 && !socket.destroyed) {
          rest -= part.length;
          if (!socket.write(part)) {
            socket.once("drain", more);
            return;
          }
        }
        resolve();
      };
      more();
    });
    setTimeout(resolve, 4000);
  })));
  return { sockets, get closed() { return closed; } };
}
const open = (path, more = "") => (address) => `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nX-Forwarded-For: ${address}\r\nContent-Length: 33000000\r\n${more}\r\n`;

function slowly(name, head, { count = 200, sent = 1 << 20 } = {}) {
  return {
    name,
    async run(world) {
      const outcome = await measured(world, name, async () => {
        const held = await slow(world, count, head, Buffer.alloc(64 << 10, 97), sent);
        const others = await world.visitor().get("/api/commerce/payment-settings");
        const text = `${held.closed} of ${count} were ended, another visitor: ${others.told}`;
        for (const socket of held.sockets) socket.destroy();
        return { text, served: others.status === 200 };
      });
      return found(outcome.grown < count * CONNECTION_KIB && outcome.said.served, `${outcome.said.text}; ${MB(outcome.grown)} more`);
    },
  };
}

/** Many calls of one kind, forty at once; how they were answered. */
async function flood(world, count, make, together = 40) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: together });
  const statuses = new Map();
  let next = 0;
  await Promise.all(Array.from({ length: together }, async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const [method, path, options] = make(index);
      const answer = await call(world.base, method, path, { ...options, agent });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  }));
  agent.destroy();
  return Object.fromEntries(statuses);
}

const told = (statuses) => Object.entries(statuses).map(([status, count]) => `${count} × ${status}`).join(", ");
const beacon = (address, fields) => ({ headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address }, body: new URLSearchParams(fields).toString() });

/** One address sends many of a beacon: at some point it is told to slow down, and nothing of that is kept. */
function beacons(name, count, make) {
  return {
    name: `beacons of one address: ${name}`,
    async run(world) {
      const address = newAddress();
      const statuses = await flood(world, count, (index) => make(address, index));
      return found((statuses[429] ?? 0) > 0 && !Object.keys(statuses).some((status) => Number(status) >= 500), told(statuses));
    },
  };
}
/** A beacon with more than 4 KB. */
function large(name, make) {
  return {
    name: `a beacon that is too large: ${name}`,
    async run(world) {
      const disk = stored(world);
      const statuses = await flood(world, 200, () => make(newAddress()));
      await pause(500);
      const grown = stored(world) - disk;
      return found(!Object.keys(statuses).some((status) => Number(status) >= 500) && grown < 3_000_000, `${told(statuses)}; disk ${(grown / 1e6).toFixed(1)} MB more`);
    },
  };
}
const json = (address, body) => ({ headers: { "content-type": "application/json", "x-forwarded-for": address }, body: JSON.stringify(body) });
// Nothing that a database could make small.
const LONG = randomBytes(30_000).toString("hex");

export default {
  item: 7, on: "shop", may: ["answers"],
  controls: [
    { name: "a page's hit is counted", run: async (world) => went(await call(world.base, "POST", "/api/census/RecordHit", beacon(newAddress(), { event: "1", data: "{}" }))) },
    { name: "an error of a page is kept", run: async (world) => {
      const visitor = world.visitor();
      return went(await visitor.post("/api/events/RecordJavascriptErrors", [{ event: "error", data: "{}", timestamp: Date.now() }]));
    } },
    {
      name: "a form is answered",
      async run(world) {
        const visitor = world.visitor();
        const key = await visitor.post("/api/form/FormSubmissionKey");
        return went(await visitor.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId: "contact", form: { name: "Ann", email: "ann@x.example" } }));
      },
    },
  ],
  attacks: [
    slowly("200 slow connections to the catalogue without a signature", open("/api/commerce/catalog")),
    slowly("200 slow connections to the catalogue with a made-up signature", open("/api/commerce/catalog", `Loggia-Signature: t=${Math.floor(Date.now() / 1000)},v1=${"00".repeat(32)}\r\n`)),
    slowly("200 slow connections to the source maps", open("/api/reports/source-maps", `Loggia-Signature: t=${Math.floor(Date.now() / 1000)},v1=${"00".repeat(32)}\r\n`)),
    slowly("200 slow connections to the payment provider's messages", open("/api/commerce/webhooks/stripe", "Stripe-Signature: t=1,v1=00\r\n")),
    slowly("200 slow connections to a form", open("/api/form/SaveFormSubmission")),
    slowly("200 slow connections to a beacon", open("/api/v1/clanker/events")),
    slowly("200 connections with half a header", (address) => `POST /api/crumb HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${address}\r\nX-More: `, { sent: 16 << 10 }),
    {
      name: "an upload in pieces without end",
      async run(world) {
        const outcome = await measured(world, "pieces without end", async () => {
          const held = await slow(world, 40, () => "POST /api/commerce/catalog HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n", Buffer.from(`10000\r\n${"a".repeat(65536)}\r\n`), 8 << 20);
          for (const socket of held.sockets) socket.destroy();
          return held.closed;
        });
        return found(outcome.grown < NOISE_KIB, `${MB(outcome.grown)} more`);
      },
    },
    {
      name: "10,000 made-up forms",
      async run(world) {
        const visitor = world.visitor();
        const crumb = await visitor.fetchCrumb();
        const headers = { "content-type": "application/json", "x-csrf-token": crumb, cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; "), "x-forwarded-for": visitor.address };
        const outcome = await measured(world, "10,000 made-up forms", () => flood(world, 10_000, (index) => ["POST", "/api/form/SaveFormSubmission", { headers, body: JSON.stringify({ key: "k", formId: `made-up-${index}-${"y".repeat(200)}`, form: {} }) }]));
        const clean = !Object.keys(outcome.said).some((status) => Number(status) < 400 || Number(status) >= 500);
        return found(clean && outcome.grown < 12 * 1024 && outcome.written < 1_000_000, `${told(outcome.said)}; ${MB(outcome.grown)} of memory, ${MB(outcome.written / 1024)} of disk more`);
      },
    },
    {
      name: "a form's id of 30,000 letters",
      async run(world) {
        const visitor = world.visitor();
        const answers = [];
        for (let index = 0; index < 5; index += 1) answers.push(await visitor.post("/api/form/SaveFormSubmission", { key: "k", formId: `${index}${"z".repeat(30_000)}`, form: {} }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), [...new Set(answers.map((answer) => answer.told))].join(", "));
      },
    },
    {
      name: "one form's limit, passed by other letters of its id",
      async run(world) {
        const visitor = world.visitor();
        const statuses = [];
        for (let index = 0; index < 60; index += 1) {
          const formId = ["contact", "CONTACT", "contact ", " contact", "contact\t", "contact\u0000"][index % 6];
          statuses.push((await visitor.post("/api/form/SaveFormSubmission", { key: "k", formId, form: { name: "x" } })).status);
        }
        const counts = Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((one) => one === status).length]));
        return found(statuses.every((status) => status >= 400 && status < 500) && statuses.filter((status) => status !== 404 && status !== 429).length <= 20, told(counts));
      },
    },
    beacons("page hits", 1500, (address) => ["POST", "/api/census/RecordHit", beacon(address, { event: "1", data: "{}" })]),
    beacons("events of the pipeline", 1500, (address) => ["POST", "/api/v1/clanker/events", json(address, { eventContent: "{}", eventSchemaName: "x" })]),
    beacons("measurements", 1500, (address) => ["POST", "/api/1/performance/records", json(address, [{ pathname: "/", timings: { LCP: 1 } }])]),
    beacons("buttons", 1500, (address, index) => ["POST", `/api/census/button-${index % 2 ? "click" : "render"}`, beacon(address, { itemId: `made-up-${index}` })]),
    beacons("quick views of made-up items", 1500, (address, index) => ["POST", `/api/census/RecordQuickView/made-up-${index}`, beacon(address, {})]),
    beacons("shown forms and overlays", 1500, (address, index) => ["POST", index % 2 ? "/api/census/form-render" : "/api/census/overlay", beacon(address, index % 2 ? { formId: `f${index}` } : { event: "shown" })]),
    // Before what is told of visits: that is added up later, and would be measured here.
    {
      name: "3,000 crumbs asked for",
      async run(world) {
        const outcome = await measured(world, "3,000 crumbs", () => flood(world, 3000, () => ["GET", "/api/crumb", { headers: { "x-forwarded-for": newAddress() } }]));
        return found(outcome.grown < 16 * 1024 && outcome.written < 500_000, `${told(outcome.said)}; ${MB(outcome.grown)} of memory, ${MB(outcome.written / 1024)} of disk more`);
      },
    },
    {
      name: "2,000 form keys asked for by one address",
      async run(world) {
        const visitor = world.visitor();
        const headers = { "x-csrf-token": await visitor.fetchCrumb(), cookie: [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; "), "x-forwarded-for": visitor.address };
        const outcome = await measured(world, "2,000 form keys", () => flood(world, 2000, () => ["POST", "/api/form/FormSubmissionKey", { headers }]));
        return found((outcome.said[429] ?? 0) > 1000 && outcome.written < 1_000_000, `${told(outcome.said)}; ${MB(outcome.written / 1024)} of disk more`);
      },
    },
    large("a page's hit", (address) => ["POST", "/api/census/RecordHit", beacon(address, { event: "1", data: JSON.stringify({ x: LONG }) })]),
    large("an event of the pipeline", (address) => ["POST", "/api/v1/clanker/events", json(address, { eventContent: JSON.stringify({ x: LONG }), eventSchemaName: "x" })]),
    large("a measurement", (address) => ["POST", "/api/1/performance/records", json(address, [{ pathname: `/${LONG}`, timings: { LCP: 1 } }])]),
    large("an overlay's version", (address) => ["POST", "/api/census/overlay", beacon(address, { event: "shown", version: LONG })]),
    large("a quick view's id", (address) => ["POST", `/api/census/RecordQuickView/${"q".repeat(6000)}`, beacon(address, {})]),
    {
      name: "a visitor's errors: 200 pages with 60 KB each",
      async run(world) {
        const disk = stored(world);
        const statuses = {};
        for (let index = 0; index < 100; index += 1) {
          const visitor = new Visitor(world.base);
          const { status } = await visitor.post("/api/events/RecordJavascriptErrors", [{ event: "error", data: JSON.stringify({ message: LONG, index }), timestamp: Date.now() }]);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
        await pause(500);
        const grown = stored(world) - disk;
        return found(!Object.keys(statuses).some((status) => Number(status) >= 500) && grown < 2_000_000, `${told(statuses)}; disk ${(grown / 1e6).toFixed(1)} MB more`);
      },
    },
    ...[
      ["a header of 200 KB", `GET /api/crumb HTTP/1.1\r\nHost: shop\r\nX-Long: ${"h".repeat(200_000)}\r\n\r\n`],
      ["ten thousand headers", `GET /api/crumb HTTP/1.1\r\nHost: shop\r\n${Array.from({ length: 10_000 }, (_, n) => `X-${n}: 1\r\n`).join("")}\r\n`],
      ["a path of 200 KB", `GET /api/${"p".repeat(200_000)} HTTP/1.1\r\nHost: shop\r\n\r\n`],
    ].map(([name, bytes]) => ({
      name,
      async run(world) {
        const answer = await raw(world.base, bytes, { wait: 2000 });
        return found(answer.status === 0 || (answer.status >= 400 && answer.status < 500), String(answer.status || "closed"));
      },
    })),
  ],
};

/** The editor's bodies are read after it is known who is there. */
export const editor = {
  item: 7, on: "site",
  async prepare(sites) {
    const folder = sites.small("large");
    sites.editor = await sites.serve(folder);
    sites.owner = await sites.editor.owner();
    sites.watch(folder);
  },
  async finish(sites) {
    await sites.editor.close();
    sites.watched = undefined;
  },
  controls: [{ name: "the owner's own long text is taken", run: async (sites) => went(await sites.owner.edit("POST", "render", { url: "/", changes: [{ path: "content/home/collection.json", baseDigest: (await sites.owner.get("/config/api/file?path=content/home/collection.json")).json.digest, edits: [{ op: "set", pointer: "/mainContent", value: `<p>${"x".repeat(2_000_000)}</p>`, was: "<p>Hello.</p>" }] }] })) }],
  attacks: ["/config/api/changes", "/config/api/render", "/config/api/connect", "/config/api/rename", "/config/api/publish", "/config/api/upload?name=a.png"].map((path) => ({
    name: `a stranger's 20 MB to ${path}, twenty at once`,
    async run(sites) {
      const pid = sites.editor.pid;
      const before = memory(pid).now;
      forgetPeak(pid);
      const { port } = new URL(sites.editor.base);
      let closed = 0;
      const sockets = await Promise.all(Array.from({ length: 20 }, () => new Promise((resolve) => {
        const socket = net.connect({ host: "127.0.0.1", port: Number(port) });
        socket.on("error", () => {});
        socket.on("close", () => { closed += 1; });
        socket.on("data", () => {});
        socket.on("connect", () => {
          socket.write(`POST ${path} HTTP/1.1\r\nHost: stranger.example\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n`);
          socket.write(Buffer.alloc(10 << 20, 97), () => resolve(socket));
          setTimeout(() => resolve(socket), 1500);
        });
      })));
      const peak = memory(pid).peak;
      for (const socket of sockets) socket.destroy();
      sites.figures.push(`editor ${path}, 20 × 10 MB of a stranger's: memory ${MB(before)} before, ${MB(peak)} at most, ${MB(memory(pid).now)} after`);
      return found(peak - before < NOISE_KIB, `${closed} of 20 ended, ${MB(peak - before)} more`);
    },
  })).concat([{
    name: "a stranger's body that never ends is not waited for",
    async run(sites) {
      const answer = await raw(sites.editor.base, "POST /config/api/changes HTTP/1.1\r\nHost: stranger.example\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n{", { wait: 3000 });
      return refused({ status: answer.status, told: String(answer.status || "waits") });
    },
  }]),
};
