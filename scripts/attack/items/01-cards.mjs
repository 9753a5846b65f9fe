// Item 1: gift cards and coupons must not make money.
import { add, cartOf, catalog, code, paid, pay, publish } from "../lib/shop.mjs";
import { cents, found, went } from "../lib/say.mjs";
import { call } from "../lib/http.mjs";

let count = 0;
const address = () => `buyer-${(count += 1)}@money.example`;
const MONEY = ["stock", "orders", "cards", "subscriptions"];

/** The code of a gift card as its letter gives it. */
const codesIn = (letters) => letters.map((letter) => /Code: (\S+)/.exec(letter)?.[1]).filter(Boolean);

/** Buys gift cards honestly: their codes. */
export async function buyCards(world, sku, quantity, email = address()) {
  const visitor = world.visitor();
  let added = await add(visitor, "card", sku, quantity);
  // A connection that broke beside what else is attacked says nothing of the shop.
  if (added.status === 0) added = await add(visitor, "card", sku, quantity);
  if (added.status >= 300 || added.status === 0) throw new Error(`a card cannot be put into a cart: ${added.told} ${added.text.slice(0, 60)}`);
  const answer = await pay(visitor, email);
  if (answer.status !== 200) throw new Error(`a card cannot be bought: ${answer.told}`);
  return { email, order: answer.json.id, paid: paid(answer), codes: codesIn(await world.letters(email, /Code: /, quantity)) };
}

/** What may still be spent on the cards of an order. */
export const balance = (world, order) => world.store.number(`SELECT COALESCE(SUM(balance_cents), 0) FROM gift_card WHERE order_id = '${order}'${hasVoid(world)}`);
function hasVoid(world) {
  world.voidColumn ??= world.store.isPostgres
    ? world.store.rows("SELECT column_name FROM information_schema.columns WHERE table_name = 'gift_card'")
    : world.store.rows("SELECT name FROM pragma_table_info('gift_card')");
  const column = world.voidColumn.find((name) => /^void/.test(name) && /_at$|_on$/.test(name));
  return column ? ` AND ${column} IS NULL` : "";
}

/** Fills a cart with cards and codes and pays: cards must have cost what they are worth. */
async function cheaperCards(world, lines, codes) {
  const visitor = world.visitor();
  for (const [itemId, sku, quantity] of lines) await add(visitor, itemId, sku, quantity);
  for (const one of codes) await code(visitor, one);
  const email = address();
  const answer = await pay(visitor, email);
  const worth = answer.status === 200 ? balance(world, answer.json.id) : 0;
  const cost = answer.status === 200 ? paid(answer) : 0;
  return found(worth <= cost, `${answer.told}: cards of ${cents(worth)} for ${cents(cost)}`);
}

const cheaper = (name, lines, codes) => ({ name, may: MONEY, run: (world) => cheaperCards(world, lines, codes) });

/** A cart with goods only: what was taken off must not pass the most that one code gives. */
function discounts(name, lines, codes, most) {
  return {
    name, may: MONEY,
    async run(world) {
      const visitor = world.visitor();
      for (const [itemId, sku, quantity] of lines) await add(visitor, itemId, sku, quantity);
      for (const one of codes) await code(visitor, one);
      const cart = await cartOf(visitor);
      return found(cart.discountCents <= most && cart.grandTotalCents >= 0, `${cents(cart.discountCents)} off ${cents(cart.subtotalCents)}`);
    },
  };
}

async function cardsBuyCards(world, bought, quantity) {
  const { codes } = await buyCards(world, "card-5000", 1);
  world.mark();
  const visitor = world.visitor();
  await add(visitor, "card", bought, quantity);
  await code(visitor, codes[0]);
  const answer = await pay(visitor, address());
  const worth = answer.status === 200 ? balance(world, answer.json.id) : 0;
  return found(answer.status !== 200 || paid(answer) >= worth, `${answer.told}: cards of ${cents(worth)} for ${cents(answer.status === 200 ? paid(answer) : 0)}`);
}

