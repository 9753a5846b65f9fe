// Item 17: what is paid on a page of the provider's is paid by whom it was opened for, once, and by nobody's word but the provider's.
import { add, pay, signature } from "../lib/shop.mjs";
import { call } from "../lib/http.mjs";
import { found } from "../lib/say.mjs";
import { WEBHOOK_SECRET, startStripe } from "../lib/stripe.mjs";

let count = 0;
const address = () => `page-${(count += 1)}@money.example`;
const HOOK = "/api/commerce/webhooks/stripe";

/** A shop with Stripe, and the sessions of a cheap and of a dear order that wait for their payment. */
async function withTwo(world, work) {
  const stripe = await startStripe("live");
  const shop = await world.side("pages", { ...stripe.env, LOGGIA_PUBLIC_URL: "http://shop.example" });
  try {
    const orders = [];
    for (const quantity of [1, 3]) {
      const visitor = shop.visitor();
      await add(visitor, "lesson", "lesson", quantity);
      const answer = await pay(visitor, address(), { paymentMethod: "provider:stripe-page", paymentToken: "" });
      if (answer.status !== 202) throw new Error(`no page was opened: ${answer.told} ${answer.text}`);
      orders.push(answer.json.orderId);
    }
    const [cheap, dear] = [...stripe.sessions.values()];
    return await work({ shop, stripe, orders, cheap, dear });
  } finally {
    await shop.close();
    await stripe.close();
  }
}
const paid = (shop) => shop.store.number("SELECT COUNT(*) FROM shop_order WHERE status = 'paid'");
const complete = (session, more = {}) => ({ ...session, status: "complete", payment_status: "paid", payment_intent: `pi_of_${session.id}`, ...more });
const message = (id, object) => JSON.stringify({ id, object: "event", type: "checkout.session.completed", data: { object } });
const send = (shop, header, body) => call(shop.base, "POST", HOOK, { headers: { "content-type": "application/json", "stripe-signature": header }, body });
const MONEY = ["stock", "orders"];

export default {
  item: 17, on: "shop", may: MONEY,
  controls: [
    {
      name: "a page that was paid pays its order",
      run: (world) => withTwo(world, async ({ shop, stripe, cheap }) => {
        const told = await stripe.tell(shop.base, "checkout.session.completed", complete(cheap));
        return found(told.status === 200 && paid(shop) === 1, `${told.told}: ${paid(shop)} paid`);
      }),
    },
  ],
  attacks: [
    {
      name: "the message of a cheap order, told of a dear one",
      run: (world) => withTwo(world, async ({ shop, stripe, cheap, dear, orders }) => {
        // Signed, as if the provider mixed them up: the amount is another one.
        const told = await stripe.tell(shop.base, "checkout.session.completed", complete(cheap, { metadata: dear.metadata }));
        const isPaid = shop.store.number(`SELECT COUNT(*) FROM shop_order WHERE id = '${orders[1]}' AND status = 'paid'`);
        return found(isPaid === 0, `${told.told}: ${isPaid} paid`);
      }),
    },
    {
      name: "messages about a page with signatures of somebody else's",
      run: (world) => withTwo(world, async ({ shop, dear }) => {
        const body = message("evt_forged", complete(dear));
        const now = Math.floor(Date.now() / 1000);
        const good = signature(WEBHOOK_SECRET, message("evt_forged", dear));
        const headers = ["", "t=0,v1=", signature("", body), signature("whsec_x", body), signature(WEBHOOK_SECRET, body, now - 3600), signature(WEBHOOK_SECRET, body, now + 3600), good];
        const answers = [];
        for (const header of headers) answers.push(await send(shop, header, body));
        return found(answers.every(({ status }) => status === 400) && paid(shop) === 0, `${answers.map(({ told }) => told).join(", ")}; ${paid(shop)} paid`);
      }),
    },
    {
      name: "a message about a page, replayed thirty times at once",
      run: (world) => withTwo(world, async ({ shop, stripe, cheap }) => {
        const body = message("evt_again", complete(cheap));
        const header = signature(WEBHOOK_SECRET, body);
        const answers = await Promise.all(Array.from({ length: 30 }, () => send(shop, header, body)));
        const letters = shop.store.number("SELECT COUNT(*) FROM outbox WHERE dedupe_key LIKE 'confirmation-%'");
        return found(paid(shop) === 1 && stripe.refunds.length === 0, `${answers[0].told}: ${paid(shop)} paid, ${letters} letters wait`);
      }),
    },
    {
      name: "a purchase that names a provider there is not, or one that is no page",
      run: (world) => withTwo(world, async ({ shop }) => {
        const visitor = shop.visitor();
        await add(visitor, "lesson");
        const answers = [];
        for (const paymentMethod of ["provider:test", "provider:manual", "provider:stripe", "provider:paypal", "provider:", "provider:../stripe-page", `provider:${"x".repeat(5000)}`]) answers.push(await pay(visitor, address(), { paymentMethod, paymentToken: "test-pass" }));
        return found(answers.every(({ status }) => status === 400) && paid(shop) === 0, answers.map(({ told }) => told).join(", "));
      }),
    },
    {
      name: "messages of PayPal's, where there is none",
      async run(world) {
        const body = JSON.stringify({ id: "WH-1", event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: "CAP-1", status: "COMPLETED", custom_id: "x", amount: { currency_code: "USD", value: "1.00" } } });
        const headers = { "content-type": "application/json", "paypal-auth-algo": "none", "paypal-cert-url": "http://127.0.0.1/", "paypal-transmission-id": "1", "paypal-transmission-sig": "x", "paypal-transmission-time": "now" };
        const answer = await call(world.base, "POST", "/api/commerce/webhooks/paypal", { headers, body });
        return found(answer.status === 404, answer.told);
      },
    },
  ],
};
