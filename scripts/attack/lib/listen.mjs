// A listener of the attacker's: it writes down whoever calls, and answers what it is told to.
import http from "node:http";
import net from "node:net";

/** Listens on each of the hosts at one port; `answer(request, response)` says something. */
export async function listen(answer = (_, response) => response.end("heard"), hosts = ["127.0.0.1", "::1"]) {
  const calls = [];
  const servers = [];
  let port = 0;
  let looked = 0;
  for (const host of hosts) {
    const server = http.createServer((request, response) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("error", () => {});
      request.on("end", () => {
        calls.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
        answer(request, response);
      });
    });
    server.on("connection", (socket) => {
      calls.connections = (calls.connections ?? 0) + 1;
      socket.on("error", () => {});
    });
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    }).catch(() => {});
    if (server.listening) {
      port = server.address().port;
      servers.push(server);
    }
  }
  return {
    port, calls, base: `http://127.0.0.1:${port}`,
    /** How many have connected or called since the last look: a connection may serve many calls. */
    heard() {
      const count = Math.max(calls.connections ?? 0, calls.length - looked);
      calls.connections = 0;
      looked = calls.length;
      return count;
    },
    /** Everything that was said to it. */
    get text() {
      return JSON.stringify(calls);
    },
    close: () => Promise.all(servers.map((server) => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }))),
  };
}

/** Something that takes connections and never answers. */
export async function silent() {
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port, sockets,
    close: () => new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(resolve);
    }),
  };
}