/** One card, many carts at once: what it pays in all. */
async function spentAtOnce(world, carts) {
  const { codes } = await buyCards(world, "card-5000", 1);
  world.mark();
  const visitors = Array.from({ length: carts }, () => world.visitor());
  await Promise.all(visitors.map(async (visitor) => {
    await add(visitor, "lesson");
    await code(visitor, codes[0]);
  }));
  const answers = await Promise.all(visitors.map((visitor) => pay(visitor, address())));
  const bought = answers.filter((answer) => answer.status === 200);
  const saved = bought.reduce((sum, answer) => sum + 4000 - paid(answer), 0);
  return found(saved <= 5000, `${bought.length} of ${carts} paid, ${cents(saved)} off in all with a card of 50.00`);
}

const owners = (name, wish) => ({
  name,
  async run(world) {
    const manager = await world.owner("STORE_MANAGER");
    const answer = await manager.put("/api/commerce/coupons/TRICK", wish);
    if (answer.status === 200) await manager.delete("/api/commerce/coupons/TRICK");
    return found([400, 403, 404, 409, 422].includes(answer.status), answer.told);
  },
  may: ["coupons"],
});

/** Codes written otherwise: none may count twice. */
function twice(name, forms) {
  return {
    name, may: MONEY,
    async run(world) {
      const { codes } = await buyCards(world, "card-2500", 1);
      world.mark();
      const visitor = world.visitor();
      await add(visitor, "lesson", "lesson", 2);
      for (const form of forms(codes[0])) await code(visitor, form);
      const answer = await pay(visitor, address());
      return found(!(8000 - paid(answer) > 2500), `${answer.told}: ${cents(paid(answer))} for goods of 80.00`);
    },
  };
}

/** Many purchases in a row with what each gives: nobody ends with more than they put in. */
async function sequence(world, seed, steps) {
  let state = seed;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const [codes, email, total] = [[], address(), { paid: 0, goods: 0, discounts: 0 }];
  for (let step = 0; step < steps; step += 1) {
    const visitor = world.visitor();
    const [faces, lessons] = [random(3), random(2)];
    if (faces > 0) await add(visitor, "card", ["card-2500", "card-5000", "card-10000"][random(3)], faces);
    if (lessons > 0 || faces === 0) await add(visitor, "lesson", "lesson", 1);
    const used = [["TEN", "STACK1", "FIVE"][random(3)], ...codes.slice(-2)].slice(0, 1 + random(3));
    for (const one of used) await code(visitor, one);
    const answer = await pay(visitor, email);
    if (answer.status !== 200) continue;
    const lines = answer.json.items;
    const goods = lines.filter((line) => !line.sku.startsWith("card-")).reduce((sum, line) => sum + line.quantity * 4000, 0);
    total.paid += paid(answer);
    total.goods += goods;
    // A shop's own coupon takes at most a tenth (or 5.00) off goods, once an order.
    total.discounts += Math.max(Math.ceil(goods / 10), Math.min(goods, 500));
    const known = await world.letters(email, /Code: /, 0);
    codes.splice(0, codes.length, ...codesIn(known));
  }
  const left = world.store.number(`SELECT COALESCE(SUM(balance_cents), 0) FROM gift_card WHERE order_id IN (SELECT id FROM shop_order WHERE email = '${email}')`);
  const has = left + total.goods - total.discounts;
  return found(has <= total.paid, `paid ${cents(total.paid)}, has goods of ${cents(total.goods)} and cards of ${cents(left)}`);
}

