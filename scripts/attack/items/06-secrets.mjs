// Item 6: a secret that is empty or short is none.
import { call } from "../lib/http.mjs";
import { found, refused, went } from "../lib/say.mjs";
import { catalog, publish, PUBLISH_SECRET, signature } from "../lib/shop.mjs";
import { start, stop } from "../lib/process.mjs";
import { settings } from "../lib/world.mjs";
import path from "node:path";

const LONG = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
const tricked = () => catalog((all) => ({ ...all, buildId: "tricked", products: all.products.map((one) => ({ ...one, variants: one.variants.map((variant) => ({ ...variant, price: 1 })) })) }));

/** A catalogue that is signed otherwise than it must be. */
function handed(name, header, expected = [401, 403, 400, 404, 411, 408]) {
  return {
    name,
    async run(world) {
      const whole = tricked();
      const body = JSON.stringify(whole);
      const answer = await publish(world.base, whole, { header: header(body) });
      return refused(answer, ...expected);
    },
  };
}

/** A server with these settings takes nothing that is signed with a guess. */
function started(name, more, guesses) {
  return {
    name,
    async run(world) {
      const env = settings(path.join(world.root, "guess"), `sqlite:${path.join(world.root, `guess-${Math.random()}.db`)}`, more);
      let server;
      try {
        server = await start(world.programs.api, ["serve"], { env, sign: /listening on (http:\S+)/, log: path.join(world.root, "guess.log") });
      } catch (fault) {
        return found(true, `it does not start: ${/LOGGIA_\w+[^\n]*/.exec(fault.message)?.[0] ?? "refused"}`);
      }
      try {
        const answers = [];
        for (const guess of guesses) answers.push(await publish(server.found[1], tricked(), { secret: guess }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), answers.map((answer) => answer.told).join(", "));
      } finally {
        await stop(server);
      }
    },
  };
}

/** Settings that must not be accepted. */
function notAccepted(name, more) {
  return {
    name: `not accepted: ${name}`,
    async run(world) {
      const done = world.check({ ...settings(world.folder, world.database), ...more });
      return found(done.status !== 0, done.status === 0 ? "accepted" : (done.stderr + done.stdout).trim().split("\n").at(-1).slice(0, 120));
    },
  };
}
const SHORT = "0123456789abcdefghijklmnopqrstu";

