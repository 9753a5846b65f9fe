// Item 5: a script in the preview is a stranger's, and gets nothing of the editor's.
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { found } from "../lib/say.mjs";
import { listen } from "../lib/listen.mjs";
import { files } from "../lib/site.mjs";
import { until } from "../lib/world.mjs";

const WORD = "words-of-the-site-1729";

/** A port that is free now. */
const freePort = () => new Promise((resolve) => {
  const server = net.createServer();
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/**
 * What a script in the preview tries; each gives what it got, and throws when it got nothing. `E` is the editor's origin.
 * They run in the page of the preview, so they are texts.
 */
const TRIES = {
  "reads the site": "const r = await fetch(E + '/config/api/site', {credentials: 'include'}); if (!r.ok) throw r.status; return (await r.text()).slice(0, 200)",
  "reads the site by an address without a host": "const r = await fetch('/config/api/site', {credentials: 'include'}); if (!r.ok) throw r.status; return (await r.text()).slice(0, 200)",
  "reads a file": "const r = await fetch(E + '/config/api/file?path=site.json', {credentials: 'include'}); if (!r.ok) throw r.status; return (await r.text()).slice(0, 200)",
  "reads by XMLHttpRequest": "return await new Promise((y, n) => { const x = new XMLHttpRequest(); x.open('GET', E + '/config/api/site'); x.withCredentials = true; x.onload = () => x.status < 400 ? y(x.responseText.slice(0, 200)) : n(x.status); x.onerror = () => n('error'); x.send() })",
  "changes a file": "const r = await fetch(E + '/config/api/changes', {method: 'POST', credentials: 'include', headers: {'content-type': 'application/json'}, body: JSON.stringify({changes: [{path: 'content/evil/collection.json', baseDigest: null, json: {title: 'evil', urlId: 'evil', typeName: 'page'}}]})}); if (!r.ok) throw r.status; return 'changed'",
  "reads the site, and changes a file with what it read": "const s = await (await fetch(E + '/config/api/site', {credentials: 'include'})).json(); const r = await fetch(E + '/config/api/changes', {method: 'POST', credentials: 'include', headers: {'content-type': 'application/json', 'x-loggia-editor': s.crumb}, body: JSON.stringify({changes: [{path: 'content/evil/collection.json', baseDigest: null, json: {title: 'evil', urlId: 'evil', typeName: 'page'}}]})}); if (!r.ok) throw r.status; return 'changed'",
  "changes a file without waiting for the answer": "await fetch(E + '/config/api/changes', {method: 'POST', mode: 'no-cors', credentials: 'include', body: JSON.stringify({changes: [{path: 'content/evil/collection.json', baseDigest: null, json: {title: 'evil', urlId: 'evil', typeName: 'page'}}]})}); throw 'sent, unseen'",
  "uploads": "const r = await fetch(E + '/config/api/upload?name=evil.gif', {method: 'POST', credentials: 'include', body: 'GIF89a'}); if (!r.ok) throw r.status; return 'uploaded'",
  "publishes": "const r = await fetch(E + '/config/api/publish', {method: 'POST', credentials: 'include', headers: {'content-type': 'application/json'}, body: '{}'}); if (!r.ok) throw r.status; return 'published'",
  "listens to what happens": "return await new Promise((y, n) => { const s = new EventSource(E + '/config/api/events', {withCredentials: true}); s.onopen = () => y('open'); s.onerror = () => n('error'); setTimeout(() => n('late'), 4000) })",
  "reads orders": "const r = await fetch(E + '/api/commerce/orders', {credentials: 'include'}); if (!r.ok) throw r.status; return (await r.text()).slice(0, 100)",
  "reads the editor's page": "return parent.document.documentElement.outerHTML.slice(0, 200)",
  "reads the editor's address": "return parent.location.href",
  "calls the editor's functions": "return String(Object.keys(parent.window).slice(0, 5)) + parent.fetch",
  "reads what the editor keeps in the browser": "const k = Object.keys(parent.localStorage); return 'keys ' + k",
  "reads the cookies": "if (document.cookie.length === 0) throw 'none'; if (!/editor|session|token|loggia/i.test(document.cookie)) throw document.cookie; return document.cookie",
  "loads the editor in a frame and reads it": "const f = document.createElement('iframe'); f.src = E + '/config'; document.body.append(f); await new Promise((y) => { f.onload = y; setTimeout(y, 3000) }); return f.contentDocument.documentElement.outerHTML.slice(0, 200)",
  "opens the editor in a window and reads it": "const w = window.open(E + '/config'); if (!w) throw 'no window'; await new Promise((y) => setTimeout(y, 2500)); return w.document.documentElement.outerHTML.slice(0, 200)",
  "posts a form to the editor": "const f = document.createElement('form'); f.method = 'post'; f.enctype = 'text/plain'; f.action = E + '/config/api/changes'; f.target = '_blank'; f.innerHTML = '<input name=x>'; document.body.append(f); f.submit(); throw 'sent'",
  "sets up a worker for the editor": "await navigator.serviceWorker.register(E + '/assets/x.js', {scope: E + '/config/'}); return 'registered'",
  "runs the editor's script as its own": "await import(E + '/config/editor.js'); throw 'loaded'",
  "sends the editor messages of every shape": "for (const m of ['x', null, 1, {}, {type: 'save'}, {type: 'navigate', url: '/config'}, {kind: 'edit', pointer: '/title', value: 'evil'}, {loggia: 'edit', path: 'site.json', value: {}}, {type: 'open', path: '../../etc/passwd'}, {kind: 'select', html: '<img src=x onerror=alert(1)>'}, {kind: 'text', pointer: '/mainContent', value: '<script>evil()</scr' + 'ipt>'}, {source: 'loggia-preview', action: 'publish'}]) parent.postMessage(m, '*'); throw 'sent'",
};

/** A page whose script makes every try once it is asked for by its address, and keeps what came of each. */
const script = (editor) => `(async () => {
  const E = ${JSON.stringify(editor)};
  const tries = {${Object.entries(TRIES).map(([name, text]) => `${JSON.stringify(name)}: async () => { ${text} }`).join(",\n")}};
  window.attackResults = {};
  if (window.parent === window) return;
  for (const [name, one] of Object.entries(tries)) {
    try { window.attackResults[name] = {got: String(await Promise.race([one(), new Promise((_, no) => setTimeout(() => no('late'), 6000))]))}; }
    catch (why) { window.attackResults[name] = {nothing: String(why).slice(0, 120)}; }
  }
  window.attackDone = true;
  // What would end the page that looks on comes last, when it has looked.
  window.attackLast = () => { try { parent.location.href = 'http://127.0.0.1:9/' } catch (why) {} try { top.location.href = 'http://127.0.0.1:9/' } catch (why) {} try { window.open('http://127.0.0.1:9/', '_top') } catch (why) {} };
})();`;

async function browse(sites) {
  const { chromium } = createRequire(path.join(sites.repository, "widgets/package.json"))("@playwright/test");
  const browser = await chromium.launch({ executablePath: process.env.LOGGIA_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(sites.editor.printed);
    if (!page.url().includes("/config")) await page.goto(`${sites.editor.base}/config`);
    const preview = () => page.frames().find((frame) => frame !== page.mainFrame() && frame.parentFrame() === page.mainFrame());
    const done = await until(async () => preview()?.evaluate(() => window.attackDone === true).catch(() => false), 60_000);
    const results = await preview()?.evaluate(() => window.attackResults).catch(() => undefined);
    const [frame, editor] = [preview()?.url(), page.url()];
    await preview()?.evaluate(() => window.attackLast()).catch(() => {});
    await page.waitForTimeout(1500);
    await page.screenshot({ path: path.join(path.dirname(sites.folder), "editor.png") }).catch(() => {});
    return { done, results: results ?? {}, frame, editor, after: page.url() };
  } finally {
    await browser.close();
  }
}

export default {
  item: 5, on: "site",
  async prepare(sites) {
    const [port, own] = [await freePort(), await freePort()];
    sites.stranger = await listen();
    // An editor that has no address of its own does not know the word for it.
    const apart = (await sites.loggia(["serve", "--help"])).stdout.includes("--editor-port");
    const editor = `http://127.0.0.1:${apart ? own : port}`;
    sites.folder = sites.small("preview", {
      "site.json": { website: { id: "small", siteTitle: WORD, locale: "en-US", baseUrl: "https://small.example" } },
      "template/site.region": `<!doctype html>\n<html lang="en">\n<head>{squarespace-headers}</head>\n<body>\n{squarespace.main-content}\n<script src="/assets/attack.js"></script>\n{squarespace-footers}\n</body>\n</html>\n`,
      "template/assets/attack.js": script(editor),
    });
    sites.editor = await sites.serve(sites.folder, { words: ["--port", String(port), ...(apart ? ["--editor-port", String(own)] : [])] });
    sites.beforeBrowsing = files(sites.folder);
    sites.browsed = await browse(sites);
    sites.afterBrowsing = files(sites.folder);
  },
  async finish(sites) {
    await sites.editor.close();
    await sites.stranger.close();
  },
  controls: [
    { name: "the script of a template runs in the preview (so that what it tries, it tries)", run: async (sites) => found(sites.browsed.done && Object.keys(sites.browsed.results).length === Object.keys(TRIES).length, `${Object.keys(sites.browsed.results).length} tries in ${sites.browsed.frame ?? "no frame"}`) },
  ],
  attacks: [
    ...Object.keys(TRIES).map((name) => ({
      name: `a script in the preview ${name}`,
      async run(sites) {
        const result = sites.browsed.results[name];
        if (!result) return { fault: "it was not tried" };
        return found(result.got === undefined, result.got === undefined ? `nothing: ${result.nothing}` : `it got ${result.got.slice(0, 80)}`);
      },
    })),
    {
      name: "after all of it no file of the site is another",
      async run(sites) {
        const changed = [...new Set([...Object.keys(sites.beforeBrowsing), ...Object.keys(sites.afterBrowsing)])].filter((name) => sites.beforeBrowsing[name] !== sites.afterBrowsing[name]);
        return found(changed.length === 0, changed.join(", ") || "none");
      },
    },
    { name: "a script in the preview sends the editor's window elsewhere", run: async (sites) => (sites.browsed.done ? found(new URL(sites.browsed.after).pathname.startsWith("/config"), sites.browsed.after) : { fault: "it was not tried" }) },
    {
      name: "the preview has an origin of its own, or none",
      async run(sites) {
        const frame = sites.browsed.frame ? new URL(sites.browsed.frame).origin : "none";
        const apart = frame !== new URL(sites.browsed.editor).origin || sites.browsed.results["reads the editor's address"]?.got === undefined;
        return found(apart && sites.browsed.done, `${frame} in ${new URL(sites.browsed.editor).origin}`);
      },
    },
    {
      name: "the preview's pages are not shown to whoever asks",
      async run(sites) {
        if (!sites.browsed.frame) return { fault: "there is no frame" };
        const at = new URL(sites.browsed.frame);
        const answer = await fetch(at.href, { redirect: "manual" }).catch((fault) => ({ status: 0, text: async () => String(fault) }));
        const text = await answer.text();
        return found(!(answer.status === 200 && text.includes("loggia-edit") && text.includes("data-edit")), `${answer.status}`);
      },
    },
  ],
};
