// Item 10: nothing that a stranger names makes the servers call this machine or its network.
import { found } from "../lib/say.mjs";
import { listen } from "../lib/listen.mjs";
import { catalog, publish } from "../lib/shop.mjs";
import { whileConnecting } from "../lib/process.mjs";
import { until } from "../lib/world.mjs";

const SIGN = "inside-5f0c";

/** Every way to write an address of this machine or its network; {port} is where somebody listens. */
const INSIDE = [
  "http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://LOCALHOST:{port}/", "http://localhost.:{port}/", "http://shop.localhost:{port}/", "http://[::1]:{port}/", "http://[0:0:0:0:0:0:0:1]:{port}/",
  "http://0.0.0.0:{port}/", "http://0:{port}/", "http://[::]:{port}/", "http://127.1:{port}/", "http://127.0.1:{port}/", "http://127.8.8.8:{port}/", "http://2130706433:{port}/", "http://0x7f000001:{port}/", "http://0x7f.0.0.1:{port}/", "http://0177.0.0.1:{port}/", "http://017700000001:{port}/", "http://127.0.0.1.:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/", "http://[::ffff:7f00:1]:{port}/", "http://[::127.0.0.1]:{port}/", "http://[64:ff9b::7f00:1]:{port}/", "http://[64:ff9b:1::7f00:1]:{port}/", "http://[2002:7f00:1::]:{port}/", "http://[2001:0:7f00:1::]:{port}/", "http://[fe80::1]:{port}/", "http://[fc00::1]:{port}/", "http://[fd12:3456::1]:{port}/", "http://[ff02::1]:{port}/", "http://[fec0::1]:{port}/", "http://[100::1]:{port}/",
  "http://１２７.０.０.１:{port}/", "http://①②⑦.0.0.1:{port}/", "http://127。0。0。1:{port}/", "http://%31%32%37.0.0.1:{port}/", "http://%6c%6f%63alhost:{port}/", "http://user:pass@127.0.0.1:{port}/", "http://example.com@127.0.0.1:{port}/", "http://127.0.0.1:{port}#@example.com/", "http://127.0.0.1:{port}\\@example.com/", "http:127.0.0.1:{port}/", "http:\\\\127.0.0.1:{port}/", " http://127.0.0.1:{port}/", "http://127.0.0.1:{port}/\r\nX: y", "HTTP://127.0.0.1:{port}/", "https://127.0.0.1:{port}/", "https://localhost:{port}/",
  "http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://metadata.google.internal/", "http://169.254.170.2/", "http://100.100.100.200/", "http://10.0.0.1:{port}/", "http://172.16.0.1:{port}/", "http://172.31.255.255:{port}/", "http://192.168.0.1:{port}/", "http://100.64.0.1:{port}/", "http://192.0.0.1:{port}/", "http://198.18.0.1:{port}/", "http://224.0.0.1:{port}/", "http://240.0.0.1:{port}/", "http://255.255.255.255:{port}/", "http://2852039166/",
  "file:///etc/passwd", "gopher://127.0.0.1:{port}/_x", "ftp://127.0.0.1:{port}/", "dict://127.0.0.1:{port}/", "ws://127.0.0.1:{port}/", "data:application/json,{}", "javascript:1", "//127.0.0.1:{port}/", "/etc/passwd", "",
];

/** Asks the editor's server for it; nobody inside may hear of it, and the answer must not have their words. */
function asked(name, ask) {
  return INSIDE.map((form) => ({
    name: `${name}: ${JSON.stringify(form.replace("{port}", "…"))}`,
    async run(sites) {
      sites.inside.heard();
      const address = form.replace("{port}", String(sites.inside.port));
      const { done: answer, tries } = await whileConnecting([sites.inside.port, 80], () => ask(sites, address));
      const heard = sites.inside.heard();
      const told = `${answer.told}${heard ? ", somebody inside was called" : ""}${tries.length > 0 ? ", a connection to the inside was tried" : ""}`;
      return found(heard === 0 && tries.length === 0 && !answer.text.includes(SIGN) && !answer.text.includes("root:") && answer.status >= 400 && answer.status !== 500, told);
    },
  }));
}

const inside = () => listen((_, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ photos: [{ url: "https://x.example/1.jpg", title: SIGN }], secret: SIGN }));
});