export default {
  item: 6, on: "shop",
  controls: [
    { name: "a catalogue with the right signature is taken", run: async (world) => went(await publish(world.base, catalog((all) => ({ ...all, buildId: `build-${Date.now()}` })))) },
    { name: "these settings are accepted", run: async (world) => found(world.check(settings(world.folder, world.database)).status === 0, world.check(settings(world.folder, world.database)).stderr.trim().slice(0, 100) || "accepted") },
  ],
  attacks: [
    started("LOGGIA_PUBLISH_SECRET= and a signature with nothing", { LOGGIA_PUBLISH_SECRET: "" }, ["", " ", "undefined", "null"]),
    started("LOGGIA_PUBLISH_SECRET of spaces", { LOGGIA_PUBLISH_SECRET: "   " }, ["   ", ""]),
    started("LOGGIA_PUBLISH_SECRET of 32 spaces", { LOGGIA_PUBLISH_SECRET: " ".repeat(32) }, [" ".repeat(32), ""]),
    started("LOGGIA_PUBLISH_SECRET of one letter", { LOGGIA_PUBLISH_SECRET: "x" }, ["x"]),
    started("LOGGIA_PUBLISH_SECRET that is a list with an empty part", { LOGGIA_PUBLISH_SECRET: `${LONG},` }, [""]),
    started("LOGGIA_PUBLISH_SECRET that is a list of nothing", { LOGGIA_PUBLISH_SECRET: ",,," }, ["", ",", ",,,"]),
    notAccepted("a publish secret of 31 letters", { LOGGIA_PUBLISH_SECRET: SHORT }),
    notAccepted("a publish secret of 32 times the same letter", { LOGGIA_PUBLISH_SECRET: "x".repeat(32) }),
    notAccepted("an empty LOGGIA_SECRET", { LOGGIA_SECRET: "" }),
    notAccepted("a LOGGIA_SECRET of 31 letters", { LOGGIA_SECRET: SHORT }),
    notAccepted("a LOGGIA_SECRET of one letter many times", { LOGGIA_SECRET: "a".repeat(64) }),
    notAccepted("a webhook secret of 31 letters", { LOGGIA_WEBHOOK_SECRET: SHORT }),
    notAccepted("a report token of 31 letters", { LOGGIA_REPORT_TOKEN: SHORT }),
    notAccepted("a metrics token of 31 letters", { LOGGIA_METRICS_TOKEN: SHORT }),
    notAccepted("an empty Stripe webhook secret", { LOGGIA_PAYMENT: "stripe", LOGGIA_STRIPE_SECRET_KEY: `sk_live_${LONG}`, LOGGIA_STRIPE_PUBLISHABLE_KEY: `pk_live_${LONG}`, LOGGIA_STRIPE_WEBHOOK_SECRET: "" }),
    notAccepted("a short Stripe webhook secret", { LOGGIA_PAYMENT: "stripe", LOGGIA_STRIPE_SECRET_KEY: `sk_live_${LONG}`, LOGGIA_STRIPE_PUBLISHABLE_KEY: `pk_live_${LONG}`, LOGGIA_STRIPE_WEBHOOK_SECRET: "whsec_1" }),
    {
      name: "an empty report token opens no report",
      async run(world) {
        const env = settings(path.join(world.root, "report"), `sqlite:${path.join(world.root, `report-${Math.random()}.db`)}`, { LOGGIA_REPORT_TOKEN: "", LOGGIA_METRICS_TOKEN: "" });
        let server;
        try {
          server = await start(world.programs.api, ["serve"], { env, sign: /listening on (http:\S+)/, log: path.join(world.root, "report.log") });
        } catch {
          return found(true, "it does not start");
        }
        try {
          const answers = [];
          for (const path of ["/api/reports/overview", "/metrics"]) for (const authorization of ["Bearer ", "Bearer", "Bearer undefined", ""]) answers.push(await call(server.found[1], "GET", path, { headers: { authorization } }));
          return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), [...new Set(answers.map((answer) => answer.status))].join(" "));
        } finally {
          await stop(server);
        }
      },
    },
    handed("a catalogue without a signature", () => null),
    handed("a catalogue with an empty signature", () => ""),
    handed("a catalogue signed with another secret", (body) => signature("another", body)),
    handed("a catalogue signed with an empty secret", (body) => signature("", body)),
    handed("a catalogue signed an hour ago", (body) => signature(PUBLISH_SECRET, body, Math.floor(Date.now() / 1000) - 3600)),
    handed("a catalogue signed for tomorrow", (body) => signature(PUBLISH_SECRET, body, Math.floor(Date.now() / 1000) + 86400)),
    handed("another catalogue's signature", () => signature(PUBLISH_SECRET, "{}")),
    handed("a signature without its moment", (body) => signature(PUBLISH_SECRET, body).replace(/^t=\d+,/, "")),
    handed("a signature with another moment", (body) => signature(PUBLISH_SECRET, body).replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`)),
    handed("a signature that is cut short", (body) => signature(PUBLISH_SECRET, body).slice(0, -2)),
    handed("an empty v1", () => `t=${Math.floor(Date.now() / 1000)},v1=`),
    handed("a moment beyond every number", (body) => signature(PUBLISH_SECRET, body).replace(/^t=\d+/, "t=9223372036854775807")),
    handed("a negative moment", (body) => signature(PUBLISH_SECRET, body, -9223372036854775000n)),
    handed("ten thousand signatures in one header", () => `t=${Math.floor(Date.now() / 1000)}${",v1=00".repeat(10_000)}`, [400, 401, 403, 404, 408, 413, 431, 0]),
    {
      name: "source maps without a signature",
      async run(world) {
        const answers = [];
        for (const header of [undefined, "", signature("", "{}"), signature("x", "{}")]) answers.push(await call(world.base, "POST", "/api/reports/source-maps", { headers: { "content-type": "application/json", ...(header === undefined ? {} : { "loggia-signature": header }) }, body: "{}" }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), answers.map((answer) => answer.told).join(", "));
      },
    },
    {
      name: "a message of the payment provider, where there is none",
      async run(world) {
        const body = '{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","status":"succeeded","metadata":{}}}}';
        const answers = [];
        for (const secret of ["", "whsec_", "null"]) answers.push(await call(world.base, "POST", "/api/commerce/webhooks/stripe", { headers: { "content-type": "application/json", "stripe-signature": signature(secret, body) }, body }));
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500), answers.map((answer) => answer.told).join(", "));
      },
    },
  ],
};
