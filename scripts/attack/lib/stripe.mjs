// Stripe as its documents have it, as far as a shop asks: customers, intents, refunds; and its signed messages.
import http from "node:http";
import { call } from "./http.mjs";
import { signature } from "./shop.mjs";

export const WEBHOOK_SECRET = "whsec_attack-0f4b8c7f6a9b3c2d1e5d-0123456789";

/** Starts one; the settings that name it stand in `env`. `mode` is `live` or `test`. */
export async function startStripe(mode = "live") {
  const intents = new Map();
  const sessions = new Map();
  const answers = new Map();
  const refunds = [];
  const metadata = (fields) => Object.fromEntries([...fields].flatMap(([name, value]) => /^metadata\[(.*)\]$/.exec(name) ? [[/^metadata\[(.*)\]$/.exec(name)[1], value]] : []));

  function work(method, path, fields) {
    if (path === "/v1/customers") return { id: "cus_1" };
    if (path === "/v1/refunds") {
      const refund = {
        id: `re_${refunds.length + 1}`, object: "refund", status: "succeeded", amount: Number(fields.get("amount")), currency: intents.get(fields.get("payment_intent"))?.currency,
        payment_intent: fields.get("payment_intent"), metadata: metadata(fields),
      };
      refunds.push(refund);
      return refund;
    }
    if (path === "/v1/payment_intents" && method === "POST") {
      const id = `pi_${intents.size + 1}`;
      intents.set(id, {
        id, object: "payment_intent", status: "requires_payment_method", amount: Number(fields.get("amount")), amount_received: 0, livemode: mode === "live",
        currency: fields.get("currency"), client_secret: `${id}_secret_x`, latest_charge: `ch_${intents.size + 1}`, metadata: metadata(fields),
      });
      return intents.get(id);
    }
    if (path === "/v1/checkout/sessions" && method === "POST") {
      const id = `cs_${sessions.size + 1}`;
      const amounts = [...fields].filter(([name]) => name.endsWith("[unit_amount]")).map(([, amount]) => Number(amount));
      sessions.set(id, {
        id, object: "checkout.session", status: "open", payment_status: "unpaid", amount_total: amounts.reduce((sum, one) => sum + one, 0), livemode: mode === "live",
        currency: fields.get("line_items[0][price_data][currency]"), url: `https://checkout.stripe.example/c/pay/${id}`, payment_intent: null, metadata: metadata(fields),
      });
      return sessions.get(id);
    }
    const [, page, ends] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? [];
    if (page) {
      const session = sessions.get(page);
      if (ends && session?.status === "open") session.status = "expired";
      return session;
    }
    const [, id, verb] = /^\/v1\/payment_intents\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = intents.get(id);
    if (!intent) return undefined;
    // A bank that asks the shopper first.
    if (verb === "confirm" && fields.get("payment_method")?.includes("asks")) Object.assign(intent, { status: "requires_action" });
    else if (verb === "confirm") Object.assign(intent, { status: "succeeded", amount_received: intent.amount, payment_method: fields.get("payment_method") });
    if (verb === "cancel") intent.status = "canceled";
    return intent;
  }

  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (part) => { body += part; });
    request.on("end", () => {
      const key = request.headers["idempotency-key"];
      const known = key && answers.get(key);
      const said = known ?? work(request.method, new URL(request.url, "http://stripe").pathname, new URLSearchParams(body));
      if (key && said) answers.set(key, said);
      response.writeHead(said ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(said ?? { error: { type: "invalid_request_error", code: "resource_missing", message: "no such thing" } }));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  let told = 0;
  return {
    intents, refunds, sessions,
    env: {
      LOGGIA_ENVIRONMENT: "dev", LOGGIA_PAYMENT: "stripe", LOGGIA_STRIPE_URL: `http://127.0.0.1:${server.address().port}`, LOGGIA_STRIPE_SECRET_KEY: `sk_${mode}_51AttackAttackAttackAttackAttackAttack`,
      LOGGIA_STRIPE_PUBLISHABLE_KEY: `pk_${mode}_51AttackAttackAttackAttackAttackAttack`, LOGGIA_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, LOGGIA_PAYMENT_PAUSE_MS: "5",
    },
    /** Tells a shop what happened, signed as Stripe signs. */
    tell(base, type, object, { secret = WEBHOOK_SECRET, header, seconds } = {}) {
      told += 1;
      const body = JSON.stringify({ id: `evt_${told}`, object: "event", api_version: "2024-06-20", type, livemode: mode === "live", created: Math.floor(Date.now() / 1000), data: { object } });
      return call(base, "POST", "/api/commerce/webhooks/stripe", { headers: { "content-type": "application/json", "stripe-signature": header ?? signature(secret, body, seconds) }, body });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
