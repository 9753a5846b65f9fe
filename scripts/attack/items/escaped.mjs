// What visitors write is text wherever somebody reads it: in the owner's pages, in pages without a script, in letters.
import { found } from "../lib/say.mjs";
import { add, code, HOME, pay } from "../lib/shop.mjs";

const TRICKS = ['<img src=x onerror="evil4242()">', "<script>evil4242()</script>", '"><svg onload=evil4242()>', "'-evil4242()-'", "{evil4242}", "javascript:evil4242()", "</textarea></title><script>evil4242()</script>"];
const TAG = /<[a-z/!](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
/** A trick that stands in a page as something else than text: a tag of its own, a part of another, an address. */
function live(text) {
  if (/<script[^>]*>\s*evil4242/i.test(text)) return "a script";
  for (const [tag] of text.matchAll(TAG)) {
    const bare = tag.replaceAll(/"[^"]*"|'[^']*'/g, '""');
    if (/\son\w+\s*=/i.test(bare) && tag.includes("evil4242")) return tag.slice(0, 80);
    if (/(href|src|action)=["']?\s*javascript:evil4242/i.test(tag)) return tag.slice(0, 80);
    if (bare.includes("evil4242")) return tag.slice(0, 80);
  }
  return undefined;
}

async function submit(visitor, formId, form) {
  const key = await visitor.post("/api/form/FormSubmissionKey");
  return visitor.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId, form });
}

/** Every page of the owner's that can be reached by links, for whoever has logged in. */
async function pages(visitor) {
  const [waiting, seen] = [["/api/owner"], new Map()];
  while (waiting.length > 0 && seen.size < 60) {
    const address = waiting.shift();
    if (seen.has(address)) continue;
    const answer = await visitor.get(address, { accept: "text/html" });
    seen.set(address, answer);
    const links = [...answer.text.matchAll(/href="?(\/api\/owner[^"#> ]*)/g)].map(([, link]) => link.replaceAll("&amp;", "&"));
    if (answer.headers.location?.startsWith("/api/owner")) links.push(answer.headers.location);
    waiting.push(...links.filter((link) => !seen.has(link) && !/\.csv|export|log-?out/.test(link)));
  }
  return seen;
}

export default {
  item: "earlier", on: "shop", may: ["answers", "said", "orders", "stock", "lists", "cards"],
  controls: [{
    name: "an answer is shown to the owner",
    async run(world) {
      await submit(world.visitor(), "contact", { name: "Plain Ann 4242", email: "ann@x.example" });
      const seen = await pages(await world.owner("ADMIN"));
      return found([...seen.values()].some((answer) => answer.text.includes("Plain Ann 4242")), `${seen.size} pages`);
    },
  }],
  attacks: [
    {
      name: "scripts in answers, comments, reviews, sign-ups and orders: the owner's pages",
      async run(world) {
        for (const trick of TRICKS) {
          const visitor = world.visitor();
          await submit(visitor, "contact", { name: trick.slice(0, 40), email: "a@b.example" });
          await visitor.post("/api/comments?itemId=post-1", { author: trick, body: trick });
          await visitor.post("/api/commerce/products/bread/reviews", { authorName: trick, rating: 5, title: trick, body: trick });
          await visitor.logIn(`${trick}@x.example`, "wrong password");
          await add(visitor, "bread");
          await pay(visitor, "a@b.example", { shippingLocation: { ...HOME, line1: trick, city: trick } });
        }
        const seen = await pages(await world.owner("ADMIN"));
        const bad = [...seen].find(([, answer]) => live(answer.text));
        const shown = [...seen.values()].filter((answer) => answer.text.includes("evil4242")).length;
        return found(!bad && shown > 0, bad ? `${bad[0]}: ${live(bad[1].text)}` : `${seen.size} pages, ${shown} with the texts`);
      },
    },
    {
      name: "scripts in a code, an address and a product's answers: the pages without a script",
      async run(world) {
        const texts = [];
        for (const trick of TRICKS) {
          const visitor = world.visitor();
          await add(visitor, "cake", "cake", 1, { additionalFields: JSON.stringify({ words: trick }) });
          await code(visitor, trick);
          texts.push((await visitor.get("/api/plain/cart", { accept: "text/html" })).text);
          const form = { crumb: await visitor.fetchCrumb(), step: "address", email: trick, line1: trick, city: trick, country: "CH", postalCode: trick };
          texts.push((await visitor.send("POST", "/api/plain/checkout", { headers: { "sec-fetch-site": "same-origin" }, form })).text);
          texts.push((await visitor.get(`/api/plain/product?itemId=${encodeURIComponent(trick)}&sku=${encodeURIComponent(trick)}`)).text);
        }
        const bad = texts.find(live);
        return found(!bad && texts.some((text) => text.includes("evil4242")), bad ? live(bad) : `${texts.length} pages`);
      },
    },
    {
      name: "a script in an address, an origin, a browser's name: refusals are no pages of it",
      async run(world) {
        const trick = encodeURIComponent(TRICKS[1]);
        const answers = [await world.visitor().get(`/api/${trick}`), await world.visitor().get(`/api/plain/${trick}`), await world.visitor().get(`/api/owner/${trick}`), await world.visitor().get(`/api/plain/confirmed?order=${trick}&signature=${trick}`), await world.visitor().get(`/api/commerce/inventory/stock/?itemId=${trick}`, { "user-agent": TRICKS[1], referer: TRICKS[1] })];
        const bad = answers.find((answer) => live(answer.text) && /html/.test(answer.headers["content-type"] ?? ""));
        return found(!bad, answers.map((answer) => answer.status).join(" "));
      },
    },
  ],
};
