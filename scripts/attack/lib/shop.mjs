// The shop that is attacked: a small catalogue, published as a real one is, by the signed call.
import { createHmac } from "node:crypto";
import { call } from "./http.mjs";

export const PUBLISH_SECRET = "attack-publish-4b1f0c9d8e7f6a5b3c2d1e0f";
export const PASSWORD = "correct horse battery staple";

const variant = (sku, price, more = {}) => ({ sku, attributes: {}, price, qtyInStock: 0, unlimited: false, ...more });
const product = (id, productType, variants, more = {}) => ({ id, title: id, fullUrl: `/shop/${id}`, productType, variants, ...more });
const text = (id, type, more = {}) => ({ id, type, title: id, ...more });

/** The catalogue, as the generator writes it. */
export function catalog(change = (whole) => whole) {
  const stacked = Array.from({ length: 20 }, (_, index) => ({ code: `STACK${index + 1}`, kind: "percent", value: "10" }));
  return change({
    version: 1,
    buildId: "build-1",
    website: { id: "site-1", title: "Attacked Shop", baseUrl: "https://shop.example", timeZone: "UTC", commentsEnabled: true, simpleLikingEnabled: true },
    storeSettings: { minimumOrderSubtotalCents: 0, productReviewsEnabled: true },
    products: [
      product("bread", 1, [variant("bread", 600, { qtyInStock: 5000 })]),
      product("mug", 1, [variant("mug-s", 1850, { qtyInStock: 5, attributes: { Size: "Small" } }), variant("mug-l", 2250, { qtyInStock: 1, attributes: { Size: "Large" } })], { variantOptionOrdering: ["Size"] }),
      product("scarce", 1, [variant("scarce", 700, { qtyInStock: 20 })]),
      product("held", 1, [variant("held", 700, { qtyInStock: 3 })]),
      product("empty", 1, [variant("empty", 900)]),
      product("guide", 2, [variant("guide", 1200)], { price: 1200 }),
      product("lesson", 3, [variant("lesson", 4000, { unlimited: true })]),
      product("card", 4, ["2500", "5000", "10000"].map((face) => variant(`card-${face}`, Number(face), { attributes: { Value: face } })), { variantOptionOrdering: ["Value"] }),
      product("box", 3, [variant("box", 3000, { unlimited: true })], { isSubscribable: true, subscriptionPlan: { billingPeriod: { value: 1, unit: "MONTH" }, numBillingCycles: 0 } }),
      product("cake", 3, [variant("cake", 5000, { unlimited: true })], { additionalFieldsFormId: "cake-form" }),
    ],
    forms: [
      { id: "contact", name: "Contact", fields: [text("name", "text", { maxLength: 40 }), text("email", "email")] },
      {
        id: "choices", name: "Choices", fields: [
          text("size", "radio", { options: ["Small", "Large"] }), text("day", "select", { options: ["Monday", "Tuesday"] }),
          text("toppings", "checkbox", { options: ["Salt", "Seeds"] }), text("mood", "likert", { options: ["Bread"] }), text("note", "text"),
        ],
      },
      { id: "secretive", name: "Secretive", fields: [text("word", "password"), text("note", "text")] },
      { id: "routed", name: "Routed", fields: [text("email", "email")], storage: [{ kind: "inbox" }, { kind: "email", target: "owner@shop.example" }] },
      { id: "cake-form", name: "Cake", fields: [text("words", "text", { required: true })] },
    ],
    coupons: [
      { code: "TEN", kind: "percent", value: "10" },
      { code: "FIVE", kind: "amount", value: 500, minimumCents: 2000 },
      { code: "ALL", kind: "percent", value: "100" },
      { code: "OLD", kind: "percent", value: "50", expiresOn: 1 },
      ...stacked,
    ],
    shippingOptions: [{ id: "post", name: "Post", costCents: 500 }],
    taxRules: [{ country: "US", rate: "8" }, { country: "FR", rate: "20" }],
    merchandising: { empty: { mailingListSignUpEnabled: true, restockNotificationMessages: { successText: "You are on the list." } } },
    pages: [{ id: "post-1", url: "/blog/open", commentsOpen: true, formIds: ["contact"] }],
  });
}

/** The header of a signed message. */
export function signature(secret, body, seconds = Math.floor(Date.now() / 1000)) {
  const digest = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

/** Hands a catalogue over as `loggia publish` does. */
export function publish(base, whole, { secret = PUBLISH_SECRET, header } = {}) {
  const body = JSON.stringify(whole);
  const signed = header === undefined ? signature(secret, body) : header;
  return call(base, "POST", "/api/commerce/catalog", { headers: { "content-type": "application/json", ...(signed === null ? {} : { "loggia-signature": signed }) }, body });
}

/** An address without taxes. */
export const HOME = { country: "CH", line1: "1 Lane", line2: "", city: "Bern", postalCode: "3000", region: "" };

/** Puts something into a visitor's cart. */
export function add(visitor, itemId, sku = itemId, quantity = 1, more = {}) {
  return visitor.post("/api/commerce/shopping-cart/entries", { itemId, sku, quantity, ...more });
}

/** Enters a code. */
export function code(visitor, promoCode) {
  return visitor.post("/api/commerce/shopping-cart/coupons", { promoCode });
}

export const cartOf = async (visitor) => (await visitor.get("/api/commerce/shopping-cart")).json;

/** Sends a purchase; one that names no total agrees to the one that the shop names. */
export async function purchase(visitor, body, headers = {}) {
  const answer = await visitor.post("/api/commerce/checkout", body, headers);
  if (answer.status !== 409 || answer.json?.code !== "total-missing") return answer;
  const { totalCents, cartDigest } = answer.json;
  return visitor.post("/api/commerce/checkout", { ...body, totalCents, cartDigest }, headers);
}

/** Pays for the cart of a visitor. */
export function pay(visitor, email, more = {}, headers = {}) {
  return purchase(visitor, { email, buyer: { name: "Ann Lee" }, shippingLocation: HOME, shippingOptionId: "post", paymentToken: "test-pass", acceptPrices: true, ...more }, headers);
}

/** What an order cost, in minor units. */
export function paid(answer) {
  const total = answer.json?.grandTotal;
  if (answer.status !== 200 || !total) return Number.NaN;
  return Math.round(Number(total.value) * 100);
}
