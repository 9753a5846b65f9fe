// Item 1 as well: what limits a coupon holds however it is pressed.
import { cents, found, went } from "../lib/say.mjs";
import { add, cartOf, code, paid, pay } from "../lib/shop.mjs";

const MONEY = ["stock", "orders", "coupons"];
let count = 0;

/** A coupon of half the price with limits, made by the shop's manager; its code. */
async function coupon(world, limits) {
  count += 1;
  const name = `LIMIT-${world.name.slice(0, 2)}-${count}`;
  const made = await (await world.owner("STORE_MANAGER")).put(`/api/commerce/coupons/${name}`, { kind: "percent", value: "50", ...limits });
  if (made.status !== 200) throw new Error(`the coupon is not made: ${made.told} ${made.text}`);
  return name;
}

/** Buys a lesson of 40.00 with a code; what was taken off. */
async function buy(visitor, name, email, more = {}) {
  await add(visitor, "lesson");
  await code(visitor, name);
  const first = await pay(visitor, email, more);
  // A code that no longer counts may be told first: then the shopper goes on without it.
  const answer = first.status === 200 ? first : await pay(visitor, email, more);
  return { answer, off: answer.status === 200 ? 4000 - paid(answer) : 0 };
}
const used = (bought) => bought.filter(({ off }) => off > 0).length;
const person = (name) => `${name}-${(count += 1)}@limits.example`;

/** The same customer under other names: the code may count once. */
const spellings = (what, forms) => ({
  name: `a code for one use each, by one address written ${what}`, may: MONEY,
  async run(world) {
    const name = await coupon(world, { usesPerCustomer: 1 });
    const email = person("ann");
    const bought = [];
    for (const form of forms(email)) bought.push(await buy(world.visitor(), name, form));
    return found(used(bought) <= 1, `${used(bought)} of ${bought.length} with it: ${bought.map(({ answer }) => answer.told).join(", ")}`);
  },
});