export default {
  item: 1, on: "shop",
  controls: [
    {
      name: "a card is bought for its value, and its letter comes",
      async run(world) {
        const bought = await buyCards(world, "card-2500", 2);
        return found(bought.paid === 5000 && bought.codes.length === 2, `${cents(bought.paid)} for ${bought.codes.length} cards of 25.00`);
      },
    },
    {
      name: "a card pays for goods",
      async run(world) {
        const { codes } = await buyCards(world, "card-2500", 1);
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, codes[0]);
        const answer = await pay(visitor, address());
        return found(paid(answer) === 1500, `${answer.told}: ${cents(paid(answer))} for 40.00 with a card of 25.00`);
      },
    },
    {
      name: "a coupon takes a tenth off goods",
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, "TEN");
        const answer = await pay(visitor, address());
        return found(paid(answer) === 3600, `${answer.told}: ${cents(paid(answer))} for 40.00`);
      },
    },
    { name: "an owner makes a coupon and takes it away", run: async (world) => {
      const manager = await world.owner("STORE_MANAGER");
      const made = await manager.put("/api/commerce/coupons/HONEST", { kind: "percent", value: "5" });
      await manager.delete("/api/commerce/coupons/HONEST");
      return went(made);
    } },
  ],
  attacks: [
    cheaper("four cards of 25.00 with a coupon of a tenth", [["card", "card-2500", 4]], ["TEN"]),
    cheaper("a card with an amount off", [["card", "card-2500", 1]], ["FIVE"]),
    cheaper("a card with a coupon that gives everything", [["card", "card-10000", 1]], ["ALL"]),
    cheaper("a card with twenty coupons of a tenth", [["card", "card-10000", 1]], Array.from({ length: 20 }, (_, index) => `STACK${index + 1}`)),
    cheaper("goods in front of a card, a coupon of everything", [["bread", "bread", 1], ["card", "card-10000", 3]], ["ALL"]),
    cheaper("a card beside goods, an amount off that the goods do not reach", [["bread", "bread", 1], ["card", "card-2500", 1]], ["FIVE"]),
    {
      name: "9,999 cards and a coupon in a cart", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "card", "card-10000", 9999);
        await code(visitor, "TEN");
        const cart = await cartOf(visitor);
        return found(cart.grandTotalCents === 9999 * 10000 || cart.totalQuantity === 0, `${cents(cart.grandTotalCents)} for cards of ${cents(cart.subtotalCents)}`);
      },
    },
    { name: "a card buys a card", may: MONEY, run: (world) => cardsBuyCards(world, "card-5000", 1) },
    { name: "a card buys two smaller cards", may: MONEY, run: (world) => cardsBuyCards(world, "card-2500", 2) },
    { name: "a card pays a part of a greater card", may: MONEY, run: (world) => cardsBuyCards(world, "card-10000", 1) },
    {
      name: "a card pays for goods and a card together: the card's part stays", may: MONEY,
      async run(world) {
        const { codes } = await buyCards(world, "card-10000", 1);
        world.mark();
        const visitor = world.visitor();
        await add(visitor, "card", "card-5000", 1);
        await add(visitor, "lesson");
        await code(visitor, codes[0]);
        const answer = await pay(visitor, address());
        return found(answer.status !== 200 || paid(answer) >= 5000, `${answer.told}: ${cents(paid(answer))} for a card of 50.00 and goods`);
      },
    },
    discounts("twenty coupons of a tenth on goods", [["lesson", "lesson", 1]], Array.from({ length: 20 }, (_, index) => `STACK${index + 1}`), 400),
    discounts("a coupon and another that is an amount", [["lesson", "lesson", 1]], ["TEN", "FIVE"], 500),
    discounts("one coupon in capitals, small letters and with spaces", [["lesson", "lesson", 1]], ["TEN", "ten", " Ten ", "tEn\t"], 400),
    discounts("a coupon that has ended", [["lesson", "lesson", 1]], ["OLD"], 0),
    discounts("a coupon in wide letters", [["lesson", "lesson", 1]], ["ＯＬＤ", "ＴＥＮ"], 400),
    discounts("cards that reach a coupon's least sum", [["bread", "bread", 1], ["card", "card-10000", 1]], ["FIVE"], 600),
    {
      name: "two coupons entered at once, twenty times over", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await visitor.fetchCrumb();
        await Promise.all(Array.from({ length: 20 }, (_, index) => code(visitor.copy(), `STACK${index + 1}`)));
        const cart = await cartOf(visitor);
        return found(cart.discountCents <= 400, `${cents(cart.discountCents)} off 40.00`);
      },
    },
    {
      name: "coupons entered while the cart is paid", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "card", "card-5000", 1);
        await visitor.fetchCrumb();
        const email = address();
        const others = Array.from({ length: 10 }, (_, index) => code(visitor.copy(), index % 2 ? "TEN" : "ALL"));
        const [answer] = await Promise.all([pay(visitor.copy(), email), ...others]);
        const again = answer.status === 200 ? answer : await pay(visitor, email);
        const worth = again.status === 200 ? balance(world, again.json.id) : 0;
        return found(!(worth > paid(again)), `${again.told}: a card of ${cents(worth)} for ${cents(paid(again))}`);
      },
    },
    { name: "one card in ten carts at once", may: MONEY, run: (world) => spentAtOnce(world, 10) },
    { name: "one card in sixty carts at once", may: MONEY, run: (world) => spentAtOnce(world, 60) },
    twice("a card's code twice", (one) => [one, one]),
    twice("a card's code in capitals, small letters and with spaces", (one) => [one, one.toLowerCase(), one.toUpperCase(), ` ${one} `, `${one}\t`]),
    twice("a card's code with and without its dashes", (one) => [one, one.replaceAll("-", ""), one.replaceAll("-", " "), one.replaceAll("-", "–")]),
    {
      name: "a card for another's order by its idempotency key", may: MONEY,
      async run(world) {
        const key = { "idempotency-key": "the-same-for-everybody" };
        const [one, other] = [world.visitor(), world.visitor()];
        await add(one, "card", "card-10000", 1);
        await add(other, "bread");
        const first = await pay(one, address(), {}, key);
        const second = await pay(other, address(), {}, key);
        return found(first.json?.id !== second.json?.id, `${first.told} and ${second.told}, ${first.json?.id === second.json?.id ? "the same order" : "two answers"}`);
      },
    },
    {
      name: "sixteen payments of one cart of cards at once", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "card", "card-2500", 1);
        await visitor.fetchCrumb();
        const email = address();
        const answers = await Promise.all(Array.from({ length: 16 }, () => pay(visitor.copy(), email)));
        const orders = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.json.id));
        const cards = world.store.number(`SELECT COUNT(*) FROM gift_card WHERE order_id IN (SELECT id FROM shop_order WHERE email = '${email}')`);
        return found(orders.size === 1 && cards === 1, `${orders.size} order, ${cards} card`);
      },
    },
    {
      name: "a total of the browser's own", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        await add(visitor, "card", "card-2500", 1);
        const answer = await pay(visitor, address(), { grandTotalCents: 1, subtotalCents: 1, discountCents: 2499, total: 1, amount: 1 });
        return found(answer.status !== 200 || paid(answer) === 2500, `${answer.told}: ${cents(paid(answer))}`);
      },
    },
    owners("an owner's coupon of 101 percent", { kind: "percent", value: "101" }),
    owners("an owner's coupon of minus ten percent", { kind: "percent", value: "-10" }),
    owners("an owner's coupon of a negative amount", { kind: "amount", value: -500 }),
    owners("an owner's coupon that is a gift card", { kind: "giftCard", value: 100000 }),
    {
      name: "a coupon of the catalogue that is a gift card",
      async run(world) {
        const whole = catalog((all) => ({ ...all, buildId: "trick", coupons: [...all.coupons, { code: "FREEMONEY", kind: "giftCard", value: 100000 }] }));
        await publish(world.base, whole, { header: null });
        const visitor = world.visitor();
        await add(visitor, "lesson");
        await code(visitor, "FREEMONEY");
        const cart = await cartOf(visitor);
        return found(cart.discountCents === 0, `${cents(cart.discountCents)} off`);
      },
    },
    {
      name: "a card's price of the browser's own", may: MONEY,
      async run(world) {
        const visitor = world.visitor();
        const answer = await add(visitor, "card", "card-10000", 1, { price: 1, purchasePriceCents: 1, subTotal: 1, unitPriceCents: 1 });
        const cart = await cartOf(visitor);
        return found(answer.status !== 200 || cart.subtotalCents === 10000, `${answer.told}: ${cents(cart.subtotalCents)}`);
      },
    },
    {
      name: "a code in another's cart, by its id", may: MONEY,
      async run(world) {
        const ann = world.visitor();
        await add(ann, "lesson");
        const { id } = await cartOf(ann);
        const stranger = world.visitor();
        const crumb = await stranger.fetchCrumb();
        await call(world.base, "POST", `/api/commerce/shopping-cart/coupons?cartToken=${id}`, { headers: { "x-csrf-token": crumb, cookie: `crumb=${crumb}`, "content-type": "application/json" }, body: '{"promoCode":"ALL"}' });
        const cart = await cartOf(ann);
        return found(cart.discountCents === 0 && cart.coupons.length === 0, `${cart.coupons.length} codes in the other's cart`);
      },
    },
    { name: "twelve purchases in a row, codes of the ones before", may: MONEY, run: (world) => sequence(world, 7, 12) },
    { name: "twelve others", may: MONEY, run: (world) => sequence(world, 20260, 12) },
  ],
};
