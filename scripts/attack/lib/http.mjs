// Calls as an attacker makes them: no address is made tidy, no header is added that was not asked for.
import http from "node:http";
import net from "node:net";

const LONGEST_ANSWER_MS = 60_000;
let people = 0;

/** An address of its own for each visitor, from the range that benchmarks may use (RFC 2544). */
export function newAddress() {
  people += 1;
  return `198.${18 + ((people >> 16) & 1)}.${(people >> 8) & 255}.${people & 255}`;
}

/** One call; the answer is never an exception: a connection that broke is status 0. */
export function call(base, method, path, { headers = {}, body, agent, from } = {}) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const failed = (fault) => resolve(reply(0, {}, Buffer.from(String(fault.code ?? fault.message))));
    let request;
    try {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      request = http.request({ host: hostname.replace(/^\[|\]$/g, ""), port, method, path, localAddress: from, agent: agent ?? false, headers: { ...length, ...headers } });
    } catch (fault) {
      failed(fault);
      return;
    }
    request.setTimeout(LONGEST_ANSWER_MS, () => request.destroy(new Error("no answer")));
    request.on("error", failed);
    request.on("response", (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", failed);
      answer.on("end", () => resolve(reply(answer.statusCode, answer.headers, Buffer.concat(parts))));
    });
    request.end(body);
  });
}

function reply(status, headers, bytes) {
  const text = bytes.toString("utf8");
  return {
    status, headers, bytes, text,
    get json() {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    /** What the answer says in a few words. */
    get told() {
      const said = this.json;
      const code = said?.code ?? said?.why?.code ?? (typeof said?.error === "string" ? said.error.slice(0, 40) : "");
      return `${status}${code ? ` ${code}` : ""}`;
    },
  };
}

/** Bytes as they are, and what came back within the time. */
export function raw(base, bytes, { wait = 3000, host } = {}) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = net.connect({ host: host ?? hostname.replace(/^\[|\]$/g, ""), port: Number(port) });
    let text = "";
    const end = () => {
      socket.destroy();
      resolve({ text, status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0) });
    };
    const timer = setTimeout(end, wait);
    socket.on("data", (part) => {
      text += part.toString("latin1");
    });
    socket.on("error", end);
    socket.on("close", () => {
      clearTimeout(timer);
      end();
    });
    socket.on("connect", () => socket.write(bytes));
  });
}

/** A browser: keeps cookies, repeats the crumb. Each has an address of its own, told as a trusted proxy tells it. */
export class Visitor {
  constructor(base, { address = newAddress(), agent, from } = {}) {
    // One of this machine's many addresses, for servers that look at the connection itself.
    this.from = from;
    this.base = base;
    this.address = address;
    this.agent = agent;
    this.jar = new Map();
    this.crumb = undefined;
    this.xsrf = undefined;
  }

  /** The same browser once more; what it learns stays its own. */
  copy() {
    const other = new Visitor(this.base, { address: this.address, agent: this.agent, from: this.from });
    other.jar = new Map(this.jar);
    other.crumb = this.crumb;
    other.xsrf = this.xsrf;
    return other;
  }

  cookie(name) {
    return this.jar.get(`__Host-${name}`) ?? this.jar.get(`__Secure-${name}`) ?? this.jar.get(name);
  }

  /** Any call; cookies go with it and come back from it. */
  async send(method, path, { headers = {}, body, json, form } = {}) {
    const all = this.address ? { "x-forwarded-for": this.address } : {};
    if (this.jar.size > 0) all.cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    let sent = body;
    if (json !== undefined) {
      sent = JSON.stringify(json);
      all["content-type"] = "application/json";
    } else if (form !== undefined) {
      sent = new URLSearchParams(form).toString();
      all["content-type"] = "application/x-www-form-urlencoded";
    }
    const answer = await call(this.base, method, path, { headers: { ...all, ...headers }, body: sent, agent: this.agent, from: this.from });
    for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
    return answer;
  }

  keep(line) {
    const [pair, ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (attributes.some((attribute) => /max-age=0\s*$/i.test(attribute))) this.jar.delete(name);
    else this.jar.set(name, pair.slice(at + 1).trim());
    if (name.endsWith("crumb")) this.crumb = undefined;
  }

  /** The crumb, as the document of the calls gives it. */
  async fetchCrumb() {
    if (!this.crumb) this.crumb = (await this.send("GET", "/api/crumb")).json?.crumb ?? this.cookie("crumb");
    return this.crumb;
  }

  get(path, headers) {
    return this.send("GET", path, { headers });
  }

  async changing(method, path, json, headers = {}) {
    const own = { "x-csrf-token": await this.fetchCrumb() };
    if (this.xsrf) own["x-siteuser-xsrf-token"] = this.xsrf;
    return this.send(method, path, { headers: { ...own, ...headers }, json });
  }

  post(path, json, headers) {
    return this.changing("POST", path, json, headers);
  }

  put(path, json, headers) {
    return this.changing("PUT", path, json, headers);
  }

  delete(path, headers) {
    return this.changing("DELETE", path, undefined, headers);
  }

  /** Logs in; the answer. */
  async logIn(email, password, rememberMe = false) {
    const answer = await this.post("/api/site-users/account/session", { email, password, rememberMe });
    if (answer.status === 200) {
      this.xsrf = answer.json.xsrfToken;
      this.crumb = undefined;
    }
    return answer;
  }
}