export default {
  item: 1, on: "shop",
  controls: [
    {
      name: "a coupon with limits counts within them",
      async run(world) {
        const name = await coupon(world, { usesInAll: 2, usesPerCustomer: 1, products: ["lesson"], minimumCents: 1000, startsOn: 1, expiresOn: 4_000_000_000_000, firstOrderOnly: true });
        const { answer, off } = await buy(world.visitor(), name, person("honest"));
        return found(off === 2000, `${answer.told}: ${cents(off)} off`);
      },
    },
    { name: "two coupons that may be combined are", run: async (world) => {
      const [one, other] = [await coupon(world, { combinable: true }), await coupon(world, { combinable: true })];
      const visitor = world.visitor();
      await add(visitor, "lesson");
      await code(visitor, one);
      const both = await code(visitor, other);
      return went(both);
    } },
  ],
  attacks: [
    ...[10, 60].map((buyers) => ({
      name: `a code for five uses in all, by ${buyers} buyers at once`, may: MONEY,
      async run(world) {
        const name = await coupon(world, { usesInAll: 5 });
        const visitors = Array.from({ length: buyers }, () => world.visitor());
        await Promise.all(visitors.map(async (visitor) => {
          await add(visitor, "lesson");
          await code(visitor, name);
        }));
        const answers = await Promise.all(visitors.map((visitor) => pay(visitor, person("buyer"))));
        const cheap = answers.filter((answer) => answer.status === 200 && paid(answer) < 4000).length;
        return found(cheap <= 5, `${cheap} of ${buyers} with it`);
      },
    })),
    {
      name: "a code for one use each, by one address in ten carts at once", may: MONEY,
      async run(world) {
        const name = await coupon(world, { usesPerCustomer: 1 });
        const email = person("ann");
        const visitors = Array.from({ length: 10 }, () => world.visitor());
        const bought = await Promise.all(visitors.map((visitor) => buy(visitor, name, email)));
        return found(used(bought) <= 1, `${used(bought)} of 10 with it`);
      },
    },
    {
      name: "a code for one use each, by one account under ten addresses", may: [...MONEY, "accounts"],
      async run(world) {
        const name = await coupon(world, { usesPerCustomer: 1 });
        const member = await world.member(person("member"));
        const bought = [];
        for (let round = 0; round < 5; round += 1) bought.push(await buy(member, name, person("other")));
        return found(used(bought) <= 1, `${used(bought)} of 5 with it`);
      },
    },
    spellings("in capitals", (email) => [email, email.toUpperCase(), email.replace("limits.example", "LIMITS.example")]),
    spellings("with white space", (email) => [email, ` ${email}`, `${email} `, `\t${email}`]),
    spellings("with a tag", (email) => [email, email.replace("@", "+a@"), email.replace("@", "+b@")]),
    {
      name: "a code for a first order, on the second", may: MONEY,
      async run(world) {
        const name = await coupon(world, { firstOrderOnly: true });
        const email = person("ann");
        const first = world.visitor();
        await add(first, "lesson");
        await pay(first, email);
        const { answer, off } = await buy(world.visitor(), name, email.toUpperCase());
        return found(off === 0, `${answer.told}: ${cents(off)} off`);
      },
    },
    {
      name: "a code for a first order, by one address in ten carts at once", may: MONEY,
      async run(world) {
        const name = await coupon(world, { firstOrderOnly: true });
        const email = person("ann");
        const bought = await Promise.all(Array.from({ length: 10 }, () => buy(world.visitor(), name, email)));
        return found(used(bought) <= 1, `${used(bought)} of 10 with it`);
      },
    },
    ...[["that has not begun", { startsOn: 4_000_000_000_000 }], ["that has ended", { expiresOn: 1000 }], ["for another product", { products: ["bread"] }], ["for another collection", { collections: ["nowhere"] }], ["whose least sum is not reached by what it is for", { products: ["bread"], minimumCents: 3000 }]].map(([what, limits]) => ({
      name: `a code ${what}`, may: MONEY,
      async run(world) {
        const name = await coupon(world, limits);
        const { answer, off } = await buy(world.visitor(), name, person("ann"));
        return found(off === 0, `${answer.told}: ${cents(off)} off`);
      },
    })),
    {
      name: "a code for one product takes nothing off another beside it", may: MONEY,
      async run(world) {
        const name = await coupon(world, { products: ["bread"] });
        const visitor = world.visitor();
        await add(visitor, "bread");
        await add(visitor, "lesson");
        await code(visitor, name);
        const cart = await cartOf(visitor);
        return found(cart.discountCents <= 300, `${cents(cart.discountCents)} off`);
      },
    },
    {
      name: "a code that stands alone, beside one that may be combined", may: MONEY,
      async run(world) {
        const [open, alone] = [await coupon(world, { combinable: true }), await coupon(world, {})];
        const visitor = world.visitor();
        await add(visitor, "lesson");
        for (const name of [open, alone, "TEN"]) await code(visitor, name);
        const cart = await cartOf(visitor);
        return found(cart.discountCents <= 2000, `${cents(cart.discountCents)} off`);
      },
    },
    {
      name: "a code whose last use went while the cart was paid", may: MONEY,
      async run(world) {
        const name = await coupon(world, { usesInAll: 1 });
        const [one, other] = [world.visitor(), world.visitor()];
        for (const visitor of [one, other]) {
          await add(visitor, "lesson");
          await code(visitor, name);
        }
        const shown = (await cartOf(other)).grandTotalCents;
        await pay(one, person("quick"));
        const answer = await pay(other, person("late"), { totalCents: shown, acceptPrices: false });
        // Neither the discount, nor more than was shown.
        return found(answer.status !== 200, `${answer.told}: ${cents(paid(answer))} where ${cents(shown)} was shown`);
      },
    },
    ...[{ usesInAll: -1 }, { usesPerCustomer: -5 }, { startsOn: "soon" }, { products: "lesson" }, { minimumCents: -100 }, { value: "1000" }].map((limits) => ({
      name: `an owner's coupon with ${JSON.stringify(limits)}`,
      async run(world) {
        const answer = await (await world.owner("STORE_MANAGER")).put("/api/commerce/coupons/BROKEN", { kind: "percent", value: "50", ...limits });
        return found(answer.status === 400, answer.told);
      },
    })),
  ],
};
