// Item 2: a card is worth nothing after its money went back.
import { add, cartOf, catalog, code, paid, pay, publish } from "../lib/shop.mjs";
import { cents, found } from "../lib/say.mjs";
import { startStripe } from "../lib/stripe.mjs";
import { until } from "../lib/world.mjs";
import { balance, buyCards } from "./01-cards.mjs";

let count = 0;
const address = () => `returned-${(count += 1)}@money.example`;
const MONEY = ["stock", "orders", "cards", "subscriptions"];

export async function refund(world, order, wish = {}) {
  return (await world.owner("ADMIN")).post(`/api/commerce/orders/${order}/refunds`, { reason: "returned", ...wish });
}
async function cancel(world, order) {
  return (await world.owner("ADMIN")).post(`/api/commerce/orders/${order}/cancellation`, { reason: "called off", restock: false });
}
/** What a card takes off goods now: in the cart and when it is paid. */
async function spendable(world, one) {
  const visitor = world.visitor();
  await add(visitor, "lesson", "lesson", 3);
  await code(visitor, one);
  const off = (await cartOf(visitor)).discountCents;
  const answer = await pay(visitor, address(), world.payment ?? {});
  return Math.max(off, answer.status === 200 ? 12000 - paid(answer) : 0);
}
const givenBack = (world, order) => world.store.number(`SELECT COALESCE(SUM(amount_cents), 0) FROM refund WHERE order_id = '${order}' AND status <> 'failed'`);

/** Buys a card, lets `undo` take the money back, and tries to spend it. */
function afterwards(name, undo, { quantity = 1 } = {}) {
  return {
    name, may: MONEY,
    async run(world) {
      const bought = await buyCards(world, "card-5000", quantity);
      const done = await undo(world, bought.order, bought);
      const worth = (await Promise.all(bought.codes.map((one) => spendable(world, one)))).reduce((sum, one) => sum + one, 0);
      const back = givenBack(world, bought.order);
      return found(done.status < 300 ? worth + back <= bought.paid : worth === bought.paid && back === 0, `${done.told}: ${cents(back)} back, ${cents(worth)} still spent of ${cents(bought.paid)}`);
    },
  };
}

async function spentThenReturned(world, undo) {
  const bought = await buyCards(world, "card-5000", 1);
  const visitor = world.visitor();
  await add(visitor, "lesson");
  await code(visitor, bought.codes[0]);
  await pay(visitor, address());
  const done = await undo(world, bought.order);
  const later = await spendable(world, bought.codes[0]);
  const back = givenBack(world, bought.order);
  // 40.00 of goods were had for the card of 50.00: 10.00 may go back, or be spent.
  return found(later + back <= 1000, `${done.told}: ${cents(back)} back, 40.00 had been spent, ${cents(later)} spent after`);
}

/** A shop whose money is real (as far as it knows), and what it is told of a charge. */
async function withStripe(world, mode, work) {
  const stripe = await startStripe(mode);
  const shop = await world.side("stripe", stripe.env);
  shop.payment = { paymentToken: "pm_card_visa" };
  try {
    return await work(shop, stripe);
  } finally {
    await shop.close();
    await stripe.close();
  }
}
async function buyWithStripe(shop, email = address()) {
  const visitor = shop.visitor();
  await add(visitor, "card", "card-5000", 1);
  const answer = await pay(visitor, email, shop.payment);
  if (answer.status !== 200) throw new Error(`a card cannot be bought with Stripe: ${answer.told} ${answer.text}`);
  const [letter] = await shop.letters(email, /Code: /, 1);
  return { order: answer.json.id, email, code: /Code: (\S+)/.exec(letter)?.[1], cart: answer.json };
}
const intentOf = (stripe, order) => [...stripe.intents.values()].find((intent) => Object.values(intent.metadata).includes(order));
const dispute = (intent, status, more = {}) => ({ id: `dp_${intent.id}`, object: "dispute", charge: intent.latest_charge, payment_intent: intent.id, amount: intent.amount, currency: intent.currency, status, reason: "fraudulent", ...more });

