// A store of objects, as its kind has it: put, get, head, delete, list, copy. What is called below /strange is the stranger's own.
import http from "node:http";

export async function startStorage() {
  const objects = new Map();
  const store = { count: 0, strange: "" };

  function answer(request, body, response) {
    const url = new URL(request.url, "http://store");
    const key = decodeURIComponent(url.pathname);
    store.count += 1;
    const say = (status, text = "", headers = {}) => {
      response.writeHead(status, { "content-type": "application/xml", ...headers });
      response.end(request.method === "HEAD" ? undefined : text);
    };
    if (key.startsWith("/strange")) {
      store.strange += JSON.stringify([request.url, request.headers, body.toString("utf8")]);
      return say(200, "{}");
    }
    if (request.method === "PUT") {
      const from = request.headers["x-amz-copy-source"];
      objects.set(key, from ? objects.get(decodeURIComponent(from.startsWith("/") ? from : `/${from}`)) ?? Buffer.alloc(0) : body);
      return say(200, from ? "<CopyObjectResult><ETag>&quot;x&quot;</ETag></CopyObjectResult>" : "", { etag: '"x"' });
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return say(204);
    }
    if (request.method === "POST") return say(200, "<DeleteResult></DeleteResult>");
    if (url.searchParams.has("list-type") || url.searchParams.has("prefix")) {
      const [bucket] = key.slice(1).split("/");
      const prefix = `/${bucket}/${url.searchParams.get("prefix") ?? ""}`;
      const listed = [...objects].filter(([name]) => name.startsWith(prefix));
      const rows = listed.map(([name, bytes]) => `<Contents><Key>${name.slice(bucket.length + 2)}</Key><Size>${bytes.length}</Size><ETag>&quot;x&quot;</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`);
      return say(200, `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>${rows.join("")}</ListBucketResult>`);
    }
    const bytes = objects.get(key);
    if (!bytes) return say(404, "<Error><Code>NoSuchKey</Code></Error>");
    return say(200, bytes, { "content-length": bytes.length, etag: '"x"' });
  }

  const server = http.createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => answer(request, Buffer.concat(parts), response));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(store, {
    objects, base: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  });
}