export const editor = {
  item: 10, on: "site",
  async prepare(sites) {
    sites.inside = await inside();
    sites.folder = sites.small("inside");
    sites.editor = await sites.serve(sites.folder, { env: { LOGGIA_ALLOW_HOSTS: "" } });
    sites.owner = await sites.editor.owner();
    sites.watch(sites.folder);
  },
  async finish(sites) {
    await sites.editor.close();
    await sites.inside.close();
    sites.watched = undefined;
  },
  controls: [{
    name: "a host that the operator allows by name is asked",
    async run(sites) {
      const editor = await sites.serve(sites.small("allowed"), { env: { LOGGIA_ALLOW_HOSTS: "127.0.0.1" } });
      try {
        const owner = await editor.owner();
        const answer = await owner.get(`/config/api/photos?url=${encodeURIComponent(`http://127.0.0.1:${sites.inside.port}/`)}`);
        return found(answer.status === 200 && answer.text.includes(SIGN), answer.told);
      } finally {
        await editor.close();
        sites.inside.heard();
      }
    },
  }],
  attacks: [
    ...asked("photos", (sites, address) => sites.owner.get(`/config/api/photos?url=${encodeURIComponent(address)}`)),
    ...asked("a form's connection", (sites, address) => sites.owner.edit("POST", "connect", { kind: "webhook", target: address })).filter((_, index) => index % 4 === 0 || index > 46 && index < 51),
    ...asked("an automation service", (sites, address) => sites.owner.edit("POST", "connect", { kind: "hook", target: address })).filter((_, index) => index % 9 === 1),
    ...asked("a video", (sites, address) => sites.owner.get(`/config/api/video?url=${encodeURIComponent(address)}`)).filter((_, index) => index % 12 === 2),
    ...["audience", "sheet"].map((kind) => ({
      name: `a form's connection of the kind ${kind} to this machine`,
      async run(sites) {
        sites.inside.heard();
        const answer = await sites.owner.edit("POST", "connect", { kind, target: `http://127.0.0.1:${sites.inside.port}/3.0/lists/x` });
        return found(sites.inside.heard() === 0 && answer.status >= 400, answer.told);
      },
    })),
  ],
};

/** An order is told to the owner's systems, and a form to its target: where those stand inside, nobody hears of it. */
async function told(world, name, more, work) {
  const server = await inside();
  const shop = await world.side(name, typeof more === "function" ? more(server) : more);
  try {
    server.heard();
    const said = await work(shop, server);
    const heard = await until(() => server.heard(), 3500);
    return found(!heard, `${said}${heard ? ", and somebody inside was called" : ", nobody inside was called"}`);
  } finally {
    await shop.close();
    await server.close();
  }
}
const submit = (address, kind) => async (shop, server) => {
  const target = address.replace("{port}", String(server.port));
  await publish(shop.base, catalog((all) => ({ ...all, buildId: "hooked", forms: [...all.forms, { id: "hooked", name: "Hooked", fields: [{ id: "note", type: "text", title: "Note" }], storage: [{ kind, target }] }] })));
  const visitor = shop.visitor();
  const key = await visitor.post("/api/form/FormSubmissionKey");
  return (await visitor.post("/api/form/SaveFormSubmission", { key: key.json?.data?.key, formId: "hooked", form: { note: "x" } })).told;
};

export default {
  item: 10, on: "shop",
  controls: [{
    name: "a form's hook at a host that the operator allows is called",
    async run(world) {
      const server = await inside();
      const shop = await world.side("allowed", { LOGGIA_ENVIRONMENT: "dev", LOGGIA_ALLOW_HOSTS: "127.0.0.1" });
      try {
        const said = await submit("http://127.0.0.1:{port}/hook", "hook")(shop, server);
        const heard = await until(() => server.heard(), 15_000);
        return found(heard > 0, `${said}, ${heard ?? 0} calls`);
      } finally {
        await shop.close();
        await server.close();
      }
    },
  }],
  attacks: [
    ...["http://127.0.0.1:{port}/hook", "http://localhost:{port}/hook", "http://[::1]:{port}/hook", "http://2130706433:{port}/hook", "http://[::ffff:127.0.0.1]:{port}/hook", "https://127.0.0.1:{port}/hook"].map((address, index) => ({
      name: `a form whose ${index % 2 ? "hook" : "webhook"} is ${address.replace("{port}", "…")}`, run: (world) => told(world, "hooked", {}, submit(address, index % 2 ? "hook" : "webhook")),
    })),
    ...["http://127.0.0.1:{port}/hook", "http://localhost:{port}/hook"].map((address) => ({
      name: `in development: a form whose hook is ${address.replace("{port}", "…")}`, run: (world) => told(world, "hooked", { LOGGIA_ENVIRONMENT: "dev" }, submit(address, "hook")),
    })),
  ],
};