export default {
  item: 2, on: "shop", may: MONEY,
  controls: [
    {
      name: "an order of goods is paid back",
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "lesson");
        const bought = await pay(visitor, address());
        const done = await refund(world, bought.json.id);
        return found(done.status === 200 && givenBack(world, bought.json.id) === 4000, `${done.told}: ${cents(givenBack(world, bought.json.id))} back`);
      },
    },
    {
      name: "an order that a card paid gives the card back its balance when it is called off",
      async run(world) {
        const bought = await buyCards(world, "card-5000", 1);
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, bought.codes[0]);
        const used = await pay(visitor, address());
        const done = await cancel(world, used.json.id);
        return found(done.status === 200 && balance(world, bought.order) === 5000, `${done.told}: ${cents(balance(world, bought.order))} on the card of 50.00`);
      },
    },
  ],
  attacks: [
    afterwards("a card whose order was paid back", (world, order) => refund(world, order)),
    afterwards("two cards whose order was paid back", (world, order) => refund(world, order), { quantity: 2 }),
    afterwards("a card whose order was called off", (world, order) => cancel(world, order)),
    afterwards("a card, half of whose money went back", (world, order) => refund(world, order, { amountCents: 2500 })),
    afterwards("a card whose money went back in five parts", async (world, order) => {
      let answer;
      for (let part = 0; part < 5; part += 1) answer = await refund(world, order, { amountCents: 1000 });
      return answer;
    }),
    afterwards("a card whose money went back twice at once", async (world, order) => {
      await world.owner("ADMIN");
      const answers = await Promise.all([refund(world, order), refund(world, order), cancel(world, order)]);
      return answers.find((answer) => answer.status < 300) ?? answers[0];
    }),
    { name: "a card that was spent, then its order paid back", run: (world) => spentThenReturned(world, refund) },
    { name: "a card that was spent, then its order called off", run: (world) => spentThenReturned(world, cancel) },
    {
      name: "a card entered before its money went back, paid with after",
      async run(world) {
        const bought = await buyCards(world, "card-5000", 1);
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, bought.codes[0]);
        const done = await refund(world, bought.order);
        const answer = await pay(visitor, address());
        const spent = answer.status === 200 ? 4000 - paid(answer) : 0;
        return found(spent + givenBack(world, bought.order) <= 5000, `${done.told}, then ${answer.told}: ${cents(givenBack(world, bought.order))} back, ${cents(spent)} spent`);
      },
    },
    ...[1, 2, 3].map((round) => ({
      name: `a card spent in the moment its money goes back (${round})`,
      async run(world) {
        const bought = await buyCards(world, "card-5000", 1);
        const visitors = Array.from({ length: 6 }, () => world.visitor());
        await Promise.all(visitors.map(async (visitor) => {
          await add(visitor, "lesson");
          await code(visitor, bought.codes[0]);
        }));
        const [done, ...answers] = await Promise.all([refund(world, bought.order), ...visitors.map((visitor) => pay(visitor, address()))]);
        const spent = answers.reduce((sum, answer) => sum + (answer.status === 200 ? 4000 - paid(answer) : 0), 0);
        const back = givenBack(world, bought.order);
        return found(back + spent <= 5000, `${done.told}: ${cents(back)} back, ${cents(spent)} spent of 50.00`);
      },
    })),
    {
      name: "goods that a card paid, paid back as money",
      async run(world) {
        const bought = await buyCards(world, "card-5000", 1);
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, bought.codes[0]);
        const used = await pay(visitor, address());
        const done = await refund(world, used.json.id, { amountCents: 4000 });
        const back = givenBack(world, used.json.id);
        return found(back <= paid(used), `${done.told}: ${cents(back)} of money back for an order of ${cents(paid(used))} of money`);
      },
    },
    {
      name: "an order that a card paid, called off ten times at once",
      async run(world) {
        const bought = await buyCards(world, "card-5000", 1);
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, bought.codes[0]);
        const used = await pay(visitor, address());
        await world.owner("ADMIN");
        await Promise.all(Array.from({ length: 10 }, () => cancel(world, used.json.id)));
        return found(balance(world, bought.order) === 5000, `${cents(balance(world, bought.order))} on the card of 50.00`);
      },
    },
    {
      name: "more than was paid, back",
      async run(world) {
        const bought = await buyCards(world, "card-2500", 1);
        const done = await refund(world, bought.order, { amountCents: 999999 });
        return found(givenBack(world, bought.order) <= 2500, done.told);
      },
    },
    {
      name: "a negative refund",
      async run(world) {
        const bought = await buyCards(world, "card-2500", 1);
        const done = await refund(world, bought.order, { amountCents: -2500 });
        return found(done.status >= 400 && done.status < 500, done.told);
      },
    },
    {
      name: "a card of another currency",
      async run(world) {
        const shop = await world.side("currency");
        try {
          const bought = await buyCards(shop, "card-5000", 1);
          await publish(shop.base, catalog((all) => ({ ...all, buildId: "pesos", storeSettings: { ...all.storeSettings, currency: "JPY" } })));
          const worth = await spendable(shop, bought.codes[0]);
          return found(worth === 0, `${worth} off in JPY with a card of 50.00 USD`);
        } finally {
          await shop.close();
        }
      },
    },
    {
      name: "a card of the test mode, after the shop takes real money",
      async run(world) {
        const shop = await world.side("tested");
        const stripe = await startStripe("live");
        try {
          const bought = await buyCards(shop, "card-5000", 1);
          await shop.restart(stripe.env);
          shop.payment = { paymentToken: "pm_card_visa" };
          const worth = await spendable(shop, bought.codes[0]);
          return found(worth === 0, `${cents(worth)} off with a card of the test mode`);
        } finally {
          await shop.close();
          await stripe.close();
        }
      },
    },
    {
      name: "a card of Stripe's test mode, after the keys became live ones",
      run: (world) => withStripe(world, "test", async (shop) => {
        const bought = await buyWithStripe(shop);
        const live = await startStripe("live");
        try {
          await shop.restart(live.env);
          const worth = await spendable(shop, bought.code);
          return found(worth === 0, `${cents(worth)} off with a card of the test mode`);
        } finally {
          await live.close();
        }
      }),
    },
    ...[["a dispute that was lost", "charge.dispute.closed", "lost"]].map(([name, type, status]) => ({
      name: `${name}: the card`,
      run: (world) => withStripe(world, "live", async (shop, stripe) => {
        const bought = await buyWithStripe(shop);
        const intent = intentOf(stripe, bought.order);
        await stripe.tell(shop.base, "charge.dispute.created", dispute(intent, "needs_response"));
        const told = await stripe.tell(shop.base, type, dispute(intent, status));
        await until(() => balance(shop, bought.order) === 0, 5000);
        const worth = await spendable(shop, bought.code);
        return found(told.status === 200 && worth === 0, `${told.told}: ${cents(worth)} off with the card`);
      }),
    })),
    {
      name: "a refund made in Stripe's own pages: the card",
      run: (world) => withStripe(world, "live", async (shop, stripe) => {
        const bought = await buyWithStripe(shop);
        const intent = intentOf(stripe, bought.order);
        const told = await stripe.tell(shop.base, "refund.created", { id: "re_own", object: "refund", status: "succeeded", amount: intent.amount, currency: intent.currency, payment_intent: intent.id, metadata: {} });
        await until(() => balance(shop, bought.order) === 0, 5000);
        const worth = await spendable(shop, bought.code);
        return found(told.status === 200 && worth === 0, `${told.told}: ${cents(worth)} off with the card`);
      }),
    },
    {
      name: "a forged message that a dispute was lost, and one that a payment came",
      run: (world) => withStripe(world, "live", async (shop, stripe) => {
        const bought = await buyWithStripe(shop);
        const intent = intentOf(stripe, bought.order);
        const answers = [
          await stripe.tell(shop.base, "charge.dispute.closed", dispute(intent, "lost"), { secret: "whsec_other" }),
          await stripe.tell(shop.base, "charge.dispute.closed", dispute(intent, "lost"), { header: "t=1,v1=00" }),
          await stripe.tell(shop.base, "charge.dispute.closed", dispute(intent, "lost"), { seconds: Math.floor(Date.now() / 1000) - 3600 }),
          await stripe.tell(shop.base, "charge.dispute.closed", dispute(intent, "lost"), { secret: "" }),
        ];
        const worth = balance(shop, bought.order);
        return found(answers.every((answer) => answer.status >= 400 && answer.status < 500) && worth === 5000, `${answers.map((answer) => answer.status).join(" ")}: ${cents(worth)} on the card`);
      }),
    },
  ],
};
